//! `++` and `--`.

use elenchus_lang::arith::{self, BinaryOp};
use elenchus_lang::target::IntType;
use elenchus_lang::tree::{ExprId, ExprKind, StepOp};
use elenchus_lang::types::{TypeId, TypeKind};

use super::place::Lvalue;
use super::{Lowered, Lowerer, Storage};
use crate::code::{Form, Op, Origin, Reg};
use crate::features::vla::Bound;

impl Lowerer<'_> {
    /// Whether `++` or `--` of a variable in a register can be one operation.
    pub(super) fn is_slot_step(&self, target: ExprId) -> bool {
        let ExprKind::Name(decl) = self.p.exprs[target].kind else { return false };
        let Some(Storage::Slot(slot)) = self.storage_of(decl) else { return false };
        let ty = self.ty(target);
        let known = match self.form(ty) {
            Ok(Form::Int(int)) => int.bits <= 64,
            Ok(Form::Pointer) => {
                self.p.types.pointee(ty).is_some_and(|to| self.size_of(to).is_ok())
            }
            _ => false,
        };
        known && self.watching == 0 && self.kept.definite.contains(slot)
    }

    /// The same where the value is needed.
    fn slot_step_value(&mut self, expr: ExprId, op: StepOp, target: ExprId) -> Lowered<Reg> {
        let Lvalue::Slot(slot) = self.place(target)? else { return Err("this variable") };
        let old = match op {
            StepOp::PreInc | StepOp::PreDec => slot,
            StepOp::PostInc | StepOp::PostDec => {
                let old = self.temp()?;
                self.emit(Op::Move { dst: old, src: slot });
                old
            }
        };
        self.slot_step(expr, op, target)?;
        Ok(old)
    }

    pub(super) fn slot_step(&mut self, expr: ExprId, op: StepOp, target: ExprId) -> Lowered<()> {
        self.at = Origin::Expr(expr);
        let Lvalue::Slot(slot) = self.place(target)? else { return Err("this variable") };
        self.at = Origin::Expr(expr);
        let down = matches!(op, StepOp::PreDec | StepOp::PostDec);
        let ty = self.ty(target);
        match self.p.types.kind(ty) {
            TypeKind::Pointer(to) => {
                let size = self.size_of(to)?;
                let size = self.size_index(size);
                self.emit(Op::StepPointer { slot, size, down });
            }
            _ => {
                let kind = self.p.types.int_kind(ty).ok_or("this operand of ++ or --")?;
                let computed = self.p.target.int_type(arith::promote(&self.p.target, kind));
                let ty = self.int_of(ty)?;
                self.emit(Op::StepInt { slot, ty, computed, down });
            }
        }
        Ok(())
    }

    pub(super) fn step(&mut self, expr: ExprId, op: StepOp, target: ExprId) -> Lowered<Reg> {
        if self.is_slot_step(target) {
            return self.slot_step_value(expr, op, target);
        }
        let at = self.at;
        let watched = self.watch_assignment(target, None, true);
        let place = self.place_of_value(target)?;
        self.at = at;
        let ty = self.ty(target);
        let mut old = self.load(place, ty)?;
        if let (Lvalue::Slot(slot), StepOp::PostInc | StepOp::PostDec) = (place, op) {
            if old == slot {
                // The old value is needed after the new one is there.
                old = self.temp()?;
                self.emit(Op::Move { dst: old, src: slot });
            }
        }
        let down = matches!(op, StepOp::PreDec | StepOp::PostDec);
        let result = match self.p.types.kind(ty) {
            TypeKind::Pointer(to) => {
                let one = self.constant(1)?;
                self.advance(old, one, TypeId::INT, to, down, Bound::None, false)?
            }
            TypeKind::Float(kind) => {
                let format = self.p.target.float_format(kind);
                let int = IntType { bits: 32, signed: true };
                let one = arith::Float::from_int(format, int, 1);
                let one = self.wide(one.bits())?;
                let dst = self.temp()?;
                let op = if down { BinaryOp::Sub } else { BinaryOp::Add };
                self.emit(Op::Float { op, format, dst, a: old, b: one });
                dst
            }
            TypeKind::Complex(_) => self.complex_step(old, ty, down)?,
            TypeKind::Vector { .. } => {
                let (new, kept) = self.vector_step(old, ty, down)?;
                old = kept;
                new
            }
            _ => {
                let kind = self.p.types.int_kind(ty).ok_or("this operand of ++ or --")?;
                let computed = TypeId::int(arith::promote(&self.p.target, kind));
                let left = self.arithmetic(old, ty, computed)?;
                let int = self.int_of(computed)?;
                let one = self.int_constant(int, 1)?;
                let op = if down { BinaryOp::Sub } else { BinaryOp::Add };
                let result = self.arithmetic_op(op, left, computed, one, computed, computed)?;
                self.arithmetic(result, computed, ty)?
            }
        };
        // The old value may lie in the variable's own register.
        self.store(place, result, ty, false)?;
        if watched {
            self.emit(Op::MeetAll);
            self.close_watch(false);
        }
        match op {
            StepOp::PreInc | StepOp::PreDec => self.assigned_value(place, result),
            StepOp::PostInc | StepOp::PostDec => Ok(old),
        }
    }
}
