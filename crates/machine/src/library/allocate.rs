//! The allocator (7.22.3).

use elenchus_lang::undefined::Undefined;

use super::state::{EINVAL, ENOMEM, set_errno};
use super::{Args, Function, at, is_null};
use crate::Machine;
use crate::facts::Facts;
use crate::memory::{Kind, Plan};
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

pub(super) const TABLE: &[(&str, Function)] = &[
    ("malloc", |m, a| allocate(m, a.get(0)?.lo, ALIGNMENT)),
    ("calloc", calloc),
    ("realloc", |m, a| reallocate(m, a.get(0)?, a.get(1)?.lo)),
    ("reallocarray", reallocarray),
    ("free", free),
    ("cfree", free),
    ("aligned_alloc", aligned_alloc),
    ("memalign", aligned_alloc),
    ("posix_memalign", posix_memalign),
    ("alloca", |m, a| automatic(m, a.get(0)?.lo, ALIGNMENT)),
    ("alloca_with_align", |m, a| automatic(m, a.get(0)?.lo, a.get(1)?.lo / 8)),
    ("alloca_with_align_and_max", |m, a| automatic(m, a.get(0)?.lo, a.get(1)?.lo / 8)),
    ("strdup", |m, a| duplicate(m, a.get(0)?, u64::MAX)),
    ("__strdup", |m, a| duplicate(m, a.get(0)?, u64::MAX)),
    ("strndup", |m, a| duplicate(m, a.get(0)?, a.get(1)?.lo)),
    ("__strndup", |m, a| duplicate(m, a.get(0)?, a.get(1)?.lo)),
];

/// The alignment of what `malloc` gives.
const ALIGNMENT: u64 = 16;
const LARGEST_ALIGNMENT: u64 = 1 << 30;

pub(super) fn allocate(m: &mut Machine, size: u64, align: u64) -> Result<Value, Stop> {
    let largest = u64::MAX >> (65 - 8 * u32::from(m.p.target.pointer.size));
    if size > largest || align > LARGEST_ALIGNMENT {
        set_errno(m, ENOMEM)?;
        return Ok(Value::default());
    }
    let value = m.memory.allocate(Plan::untyped(Kind::Allocated, size, align))?;
    m.worked_in_library(size);
    Ok(value)
}

fn calloc(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let size = args.get(0)?.lo.saturating_mul(args.get(1)?.lo);
    let value = allocate(m, size, ALIGNMENT)?;
    if !is_null(value) {
        m.fill_bytes(value, 0, size)?;
    }
    Ok(value)
}

/// Checks that a pointer is one that the allocator gave and still owns.
fn owned(m: &mut Machine, pointer: Value) -> Result<u64, Stop> {
    if m.memory.was_freed(pointer.provenance()) {
        let facts = Facts::new(Finding::FreedAlready).about(pointer.provenance(), 0..0);
        return Err(Stop::undefined(Undefined::DoubleFree, facts));
    }
    match m.memory.object_of(pointer.provenance()) {
        Some((_, object))
            if object.plan.kind == Kind::Allocated && object.address == pointer.lo =>
        {
            Ok(object.plan.size)
        }
        found => {
            let facts = match found {
                Some((_, object)) if object.plan.kind == Kind::Allocated => {
                    let offset = pointer.lo.wrapping_sub(object.address) as i64;
                    Facts::new(Finding::InsideBlock).number("offset", offset)
                }
                Some(_) => Facts::new(Finding::FreeOfObject),
                None => Facts::new(Finding::NotAllocated),
            };
            let facts = facts.about(pointer.provenance(), 0..0);
            Err(Stop::undefined(Undefined::InvalidFree, facts))
        }
    }
}

fn free(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let pointer = args.get(0)?;
    if !is_null(pointer) {
        owned(m, pointer)?;
        m.memory.end(pointer, true);
    }
    Ok(Value::default())
}

fn reallocate(m: &mut Machine, old: Value, size: u64) -> Result<Value, Stop> {
    if is_null(old) {
        return allocate(m, size, ALIGNMENT);
    }
    let had = owned(m, old)?;
    if size == 0 {
        // Implementation-defined; glibc frees.
        m.memory.end(old, true);
        return Ok(Value::default());
    }
    let new = allocate(m, size, ALIGNMENT)?;
    if !is_null(new) {
        m.copy_bytes(new, old, had.min(size))?;
        m.memory.end(old, true);
    }
    Ok(new)
}

fn reallocarray(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    match args.get(1)?.lo.checked_mul(args.get(2)?.lo) {
        Some(size) => reallocate(m, args.get(0)?, size),
        None => {
            set_errno(m, ENOMEM)?;
            Ok(Value::default())
        }
    }
}

/// An alignment that is none makes the call fail (C17; undefined before).
fn aligned_alloc(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (align, size) = (args.get(0)?.lo, args.get(1)?.lo);
    if !align.is_power_of_two() {
        set_errno(m, EINVAL)?;
        return Ok(Value::default());
    }
    allocate(m, size, align.max(ALIGNMENT))
}

fn posix_memalign(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (to, align, size) = (args.get(0)?, args.get(1)?.lo, args.get(2)?.lo);
    if !align.is_power_of_two() || align % u64::from(m.p.target.pointer.size) != 0 {
        return Ok(Value::int(EINVAL.into()));
    }
    let new = allocate(m, size, align.max(ALIGNMENT))?;
    if is_null(new) {
        return Ok(Value::int(ENOMEM.into()));
    }
    m.write_pointer(to, new)?;
    Ok(Value::int(0))
}

fn automatic(m: &mut Machine, size: u64, align: u64) -> Result<Value, Stop> {
    let align = if align.is_power_of_two() { align.min(LARGEST_ALIGNMENT) } else { 1 };
    let value = m.memory.allocate(Plan::untyped(Kind::Automatic, size, align))?;
    m.worked_in_library(size);
    m.keep_until_return(value);
    Ok(value)
}

fn duplicate(m: &mut Machine, text: Value, most: u64) -> Result<Value, Stop> {
    let length = m.string_at(text, most)?.len() as u64;
    let new = allocate(m, length + 1, ALIGNMENT)?;
    m.copy_bytes(new, text, length)?;
    m.fill_bytes(at(new, length), 0, 1)?;
    Ok(new)
}
