//! Constants as they are written in most expressions: operations hold them,
//! so that they need no register.

use elenchus_lang::arith::{self, BinaryOp};
use elenchus_lang::rules::Edition;
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
    #[inline(always)]
    pub(super) fn literal(&self, e: ExprId) -> Option<u64> {
        match self.p.exprs[e].kind {
            ExprKind::Int(bits, _) => self.word(e, i128::from(bits)).map(|(_, value)| value),
            // As most are.
            ExprKind::Convert(Conversion::Lvalue, _) | ExprKind::Binary(..) => None,
            _ if self.has_number(e) => self.literal_within(e),
            _ => None,
        }
    }

    /// Whether there is a number within: most expressions have none.
    fn has_number(&self, e: ExprId) -> bool {
        let mut e = e;
        for _ in 0..=AROUND {
            e = match self.p.exprs[e].kind {
                ExprKind::Int(..) | ExprKind::Enumerator(_) => return true,
                ExprKind::Convert(Conversion::Arithmetic, inner)
                | ExprKind::Cast(Conversion::Arithmetic, inner, _)
                | ExprKind::Unary(UnaryOp::Neg, inner) => inner,
                _ => return false,
            };
        }
        false
    }

    fn literal_within(&self, outermost: ExprId) -> Option<u64> {
        // What is around the number, and whether that is a sign.
        let mut around = [(outermost, false); AROUND];
        let mut depth = 0;
        let mut e = outermost;
        let (mut ty, mut value) = loop {
            let (inner, is_sign) = match self.p.exprs[e].kind {
                ExprKind::Int(bits, _) => break self.word(e, i128::from(bits))?,
                ExprKind::Enumerator(decl) => {
                    let DeclKind::Enumerator { value, .. } = self.p.decls[decl].kind else {
                        return None;
                    };
                    break self.word(e, i128::from(value))?;
                }
                ExprKind::Convert(Conversion::Arithmetic, inner) => (inner, false),
                ExprKind::Unary(UnaryOp::Neg, inner) => (inner, true),
                ExprKind::Cast(Conversion::Arithmetic, inner, written)
                    if !self.p.types.is_variably_modified(written) =>
                {
                    (inner, false)
                }
                _ => return None,
            };
            *around.get_mut(depth)? = (e, is_sign);
            depth += 1;
            e = inner;
        };
        for &(e, is_sign) in around[..depth].iter().rev() {
            let inner = Value { lo: value, hi: 0 }.as_int(ty);
            let signed = match is_sign {
                true => arith::int::unary(arith::UnaryOp::Neg, ty, inner).ok()?,
                false => inner,
            };
            (ty, value) = self.word(e, signed)?;
        }
        Some(value)
    }

    /// A value as one of the type of an expression.
    #[inline(always)]
    fn word(&self, e: ExprId, value: i128) -> Option<(IntType, u64)> {
        match self.form(self.ty(e)) {
            Ok(Form::Int(ty)) if ty.bits <= 64 => Some((ty, arith::int::wrap(ty, value) as u64)),
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
            // C89 shifts otherwise; a count that is too large is explained.
            BinaryOp::Shl | BinaryOp::Shr => {
                b < u64::from(ty.bits) && self.p.standard.edition != Edition::C89
            }
            _ => true,
        };
        (ty.bits <= 64 && holds).then_some((ty, b))
    }
}
