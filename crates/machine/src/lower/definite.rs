//! Variables that surely have a value: reading them needs no check.
//!
//! Only in functions where no jump leads past a declaration or an assignment;
//! an assignment counts until the end of the branch or loop that it is in.

use elenchus_lang::tree::{ExprId, ExprKind, StmtId};

use super::{Lowerer, Storage};
use crate::code::Reg;

impl Lowerer<'_> {
    /// A variable was initialised, from where on it can be named.
    pub(super) fn note_initialised(&mut self, slot: Reg) {
        if self.flows_plainly {
            self.definite.insert(slot);
        }
    }

    /// A full expression was evaluated, as a statement.
    pub(super) fn note_assigned(&mut self, e: ExprId) {
        // A statement in an expression may be one that is not reached, and code
        // that changes later may come to be.
        if !self.flows_plainly || self.has_stmt_exprs || self.kept.live.is_some() {
            return;
        }
        match self.p.exprs[e].kind {
            ExprKind::Assign(target, _) => {
                let ExprKind::Name(decl) = self.p.exprs[target].kind else { return };
                if let Some(Storage::Slot(slot)) = self.storage_of(decl) {
                    if self.definite.insert(slot) {
                        self.assigned.push(slot);
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
        let before = self.assigned.len();
        self.statement(stmt);
        self.end_literals(stmt);
        for slot in self.assigned.drain(before..) {
            self.definite.remove(&slot);
        }
    }
}
