//! Constants as they are written in most expressions: operations hold them,
//! so that they need no register.

use elenchus_lang::arith::{self, BinaryOp};
use elenchus_lang::target::IntType;
use elenchus_lang::tree::{Conversion, DeclKind, ExprId, ExprKind, UnaryOp};
use elenchus_lang::types::TypeId;

use super::{Lowered, Lowerer};
use crate::code::{Form, Op, Reg};
use crate::value::Value;

/// How many conversions and signs there may be around a number: enough for
/// what people write, and a bound for what programs do.
const AROUND: usize = 4;

impl Lowerer<'_> {
    /// The value of a number of at most 64 bits, perhaps with a sign and
    /// converted.
    #[inline]
    pub(crate) fn literal(&self, e: ExprId) -> Option<u64> {
        match self.may_be_literal(e) {
            true => self.number(e, AROUND),
            false => None,
        }
    }

    /// Whether it is neither what is read from somewhere nor computed, as most
    /// expressions are.
    #[inline]
    pub(super) fn may_be_literal(&self, e: ExprId) -> bool {
        let kind = self.p.exprs[e].kind;
        !matches!(kind, ExprKind::Convert(Conversion::Lvalue, _) | ExprKind::Binary(..))
    }

    /// The same if there is no more than that around it.
    fn number(&self, e: ExprId, around: usize) -> Option<u64> {
        match self.p.exprs[e].kind {
            ExprKind::Int(bits, _) => self.word(e, bits),
            ExprKind::Convert(Conversion::Arithmetic, inner) => {
                self.word(e, self.number_within(inner, around)?)
            }
            ExprKind::Cast(Conversion::Arithmetic, inner, written) => {
                let value = self.number_within(inner, around)?;
                match self.p.types.is_variably_modified(written) {
                    true => None,
                    false => self.word(e, value),
                }
            }
            ExprKind::Unary(UnaryOp::Neg, inner) => {
                let value = self.number_within(inner, around)?;
                let Ok(Form::Int(ty)) = self.form(self.ty(inner)) else { return None };
                let value = Value { lo: value, hi: 0 }.as_int(ty);
                self.word(e, arith::int::neg(ty, value).ok()? as u64)
            }
            ExprKind::Enumerator(decl) => match self.p.decls[decl].kind {
                DeclKind::Enumerator { value, .. } => self.word(e, value as u64),
                _ => None,
            },
            _ => None,
        }
    }

    /// A number that has one thing more around it.
    #[inline]
    fn number_within(&self, e: ExprId, around: usize) -> Option<u64> {
        match self.may_be_literal(e) {
            true => self.number(e, around.checked_sub(1)?),
            false => None,
        }
    }

    /// The value with these low bits of the type of an expression, if that is an
    /// integer of at most 64 bits.
    #[inline(always)]
    fn word(&self, e: ExprId, bits: u64) -> Option<u64> {
        match self.form(self.ty(e)) {
            Ok(Form::Int(ty)) if ty.bits <= 64 => {
                Some(arith::int::wrap(ty, i128::from(bits)) as u64)
            }
            _ => None,
        }
    }

    pub(super) fn int_constant(&mut self, ty: IntType, value: i128) -> Lowered<Reg> {
        match ty.bits <= 64 {
            true => self.constant(value as u64),
            false => self.wide(value as u128),
        }
    }

    /// An operation on words whose right operand is a number.
    pub(super) fn with_literal(
        &mut self,
        op: BinaryOp,
        a: Reg,
        left: ExprId,
        right: ExprId,
    ) -> Lowered<Option<Reg>> {
        let Some((ty, b)) = self.literal_operand(op, self.ty(left), right) else { return Ok(None) };
        if !op.is_comparison() {
            self.check_wide_bit_field(left);
        }
        if op == BinaryOp::And {
            if let Some(dst) = self.fuse_mask(a, ty, b) {
                return Ok(Some(dst));
            }
        }
        let dst = self.temp()?;
        self.emit(Op::IntWith { op, ty, dst, a, b });
        Ok(Some(dst))
    }

    /// The right operand of an operation in a type of words, if it is a number
    /// that `IntWith` takes.
    pub(super) fn literal_operand(
        &self,
        op: BinaryOp,
        ty: TypeId,
        right: ExprId,
    ) -> Option<(IntType, u64)> {
        let b = self.literal(right)?;
        let Ok(Form::Int(ty)) = self.form(ty) else { return None };
        let holds = match op {
            // A count that is too large is explained.
            BinaryOp::Shl | BinaryOp::Shr => b < u64::from(ty.bits),
            _ => true,
        };
        (ty.bits <= 64 && holds).then_some((ty, b))
    }
}
