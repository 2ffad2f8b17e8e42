//! Operations on integers in registers, where they are not done at once.

use elenchus_lang::arith::int::Overflow;
use elenchus_lang::arith::{self, BinaryOp, UnaryOp};
use elenchus_lang::target::IntType;
use elenchus_lang::undefined::Undefined;

use crate::Machine;
use crate::facts::Facts;
use crate::rules::{addresses, taint};
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

impl Machine {
    /// An operation on integers; of a shift the count may have another type.
    #[cold]
    pub(crate) fn int_binary(
        &self,
        op: BinaryOp,
        ty: IntType,
        count: IntType,
        a: Value,
        b: Value,
    ) -> Result<Value, Stop> {
        let result = match binary(self.p.language.overflow(), op, ty, count, a, b) {
            Err(stop) if self.lets_overflow(&stop) => binary(WRAPS, op, ty, count, a, b),
            result => result,
        }?;
        Ok(self.address_binary(op, ty, a, b, result.lo).unwrap_or(result))
    }

    #[cold]
    pub(crate) fn int_unary(&self, op: UnaryOp, ty: IntType, a: Value) -> Result<Value, Stop> {
        match unary(self.p.language.overflow(), op, ty, a) {
            Err(stop) if self.lets_overflow(&stop) => unary(WRAPS, op, ty, a),
            result => result,
        }
    }

    fn lets_overflow(&self, stop: &Stop) -> bool {
        self.allowed.passes(stop, Undefined::SignedOverflow)
            || self.allowed.passes(stop, Undefined::LeftShift)
    }
}

/// What is done where overflow is allowed.
const WRAPS: Overflow = Overflow { sums_wrap: true, shifts_move_bits: true };

/// `a >> shift & mask`, of a word that is not plain.
#[cold]
pub(super) fn shift_mask(ty: IntType, a: Value, shift: u8, mask: u64) -> Result<Value, Stop> {
    // Neither of them overflows.
    let none = Overflow::default();
    let shifted = binary(none, BinaryOp::Shr, ty, ty, a, Value { lo: shift.into(), hi: 0 })?;
    binary(none, BinaryOp::And, ty, ty, shifted, Value { lo: mask, hi: 0 })
}

/// The same in a language that is known by what overflow gives.
pub(crate) fn binary(
    overflow: Overflow,
    op: BinaryOp,
    ty: IntType,
    count: IntType,
    a: Value,
    b: Value,
) -> Result<Value, Stop> {
    let (x, y) = (a.as_int(ty), b.as_int(count));
    let value = match arith::int::binary_in(overflow, op, ty, x, y) {
        Ok(value) => value,
        Err(kind) => return Err(explain_binary(kind, op, ty, x, y)),
    };
    let result = if op.is_comparison() { INT } else { ty };
    let value = Value::from_int(result, value);
    if ty.bits <= 64 && (a.hi | b.hi) != 0 {
        return taint::with(result, value, taint::binary(op, a, b));
    }
    Ok(value)
}

/// A conversion that is not between plain words (6.3.1.3).
pub(super) fn int_to_int(x: Value, from: IntType, to: IntType) -> Result<Value, Stop> {
    let value = Value::from_int(to, arith::int::wrap(to, x.as_int(from)));
    if from.bits == to.bits && addresses::is_whole(x) {
        return Ok(Value { hi: x.hi, ..value });
    }
    let taint = if from.bits <= 64 { taint::of(x) } else { 0 };
    taint::with(to, value, taint)
}

/// An operation on a plain word; nothing if the result is undefined, or is left to
/// [`Machine::int_unary`].
#[inline(always)]
pub(super) fn unary_word(op: UnaryOp, ty: IntType, a: u64) -> Option<u64> {
    let shift = 64 - u32::from(ty.bits);
    match op {
        UnaryOp::Plus => Some(a),
        UnaryOp::Neg => arith::int::word(BinaryOp::Sub, ty, 0, a),
        UnaryOp::BitNot if ty.signed => Some(!a),
        UnaryOp::BitNot => Some(!a << shift >> shift),
        UnaryOp::Not => Some((a == 0).into()),
    }
}

pub(crate) fn unary(overflow: Overflow, op: UnaryOp, ty: IntType, a: Value) -> Result<Value, Stop> {
    let x = a.as_int(ty);
    let value = arith::int::unary_in(overflow, op, ty, x).map_err(|kind| {
        let facts = Facts::new(Finding::Unary).text("operator", op.symbol());
        Stop::undefined(kind, facts.number("operand", x).number("bits", ty.bits))
    })?;
    let value = Value::from_int(ty, value);
    if ty.bits <= 64 && a.hi != 0 {
        let as_sum = if op == UnaryOp::Neg { BinaryOp::Sub } else { BinaryOp::Xor };
        return taint::with(ty, value, taint::binary(as_sum, Value::default(), a));
    }
    Ok(value)
}

#[cold]
pub(super) fn no_value(value: Value) -> Stop {
    match value == Value::JUMPED {
        true => Stop::undefined(Undefined::LongjmpLocal, Finding::ChangedBeforeJump),
        false => Stop::undefined(Undefined::Uninitialised, Finding::VariableWithoutValue),
    }
}

/// What comparisons give.
const INT: IntType = IntType { bits: 32, signed: true };

#[cold]
pub(super) fn explain_binary(kind: Undefined, op: BinaryOp, ty: IntType, a: i128, b: i128) -> Stop {
    let sign = if ty.signed { "signed" } else { "unsigned" };
    let facts = Facts::new(Finding::Binary).number("left", a).text("operator", op.symbol());
    let facts = facts.number("right", b).number("bits", ty.bits).text("sign", sign);
    Stop::undefined(kind, facts)
}
