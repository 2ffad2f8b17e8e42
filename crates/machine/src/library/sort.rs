//! `qsort` and `bsearch` (7.22.5), which call a function of the program.

use std::cmp::Ordering;

use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use super::{Args, Function, at};
use crate::exec::Machine;
use crate::libc::sort::{Looking, Search, Sort, Step};
use crate::memory::{Kind, Plan};
use crate::stop::Stop;
use crate::value::Value;

pub(super) const TABLE: &[(&str, Function)] = &[("qsort", qsort), ("bsearch", bsearch)];

/// The comparison and its type, as the library sees them.
struct Comparison {
    function: Value,
    ty: TypeId,
    parameter: TypeId,
}

impl Comparison {
    fn new(m: &Machine, args: &Args<'_>, index: usize) -> Result<Comparison, Stop> {
        let missing = || Stop::undefined(Undefined::Arguments, "the comparison is no function");
        let types = &m.p.types;
        let ty = types.pointee(args.ty(index)).ok_or_else(missing)?;
        let function = types.as_function(ty).ok_or_else(missing)?;
        let parameter = types.params[function.params].first().copied().ok_or_else(missing)?;
        Ok(Comparison { function: args.get(index)?, ty, parameter })
    }

    fn compare(&self, m: &mut Machine, a: Value, b: Value) -> Result<Ordering, Stop> {
        let args = [(a, self.parameter), (b, self.parameter)];
        let value = m.call_back(self.function, self.ty, &args)?;
        Ok((value.lo as i32).cmp(&0))
    }
}

/// The array: it must be there, with all its elements.
fn elements(m: &Machine, base: Value, count: u64, size: u64) -> Result<usize, Stop> {
    let bytes = count.saturating_mul(size);
    m.region(base, bytes)?;
    Ok(count as usize)
}

fn qsort(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (base, count, size) = (args.get(0)?, args.get(1)?.lo, args.get(2)?.lo);
    let comparison = Comparison::new(m, args, 3)?;
    let length = elements(m, base, count, size)?;
    let mut sort = Sort::new(length);
    let mut answer = None;
    while let Step::Compare(a, b) = sort.step(answer) {
        let (a, b) = (at(base, a as u64 * size), at(base, b as u64 * size));
        answer = Some(comparison.compare(m, a, b)?);
    }
    let copy = m.memory.allocate(Plan::untyped(Kind::Temporary, count * size, 16))?;
    m.copy_bytes(copy, base, count * size)?;
    for (to, &from) in sort.order().iter().enumerate() {
        m.copy_bytes(at(base, to as u64 * size), at(copy, from as u64 * size), size)?;
    }
    m.memory.end(copy, false);
    Ok(Value::default())
}

fn bsearch(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (key, base) = (args.get(0)?, args.get(1)?);
    let (count, size) = (args.get(2)?.lo, args.get(3)?.lo);
    let comparison = Comparison::new(m, args, 4)?;
    let length = elements(m, base, count, size)?;
    let mut search = Search::new(length);
    let mut answer = None;
    loop {
        match search.step(answer) {
            Looking::Compare(index) => {
                let element = at(base, index as u64 * size);
                answer = Some(comparison.compare(m, key, element)?);
            }
            Looking::Found(index) => return Ok(at(base, index as u64 * size)),
            Looking::Missing => return Ok(Value::default()),
        }
    }
}
