//! Expressions together with the values they have now.
//!
//! An operation that would be undefined for the present values is replaced
//! while it is built, by a row of the table of rewrites.

use elenchus_lang::arith::{self, BinaryOp, Float};
use elenchus_lang::build;
use elenchus_lang::edits;
use elenchus_lang::target::IntType;
use elenchus_lang::tree::{ExprId, ExprKind, UnaryOp};
use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use super::state::Gen;
use crate::repair::{Case, Maker, Number, Op, REWRITES, Rewrite, Type};

/// The value of an expression, as far as it is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Known {
    Int(i128),
    Float(Float),
    No,
}

/// An expression of arithmetic type.
#[derive(Clone, Copy, Debug)]
pub struct Built {
    pub id: ExprId,
    pub ty: TypeId,
    pub value: Known,
    /// About how long its text is.
    pub chars: u32,
    pub effects: bool,
    pub constant: bool,
}

/// About how many characters of an expression may be written once more. Without a
/// limit, copies of copies grow without one.
const SHORT: u32 = 400;

impl Built {
    /// Whether it may be written more than once.
    pub fn is_short(&self) -> bool {
        self.chars <= SHORT
    }

    pub fn int(&self) -> Option<i128> {
        match self.value {
            Known::Int(value) => Some(value),
            _ => None,
        }
    }
}

impl Gen<'_> {
    pub fn int_type(&self, ty: TypeId) -> Option<IntType> {
        build::int_type(self.tree(), ty)
    }

    /// A constant of a type; of a narrow type, one that has been promoted.
    pub fn constant(&mut self, ty: TypeId, value: i128) -> Built {
        let ty = build::promoted(self.tree(), ty);
        let id = build::constant(self.p(), ty, value);
        let size = value.unsigned_abs();
        // Numbers of 128 bits take longer.
        let digits = match u64::try_from(size) {
            Ok(size) => size.checked_ilog10(),
            Err(_) => size.checked_ilog10(),
        };
        let chars = 2 + digits.unwrap_or(0);
        Built { id, ty, value: Known::Int(value), chars, effects: false, constant: true }
    }

    pub fn int(&mut self, value: i128) -> Built {
        self.constant(TypeId::INT, value)
    }

    /// What a value becomes in another type.
    pub fn converted(&self, value: Known, to: TypeId) -> Result<Known, Undefined> {
        let p = self.tree();
        if let Some(kind) = build::float_kind(p, to) {
            let format = p.target.float_format(kind);
            return Ok(match value {
                Known::Int(value) => {
                    // Wide enough for every value that is its own.
                    let ty = IntType { bits: 128, signed: true };
                    Known::Float(Float::from_int(format, ty, value))
                }
                Known::Float(value) => Known::Float(value.convert(format)),
                Known::No => Known::No,
            });
        }
        let Some(int) = build::int_type(p, to) else { return Ok(Known::No) };
        let is_bool = to == TypeId::BOOL;
        Ok(match value {
            Known::Int(value) if is_bool => Known::Int(arith::int::to_bool(value)),
            Known::Int(value) => Known::Int(arith::int::wrap(int, value)),
            Known::Float(value) if is_bool => Known::Int(value.to_bool()),
            Known::Float(value) => Known::Int(value.to_int(int)?),
            Known::No => Known::No,
        })
    }

    /// An implicit conversion. What a floating type cannot hold, or what an
    /// integer type cannot take, is made small first.
    pub fn convert(&mut self, mut a: Built, to: TypeId) -> Built {
        if a.ty == to {
            return a;
        }
        let p = self.tree();
        if let (Some(_), Some(int)) = (p.types.int_kind(a.ty), build::int_type(p, to)) {
            self.convert_int(&mut a, to, int);
            return a;
        }
        let a = self.prepared(a, to);
        if a.ty == to {
            return a;
        }
        let value = self.converted(a.value, to).unwrap_or(Known::No);
        let id = build::convert(self.p(), a.id, to);
        Built { id, ty: to, value, ..a }
    }

    /// An implicit conversion between integer types.
    fn convert_int(&mut self, a: &mut Built, to: TypeId, int: IntType) {
        if a.ty == to {
            return;
        }
        if let Known::Int(value) = &mut a.value {
            *value = match to == TypeId::BOOL {
                true => arith::int::to_bool(*value),
                false => arith::int::wrap(int, *value),
            };
        }
        a.id = build::convert(self.p(), a.id, to);
        a.ty = to;
    }

    pub fn cast(&mut self, a: Built, to: TypeId) -> Built {
        let direct = self.is_float(a.ty) && to == TypeId::LONG_LONG;
        let a = if direct || a.ty == to { a } else { self.prepared(a, to) };
        let value = self.converted(a.value, to).unwrap_or(Known::No);
        let id = build::cast(self.p(), a.id, to);
        Built { id, ty: to, value, chars: a.chars + 8, ..a }
    }

    /// A value that can be converted to a type with floating ones around.
    fn prepared(&mut self, a: Built, to: TypeId) -> Built {
        match (self.is_float(a.ty), self.is_float(to)) {
            (_, true) => self.exact(a, to),
            (true, false) if to != TypeId::BOOL => {
                match self.converted(a.value, to).is_ok() && a.value != Known::No {
                    true => a,
                    false => self.integer(a),
                }
            }
            _ => a,
        }
    }

    pub fn binary(&mut self, op: BinaryOp, mut a: Built, mut b: Built) -> Built {
        let types = &self.tree().types;
        let (Some(left), Some(right)) = (types.int_kind(a.ty), types.int_kind(b.ty)) else {
            return self.float_binary(op, a, b);
        };
        let target = &self.tree().target;
        let (left, right) = match op.is_shift() {
            true => (arith::promote(target, left), arith::promote(target, right)),
            false => {
                let common = arith::usual_int(target, left, right);
                (common, common)
            }
        };
        let (left_type, right_type) = (TypeId::int(left), TypeId::int(right));
        let (left, right) = (target.int_type(left), target.int_type(right));
        let op = self.operator_in(op, left_type);
        self.convert_int(&mut a, left_type, left);
        self.convert_int(&mut b, right_type, right);
        let value = match (a.value, b.value) {
            (Known::Int(x), Known::Int(y)) => match arith::int::binary(op, left, x, y) {
                Ok(value) => Known::Int(value),
                Err(kind) => {
                    let case = Case { left, right, a: x, b: y };
                    return self.rewrite(Op::Binary(op), kind, case, a, b);
                }
            },
            _ => Known::No,
        };
        let result = if op.is_comparison() { TypeId::INT } else { left_type };
        self.binary_node(op, &a, &b, result, value)
    }

    /// An operator, or what stands for it in a type: pcc has no code for some
    /// remainders of `unsigned int`.
    pub fn operator_in(&self, op: BinaryOp, ty: TypeId) -> BinaryOp {
        match op {
            BinaryOp::Rem if self.settings.basic && ty == TypeId::UINT => BinaryOp::Div,
            _ => op,
        }
    }

    /// At least one of the operands is no integer.
    fn float_binary(&mut self, op: BinaryOp, a: Built, b: Built) -> Built {
        if !op.is_for_floats() {
            let (a, b) = (self.integer(a), self.integer(b));
            return self.binary(op, a, b);
        }
        let (common, result) = build::types_of(self.tree(), op, a.ty, b.ty);
        let (a, b) = (self.convert(a, common), self.convert(b, common));
        let value = match (a.value, b.value) {
            (Known::Float(x), Known::Float(y)) if op.is_comparison() => {
                let yes = Float::compare_by(op, x, y);
                yes.map_or(Known::No, |yes| Known::Int(yes.into()))
            }
            _ if self.is_float(common) && !op.is_comparison() => {
                return self.float_operation(op, a, b, common);
            }
            _ => Known::No,
        };
        self.binary_node(op, &a, &b, result, value)
    }

    fn binary_node(
        &mut self,
        op: BinaryOp,
        a: &Built,
        b: &Built,
        ty: TypeId,
        value: Known,
    ) -> Built {
        let parentheses = self.parentheses(a.id) + self.parentheses(b.id);
        let id = build::expr(self.p(), ExprKind::Binary(op, a.id, b.id), ty);
        self.totals.stats.operation(op);
        Built {
            id,
            ty,
            value,
            chars: a.chars + b.chars + parentheses + 4,
            effects: a.effects | b.effects,
            constant: a.constant & b.constant,
        }
    }

    /// Puts an operand that has two of its own in parentheses, perhaps: how many
    /// characters that takes.
    fn parentheses(&mut self, operand: ExprId) -> u32 {
        let p = self.tree();
        let mut node = operand;
        while let ExprKind::Convert(_, of) = p.exprs[node].kind {
            node = of;
        }
        let is_operation = matches!(p.exprs[node].kind, ExprKind::Binary(..));
        if !is_operation || !self.choices.percent("parentheses", self.odds.policy.parentheses) {
            return 0;
        }
        edits::parenthesise(self.p(), node);
        2
    }

    pub fn unary(&mut self, op: UnaryOp, a: Built) -> Built {
        let a = if op == UnaryOp::BitNot { self.integer(a) } else { a };
        let ty = match op {
            UnaryOp::Not => TypeId::INT,
            _ => build::promoted(self.tree(), a.ty),
        };
        let a = if op == UnaryOp::Not { a } else { self.convert(a, ty) };
        let value = match (a.value, self.int_type(ty)) {
            (Known::Int(x), Some(int)) => {
                let done = match op {
                    UnaryOp::Neg => arith::int::neg(int, x),
                    UnaryOp::BitNot => Ok(arith::int::bit_not(int, x)),
                    UnaryOp::Not => Ok((x == 0).into()),
                    _ => Ok(x),
                };
                match done {
                    Ok(value) => Known::Int(value),
                    Err(kind) => {
                        let case = Case { left: int, right: int, a: x, b: x };
                        return self.rewrite(Op::Neg, kind, case, a, a);
                    }
                }
            }
            (Known::Float(x), _) => match op {
                UnaryOp::Not => Known::Int(x.is_zero().into()),
                UnaryOp::Plus => a.value,
                _ => {
                    let zero = Float::zero(x.format());
                    Float::binary(BinaryOp::Sub, zero, x).map_or(Known::No, Known::Float)
                }
            },
            _ => Known::No,
        };
        let id = build::expr(self.p(), ExprKind::Unary(op, a.id), ty);
        Built { id, ty, value, chars: a.chars + 2, ..a }
    }

    pub fn conditional(&mut self, c: Built, a: Built, b: Built) -> Built {
        let ty = build::usual(self.tree(), a.ty, b.ty);
        let (a, b) = (self.convert(a, ty), self.convert(b, ty));
        let value = match truth(c.value) {
            Some(true) => a.value,
            Some(false) => b.value,
            None => Known::No,
        };
        let id = build::expr(self.p(), ExprKind::Conditional(c.id, a.id, b.id), ty);
        Built {
            id,
            ty,
            value,
            chars: a.chars + b.chars + c.chars + 7,
            effects: a.effects | b.effects | c.effects,
            constant: false,
        }
    }

    pub fn logical(&mut self, and: bool, a: Built, b: Built) -> Built {
        let value = match (truth(a.value), truth(b.value)) {
            (Some(x), _) if x != and => Known::Int(x.into()),
            (Some(_), Some(y)) => Known::Int(y.into()),
            _ => Known::No,
        };
        let id = build::logical(self.p(), and, a.id, b.id);
        Built {
            id,
            ty: TypeId::INT,
            value,
            chars: a.chars + b.chars + 5,
            effects: a.effects | b.effects,
            constant: false,
        }
    }

    pub fn comma(&mut self, a: Built, b: Built) -> Built {
        let id = build::expr(self.p(), ExprKind::Comma(a.id, b.id), b.ty);
        Built { id, chars: a.chars + b.chars + 4, effects: true, constant: false, ..b }
    }

    /// Another copy of an expression without side effects.
    pub fn again(&mut self, a: Built) -> Built {
        let id = build::copy(self.p(), a.id);
        Built { id, ..a }
    }

    /// A similar operation that is defined for the values at hand.
    fn rewrite(&mut self, op: Op, kind: Undefined, case: Case, a: Built, b: Built) -> Built {
        if let Some(flipped) = self.flip_divisor(op, kind, a, b) {
            return flipped;
        }
        let fits = |row: &Rewrite| row.op == op && row.kind == kind && (row.when)(&case);
        // Rather another operator than one more.
        let (single, longer) = (4, 1);
        let mut weights = [0; REWRITES.len()];
        for (weight, row) in weights.iter_mut().zip(REWRITES).filter(|(_, row)| fits(row)) {
            *weight = if row.form.operators() <= 1 { single } else { longer };
        }
        if !(a.is_short() && b.is_short()) && weights.contains(&single) {
            weights.iter_mut().filter(|weight| **weight == longer).for_each(|weight| *weight = 0);
        }
        if weights.iter().all(|&weight| weight == 0) {
            // Every operation has a row for every case; the tests say so.
            return a;
        }
        let row = &REWRITES[self.choices.weighted("rewrite", &weights)];
        self.totals.stats.rewrites += 1;
        // One operation stood there anyway.
        self.totals.stats.inserted += u64::from(row.form.operators().saturating_sub(1));
        let fix = (row.fix)(&case, &mut self.choices);
        let (result, right) = (a.ty, b.ty);
        row.form.make(&mut Rewriter { generator: self, result, right, fix }, a, b)
    }

    /// `a / (b < c)` becomes `a / (b >= c)`.
    fn flip_divisor(&mut self, op: Op, kind: Undefined, a: Built, b: Built) -> Option<Built> {
        let (Op::Binary(op), Undefined::DivisionByZero) = (op, kind) else { return None };
        let mut node = b.id;
        while let ExprKind::Convert(_, of) = self.tree().exprs[node].kind {
            node = of;
        }
        let ExprKind::Binary(compare, x, y) = self.tree().exprs[node].kind else { return None };
        let opposite = opposite(compare)?;
        edits::change_expr(self.p(), node, ExprKind::Binary(opposite, x, y));
        self.totals.stats.rewrites += 1;
        let value = Known::Int(1);
        Some(self.binary(op, a, Built { value, ..b }))
    }
}

/// The comparison that is true when this one is false, for integers.
pub fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    use BinaryOp::*;
    Some(match op {
        Lt => Ge,
        Ge => Lt,
        Gt => Le,
        Le => Gt,
        Eq => Ne,
        Ne => Eq,
        _ => return None,
    })
}

pub fn truth(value: Known) -> Option<bool> {
    match value {
        Known::Int(value) => Some(value != 0),
        Known::Float(value) => Some(!value.is_zero()),
        Known::No => None,
    }
}

struct Rewriter<'a, 'b> {
    generator: &'a mut Gen<'b>,
    result: TypeId,
    right: TypeId,
    fix: i128,
}

impl Maker for Rewriter<'_, '_> {
    type Expr = Built;

    fn number(&mut self, number: Number) -> Built {
        let g = &mut *self.generator;
        let Some(int) = g.int_type(self.result) else { return g.int(0) };
        let (ty, value) = match number {
            Number::Small(value) => (TypeId::INT, value.into()),
            Number::LastBit => (TypeId::INT, i128::from(int.bits) - 1),
            Number::Width => (TypeId::INT, int.bits.into()),
            Number::Min => (self.result, arith::int::min(int)),
            Number::Max => (self.result, arith::int::max(int)),
            Number::Free => (self.result, 1),
            Number::FixA => (self.result, self.fix),
            Number::FixB => (self.right, self.fix),
        };
        g.constant(ty, value)
    }

    fn unary(&mut self, op: UnaryOp, a: Built) -> Built {
        self.generator.unary(op, a)
    }

    fn binary(&mut self, op: BinaryOp, a: Built, b: Built) -> Built {
        self.generator.binary(op, a, b)
    }

    fn logical(&mut self, and: bool, a: Built, b: Built) -> Built {
        self.generator.logical(and, a, b)
    }

    fn conditional(&mut self, c: Built, a: Built, b: Built) -> Built {
        self.generator.conditional(c, a, b)
    }

    fn cast(&mut self, ty: Type, a: Built) -> Built {
        let ty = match ty {
            Type::Result | Type::Wide => self.result,
            Type::Unsigned => build::unsigned(self.generator.tree(), self.result),
            Type::UnsignedRight => build::unsigned(self.generator.tree(), self.right),
        };
        self.generator.cast(a, ty)
    }

    fn again(&mut self, operand: Built) -> Built {
        self.generator.again(operand)
    }
}
