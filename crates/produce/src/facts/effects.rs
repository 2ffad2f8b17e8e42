//! What an expression reads and writes, as far as it matters for the order in which
//! operands are evaluated (6.5p2).

use elenchus_lang::tree::Program;

use super::place::Places;
use super::sets::{Atom, SetId, Sets};

/// Sets of places; `Anything` is any object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects {
    pub reads: SetId,
    pub writes: SetId,
    /// Writes that no sequence point has followed yet.
    pub pending: SetId,
    /// An object that is volatile is accessed.
    pub volatile: bool,
    /// Memory is given back.
    pub frees: bool,
    /// Something is called that has effects of its own: it prints, or nobody knows.
    pub calls: bool,
}

impl Default for Effects {
    fn default() -> Effects {
        Effects {
            reads: SetId::NONE,
            writes: SetId::NONE,
            pending: SetId::NONE,
            volatile: false,
            frees: false,
            calls: false,
        }
    }
}

impl Effects {
    pub fn add(&mut self, sets: &mut Sets, other: Effects) {
        self.reads = sets.join(self.reads, other.reads);
        self.writes = sets.join(self.writes, other.writes);
        self.pending = sets.join(self.pending, other.pending);
        self.volatile |= other.volatile;
        self.frees |= other.frees;
        self.calls |= other.calls;
    }

    /// A sequence point.
    pub fn complete(&mut self) {
        self.pending = SetId::NONE;
    }

    /// Whether it makes a difference which of two is first.
    pub fn conflict(&self, p: &Program, places: &Places, sets: &Sets, other: &Effects) -> bool {
        let meet = |a, b| meet(p, places, sets, a, b);
        self.calls && other.calls
            || meet(self.writes, other.writes)
            || meet(self.writes, other.reads)
            || meet(self.reads, other.writes)
    }
}

/// Whether two sets of places may have a byte in common.
pub fn meet(p: &Program, places: &Places, sets: &Sets, a: SetId, b: SetId) -> bool {
    if a == SetId::NONE || b == SetId::NONE {
        return false;
    }
    if a == SetId::ANYTHING || b == SetId::ANYTHING {
        return true;
    }
    sets.atoms(a).iter().any(|&x| {
        sets.atoms(b).iter().any(|&y| match (x, y) {
            (Atom::Place(x), Atom::Place(y)) => places.overlap(p, x, y),
            _ => false,
        })
    })
}
