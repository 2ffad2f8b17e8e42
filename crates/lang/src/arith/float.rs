//! Operators on binary floating values, bit for bit.
//!
//! All operations round to nearest, ties to even, and give what IEEE 754
//! says; overflow is an infinity and division by zero is not an error
//! (Annex F). A target without Annex F leaves those cases undefined, and its
//! user has to look at the result's class.
//!
//! # NaNs
//!
//! C does not say which NaN an operation gives, and compilers use that: they
//! exchange operands (gcc does for `+` and `*`, unoptimised), fold constants,
//! negate one side or the other. Here it is what the instructions of x86-64,
//! and libgcc for binary128, give with the operands in the order of the
//! source:
//!
//! - an invalid operation gives the default NaN: sign set, quiet, payload 0;
//! - one NaN operand is the result, made quiet;
//! - of two NaN operands, binary16, binary32 and binary64 (SSE) take the
//!   first; the x87 format and binary128 the one with the larger significand,
//!   and if these are equal the positive one (x87) or the first (binary128);
//! - a conversion keeps the sign and the leading bits of the payload, and
//!   makes the NaN quiet; negation only flips the sign.
//!
//! Code compiled by gcc without optimisation agrees on all of this, except on
//! which of two operands it takes, and that it makes a binary16 NaN quiet when
//! it negates it. A program whose output depends on it has no one meaning.

use super::BinaryOp;
use crate::target::FloatFormat;
use rustc_apfloat::ieee;
use std::cmp::Ordering;
use std::num::FpCategory;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A floating value: its format and its bits, the unused high bits zero.
///
/// `==` is identity of bits: a NaN is identical to itself, and the two zeros
/// differ. C's comparisons are [`Float::compare`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Float {
    format: FloatFormat,
    bits: u128,
}

/// Where the fields of a format are.
pub(super) struct Shape {
    /// Bits of a value.
    pub(super) width: u32,
    /// Bits of a significand, the integer bit included.
    pub(super) precision: u32,
    /// Bits of a significand that are stored: one less than the precision,
    /// except in the x87 format, which stores the integer bit too.
    pub(super) stored: u32,
}

pub(super) const fn shape(format: FloatFormat) -> Shape {
    let (width, precision, stored) = match format {
        FloatFormat::Half => (16, 11, 10),
        FloatFormat::Single => (32, 24, 23),
        FloatFormat::Double => (64, 53, 52),
        FloatFormat::X87 => (80, 64, 64),
        FloatFormat::Quad => (128, 113, 112),
    };
    Shape { width, precision, stored }
}

impl Shape {
    const fn sign_bit(&self) -> u128 {
        1 << (self.width - 1)
    }

    /// The exponent field of infinities and NaNs.
    pub(super) const fn max_exponent(&self) -> u32 {
        (1 << (self.width - 1 - self.stored)) - 1
    }

    const fn bias(&self) -> i64 {
        (self.max_exponent() >> 1) as i64
    }

    /// The exponent of the last bit of a subnormal number.
    const fn least_exponent(&self) -> i64 {
        2 - self.bias() - self.precision as i64
    }

    const fn stored_mask(&self) -> u128 {
        (1 << self.stored) - 1
    }

    /// The integer bit of a significand.
    pub(super) const fn integer_bit(&self) -> u128 {
        1 << (self.precision - 1)
    }

    /// The bit that tells a quiet NaN from a signalling one.
    pub(super) const fn quiet_bit(&self) -> u128 {
        1 << (self.precision - 2)
    }
}

/// A finite number: significand times two to the exponent.
#[derive(Clone, Copy, Debug)]
pub struct Finite {
    pub negative: bool,
    pub significand: u128,
    pub exponent: i64,
}

impl Float {
    /// The value with these bits; bits beyond the format's width are dropped.
    #[inline]
    pub fn from_bits(format: FloatFormat, bits: u128) -> Float {
        Float { format, bits: bits & (u128::MAX >> (128 - shape(format).width)) }
    }

    #[inline]
    pub fn format(self) -> FloatFormat {
        self.format
    }

    #[inline]
    pub fn bits(self) -> u128 {
        self.bits
    }

    pub fn zero(format: FloatFormat) -> Float {
        Float { format, bits: 0 }
    }

    pub fn infinity(format: FloatFormat, negative: bool) -> Float {
        let shape = shape(format);
        Float::assemble(format, negative, shape.max_exponent(), shape.integer_bit())
    }

    /// What an invalid operation gives on x86.
    pub fn default_nan(format: FloatFormat) -> Float {
        let shape = shape(format);
        let significand = shape.integer_bit() | shape.quiet_bit();
        Float::assemble(format, true, shape.max_exponent(), significand)
    }

    pub(super) fn assemble(
        format: FloatFormat,
        negative: bool,
        exponent: u32,
        significand: u128,
    ) -> Float {
        let shape = shape(format);
        let sign = if negative { shape.sign_bit() } else { 0 };
        let exponent = u128::from(exponent) << shape.stored;
        Float { format, bits: sign | exponent | (significand & shape.stored_mask()) }
    }

    #[inline]
    fn exponent_field(self) -> u32 {
        let shape = shape(self.format);
        (self.bits >> shape.stored) as u32 & shape.max_exponent()
    }

    /// The sign bit, of zeros and NaNs too.
    #[inline]
    pub fn is_negative(self) -> bool {
        self.bits & shape(self.format).sign_bit() != 0
    }

    /// The x87 format has encodings that its hardware refuses: a number whose
    /// integer bit is missing. No operation gives one, only bytes written in
    /// other ways. Here they are signalling NaNs that leave no payload, as in
    /// the hardware; libgcc's conversions to binary16 and binary128 take them
    /// for something else. (They also take pseudo-denormals, which hardware
    /// does support, for zeros or other numbers.)
    pub(super) fn is_unsupported(self) -> bool {
        self.format == FloatFormat::X87
            && self.exponent_field() != 0
            && self.bits & shape(self.format).integer_bit() == 0
    }

    #[inline]
    pub fn is_nan(self) -> bool {
        let shape = shape(self.format);
        // The integer bit of x87 does not tell infinities from NaNs.
        let fraction = self.bits & (shape.integer_bit() - 1);
        self.exponent_field() == shape.max_exponent() && fraction != 0 || self.is_unsupported()
    }

    #[inline]
    pub fn is_infinite(self) -> bool {
        self.exponent_field() == shape(self.format).max_exponent() && !self.is_nan()
    }

    #[inline]
    pub fn is_finite(self) -> bool {
        self.exponent_field() != shape(self.format).max_exponent() && !self.is_unsupported()
    }

    #[inline]
    pub fn is_zero(self) -> bool {
        self.bits & !shape(self.format).sign_bit() == 0
    }

    pub fn is_signaling(self) -> bool {
        self.is_nan() && (self.bits & shape(self.format).quiet_bit() == 0 || self.is_unsupported())
    }

    /// As `fpclassify` of the C library tells it.
    pub fn classify(self) -> FpCategory {
        if self.is_nan() {
            FpCategory::Nan
        } else if self.is_infinite() {
            FpCategory::Infinite
        } else if self.is_zero() {
            FpCategory::Zero
        } else if self.exponent_field() == 0 {
            FpCategory::Subnormal
        } else {
            FpCategory::Normal
        }
    }

    /// The exact value, of a finite number. The significand has the integer
    /// bit of a normal number; its last bit is worth two to the exponent.
    pub fn unpack(self) -> Finite {
        let shape = shape(self.format);
        let field = self.exponent_field();
        let stored = self.bits & shape.stored_mask();
        let (significand, steps) = match field {
            0 => (stored, 0),
            _ => (stored | shape.integer_bit(), i64::from(field) - 1),
        };
        let exponent = shape.least_exponent() + steps;
        Finite { negative: self.is_negative(), significand, exponent }
    }

    /// The nearest number of the format. `more` says that the true value is
    /// a little further from zero, by less than one unit of the significand;
    /// the significand then has more bits than any format.
    pub fn round(format: FloatFormat, number: Finite, more: bool) -> Float {
        let shape = shape(format);
        let Finite { negative, significand, exponent } = number;
        if significand == 0 {
            return Float::assemble(format, negative, 0, 0);
        }
        let length = i64::from(128 - significand.leading_zeros());
        let mut last = (exponent + length - i64::from(shape.precision)).max(shape.least_exponent());
        let drop = last - exponent;
        let mut kept = if drop <= 0 {
            significand << -drop
        } else {
            let kept = significand.checked_shr(drop.min(128) as u32).unwrap_or(0);
            kept + u128::from(rounds_up(significand, drop, kept, more))
        };
        if kept == shape.integer_bit() << 1 {
            kept >>= 1;
            last += 1;
        }
        if kept < shape.integer_bit() {
            return Float::assemble(format, negative, 0, kept);
        }
        let field = last - shape.least_exponent() + 1;
        match u32::try_from(field) {
            Ok(field) if field < shape.max_exponent() => {
                Float::assemble(format, negative, field, kept)
            }
            _ => Float::infinity(format, negative),
        }
    }

    /// `+ - * /`; `None` for any other operator.
    #[inline]
    pub fn binary(op: BinaryOp, a: Float, b: Float) -> Option<Float> {
        match op {
            BinaryOp::Add => Some(a + b),
            BinaryOp::Sub => Some(a - b),
            BinaryOp::Mul => Some(a * b),
            BinaryOp::Div => Some(a / b),
            _ => None,
        }
    }

    /// The host's value, of one in the format of binary32.
    #[inline]
    pub(super) fn as_f32(self) -> f32 {
        f32::from_bits(self.bits as u32)
    }

    /// The host's value, of one in the format of binary64.
    #[inline]
    pub(super) fn as_f64(self) -> f64 {
        f64::from_bits(self.bits as u64)
    }

    /// On the host's own arithmetic. Rust promises IEEE results for these
    /// operations on every target with a conforming unit, except which NaN.
    #[inline]
    fn hard64(self, other: Float, op: impl Fn(f64, f64) -> f64) -> Float {
        let result = op(self.as_f64(), other.as_f64());
        if result.is_nan() { self.nan_from(other) } else { result.into() }
    }

    #[inline]
    fn hard32(self, other: Float, op: impl Fn(f32, f32) -> f32) -> Float {
        let result = op(self.as_f32(), other.as_f32());
        if result.is_nan() { self.nan_from(other) } else { result.into() }
    }

    /// On software floats, for the formats that Rust does not have.
    fn soft(self, op: BinaryOp, other: Float) -> Float {
        if self.is_nan() || other.is_nan() {
            return self.nan_from(other);
        }
        let bits = match self.format {
            FloatFormat::Half => soft_bits::<ieee::Half>(op, self.bits, other.bits),
            FloatFormat::Single => soft_bits::<ieee::Single>(op, self.bits, other.bits),
            FloatFormat::Double => soft_bits::<ieee::Double>(op, self.bits, other.bits),
            FloatFormat::X87 => soft_bits::<ieee::X87DoubleExtended>(op, self.bits, other.bits),
            FloatFormat::Quad => soft_bits::<ieee::Quad>(op, self.bits, other.bits),
        };
        let result = Float::from_bits(self.format, bits);
        if result.is_nan() { Float::default_nan(self.format) } else { result }
    }

    /// The NaN that an operation gives: an operand's, or the default.
    #[cold]
    fn nan_from(self, other: Float) -> Float {
        match (self.is_nan(), other.is_nan()) {
            (false, false) => Float::default_nan(self.format),
            (true, false) => self.quiet(),
            (false, true) => other.quiet(),
            (true, true) => choose_nan(self, other).quiet(),
        }
    }

    fn quiet(self) -> Float {
        if self.is_unsupported() {
            return Float::default_nan(self.format);
        }
        Float { bits: self.bits | shape(self.format).quiet_bit(), ..self }
    }

    /// The order of two values, `None` if one is a NaN.
    #[inline]
    pub fn compare(self, other: Float) -> Option<Ordering> {
        match self.format {
            FloatFormat::Single => self.as_f32().partial_cmp(&other.as_f32()),
            FloatFormat::Double => self.as_f64().partial_cmp(&other.as_f64()),
            _ => self.soft_compare(other),
        }
    }

    fn soft_compare(self, other: Float) -> Option<Ordering> {
        if self.is_nan() || other.is_nan() {
            return None;
        }
        if self.is_zero() && other.is_zero() {
            return Some(Ordering::Equal);
        }
        let order = self.magnitude().cmp(&other.magnitude());
        Some(match (self.is_negative(), other.is_negative()) {
            (false, false) => order,
            (true, true) => order.reverse(),
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
        })
    }

    /// The bits without the sign: in the order of the magnitudes.
    fn magnitude(self) -> u128 {
        let shape = shape(self.format);
        let bits = self.bits & !shape.sign_bit();
        // An x87 pseudo-denormal has the value of the smallest exponent.
        let pseudo = self.format == FloatFormat::X87
            && self.exponent_field() == 0
            && bits & shape.integer_bit() != 0;
        if pseudo { bits | 1 << shape.stored } else { bits }
    }

    /// `< > <= >= == !=`; `None` for any other operator. Only `!=` holds
    /// between a NaN and anything.
    #[inline]
    pub fn compare_by(op: BinaryOp, a: Float, b: Float) -> Option<bool> {
        let order = a.compare(b);
        match op {
            BinaryOp::Lt => Some(order.is_some_and(Ordering::is_lt)),
            BinaryOp::Gt => Some(order.is_some_and(Ordering::is_gt)),
            BinaryOp::Le => Some(order.is_some_and(Ordering::is_le)),
            BinaryOp::Ge => Some(order.is_some_and(Ordering::is_ge)),
            BinaryOp::Eq => Some(order == Some(Ordering::Equal)),
            BinaryOp::Ne => Some(order != Some(Ordering::Equal)),
            _ => None,
        }
    }
}

/// Whether dropping the last `drop` bits of a significand rounds up.
fn rounds_up(significand: u128, drop: i64, kept: u128, more: bool) -> bool {
    if drop > 128 {
        return false;
    }
    let half = 1u128 << (drop - 1);
    let rest = significand & (half | (half - 1));
    rest > half || rest == half && (more || kept & 1 == 1)
}

fn soft_bits<F: rustc_apfloat::Float>(op: BinaryOp, a: u128, b: u128) -> u128 {
    let (a, b) = (F::from_bits(a), F::from_bits(b));
    let result = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        _ => a / b,
    };
    result.value.to_bits()
}

/// Which of two NaN operands an operation gives.
fn choose_nan(a: Float, b: Float) -> Float {
    let significand = |x: Float| x.bits & shape(x.format).stored_mask();
    match a.format {
        FloatFormat::Half | FloatFormat::Single | FloatFormat::Double => a,
        // The default NaN that stands for an unsupported operand wins.
        FloatFormat::X87 if a.is_unsupported() => a,
        FloatFormat::X87 if b.is_unsupported() => b,
        FloatFormat::X87 | FloatFormat::Quad => match significand(a).cmp(&significand(b)) {
            Ordering::Less => b,
            Ordering::Equal if a.format == FloatFormat::X87 && a.is_negative() => b,
            Ordering::Equal | Ordering::Greater => a,
        },
    }
}

impl Neg for Float {
    type Output = Float;

    #[inline]
    fn neg(self) -> Float {
        Float { bits: self.bits ^ shape(self.format).sign_bit(), ..self }
    }
}

/// The operands have the same format, as the usual conversions make it.
macro_rules! operators {
    ($($operator:ident $method:ident $symbol:tt;)*) => {$(
        impl $operator for Float {
            type Output = Float;

            #[inline]
            fn $method(self, other: Float) -> Float {
                match self.format {
                    FloatFormat::Single => self.hard32(other, |a, b| a $symbol b),
                    FloatFormat::Double => self.hard64(other, |a, b| a $symbol b),
                    _ => self.soft(BinaryOp::$operator, other),
                }
            }
        }
    )*};
}

operators! {
    Add add +;
    Sub sub -;
    Mul mul *;
    Div div /;
}

impl From<f32> for Float {
    #[inline]
    fn from(value: f32) -> Float {
        Float { format: FloatFormat::Single, bits: value.to_bits().into() }
    }
}

impl From<f64> for Float {
    #[inline]
    fn from(value: f64) -> Float {
        Float { format: FloatFormat::Double, bits: value.to_bits().into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::IntType;
    use FloatFormat::*;

    const FORMATS: [FloatFormat; 5] = [Half, Single, Double, X87, Quad];
    const INT: IntType = IntType { bits: 32, signed: true };

    fn double(value: f64) -> Float {
        value.into()
    }

    #[test]
    fn one_third_in_every_format() {
        let third = |format| {
            let one = Float::from_int(format, INT, 1);
            let three = Float::from_int(format, INT, 3);
            (one / three).bits()
        };
        assert_eq!(third(Half), 0x3555);
        assert_eq!(third(Single), 0x3eaa_aaab);
        assert_eq!(third(Double), 0x3fd5_5555_5555_5555);
        assert_eq!(third(X87), 0x3ffd_aaaa_aaaa_aaaa_aaab);
        assert_eq!(third(Quad), 0x3ffd_5555_5555_5555_5555_5555_5555_5555);
    }

    #[test]
    fn invalid_operations_give_the_default_nan() {
        let zero = double(0.0);
        assert_eq!((zero / zero).bits(), 0xfff8_0000_0000_0000);
        let infinity = Float::infinity(X87, false);
        assert_eq!((infinity - infinity).bits(), 0xffff_c000_0000_0000_0000);
        for format in FORMATS {
            let zero = Float::zero(format);
            assert_eq!(zero / zero, Float::default_nan(format));
            assert_eq!((zero / zero).classify(), FpCategory::Nan);
        }
    }

    #[test]
    fn nans_propagate_quietly() {
        let signalling = Float::from_bits(Single, 0xff80_0002);
        assert!(signalling.is_signaling());
        let one = Float::from(1.0f32);
        assert_eq!((one + signalling).bits(), 0xffc0_0002);
        assert_eq!(signalling.convert(Double).bits(), 0xfff8_0000_4000_0000);
        assert_eq!(signalling.convert(Single), signalling);
        // of two, SSE takes the first
        let quiet = Float::from_bits(Single, 0x7fc0_0001);
        assert_eq!(quiet + signalling, quiet);
        // and the x87 the larger
        let (small, large) = (quiet.convert(X87), one.convert(X87) + signalling.convert(X87));
        assert_eq!(small * large, large);
        assert_eq!(large * small, large);
    }

    #[test]
    fn x87_encodings_that_hardware_refuses_are_nans() {
        let unnormal = Float::from_bits(X87, 0x3fff_4000_0000_0000_0000);
        assert!(unnormal.is_nan() && unnormal.is_signaling());
        assert_eq!(unnormal + Float::zero(X87), Float::default_nan(X87));
        // with the smallest exponent they are read as what they say
        let pseudo = Float::from_bits(X87, 0x0000_8000_0000_0000_0000);
        let proper = Float::from_bits(X87, 0x0001_8000_0000_0000_0000);
        assert_eq!(pseudo.compare(proper), Some(Ordering::Equal));
        assert_eq!(pseudo + Float::zero(X87), proper);
    }

    #[test]
    fn comparisons_with_nan() {
        let (one, nan) = (double(1.0), Float::default_nan(Double));
        for op in [BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Le, BinaryOp::Ge, BinaryOp::Eq] {
            assert_eq!(Float::compare_by(op, one, nan), Some(false));
            assert_eq!(Float::compare_by(op, nan, nan), Some(false));
        }
        assert_eq!(Float::compare_by(BinaryOp::Ne, nan, nan), Some(true));
        assert_eq!(Float::compare_by(BinaryOp::Eq, double(0.0), double(-0.0)), Some(true));
        assert_eq!(Float::compare_by(BinaryOp::Lt, double(-2.0), double(1.0)), Some(true));
        assert_eq!(Float::compare_by(BinaryOp::Lt, double(-1.0), double(-2.0)), Some(false));
        assert_eq!(Float::compare_by(BinaryOp::Add, one, one), None);
    }

    #[test]
    fn classes() {
        for format in FORMATS {
            let least = Float::from_bits(format, 1);
            let one = Float::from_int(format, INT, 1);
            assert_eq!(least.classify(), FpCategory::Subnormal);
            assert_eq!(one.classify(), FpCategory::Normal);
            assert_eq!((-Float::zero(format)).classify(), FpCategory::Zero);
            assert_eq!((one / Float::zero(format)), Float::infinity(format, false));
            assert_eq!(Float::infinity(format, true).classify(), FpCategory::Infinite);
        }
    }

    /// The host's arithmetic stands in for the software floats: they agree.
    #[test]
    fn host_and_software_agree() {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            u128::from(state ^ state >> 29)
        };
        for format in [Single, Double] {
            for _ in 0..20_000 {
                let (a, b) = (Float::from_bits(format, next()), Float::from_bits(format, next()));
                for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div] {
                    let (hard, soft) = (Float::binary(op, a, b), a.soft(op, b));
                    assert_eq!(hard, Some(soft), "{op:?} {a:x?} {b:x?}");
                }
                assert_eq!(a.compare(b), a.soft_compare(b));
                assert_eq!(a.compare(a), a.soft_compare(a));
            }
        }
    }
}
