//! Values as `printf` writes them: integers, characters, strings, pointers.
//!
//! Nothing of a field is written before its whole length is known to fit the
//! limit, so `%2000000000d` costs no memory.

use super::directive::Spec;

/// Text that would become longer than its limit; it was left as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full;

/// Text that is appended to, up to a length in all.
#[derive(Debug)]
pub struct Sink<'a> {
    text: &'a mut Vec<u8>,
    limit: usize,
}

/// A part of a field's body. Zeros are counted: there can be many.
#[derive(Clone, Copy, Debug)]
pub(super) enum Run<'a> {
    Text(&'a [u8]),
    Zeros(usize),
}

impl Run<'_> {
    fn len(self) -> usize {
        match self {
            Run::Text(text) => text.len(),
            Run::Zeros(count) => count,
        }
    }
}

/// What is padded to the width.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Field<'a> {
    pub sign: &'a [u8],
    /// `0x`, or nothing. Zeros of padding come after it, spaces before the
    /// sign.
    pub radix: &'a [u8],
    pub body: &'a [Run<'a>],
    /// Padded with zeros, if the flags ask for it.
    pub zeros: bool,
}

impl<'a> Sink<'a> {
    /// Appends to `text` until it has `limit` bytes.
    pub fn new(text: &'a mut Vec<u8>, limit: usize) -> Sink<'a> {
        Sink { text, limit }
    }

    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Full> {
        self.check(bytes.len())?;
        self.text.extend_from_slice(bytes);
        Ok(())
    }

    /// Whether so many bytes more are within the limit.
    fn check(&self, length: usize) -> Result<(), Full> {
        let fits = self.text.len().checked_add(length).is_some_and(|all| all <= self.limit);
        if fits { Ok(()) } else { Err(Full) }
    }

    fn fill(&mut self, byte: u8, count: usize) {
        self.text.resize(self.text.len() + count, byte);
    }

    /// A field, all of it or nothing.
    pub(super) fn field(&mut self, spec: &Spec, field: Field<'_>) -> Result<(), Full> {
        let Field { sign, radix, body, zeros } = field;
        let before = sign.len() + radix.len();
        let length = body.iter().fold(before, |sum, run| sum.saturating_add(run.len()));
        let pad = (spec.width as usize).saturating_sub(length);
        self.check(length.saturating_add(pad))?;
        let zeros = zeros && spec.flags.zero && !spec.flags.left;
        if !spec.flags.left && !zeros {
            self.fill(b' ', pad);
        }
        self.text.extend_from_slice(sign);
        self.text.extend_from_slice(radix);
        if zeros {
            self.fill(b'0', pad);
        }
        for run in body {
            match *run {
                Run::Text(text) => self.text.extend_from_slice(text),
                Run::Zeros(count) => self.fill(b'0', count),
            }
        }
        if spec.flags.left {
            self.fill(b' ', pad);
        }
        Ok(())
    }

    /// A field of text that only spaces are added to.
    pub(super) fn word(&mut self, spec: &Spec, sign: &[u8], text: &[u8]) -> Result<(), Full> {
        self.field(spec, Field { sign, body: &[Run::Text(text)], ..Field::default() })
    }
}

/// The sign of a signed conversion.
pub(super) fn sign(spec: &Spec, negative: bool) -> &'static [u8] {
    match negative {
        true => b"-",
        false if spec.flags.plus => b"+",
        false if spec.flags.space => b" ",
        false => b"",
    }
}

/// `d i u o x X`. The value is one of the type that the directive expects, so
/// not negative for the last four.
pub fn integer(sink: &mut Sink<'_>, spec: &Spec, value: i128) -> Result<(), Full> {
    let (sign, magnitude) = match spec.conversion {
        b'd' | b'i' => (sign(spec, value < 0), value.unsigned_abs()),
        _ => (&b""[..], value as u128),
    };
    digits(sink, spec, sign, magnitude)
}

/// `p`, as glibc writes it: `(nil)`, or as `%#x` would with any sign flags.
pub fn pointer(sink: &mut Sink<'_>, spec: &Spec, address: u64) -> Result<(), Full> {
    if address == 0 {
        return sink.word(spec, b"", b"(nil)");
    }
    let mut hexadecimal = Spec { conversion: b'x', ..*spec };
    hexadecimal.flags.alternate = true;
    digits(sink, &hexadecimal, sign(spec, false), address.into())
}

/// `c`.
pub fn character(sink: &mut Sink<'_>, spec: &Spec, value: u8) -> Result<(), Full> {
    sink.word(spec, b"", &[value])
}

/// `s`. The bytes end before the null character; no more of them than the
/// precision are looked at, and a longer array needs no null character.
pub fn string(sink: &mut Sink<'_>, spec: &Spec, bytes: &[u8]) -> Result<(), Full> {
    let length = spec.precision.map_or(bytes.len(), |most| bytes.len().min(most as usize));
    sink.word(spec, b"", &bytes[..length])
}

/// As many octal digits as 128 bits have.
const MOST_DIGITS: usize = 43;

fn digits(sink: &mut Sink<'_>, spec: &Spec, sign: &[u8], magnitude: u128) -> Result<(), Full> {
    let mut room = [0; MOST_DIGITS];
    let text = match spec.conversion {
        b'o' => in_base(magnitude, 8, b"01234567", &mut room),
        b'x' => in_base(magnitude, 16, b"0123456789abcdef", &mut room),
        b'X' => in_base(magnitude, 16, b"0123456789ABCDEF", &mut room),
        _ => in_base(magnitude, 10, b"0123456789", &mut room),
    };
    // Zero has no digits of its own: those of the precision, which is 1 by
    // default. That is why `%.0d` writes nothing.
    let least = spec.precision.map_or(1, |precision| precision as usize);
    let mut zeros = least.saturating_sub(text.len());
    let mut radix = &b""[..];
    if spec.flags.alternate {
        match spec.conversion {
            b'x' if magnitude != 0 => radix = b"0x",
            b'X' if magnitude != 0 => radix = b"0X",
            b'o' => zeros = zeros.max(1),
            _ => {}
        }
    }
    let body = &[Run::Zeros(zeros), Run::Text(text)];
    sink.field(spec, Field { sign, radix, body, zeros: spec.precision.is_none() })
}

/// The digits of a number, none for zero.
fn in_base<'a>(
    mut number: u128,
    base: u64,
    names: &[u8],
    room: &'a mut [u8; MOST_DIGITS],
) -> &'a [u8] {
    let mut at = room.len();
    // Division of 128 bits is slow, and the types of C11 never need it.
    while number > u64::MAX.into() {
        at -= 1;
        room[at] = names[(number % u128::from(base)) as usize];
        number /= u128::from(base);
    }
    let mut number = number as u64;
    while number != 0 {
        at -= 1;
        room[at] = names[(number % base) as usize];
        number /= base;
    }
    &room[at..]
}

#[cfg(test)]
mod tests {
    use super::super::directive::{Piece, pieces};
    use super::*;

    fn spec(format: &str) -> Spec {
        match pieces(format.as_bytes()).next() {
            Some(Ok(Piece::Directive(directive))) => directive.spec(0, 0),
            other => panic!("{format}: {other:?}"),
        }
    }

    fn check(format: &str, value: i128, expected: &str) {
        let mut text = Vec::new();
        integer(&mut Sink::new(&mut text, 100), &spec(format), value).unwrap();
        assert_eq!(String::from_utf8_lossy(&text), expected, "{format} of {value}");
    }

    #[test]
    fn integers() {
        check("%d", -42, "-42");
        check("%5d", 42, "   42");
        check("%-5d", 42, "42   ");
        check("%05d", -42, "-0042");
        check("%+d", 42, "+42");
        check("% d", 42, " 42");
        check("%lld", i64::MIN.into(), "-9223372036854775808");
        check("%llu", u64::MAX.into(), "18446744073709551615");
        check("%d", i128::MIN, "-170141183460469231731687303715884105728");
        check("%o", -1, &format!("3{}", "7".repeat(42)));
    }

    #[test]
    fn precision_of_integers() {
        check("%.5d", -42, "-00042");
        // a precision makes the flag 0 mean nothing
        check("%08.5d", -42, "  -00042");
        check("%.0d", 0, "");
        check("%+.0d", 0, "+");
        check("%3.0d", 0, "   ");
        check("%d", 0, "0");
    }

    #[test]
    fn alternative_forms() {
        check("%#x", 255, "0xff");
        check("%#X", 255, "0XFF");
        check("%#x", 0, "0");
        check("%#08x", 255, "0x0000ff");
        check("%#o", 8, "010");
        // a zero is added only if there is none
        check("%#.3o", 8, "010");
        check("%#.0o", 0, "0");
    }

    #[test]
    fn characters_strings_and_pointers() {
        let mut text = Vec::new();
        let mut sink = Sink::new(&mut text, 100);
        character(&mut sink, &spec("%3c"), b'x').unwrap();
        string(&mut sink, &spec("%-5.2s"), b"abc").unwrap();
        string(&mut sink, &spec("%.9s"), b"abc").unwrap();
        sink.push(b"|").unwrap();
        pointer(&mut sink, &spec("%8p"), 0).unwrap();
        pointer(&mut sink, &spec("%8p"), 0xbeef).unwrap();
        assert_eq!(String::from_utf8_lossy(&text), "  xab   abc|   (nil)  0xbeef");
    }

    #[test]
    fn what_does_not_fit_is_not_begun() {
        let mut text = b"ab".to_vec();
        let mut sink = Sink::new(&mut text, 5);
        assert_eq!(integer(&mut sink, &spec("%2147483647d"), 1), Err(Full));
        assert_eq!(integer(&mut sink, &spec("%.2147483647d"), 1), Err(Full));
        assert_eq!(string(&mut sink, &spec("%s"), b"abcd"), Err(Full));
        assert_eq!(integer(&mut sink, &spec("%d"), 345), Ok(()));
        assert_eq!(sink.push(b"x"), Err(Full));
        assert_eq!(text, b"ab345");
        assert_eq!(Sink::new(&mut text, 1).push(b""), Err(Full));
    }
}
