//! Conditions: code that jumps, and expressions that choose.

use elenchus_lang::tree::{ExprId, ExprKind, UnaryOp};
use elenchus_lang::types::TypeId;

use super::jumps::Landing;
use super::{Lowered, Lowerer};
use crate::code::{Form, Op, Origin, Reg, Scalar};

impl Lowerer<'_> {
    /// Jumps if a condition is (or is not) true, as directly as it can be
    /// said.
    pub(super) fn branches(
        &mut self,
        condition: ExprId,
        when: bool,
        jumps: &mut Landing,
    ) -> Lowered<()> {
        // What is watched, may be changed later or has its value told stays in one piece.
        let told = self.told.wants.values;
        let plain = self.kept.live.is_none()
            && !told
            && !self.scratch.function.effects.contains_key(&condition);
        match self.p.exprs[condition].kind {
            ExprKind::LogAnd(a, b) if plain => self.branch_both(a, b, when, false, jumps),
            ExprKind::LogOr(a, b) if plain => self.branch_both(a, b, when, true, jumps),
            ExprKind::Unary(UnaryOp::Not, e) if plain => self.branches(e, !when, jumps),
            ExprKind::Binary(op, a, b) if plain && op.is_comparison() => {
                match (self.form(self.ty(a)), self.form(self.ty(b))) {
                    (Ok(Form::Int(ty)), Ok(Form::Int(other))) if ty == other && ty.bits <= 64 => {
                        let x = self.value(a)?;
                        let jump = match self.literal(b).map(|y| i32::try_from(y as i64)) {
                            Some(Ok(b)) => Op::BranchWith { op, ty, when, a: x, b, to: 0 },
                            _ => Op::Branch { op, ty, when, a: x, b: self.value(b)?, to: 0 },
                        };
                        self.at = Origin::Expr(condition);
                        self.emit_jump(jump, jumps);
                        Ok(())
                    }
                    _ => self.branch(condition, when, jumps),
                }
            }
            _ => self.branch(condition, when, jumps),
        }
    }

    /// `a && b`, or `a || b`: the second is reached unless the first decides.
    fn branch_both(
        &mut self,
        a: ExprId,
        b: ExprId,
        when: bool,
        decides: bool,
        jumps: &mut Landing,
    ) -> Lowered<()> {
        if when == decides {
            self.branches(a, when, jumps)?;
            return self.branches(b, when, jumps);
        }
        let mut over = Landing::NEW;
        self.branches(a, decides, &mut over)?;
        self.branches(b, when, jumps)?;
        self.land(over);
        Ok(())
    }

    /// Jumps if the value is (or is not) zero.
    fn branch(&mut self, condition: ExprId, when: bool, jumps: &mut Landing) -> Lowered<()> {
        let value = self.sequenced(condition, |l| l.value(condition))?;
        let (value, scalar) = self.tested(value, self.ty(condition))?;
        self.branch_on(value, scalar, when, jumps)
    }

    pub(super) fn branch_on(
        &mut self,
        value: Reg,
        scalar: Scalar,
        when: bool,
        jumps: &mut Landing,
    ) -> Lowered<()> {
        let condition = match scalar {
            Scalar::Word => value,
            _ => {
                let dst = self.temp()?;
                self.emit(Op::IsTrue { dst, a: value, scalar });
                dst
            }
        };
        let jump = match when {
            true => Op::JumpIf { condition, to: 0 },
            false => Op::JumpUnless { condition, to: 0 },
        };
        self.emit_jump(jump, jumps);
        Ok(())
    }

    pub(super) fn logical(&mut self, a: ExprId, b: ExprId, or: bool) -> Lowered<Reg> {
        let dst = self.temp()?;
        self.emit(Op::Const { dst, value: or.into() });
        let mut decided = Landing::NEW;
        self.branch(a, or, &mut decided)?;
        let value = self.value(b)?;
        let (value, scalar) = self.tested(value, self.ty(b))?;
        self.branch_on(value, scalar, or, &mut decided)?;
        self.emit(Op::Const { dst, value: (!or).into() });
        self.land(decided);
        Ok(dst)
    }

    pub(super) fn conditional(
        &mut self,
        c: ExprId,
        a: ExprId,
        b: ExprId,
        ty: TypeId,
    ) -> Lowered<Reg> {
        let dst = self.temp()?;
        let is_void = self.p.types.is_void(ty);
        let (mut to_else, mut to_end) = (Landing::NEW, Landing::NEW);
        match self.watching {
            0 => self.branches(c, false, &mut to_else)?,
            _ => self.branch(c, false, &mut to_else)?,
        }
        self.arm(a, dst, is_void)?;
        self.emit_jump(Op::Jump { to: 0 }, &mut to_end);
        self.land(to_else);
        self.arm(b, dst, is_void)?;
        self.land(to_end);
        Ok(dst)
    }

    fn arm(&mut self, e: ExprId, dst: Reg, is_void: bool) -> Lowered<()> {
        if is_void {
            return self.effect(e);
        }
        let src = self.value(e)?;
        self.emit(Op::Move { dst, src });
        Ok(())
    }

    /// `c ?: b` whose value nobody needs.
    pub(super) fn unless(&mut self, c: ExprId, b: ExprId) -> Lowered<()> {
        let mut to_end = Landing::NEW;
        match self.watching {
            0 => self.branches(c, true, &mut to_end)?,
            _ => self.branch(c, true, &mut to_end)?,
        }
        self.effect(b)?;
        self.land(to_end);
        Ok(())
    }

    pub(super) fn elvis(&mut self, c: ExprId, b: ExprId, ty: TypeId) -> Lowered<Reg> {
        let dst = self.temp()?;
        let value = self.sequenced(c, |l| l.value(c))?;
        let from = self.ty(c);
        let (truth, scalar) = self.tested(value, from)?;
        let (mut to_else, mut to_end) = (Landing::NEW, Landing::NEW);
        self.branch_on(truth, scalar, false, &mut to_else)?;
        let same = self.p.types.value_type(from) == ty;
        let pointers = self.p.types.is_pointer(from) && self.p.types.is_pointer(ty);
        let converted = if same || pointers { value } else { self.arithmetic(value, from, ty)? };
        self.emit(Op::Move { dst, src: converted });
        self.emit_jump(Op::Jump { to: 0 }, &mut to_end);
        self.land(to_else);
        self.arm(b, dst, false)?;
        self.land(to_end);
        Ok(dst)
    }
}
