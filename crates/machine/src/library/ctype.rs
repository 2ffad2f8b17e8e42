//! Characters (7.4), in the locale "C" and with glibc's tables.

use elenchus_lang::target::{Endian, IntKind};
use elenchus_lang::undefined::Undefined;

use super::{Args, Function, at};
use crate::Machine;
use crate::facts::Facts;
use crate::memory::Kind;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

pub(super) const TABLE: &[(&str, Function)] = &[
    ("isupper", |m, a| ctype(m, a, 0)),
    ("islower", |m, a| ctype(m, a, 1)),
    ("isalpha", |m, a| ctype(m, a, 2)),
    ("isdigit", |m, a| ctype(m, a, 3)),
    ("isxdigit", |m, a| ctype(m, a, 4)),
    ("isspace", |m, a| ctype(m, a, 5)),
    ("isprint", |m, a| ctype(m, a, 6)),
    ("isgraph", |m, a| ctype(m, a, 7)),
    ("isblank", |m, a| ctype(m, a, 8)),
    ("iscntrl", |m, a| ctype(m, a, 9)),
    ("ispunct", |m, a| ctype(m, a, 10)),
    ("isalnum", |m, a| ctype(m, a, 11)),
    ("isascii", |_, a| Ok(Value::int((a.get(0)?.lo < 128).into()))),
    ("toascii", |_, a| Ok(Value::int((a.get(0)?.lo & 127).into()))),
    ("toupper", |_, a| change_case(a, |c| c.to_ascii_uppercase())),
    ("tolower", |_, a| change_case(a, |c| c.to_ascii_lowercase())),
    ("__ctype_b_loc", |m, _| table(m, 0)),
    ("__ctype_tolower_loc", |m, _| table(m, 1)),
    ("__ctype_toupper_loc", |m, _| table(m, 2)),
];

/// The classes of a character, in the order of the bits in glibc's header.
const CLASSES: [fn(u8) -> bool; 12] = [
    |c| c.is_ascii_uppercase(),
    |c| c.is_ascii_lowercase(),
    |c| c.is_ascii_alphabetic(),
    |c| c.is_ascii_digit(),
    |c| c.is_ascii_hexdigit(),
    |c| matches!(c, b' ' | 9..=13),
    |c| (32..127).contains(&c),
    |c| c.is_ascii_graphic(),
    |c| matches!(c, b' ' | b'\t'),
    |c| c.is_ascii_control(),
    |c| c.is_ascii_punctuation(),
    |c| c.is_ascii_alphanumeric(),
];

/// Where glibc's header has the bit of a class in the two bytes of an entry.
fn mask(class: usize, endian: Endian) -> u16 {
    match endian {
        Endian::Big => 1 << class,
        Endian::Little if class < 8 => 1 << (class + 8),
        Endian::Little => 1 << (class - 8),
    }
}

fn classes(character: u8, endian: Endian) -> u16 {
    let set = (0..CLASSES.len()).filter(|&i| CLASSES[i](character));
    set.fold(0, |bits, i| bits | mask(i, endian))
}

/// 7.4p1: an unsigned char, or EOF.
fn character(args: &Args<'_>) -> Result<Option<u8>, Stop> {
    let value = args.get(0)?.lo as i64;
    match value {
        -1 => Ok(None),
        0..=255 => Ok(Some(value as u8)),
        _ => {
            let facts = Facts::new(Finding::Argument).number("argument", value);
            Err(Stop::undefined(Undefined::CtypeRange, facts))
        }
    }
}

fn ctype(m: &mut Machine, args: &Args<'_>, class: usize) -> Result<Value, Stop> {
    let is = character(args)?.is_some_and(CLASSES[class]);
    // Any value but zero will do; this is the one that the macros give.
    let yes = mask(class, m.p.target.endian);
    Ok(Value::int(if is { yes.into() } else { 0 }))
}

fn change_case(args: &Args<'_>, change: fn(u8) -> u8) -> Result<Value, Stop> {
    let same = args.get(0)?;
    Ok(character(args)?.map_or(same, |c| Value::int(change(c).into())))
}

/// A variable with a pointer to a table that the header's macros index with
/// the character. It has entries for EOF and for each unsigned char, and no
/// others: glibc's own begins at -128, but that is no argument (7.4p1).
fn table(m: &mut Machine, which: usize) -> Result<Value, Stop> {
    if let Some(value) = m.library.ctype[which] {
        return Ok(value);
    }
    let (kind, endian) = match which {
        0 => (IntKind::UShort, m.p.target.endian),
        _ => (IntKind::Int, m.p.target.endian),
    };
    let size = usize::from(m.p.target.int_extent(kind).size);
    let mut bytes = Vec::new();
    for i in -1..256i32 {
        let entry = match u8::try_from(i) {
            Ok(c) if which == 0 => classes(c, endian).into(),
            Ok(c) if which == 1 => c.to_ascii_lowercase().into(),
            Ok(c) => c.to_ascii_uppercase().into(),
            Err(_) if which == 0 => 0,
            Err(_) => i,
        };
        let wide = i64::from(entry).to_le_bytes();
        match endian {
            Endian::Little => bytes.extend_from_slice(&wide[..size]),
            Endian::Big => bytes.extend(wide[..size].iter().rev()),
        }
    }
    let entries = m.static_bytes(Kind::Characters, &bytes, size as u64, true)?;
    let zero = at(entries, size as u64);
    let width = m.p.target.pointer.size;
    let variable = m.static_bytes(Kind::Static, &vec![0; width.into()], width.into(), false)?;
    m.write_pointer(variable, zero)?;
    m.library.ctype[which] = Some(variable);
    Ok(variable)
}
