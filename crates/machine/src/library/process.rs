//! Ending the program, signals, and what depends on the world outside.

use elenchus_lang::arith::int;
use elenchus_lang::types::{TypeId, TypeKind};
use elenchus_lang::undefined::Undefined;

use super::{Args, Function, is_null};
use crate::Machine;
use crate::choose::Open;
use crate::facts::Facts;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

pub(super) const TABLE: &[(&str, Function)] = &[
    ("abort", abort),
    ("exit", |_, a| Err(Stop::Exit(a.get(0)?.lo as u8))),
    ("_exit", |_, a| Err(Stop::Exit(a.get(0)?.lo as u8))),
    ("_Exit", |_, a| Err(Stop::Exit(a.get(0)?.lo as u8))),
    ("quick_exit", |_, a| Err(Stop::Exit(a.get(0)?.lo as u8))),
    ("__assert_fail", assert_fail),
    ("__assert", assert_fail),
    ("signal", signal),
    ("raise", |m, a| raise(m, a.get(0)?)),
    // The machine's environment is empty, and has no command processor.
    ("getenv", |_, _| Ok(Value::default())),
    ("secure_getenv", |_, _| Ok(Value::default())),
    ("system", system),
];

pub(super) const BUILTINS: &[(&str, Function)] = &[
    ("trap", |_, _| Err(Stop::Abort)),
    ("assume_aligned", assume_aligned),
    ("classify_type", classify_type),
    ("object_size", |m, a| Ok(unknown_size(m, a.get(1)?.lo))),
    ("dynamic_object_size", |m, a| Ok(unknown_size(m, a.get(1)?.lo))),
    ("assoc_barrier", |_, a| a.get(0)),
    ("speculation_safe_value", |_, a| a.get(0)),
    ("return_address", |m, _| address(m, "__builtin_return_address")),
    ("frame_address", |m, _| address(m, "__builtin_frame_address")),
];

/// Where a call would be: a pointer to nothing, the deeper the lower.
fn address(m: &mut Machine, name: &'static str) -> Result<Value, Stop> {
    match m.memory.choices.take(Open::Calls) {
        Some(_) => Ok(Value::int(0x7fff_0000 - 64 * m.depth() as i128)),
        None => Err(Stop::unspecified(Facts::new(Finding::ValueOf).text("function", name))),
    }
}

const SIGABRT: usize = 6;

fn abort(m: &mut Machine, _: &Args<'_>) -> Result<Value, Stop> {
    match m.library.handlers[SIGABRT] {
        handler if handler.hi != 0 => Err(Stop::unsupported("handlers of signals")),
        _ => Err(Stop::Abort),
    }
}

/// The text, the file, the line, and the function if that is given (7.2.1.1).
fn assert_fail(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let shown = |m: &mut Machine, index| -> Result<String, Stop> {
        let text = m.string_at(args.get(index)?, u64::MAX)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    };
    let (text, file, line) = (shown(m, 0)?, shown(m, 1)?, args.get(2)?.lo as u32);
    let function = match args.get(3) {
        Ok(name) if !is_null(name) => format!(" {}:", shown(m, 3)?),
        _ => String::new(),
    };
    let message = format!("{file}:{line}:{function} Assertion `{text}' failed.\n");
    m.write_stream(2, message.as_bytes())?;
    Err(Stop::Abort)
}

/// The former handler.
fn signal(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (signal, handler) = (args.get(0)?.lo, args.get(1)?);
    match m.library.handlers.get_mut(signal as usize) {
        Some(entry) => Ok(std::mem::replace(entry, handler)),
        None => Err(Stop::unsupported("a signal of this number")),
    }
}

/// SIG_DFL is 0 and ends the program; SIG_IGN is 1.
fn raise(m: &mut Machine, signal: Value) -> Result<Value, Stop> {
    let handler = m.library.handlers.get(signal.lo as usize).copied().unwrap_or_default();
    match handler {
        Value { lo: 0, hi: 0 } => Err(Stop::Abort),
        Value { lo: 1, hi: 0 } => Ok(Value::int(0)),
        _ => Err(Stop::unsupported("handlers of signals")),
    }
}

fn system(_: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    match is_null(args.get(0)?) {
        true => Ok(Value::int(0)),
        false => Err(Stop::unsupported("the function 'system'")),
    }
}

/// `(char *)pointer - offset` is a multiple of the alignment.
fn assume_aligned(_: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (pointer, align) = (args.get(0)?, args.get(1)?.lo);
    let offset = args.get(2).map_or(0, |value| value.lo);
    let address = pointer.lo.wrapping_sub(offset);
    if align != 0 && address % align != 0 {
        let facts = Facts::new(Finding::Misaligned).address("address", address);
        let facts = facts.number("alignment", align).about(pointer.provenance(), 0..0);
        return Err(Stop::undefined(Undefined::AssumeAligned, facts));
    }
    Ok(pointer)
}

/// Numbers of gcc's `typeclass.h`.
fn classify_type(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let ty: TypeId = args.ty(0);
    Ok(Value::int(match m.p.types.kind(ty) {
        TypeKind::Void => 0,
        TypeKind::Pointer(_) | TypeKind::Array { .. } => 5,
        TypeKind::Float(_) => 8,
        TypeKind::Complex(_) => 9,
        TypeKind::Record(record) if m.p.types.records[record].is_union => 13,
        TypeKind::Record(_) => 12,
        _ if m.p.types.int_kind(ty).is_some() => 1,
        _ => return Err(Stop::unsupported("the class of this type")),
    }))
}

/// What gcc says of a size that it does not know, as without optimisation.
fn unknown_size(m: &mut Machine, kind: u64) -> Value {
    let size = m.p.target.int_type(m.p.target.size_type);
    Value::int(if kind & 2 == 0 { int::max(size) } else { 0 })
}
