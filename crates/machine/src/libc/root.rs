//! The functions of `<math.h>` that are correctly rounded: `sqrt` and `fma`.

use super::real::quiet;
use elenchus_lang::arith::Float;
use elenchus_lang::arith::float::Finite;
use elenchus_lang::target::FloatFormat;
use rustc_apfloat::ieee;

/// Bits of the root that are computed: more than any format has, and so few
/// that the remainder, shifted by two, fits a word.
const BITS: u32 = 120;

/// The root, and whether it is a domain error.
pub fn sqrt(x: Float) -> (Float, bool) {
    if x.is_nan() {
        return (quiet(x), false);
    }
    if x.is_zero() || x.is_infinite() && !x.is_negative() {
        return (x, false);
    }
    if x.is_negative() {
        return (Float::default_nan(x.format()), true);
    }
    let Finite { significand, exponent, .. } = x.unpack();
    // As a fraction in [1/4, 1) times an even power of two.
    let length = 128 - significand.leading_zeros();
    let mut top = exponent + i64::from(length);
    let mut radicand = significand << (128 - length);
    if top & 1 != 0 {
        radicand >>= 1;
        top += 1;
    }
    let (root, exact) = digits(radicand);
    let number = Finite { negative: false, significand: root, exponent: top / 2 - i64::from(BITS) };
    (Float::round(x.format(), number, !exact), false)
}

/// The first bits of the root of a fraction of 128 bits, found one by one; and
/// whether that is all of it. The dropped bit of an odd exponent was zero: no
/// significand has 128 bits.
fn digits(mut radicand: u128) -> (u128, bool) {
    let (mut root, mut rest) = (0u128, 0u128);
    for _ in 0..BITS {
        rest = rest << 2 | radicand >> 126;
        radicand <<= 2;
        let try_one = root << 2 | 1;
        root <<= 1;
        if rest >= try_one {
            rest -= try_one;
            root |= 1;
        }
    }
    (root, rest == 0 && radicand == 0)
}

/// `x * y + z`, rounded once, and whether it is a domain error.
pub fn fma(x: Float, y: Float, z: Float) -> (Float, bool) {
    if x.is_nan() || y.is_nan() || z.is_nan() {
        return (x * y + z, false);
    }
    let (x_bits, y_bits, z_bits) = (x.bits(), y.bits(), z.bits());
    let bits = match x.format() {
        FloatFormat::Half => fused::<ieee::Half>(x_bits, y_bits, z_bits),
        FloatFormat::Single => fused::<ieee::Single>(x_bits, y_bits, z_bits),
        FloatFormat::Double => fused::<ieee::Double>(x_bits, y_bits, z_bits),
        FloatFormat::X87 => fused::<ieee::X87DoubleExtended>(x_bits, y_bits, z_bits),
        FloatFormat::Quad => fused::<ieee::Quad>(x_bits, y_bits, z_bits),
    };
    let result = Float::from_bits(x.format(), bits);
    if result.is_nan() { (Float::default_nan(x.format()), true) } else { (result, false) }
}

fn fused<F: rustc_apfloat::Float>(x: u128, y: u128, z: u128) -> u128 {
    F::from_bits(x).mul_add(F::from_bits(y), F::from_bits(z)).value.to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_as_the_hardware_has_them() {
        let mut bits = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..20_000 {
            bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let x = f64::from_bits(bits >> 1);
            if !x.is_nan() {
                assert_eq!(sqrt(x.into()).0, x.sqrt().into(), "{x:e}");
            }
            let x = f32::from_bits((bits >> 33) as u32);
            if !x.is_nan() {
                assert_eq!(sqrt(x.into()).0, x.sqrt().into(), "{x:e}");
            }
        }
        assert!(sqrt((-1.0).into()).1);
        assert_eq!(sqrt((-0.0).into()).0, (-0.0).into());
    }
}
