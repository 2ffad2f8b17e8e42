//! Integers and numbers in texts: `abs`, `div`, `atoi`, `strtol` (7.22.1,
//! 7.22.6).

use elenchus_lang::arith::{Float, int};
use elenchus_lang::target::{FloatKind, IntKind, IntType};
use elenchus_lang::undefined::Undefined;

use super::memory::check_restricted;
use super::state::{ERANGE, set_errno};
use super::{Args, Function, at, is_null};
use crate::Machine;
use crate::facts::Facts;
use crate::libc::strto::{self, Range};
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

pub(super) const TABLE: &[(&str, Function)] = &[
    ("abs", |m, a| absolute(m, a, IntKind::Int)),
    ("labs", |m, a| absolute(m, a, IntKind::Long)),
    ("llabs", |m, a| absolute(m, a, IntKind::LongLong)),
    ("imaxabs", |m, a| absolute(m, a, IntKind::LongLong)),
    ("div", |m, a| divide(m, a, IntKind::Int)),
    ("ldiv", |m, a| divide(m, a, IntKind::Long)),
    ("lldiv", |m, a| divide(m, a, IntKind::LongLong)),
    ("imaxdiv", |m, a| divide(m, a, IntKind::LongLong)),
    ("atoi", |m, a| read_integer(m, a, IntKind::Int)),
    ("atol", |m, a| read_integer(m, a, IntKind::Long)),
    ("atoll", |m, a| read_integer(m, a, IntKind::LongLong)),
    ("atof", atof),
    ("difftime", difftime),
    ("strtol", |m, a| scan_integer(m, a, IntKind::Long)),
    ("strtoul", |m, a| scan_integer(m, a, IntKind::ULong)),
    ("strtoll", |m, a| scan_integer(m, a, IntKind::LongLong)),
    ("strtoull", |m, a| scan_integer(m, a, IntKind::ULongLong)),
    ("strtoq", |m, a| scan_integer(m, a, IntKind::LongLong)),
    ("strtouq", |m, a| scan_integer(m, a, IntKind::ULongLong)),
    ("strtoimax", |m, a| scan_integer(m, a, IntKind::LongLong)),
    ("strtoumax", |m, a| scan_integer(m, a, IntKind::ULongLong)),
    ("strtof", |m, a| scan_float(m, a, FloatKind::Float)),
    ("strtod", |m, a| scan_float(m, a, FloatKind::Double)),
    ("strtold", |m, a| scan_float(m, a, FloatKind::LongDouble)),
];

fn absolute(m: &mut Machine, args: &Args<'_>, kind: IntKind) -> Result<Value, Stop> {
    let ty = m.p.target.int_type(kind);
    let value = args.get(0)?.as_int(ty);
    if value == int::min(ty) {
        let facts = Facts::new(Finding::Argument).number("argument", value);
        return Err(Stop::undefined(Undefined::AbsOverflow, facts));
    }
    Ok(Value::int(value.abs()))
}

/// A struct with the members `quot` and `rem`; the quotient is that of `/`
/// (7.22.6.2).
fn divide(m: &mut Machine, args: &Args<'_>, kind: IntKind) -> Result<Value, Stop> {
    let ty = m.p.target.int_type(kind);
    let (a, b) = (args.get(0)?.as_int(ty), args.get(1)?.as_int(ty));
    let explain = |kind| {
        Stop::undefined(kind, Facts::new(Finding::Quotient).number("left", a).number("right", b))
    };
    let quotient = int::div(ty, a, b).map_err(explain)?;
    let remainder = int::rem(ty, a, b).map_err(explain)?;
    let unlike = || Stop::unsupported("'div' declared in another way");
    let result = args.result(m).ok_or_else(unlike)?;
    let record = m.p.types.as_record(result).ok_or_else(unlike)?;
    let room = m.temporary(result)?;
    for (name, value) in [("quot", quotient), ("rem", remainder)] {
        let named = |id: &&elenchus_lang::types::FieldId| {
            m.p.types.fields[**id].name.is_some_and(|symbol| m.p.name(symbol) == name)
        };
        let field = m.p.types.fields(record).iter().find(named).ok_or_else(unlike)?;
        let (offset, ty) = (m.p.types.fields[*field].offset(), m.p.types.fields[*field].ty);
        m.store_whole(at(room, offset), Value::int(value), ty)?;
    }
    Ok(room)
}

/// 7.22.1p1: what does not fit is undefined, unlike for `strtol`.
fn read_integer(m: &mut Machine, args: &Args<'_>, kind: IntKind) -> Result<Value, Stop> {
    let ty = m.p.target.int_type(kind);
    let text = m.string_at(args.get(0)?, u64::MAX)?;
    let read = strto::integer(&text, 10, ty);
    match read {
        Some(read) if !read.out_of_range => Ok(Value::from_int(ty, read.value)),
        _ => Err(unfit(&text)),
    }
}

fn unfit(text: &[u8]) -> Stop {
    let shown: String = String::from_utf8_lossy(text).chars().take(40).collect();
    Stop::undefined(Undefined::LibraryArgument, Facts::new(Finding::NoFit).text("text", shown))
}

fn atof(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let text = m.string_at(args.get(0)?, u64::MAX)?;
    let read = strto::float(&text, m.p.target.float_format(FloatKind::Double));
    match read.range {
        Range::Overflow => Err(unfit(&text)),
        _ => Ok(Value::from_float(read.value)),
    }
}

/// Where the number ended, if the program asked for that.
fn store_end(m: &mut Machine, args: &Args<'_>, consumed: usize) -> Result<(), Stop> {
    let end = args.get(1)?;
    if is_null(end) {
        return Ok(());
    }
    // The byte behind the number was read, too.
    let read = (args.get(0)?, consumed as u64 + 1);
    check_restricted(m, (end, m.p.target.pointer.size.into()), read)?;
    let value = at(args.get(0)?, consumed as u64);
    match m.p.types.pointee(args.ty(1)) {
        Some(ty) if m.p.types.is_pointer(ty) => m.store_whole(end, value, ty),
        _ => m.write_pointer(end, value),
    }
}

fn scan_integer(m: &mut Machine, args: &Args<'_>, kind: IntKind) -> Result<Value, Stop> {
    let ty: IntType = m.p.target.int_type(kind);
    let text = m.string_at(args.get(0)?, u64::MAX)?;
    let base = args.get(2)?.lo as i32;
    let read = strto::integer(&text, base, ty).ok_or_else(|| {
        Stop::undefined(Undefined::LibraryArgument, Facts::new(Finding::Base).number("base", base))
    })?;
    store_end(m, args, read.consumed)?;
    if read.out_of_range {
        set_errno(m, ERANGE)?;
    }
    Ok(Value::from_int(ty, read.value))
}

fn scan_float(m: &mut Machine, args: &Args<'_>, kind: FloatKind) -> Result<Value, Stop> {
    let text = m.string_at(args.get(0)?, u64::MAX)?;
    let read = strto::float(&text, m.p.target.float_format(kind));
    store_end(m, args, read.consumed)?;
    if read.range != Range::Fits {
        set_errno(m, ERANGE)?;
    }
    Ok(Value::from_float(read.value))
}

/// The seconds between two times (7.27.2.2), which are integers here.
fn difftime(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let (later, earlier) = (args.get(0)?.lo as i64, args.get(1)?.lo as i64);
    let seconds = i128::from(later) - i128::from(earlier);
    let wide = IntType { bits: 128, signed: true };
    let format = m.p.target.float_format(FloatKind::Double);
    Ok(Value::from_float(Float::from_int(format, wide, seconds)))
}
