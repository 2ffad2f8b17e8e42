//! String functions (7.24) that copy, compare and search.

use super::memory::{check_apart, copy_apart, position, sign};
use super::{Args, Function, at};
use crate::Machine;
use crate::facts::Facts;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

pub(super) const TABLE: &[(&str, Function)] = &[
    ("strlen", |m, a| Ok(Value::int(m.string_at(a.get(0)?, u64::MAX)?.len() as i128))),
    ("strnlen", |m, a| Ok(Value::int(bounded(m, a.get(0)?, a.get(1)?.lo)?.len() as i128))),
    ("strcpy", strcpy),
    ("stpcpy", stpcpy),
    ("__stpcpy", stpcpy),
    ("strncpy", strncpy),
    ("stpncpy", stpncpy),
    ("strcat", strcat),
    ("strncat", strncat),
    ("strcmp", |m, a| compare(m, a, |b| b)),
    ("strcoll", |m, a| compare(m, a, |b| b)),
    ("strcasecmp", |m, a| compare(m, a, |b| b.to_ascii_lowercase())),
    ("strncmp", |m, a| compare_some(m, a, |b| b)),
    ("strncasecmp", |m, a| compare_some(m, a, |b| b.to_ascii_lowercase())),
    ("strxfrm", strxfrm),
    ("strchr", |m, a| find_char(m, a, false)),
    ("index", |m, a| find_char(m, a, false)),
    ("strrchr", |m, a| find_char(m, a, true)),
    ("rindex", |m, a| find_char(m, a, true)),
    ("strchrnul", strchrnul),
    ("strstr", |m, a| strstr(m, a, |b| b)),
    ("strcasestr", |m, a| strstr(m, a, |b| b.to_ascii_lowercase())),
    ("strspn", |m, a| span(m, a, true)),
    ("strcspn", |m, a| span(m, a, false)),
    ("strpbrk", strpbrk),
    ("strerror", |_, _| {
        Err(Stop::unspecified(Facts::new(Finding::TextOf).text("function", "strerror")))
    }),
];

/// A string's first bytes, at a pointer that is valid even for none.
fn bounded(m: &mut Machine, text: Value, most: u64) -> Result<Vec<u8>, Stop> {
    m.region(text, 0)?;
    m.string_at(text, most)
}

fn strcpy(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    stpcpy(m, args)?;
    args.get(0)
}

fn stpcpy(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (to, from) = (args.get(0)?, args.get(1)?);
    let length = m.string_at(from, u64::MAX)?.len() as u64;
    copy_apart(m, to, from, length + 1)?;
    Ok(at(to, length))
}

fn strncpy(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    stpncpy(m, args)?;
    args.get(0)
}

fn stpncpy(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (to, from, size) = (args.get(0)?, args.get(1)?, args.get(2)?.lo);
    let length = bounded(m, from, size)?.len() as u64;
    // The zeros are written too, and the one at the end of the source is read.
    check_apart(m, (to, size), (from, size.min(length + 1)))?;
    m.copy_bytes(to, from, length)?;
    m.fill_bytes(at(to, length), 0, size - length)?;
    Ok(at(to, length))
}

fn strcat(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (to, from) = (args.get(0)?, args.get(1)?);
    let end = m.string_at(to, u64::MAX)?.len() as u64;
    let length = m.string_at(from, u64::MAX)?.len() as u64;
    copy_apart(m, at(to, end), from, length + 1)?;
    Ok(to)
}

fn strncat(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (to, from, size) = (args.get(0)?, args.get(1)?, args.get(2)?.lo);
    let end = m.string_at(to, u64::MAX)?.len() as u64;
    let length = bounded(m, from, size)?.len() as u64;
    check_apart(m, (at(to, end), length + 1), (from, size.min(length + 1)))?;
    m.copy_bytes(at(to, end), from, length)?;
    m.fill_bytes(at(to, end + length), 0, 1)?;
    Ok(to)
}

/// Both are strings, also behind where they differ.
fn compare(m: &mut Machine, args: &Args<'_>, fold: fn(u8) -> u8) -> Result<Value, Stop> {
    let a = m.string_at(args.get(0)?, u64::MAX)?;
    let b = m.string_at(args.get(1)?, u64::MAX)?;
    let order = a.iter().map(|&b| fold(b)).cmp(b.iter().map(|&b| fold(b)));
    Ok(Value::int(sign(order)))
}

/// Arrays, of which no more is looked at than tells them apart.
fn compare_some(m: &mut Machine, args: &Args<'_>, fold: fn(u8) -> u8) -> Result<Value, Stop> {
    let (a, b, most) = (args.get(0)?, args.get(1)?, args.get(2)?.lo);
    m.region(a, 0)?;
    m.region(b, 0)?;
    for i in 0..most {
        let (x, y) = (fold(m.string_byte(a, i)?), fold(m.string_byte(b, i)?));
        if x != y || x == 0 {
            return Ok(Value::int(sign(x.cmp(&y))));
        }
    }
    Ok(Value::int(0))
}

/// In the locale "C" a string is its own transformation.
fn strxfrm(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (to, from, size) = (args.get(0)?, args.get(1)?, args.get(2)?.lo);
    let length = m.string_at(from, u64::MAX)?.len() as u64;
    if size > length {
        copy_apart(m, to, from, length + 1)?;
    } else if size > 0 {
        // What is written then is indeterminate (7.24.4.5p3).
        copy_apart(m, to, from, size)?;
    }
    Ok(Value::int(length.into()))
}

fn find_char(m: &mut Machine, args: &Args<'_>, last: bool) -> Result<Value, Stop> {
    let (text, wanted) = (args.get(0)?, args.get(1)?.lo as u8);
    let mut bytes = m.string_at(text, u64::MAX)?;
    bytes.push(0);
    let found = match last {
        true => bytes.iter().rposition(|&b| b == wanted),
        false => bytes.iter().position(|&b| b == wanted),
    };
    Ok(found.map_or(Value::default(), |i| at(text, i as u64)))
}

fn strchrnul(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (text, wanted) = (args.get(0)?, args.get(1)?.lo as u8);
    let bytes = m.string_at(text, u64::MAX)?;
    let found = bytes.iter().position(|&b| b == wanted).unwrap_or(bytes.len());
    Ok(at(text, found as u64))
}

fn strstr(m: &mut Machine, args: &Args<'_>, fold: fn(u8) -> u8) -> Result<Value, Stop> {
    let text = args.get(0)?;
    let folded = |bytes: Vec<u8>| -> Vec<u8> { bytes.into_iter().map(fold).collect() };
    let hay = folded(m.string_at(text, u64::MAX)?);
    let needle = folded(m.string_at(args.get(1)?, u64::MAX)?);
    Ok(position(&hay, &needle).map_or(Value::default(), |i| at(text, i as u64)))
}

fn span(m: &mut Machine, args: &Args<'_>, inside: bool) -> Result<Value, Stop> {
    let text = m.string_at(args.get(0)?, u64::MAX)?;
    let set = m.string_at(args.get(1)?, u64::MAX)?;
    let set = members(&set);
    let length = text.iter().take_while(|&&b| set[usize::from(b)] == inside).count();
    Ok(Value::int(length as i128))
}

fn strpbrk(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let text = args.get(0)?;
    let bytes = m.string_at(text, u64::MAX)?;
    let set = m.string_at(args.get(1)?, u64::MAX)?;
    let set = members(&set);
    let found = bytes.iter().position(|&b| set[usize::from(b)]);
    Ok(found.map_or(Value::default(), |i| at(text, i as u64)))
}

/// Which bytes are in a set.
pub(super) fn members(set: &[u8]) -> [bool; 256] {
    let mut is = [false; 256];
    set.iter().for_each(|&byte| is[usize::from(byte)] = true);
    is
}
