//! Memory functions: `memcpy` and its kin, and the allocator.

use elenchus_lang::undefined::Undefined;

use super::{Args, Function};
use crate::exec::Machine;
use crate::memory::{Kind, Plan};
use crate::stop::Stop;
use crate::value::Value;

pub(super) const TABLE: &[(&str, Function)] = &[
    ("memcpy", |m, a| copy(m, a, false)),
    ("memmove", |m, a| copy(m, a, true)),
    ("mempcpy", mempcpy),
    ("memset", memset),
    ("memcmp", memcmp),
    ("bcmp", memcmp),
    ("memchr", memchr),
    ("malloc", |m, a| allocate(m, a.get(0)?.lo, false)),
    ("calloc", calloc),
    ("realloc", realloc),
    ("free", free),
    ("alloca", alloca),
];

/// The alignment of what `malloc` gives.
const ALIGNMENT: u64 = 16;

fn copy(m: &mut Machine, args: &Args<'_>, may_overlap: bool) -> Result<Value, Stop> {
    let (to, from, size) = (args.get(0)?, args.get(1)?, args.get(2)?.lo);
    copy_bytes(m, to, from, size, may_overlap)?;
    Ok(to)
}

fn mempcpy(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (to, from, size) = (args.get(0)?, args.get(1)?, args.get(2)?.lo);
    copy_bytes(m, to, from, size, false)?;
    Ok(Value { lo: to.lo.wrapping_add(size), hi: to.hi })
}

pub(super) fn copy_bytes(
    m: &mut Machine,
    to: Value,
    from: Value,
    size: u64,
    may_overlap: bool,
) -> Result<(), Stop> {
    // Even for no bytes the pointers must be valid (7.24.1p2).
    let source = m.memory.access(from, size, 1)?;
    let target = m.memory.access(to, size, 1)?;
    let apart = source.offset.abs_diff(target.offset) as u64;
    if source.object == target.object && apart < size && size > 0 && !may_overlap {
        let detail = format!("{size} bytes, {apart} apart");
        return Err(Stop::undefined(Undefined::OverlappingCopy, detail));
    }
    m.check_write(target)?;
    m.note_library(source, size, false);
    m.note_library(target, size, true);
    m.carry(target, source, size as usize);
    Ok(())
}

fn memset(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (to, byte, size) = (args.get(0)?, args.get(1)?.lo as u8, args.get(2)?.lo);
    let place = m.memory.access(to, size, 1)?;
    m.check_write(place)?;
    m.note_library(place, size, true);
    m.memory.fill(place, size as usize, byte);
    Ok(to)
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

fn memchr(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (text, byte, size) = (args.get(0)?, args.get(1)?.lo as u8, args.get(2)?.lo);
    // Only up to the first hit need the bytes be there (7.24.5.1p2).
    for i in 0..size {
        let at = Value { lo: text.lo.wrapping_add(i), hi: text.hi };
        if m.byte_at(at)? == byte {
            return Ok(at);
        }
    }
    Ok(Value::default())
}

fn allocate(m: &mut Machine, size: u64, zeroed: bool) -> Result<Value, Stop> {
    let value = m.memory.allocate(Plan::untyped(Kind::Allocated, size, ALIGNMENT))?;
    if zeroed {
        let place = m.memory.access(value, size, 1)?;
        m.memory.fill(place, size as usize, 0);
    }
    Ok(value)
}

fn calloc(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    match args.get(0)?.lo.checked_mul(args.get(1)?.lo) {
        Some(size) => allocate(m, size, true),
        None => Ok(Value::default()),
    }
}

/// Checks that a pointer is one that the allocator gave and still owns.
fn owned(m: &Machine, pointer: Value) -> Result<u64, Stop> {
    if m.memory.was_freed(pointer.provenance()) {
        return Err(Stop::undefined(Undefined::DoubleFree, "the memory was freed already"));
    }
    match m.memory.object_of(pointer.provenance()) {
        Some((_, object))
            if object.plan.kind == Kind::Allocated && object.address == pointer.lo =>
        {
            Ok(object.plan.size)
        }
        _ => {
            let detail = "the pointer is not one that malloc gave";
            Err(Stop::undefined(Undefined::InvalidFree, detail))
        }
    }
}

fn free(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let pointer = args.get(0)?;
    if pointer.lo == 0 && pointer.hi == 0 {
        return Ok(Value::default());
    }
    owned(m, pointer)?;
    m.memory.end(pointer, true);
    Ok(Value::default())
}

fn realloc(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (old, size) = (args.get(0)?, args.get(1)?.lo);
    if old.lo == 0 && old.hi == 0 {
        return allocate(m, size, false);
    }
    let had = owned(m, old)?;
    let new = allocate(m, size, false)?;
    copy_bytes(m, new, old, had.min(size), false)?;
    m.memory.end(old, true);
    Ok(new)
}

fn alloca(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let value = m.memory.allocate(Plan::untyped(Kind::Automatic, args.get(0)?.lo, ALIGNMENT))?;
    m.keep_until_return(value);
    Ok(value)
}
