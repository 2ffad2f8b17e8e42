//! Constants and string literals: from their spelling to a value and a type.

use elenchus_lang::arith::Float;
use elenchus_lang::span::Span;
use elenchus_lang::target::{Extent, FloatKind, IntKind};
use elenchus_lang::tree::{CharKind, ExprId, ExprKind, IntStyle, StringId, StringLiteral};
use elenchus_lang::types::{ArrayLength, DecimalKind, Quals, TypeId};

use super::Checker;

impl Checker<'_> {
    /// 6.4.4.1, 6.4.4.2
    pub(super) fn number(&mut self, span: Span) -> ExprId {
        let text = &self.source[self.range(span)];
        if let Some((value, suffix)) = decimal(text) {
            return self.int_of(value, suffix, IntStyle::Decimal, span);
        }
        self.other_number(span)
    }

    #[cold]
    fn other_number(&mut self, span: Span) -> ExprId {
        let text = &self.source[self.range(span)];
        let hex = matches!(text, [b'0', b'x' | b'X', ..]);
        let binary = matches!(text, [b'0', b'b' | b'B', ..]);
        let is_float = text.iter().any(|byte| match byte {
            b'.' => true,
            b'p' | b'P' => hex,
            b'e' | b'E' => !hex && !binary,
            _ => false,
        });
        if is_float { self.float_constant(span, hex) } else { self.int_constant(span) }
    }

    fn int_constant(&mut self, span: Span) -> ExprId {
        let text = &self.source[self.range(span)];
        let (style, radix, digits) = match text {
            [b'0', b'x' | b'X', ..] => (IntStyle::Hex, 16, &text[2..]),
            [b'0', b'b' | b'B', ..] => (IntStyle::Hex, 2, &text[2..]),
            [b'0', ..] => (IntStyle::Octal, 8, text),
            _ => (IntStyle::Decimal, 10, text),
        };
        let mut value: u64 = 0;
        let mut end = 0;
        while let Some(digit) = digits.get(end).and_then(|&byte| digit_of(byte, radix)) {
            // gcc warns and keeps the low bits.
            value = value.wrapping_mul(radix).wrapping_add(digit);
            end += 1;
        }
        let (digits, suffix) = digits.split_at(end);
        let Some(suffix) = IntSuffix::parse(suffix) else {
            // `0.5` never comes here; `09` and `1z` do.
            let text = self.text(span);
            let message = format!("\"{text}\" is not a number: the suffix is invalid");
            return self.error(span, message);
        };
        if digits.is_empty() {
            return self.error(span, "a number without digits");
        }
        let style = if value == 0 && style == IntStyle::Octal { IntStyle::Decimal } else { style };
        self.int_of(value, suffix, style, span)
    }

    #[inline]
    fn int_of(&mut self, value: u64, suffix: IntSuffix, style: IntStyle, span: Span) -> ExprId {
        let kind = self.int_constant_kind(value, suffix, style);
        let ty = TypeId::int(kind);
        let real = self.push(ExprKind::Int(value, style), ty, span);
        if suffix.imaginary { self.imaginary(real) } else { real }
    }

    #[cold]
    fn imaginary(&mut self, real: ExprId) -> ExprId {
        let ty = self.p.types.corresponding_complex(self.ty(real));
        self.push(ExprKind::Imaginary(real), ty, self.span(real))
    }

    /// The first type of the list in 6.4.4.1p5 that holds the value.
    fn int_constant_kind(&self, value: u64, suffix: IntSuffix, style: IntStyle) -> IntKind {
        use IntKind::*;
        // Whatever its size, an int holds what most of them are.
        if suffix == IntSuffix::NONE && value < 1 << 15 {
            return Int;
        }
        let is_old = self.p.language.decimal_constants_may_be_unsigned();
        let fits = |longs: u8, signed: IntKind, unsigned: IntKind, extent: Extent| {
            let bits = u32::from(extent.size) * 8;
            if suffix.longs > longs {
                return None;
            }
            if !suffix.unsigned && value >> (bits - 1) == 0 {
                return Some(signed);
            }
            let may_be_unsigned =
                suffix.unsigned || style != IntStyle::Decimal || (is_old && longs > 0);
            (may_be_unsigned && (bits >= 64 || value >> bits == 0)).then_some(unsigned)
        };
        let target = &self.p.target;
        let found = fits(0, Int, UInt, target.int)
            .or_else(|| fits(1, Long, ULong, target.long))
            .or_else(|| fits(2, LongLong, ULongLong, target.long_long));
        if let Some(kind) = found {
            return kind;
        }
        // Too large for any signed type: gcc takes __int128 where there is one
        // (and warns), which holds every 64-bit value.
        if self.p.target.int128.is_some() && !suffix.unsigned { Int128 } else { ULongLong }
    }

    fn float_constant(&mut self, span: Span, hex: bool) -> ExprId {
        let text = self.text(span);
        let suffix_start = float_suffix_start(text, hex);
        let (digits, suffix) = text.split_at(suffix_start);
        let Some(suffix) = FloatSuffix::parse(suffix) else {
            let message = format!("\"{text}\" is not a number: the suffix is invalid");
            return self.error(span, message);
        };
        let real = match suffix.ty {
            FloatSuffixType::Decimal(_) if hex => {
                return self.error(span, "a hexadecimal constant cannot be decimal floating");
            }
            FloatSuffixType::Decimal(kind) => {
                let text = text.to_string();
                let symbol = self.p.symbols.intern(&text);
                self.push(ExprKind::Decimal(symbol), TypeId::decimal(kind), span)
            }
            FloatSuffixType::Binary(kind) => {
                let format = self.p.target.float_format(kind);
                let Some(value) = Float::from_literal(digits, format) else {
                    let message = format!("\"{text}\" is not a number");
                    return self.error(span, message);
                };
                let bits = self.p.floats.push(&[value.bits()]);
                self.push(ExprKind::Float(bits), TypeId::float(kind), span)
            }
        };
        if suffix.imaginary { self.imaginary(real) } else { real }
    }

    /// 6.4.4.4
    pub(super) fn char_constant(&mut self, span: Span) -> ExprId {
        let (kind, body) = split_literal(&self.source[self.range(span)], b'\'');
        let mut units = Vec::new();
        if let Err(problem) = decode(body, self.unit_size(kind), &mut units) {
            return self.error(span, problem);
        }
        if units.is_empty() {
            return self.error(span, "an empty character constant");
        }
        let (value, ty, style) = match kind {
            CharKind::Char => (self.char_value(&units), TypeId::INT, IntStyle::Char),
            CharKind::Utf8 => {
                (u64::from(units[units.len() - 1] as u8), TypeId::UCHAR, IntStyle::WideChar(kind))
            }
            _ => {
                let ty = self.char_type(kind);
                let unit = u64::from(units[units.len() - 1]);
                (self.wrap(unit, ty), ty, IntStyle::WideChar(kind))
            }
        };
        self.push(ExprKind::Int(value, style), ty, span)
    }

    /// The value of an unprefixed constant, an `int`: one unit as a `char`
    /// converted; several packed as gcc does, the last one lowest.
    fn char_value(&self, units: &[u32]) -> u64 {
        if let [unit] = units {
            let unit = *unit as u8;
            let value = if self.p.target.char_signed { i64::from(unit as i8) } else { unit.into() };
            return self.wrap(value as u64, TypeId::INT);
        }
        let packed = units.iter().fold(0u32, |value, unit| value << 8 | (unit & 0xff));
        self.wrap(i64::from(packed as i32) as u64, TypeId::INT)
    }

    /// The bits of a value in an integer type of at most 64 bits.
    fn wrap(&self, value: u64, ty: TypeId) -> u64 {
        let bits = self.p.types.int_kind(ty).map_or(64, |k| self.p.target.int_type(k).bits);
        if bits >= 64 { value } else { value & ((1 << bits) - 1) }
    }

    /// The type of the units of a literal (6.4.5p6).
    pub(super) fn char_type(&self, kind: CharKind) -> TypeId {
        match kind {
            CharKind::Char => TypeId::CHAR,
            CharKind::Utf8 if self.p.language.utf8_strings_are_unsigned() => TypeId::UCHAR,
            CharKind::Utf8 => TypeId::CHAR,
            CharKind::Utf16 => TypeId::USHORT,
            CharKind::Utf32 => TypeId::UINT,
            CharKind::Wide => TypeId::int(self.p.target.wchar_type),
        }
    }

    fn unit_size(&self, kind: CharKind) -> u8 {
        match kind {
            CharKind::Char | CharKind::Utf8 => 1,
            CharKind::Utf16 => 2,
            CharKind::Utf32 => 4,
            CharKind::Wide => self.p.target.int_extent(self.p.target.wchar_type).size,
        }
    }

    /// Adjacent string literals, joined: an lvalue of array type (6.4.5).
    pub(super) fn string_expr(&mut self, spans: &[Span], span: Span) -> ExprId {
        let id = self.string(spans);
        let literal = self.p.strings[id];
        let unit = self.unit_size(literal.kind);
        let length = literal.bytes.len() as u64 / u64::from(unit) + 1;
        let element = self.char_type(literal.kind);
        let ty = self.p.types.array(element, ArrayLength::Fixed(length));
        debug_assert!(self.p.types.quals(ty) == Quals::NONE);
        self.push(ExprKind::String(id), ty, span)
    }

    pub(super) fn string(&mut self, spans: &[Span]) -> StringId {
        let source = self.source;
        let mut kind = CharKind::Char;
        for &span in spans {
            let (found, _) = split_literal(&source[self.range(span)], b'"');
            if found == CharKind::Char || found == kind {
                continue;
            }
            if kind != CharKind::Char {
                self.report(span, "string literals of different kinds are joined");
            }
            kind = found;
        }
        let size = self.unit_size(kind);
        let mut units = Vec::new();
        for &span in spans {
            let (_, body) = split_literal(&source[self.range(span)], b'"');
            if let Err(problem) = decode(body, size, &mut units) {
                self.report(span, problem);
            }
        }
        let mut bytes = Vec::with_capacity(units.len() * usize::from(size));
        for unit in units {
            bytes.extend_from_slice(&unit.to_le_bytes()[..usize::from(size)]);
        }
        let bytes = self.p.bytes.push(&bytes);
        self.p.strings.push(StringLiteral { kind, bytes })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct IntSuffix {
    unsigned: bool,
    longs: u8,
    imaginary: bool,
}

#[inline]
fn digit_of(byte: u8, radix: u64) -> Option<u64> {
    let digit = match byte {
        b'0'..=b'9' => byte - b'0',
        b'a'..=b'f' => byte - b'a' + 10,
        b'A'..=b'F' => byte - b'A' + 10,
        _ => return None,
    };
    Some(u64::from(digit)).filter(|digit| *digit < radix)
}

/// A number in decimal digits with a suffix of integers, or none, as most are.
fn decimal(text: &[u8]) -> Option<(u64, IntSuffix)> {
    let mut value: u64 = 0;
    let mut end = 0;
    while let Some(digit @ b'0'..=b'9') = text.get(end) {
        // gcc warns and keeps the low bits.
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
        end += 1;
    }
    let is_octal = end > 1 && text[0] == b'0';
    if is_octal || end == 0 {
        return None;
    }
    let suffix = match &text[end..] {
        [] => IntSuffix::NONE,
        suffix => IntSuffix::parse(suffix)?,
    };
    Some((value, suffix))
}

impl IntSuffix {
    const NONE: IntSuffix = IntSuffix { unsigned: false, longs: 0, imaginary: false };

    fn parse(text: &[u8]) -> Option<IntSuffix> {
        let mut suffix = IntSuffix::NONE;
        let mut rest = text;
        while let [first, tail @ ..] = rest {
            rest = tail;
            match first {
                b'u' | b'U' if !suffix.unsigned => suffix.unsigned = true,
                b'l' | b'L' if suffix.longs == 0 => {
                    suffix.longs = 1;
                    if tail.first() == Some(first) {
                        suffix.longs = 2;
                        rest = &tail[1..];
                    }
                }
                b'i' | b'I' | b'j' | b'J' if !suffix.imaginary => suffix.imaginary = true,
                _ => return None,
            }
        }
        Some(suffix)
    }
}

#[derive(Clone, Copy)]
struct FloatSuffix {
    ty: FloatSuffixType,
    imaginary: bool,
}

#[derive(Clone, Copy)]
enum FloatSuffixType {
    Binary(FloatKind),
    Decimal(DecimalKind),
}

impl FloatSuffix {
    fn parse(text: &str) -> Option<FloatSuffix> {
        use FloatSuffixType::*;
        let mut imaginary = false;
        let mut rest = text.to_ascii_lowercase();
        if let Some(i) = rest.find(['i', 'j']) {
            imaginary = true;
            rest.remove(i);
        }
        let ty = match rest.as_str() {
            "" | "d" => Binary(FloatKind::Double),
            "f" => Binary(FloatKind::Float),
            "l" | "w" => Binary(FloatKind::LongDouble),
            "q" | "f128" => Binary(FloatKind::Float128),
            "f16" => Binary(FloatKind::Float16),
            "f32" => Binary(FloatKind::Float32),
            "f64" => Binary(FloatKind::Float64),
            "f32x" => Binary(FloatKind::Float32x),
            "f64x" => Binary(FloatKind::Float64x),
            "df" => Decimal(DecimalKind::Decimal32),
            "dd" => Decimal(DecimalKind::Decimal64),
            "dl" => Decimal(DecimalKind::Decimal128),
            _ => return None,
        };
        Some(FloatSuffix { ty, imaginary })
    }
}

/// Where the digits and the exponent end.
fn float_suffix_start(text: &str, hex: bool) -> usize {
    let bytes = text.as_bytes();
    let mut i = if hex { 2 } else { 0 };
    let is_digit = |c: u8| if hex { c.is_ascii_hexdigit() } else { c.is_ascii_digit() };
    while i < bytes.len() && (is_digit(bytes[i]) || bytes[i] == b'.') {
        i += 1;
    }
    let exponent = if hex { b'p' } else { b'e' };
    if i < bytes.len() && bytes[i].to_ascii_lowercase() == exponent {
        i += 1;
        if i < bytes.len() && matches!(bytes[i], b'+' | b'-') {
            i += 1;
        }
        while i < bytes.len() && bytes[i].is_ascii_digit() {
            i += 1;
        }
    }
    i
}

/// Prefix and what stands between the quotes.
fn split_literal(text: &[u8], quote: u8) -> (CharKind, &[u8]) {
    let start = text.iter().position(|&b| b == quote).unwrap_or(0);
    let kind = match &text[..start] {
        b"L" => CharKind::Wide,
        b"u" => CharKind::Utf16,
        b"U" => CharKind::Utf32,
        b"u8" => CharKind::Utf8,
        _ => CharKind::Char,
    };
    let body = text.get(start + 1..text.len().saturating_sub(1)).unwrap_or(b"");
    (kind, body)
}

/// Appends the code units of a literal's body.
fn decode(body: &[u8], unit_size: u8, units: &mut Vec<u32>) -> Result<(), &'static str> {
    let mask = if unit_size >= 4 { u32::MAX } else { (1 << (8 * unit_size)) - 1 };
    let mut rest = body;
    while let [first, tail @ ..] = rest {
        if *first != b'\\' {
            rest = plain(rest, unit_size, units);
            continue;
        }
        let [escape, tail @ ..] = tail else {
            return Err("a literal ends in the middle of an escape");
        };
        rest = tail;
        let simple = match escape {
            b'a' => 7,
            b'b' => 8,
            b'e' | b'E' => 27,
            b'f' => 12,
            b'n' => 10,
            b'r' => 13,
            b't' => 9,
            b'v' => 11,
            b'\n' => continue,
            b'0'..=b'7' => {
                let (value, taken) = digits(&body[body.len() - tail.len() - 1..], 8, 3);
                rest = &tail[taken - 1..];
                value
            }
            b'x' => {
                let (value, taken) = digits(tail, 16, usize::MAX);
                if taken == 0 {
                    return Err("\\x without hexadecimal digits");
                }
                rest = &tail[taken..];
                value
            }
            b'u' | b'U' => {
                let count = if *escape == b'u' { 4 } else { 8 };
                let (value, taken) = digits(tail, 16, count);
                rest = &tail[taken..];
                match char::from_u32(value) {
                    Some(c) if taken == count => push_char(c, unit_size, units),
                    Some(_) => return Err("a universal character name has too few digits"),
                    None => return Err("a universal character name names no character"),
                }
                continue;
            }
            // An unknown escape stands for the character, as gcc has it.
            other => u32::from(*other),
        };
        units.push(simple & mask);
    }
    Ok(())
}

/// The value of up to `most` leading digits, and how many there were.
fn digits(text: &[u8], radix: u32, most: usize) -> (u32, usize) {
    let mut value: u32 = 0;
    let mut taken = 0;
    while taken < most {
        let Some(digit) = text.get(taken).and_then(|&b| char::from(b).to_digit(radix)) else {
            break;
        };
        value = value.wrapping_mul(radix) | digit;
        taken += 1;
    }
    (value, taken)
}

/// One unescaped character; a byte that is no UTF-8 stands for itself.
fn plain<'t>(text: &'t [u8], unit_size: u8, units: &mut Vec<u32>) -> &'t [u8] {
    if unit_size == 1 || text[0] < 0x80 {
        units.push(u32::from(text[0]));
        return &text[1..];
    }
    let length = text.len().min(4);
    let valid = match std::str::from_utf8(&text[..length]) {
        Ok(valid) => valid,
        Err(e) => std::str::from_utf8(&text[..e.valid_up_to()]).unwrap_or(""),
    };
    match valid.chars().next() {
        Some(c) => {
            push_char(c, unit_size, units);
            &text[c.len_utf8()..]
        }
        None => {
            units.push(u32::from(text[0]));
            &text[1..]
        }
    }
}

fn push_char(c: char, unit_size: u8, units: &mut Vec<u32>) {
    match unit_size {
        1 => {
            let mut buffer = [0; 4];
            units.extend(c.encode_utf8(&mut buffer).bytes().map(u32::from));
        }
        2 => {
            let mut buffer = [0; 2];
            units.extend(c.encode_utf16(&mut buffer).iter().map(|&u| u32::from(u)));
        }
        _ => units.push(c as u32),
    }
}
