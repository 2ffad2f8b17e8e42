//! `qsort` and `bsearch` (7.22.5), which call a function of the program.

use std::cmp::Ordering;

use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use super::{Args, Function, at};
use crate::Machine;
use crate::libc::sort::{Looking, Search, Sort, Step};
use crate::memory::{Kind, Plan};
use crate::stop::{Limit, Stop};
use crate::value::Value;
use crate::words::Finding;

pub(super) const TABLE: &[(&str, Function)] = &[("qsort", qsort), ("bsearch", bsearch)];

/// The comparison and its type, as the library sees them.
struct Comparison {
    function: Value,
    ty: TypeId,
    parameter: TypeId,
}

impl Comparison {
    fn new(m: &Machine, args: &Args<'_>, index: usize) -> Result<Comparison, Stop> {
        let missing = || Stop::undefined(Undefined::Arguments, Finding::NoComparison);
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

/// The array: it must be there, with all its elements, and stay as it was
/// while they are compared.
struct Array {
    base: Value,
    count: u32,
    size: u64,
    before: Vec<u8>,
}

impl Array {
    fn new(m: &Machine, base: Value, count: u64, size: u64) -> Result<Array, Stop> {
        let before = bytes(m, base, count.saturating_mul(size))?.to_vec();
        if size == 0 && count > 0 {
            return Err(Stop::unsupported("elements of no size"));
        }
        let count = u32::try_from(count).map_err(|_| Stop::Limit(Limit::Memory))?;
        Ok(Array { base, count, size, before })
    }

    fn element(&self, index: usize) -> Value {
        at(self.base, index as u64 * self.size)
    }

    fn check(&self, m: &Machine, index: usize, count: usize) -> Result<(), Stop> {
        let (start, length) = (index * self.size as usize, count * self.size as usize);
        let now = bytes(m, self.element(index), length as u64)?;
        match now == &self.before[start..start + length] {
            true => Ok(()),
            false => Err(Stop::undefined(Undefined::Comparison, Finding::ArrayChanged)),
        }
    }

    fn check_all(&self, m: &Machine) -> Result<(), Stop> {
        self.check(m, 0, self.count as usize)
    }
}

fn bytes(m: &Machine, pointer: Value, size: u64) -> Result<&[u8], Stop> {
    let place = m.region(pointer, size)?;
    Ok(&m.memory.objects[place.object].contents.bytes[place.offset..place.offset + size as usize])
}

fn qsort(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (base, count, size) = (args.get(0)?, args.get(1)?.lo, args.get(2)?.lo);
    let comparison = Comparison::new(m, args, 3)?;
    let array = Array::new(m, base, count, size)?;
    let mut sort = Sort::new(array.count);
    let mut answer = None;
    while let Step::Compare(a, b) = sort.step(answer) {
        answer = Some(comparison.compare(m, array.element(a), array.element(b))?);
        array.check(m, a, 1)?;
        array.check(m, b, 1)?;
    }
    array.check_all(m)?;
    if sort.contradicts() {
        return Err(Stop::undefined(Undefined::Comparison, Finding::NoOrder));
    }
    let copy = m.memory.allocate(Plan::untyped(Kind::Temporary, count * size, 16))?;
    m.copy_bytes(copy, base, count * size)?;
    for (to, from) in sort.order().enumerate() {
        m.copy_bytes(array.element(to), at(copy, from as u64 * size), size)?;
    }
    m.memory.end(copy, false);
    Ok(Value::default())
}

fn bsearch(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (key, base) = (args.get(0)?, args.get(1)?);
    let (count, size) = (args.get(2)?.lo, args.get(3)?.lo);
    let comparison = Comparison::new(m, args, 4)?;
    let array = Array::new(m, base, count, size)?;
    let mut search = Search::new(array.count as usize);
    let mut answer = None;
    let found = loop {
        match search.step(answer) {
            Looking::Compare(index) => {
                answer = Some(comparison.compare(m, key, array.element(index))?);
                array.check(m, index, 1)?;
            }
            Looking::Found(index) => break array.element(index),
            Looking::Missing => break Value::default(),
        }
    };
    array.check_all(m)?;
    Ok(found)
}
