//! Side effects inside expressions.
//!
//! An expression holds at most one, and nothing else in it touches the
//! variable: the order of evaluation does not matter then.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::tree::{ExprKind, StepOp, StmtKind};
use elenchus_lang::types::TypeId;

use super::state::{Gen, VarId, retain_from};
use super::value::{Built, Known};

impl Gen<'_> {
    /// Chooses a variable that the next expression changes on its way; `spared`
    /// is what the statement itself changes.
    pub fn plan_effect(&mut self, spared: Option<VarId>) {
        if !self.choices.percent("side effect", self.odds.policy.effect) {
            return;
        }
        let first = self.gather(|var| {
            var.is_writable()
                && !(var.addressed || var.ty.is_volatile() || var.fresh || var.collects)
                && var.int.is_some()
        });
        // Who has a pointer to something may have one to this.
        let may_be_global = !self.settings.preset.has_pointers();
        retain_from(&mut self.scratch.found, first, |var| {
            Some(var) != spared && (may_be_global || !self.known.vars[var].global)
        });
        if let Some(var) = self.take_found("changed on the way", first) {
            self.now.taboo = Some(var);
            self.now.effect_to_come = true;
        }
    }

    pub fn end_effect(&mut self) {
        self.now.taboo = None;
        self.now.effect_to_come = false;
    }

    /// The side effect that was planned, as a leaf.
    pub fn effect(&mut self) -> Option<Built> {
        let var = self.now.taboo.filter(|_| self.now.effect_to_come)?;
        self.now.effect_to_come = false;
        let access = {
            let taboo = self.now.taboo.take();
            let access = self.access(var, true);
            self.now.taboo = taboo;
            access?
        };
        self.totals.stats.construct("side effect in expression");
        let ty = self.tree().types.value_type(access.ty);
        let unsigned = self.int_type(ty).is_some_and(|int| !int.signed);
        match self.choices.below("effect form", 3) {
            0 if unsigned && ty != TypeId::BOOL => {
                use StepOp::*;
                let op = self.choices.pick("step", &[PreInc, PostInc, PreDec, PostDec]);
                let id = build::expr(self.p(), ExprKind::Step(op, access.lvalue), ty);
                self.known.vars[var].fresh = true;
                let (value, effects) = (Known::No, true);
                Some(Built { id, ty, value, chars: access.chars + 2, effects, constant: false })
            }
            1 => {
                let value = self.leaf();
                let value = self.convert(value, ty);
                let StmtKind::Expr(id) = self.store(access, value) else { return None };
                Some(Built { id, effects: true, constant: false, ..value })
            }
            _ => {
                let value = self.leaf();
                let StmtKind::Expr(id) = self.update(access, BinaryOp::Xor, value) else {
                    return None;
                };
                let chars = value.chars + access.chars + 4;
                Some(Built { id, ty, value: Known::No, chars, effects: true, constant: false })
            }
        }
    }
}
