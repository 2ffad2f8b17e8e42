//! Constants and string literals.

use std::io::Write;

use rustc_apfloat::{Float as _, ieee};

use super::Printer;
use crate::arith::float::Float;
use crate::arith::int;
use crate::target::{FloatFormat, FloatKind, IntKind};
use crate::tree::{CharKind, ExprId, ExprKind, IntStyle, StringId};
use crate::types::{TypeId, TypeKind};

/// A suffix of integer constants, and the types that a constant with it can have:
/// the first that holds it (6.4.4.1p5). gcc goes on to `__int128` where none does.
struct Suffix {
    text: &'static str,
    decimal: &'static [IntKind],
    /// Before C99.
    old_decimal: &'static [IntKind],
    /// Octal and hexadecimal ones.
    other: &'static [IntKind],
}

/// The preferred ones first.
static SUFFIXES: [Suffix; 6] = {
    use IntKind::*;
    const fn unsigned(text: &'static str, all: &'static [IntKind]) -> Suffix {
        Suffix { text, decimal: all, old_decimal: all, other: all }
    }
    [
        Suffix {
            text: "",
            decimal: &[Int, Long, LongLong, Int128],
            old_decimal: &[Int, Long, ULong, LongLong, ULongLong],
            other: &[Int, UInt, Long, ULong, LongLong, ULongLong],
        },
        unsigned("U", &[UInt, ULong, ULongLong]),
        Suffix {
            text: "L",
            decimal: &[Long, LongLong, Int128],
            old_decimal: &[Long, ULong, LongLong, ULongLong],
            other: &[Long, ULong, LongLong, ULongLong],
        },
        unsigned("UL", &[ULong, ULongLong]),
        unsigned("ULL", &[ULongLong]),
        Suffix {
            text: "LL",
            decimal: &[LongLong, Int128],
            old_decimal: &[LongLong, ULongLong],
            other: &[LongLong, ULongLong],
        },
    ]
};

/// The decimal digits of a number: `write!` takes several times as long for them.
pub struct Digits {
    // The largest number has twenty.
    digits: [u8; 20],
    first: usize,
}

/// Numbers of two digits: half as many divisions are needed with them.
static PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut n = 0;
    while n < pairs.len() {
        pairs[n] = [b'0' + (n / 10) as u8, b'0' + (n % 10) as u8];
        n += 1;
    }
    pairs
};

impl Digits {
    #[inline]
    pub fn of(mut value: u64) -> Digits {
        let mut digits = [0; 20];
        let mut first = digits.len();
        while value >= 10 {
            first -= 2;
            digits[first..first + 2].copy_from_slice(&PAIRS[(value % 100) as usize]);
            value /= 100;
        }
        if value > 0 || first == digits.len() {
            first -= 1;
            digits[first] = b'0' + value as u8;
        }
        Digits { digits, first }
    }

    fn bytes(&self) -> &[u8] {
        &self.digits[self.first..]
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(self.bytes()).unwrap_or_default()
    }
}

impl Printer<'_> {
    // ---- integers ----

    /// A constant that has just this type and value.
    #[inline]
    pub(super) fn integer(&mut self, bits: u64, style: IntStyle, ty: TypeId) {
        match style {
            IntStyle::Char if ty == TypeId::INT => self.character(bits),
            IntStyle::WideChar(kind) => self.wide_character(bits, kind),
            // Every `int` holds that much.
            IntStyle::Decimal if ty == TypeId::INT && bits < 1 << 15 => self.decimal(bits),
            _ => self.number(bits, style, ty),
        }
    }

    #[inline(never)]
    fn number(&mut self, bits: u64, style: IntStyle, ty: TypeId) {
        let types = &self.program.types;
        let kind = types.int_kind(ty).unwrap_or(IntKind::Int);
        let value = int::wrap(self.program.target.int_type(kind), i128::from(bits));
        let is_enum = matches!(types.kind(ty), TypeKind::Enum(_));
        let magnitude = value.unsigned_abs() as u64;
        let suffix = match kind {
            _ if is_enum => None,
            // It comes first wherever the value fits.
            IntKind::Int if value >= 0 => Some(""),
            // Only this suffix has it among the types of a decimal constant.
            IntKind::UInt if style == IntStyle::Decimal => Some("U"),
            _ => SUFFIXES
                .iter()
                .find(|suffix| self.is_natural(kind, magnitude, style, suffix))
                .map(|suffix| suffix.text),
        };
        if kind == IntKind::Bool && self.program.language.has_bool_keyword() {
            self.text(if value == 0 { "false" } else { "true" });
            return;
        }
        match (suffix, value < 0) {
            (Some(suffix), false) => self.digits(magnitude, style, suffix),
            // Only made trees have the rest: the text has the type and value,
            // but is an expression.
            (Some(suffix), true) => {
                self.text("(-");
                self.digits(magnitude, style, suffix);
                self.text(")");
            }
            (None, negative) => {
                self.text("((");
                self.type_name(ty);
                self.text(if negative { ")-" } else { ")" });
                let unsigned = if magnitude > i64::MAX as u64 { "ULL" } else { "" };
                self.digits(magnitude, style, unsigned);
                self.text(")");
            }
        }
    }

    fn digits(&mut self, value: u64, style: IntStyle, suffix: &str) {
        // Writing to a string cannot fail.
        let _ = match style {
            IntStyle::Hex => write!(self.out, "{value:#x}{suffix}"),
            IntStyle::Octal if value != 0 => write!(self.out, "0{value:o}{suffix}"),
            _ => {
                self.decimal(value);
                self.text(suffix);
                Ok(())
            }
        };
    }

    pub(super) fn decimal(&mut self, value: u64) {
        if value < 10 {
            return self.out.push(b'0' + value as u8);
        }
        self.out.extend_from_slice(Digits::of(value).bytes());
    }

    /// Whether a constant with a suffix has this type: it holds the value, and no type
    /// before it does.
    fn is_natural(&self, kind: IntKind, value: u64, style: IntStyle, suffix: &Suffix) -> bool {
        let candidates = match style {
            IntStyle::Hex | IntStyle::Octal => suffix.other,
            _ if self.program.language.decimal_constants_may_be_unsigned() => suffix.old_decimal,
            _ => suffix.decimal,
        };
        let target = &self.program.target;
        let fits = |kind: IntKind| {
            let ty = target.int_type(kind);
            let unused = u64::BITS.saturating_sub(u32::from(ty.bits) - u32::from(ty.signed));
            (kind != IntKind::Int128 || target.int128.is_some()) && value <= u64::MAX >> unused
        };
        let at = candidates.iter().position(|&candidate| candidate == kind);
        at.is_some_and(|at| fits(kind) && !candidates[..at].iter().any(|&before| fits(before)))
    }

    /// `'a'`, or as many characters as the value needs.
    fn character(&mut self, bits: u64) {
        let target = &self.program.target;
        let size = usize::from(target.int.size).min(8);
        let value = int::wrap(target.int_type(IntKind::Int), i128::from(bits));
        let single = int::is_canonical(target.int_type(IntKind::Char), value);
        let bytes = (value as u64).to_be_bytes();
        let bytes = &bytes[8 - size..];
        let significant = match bytes.iter().position(|&b| b != 0) {
            _ if single => 1,
            // One byte that is no `char`: with a zero before it.
            Some(first) => (size - first).max(2),
            None => 1,
        };
        self.text("'");
        let mut before = 0;
        for &byte in &bytes[size - significant.min(size)..] {
            // Two question marks may start a trigraph.
            let trigraph = before == b'?' && byte == b'?';
            self.unit(u32::from(byte), b'\'', trigraph);
            before = byte;
        }
        self.text("'");
    }

    fn wide_character(&mut self, bits: u64, kind: CharKind) {
        let mask = match self.unit_size(kind) {
            1 => 0xff,
            2 => 0xffff,
            _ => 0xffff_ffff,
        };
        self.text(prefix(kind));
        self.text("'");
        self.unit((bits & mask) as u32, b'\'', false);
        self.text("'");
    }

    // ---- floating constants ----

    pub(super) fn floating(&mut self, bits: u128, ty: TypeId) {
        let kind = match self.program.types.kind(ty) {
            TypeKind::Float(kind) => kind,
            _ => FloatKind::Double,
        };
        let (suffix, function) = float_suffix(kind);
        let value = Float::from_bits(self.program.target.float_format(kind), bits);
        let magnitude = if value.is_negative() { -value } else { value };
        let digits = match self.program.language.has_hexadecimal_floats() {
            true => magnitude.to_literal(),
            false => decimal(magnitude),
        };
        let text = match digits {
            Some(digits) => format!("{digits}{suffix}"),
            None if value.is_nan() => format!("__builtin_nan{function}(\"\")"),
            // The text said too large a number.
            None => format!("1e99999{suffix}"),
        };
        if value.is_negative() {
            self.text("(-");
            self.text(&text);
            self.text(")");
        } else {
            self.text(&text);
        }
    }

    /// `1.0i`
    pub(super) fn imaginary(&mut self, real: ExprId) {
        let node = self.program.exprs[real];
        match node.kind {
            ExprKind::Int(..) | ExprKind::Float(_) | ExprKind::Decimal(_) => {
                self.expr(real, 0);
                self.text("i");
            }
            _ => {
                self.text("(1i * ");
                self.expr(real, super::expressions::MULTIPLY + 1);
                self.text(")");
            }
        }
    }

    // ---- strings ----

    pub(super) fn string(&mut self, id: StringId) {
        let literal = self.program.strings[id];
        let size = self.unit_size(literal.kind);
        let bytes = &self.program.bytes[literal.bytes];
        self.text(prefix(literal.kind));
        self.text("\"");
        let (mut question, mut hex) = (false, false);
        for unit in bytes.chunks(size) {
            let unit = unit.iter().rev().fold(0u32, |value, &b| value << 8 | u32::from(b));
            // A digit would go on with the hexadecimal escape before it, and
            // two question marks may start a trigraph.
            let continues = hex && u8::try_from(unit).is_ok_and(|b| b.is_ascii_hexdigit());
            let trigraph = question && unit == u32::from(b'?');
            self.unit(unit, b'"', continues || trigraph);
            question = unit == u32::from(b'?');
            hex = unit > 0o777;
        }
        self.text("\"");
    }

    /// One code unit in a literal that is quoted so.
    fn unit(&mut self, unit: u32, quote: u8, escape: bool) {
        let simple = match u8::try_from(unit) {
            Ok(b'\n') => "\\n",
            Ok(b'\t') => "\\t",
            Ok(b'\r') => "\\r",
            Ok(b'\\') => "\\\\",
            Ok(b'?') if escape => "\\?",
            Ok(b) if b == quote => {
                self.out.extend([b'\\', b]);
                return;
            }
            Ok(b @ b' '..=b'~') if !escape => {
                self.out.push(b);
                return;
            }
            _ => "",
        };
        self.text(simple);
        // Three octal digits end by themselves.
        if simple.is_empty() {
            let _ = if unit <= 0o777 {
                write!(self.out, "\\{unit:03o}")
            } else {
                write!(self.out, "\\x{unit:x}")
            };
        }
    }

    fn unit_size(&self, kind: CharKind) -> usize {
        match kind {
            CharKind::Char | CharKind::Utf8 => 1,
            CharKind::Utf16 => 2,
            CharKind::Utf32 => 4,
            CharKind::Wide => {
                let target = &self.program.target;
                usize::from(target.int_extent(target.wchar_type).size).clamp(1, 4)
            }
        }
    }
}

/// A constant without hexadecimal digits, which strict C89 does not have.
fn decimal(value: Float) -> Option<String> {
    let bits = value.bits();
    let mut text = match value.format() {
        FloatFormat::X87 => ieee::X87DoubleExtended::from_bits(bits).to_string(),
        FloatFormat::Quad => ieee::Quad::from_bits(bits).to_string(),
        FloatFormat::Half => ieee::Half::from_bits(bits).to_string(),
        FloatFormat::Single | FloatFormat::Double => return value.to_literal(),
    };
    if !text.contains(['.', 'e', 'E']) {
        text.push_str(".0");
    }
    let same = Float::from_literal(&text, value.format()) == Some(value);
    if same { Some(text) } else { value.to_literal() }
}

fn prefix(kind: CharKind) -> &'static str {
    match kind {
        CharKind::Char => "",
        CharKind::Utf8 => "u8",
        CharKind::Utf16 => "u",
        CharKind::Utf32 => "U",
        CharKind::Wide => "L",
    }
}

/// Of a constant, and of the builtin functions for what no constant is.
fn float_suffix(kind: FloatKind) -> (&'static str, &'static str) {
    match kind {
        FloatKind::Float => ("f", "f"),
        FloatKind::Double => ("", ""),
        FloatKind::LongDouble => ("L", "l"),
        FloatKind::Float16 => ("F16", "f16"),
        FloatKind::Float32 => ("F32", "f32"),
        FloatKind::Float64 => ("F64", "f64"),
        FloatKind::Float128 => ("F128", "f128"),
        FloatKind::Float32x => ("F32x", "f32x"),
        FloatKind::Float64x => ("F64x", "f64x"),
    }
}
