//! Restricted pointers (6.7.3.1).
//!
//! While a variable that is a restricted pointer lives, every access is noted
//! by byte: whether its pointer is based on the variable, and whether it
//! writes. A byte that is written, and accessed both ways, breaks the promise.
//! A pointer carries the number of the variable that it is based on; that
//! entry knows what the variable's own value was based on.

use elenchus_lang::undefined::Undefined;
use rustc_hash::FxHashMap;

use crate::memory::{BASIS_MAX, Memory, Provenance};
use crate::stop::Stop;
use crate::value::Value;

#[derive(Default)]
pub struct Restrict {
    variables: Vec<Variable>,
    bases: Vec<Base>,
    next: usize,
    numbers: FxHashMap<(Provenance, u16), u16>,
}

/// A restricted pointer that lives.
struct Variable {
    object: Provenance,
    /// The block that it belongs to.
    block: (u64, u16),
    seen: FxHashMap<(u64, u64), u8>,
}

#[derive(Clone, Copy)]
struct Base {
    variable: Provenance,
    parent: u16,
}

const BASED: u8 = 1;
const OTHER: u8 = 2;
const WRITTEN: u8 = 4;
/// More bytes at once are not looked at one by one.
const MANY: u64 = 1 << 16;

impl Restrict {
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.variables.is_empty()
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
        let mut basis = value.provenance().basis();
        while let Some(base) = self.base(basis) {
            let same = |v: &&Variable| v.object == base.variable && v.block == block;
            if base.variable != object && self.variables.iter().find(same).is_some() {
                let detail = "a restricted pointer is assigned another one of its block";
                return Err(Stop::undefined(Undefined::Restrict, detail));
            }
            basis = base.parent;
        }
        Ok(())
    }

    /// The value of a restricted pointer is based on it.
    pub fn read(&mut self, variable: Value, value: Value) -> Value {
        let object = variable.provenance().based_on(0);
        if value.provenance().index().is_none() {
            return value;
        }
        let parent = value.provenance().basis();
        let number = match self.numbers.get(&(object, parent)) {
            Some(&number) => number,
            None => self.number(Base { variable: object, parent }),
        };
        Value::pointer(value.lo, value.provenance().based_on(number))
    }

    fn number(&mut self, base: Base) -> u16 {
        // Numbers go round: an old one belongs to a variable that is long gone.
        let place = self.next % usize::from(BASIS_MAX);
        self.next += 1;
        match self.bases.get_mut(place) {
            Some(old) => {
                self.numbers.remove(&(old.variable, old.parent));
                *old = base;
            }
            None => self.bases.push(base),
        }
        let number = place as u16 + 1;
        self.numbers.insert((base.variable, base.parent), number);
        number
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
        let mut based_on = Vec::new();
        let mut basis = pointer.provenance().basis();
        while let Some(base) = self.base(basis) {
            based_on.push(base.variable);
            basis = base.parent;
        }
        let written = if write { WRITTEN } else { 0 };
        for variable in &mut self.variables {
            let how = if based_on.contains(&variable.object) { BASED } else { OTHER };
            for byte in bytes.clone().take(MANY as usize) {
                let flags = variable.seen.entry((object, byte)).or_default();
                *flags |= how | written;
                if *flags == BASED | OTHER | WRITTEN {
                    let detail = "an object that a restricted pointer accesses is changed and \
                                  accessed by other means";
                    return Err(Stop::undefined(Undefined::Restrict, detail));
                }
            }
        }
        Ok(())
    }
}
