//! String and character functions.

use elenchus_lang::undefined::Undefined;

use super::memory::{copy_bytes, sign};
use super::{Args, Function};
use crate::exec::Machine;
use crate::stop::Stop;
use crate::value::Value;

pub(super) const TABLE: &[(&str, Function)] = &[
    ("strlen", |m, a| Ok(Value::int(m.string_at(a.get(0)?, u64::MAX)?.len() as i128))),
    ("strnlen", |m, a| Ok(Value::int(m.string_at(a.get(0)?, a.get(1)?.lo)?.len() as i128))),
    ("strcpy", strcpy),
    ("stpcpy", stpcpy),
    ("strncpy", strncpy),
    ("strcat", strcat),
    ("strncat", strncat),
    ("strcmp", |m, a| compare(m, a, u64::MAX)),
    ("strncmp", |m, a| compare(m, a, a.get(2)?.lo)),
    ("strchr", |m, a| find_char(m, a, false)),
    ("index", |m, a| find_char(m, a, false)),
    ("strrchr", |m, a| find_char(m, a, true)),
    ("rindex", |m, a| find_char(m, a, true)),
    ("strstr", strstr),
    ("strspn", |m, a| span(m, a, true)),
    ("strcspn", |m, a| span(m, a, false)),
    ("strpbrk", strpbrk),
    ("isalpha", |_, a| ctype(a, |c| c.is_ascii_alphabetic())),
    ("isdigit", |_, a| ctype(a, |c| c.is_ascii_digit())),
    ("isalnum", |_, a| ctype(a, |c| c.is_ascii_alphanumeric())),
    ("isspace", |_, a| ctype(a, |c| c.is_ascii_whitespace() || c == 11)),
    ("isupper", |_, a| ctype(a, |c| c.is_ascii_uppercase())),
    ("islower", |_, a| ctype(a, |c| c.is_ascii_lowercase())),
    ("isprint", |_, a| ctype(a, |c| (32..127).contains(&c))),
    ("ispunct", |_, a| ctype(a, |c| c.is_ascii_punctuation())),
    ("isxdigit", |_, a| ctype(a, |c| c.is_ascii_hexdigit())),
    ("iscntrl", |_, a| ctype(a, |c| c.is_ascii_control())),
    ("isgraph", |_, a| ctype(a, |c| c.is_ascii_graphic())),
    ("toupper", |_, a| change_case(a, |c| c.to_ascii_uppercase())),
    ("tolower", |_, a| change_case(a, |c| c.to_ascii_lowercase())),
];

fn at(pointer: Value, offset: usize) -> Value {
    Value { lo: pointer.lo.wrapping_add(offset as u64), hi: pointer.hi }
}

fn strcpy(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    stpcpy(m, args)?;
    args.get(0)
}

fn stpcpy(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (to, from) = (args.get(0)?, args.get(1)?);
    let length = m.string_at(from, u64::MAX)?.len();
    copy_bytes(m, to, from, length as u64 + 1, false)?;
    Ok(at(to, length))
}

fn strncpy(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (to, from, size) = (args.get(0)?, args.get(1)?, args.get(2)?.lo);
    let text = m.string_at(from, size)?;
    copy_bytes(m, to, from, text.len() as u64, false)?;
    let rest = size - text.len() as u64;
    let place = m.memory.access(at(to, text.len()), rest, 1)?;
    m.check_write(place)?;
    m.note_library(place, rest, true);
    m.memory.fill(place, rest as usize, 0);
    Ok(to)
}

fn strcat(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (to, from) = (args.get(0)?, args.get(1)?);
    let end = m.string_at(to, u64::MAX)?.len();
    let length = m.string_at(from, u64::MAX)?.len();
    copy_bytes(m, at(to, end), from, length as u64 + 1, false)?;
    Ok(to)
}

fn strncat(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (to, from, size) = (args.get(0)?, args.get(1)?, args.get(2)?.lo);
    let end = m.string_at(to, u64::MAX)?.len();
    let length = m.string_at(from, size)?.len();
    copy_bytes(m, at(to, end), from, length as u64, false)?;
    m.put_bytes(at(to, end + length), &[0])?;
    Ok(to)
}

fn compare(m: &mut Machine, args: &Args<'_>, most: u64) -> Result<Value, Stop> {
    let (a, b) = (args.get(0)?, args.get(1)?);
    let mut i = 0;
    while i < most {
        let (x, y) = (m.byte_at(at(a, i as usize))?, m.byte_at(at(b, i as usize))?);
        if x != y || x == 0 {
            return Ok(Value::int(sign(x.cmp(&y))));
        }
        i += 1;
    }
    Ok(Value::int(0))
}

fn find_char(m: &mut Machine, args: &Args<'_>, last: bool) -> Result<Value, Stop> {
    let (text, wanted) = (args.get(0)?, args.get(1)?.lo as u8);
    let mut bytes = m.string_at(text, u64::MAX)?;
    bytes.push(0);
    let found = match last {
        true => bytes.iter().rposition(|&b| b == wanted),
        false => bytes.iter().position(|&b| b == wanted),
    };
    Ok(found.map_or(Value::default(), |i| at(text, i)))
}

fn strstr(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let text = args.get(0)?;
    let hay = m.string_at(text, u64::MAX)?;
    let needle = m.string_at(args.get(1)?, u64::MAX)?;
    if needle.is_empty() {
        return Ok(text);
    }
    let found = hay.windows(needle.len()).position(|w| w == needle);
    Ok(found.map_or(Value::default(), |i| at(text, i)))
}

fn span(m: &mut Machine, args: &Args<'_>, inside: bool) -> Result<Value, Stop> {
    let text = m.string_at(args.get(0)?, u64::MAX)?;
    let set = m.string_at(args.get(1)?, u64::MAX)?;
    let length = text.iter().take_while(|b| set.contains(b) == inside).count();
    Ok(Value::int(length as i128))
}

fn strpbrk(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let text = args.get(0)?;
    let bytes = m.string_at(text, u64::MAX)?;
    let set = m.string_at(args.get(1)?, u64::MAX)?;
    let found = bytes.iter().position(|b| set.contains(b));
    Ok(found.map_or(Value::default(), |i| at(text, i)))
}

/// 7.4p1: an unsigned char, or EOF.
fn character(args: &Args<'_>) -> Result<Option<u8>, Stop> {
    let value = args.get(0)?.lo as i64;
    match value {
        -1 => Ok(None),
        0..=255 => Ok(Some(value as u8)),
        _ => Err(Stop::undefined(Undefined::CtypeRange, format!("the argument is {value}"))),
    }
}

fn ctype(args: &Args<'_>, test: fn(u8) -> bool) -> Result<Value, Stop> {
    Ok(Value::int(character(args)?.is_some_and(test).into()))
}

fn change_case(args: &Args<'_>, change: fn(u8) -> u8) -> Result<Value, Stop> {
    let same = args.get(0)?;
    Ok(character(args)?.map_or(same, |c| Value::int(change(c).into())))
}
