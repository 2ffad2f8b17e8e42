//! Memory functions: `memcpy` and its kin.

use elenchus_lang::undefined::Undefined;

use super::{Args, Function, at};
use crate::Machine;
use crate::facts::Facts;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

pub(super) const TABLE: &[(&str, Function)] = &[
    ("memcpy", memcpy),
    ("memmove", memmove),
    ("mempcpy", mempcpy),
    ("__mempcpy", mempcpy),
    ("memccpy", memccpy),
    ("memset", memset),
    ("explicit_bzero", bzero),
    ("memcmp", memcmp),
    ("bcmp", memcmp),
    ("bcopy", bcopy),
    ("bzero", bzero),
    ("memchr", memchr),
    ("memrchr", memrchr),
    ("rawmemchr", rawmemchr),
    ("memmem", memmem),
];

/// Copies between objects that must not overlap (7.24.2.1p2).
pub(super) fn copy_apart(m: &mut Machine, to: Value, from: Value, size: u64) -> Result<(), Stop> {
    check_apart(m, (to, size), (from, size))?;
    m.copy_bytes(to, from, size)
}

pub(super) fn check_apart(
    m: &mut Machine,
    to: (Value, u64),
    from: (Value, u64),
) -> Result<(), Stop> {
    // What is not there at all is the worse mistake.
    m.region(from.0, from.1)?;
    m.region(to.0, to.1)?;
    if !m.overlap(to, from) {
        return Ok(());
    }
    let apart = to.0.lo.abs_diff(from.0.lo);
    let facts = Facts::new(Finding::Overlap).number("size", from.1).number("distance", apart);
    let facts = facts.about(to.0.provenance(), 0..0);
    Err(Stop::undefined(Undefined::OverlappingCopy, facts))
}

/// A function reads through a restricted parameter, and writes by other means
/// (6.7.3.1p4).
pub(super) fn check_restricted(
    m: &Machine,
    written: (Value, u64),
    read: (Value, u64),
) -> Result<(), Stop> {
    match m.overlap(written, read) {
        true => {
            let facts = Facts::new(Finding::RestrictInLibrary);
            let facts = facts.about(written.0.provenance(), 0..0);
            Err(Stop::undefined(Undefined::Restrict, facts))
        }
        false => Ok(()),
    }
}

fn memcpy(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    copy_apart(m, args.get(0)?, args.get(1)?, args.get(2)?.lo)?;
    args.get(0)
}

fn memmove(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    m.copy_bytes(args.get(0)?, args.get(1)?, args.get(2)?.lo)?;
    args.get(0)
}

fn mempcpy(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    memcpy(m, args)?;
    Ok(at(args.get(0)?, args.get(2)?.lo))
}

/// Copies until the byte was copied, or all were.
fn memccpy(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (to, from) = (args.get(0)?, args.get(1)?);
    let (byte, size) = (args.get(2)?.lo as u8, args.get(3)?.lo);
    let found = find_byte(m, from, byte, size)?;
    copy_apart(m, to, from, found.map_or(size, |i| i + 1))?;
    Ok(found.map_or(Value::default(), |i| at(to, i + 1)))
}

fn memset(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    m.fill_bytes(args.get(0)?, args.get(1)?.lo as u8, args.get(2)?.lo)?;
    args.get(0)
}

fn bzero(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    m.fill_bytes(args.get(0)?, 0, args.get(1)?.lo)?;
    Ok(Value::default())
}

fn bcopy(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    m.copy_bytes(args.get(1)?, args.get(0)?, args.get(2)?.lo)?;
    Ok(Value::default())
}

fn memcmp(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let size = args.get(2)?.lo;
    let a = m.bytes_at(args.get(0)?, size)?;
    let b = m.bytes_at(args.get(1)?, size)?;
    Ok(Value::int(sign(a.cmp(&b))))
}

pub(super) fn sign(order: std::cmp::Ordering) -> i128 {
    order as i128
}

/// To look at a byte alone is work on so many.
const BYTE_BY_BYTE: u64 = 8;

/// Only up to the first hit need the bytes be there (7.24.5.1p2).
fn find_byte(m: &mut Machine, text: Value, byte: u8, size: u64) -> Result<Option<u64>, Stop> {
    m.region(text, 0)?;
    for i in 0..size {
        if m.byte_at(at(text, i))? == byte {
            m.worked_in_library(i.saturating_mul(BYTE_BY_BYTE));
            return Ok(Some(i));
        }
    }
    m.worked_in_library(size.saturating_mul(BYTE_BY_BYTE));
    Ok(None)
}

fn memchr(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let text = args.get(0)?;
    let found = find_byte(m, text, args.get(1)?.lo as u8, args.get(2)?.lo)?;
    Ok(found.map_or(Value::default(), |i| at(text, i)))
}

fn rawmemchr(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let text = args.get(0)?;
    let found = find_byte(m, text, args.get(1)?.lo as u8, u64::MAX)?;
    Ok(found.map_or(Value::default(), |i| at(text, i)))
}

fn memrchr(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (text, byte) = (args.get(0)?, args.get(1)?.lo as u8);
    let bytes = m.bytes_at(text, args.get(2)?.lo)?;
    let found = bytes.iter().rposition(|&b| b == byte);
    Ok(found.map_or(Value::default(), |i| at(text, i as u64)))
}

fn memmem(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let text = args.get(0)?;
    let hay = m.bytes_at(text, args.get(1)?.lo)?;
    let needle = m.bytes_at(args.get(2)?, args.get(3)?.lo)?;
    let found = position(&hay, &needle);
    Ok(found.map_or(Value::default(), |i| at(text, i as u64)))
}

/// Where a run of bytes begins in another, in a time that does not depend on
/// how often they are almost alike (Knuth, Morris and Pratt).
pub(super) fn position(hay: &[u8], needle: &[u8]) -> Option<usize> {
    if needle.is_empty() {
        return Some(0);
    }
    // For each prefix, the longest proper one that it ends with.
    let mut borders = vec![0; needle.len()];
    let mut length = 0;
    for i in 1..needle.len() {
        length = extend(needle, &borders, length, needle[i]);
        borders[i] = length;
    }
    length = 0;
    for (i, &byte) in hay.iter().enumerate() {
        length = extend(needle, &borders, length, byte);
        if length == needle.len() {
            return Some(i + 1 - length);
        }
    }
    None
}

/// How much of the needle the bytes end with after one more.
fn extend(needle: &[u8], borders: &[usize], mut length: usize, byte: u8) -> usize {
    while length > 0 && needle[length] != byte {
        length = borders[length - 1];
    }
    length + usize::from(needle[length] == byte)
}

#[cfg(test)]
mod tests {
    use super::position;

    /// All texts of two letters up to a length, beside the plain search.
    #[test]
    fn runs_of_bytes_are_found() {
        let texts = |length: u32| {
            (0..=length)
                .flat_map(|n| (0..1u32 << n).map(move |bits| (n, bits)))
                .map(|(n, bits)| (0..n).map(|i| b'a' + (bits >> i & 1) as u8).collect::<Vec<u8>>())
        };
        for hay in texts(8) {
            for needle in texts(4).filter(|needle| !needle.is_empty()) {
                let plain = hay.windows(needle.len()).position(|w| w == needle);
                assert_eq!(position(&hay, &needle), plain);
            }
            assert_eq!(position(&hay, b""), Some(0));
        }
    }
}
