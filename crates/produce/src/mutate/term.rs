//! Expressions together with all values that they may have: what speculative evaluation
//! works on. Each is built with C's conversions, and evaluated with them.

use elenchus_lang::arith::{self, BinaryOp};
use elenchus_lang::build;
use elenchus_lang::tree::{ExprId, Program, UnaryOp};
use elenchus_lang::types::TypeId;

use super::profile::Known;
use super::values::{self, Values};

/// An integer expression that is evaluated without effect.
#[derive(Clone, Debug)]
pub struct Term {
    pub expr: ExprId,
    pub ty: TypeId,
    pub values: Values,
}

impl Term {
    pub fn constant(p: &mut Program, ty: TypeId, value: i128) -> Term {
        Term { expr: build::constant(p, ty, value), ty, values: Values::one(value) }
    }

    /// What a leaf holds, as operators take it.
    pub fn of(p: &mut Program, known: &Known) -> Option<Term> {
        known.leaf.promoted(p)?;
        let expr = known.leaf.value(p);
        Some(Term { expr, ty: p.exprs[expr].ty, values: known.values.clone() })
    }

    /// The values after a conversion to another integer type.
    pub fn values_as(&self, p: &Program, ty: TypeId) -> Option<Values> {
        Some(self.values.converted(build::int_type(p, ty)?))
    }

    /// None if it may be undefined.
    pub fn unary(&self, p: &mut Program, op: UnaryOp) -> Option<Term> {
        let does = match op {
            UnaryOp::Plus => arith::UnaryOp::Plus,
            UnaryOp::Neg => arith::UnaryOp::Neg,
            UnaryOp::BitNot => arith::UnaryOp::BitNot,
            UnaryOp::Not => arith::UnaryOp::Not,
            _ => return None,
        };
        let ty = if op == UnaryOp::Not { self.ty } else { build::promoted(p, self.ty) };
        let values = values::unary(does, build::int_type(p, ty)?, &self.values_as(p, ty)?)?;
        let expr = build::unary(p, op, self.expr);
        Some(Term { expr, ty: p.exprs[expr].ty, values })
    }

    /// None if it may be undefined.
    pub fn binary(&self, p: &mut Program, op: BinaryOp, other: &Term) -> Option<Term> {
        let values = self.values_of(p, op, other)?;
        let expr = build::binary(p, op, self.expr, other.expr);
        Some(Term { expr, ty: p.exprs[expr].ty, values })
    }

    /// What an operator makes of two terms.
    pub fn values_of(&self, p: &Program, op: BinaryOp, other: &Term) -> Option<Values> {
        let (common, _) = build::types_of(p, op, self.ty, other.ty);
        let right = if op.is_shift() { build::promoted(p, other.ty) } else { common };
        let (a, b) = (self.values_as(p, common)?, other.values_as(p, right)?);
        values::binary(op, build::int_type(p, common)?, &a, &b)
    }
}

/// The operators on two integers.
pub const BINARY: [BinaryOp; 16] = BinaryOp::ALL;

/// Those that compare.
pub const COMPARE: [BinaryOp; 6] =
    [BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne];
