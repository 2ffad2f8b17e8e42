//! `strtok` and its kin: they remember where they were.

use elenchus_lang::undefined::Undefined;

use super::memory::check_restricted;
use super::strings::members;
use super::{Args, Function, at, is_null};
use crate::Machine;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

pub(super) const TABLE: &[(&str, Function)] =
    &[("strtok", strtok), ("strtok_r", strtok_r), ("__strtok_r", strtok_r), ("strsep", strsep)];

/// The token that begins in `text`, and where to go on; null at the end.
fn token(m: &mut Machine, text: Value, separators: Value) -> Result<(Value, Value), Stop> {
    let bytes = m.string_at(text, u64::MAX)?;
    let set = m.string_at(separators, u64::MAX)?;
    let read = (separators, set.len() as u64 + 1);
    let set = members(&set);
    let Some(start) = bytes.iter().position(|&b| !set[usize::from(b)]) else {
        return Ok((Value::default(), at(text, bytes.len() as u64)));
    };
    let length = bytes[start..].iter().position(|&b| set[usize::from(b)]);
    let next = match length {
        None => at(text, bytes.len() as u64),
        Some(length) => {
            let end = at(text, (start + length) as u64);
            check_restricted(m, (end, 1), read)?;
            m.fill_bytes(end, 0, 1)?;
            at(end, 1)
        }
    };
    Ok((at(text, start as u64), next))
}

fn strtok(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let text = match args.get(0)? {
        given if !is_null(given) => given,
        _ => m
            .library
            .token
            .ok_or_else(|| Stop::undefined(Undefined::LibraryArgument, Finding::NoToken))?,
    };
    let (found, next) = token(m, text, args.get(1)?)?;
    m.library.token = Some(next);
    Ok(found)
}

fn strtok_r(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (given, saved) = (args.get(0)?, args.get(2)?);
    let text = match is_null(given) {
        true => read_pointer(m, saved)?,
        false => given,
    };
    let (found, next) = token(m, text, args.get(1)?)?;
    m.write_pointer(saved, next)?;
    Ok(found)
}

fn read_pointer(m: &mut Machine, at: Value) -> Result<Value, Stop> {
    let size = m.p.target.pointer.size;
    let place = m.region(at, size.into())?;
    m.note_library(place, size.into(), false)?;
    m.memory.read_pointer(place)
}

fn strsep(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let saved = args.get(0)?;
    let text = read_pointer(m, saved)?;
    if is_null(text) {
        return Ok(text);
    }
    let bytes = m.string_at(text, u64::MAX)?;
    let separators = m.string_at(args.get(1)?, u64::MAX)?;
    let set = members(&separators);
    let next = match bytes.iter().position(|&b| set[usize::from(b)]) {
        None => Value::default(),
        Some(end) => {
            let read = (args.get(1)?, separators.len() as u64 + 1);
            check_restricted(m, (at(text, end as u64), 1), read)?;
            m.fill_bytes(at(text, end as u64), 0, 1)?;
            at(text, end as u64 + 1)
        }
    };
    m.write_pointer(saved, next)?;
    Ok(text)
}
