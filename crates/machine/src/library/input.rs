//! Input: `getchar`, `fgets` and their kin (7.21.7), from the bytes that the
//! machine was given.

use elenchus_lang::undefined::Undefined;

use super::{Args, Function, at};
use crate::Machine;
use crate::facts::Facts;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

pub(super) const TABLE: &[(&str, Function)] = &[
    ("getchar", |m, _| Ok(read(m))),
    ("getchar_unlocked", |m, _| Ok(read(m))),
    ("getc", getc),
    ("getc_unlocked", getc),
    ("_IO_getc", getc),
    ("fgetc", getc),
    ("fgetc_unlocked", getc),
    ("ungetc", ungetc),
    ("fgets", fgets),
    ("fgets_unlocked", fgets),
    ("gets", gets),
    ("fread", fread),
    ("fread_unlocked", fread),
    ("feof", feof),
    ("feof_unlocked", feof),
    ("ferror", |m, a| m.stream(a.get(0)?).map(|_| Value::int(0))),
    ("ferror_unlocked", |m, a| m.stream(a.get(0)?).map(|_| Value::int(0))),
    ("clearerr", clearerr),
];

pub(super) const EOF: i128 = -1;

fn read(m: &mut Machine) -> Value {
    // The end stays the end until clearerr (7.21.7.1p3).
    if m.library.input.ended {
        return Value::int(EOF);
    }
    Value::int(m.library.input.next().map_or(EOF, i128::from))
}

/// The stream must be the standard input.
pub(super) fn check_input(m: &mut Machine, stream: Value) -> Result<(), Stop> {
    match m.stream(stream)? {
        0 => Ok(()),
        // 7.21.5.3p6: a stream that is written is not read.
        _ => Err(Stop::unsupported("reading from an output stream")),
    }
}

fn getc(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    check_input(m, args.get(0)?)?;
    Ok(read(m))
}

/// Only one character is sure to be taken back (7.21.7.10p3); here it is as
/// many as were read.
fn ungetc(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    check_input(m, args.get(1)?)?;
    let value = args.get(0)?.lo as i64;
    if value == -1 {
        return Ok(Value::int(EOF));
    }
    match m.library.input.push_back(value as u8) {
        true => Ok(Value::int((value as u8).into())),
        false => Err(Stop::unsupported("'ungetc' before anything was read")),
    }
}

/// A line with its end, and whether there was anything.
fn line(m: &mut Machine, most: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while bytes.len() < most && !m.library.input.ended {
        let Some(byte) = m.library.input.next() else { break };
        bytes.push(byte);
        if byte == b'\n' {
            break;
        }
    }
    bytes
}

fn fgets(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (to, size) = (args.get(0)?, args.get(1)?.lo as i32);
    check_input(m, args.get(2)?)?;
    if size <= 0 {
        let facts = Facts::new(Finding::NoRoom).number("size", size);
        return Err(Stop::undefined(Undefined::LibraryArgument, facts));
    }
    m.region(to, 0)?;
    let mut bytes = line(m, size as usize - 1);
    if bytes.is_empty() && size > 1 {
        return Ok(Value::default());
    }
    bytes.push(0);
    m.write_bytes(to, &bytes)?;
    Ok(to)
}

fn gets(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let to = args.get(0)?;
    m.region(to, 0)?;
    let mut bytes = line(m, usize::MAX);
    if bytes.is_empty() {
        return Ok(Value::default());
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    }
    bytes.push(0);
    m.write_bytes(to, &bytes)?;
    Ok(to)
}

fn fread(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (to, size, count) = (args.get(0)?, args.get(1)?.lo, args.get(2)?.lo);
    check_input(m, args.get(3)?)?;
    let wanted = size.saturating_mul(count);
    m.region(to, 0)?;
    if wanted == 0 {
        return Ok(Value::int(0));
    }
    let rest = m.library.input.rest();
    let taken = rest[..rest.len().min(wanted as usize)].to_vec();
    m.write_bytes(to, &taken)?;
    m.library.input.skip(taken.len());
    let taken = taken.len() as u64;
    m.library.input.ended |= taken < wanted;
    let partial = taken % size;
    if partial != 0 {
        // An element that was read in part is indeterminate (7.21.8.1p2).
        m.forget_bytes(at(to, taken - partial), partial)?;
    }
    Ok(Value::int((taken / size).into()))
}

fn feof(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let ended = m.stream(args.get(0)?)? == 0 && m.library.input.ended;
    Ok(Value::int(ended.into()))
}

fn clearerr(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    if m.stream(args.get(0)?)? == 0 {
        m.library.input.ended = false;
    }
    Ok(Value::default())
}
