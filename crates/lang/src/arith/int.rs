//! Operators on integers.
//!
//! # Representation
//!
//! A value of any integer type is an `i128`. It is the mathematical value,
//! with one exception: a value of the unsigned type of 128 bits is its bit
//! pattern, so that 2^128 - 1 is -1. An `i128` is *canonical* for a type when
//! it represents a value of the type; [`wrap`] gives the canonical value that
//! has the same low bits. All functions take canonical operands and give
//! canonical results. An operand that is not canonical is a bug of the
//! caller: nothing panics, but the result means nothing.
//!
//! The representation is chosen such that conversion between integer types
//! is `wrap` alone, whatever the type of the source.

use super::{BinaryOp, UnaryOp};
use crate::target::IntType;
use crate::undefined::Undefined;
use std::cmp::Ordering;

/// Types up to this width compute in one machine word.
const WORD: u8 = 64;

/// The canonical value with the low bits of `value`: conversion to `ty` from
/// any integer type. (To `_Bool` use [`to_bool`]: it does not wrap.)
#[inline]
pub fn wrap(ty: IntType, value: i128) -> i128 {
    // Widths outside 1..=128 do not exist; the wrapping operations only keep
    // them from being a panic.
    if ty.bits <= WORD {
        let unused = u32::from(WORD - ty.bits);
        if ty.signed {
            (value as i64).wrapping_shl(unused).wrapping_shr(unused).into()
        } else {
            (value as u64).wrapping_shl(unused).wrapping_shr(unused).into()
        }
    } else {
        let unused = 128u32.wrapping_sub(ty.bits.into());
        if ty.signed {
            value.wrapping_shl(unused).wrapping_shr(unused)
        } else {
            (value as u128).wrapping_shl(unused).wrapping_shr(unused) as i128
        }
    }
}

/// Whether `value` represents a value of `ty`.
#[inline]
pub fn is_canonical(ty: IntType, value: i128) -> bool {
    wrap(ty, value) == value
}

/// The smallest value of `ty`.
#[inline]
pub fn min(ty: IntType) -> i128 {
    if !ty.signed {
        0
    } else if ty.bits <= WORD {
        i64::MIN.wrapping_shr((WORD - ty.bits).into()).into()
    } else {
        i128::MIN.wrapping_shr(128u32.wrapping_sub(ty.bits.into()))
    }
}

/// The largest value of `ty`.
#[inline]
pub fn max(ty: IntType) -> i128 {
    if ty.signed { !min(ty) } else { wrap(ty, -1) }
}

/// Conversion to `_Bool` (6.3.1.2).
#[inline]
pub fn to_bool(value: i128) -> i128 {
    (value != 0).into()
}

/// The mathematical result, if it fits an `i128` at all and then the type.
#[inline]
fn signed_or_overflow(ty: IntType, exact: Option<i128>) -> Result<i128, Undefined> {
    exact.filter(|&value| is_canonical(ty, value)).ok_or(Undefined::SignedOverflow)
}

#[inline]
pub fn add(ty: IntType, a: i128, b: i128) -> Result<i128, Undefined> {
    if ty.signed { signed_or_overflow(ty, a.checked_add(b)) } else { Ok(wrapping_add(ty, a, b)) }
}

#[inline]
pub fn sub(ty: IntType, a: i128, b: i128) -> Result<i128, Undefined> {
    if ty.signed { signed_or_overflow(ty, a.checked_sub(b)) } else { Ok(wrapping_sub(ty, a, b)) }
}

#[inline]
pub fn mul(ty: IntType, a: i128, b: i128) -> Result<i128, Undefined> {
    if !ty.signed {
        Ok(wrapping_mul(ty, a, b))
    } else if ty.bits <= WORD {
        // The casts tell the compiler that one word times one word is enough.
        let product = i128::from(a as i64) * i128::from(b as i64);
        signed_or_overflow(ty, Some(product))
    } else {
        signed_or_overflow(ty, a.checked_mul(b))
    }
}

/// Addition modulo two to the width, for signed types too.
#[inline]
pub fn wrapping_add(ty: IntType, a: i128, b: i128) -> i128 {
    wrap(ty, a.wrapping_add(b))
}

/// Subtraction modulo two to the width, for signed types too.
#[inline]
pub fn wrapping_sub(ty: IntType, a: i128, b: i128) -> i128 {
    wrap(ty, a.wrapping_sub(b))
}

/// Multiplication modulo two to the width, for signed types too.
#[inline]
pub fn wrapping_mul(ty: IntType, a: i128, b: i128) -> i128 {
    if ty.bits <= WORD {
        wrap(ty, (a as i64).wrapping_mul(b as i64).into())
    } else {
        wrap(ty, a.wrapping_mul(b))
    }
}

/// What `/` and `%` have in common: the divisions that have no result. After
/// it, Rust's own checks find nothing more (on canonical operands).
#[inline]
fn check_division(ty: IntType, a: i128, b: i128) -> Result<(), Undefined> {
    if b == 0 {
        Err(Undefined::DivisionByZero)
    } else if ty.signed && b == -1 && a == min(ty) {
        Err(Undefined::DivisionOverflow)
    } else {
        Ok(())
    }
}

#[inline]
pub fn div(ty: IntType, a: i128, b: i128) -> Result<i128, Undefined> {
    check_division(ty, a, b)?;
    Ok(match (ty.bits <= WORD, ty.signed) {
        (true, true) => (a as i64).checked_div(b as i64).unwrap_or(0).into(),
        (true, false) => (a as u64).checked_div(b as u64).unwrap_or(0).into(),
        (false, true) => a.checked_div(b).unwrap_or(0),
        (false, false) => (a as u128).checked_div(b as u128).unwrap_or(0) as i128,
    })
}

#[inline]
pub fn rem(ty: IntType, a: i128, b: i128) -> Result<i128, Undefined> {
    check_division(ty, a, b)?;
    Ok(match (ty.bits <= WORD, ty.signed) {
        (true, true) => (a as i64).checked_rem(b as i64).unwrap_or(0).into(),
        (true, false) => (a as u64).checked_rem(b as u64).unwrap_or(0).into(),
        (false, true) => a.checked_rem(b).unwrap_or(0),
        (false, false) => (a as u128).checked_rem(b as u128).unwrap_or(0) as i128,
    })
}

/// A shift count is given as its value, whatever its type. (One of the
/// unsigned 128-bit type may look negative: it is too large, and the answer
/// is the same.)
#[inline]
fn check_count(ty: IntType, count: i128) -> Result<u32, Undefined> {
    if 0 <= count && count < ty.bits.into() { Ok(count as u32) } else { Err(Undefined::ShiftCount) }
}

/// `a << count`; `ty` is the promoted type of `a`.
#[inline]
pub fn shl(ty: IntType, a: i128, count: i128) -> Result<i128, Undefined> {
    let count = check_count(ty, count)?;
    if ty.signed && (a < 0 || a > max(ty).wrapping_shr(count)) {
        return Err(Undefined::LeftShift);
    }
    Ok(wrap(ty, a.wrapping_shl(count)))
}

/// `a << count` on the bits alone, as compilers do it: what shifts into or
/// out of the sign bit is no error. `None` only for a count out of range.
#[inline]
pub fn wrapping_shl(ty: IntType, a: i128, count: i128) -> Option<i128> {
    let count = check_count(ty, count).ok()?;
    Some(wrap(ty, a.wrapping_shl(count)))
}

/// `a >> count`; `ty` is the promoted type of `a`. A negative value shifts in
/// ones, which is the choice of every implementation we know (6.5.7p5).
#[inline]
pub fn shr(ty: IntType, a: i128, count: i128) -> Result<i128, Undefined> {
    let count = check_count(ty, count)?;
    Ok(if ty.signed { a.wrapping_shr(count) } else { (a as u128).wrapping_shr(count) as i128 })
}

#[inline]
pub fn compare(ty: IntType, a: i128, b: i128) -> Ordering {
    if ty.signed { a.cmp(&b) } else { (a as u128).cmp(&(b as u128)) }
}

#[inline]
pub fn neg(ty: IntType, a: i128) -> Result<i128, Undefined> {
    sub(ty, 0, a)
}

#[inline]
pub fn bit_not(ty: IntType, a: i128) -> i128 {
    wrap(ty, !a)
}

/// Any binary operator. `ty` is the common type of the operands, or the
/// promoted type of `a` for a shift; a comparison gives 0 or 1.
#[inline]
pub fn binary(op: BinaryOp, ty: IntType, a: i128, b: i128) -> Result<i128, Undefined> {
    match op {
        BinaryOp::Add => add(ty, a, b),
        BinaryOp::Sub => sub(ty, a, b),
        BinaryOp::Mul => mul(ty, a, b),
        BinaryOp::Div => div(ty, a, b),
        BinaryOp::Rem => rem(ty, a, b),
        BinaryOp::Shl => shl(ty, a, b),
        BinaryOp::Shr => shr(ty, a, b),
        // On canonical operands these three need no wrapping.
        BinaryOp::And => Ok(a & b),
        BinaryOp::Or => Ok(a | b),
        BinaryOp::Xor => Ok(a ^ b),
        BinaryOp::Lt => Ok(compare(ty, a, b).is_lt().into()),
        BinaryOp::Gt => Ok(compare(ty, a, b).is_gt().into()),
        BinaryOp::Le => Ok(compare(ty, a, b).is_le().into()),
        BinaryOp::Ge => Ok(compare(ty, a, b).is_ge().into()),
        BinaryOp::Eq => Ok((a == b).into()),
        BinaryOp::Ne => Ok((a != b).into()),
    }
}

/// What becomes of a signed result that its type does not hold: it is undefined,
/// where a language does not say otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Overflow {
    /// Sums, differences and products keep their low bits.
    pub sums_wrap: bool,
    /// Left shifts move bits, whatever they mean.
    pub shifts_move_bits: bool,
}

/// [`binary`] in a language.
#[inline]
pub fn binary_in(
    overflow: Overflow,
    op: BinaryOp,
    ty: IntType,
    a: i128,
    b: i128,
) -> Result<i128, Undefined> {
    let kind = match binary(op, ty, a, b) {
        Err(kind) => kind,
        defined => return defined,
    };
    match op {
        BinaryOp::Add if overflow.sums_wrap => Ok(wrapping_add(ty, a, b)),
        BinaryOp::Sub if overflow.sums_wrap => Ok(wrapping_sub(ty, a, b)),
        BinaryOp::Mul if overflow.sums_wrap => Ok(wrapping_mul(ty, a, b)),
        BinaryOp::Shl if overflow.shifts_move_bits => wrapping_shl(ty, a, b).ok_or(kind),
        _ => Err(kind),
    }
}

/// [`unary`] in a language.
#[inline]
pub fn unary_in(overflow: Overflow, op: UnaryOp, ty: IntType, a: i128) -> Result<i128, Undefined> {
    match op {
        UnaryOp::Neg => binary_in(overflow, BinaryOp::Sub, ty, 0, a),
        _ => unary(op, ty, a),
    }
}

/// [`binary`] on values of at most 64 bits, extended to 64 by their sign: for
/// who computes a lot. Nothing if the result is undefined, or is left to
/// `binary`.
#[inline(always)]
pub fn word(op: BinaryOp, ty: IntType, a: u64, b: u64) -> Option<u64> {
    let (x, y) = (a as i64, b as i64);
    let narrow = ty.bits <= 32;
    let sum = |exact: i64, checked: Option<i64>| match (narrow, ty.signed) {
        (true, _) => word_of(ty, exact),
        (false, true) if ty.bits == 64 => checked.map(|value| value as u64),
        (false, false) if ty.bits == 64 => Some(exact as u64),
        _ => None,
    };
    let truth = |truth: bool| Some(u64::from(truth));
    match op {
        BinaryOp::Add => sum(x.wrapping_add(y), x.checked_add(y)),
        BinaryOp::Sub => sum(x.wrapping_sub(y), x.checked_sub(y)),
        BinaryOp::Mul => sum(x.wrapping_mul(y), x.checked_mul(y)),
        BinaryOp::Div | BinaryOp::Rem if y == 0 || y == -1 => None,
        BinaryOp::Div => Some(if ty.signed { (x / y) as u64 } else { a / b }),
        BinaryOp::Rem => Some(if ty.signed { (x % y) as u64 } else { a % b }),
        BinaryOp::And => Some(a & b),
        BinaryOp::Or => Some(a | b),
        BinaryOp::Xor => Some(a ^ b),
        BinaryOp::Shr if b < ty.bits.into() => {
            Some(if ty.signed { (x >> b) as u64 } else { a >> b })
        }
        BinaryOp::Shl if narrow && b < ty.bits.into() && (x >= 0 || !ty.signed) => {
            word_of(ty, x << b)
        }
        BinaryOp::Shl | BinaryOp::Shr => None,
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
        BinaryOp::Lt => truth(if ty.signed { x < y } else { a < b }),
        BinaryOp::Gt => truth(if ty.signed { x > y } else { a > b }),
        BinaryOp::Le => truth(if ty.signed { x <= y } else { a <= b }),
        BinaryOp::Ge => truth(if ty.signed { x >= y } else { a >= b }),
    }
}

/// A result of at most 32 bits; nothing if it does not fit a signed type.
#[inline(always)]
fn word_of(ty: IntType, exact: i64) -> Option<u64> {
    let shift = 64 - u32::from(ty.bits);
    match ty.signed {
        true => {
            let value = exact << shift >> shift;
            (value == exact).then_some(value as u64)
        }
        false => Some((exact as u64) << shift >> shift),
    }
}

/// Any unary operator, on an operand of promoted type `ty`.
#[inline]
pub fn unary(op: UnaryOp, ty: IntType, a: i128) -> Result<i128, Undefined> {
    match op {
        UnaryOp::Plus => Ok(a),
        UnaryOp::Neg => neg(ty, a),
        UnaryOp::BitNot => Ok(bit_not(ty, a)),
        UnaryOp::Not => Ok((a == 0).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Undefined::*;

    const fn signed(bits: u8) -> IntType {
        IntType { bits, signed: true }
    }

    const fn unsigned(bits: u8) -> IntType {
        IntType { bits, signed: false }
    }

    /// Every pair at 8 bits, and pairs around the edges at all widths.
    #[test]
    fn words_agree_with_numbers() {
        for bits in [8, 16, 31, 32, 33, 63, 64] {
            for ty in [signed(bits), unsigned(bits)] {
                let mut values: Vec<i128> = match bits {
                    8 => (min(ty)..=max(ty)).collect(),
                    _ => [0, 1, 2, 3, 7, 31, 32, 63, 64, -1, -2, -7]
                        .iter()
                        .flat_map(|d| [*d, min(ty) + d, max(ty) + d])
                        .collect(),
                };
                values.retain(|v| is_canonical(ty, *v));
                for op in BinaryOp::ALL {
                    for &a in &values {
                        for &b in &values {
                            let Some(word) = word(op, ty, a as u64, b as u64) else { continue };
                            let exact = binary(op, ty, a, b).map(|v| v as u64);
                            assert_eq!(exact, Ok(word), "{a} {op:?} {b} in {ty:?}");
                        }
                    }
                }
            }
        }
    }

    const INT: IntType = signed(32);
    const UINT: IntType = unsigned(32);
    const ULONG: IntType = unsigned(64);
    const INT128: IntType = signed(128);
    const UINT128: IntType = unsigned(128);
    const INT_MAX: i128 = i32::MAX as i128;
    const INT_MIN: i128 = i32::MIN as i128;

    #[test]
    fn signed_overflow_is_undefined_and_unsigned_wraps() {
        assert_eq!(add(INT, INT_MAX, 0), Ok(INT_MAX));
        assert_eq!(add(INT, INT_MAX, 1), Err(SignedOverflow));
        assert_eq!(sub(INT, INT_MIN, 1), Err(SignedOverflow));
        assert_eq!(mul(INT, 65536, 32768), Err(SignedOverflow));
        assert_eq!(neg(INT, INT_MIN), Err(SignedOverflow));
        assert_eq!(add(UINT, u32::MAX.into(), 1), Ok(0));
        assert_eq!(sub(UINT, 0, 1), Ok(u32::MAX.into()));
        assert_eq!(neg(UINT, 1), Ok(u32::MAX.into()));
        assert_eq!(mul(ULONG, u64::MAX.into(), u64::MAX.into()), Ok(1));
        assert_eq!(add(INT128, i128::MAX, 1), Err(SignedOverflow));
        assert_eq!(mul(INT128, i128::MIN, -1), Err(SignedOverflow));
        assert_eq!(wrapping_add(INT, INT_MAX, 1), INT_MIN);
        assert_eq!(wrapping_sub(INT, INT_MIN, 1), INT_MAX);
        assert_eq!(wrapping_mul(INT, INT_MIN, -1), INT_MIN);
    }

    #[test]
    fn a_language_may_say_what_overflow_gives() {
        let wraps = Overflow { sums_wrap: true, shifts_move_bits: false };
        let moves = Overflow { sums_wrap: false, shifts_move_bits: true };
        let both = |op, a, b| (binary_in(wraps, op, INT, a, b), binary_in(moves, op, INT, a, b));
        assert_eq!(both(BinaryOp::Add, INT_MAX, 1), (Ok(INT_MIN), Err(SignedOverflow)));
        assert_eq!(both(BinaryOp::Sub, INT_MIN, 1), (Ok(INT_MAX), Err(SignedOverflow)));
        assert_eq!(both(BinaryOp::Mul, INT_MAX, 2), (Ok(-2), Err(SignedOverflow)));
        assert_eq!(both(BinaryOp::Shl, 1, 31), (Err(LeftShift), Ok(INT_MIN)));
        assert_eq!(both(BinaryOp::Shl, 1, 32), (Err(ShiftCount), Err(ShiftCount)));
        let lowest_by_minus_one = (Err(DivisionOverflow), Err(DivisionOverflow));
        assert_eq!(both(BinaryOp::Div, INT_MIN, -1), lowest_by_minus_one);
        assert_eq!(both(BinaryOp::Div, 1, 0), (Err(DivisionByZero), Err(DivisionByZero)));
        assert_eq!(unary_in(wraps, UnaryOp::Neg, INT, INT_MIN), Ok(INT_MIN));
        assert_eq!(unary_in(moves, UnaryOp::Neg, INT, INT_MIN), Err(SignedOverflow));
    }

    #[test]
    fn division_truncates_and_fails_in_two_ways() {
        assert_eq!(div(INT, -7, 2), Ok(-3));
        assert_eq!(rem(INT, -7, 2), Ok(-1));
        assert_eq!(rem(INT, 7, -2), Ok(1));
        for ty in [INT, UINT, INT128, UINT128] {
            assert_eq!(div(ty, 1, 0), Err(DivisionByZero));
            assert_eq!(rem(ty, 1, 0), Err(DivisionByZero));
        }
        assert_eq!(div(INT, INT_MIN, -1), Err(DivisionOverflow));
        assert_eq!(rem(INT, INT_MIN, -1), Err(DivisionOverflow));
        assert_eq!(div(INT128, i128::MIN, -1), Err(DivisionOverflow));
        assert_eq!(div(signed(64), INT_MIN, -1), Ok(-INT_MIN));
    }

    #[test]
    fn shifts() {
        assert_eq!(shl(INT, 1, 30), Ok(1 << 30));
        assert_eq!(shl(INT, 1, 31), Err(LeftShift));
        assert_eq!(shl(INT, -1, 0), Err(LeftShift));
        assert_eq!(shl(UINT, 3, 31), Ok(1 << 31));
        assert_eq!(shl(INT, 1, 32), Err(ShiftCount));
        assert_eq!(shl(INT, 1, -1), Err(ShiftCount));
        assert_eq!(shr(INT, -5, 1), Ok(-3));
        assert_eq!(shr(INT, 1, 32), Err(ShiftCount));
        assert_eq!(shr(UINT128, -1, 127), Ok(1));
        assert_eq!(shr(INT128, i128::MIN, 127), Ok(-1));
        assert_eq!(wrapping_shl(INT, 1, 31), Some(INT_MIN));
        assert_eq!(wrapping_shl(INT, 1, 32), None);
    }

    #[test]
    fn the_largest_unsigned_type_is_a_bit_pattern() {
        let max = max(UINT128);
        assert_eq!(max, -1);
        assert_eq!(compare(UINT128, max, 0), Ordering::Greater);
        assert_eq!(div(UINT128, max, 2), Ok(i128::MAX));
        assert_eq!(rem(UINT128, max, 10), Ok(5));
        assert_eq!(add(UINT128, max, 1), Ok(0));
    }

    #[test]
    fn conversion_is_wrapping() {
        assert_eq!(wrap(signed(8), 200), -56);
        assert_eq!(wrap(unsigned(8), -1), 255);
        assert_eq!(wrap(UINT128, -1), -1);
        assert_eq!(wrap(ULONG, max(UINT128)), u64::MAX.into());
        assert_eq!(wrap(unsigned(1), 2), 0);
        assert_eq!(to_bool(2), 1);
    }

    #[test]
    fn limits_of_every_width() {
        for bits in 1..=128 {
            let (s, u) = (signed(bits), unsigned(bits));
            for ty in [s, u] {
                assert!(is_canonical(ty, min(ty)) && is_canonical(ty, max(ty)));
                assert_eq!(wrapping_add(ty, max(ty), 1), min(ty));
            }
            assert_eq!(sub(s, min(s), 1), Err(SignedOverflow));
            assert_eq!(max(u) as u128, u128::MAX >> (128 - bits));
        }
    }

    /// At 5 bits every operator can be compared with plain arithmetic.
    #[test]
    fn all_of_five_bits() {
        for ty in [signed(5), unsigned(5)] {
            let values = || min(ty)..=max(ty);
            for (a, b) in values().flat_map(|a| values().map(move |b| (a, b))) {
                let fit = |exact: i128| match (values().contains(&exact), ty.signed) {
                    (true, _) => Ok(exact),
                    (false, true) => Err(SignedOverflow),
                    (false, false) => Ok(exact.rem_euclid(32)),
                };
                assert_eq!(add(ty, a, b), fit(a + b));
                assert_eq!(sub(ty, a, b), fit(a - b));
                assert_eq!(mul(ty, a, b), fit(a * b));
                assert_eq!(neg(ty, a), fit(-a));
                for op in BinaryOp::ALL {
                    if let Ok(result) = binary(op, ty, a, b) {
                        assert!(is_canonical(ty, result) || op.is_comparison());
                    }
                }
            }
        }
    }

    #[test]
    fn impossible_widths_do_not_panic() {
        for bits in [0, 129, 200, 255] {
            for ty in [signed(bits), unsigned(bits)] {
                for (a, b) in [(i128::MIN, -1), (1, 0), (i128::MAX, 127), (-1, i128::MIN)] {
                    for op in BinaryOp::ALL {
                        let _ = binary(op, ty, a, b);
                    }
                    for op in UnaryOp::ALL {
                        let _ = unary(op, ty, a);
                    }
                }
            }
        }
    }
}
