//! Expressions whose value nobody needs: what they do, and no more.

use elenchus_lang::target::IntKind;
use elenchus_lang::tree::{Conversion, ExprId, ExprKind, UnaryOp};
use elenchus_lang::types::TypeId;

use super::place::Lvalue;
use super::{Lowered, Lowerer};
use crate::code::{Op, Origin};

impl Lowerer<'_> {
    /// An expression whose value nobody needs.
    pub(crate) fn effect(&mut self, expr: ExprId) -> Lowered<()> {
        if self.scratch.orders.plan.value_of(expr).is_some() {
            return Ok(());
        }
        self.lower_part_orders(expr);
        match self.p.exprs[expr].kind {
            ExprKind::Assign(target, value) if self.is_byte_copy(target, value) => {
                self.byte_copy(Origin::Expr(expr), target, value)
            }
            ExprKind::Comma(a, b) => {
                self.sequenced(a, |l| l.effect(a))?;
                self.effect(b)
            }
            ExprKind::Assign(..) | ExprKind::CompoundAssign(..) => {
                let fresh = self.registers.next;
                self.value(expr)?;
                self.fuse_move(fresh);
                Ok(())
            }
            ExprKind::Convert(Conversion::Void, e) => self.effect(e),
            ExprKind::Cast(Conversion::Void, e, _) => {
                self.evaluate_types(expr)?;
                self.effect(e)
            }
            ExprKind::Name(_) if !self.p.exprs[expr].ty.is_volatile() => Ok(()),
            ExprKind::StmtExpr(body) => self.stmt_expr(body, false).map(|_| ()),
            ExprKind::Step(op, target) if self.is_slot_step(target) => {
                self.slot_step(expr, op, target)
            }
            ExprKind::Generic(_, list) => {
                let chosen = self.p.associations[list].iter().find(|a| a.chosen);
                self.effect(chosen.ok_or("a _Generic without choice")?.expr)
            }
            ExprKind::Choose { chosen, .. } => self.effect(chosen),
            ExprKind::Conditional(c, a, b) => {
                let outer = std::mem::replace(&mut self.at, Origin::Expr(expr));
                let result = self.conditional(c, a, b, TypeId::VOID);
                self.at = outer;
                result.map(|_| ())
            }
            ExprKind::Elvis(c, b) => {
                let outer = std::mem::replace(&mut self.at, Origin::Expr(expr));
                let result = self.unless(c, b);
                self.at = outer;
                result
            }
            // There is nothing to read where a pointer to void leads.
            ExprKind::Unary(UnaryOp::Deref, e) if self.p.types.is_void(self.ty(expr)) => {
                self.effect(e)
            }
            ExprKind::Call(callee, args) => {
                let outer = std::mem::replace(&mut self.at, Origin::Expr(expr));
                let result = self.call(expr, callee, args, self.ty(expr));
                self.at = outer;
                result.map(|_| ())
            }
            _ => {
                let is_lvalue = matches!(
                    self.p.exprs[expr].kind,
                    ExprKind::Name(_)
                        | ExprKind::Unary(UnaryOp::Deref, _)
                        | ExprKind::Index(..)
                        | ExprKind::Member(..)
                        | ExprKind::CompoundLiteral(..)
                        | ExprKind::String(_)
                );
                match is_lvalue {
                    true => {
                        let place = self.place(expr)?;
                        let ty = self.ty(expr);
                        // What nobody uses is read all the same (6.3.2.1p2).
                        let is_scalar = self.p.types.is_scalar(ty);
                        let reads = is_scalar || ty.is_volatile() && !self.p.types.is_void(ty);
                        if reads { self.load(place, ty).map(|_| ()) } else { Ok(()) }
                    }
                    false => self.value(expr).map(|_| ()),
                }
            }
        }
    }

    /// A character copied from memory to memory takes all that its byte
    /// carries along, and need not be initialised (6.2.6.1p3).
    fn is_byte_copy(&self, target: ExprId, value: ExprId) -> bool {
        let ExprKind::Convert(Conversion::Lvalue, source) = self.p.exprs[value].kind else {
            return false;
        };
        let byte = |ty: TypeId| {
            let kind = self.p.types.int_kind(ty);
            kind.is_some_and(|k| k != IntKind::Bool && self.p.target.int_extent(k).size == 1)
        };
        let field = |e: ExprId| match self.p.exprs[e].kind {
            ExprKind::Member(_, f, _) => self.p.types.fields[f].width.is_some(),
            _ => false,
        };
        let plain = |e: ExprId| byte(self.ty(e)) && !self.ty(e).is_volatile() && !field(e);
        plain(target) && plain(source)
    }

    fn byte_copy(&mut self, by: Origin, target: ExprId, value: ExprId) -> Lowered<()> {
        let ExprKind::Convert(_, source) = self.p.exprs[value].kind else {
            return Err("this assignment");
        };
        let at = Origin::Expr(value);
        let watched = self.watch_assignment(target, Some(value), false);
        let to = self.place(target)?;
        self.next_operand(watched);
        let from = self.place(source)?;
        self.at = at;
        match (to, from) {
            (Lvalue::Memory(to), Lvalue::Memory(from)) => {
                self.check_atomic(&from);
                self.check_atomic(&to);
                let access = self.access(self.ty(target), false)?;
                self.leave_open(&to, access);
                let copy = Op::Copy { to: to.pointer, from: from.pointer, access };
                self.made_by(by, |l| l.emit(copy));
            }
            _ => {
                let value = self.load(from, self.ty(source))?;
                self.made_by(by, |l| l.store(to, value, l.ty(target), false))?;
            }
        }
        if watched {
            self.emit(Op::Settle { sequenced: false });
            self.close_watch(false);
        }
        Ok(())
    }
}
