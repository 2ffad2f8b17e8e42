//! Bytes that take unspecified values when something is stored beside them
//! (6.2.6.1p6 and p7).

use std::rc::Rc;

use elenchus_lang::types::TypeId;

use crate::Machine;
use crate::code::Around;
use crate::rules::padding::{self, Hole};
use crate::value::Value;

impl Machine {
    /// What a store to a member leaves open; `base` is where the registers of
    /// its lvalue lie.
    #[inline(never)]
    pub(crate) fn open_around(&mut self, base: usize, around: &[Around]) {
        for Around { base: reg, holes } in around {
            let start = self.get(base, *reg);
            self.open_holes(start, holes);
        }
    }

    /// The padding of a struct that was assigned as a whole.
    pub(crate) fn open_padding(&mut self, to: Value, ty: TypeId) {
        let holes = match self.rules.padding.get(&ty) {
            Some(holes) => Rc::clone(holes),
            None => {
                let holes = padding::within(&self.p.types, &self.p.target, ty);
                self.rules.padding.insert(ty, Rc::clone(&holes));
                holes
            }
        };
        self.open_holes(to, &holes);
    }

    pub(crate) fn open_holes(&mut self, start: Value, holes: &[Hole]) {
        let Some(&(last, size)) = holes.last() else { return };
        // The object may end before the struct does: then it stays as it is.
        if let Ok(place) = self.memory.access(start, u64::from(last) + u64::from(size), 1) {
            self.memory.open(place, holes);
        }
    }
}
