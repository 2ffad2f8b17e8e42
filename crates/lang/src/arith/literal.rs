//! Floating constants: from text to the nearest value, and back (6.4.4.2).

use super::float::{Finite, Float};
use crate::target::FloatFormat;
use rustc_apfloat::ieee;

/// More digits than the exact value of a number half-way between two
/// binary128 values can have (11,564): a nonzero digit beyond them can be
/// anywhere, so they are all replaced by a single 1.
const MAX_DIGITS: usize = 11_600;

/// Beyond ten to this power everything is infinite, and below its inverse
/// everything is zero, in all formats.
const MAX_POWER: i64 = 5_000;

impl Float {
    /// The value of a floating constant without its suffix, rounded once to
    /// nearest, ties to even. Decimal, or hexadecimal with `0x`; dot and
    /// exponent may be missing, as `strtod` has it. No sign. `None` if the
    /// text is not of that form. Time is linear in the text, and bounded
    /// however large the exponent is.
    pub fn from_literal(text: &str, format: FloatFormat) -> Option<Float> {
        let text = text.as_bytes();
        match text {
            [b'0', b'x' | b'X', rest @ ..] => from_hexadecimal(rest, format),
            _ => from_decimal(text, format),
        }
    }

    /// A C constant, without suffix, that reads back as the same value: the
    /// shortest decimal one for binary32 and binary64, a hexadecimal one for
    /// the others. A negative value has a `-` in front, which makes it an
    /// expression and no longer a constant. `None` for infinities and NaNs.
    pub fn to_literal(self) -> Option<String> {
        if !self.is_finite() {
            return None;
        }
        // The debug form of a Rust float is the shortest text that reads back
        // the same, and always has a dot or an exponent.
        Some(match self.format() {
            FloatFormat::Single => format!("{:?}", self.as_f32()),
            FloatFormat::Double => format!("{:?}", self.as_f64()),
            _ => hexadecimal(self.unpack()),
        })
    }
}

/// Digits with an optional dot among them, then whatever follows them: calls
/// `digit` with the value of each, and whether it is after the dot. At least
/// one digit is needed.
fn scan_digits(text: &[u8], radix: u32, mut digit: impl FnMut(u8, bool)) -> Option<&[u8]> {
    let (mut any, mut dot, mut at) = (false, false, 0);
    while let Some(&byte) = text.get(at) {
        match char::from(byte).to_digit(radix) {
            Some(value) => {
                any = true;
                digit(value as u8, dot);
            }
            None if byte == b'.' && !dot => dot = true,
            None => break,
        }
        at += 1;
    }
    any.then(|| &text[at..])
}

/// An exponent part up to the end of the text; none at all is 0. A huge one
/// saturates, at a limit that no length of text can make up for.
fn scan_exponent(text: &[u8], marker: u8) -> Option<i64> {
    let (negative, digits) = match text {
        [] => return Some(0),
        [first, b'-', digits @ ..] if first.eq_ignore_ascii_case(&marker) => (true, digits),
        [first, b'+', digits @ ..] if first.eq_ignore_ascii_case(&marker) => (false, digits),
        [first, digits @ ..] if first.eq_ignore_ascii_case(&marker) => (false, digits),
        _ => return None,
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let limit = 1i64 << 60;
    let magnitude =
        digits.iter().fold(0i64, |n, d| n.saturating_mul(10).saturating_add((d - b'0').into()));
    let magnitude = magnitude.min(limit);
    Some(if negative { -magnitude } else { magnitude })
}

fn from_decimal(text: &[u8], format: FloatFormat) -> Option<Float> {
    // The value is that of `digits`, read as an integer, times ten to `power`.
    let mut digits = Vec::new();
    let mut power = 0i64;
    let mut rest_is_zero = true;
    let rest = scan_digits(text, 10, |digit, after_dot| {
        if after_dot {
            power -= 1;
        }
        if digits.len() < MAX_DIGITS {
            if digit != 0 || !digits.is_empty() {
                digits.push(b'0' + digit);
            }
        } else {
            power += 1;
            rest_is_zero &= digit == 0;
        }
    })?;
    power += scan_exponent(rest, b'e')?;
    if !rest_is_zero {
        digits.push(b'1');
        power -= 1;
    }
    while digits.last() == Some(&b'0') {
        digits.pop();
        power += 1;
    }
    if digits.is_empty() {
        return Some(Float::zero(format));
    }
    let magnitude = power + digits.len() as i64;
    if magnitude > MAX_POWER {
        return Some(Float::infinity(format, false));
    }
    if magnitude < -MAX_POWER {
        return Some(Float::zero(format));
    }
    let digits = String::from_utf8(digits).ok()?;
    let text = format!("{digits}e{power}");
    match format {
        FloatFormat::Single => text.parse::<f32>().ok().map(Float::from),
        FloatFormat::Double => text.parse::<f64>().ok().map(Float::from),
        FloatFormat::Half => soft_decimal::<ieee::Half>(&text, format),
        FloatFormat::X87 => soft_decimal::<ieee::X87DoubleExtended>(&text, format),
        FloatFormat::Quad => soft_decimal::<ieee::Quad>(&text, format),
    }
}

fn soft_decimal<F: rustc_apfloat::Float>(text: &str, format: FloatFormat) -> Option<Float> {
    let value: F = text.parse().ok()?;
    Some(Float::from_bits(format, value.to_bits()))
}

fn from_hexadecimal(text: &[u8], format: FloatFormat) -> Option<Float> {
    let mut significand = 0u128;
    let mut exponent = 0i64;
    let mut more = false;
    let rest = scan_digits(text, 16, |digit, after_dot| {
        if after_dot {
            exponent -= 4;
        }
        if significand >> 124 == 0 {
            significand = significand << 4 | u128::from(digit);
        } else {
            exponent += 4;
            more |= digit != 0;
        }
    })?;
    exponent += scan_exponent(rest, b'p')?;
    Some(Float::round(format, Finite { negative: false, significand, exponent }, more))
}

fn hexadecimal(number: Finite) -> String {
    let Finite { negative, significand, exponent } = number;
    let sign = if negative { "-" } else { "" };
    if significand == 0 {
        return format!("{sign}0x0p+0");
    }
    let zeros = significand.leading_zeros();
    let exponent = exponent + i64::from(127 - zeros);
    // The leading bit stands before the dot, all others after it.
    let fraction = significand.checked_shl(zeros + 1).unwrap_or(0);
    let digits = format!("{fraction:032x}");
    match digits.trim_end_matches('0') {
        "" => format!("{sign}0x1p{exponent:+}"),
        digits => format!("{sign}0x1.{digits}p{exponent:+}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use FloatFormat::*;

    fn check(text: &str, format: FloatFormat, bits: u128) {
        let value = Float::from_literal(text, format);
        assert_eq!(value.map(Float::bits), Some(bits), "{text}");
    }

    #[test]
    fn decimal() {
        check("0.1", Half, 0x2e66);
        check("0.1", Single, 0x3dcc_cccd);
        check("0.1", Double, 0x3fb9_9999_9999_999a);
        check("0.1", X87, 0x3ffb_cccc_cccc_cccc_cccd);
        check("0.1", Quad, 0x3ffb_9999_9999_9999_9999_9999_9999_999a);
        check("1.", Single, 0x3f80_0000);
        check(".5E+1", Single, 0x40a0_0000);
        check("10", Single, 0x4120_0000);
        check("000.000e5", Quad, 0);
    }

    #[test]
    fn hexadecimal() {
        check("0x1.8p1", Single, 0x4040_0000);
        check("0X.8P+1", Double, 0x3ff0_0000_0000_0000);
        check("0x1p-16445", X87, 1);
        check("0x1p-16494", Quad, 1);
        // half-way to the next: to even, unless a bit far behind says more
        check("0x1.000001p0", Single, 0x3f80_0000);
        check("0x1.000003p0", Single, 0x3f80_0002);
        check("0x1.00000100000000000000000000000000000000001p0", Single, 0x3f80_0001);
        check("0x0p999999999999999999999", Single, 0);
    }

    #[test]
    fn what_is_no_constant() {
        for text in ["", ".", "e5", "1e", "1e+", "1.0f", "1..2", "-1.0", "0x", "0x.p1", "0x1e+5"] {
            assert_eq!(Float::from_literal(text, Double), None, "{text}");
        }
        for text in ["inf", "nan", "1 ", " 1", "1_0", "0x1p", "0x1p+", "1e5e5", "٣"] {
            assert_eq!(Float::from_literal(text, Quad), None, "{text}");
        }
    }

    /// Half-way cases are decided by digits however far behind.
    #[test]
    fn many_digits() {
        let zeros = "0".repeat(100_000);
        for format in [Half, Single, Double, X87, Quad] {
            let one = Float::from_literal("1", format);
            assert_eq!(Float::from_literal(&format!("1{zeros}e-100000"), format), one);
            assert_eq!(Float::from_literal(&format!("0.{zeros}1e100001"), format), one);
        }
        check(&format!("16777217.{zeros}"), Single, 0x4b80_0000);
        check(&format!("16777217.{zeros}1"), Single, 0x4b80_0001);
        check(&format!("36893488147419103234.{zeros}"), X87, 0x4040_8000_0000_0000_0000);
        check(&format!("36893488147419103234.{zeros}1"), X87, 0x4040_8000_0000_0000_0001);
    }

    /// Half of the smallest binary128 value, 2^-16495, has as many digits as
    /// a tie can have. It rounds to zero, and anything more does not.
    #[test]
    fn the_longest_tie() {
        // 2^-n is 5^n times 10^-n
        const BASE: u128 = 1_000_000_000_000_000_000;
        let mut limbs = vec![1u128];
        for _ in 0..16495 {
            let mut carry = 0;
            for limb in &mut limbs {
                let product = *limb * 5 + carry;
                *limb = product % BASE;
                carry = product / BASE;
            }
            if carry != 0 {
                limbs.push(carry);
            }
        }
        let digits: String = limbs.iter().rev().map(|limb| format!("{limb:018}")).collect();
        check(&format!("{digits}e-16495"), Quad, 0);
        check(&format!("{digits}.{}1e-16495", "0".repeat(1000)), Quad, 1);
        check(&format!("{digits}e-16494"), Quad, 5);
    }

    #[test]
    fn hostile_text_is_bounded() {
        let nines = "9".repeat(200_000);
        for format in [Half, Single, Double, X87, Quad] {
            let infinity = Some(Float::infinity(format, false));
            let zero = Some(Float::zero(format));
            assert_eq!(Float::from_literal("1e999999999", format), infinity);
            assert_eq!(Float::from_literal("1e-999999999", format), zero);
            assert_eq!(Float::from_literal(&format!("1e{nines}"), format), infinity);
            assert_eq!(Float::from_literal(&format!("1e-{nines}"), format), zero);
            assert_eq!(Float::from_literal(&format!("0x1p{nines}"), format), infinity);
            assert_eq!(Float::from_literal(&format!("0x1p-{nines}"), format), zero);
            assert_eq!(Float::from_literal(&nines, format), infinity);
            assert_eq!(
                Float::from_literal(&format!("0.{nines}"), format),
                Float::from_literal("1", format)
            );
            assert_eq!(Float::from_literal(&format!("{nines}e-204967"), format), zero);
        }
    }

    /// Anything made of the right characters is read or refused.
    #[test]
    fn arbitrary_text() {
        const ALPHABET: &[u8] = b"00123456789.eE+-xXpPaf";
        let mut state = 1u64;
        let mut below = |limit: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % limit
        };
        let mut read = 0;
        for _ in 0..50_000 {
            let text: String =
                (0..below(12)).map(|_| char::from(ALPHABET[below(ALPHABET.len())])).collect();
            for format in [Half, Single, Double, X87, Quad] {
                if let Some(value) = Float::from_literal(&text, format) {
                    assert!(!value.is_nan() && !value.is_negative(), "{text}");
                    read += 1;
                }
            }
        }
        assert!(read > 10_000, "{read}");
    }

    #[test]
    fn back_to_text() {
        let text = |bits, format| Float::from_bits(format, bits).to_literal();
        let some = |text: &str| Some(text.to_string());
        assert_eq!(text(0x3dcc_cccd, Single), some("0.1"));
        assert_eq!(text(0x4b80_0000, Single), some("16777216.0"));
        assert_eq!(text(1, Double), some("5e-324"));
        assert_eq!(text(0x7fef_ffff_ffff_ffff, Double), some("1.7976931348623157e308"));
        assert_eq!(text(0x8000_0000, Single), some("-0.0"));
        assert_eq!(text(0x3e00, Half), some("0x1.8p+0"));
        assert_eq!(text(1, X87), some("0x1p-16445"));
        assert_eq!(text(0xbfff << 112 | 1, Quad), some("-0x1.0000000000000000000000000001p+0"));
        assert_eq!(text(0, Quad), some("0x0p+0"));
        assert_eq!(text(0x7f80_0000, Single), None);
        assert_eq!(text(0xffff_c000_0000_0000_0000, X87), None);
    }

    #[test]
    fn every_half_reads_back() {
        for bits in 0..1u128 << 15 {
            let value = Float::from_bits(Half, bits);
            for format in [Half, Single, Double, X87, Quad] {
                let wide = value.convert(format);
                if let Some(text) = wide.to_literal() {
                    assert_eq!(Float::from_literal(&text, format), Some(wide));
                    assert_eq!(wide.convert(Half), value);
                }
            }
        }
    }
}
