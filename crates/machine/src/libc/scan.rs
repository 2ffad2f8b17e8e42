//! The formats of `scanf`, taken apart, and the input items that their
//! directives take (7.21.6.2).
//!
//! An input item is the longest run of bytes that is a matching sequence or
//! the beginning of one (p9). So `1e+` is taken for a number and then found to
//! be none: what was taken is gone, and the directive fails.

use super::directive::Length;
use elenchus_lang::target::{IntKind, Target};

/// A part of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// White space: any amount of it, also none.
    Space,
    /// This byte.
    Byte(u8),
    Directive(Directive),
}

/// A conversion specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directive {
    /// `*`: read and not stored.
    pub suppressed: bool,
    /// The most bytes that are taken.
    pub width: Option<u32>,
    pub length: Length,
    /// One of `diouxXaAeEfFgGcs[pn%`.
    pub conversion: u8,
    /// The bytes that `[` takes.
    pub set: Option<Box<[bool; 256]>>,
}

/// Why a format cannot be followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The format ends in the middle of a directive. Undefined (p13).
    Incomplete,
    /// No such conversion, or not with this length. Undefined (p11, p13).
    Conversion(u8),
    /// A width of zero, or none that is an `int` (p3).
    Width,
    /// Defined by others: `%m`, `%1$d`.
    Extension(u8),
}

/// The object that a directive stores into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stored {
    Integer(IntKind),
    Float,
    Double,
    LongDouble,
    /// Bytes; a string has a zero after them.
    Bytes,
    String,
    /// `%n`: how many bytes were read.
    Count(IntKind),
    /// `%p`.
    Pointer,
    /// With a length of `l`: not supported.
    Wide,
    /// `%%`, or suppressed.
    Nothing,
}

pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The pieces of a format, which ends before its null character.
pub fn pieces(format: &[u8]) -> Result<Vec<Piece>, Trouble> {
    let mut rest = format;
    let mut found = Vec::new();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if is_space(byte) {
            found.push(Piece::Space);
        } else if byte != b'%' {
            found.push(Piece::Byte(byte));
        } else {
            let directive;
            (directive, rest) = parse(rest)?;
            found.push(Piece::Directive(directive));
        }
    }
    Ok(found)
}

fn parse(mut rest: &[u8]) -> Result<(Directive, &[u8]), Trouble> {
    let suppressed = rest.first() == Some(&b'*');
    rest = &rest[usize::from(suppressed)..];
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let width = match digits {
        0 => None,
        _ => {
            let text = std::str::from_utf8(&rest[..digits]).map_err(|_| Trouble::Width)?;
            let width: i32 = text.parse().map_err(|_| Trouble::Width)?;
            Some(u32::try_from(width).ok().filter(|w| *w > 0).ok_or(Trouble::Width)?)
        }
    };
    rest = &rest[digits..];
    let (length, bytes) = match rest {
        [b'h', b'h', ..] => (Length::Char, 2),
        [b'h', ..] => (Length::Short, 1),
        [b'l', b'l', ..] => (Length::LongLong, 2),
        [b'l', ..] => (Length::Long, 1),
        [b'j', ..] => (Length::Max, 1),
        [b'z', ..] => (Length::Size, 1),
        [b't', ..] => (Length::Ptrdiff, 1),
        [b'L', ..] => (Length::LongDouble, 1),
        _ => (Length::None, 0),
    };
    rest = &rest[bytes..];
    let (&conversion, after) = rest.split_first().ok_or(Trouble::Incomplete)?;
    rest = after;
    let set = match conversion {
        b'[' => {
            let set;
            (set, rest) = parse_set(rest)?;
            Some(set)
        }
        _ => None,
    };
    check(conversion, length)?;
    Ok((Directive { suppressed, width, length, conversion, set }, rest))
}

fn check(conversion: u8, length: Length) -> Result<(), Trouble> {
    let fits = match conversion {
        b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'n' => length != Length::LongDouble,
        b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
            matches!(length, Length::None | Length::Long | Length::LongDouble)
        }
        b'c' | b's' | b'[' => matches!(length, Length::None | Length::Long),
        b'p' | b'%' => length == Length::None,
        b'$' | b'm' | b'\'' | b'I' | b'q' | b'C' | b'S' => {
            return Err(Trouble::Extension(conversion));
        }
        _ => false,
    };
    if fits { Ok(()) } else { Err(Trouble::Conversion(conversion)) }
}

/// What stands between `[` and `]`; what `-` means is glibc's choice (p12).
fn parse_set(mut rest: &[u8]) -> Result<(Box<[bool; 256]>, &[u8]), Trouble> {
    let inverted = rest.first() == Some(&b'^');
    rest = &rest[usize::from(inverted)..];
    let mut set = Box::new([false; 256]);
    let mut first = true;
    loop {
        let (&byte, after) = rest.split_first().ok_or(Trouble::Incomplete)?;
        rest = after;
        if byte == b']' && !first {
            break;
        }
        first = false;
        let last = match rest {
            [b'-', last, ..] if *last != b']' && *last >= byte => {
                rest = &rest[2..];
                *last
            }
            _ => byte,
        };
        for member in byte..=last {
            set[usize::from(member)] = true;
        }
    }
    if inverted {
        set.iter_mut().for_each(|member| *member = !*member);
    }
    Ok((set, rest))
}

impl Directive {
    /// Whether white space is skipped before the item (p8).
    pub fn skips_space(&self) -> bool {
        !matches!(self.conversion, b'c' | b'[' | b'n')
    }

    pub fn stored(&self, target: &Target) -> Stored {
        if self.suppressed {
            return Stored::Nothing;
        }
        let wide = self.length == Length::Long;
        match self.conversion {
            b'd' | b'i' => Stored::Integer(self.integer(target, true)),
            b'o' | b'u' | b'x' | b'X' => Stored::Integer(self.integer(target, false)),
            b'n' => Stored::Count(self.integer(target, true)),
            b'c' | b's' | b'[' if wide => Stored::Wide,
            b'c' => Stored::Bytes,
            b's' | b'[' => Stored::String,
            b'p' => Stored::Pointer,
            b'%' => Stored::Nothing,
            _ => match self.length {
                Length::LongDouble => Stored::LongDouble,
                Length::Long => Stored::Double,
                _ => Stored::Float,
            },
        }
    }

    fn integer(&self, target: &Target, signed: bool) -> IntKind {
        let printed = super::directive::Directive {
            flags: Default::default(),
            width: Default::default(),
            precision: Default::default(),
            length: self.length,
            conversion: if signed { b'd' } else { b'u' },
        };
        match printed.expected(target) {
            super::directive::Expected::Integer(kind) => kind,
            _ => IntKind::Int,
        }
    }

    /// How many bytes the input item has, and whether it matches. The text
    /// ends where the input does.
    pub fn item(&self, text: &[u8]) -> (usize, bool) {
        let most = self.width.map_or(text.len(), |width| text.len().min(width as usize));
        let text = &text[..most];
        let run = |is: &dyn Fn(u8) -> bool| text.iter().take_while(|b| is(**b)).count();
        match self.conversion {
            b'd' | b'u' => integer(text, 10),
            b'i' => integer(text, 0),
            b'o' => integer(text, 8),
            b'x' | b'X' | b'p' => integer(text, 16),
            b'c' => {
                let length = text.len().min(self.width.unwrap_or(1) as usize);
                (length, length > 0)
            }
            b's' => {
                let length = run(&|b| !is_space(b));
                (length, length > 0)
            }
            b'[' => {
                let set = self.set.as_deref();
                let length = run(&|b| set.is_some_and(|set| set[usize::from(b)]));
                (length, length > 0)
            }
            b'%' => {
                let found = text.first() == Some(&b'%');
                (found.into(), found)
            }
            b'n' => (0, true),
            _ => float(text),
        }
    }

    /// The base of an integer conversion, as `strtol` takes it.
    pub fn base(&self) -> i32 {
        match self.conversion {
            b'i' => 0,
            b'o' => 8,
            b'x' | b'X' | b'p' => 16,
            _ => 10,
        }
    }
}

fn sign(text: &[u8]) -> usize {
    matches!(text.first(), Some(b'+' | b'-')).into()
}

fn integer(text: &[u8], base: u32) -> (usize, bool) {
    let mut at = sign(text);
    let zero = text.get(at) == Some(&b'0');
    let prefixed = matches!(base, 0 | 16) && zero && matches!(text.get(at + 1), Some(b'x' | b'X'));
    let base = match base {
        0 if prefixed => 16,
        0 if zero => 8,
        0 => 10,
        base => base,
    };
    at += if prefixed { 2 } else { 0 };
    let digits = text[at..].iter().take_while(|b| char::from(**b).is_digit(base)).count();
    (at + digits, digits > 0)
}

fn float(text: &[u8]) -> (usize, bool) {
    let at = sign(text);
    let rest = &text[at..];
    let (length, matches) = match rest.first() {
        Some(b'i' | b'I') => word(rest, b"infinity", &[3, 8]),
        Some(b'n' | b'N') => nan(rest),
        Some(b'0') if matches!(rest.get(1), Some(b'x' | b'X')) => {
            let (length, matches) = digits(&rest[2..], u8::is_ascii_hexdigit, b'p');
            (length + 2, matches)
        }
        _ => digits(rest, u8::is_ascii_digit, b'e'),
    };
    (at + length, matches)
}

/// As much of a word as is there, and whether it may end there.
fn word(text: &[u8], word: &[u8], ends: &[usize]) -> (usize, bool) {
    let same = |(a, b): &(&u8, &u8)| a.eq_ignore_ascii_case(b);
    let length = text.iter().zip(word).take_while(same).count();
    (length, ends.contains(&length))
}

fn nan(text: &[u8]) -> (usize, bool) {
    let (length, matches) = word(text, b"nan", &[3]);
    if !matches || text.get(3) != Some(&b'(') {
        return (length, matches);
    }
    let inner = text[4..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    match text.get(4 + inner) {
        Some(b')') => (5 + inner, true),
        _ => (4 + inner, false),
    }
}

fn digits(text: &[u8], is_digit: fn(&u8) -> bool, marker: u8) -> (usize, bool) {
    let run = |at: usize, is: fn(&u8) -> bool| text[at..].iter().take_while(|b| is(b)).count();
    let whole = run(0, is_digit);
    let mut at = whole;
    let mut count = whole;
    if text.get(at) == Some(&b'.') {
        let fraction = run(at + 1, is_digit);
        at += 1 + fraction;
        count += fraction;
    }
    if count == 0 || !text.get(at).is_some_and(|b| b.eq_ignore_ascii_case(&marker)) {
        return (at, count > 0);
    }
    at += 1;
    at += sign(&text[at..]);
    let exponent = run(at, u8::is_ascii_digit);
    (at + exponent, exponent > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directive(format: &str) -> Directive {
        match pieces(format.as_bytes()).unwrap().into_iter().next() {
            Some(Piece::Directive(directive)) => directive,
            other => panic!("{format}: {other:?}"),
        }
    }

    fn check(format: &str, text: &str, item: &str, matches: bool) {
        let (length, found) = directive(format).item(text.as_bytes());
        assert_eq!((&text[..length], found), (item, matches), "{format} of {text}");
    }

    #[test]
    fn integers() {
        check("%d", "-12x", "-12", true);
        check("%2d", "-12x", "-1", true);
        check("%1d", "-12x", "-", false);
        check("%d", "x", "", false);
        check("%i", "0x1fg", "0x1f", true);
        check("%i", "0xg", "0x", false);
        check("%i", "0178", "017", true);
        check("%x", "ffg", "ff", true);
        check("%o", "778", "77", true);
    }

    #[test]
    fn floats() {
        check("%f", "1.5e3x", "1.5e3", true);
        check("%f", "1e+x", "1e+", false);
        check("%f", ".", ".", false);
        check("%f", "5.", "5.", true);
        check("%f", "infinite", "infinit", false);
        check("%f", "inf ", "inf", true);
        check("%f", "nan(12)x", "nan(12)", true);
        check("%f", "nan(12", "nan(12", false);
        check("%f", "0x1.8p1", "0x1.8p1", true);
        check("%4f", "123456", "1234", true);
    }

    #[test]
    fn texts() {
        check("%s", "ab cd", "ab", true);
        check("%1s", "ab", "a", true);
        check("%c", " a", " ", true);
        check("%3c", "abcd", "abc", true);
        check("%[a-c]", "abcd", "abc", true);
        check("%[^,]", "ab,c", "ab", true);
        check("%[]x]", "]x[", "]x", true);
        check("%[^]]", "ab]", "ab", true);
        check("%[a-]", "a-b", "a-", true);
        check("%[0-9]", "x", "", false);
    }

    #[test]
    fn wrong_formats() {
        assert_eq!(pieces(b"%"), Err(Trouble::Incomplete));
        assert_eq!(pieces(b"%[ab"), Err(Trouble::Incomplete));
        assert_eq!(pieces(b"%y"), Err(Trouble::Conversion(b'y')));
        assert_eq!(pieces(b"%Ld"), Err(Trouble::Conversion(b'd')));
        assert_eq!(pieces(b"%0d"), Err(Trouble::Width));
        assert_eq!(pieces(b"%ms"), Err(Trouble::Extension(b'm')));
    }
}
