//! Variables that surely have a value: reading them needs no check.
//!
//! Only in functions where no jump leads past a declaration or an assignment;
//! an assignment counts until the end of the branch or loop that it is in.

use elenchus_lang::tree::{ExprId, ExprKind, StmtId};

use super::{Lowerer, Storage};
use crate::code::Reg;

/// Registers of variables, a bit for each.
#[derive(Default, Clone)]
pub(crate) struct Variables(Vec<u64>);

impl Variables {
    #[inline]
    pub(super) fn contains(&self, slot: Reg) -> bool {
        let word = self.0.get(usize::from(slot / 64)).copied().unwrap_or(0);
        word >> (slot % 64) & 1 != 0
    }

    /// Whether it was not among them.
    pub(crate) fn insert(&mut self, slot: Reg) -> bool {
        let index = usize::from(slot / 64);
        if index >= self.0.len() {
            self.0.resize(index + 1, 0);
        }
        let is_new = !self.contains(slot);
        self.0[index] |= 1 << (slot % 64);
        is_new
    }

    pub(crate) fn remove(&mut self, slot: Reg) {
        if let Some(word) = self.0.get_mut(usize::from(slot / 64)) {
            *word &= !(1 << (slot % 64));
        }
    }
}

impl Lowerer<'_> {
    /// A variable was initialised, from where on it can be named.
    pub(super) fn note_initialised(&mut self, slot: Reg) {
        if self.traits.flows_plainly {
            self.kept.definite.insert(slot);
        }
    }

    /// A full expression was evaluated, as a statement.
    pub(super) fn note_assigned(&mut self, e: ExprId) {
        // A statement in an expression may be one that is not reached, and code
        // that changes later may come to be.
        if !self.traits.flows_plainly || self.traits.has_stmt_exprs || self.kept.live.is_some() {
            return;
        }
        match self.p.exprs[e].kind {
            ExprKind::Assign(target, _) => {
                let ExprKind::Name(decl) = self.p.exprs[target].kind else { return };
                if let Some(Storage::Slot(slot)) = self.storage_of(decl) {
                    if self.kept.definite.insert(slot) {
                        self.scratch.function.assigned.push(slot);
                    }
                }
            }
            ExprKind::Comma(a, b) => {
                self.note_assigned(a);
                self.note_assigned(b);
            }
            _ => {}
        }
    }

    /// A statement that may be passed by.
    pub(super) fn inner_statement(&mut self, stmt: StmtId) {
        let before = self.scratch.function.assigned.len();
        self.statement(stmt);
        self.end_literals(stmt);
        for slot in self.scratch.function.assigned.drain(before..) {
            self.kept.definite.remove(slot);
        }
    }
}
