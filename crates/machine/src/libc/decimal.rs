//! The exact value of a floating number in decimal, and its rounding.
//!
//! Every finite binary float has finitely many decimal digits: 2^-n is
//! 5^n * 10^-n. So the significand is multiplied by a power of two or of
//! five, in an integer whose limbs are decimal already. A common `double` has
//! a few limbs; the smallest binary128 numbers have 1,300 and take a few
//! milliseconds.

use elenchus_lang::arith::Float;

/// A number that is not negative: `0.ddd` times ten to the `point`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decimal {
    /// In ASCII; neither the first nor the last is a zero. Zero has none.
    digits: Vec<u8>,
    /// How many digits stand before the decimal point; not positive if the
    /// number is below 1/10. 1 for zero, whose one digit is the 0 before it.
    point: i64,
}

/// What a limb counts up to: as many digits as a product has room for.
const BASE: u64 = 1_000_000_000;
const LIMB_DIGITS: usize = 9;

impl Decimal {
    /// The magnitude of a number; `None` of an infinity or a NaN.
    pub fn exact(value: Float) -> Option<Decimal> {
        if !value.is_finite() {
            return None;
        }
        let number = value.unpack();
        if number.significand == 0 {
            return Some(Decimal::zero());
        }
        // Without its trailing zeros the significand needs the fewest digits.
        let zeros = number.significand.trailing_zeros();
        let exponent = number.exponent + i64::from(zeros);
        let mut limbs = limbs_of(number.significand >> zeros);
        let power = exponent.unsigned_abs();
        let scale = if exponent >= 0 {
            multiply_by_power(&mut limbs, 2, 31, power);
            0
        } else {
            multiply_by_power(&mut limbs, 5, 13, power);
            -exponent
        };
        let digits = digits_of(&limbs);
        let point = digits.len() as i64 - scale;
        let mut decimal = Decimal { digits, point };
        decimal.trim();
        Some(decimal)
    }

    fn zero() -> Decimal {
        Decimal { digits: Vec::new(), point: 1 }
    }

    /// The digits from the first that is not zero to the last.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// How many of the digits stand before the point; see [`Decimal`].
    pub fn point(&self) -> i64 {
        self.point
    }

    /// Rounds to the first `keep` digits, to nearest, ties to even. Not more
    /// than a tie is left of a number when `keep` is 0, and nothing when it
    /// is negative.
    pub fn round(&mut self, keep: i64) {
        let Ok(keep) = usize::try_from(keep) else {
            *self = Decimal::zero();
            return;
        };
        let Some(&next) = self.digits.get(keep) else { return };
        // The last digit is not zero: if there is one after `next`, the rest
        // is more than it says.
        let more = self.digits.len() > keep + 1;
        let odd = keep > 0 && self.digits[keep - 1] % 2 == 1;
        let up = next > b'5' || next == b'5' && (more || odd);
        self.digits.truncate(keep);
        if up {
            while self.digits.last() == Some(&b'9') {
                self.digits.pop();
            }
            match self.digits.last_mut() {
                Some(last) => *last += 1,
                None => {
                    self.digits.push(b'1');
                    self.point += 1;
                }
            }
        }
        self.trim();
    }

    fn trim(&mut self) {
        while self.digits.last() == Some(&b'0') {
            self.digits.pop();
        }
        if self.digits.is_empty() {
            *self = Decimal::zero();
        }
    }
}

/// The limbs of a number, the least significant first.
fn limbs_of(mut number: u128) -> Vec<u32> {
    let mut limbs = Vec::new();
    while number != 0 {
        limbs.push((number % u128::from(BASE)) as u32);
        number /= u128::from(BASE);
    }
    limbs
}

/// Multiplies by `base` to the `power`, `step` powers at a time.
fn multiply_by_power(limbs: &mut Vec<u32>, base: u32, step: u32, power: u64) {
    let factor = base.pow(step);
    for _ in 0..power / u64::from(step) {
        multiply(limbs, factor);
    }
    multiply(limbs, base.pow((power % u64::from(step)) as u32));
}

fn multiply(limbs: &mut Vec<u32>, factor: u32) {
    let mut carry = 0u64;
    for limb in limbs.iter_mut() {
        let product = u64::from(*limb) * u64::from(factor) + carry;
        *limb = (product % BASE) as u32;
        carry = product / BASE;
    }
    while carry != 0 {
        limbs.push((carry % BASE) as u32);
        carry /= BASE;
    }
}

/// In ASCII, without leading zeros.
fn digits_of(limbs: &[u32]) -> Vec<u8> {
    let mut digits = vec![b'0'; limbs.len() * LIMB_DIGITS];
    for (chunk, &limb) in digits.chunks_exact_mut(LIMB_DIGITS).zip(limbs.iter().rev()) {
        let mut limb = limb;
        for digit in chunk.iter_mut().rev() {
            *digit = b'0' + (limb % 10) as u8;
            limb /= 10;
        }
    }
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    digits.drain(..zeros);
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use elenchus_lang::target::FloatFormat;

    fn text(decimal: &Decimal) -> String {
        let digits = String::from_utf8(decimal.digits.clone()).unwrap();
        format!("0.{digits}e{}", decimal.point)
    }

    fn exact(value: f64) -> Decimal {
        Decimal::exact(value.into()).unwrap()
    }

    #[test]
    fn exact_values() {
        assert_eq!(text(&exact(0.0)), "0.e1");
        assert_eq!(text(&exact(-1.0)), "0.1e1");
        assert_eq!(text(&exact(1200.0)), "0.12e4");
        assert_eq!(text(&exact(0.0625)), "0.625e-1");
        let tenth = "0.1000000000000000055511151231257827021181583404541015625e0";
        assert_eq!(text(&exact(0.1)), tenth);
        assert_eq!(Decimal::exact(f64::NAN.into()), None);
        assert_eq!(Decimal::exact(f64::INFINITY.into()), None);
    }

    #[test]
    fn every_format() {
        for (format, bits, digits, point) in [
            (FloatFormat::Half, 1, 17, -7),
            (FloatFormat::Single, 1, 105, -44),
            (FloatFormat::Double, 1, 751, -323),
            (FloatFormat::X87, 1, 11_495, -4950),
            (FloatFormat::Quad, 1, 11_529, -4965),
            (FloatFormat::Double, 0x7fef_ffff_ffff_ffff, 309, 309),
            (FloatFormat::X87, 0x7ffe_ffff_ffff_ffff_ffff, 4932, 4933),
        ] {
            let decimal = Decimal::exact(Float::from_bits(format, bits)).unwrap();
            assert_eq!((decimal.digits.len(), decimal.point), (digits, point), "{format:?}");
        }
    }

    #[test]
    fn rounding() {
        let rounded = |value, keep| {
            let mut decimal = exact(value);
            decimal.round(keep);
            text(&decimal)
        };
        assert_eq!(rounded(0.1, 3), "0.1e0");
        assert_eq!(rounded(0.1, 20), "0.10000000000000000555e0");
        // ties go to even
        assert_eq!(rounded(12.5, 2), "0.12e2");
        assert_eq!(rounded(13.5, 2), "0.14e2");
        assert_eq!(rounded(0.5, 0), "0.e1");
        assert_eq!(rounded(0.75, 0), "0.1e1");
        // what is carried on the left moves the point
        assert_eq!(rounded(99.96875, 3), "0.1e3");
        assert_eq!(rounded(199.75, 3), "0.2e3");
        assert_eq!(rounded(0.75, -1), "0.e1");
        assert_eq!(rounded(0.75, i64::MAX), "0.75e0");
        assert_eq!(rounded(0.75, i64::MIN), "0.e1");
        assert_eq!(rounded(0.0, 5), "0.e1");
    }
}
