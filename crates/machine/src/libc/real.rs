//! The functions of `<math.h>` whose results are exact, in any format.
//!
//! Rounding is to nearest, ties to even, where the current direction matters:
//! nothing changes it. A NaN that is given comes back quiet.

use elenchus_lang::arith::Float;
use elenchus_lang::arith::float::Finite;
use elenchus_lang::target::FloatFormat;
use std::cmp::Ordering;

/// How a number becomes an integral one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// `floor`
    Down,
    /// `ceil`
    Up,
    /// `trunc`
    ToZero,
    /// `round`: halves away from zero.
    HalfAway,
    /// `rint`, `nearbyint`, `roundeven`: halves to even.
    HalfEven,
}

/// Bits of a significand.
pub(super) fn precision(format: FloatFormat) -> u32 {
    match format {
        FloatFormat::Half => 11,
        FloatFormat::Single => 24,
        FloatFormat::Double => 53,
        FloatFormat::X87 => 64,
        FloatFormat::Quad => 113,
    }
}

pub(super) fn pack(format: FloatFormat, negative: bool, significand: u128, exponent: i64) -> Float {
    Float::round(format, Finite { negative, significand, exponent }, false)
}

/// A NaN as an operation gives it back.
pub(super) fn quiet(x: Float) -> Float {
    x + x
}

pub fn fabs(x: Float) -> Float {
    if x.is_negative() { -x } else { x }
}

pub fn copysign(x: Float, y: Float) -> Float {
    if x.is_negative() == y.is_negative() { x } else { -x }
}

/// The integral number next to `x` in the direction.
pub fn integral(x: Float, rounding: Rounding) -> Float {
    if x.is_nan() {
        return quiet(x);
    }
    if x.is_infinite() || x.is_zero() {
        return x;
    }
    let Finite { negative, significand, exponent } = x.unpack();
    if exponent >= 0 {
        return x;
    }
    // A significand has at most 113 bits: what is shifted further is below 1/2.
    let drop = exponent.unsigned_abs().min(127) as u32;
    let whole = significand >> drop;
    let rest = significand & ((1 << drop) - 1);
    let half = 1u128 << (drop - 1);
    let up = match rounding {
        Rounding::ToZero => false,
        Rounding::Down => negative && rest != 0,
        Rounding::Up => !negative && rest != 0,
        Rounding::HalfAway => rest >= half,
        Rounding::HalfEven => rest > half || rest == half && whole & 1 == 1,
    };
    pack(x.format(), negative, whole + u128::from(up), 0)
}

/// The integral part, and the fraction that is left; both have `x`'s sign.
pub fn modf(x: Float) -> (Float, Float) {
    let zero = copysign(Float::zero(x.format()), x);
    if x.is_nan() {
        return (quiet(x), quiet(x));
    }
    if x.is_infinite() {
        return (x, zero);
    }
    let whole = integral(x, Rounding::ToZero);
    let fraction = x - whole;
    (whole, if fraction.is_zero() { zero } else { fraction })
}

/// `x` as a number in [1/2, 1) times two to a power; `None` for the power of
/// what is not finite.
pub fn frexp(x: Float) -> (Float, Option<i64>) {
    if x.is_nan() {
        return (quiet(x), None);
    }
    if x.is_infinite() {
        return (x, None);
    }
    if x.is_zero() {
        return (x, Some(0));
    }
    let Finite { negative, significand, exponent } = x.unpack();
    let length = i64::from(128 - significand.leading_zeros());
    (pack(x.format(), negative, significand, -length), Some(exponent + length))
}

/// `x` times two to the `power`, rounded once.
pub fn scale(x: Float, power: i64) -> Float {
    if x.is_nan() {
        return quiet(x);
    }
    if x.is_infinite() || x.is_zero() {
        return x;
    }
    let Finite { negative, significand, exponent } = x.unpack();
    pack(x.format(), negative, significand, exponent + power.clamp(-100_000, 100_000))
}

/// The exponent of a finite number other than zero, as if it were normal.
pub fn exponent(x: Float) -> Option<i64> {
    frexp(x).1.filter(|_| !x.is_zero()).map(|power| power - 1)
}

/// The next number after `x` in the direction of `y`, which is compared in its
/// own format.
pub fn next_toward(x: Float, y: Float) -> Float {
    let format = x.format();
    let wide = if precision(format) < precision(y.format()) { y.format() } else { format };
    let Some(order) = x.convert(wide).compare(y.convert(wide)) else {
        return if x.is_nan() { quiet(x) } else { quiet(y.convert(format)) };
    };
    if order == Ordering::Equal {
        return y.convert(format);
    }
    let least = Float::from_bits(format, 1);
    if x.is_zero() {
        return if order == Ordering::Less { least } else { -least };
    }
    let away = (order == Ordering::Less) != x.is_negative();
    step(x, away, least.unpack().exponent)
}

/// The neighbour of a number other than zero, further from zero or nearer.
fn step(x: Float, away: bool, least: i64) -> Float {
    let format = x.format();
    let negative = x.is_negative();
    if x.is_infinite() {
        // Only nearer: the largest number.
        let ones = (1 << precision(format)) - 1;
        let top = scale_of_largest(format);
        return pack(format, negative, ones, top);
    }
    let Finite { significand, exponent, .. } = x.unpack();
    let lowest = significand == 1 << (precision(format) - 1);
    match away {
        true => pack(format, negative, significand + 1, exponent),
        // Below a power of two numbers lie twice as close.
        false if lowest && exponent > least => {
            pack(format, negative, 2 * significand - 1, exponent - 1)
        }
        false => pack(format, negative, significand - 1, exponent),
    }
}

/// What the last bit of the largest number is worth.
fn scale_of_largest(format: FloatFormat) -> i64 {
    let largest = match format {
        FloatFormat::Half => 15,
        FloatFormat::Single => 127,
        FloatFormat::Double => 1023,
        FloatFormat::X87 | FloatFormat::Quad => 16383,
    };
    largest - i64::from(precision(format)) + 1
}

/// What is left of `x` after taking away the largest multiple of `y`, with the
/// sign of `x`; and the last three bits of that multiple's factor.
fn divide(x: Float, y: Float) -> (Finite, Finite, u8) {
    let (a, b) = (x.unpack(), y.unpack());
    if a.exponent < b.exponent {
        // `y` is normal then, so two bits more make it larger than twice `x`.
        let shift = b.exponent - a.exponent;
        if shift >= 2 {
            return (a, Finite { significand: 4 * b.significand, exponent: a.exponent, ..b }, 0);
        }
        let significand = b.significand << shift;
        let b = Finite { significand, exponent: a.exponent, ..b };
        let quotient = (a.significand / significand) as u8 & 7;
        return (Finite { significand: a.significand % significand, ..a }, b, quotient);
    }
    let mut quotient = (a.significand / b.significand) as u8 & 7;
    let mut rest = a.significand % b.significand;
    for _ in 0..a.exponent - b.exponent {
        rest <<= 1;
        quotient = quotient << 1 & 7;
        if rest >= b.significand {
            rest -= b.significand;
            quotient |= 1;
        }
    }
    (Finite { significand: rest, exponent: b.exponent, ..a }, b, quotient)
}

/// A result that needs no division; `None` if one is needed. The second says
/// whether it is a domain error.
fn without_division(x: Float, y: Float) -> Option<(Float, bool)> {
    if x.is_nan() || y.is_nan() {
        return Some((x + y, false));
    }
    if x.is_infinite() || y.is_zero() {
        return Some((Float::default_nan(x.format()), true));
    }
    (x.is_zero() || y.is_infinite()).then_some((x, false))
}

/// `fmod`, and whether it is a domain error.
pub fn fmod(x: Float, y: Float) -> (Float, bool) {
    if let Some(result) = without_division(x, y) {
        return result;
    }
    let (rest, ..) = divide(x, y);
    (Float::round(x.format(), rest, false), false)
}

/// `remainder`, the last three bits of the quotient with its sign, and
/// whether it is a domain error.
pub fn remquo(x: Float, y: Float) -> (Float, i32, bool) {
    if let Some((result, error)) = without_division(x, y) {
        return (result, 0, error);
    }
    let (mut rest, by, mut quotient) = divide(x, y);
    let twice = 2 * rest.significand;
    if twice > by.significand || twice == by.significand && quotient & 1 == 1 {
        rest.significand = by.significand - rest.significand;
        rest.negative = !rest.negative;
        quotient = (quotient + 1) & 7;
    }
    let mut result = Float::round(x.format(), rest, false);
    if result.is_zero() {
        result = copysign(result, x);
    }
    let sign = if x.is_negative() == y.is_negative() { 1 } else { -1 };
    (result, sign * i32::from(quotient), false)
}

/// The positive difference.
pub fn fdim(x: Float, y: Float) -> Float {
    match x.compare(y) {
        None => x + y,
        Some(Ordering::Greater) => x - y,
        Some(_) => Float::zero(x.format()),
    }
}

/// The larger or smaller number; a NaN is no number. `None` if C leaves open
/// which of the two zeros it is.
pub fn extreme(x: Float, y: Float, largest: bool) -> Option<Float> {
    match (x.is_nan(), y.is_nan()) {
        (true, true) => return Some(x + y),
        (true, false) => return Some(y),
        (false, true) => return Some(x),
        (false, false) => {}
    }
    if x.is_zero() && y.is_zero() && x.is_negative() != y.is_negative() {
        return None;
    }
    let first = Some(if largest { Ordering::Less } else { Ordering::Greater }) != x.compare(y);
    Some(if first { x } else { y })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(value: f64) -> Float {
        value.into()
    }

    #[test]
    fn rounding_to_integers() {
        let cases = [(2.5, 2.0, 3.0, 3.0, 2.0), (-0.5, -1.0, -0.0, -1.0, -0.0)];
        for (x, down, up, away, even) in cases {
            let round = |rounding| integral(double(x), rounding);
            assert_eq!(round(Rounding::Down), double(down));
            assert_eq!(round(Rounding::Up), double(up));
            assert_eq!(round(Rounding::HalfAway), double(away));
            assert_eq!(round(Rounding::HalfEven), double(even));
        }
        let tiny = double(1e-300);
        assert_eq!(integral(tiny, Rounding::Up), double(1.0));
        assert_eq!(integral(tiny, Rounding::HalfEven), double(0.0));
    }

    #[test]
    fn neighbours() {
        let next = |x: f64, y: f64| next_toward(double(x), double(y));
        assert_eq!(next(1.0, 2.0), double(1.0 + f64::EPSILON));
        assert_eq!(next(1.0, 0.0), double(1.0 - f64::EPSILON / 2.0));
        assert_eq!(next(0.0, -1.0), double(-f64::from_bits(1)));
        assert_eq!(next(f64::MAX, f64::INFINITY), double(f64::INFINITY));
        assert_eq!(next(f64::INFINITY, 0.0), double(f64::MAX));
        assert_eq!(next(-f64::from_bits(1), 1.0), double(-0.0));
    }

    #[test]
    fn remainders() {
        assert_eq!(fmod(double(5.5), double(-2.0)).0, double(1.5));
        assert_eq!(fmod(double(-6.0), double(2.0)).0, double(-0.0));
        assert_eq!(remquo(double(5.0), double(2.0)), (double(1.0), 2, false));
        assert_eq!(remquo(double(7.0), double(2.0)), (double(-1.0), 4, false));
        assert!(fmod(double(1.0), double(0.0)).1);
    }
}
