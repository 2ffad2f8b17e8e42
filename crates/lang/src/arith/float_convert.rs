//! Conversions between floating types, and from and to integers.

use super::float::{Finite, Float, shape};
use super::int;
use crate::target::{FloatFormat, IntType};
use crate::undefined::Undefined;

impl Float {
    /// Conversion to another floating type (6.3.1.5), overflow to infinity.
    /// Between types of the same format nothing happens, not even to a
    /// signalling NaN.
    #[inline]
    pub fn convert(self, format: FloatFormat) -> Float {
        match (self.format(), format) {
            (from, to) if from == to => self,
            _ if !self.is_finite() => self.convert_special(format),
            (FloatFormat::Single, FloatFormat::Double) => f64::from(self.as_f32()).into(),
            (FloatFormat::Double, FloatFormat::Single) => (self.as_f64() as f32).into(),
            _ => Float::round(format, self.unpack(), false),
        }
    }

    fn convert_special(self, format: FloatFormat) -> Float {
        if !self.is_nan() {
            return Float::infinity(format, self.is_negative());
        }
        if self.is_unsupported() {
            return Float::default_nan(format);
        }
        let (from, to) = (shape(self.format()), shape(format));
        // With the integer bit at the top, payloads of all formats line up.
        let payload = (self.bits() & (from.integer_bit() - 1)) << (128 - from.precision);
        let fraction = payload >> (128 - to.precision);
        let significand = to.integer_bit() | to.quiet_bit() | fraction;
        Float::assemble(format, self.is_negative(), to.max_exponent(), significand)
    }

    /// Conversion to an integer type other than `_Bool` (6.3.1.4p1): the
    /// fraction is dropped, and what is left must fit.
    #[inline]
    pub fn to_int(self, ty: IntType) -> Result<i128, Undefined> {
        let value = match self.format() {
            FloatFormat::Single => f64::from(self.as_f32()),
            FloatFormat::Double => self.as_f64(),
            _ => f64::INFINITY,
        };
        // What fits one word, which is nearly everything, is one instruction.
        let word = -(i64::MIN as f64);
        if value.abs() < word {
            let integral = i128::from(value as i64);
            return if int::is_canonical(ty, integral) && (ty.signed || integral >= 0) {
                Ok(integral)
            } else {
                Err(Undefined::FloatToInt)
            };
        }
        self.soft_to_int(ty)
    }

    fn soft_to_int(self, ty: IntType) -> Result<i128, Undefined> {
        if !self.is_finite() {
            return Err(Undefined::FloatToInt);
        }
        let Finite { negative, significand, exponent } = self.unpack();
        let length = i64::from(128 - significand.leading_zeros());
        if length + exponent > 128 {
            return Err(Undefined::FloatToInt);
        }
        let magnitude = if exponent >= 0 {
            significand.checked_shl(exponent as u32).unwrap_or(0)
        } else {
            significand.checked_shr(exponent.unsigned_abs() as u32).unwrap_or(0)
        };
        let limit = if negative { int::min(ty).unsigned_abs() } else { int::max(ty) as u128 };
        if magnitude > limit {
            return Err(Undefined::FloatToInt);
        }
        Ok(if negative { (magnitude as i128).wrapping_neg() } else { magnitude as i128 })
    }

    /// Conversion to `_Bool` (6.3.1.2): a NaN is not zero.
    #[inline]
    pub fn to_bool(self) -> i128 {
        (!self.is_zero()).into()
    }

    /// Conversion from an integer type, rounded once. What is too large for
    /// the format (from 128 bits to binary32, or to binary16) is infinite.
    #[inline]
    pub fn from_int(format: FloatFormat, ty: IntType, value: i128) -> Float {
        match format {
            FloatFormat::Double if ty.signed && ty.bits <= 64 => (value as i64 as f64).into(),
            FloatFormat::Single if ty.signed && ty.bits <= 64 => (value as i64 as f32).into(),
            _ => {
                let negative = ty.signed && value < 0;
                let significand = if negative { value.unsigned_abs() } else { value as u128 };
                Float::round(format, Finite { negative, significand, exponent: 0 }, false)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use FloatFormat::*;

    const INT: IntType = IntType { bits: 32, signed: true };
    const UINT: IntType = IntType { bits: 32, signed: false };
    const UINT128: IntType = IntType { bits: 128, signed: false };

    fn double(value: f64) -> Float {
        value.into()
    }

    fn literal(text: &str, format: FloatFormat) -> Float {
        Float::from_literal(text, format).unwrap()
    }

    #[test]
    fn narrowing_rounds_once_to_even() {
        assert_eq!(double(1e300).convert(Single), Float::infinity(Single, false));
        assert_eq!(double(16777217.0).convert(Single), Float::from(16777216.0f32));
        assert_eq!(double(2049.0).convert(Half), literal("2048", Half));
        assert_eq!(double(2049.0000001).convert(Half), literal("2050", Half));
        assert_eq!(double(-1e-300).convert(Half), -Float::zero(Half));
        assert_eq!(literal("0x1p-16494", Quad).convert(X87), Float::zero(X87));
    }

    #[test]
    fn to_integers_the_integral_part_must_fit() {
        assert_eq!(double(-1.9).to_int(INT), Ok(-1));
        assert_eq!(double(-0.9).to_int(UINT), Ok(0));
        assert_eq!(double(-1.0).to_int(UINT), Err(Undefined::FloatToInt));
        assert_eq!(double(2147483647.5).to_int(INT), Ok(2147483647));
        assert_eq!(double(2147483648.0).to_int(INT), Err(Undefined::FloatToInt));
        assert_eq!(double(-2147483648.9).to_int(INT), Ok(-2147483648));
        assert_eq!(double(-2147483649.0).to_int(INT), Err(Undefined::FloatToInt));
        assert_eq!(double(f64::NAN).to_int(INT), Err(Undefined::FloatToInt));
        assert_eq!(double(f64::INFINITY).to_int(UINT128), Err(Undefined::FloatToInt));
        assert_eq!(literal("0x1p127", Quad).to_int(UINT128), Ok(i128::MIN));
        assert_eq!(literal("0x1p128", Quad).to_int(UINT128), Err(Undefined::FloatToInt));
        assert_eq!(double(0.1).to_bool(), 1);
        assert_eq!(double(f64::NAN).to_bool(), 1);
        assert_eq!(double(-0.0).to_bool(), 0);
    }

    #[test]
    fn from_integers_rounds_to_even() {
        let float = |value| Float::from_int(Single, IntType { bits: 64, signed: true }, value);
        assert_eq!(float(16777217), Float::from(16777216.0f32));
        assert_eq!(float(16777219), Float::from(16777220.0f32));
        assert_eq!(Float::from_int(Single, UINT128, -1), Float::infinity(Single, false));
        assert_eq!(Float::from_int(Half, INT, 65519).bits(), 0x7bff);
        assert_eq!(Float::from_int(Half, INT, 65520), Float::infinity(Half, false));
        assert_eq!(Float::from_int(X87, UINT128, -1), literal("0x1p128", X87));
    }

    /// What fits a word takes a short cut, which changes nothing.
    #[test]
    fn both_ways_to_an_integer() {
        let edges = [0.0, 0.5, 1.0, 1.9, 127.9, 128.0, 255.9, 256.0, 2147483647.9, 2147483648.0];
        let wide = [9.2e18, 9223372036854775808.0, 1.8e19, 18446744073709551616.0, 1e38, f64::NAN];
        for value in edges.into_iter().chain(wide).flat_map(|value| [value, -value]) {
            for bits in 1..=128 {
                for signed in [true, false] {
                    let ty = IntType { bits, signed };
                    let value = double(value);
                    assert_eq!(value.to_int(ty), value.soft_to_int(ty), "{value:x?} {ty:?}");
                    let single = value.convert(Single);
                    assert_eq!(single.to_int(ty), single.soft_to_int(ty), "{single:x?} {ty:?}");
                }
            }
        }
    }
}
