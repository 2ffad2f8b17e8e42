//! Conditions: code that jumps, and expressions that choose.

use elenchus_lang::tree::{ExprId, ExprKind, UnaryOp};
use elenchus_lang::types::TypeId;

use super::{Lowered, Lowerer};
use crate::code::{Form, Index, Op, Origin, Reg, Scalar};

impl Lowerer<'_> {
    /// Jumps if a condition is (or is not) true, as directly as it can be
    /// said; gives all jumps to patch.
    pub(super) fn branches(
        &mut self,
        condition: ExprId,
        when: bool,
        jumps: &mut Vec<Index>,
    ) -> Lowered<()> {
        // What is watched or may be changed later stays in one piece.
        let plain = self.kept.live.is_none() && !self.scratch.effects.contains_key(&condition);
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
                        jumps.push(self.emit(jump));
                        Ok(())
                    }
                    _ => {
                        jumps.push(self.branch(condition, when)?);
                        Ok(())
                    }
                }
            }
            _ => {
                jumps.push(self.branch(condition, when)?);
                Ok(())
            }
        }
    }

    /// `a && b`, or `a || b`: the second is reached unless the first decides.
    fn branch_both(
        &mut self,
        a: ExprId,
        b: ExprId,
        when: bool,
        decides: bool,
        jumps: &mut Vec<Index>,
    ) -> Lowered<()> {
        if when == decides {
            self.branches(a, when, jumps)?;
            return self.branches(b, when, jumps);
        }
        let mut over = Vec::new();
        self.branches(a, decides, &mut over)?;
        self.branches(b, when, jumps)?;
        over.into_iter().for_each(|jump| self.patch(jump));
        Ok(())
    }

    /// Jumps if the value is (or is not) zero; gives the jump to patch.
    pub(super) fn branch(&mut self, condition: ExprId, when: bool) -> Lowered<Index> {
        let value = self.sequenced(condition, |l| l.value(condition))?;
        let (value, scalar) = self.tested(value, self.ty(condition))?;
        self.branch_on(value, scalar, when)
    }

    pub(super) fn branch_on(&mut self, value: Reg, scalar: Scalar, when: bool) -> Lowered<Index> {
        let condition = match scalar {
            Scalar::Word => value,
            _ => {
                let dst = self.temp()?;
                self.emit(Op::IsTrue { dst, a: value, scalar });
                dst
            }
        };
        Ok(match when {
            true => self.emit(Op::JumpIf { condition, to: 0 }),
            false => self.emit(Op::JumpUnless { condition, to: 0 }),
        })
    }

    pub(super) fn logical(&mut self, a: ExprId, b: ExprId, or: bool) -> Lowered<Reg> {
        let dst = self.temp()?;
        self.emit(Op::Const { dst, value: or.into() });
        let first = self.branch(a, or)?;
        let value = self.value(b)?;
        let (value, scalar) = self.tested(value, self.ty(b))?;
        let second = self.branch_on(value, scalar, or)?;
        self.emit(Op::Const { dst, value: (!or).into() });
        self.patch(first);
        self.patch(second);
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
        let mut to_else = Vec::new();
        match self.watching {
            0 => self.branches(c, false, &mut to_else)?,
            _ => to_else.push(self.branch(c, false)?),
        }
        self.arm(a, dst, is_void)?;
        let to_end = self.emit(Op::Jump { to: 0 });
        to_else.into_iter().for_each(|jump| self.patch(jump));
        self.arm(b, dst, is_void)?;
        self.patch(to_end);
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

    pub(super) fn elvis(&mut self, c: ExprId, b: ExprId, ty: TypeId) -> Lowered<Reg> {
        let dst = self.temp()?;
        let value = self.sequenced(c, |l| l.value(c))?;
        let from = self.ty(c);
        let (truth, scalar) = self.tested(value, from)?;
        let to_else = self.branch_on(truth, scalar, false)?;
        let same = self.p.types.value_type(from) == ty;
        let pointers = self.p.types.is_pointer(from) && self.p.types.is_pointer(ty);
        let converted = if same || pointers { value } else { self.arithmetic(value, from, ty)? };
        self.emit(Op::Move { dst, src: converted });
        let to_end = self.emit(Op::Jump { to: 0 });
        self.patch(to_else);
        self.arm(b, dst, false)?;
        self.patch(to_end);
        Ok(dst)
    }
}
