//! The formats of `printf`, taken apart (7.21.6.1).
//!
//! Two things can be wrong with a format. A [`FormatError`] leaves nothing to
//! go on with: it is not known which argument comes next. A [`Misuse`] is
//! undefined too, but every library knows what to do with it; it is told apart
//! so that the caller decides.

use elenchus_lang::target::{IntKind, Target};

/// The flags of a directive, each written or not.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flags {
    /// `-`: adjusted to the left of the field.
    pub left: bool,
    /// `+`: a sign always.
    pub plus: bool,
    /// A space where a sign would be.
    pub space: bool,
    /// `#`: the alternative form.
    pub alternate: bool,
    /// `0`: padded with zeros.
    pub zero: bool,
}

/// A field width or a precision, as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Count {
    #[default]
    None,
    /// `*`: an argument of type `int`, before the one that is converted.
    Star,
    Number(u32),
}

/// A length modifier.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Length {
    #[default]
    None,
    /// `hh`
    Char,
    /// `h`
    Short,
    /// `l`
    Long,
    /// `ll`
    LongLong,
    /// `j`
    Max,
    /// `z`
    Size,
    /// `t`
    Ptrdiff,
    /// `L`
    LongDouble,
}

/// A conversion specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Directive {
    pub flags: Flags,
    pub width: Count,
    pub precision: Count,
    pub length: Length,
    /// One of `diouxXaAeEfFgGcspn`.
    pub conversion: u8,
}

/// A directive whose stars have their values: what there is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    pub flags: Flags,
    /// The least number of bytes.
    pub width: u32,
    pub precision: Option<u32>,
    pub conversion: u8,
}

/// The argument that a directive takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// An integer that is converted to this type to be printed. The argument
    /// has that type after the integer promotions: an `int` for `%hhd`.
    Integer(IntKind),
    Double,
    LongDouble,
    /// An `int` that is converted to `unsigned char` to be printed.
    Character,
    /// A `wint_t`, which is this type.
    WideCharacter(IntKind),
    /// A pointer to bytes of a character type.
    String,
    /// A pointer to elements of `wchar_t`, which is this type.
    WideString(IntKind),
    /// A `void *`.
    Pointer,
    /// `%n`: a pointer to an object of this type.
    Written(IntKind),
}

/// A part of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece<'a> {
    /// Printed as it is; a lone `%` was written `%%`.
    Text(&'a [u8]),
    Directive(Directive),
}

/// Why a format cannot be followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FormatError {
    /// Where the `%` of the directive is.
    pub at: usize,
    pub trouble: Trouble,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The format ends in the middle of a directive. Undefined (p9).
    Incomplete,
    /// No such conversion. Undefined (p9).
    Conversion(u8),
    /// The conversion does not take the length modifier. Undefined (p7).
    Length { length: Length, conversion: u8 },
    /// Something stands between the two of `%%`. Undefined (p8).
    Percent,
    /// A width or precision that is no `int`; glibc gives up with EOVERFLOW.
    Number,
    /// Unknown to C11, but defined by POSIX, C23 or glibc: the byte that
    /// tells it, such as the `$` of `%1$d`.
    Extension(u8),
}

/// What is undefined about a directive that is clear otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misuse {
    /// The flag has no meaning for the conversion (p6); any is wrong in `%n`.
    Flag(u8),
    /// A width in `%n` (p8).
    Width,
    /// A precision with `c`, `p` (p4) or `n` (p8).
    Precision,
}

/// The pieces of a format, which ends before its null character. After an
/// error there are no more.
pub fn pieces(format: &[u8]) -> Pieces<'_> {
    Pieces { format, at: 0 }
}

#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    format: &'a [u8],
    at: usize,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Result<Piece<'a>, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at;
        let rest = self.format.get(start..).filter(|rest| !rest.is_empty())?;
        if rest[0] != b'%' {
            let length = rest.iter().position(|&byte| byte == b'%').unwrap_or(rest.len());
            self.at += length;
            return Some(Ok(Piece::Text(&rest[..length])));
        }
        let mut scanner = Scanner { rest: &rest[1..] };
        let piece = scanner.piece();
        self.at = match piece {
            Ok(_) => self.format.len() - scanner.rest.len(),
            Err(_) => self.format.len(),
        };
        Some(piece.map_err(|trouble| FormatError { at: start, trouble }))
    }
}

/// What follows a `%`.
struct Scanner<'a> {
    rest: &'a [u8],
}

impl Scanner<'_> {
    fn piece(&mut self) -> Result<Piece<'static>, Trouble> {
        let before = self.rest;
        let flags = self.flags();
        let width = self.count()?;
        let precision = if self.eat(b'.') {
            match self.count()? {
                Count::None => Count::Number(0),
                count => count,
            }
        } else {
            Count::None
        };
        let length = self.length();
        let &conversion = self.rest.first().ok_or(Trouble::Incomplete)?;
        if conversion == b'%' {
            let alone = self.rest.len() == before.len();
            self.rest = &self.rest[1..];
            return if alone { Ok(Piece::Text(b"%")) } else { Err(Trouble::Percent) };
        }
        check(conversion, length)?;
        self.rest = &self.rest[1..];
        Ok(Piece::Directive(Directive { flags, width, precision, length, conversion }))
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.rest.first() == Some(&byte);
        if found {
            self.rest = &self.rest[1..];
        }
        found
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        while let Some((&byte, rest)) = self.rest.split_first() {
            match byte {
                b'-' => flags.left = true,
                b'+' => flags.plus = true,
                b' ' => flags.space = true,
                b'#' => flags.alternate = true,
                b'0' => flags.zero = true,
                _ => break,
            }
            self.rest = rest;
        }
        flags
    }

    fn count(&mut self) -> Result<Count, Trouble> {
        if self.eat(b'*') {
            return Ok(Count::Star);
        }
        let length = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if length == 0 {
            return Ok(Count::None);
        }
        let (digits, rest) = self.rest.split_at(length);
        self.rest = rest;
        let number = digits.iter().try_fold(0i32, |number, digit| {
            number.checked_mul(10)?.checked_add((digit - b'0').into())
        });
        let number = number.ok_or(Trouble::Number)?;
        Ok(Count::Number(number.unsigned_abs()))
    }

    fn length(&mut self) -> Length {
        let (length, bytes) = match self.rest {
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
        self.rest = &self.rest[bytes..];
        length
    }
}

/// Whether the conversion exists and takes the length (p7).
fn check(conversion: u8, length: Length) -> Result<(), Trouble> {
    let fits = match conversion {
        b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'n' => length != Length::LongDouble,
        b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
            matches!(length, Length::None | Length::Long | Length::LongDouble)
        }
        b'c' | b's' => matches!(length, Length::None | Length::Long),
        b'p' => length == Length::None,
        // flags, positions, lengths and conversions that others define
        b'\'' | b'I' | b'$' | b'q' | b'Z' | b'w' | b'b' | b'B' | b'm' | b'C' | b'S' => {
            return Err(Trouble::Extension(conversion));
        }
        _ => return Err(Trouble::Conversion(conversion)),
    };
    if fits { Ok(()) } else { Err(Trouble::Length { length, conversion }) }
}

impl Directive {
    /// The argument that it takes after those of its stars.
    pub fn expected(&self, target: &Target) -> Expected {
        let wide = self.length == Length::Long;
        match self.conversion {
            b'd' | b'i' => Expected::Integer(self.integer(target, true)),
            b'n' => Expected::Written(self.integer(target, true)),
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => match self.length {
                Length::LongDouble => Expected::LongDouble,
                _ => Expected::Double,
            },
            b'c' if wide => Expected::WideCharacter(target.wint_type),
            b'c' => Expected::Character,
            b's' if wide => Expected::WideString(target.wchar_type),
            b's' => Expected::String,
            b'p' => Expected::Pointer,
            _ => Expected::Integer(self.integer(target, false)),
        }
    }

    fn integer(&self, target: &Target, signed: bool) -> IntKind {
        let kind = match self.length {
            Length::Char => IntKind::SChar,
            Length::Short => IntKind::Short,
            Length::None | Length::LongDouble => IntKind::Int,
            Length::Long => IntKind::Long,
            Length::LongLong => IntKind::LongLong,
            // `intmax_t` is `long` wherever that has 64 bits
            Length::Max if target.long.size >= 8 => IntKind::Long,
            Length::Max => IntKind::LongLong,
            Length::Size => target.size_type,
            Length::Ptrdiff => target.ptrdiff_type,
        };
        with_sign(kind, signed)
    }

    /// The first thing in it that is undefined.
    pub fn misuse(&self) -> Option<Misuse> {
        let Flags { left, plus, space, alternate, zero } = self.flags;
        let is_float = matches!(self.conversion.to_ascii_lowercase(), b'a' | b'e' | b'f' | b'g');
        let is_integer = matches!(self.conversion, b'd' | b'i' | b'o' | b'u' | b'x' | b'X');
        let is_count = self.conversion == b'n';
        let flags = [
            (b'#', alternate && !is_float && !matches!(self.conversion, b'o' | b'x' | b'X')),
            (b'0', zero && !is_float && !is_integer),
            (b'-', left && is_count),
            (b'+', plus && is_count),
            (b' ', space && is_count),
        ];
        if let Some((flag, _)) = flags.into_iter().find(|(_, wrong)| *wrong) {
            return Some(Misuse::Flag(flag));
        }
        if is_count && self.width != Count::None {
            return Some(Misuse::Width);
        }
        let takes_precision = is_float || is_integer || self.conversion == b's';
        (self.precision != Count::None && !takes_precision).then_some(Misuse::Precision)
    }

    /// With the arguments for the stars, as far as there are any (p5): a
    /// negative width is a `-` flag and a width, a negative precision none.
    pub fn spec(&self, width: i32, precision: i32) -> Spec {
        let mut flags = self.flags;
        let width = match self.width {
            Count::None => 0,
            Count::Star => {
                flags.left |= width < 0;
                width.unsigned_abs()
            }
            Count::Number(number) => number,
        };
        let precision = match self.precision {
            Count::None => None,
            Count::Star => u32::try_from(precision).ok(),
            Count::Number(number) => Some(number),
        };
        Spec { flags, width, precision, conversion: self.conversion }
    }
}

/// The type of the same rank and this signedness.
fn with_sign(kind: IntKind, signed: bool) -> IntKind {
    use IntKind::*;
    match (kind, signed) {
        (Char | SChar | UChar, true) => SChar,
        (Char | SChar | UChar, false) => UChar,
        (Short | UShort, true) => Short,
        (Short | UShort, false) => UShort,
        (Int | UInt, true) => Int,
        (Int | UInt, false) => UInt,
        (Long | ULong, true) => Long,
        (Long | ULong, false) => ULong,
        (LongLong | ULongLong, true) => LongLong,
        (LongLong | ULongLong, false) => ULongLong,
        (Bool | Int128 | UInt128, _) => kind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directive(format: &str) -> Directive {
        match pieces(format.as_bytes()).next() {
            Some(Ok(Piece::Directive(directive))) => directive,
            other => panic!("{format}: {other:?}"),
        }
    }

    fn trouble(format: &str) -> Option<Trouble> {
        pieces(format.as_bytes()).find_map(|piece| Some(piece.err()?.trouble))
    }

    #[test]
    fn text_and_directives() {
        let found: Result<Vec<_>, _> = pieces(b"a%%b%-+5.*hhd\n").collect();
        let flags = Flags { left: true, plus: true, ..Flags::default() };
        let number = Directive {
            flags,
            width: Count::Number(5),
            precision: Count::Star,
            length: Length::Char,
            conversion: b'd',
        };
        let expected = vec![
            Piece::Text(b"a"),
            Piece::Text(b"%"),
            Piece::Text(b"b"),
            Piece::Directive(number),
            Piece::Text(b"\n"),
        ];
        assert_eq!(found, Ok(expected));
        assert_eq!(pieces(b"").next(), None);
    }

    #[test]
    fn numbers() {
        assert_eq!(directive("%08d").width, Count::Number(8));
        assert_eq!(directive("%.f").precision, Count::Number(0));
        assert_eq!(directive("%.007f").precision, Count::Number(7));
        assert_eq!(directive("%2147483647d").width, Count::Number(i32::MAX as u32));
        assert_eq!(trouble("%2147483648d"), Some(Trouble::Number));
        assert_eq!(trouble("%.99999999999999999999999d"), Some(Trouble::Number));
    }

    #[test]
    fn what_is_wrong_with_a_format() {
        assert_eq!(trouble("100%"), Some(Trouble::Incomplete));
        assert_eq!(trouble("%-5.3ll"), Some(Trouble::Incomplete));
        assert_eq!(trouble("%y"), Some(Trouble::Conversion(b'y')));
        assert_eq!(trouble("%.-5d"), Some(Trouble::Conversion(b'-')));
        assert_eq!(trouble("%5%"), Some(Trouble::Percent));
        assert_eq!(trouble("%1$d"), Some(Trouble::Extension(b'$')));
        assert_eq!(trouble("%m"), Some(Trouble::Extension(b'm')));
        let length = Length::LongDouble;
        assert_eq!(trouble("%Ld"), Some(Trouble::Length { length, conversion: b'd' }));
        assert_eq!(trouble("%lf %ls %lc %hhn %zx"), None);
        let mut after = pieces(b"ab%y%d");
        let at = after.find_map(Result::err).map(|error| error.at);
        assert_eq!((at, after.next()), (Some(2), None));
    }

    #[test]
    fn arguments() {
        let x86 = Target::x86_64();
        let check = |format, expected| assert_eq!(directive(format).expected(x86), expected);
        check("%d", Expected::Integer(IntKind::Int));
        check("%hhx", Expected::Integer(IntKind::UChar));
        check("%zd", Expected::Integer(IntKind::Long));
        check("%tu", Expected::Integer(IntKind::ULong));
        check("%jd", Expected::Integer(IntKind::Long));
        check("%lf", Expected::Double);
        check("%Lg", Expected::LongDouble);
        check("%c", Expected::Character);
        check("%lc", Expected::WideCharacter(IntKind::UInt));
        check("%ls", Expected::WideString(IntKind::Int));
        check("%p", Expected::Pointer);
        check("%hn", Expected::Written(IntKind::Short));
        let i386 = Target::by_name("i386-linux").unwrap();
        assert_eq!(directive("%zu").expected(i386), Expected::Integer(IntKind::UInt));
        assert_eq!(directive("%ju").expected(i386), Expected::Integer(IntKind::ULongLong));
    }

    #[test]
    fn misuses() {
        for (format, misuse) in [
            ("%#d", Misuse::Flag(b'#')),
            ("%05s", Misuse::Flag(b'0')),
            ("%0c", Misuse::Flag(b'0')),
            ("%-n", Misuse::Flag(b'-')),
            ("%5n", Misuse::Width),
            ("%.2c", Misuse::Precision),
            ("%.*p", Misuse::Precision),
        ] {
            assert_eq!(directive(format).misuse(), Some(misuse), "{format}");
        }
        for format in ["%-+ 05.3d", "%#o", "%#.3g", "%+s", "%-5c", "%n", "% u", "%.3s"] {
            assert_eq!(directive(format).misuse(), None, "{format}");
        }
    }

    #[test]
    fn stars() {
        let spec = directive("%*.*d").spec(-5, -1);
        assert_eq!((spec.flags.left, spec.width, spec.precision), (true, 5, None));
        let spec = directive("%*.*d").spec(5, 0);
        assert_eq!((spec.flags.left, spec.width, spec.precision), (false, 5, Some(0)));
        assert_eq!(directive("%*d").spec(i32::MIN, 0).width, 1 << 31);
        assert_eq!(directive("%3.2d").spec(-7, -7), directive("%3.2d").spec(0, 0));
    }
}
