//! Restricted pointers (6.7.3.1).
//!
//! While a variable that is a restricted pointer lives, every access is noted
//! by byte: whether its pointer is based on the variable, and whether it
//! writes. A byte that is written, and accessed both ways, breaks the promise.
//! A pointer carries the number of the variable that it is based on; that
//! entry knows what the variable's own value was based on.

use elenchus_lang::undefined::Undefined;
use rustc_hash::FxHashMap;

use crate::facts::Facts;
use crate::memory::{BASIS_MAX, Memory, Provenance};
use crate::stop::{Limit, Stop};
use crate::value::Value;
use crate::words::Finding;

/// Restricted pointers and what pointers are based on.
#[derive(Default)]
pub struct Restrict {
    variables: Vec<Variable>,
    /// By number, less one. Numbers go round.
    bases: Vec<Base>,
    /// How many numbers were given out.
    next: usize,
    numbers: FxHashMap<(Provenance, u16), u16>,
}

/// A restricted pointer that lives. Bytes may be accessed by way of it, by other ways, or
/// both; what is accessed both ways may not be written while it lives (6.7.3.1p4).
struct Variable {
    object: Provenance,
    /// The block that it belongs to.
    block: (u64, u16),
    /// How each byte was accessed, by object and page.
    seen: FxHashMap<(u64, u64), [u8; PAGE as usize]>,
}

/// What the number in a pointer means: the pointer came from this variable, whose own value
/// was based on `parent`.
#[derive(Clone, Copy)]
struct Base {
    variable: Provenance,
    parent: u16,
    /// Parents are older; what is not took the number of one that is gone.
    serial: usize,
}

/// Accessed by a pointer that is based on the variable.
const BASED: u8 = 1;
/// Accessed by another pointer.
const OTHER: u8 = 2;
/// Written, one way or the other. All three together are undefined.
const WRITTEN: u8 = 4;
/// Bytes that are noted together.
const PAGE: u64 = 64;

impl Restrict {
    /// How many there are that live, or did so lately.
    #[inline]
    pub fn count(&self) -> usize {
        self.variables.len()
    }

    /// A restricted pointer gets a value: it may not be based on another one
    /// of the same block (6.7.3.1p4).
    pub fn assign(
        &mut self,
        memory: &Memory,
        variable: Value,
        value: Value,
        block: (u64, u16),
    ) -> Result<(), Stop> {
        self.forget_dead(memory);
        let object = variable.provenance().based_on(0);
        if !self.variables.iter().any(|v| v.object == object) {
            self.variables.push(Variable { object, block, seen: FxHashMap::default() });
        }
        let another = self.bases_of(value).any(|base| {
            let same = |v: &Variable| v.object == base && v.block == block;
            base != object && self.variables.iter().any(same)
        });
        if another {
            return Err(Stop::undefined(Undefined::Restrict, Finding::RestrictAssigned));
        }
        Ok(())
    }

    /// The value of a restricted pointer is based on it.
    pub fn read(&mut self, memory: &Memory, variable: Value, value: Value) -> Result<Value, Stop> {
        let object = variable.provenance().based_on(0);
        if value.provenance().index().is_none() {
            return Ok(value);
        }
        let parent = value.provenance().basis();
        let number = match self.numbers.get(&(object, parent)) {
            Some(&number) => number,
            None => self.number(memory, object, parent)?,
        };
        Ok(Value::pointer(value.lo, value.provenance().based_on(number)))
    }

    fn number(&mut self, memory: &Memory, variable: Provenance, parent: u16) -> Result<u16, Stop> {
        // Numbers go round: an old one belongs to a variable that is long gone.
        let place = self.next % usize::from(BASIS_MAX);
        let base = Base { variable, parent, serial: self.next };
        self.next += 1;
        match self.bases.get_mut(place) {
            Some(old) if memory.is_alive(old.variable) => {
                return Err(Stop::unsupported("so many restricted pointers at a time"));
            }
            Some(old) => {
                self.numbers.remove(&(old.variable, old.parent));
                *old = base;
            }
            None => self.bases.push(base),
        }
        let number = place as u16 + 1;
        self.numbers.insert((variable, parent), number);
        Ok(number)
    }

    /// The restricted pointers that a pointer is based on.
    fn bases_of(&self, pointer: Value) -> impl Iterator<Item = Provenance> + '_ {
        let first = self.base(pointer.provenance().basis());
        let parent =
            |base: &Base| self.base(base.parent).filter(|parent| parent.serial < base.serial);
        std::iter::successors(first, parent).map(|base| base.variable)
    }

    fn base(&self, basis: u16) -> Option<Base> {
        self.bases.get(usize::from(basis.checked_sub(1)?)).copied()
    }

    fn forget_dead(&mut self, memory: &Memory) {
        self.variables.retain(|v| memory.is_alive(v.object));
    }

    /// An access to some bytes of an object, by its birth.
    pub fn access(
        &mut self,
        memory: &Memory,
        pointer: Value,
        object: u64,
        bytes: std::ops::Range<u64>,
        write: bool,
    ) -> Result<(), Stop> {
        self.forget_dead(memory);
        let mut based_on: Vec<Provenance> = self.bases_of(pointer).collect();
        based_on.sort_unstable();
        let written = if write { WRITTEN } else { 0 };
        let before = self.pages();
        for variable in &mut self.variables {
            let how = if based_on.binary_search(&variable.object).is_ok() { BASED } else { OTHER };
            if variable.note(object, bytes.clone(), how | written) {
                let facts = Facts::new(Finding::RestrictBroken).about(pointer.provenance(), bytes);
                return Err(Stop::undefined(Undefined::Restrict, facts));
            }
        }
        // Notes take more than the bytes, so they have a bound of their own.
        let pages = self.pages();
        match pages > before && pages as u64 * PAGE > memory.limit {
            true => Err(Stop::Limit(Limit::Memory)),
            false => Ok(()),
        }
    }

    fn pages(&self) -> usize {
        self.variables.iter().map(|variable| variable.seen.len()).sum()
    }
}

impl Variable {
    /// Whether the promise is broken by it.
    fn note(&mut self, object: u64, bytes: std::ops::Range<u64>, how: u8) -> bool {
        let mut at = bytes.start;
        while at < bytes.end {
            let page = at / PAGE;
            let end = bytes.end.min((page + 1) * PAGE);
            let flags = self.seen.entry((object, page)).or_insert([0; PAGE as usize]);
            let range = (at % PAGE) as usize..(at % PAGE + (end - at)) as usize;
            let flags = &mut flags[range];
            flags.iter_mut().for_each(|flag| *flag |= how);
            if flags.contains(&(BASED | OTHER | WRITTEN)) {
                return true;
            }
            at = end;
        }
        false
    }
}
