//! Numbers read from text: `strtol`, `strtod` and their kin (7.22.1).
//!
//! The text ends at the string's null character. Nothing is consumed when it
//! does not begin with a number, and the value is zero.

use elenchus_lang::arith::{Float, int};
use elenchus_lang::target::{FloatFormat, IntType};
use std::num::FpCategory;

/// An integer that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Integer {
    pub value: i128,
    /// How many bytes it was, with the white space before it.
    pub consumed: usize,
    /// The value read does not fit the type, and `value` is the nearest that
    /// does: ERANGE.
    pub out_of_range: bool,
}

/// A floating number that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Floating {
    pub value: Float,
    /// How many bytes it was, with the white space before it.
    pub consumed: usize,
    pub range: Range,
}

/// How a number fits its format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    Fits,
    /// Too large, and became an infinity: ERANGE.
    Overflow,
    /// Not zero, but so small that it became zero or a subnormal number.
    /// Whether `errno` tells is implementation-defined; glibc sets it if the
    /// value is not exact.
    Underflow,
}

/// White space in the locale "C".
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\x0b' | b'\x0c' | b'\r')
}

/// White space and a sign: whether it is a minus, and where they end.
fn scan_sign(text: &[u8]) -> (bool, usize) {
    let at = text.iter().take_while(|&&byte| is_space(byte)).count();
    match text.get(at) {
        Some(b'-') => (true, at + 1),
        Some(b'+') => (false, at + 1),
        _ => (false, at),
    }
}

fn is_hexadecimal_prefix(text: &[u8]) -> bool {
    matches!(text, [b'0', b'x' | b'X', ..])
}

/// Reads an integer of the type, which has at most 64 bits, in a base of 2 to
/// 36, or 0: as a constant of C has it. `None` for any other base, which C leaves undefined. A minus
/// before a number of unsigned type negates it in the type.
pub fn integer(text: &[u8], base: i32, ty: IntType) -> Option<Integer> {
    let base = u32::try_from(base).ok().filter(|&base| base == 0 || (2..=36).contains(&base))?;
    let (negative, mut at) = scan_sign(text);
    // The prefix counts only before a digit; of `0xg` the 0 is read.
    let prefixed = is_hexadecimal_prefix(&text[at..])
        && text.get(at + 2).is_some_and(|byte| byte.is_ascii_hexdigit());
    let base = match base {
        0 if prefixed => 16,
        0 if text.get(at) == Some(&b'0') => 8,
        0 => 10,
        base => base,
    };
    if base == 16 && prefixed {
        at += 2;
    }
    let digits = text[at..].iter().map_while(|&byte| char::from(byte).to_digit(base));
    let (mut count, mut magnitude) = (0, 0u128);
    for digit in digits {
        count += 1;
        magnitude = magnitude.saturating_mul(base.into()).saturating_add(digit.into());
    }
    if count == 0 {
        return Some(Integer { value: 0, consumed: 0, out_of_range: false });
    }
    let consumed = at + count;
    let limit = if negative && ty.signed { int::min(ty) } else { int::max(ty) };
    if magnitude > limit.unsigned_abs() {
        return Some(Integer { value: limit, consumed, out_of_range: true });
    }
    let value = magnitude as i128;
    let value = int::wrap(ty, if negative { value.wrapping_neg() } else { value });
    Some(Integer { value, consumed, out_of_range: false })
}

/// Reads a floating number: decimal or hexadecimal, an infinity or a NaN.
pub fn float(text: &[u8], format: FloatFormat) -> Floating {
    let (negative, start) = scan_sign(text);
    let rest = &text[start..];
    let length = scan_number(rest);
    let found = std::str::from_utf8(&rest[..length])
        .ok()
        .and_then(|number| Float::from_literal(number, format))
        .map(|value| (value, length, range(value, &rest[..length])))
        .or_else(|| scan_word(rest, format).map(|(value, length)| (value, length, Range::Fits)));
    let Some((value, length, range)) = found else {
        return Floating { value: Float::zero(format), consumed: 0, range: Range::Fits };
    };
    let value = if negative { -value } else { value };
    Floating { value, consumed: start + length, range }
}

/// How long the number is that the text begins with; 0 if with none.
fn scan_number(text: &[u8]) -> usize {
    if is_hexadecimal_prefix(text) {
        match scan_digits(&text[2..], u8::is_ascii_hexdigit, b'p') {
            // only the 0 of `0x` is a number
            0 => 1,
            length => 2 + length,
        }
    } else {
        scan_digits(text, u8::is_ascii_digit, b'e')
    }
}

/// Digits with at most one dot, then an exponent if it has digits.
fn scan_digits(text: &[u8], is_digit: fn(&u8) -> bool, marker: u8) -> usize {
    let run = |at: usize, is_digit: fn(&u8) -> bool| {
        text[at..].iter().take_while(|byte| is_digit(byte)).count()
    };
    let whole = run(0, is_digit);
    let mut end = whole;
    if text.get(whole) == Some(&b'.') {
        let fraction = run(whole + 1, is_digit);
        if whole + fraction == 0 {
            return 0;
        }
        end += 1 + fraction;
    }
    if end == 0 {
        return 0;
    }
    let digits = match text[end..] {
        [first, b'+' | b'-', ..] if first.eq_ignore_ascii_case(&marker) => end + 2,
        [first, ..] if first.eq_ignore_ascii_case(&marker) => end + 1,
        _ => return end,
    };
    match run(digits, u8::is_ascii_digit) {
        0 => end,
        count => digits + count,
    }
}

/// `number` was read as `value`.
fn range(value: Float, number: &[u8]) -> Range {
    if value.is_infinite() {
        return Range::Overflow;
    }
    let tiny = matches!(value.classify(), FpCategory::Zero | FpCategory::Subnormal);
    if tiny && !is_zero(number) { Range::Underflow } else { Range::Fits }
}

/// The first digit other than 0 is none: the exponent follows, or nothing.
fn is_zero(number: &[u8]) -> bool {
    let (digits, marker) =
        if is_hexadecimal_prefix(number) { (&number[2..], b'p') } else { (number, b'e') };
    let other = digits.iter().find(|byte| !matches!(byte, b'0' | b'.'));
    other.is_none_or(|byte| byte.eq_ignore_ascii_case(&marker))
}

/// `inf`, `infinity`, `nan` or `nan(...)` in any case, and its length.
fn scan_word(text: &[u8], format: FloatFormat) -> Option<(Float, usize)> {
    let begins = |word: &[u8]| text.get(..word.len()).is_some_and(|t| t.eq_ignore_ascii_case(word));
    if begins(b"infinity") {
        Some((Float::infinity(format, false), 8))
    } else if begins(b"inf") {
        Some((Float::infinity(format, false), 3))
    } else if begins(b"nan") {
        let (payload, length) = scan_payload(&text[3..]).unwrap_or((0, 0));
        Some((nan(payload, format), 3 + length))
    } else {
        None
    }
}

/// Digits, letters and underscores in parentheses: the payload of a NaN if
/// they are an integer. C leaves its meaning open; this is glibc's.
fn scan_payload(text: &[u8]) -> Option<(u64, usize)> {
    let inner = text.strip_prefix(b"(")?;
    let length = inner.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    if inner.get(length) != Some(&b')') {
        return None;
    }
    let word = IntType { bits: 64, signed: false };
    let payload = integer(&inner[..length], 0, word)
        .filter(|read| read.consumed == length)
        .map_or(0, |read| read.value as u64);
    Some((payload, length + 2))
}

/// The quiet NaN without a sign, and what fits of the payload.
fn nan(payload: u64, format: FloatFormat) -> Float {
    let plain = -Float::default_nan(format);
    // Below the quiet bit, which is the lowest that a plain one has.
    let room = (1 << plain.bits().trailing_zeros()) - 1;
    Float::from_bits(format, plain.bits() | u128::from(payload) & room)
}

#[cfg(test)]
mod tests {
    use super::*;
    use elenchus_lang::target::FloatFormat::*;

    const LONG: IntType = IntType { bits: 64, signed: true };
    const ULONG: IntType = IntType { bits: 64, signed: false };

    fn check(text: &str, base: i32, ty: IntType, value: i128, rest: &str) {
        let read = integer(text.as_bytes(), base, ty).unwrap();
        assert_eq!((read.value, &text[read.consumed..]), (value, rest), "{text} in {base}");
    }

    #[test]
    fn integers() {
        check(" \t\n\x0b\x0c\r-42abc", 10, LONG, -42, "abc");
        check("+7", 10, LONG, 7, "");
        check("zZ", 36, LONG, 35 * 37, "");
        check("129", 2, LONG, 1, "29");
        check("0x1f", 0, LONG, 31, "");
        check("0x1f", 16, LONG, 31, "");
        check("0x1f", 10, LONG, 0, "x1f");
        check("077", 0, LONG, 63, "");
        check("089", 0, LONG, 0, "89");
        // without a digit behind it the x is no prefix
        check("0xg", 0, LONG, 0, "xg");
        check("0x", 16, LONG, 0, "x");
    }

    #[test]
    fn no_number_consumes_nothing() {
        for text in ["", "  ", "-", " +x", "- 1", "--1"] {
            check(text, 10, LONG, 0, text);
        }
        for base in [-1, 1, 37, i32::MIN, i32::MAX] {
            assert_eq!(integer(b"1", base, LONG), None);
        }
    }

    #[test]
    fn out_of_range() {
        let read = |text: &str, ty| {
            let read = integer(text.as_bytes(), 10, ty).unwrap();
            (read.value, read.out_of_range)
        };
        assert_eq!(read("9223372036854775807", LONG), (i64::MAX.into(), false));
        assert_eq!(read("9223372036854775808", LONG), (i64::MAX.into(), true));
        assert_eq!(read("-9223372036854775808", LONG), (i64::MIN.into(), false));
        assert_eq!(read("-9223372036854775809", LONG), (i64::MIN.into(), true));
        assert_eq!(read("-1", ULONG), (u64::MAX.into(), false));
        assert_eq!(read("-18446744073709551615", ULONG), (1, false));
        assert_eq!(read("-18446744073709551616", ULONG), (u64::MAX.into(), true));
        assert_eq!(read(&"9".repeat(1000), LONG), (i64::MAX.into(), true));
    }

    fn check_float(text: &str, bits: u128, rest: &str) {
        let read = float(text.as_bytes(), Double);
        assert_eq!((read.value.bits(), &text[read.consumed..]), (bits, rest), "{text}");
    }

    #[test]
    fn floats() {
        let bits = |value: f64| value.to_bits().into();
        check_float(" 1.5e2x", bits(150.0), "x");
        check_float("-.5", bits(-0.5), "");
        check_float("5.", bits(5.0), "");
        check_float("5..", bits(5.0), ".");
        check_float("1e", bits(1.0), "e");
        check_float("1e+", bits(1.0), "e+");
        check_float("1e-2", bits(0.01), "");
        check_float("0x1.8p1", bits(3.0), "");
        check_float("0x.8", bits(0.5), "");
        check_float("0x1p", bits(1.0), "p");
        check_float("0x", bits(0.0), "x");
        check_float("-0x.p1", bits(-0.0), "x.p1");
        for text in ["", ".", "-", "e5", "+.e1", "in", "na", "\u{e9}"] {
            check_float(text, 0, text);
        }
    }

    #[test]
    fn words() {
        let nan = 0x7ff8_0000_0000_0000;
        check_float("-INFinite", f64::NEG_INFINITY.to_bits().into(), "inite");
        check_float("Infinity", f64::INFINITY.to_bits().into(), "");
        check_float("nan", nan, "");
        check_float("-NaN()", nan | 1 << 63, "");
        check_float("nan(0x12)", nan | 0x12, "");
        check_float("nan(_a9)", nan, "");
        check_float("nan(1", nan, "(1");
        check_float("nan(1-2)", nan, "(1-2)");
    }

    #[test]
    fn ranges() {
        let range = |text: &str| float(text.as_bytes(), Double).range;
        assert_eq!(range("1e309"), Range::Overflow);
        assert_eq!(range("inf"), Range::Fits);
        assert_eq!(range("1e-400"), Range::Underflow);
        assert_eq!(range("0x0.1p-1070"), Range::Underflow);
        assert_eq!(range("0.00e-400"), Range::Fits);
        assert_eq!(range("0x0.0p9"), Range::Fits);
        assert_eq!(float(b"1e-310", X87).range, Range::Fits);
    }
}
