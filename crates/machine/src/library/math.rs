//! `<math.h>`: what is exact or correctly rounded (7.12). Other functions
//! differ between libraries in their last bit, and are not known here.

use elenchus_lang::arith::{self, Float};
use elenchus_lang::target::{FloatFormat, FloatKind, IntKind};
use elenchus_lang::types::{TypeId, TypeKind};
use elenchus_lang::undefined::Undefined;

use super::state::{EDOM, ERANGE, set_errno};
use super::{Args, Function};
use crate::Machine;
use crate::choose::{AS_GCC, Open};
use crate::libc::real::{self, Rounding};
use crate::libc::root;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

/// Rows for `double`, `float`, `long double` and the types of TS 18661-3.
macro_rules! rows {
    ($($name:literal $call:ident $function:expr;)*) => { &[$(
        ($name, |m, a| $call(m, a, FloatKind::Double, $function)),
        (concat!($name, "f"), |m, a| $call(m, a, FloatKind::Float, $function)),
        (concat!($name, "l"), |m, a| $call(m, a, FloatKind::LongDouble, $function)),
        (concat!($name, "f16"), |m, a| $call(m, a, FloatKind::Float16, $function)),
        (concat!($name, "f32"), |m, a| $call(m, a, FloatKind::Float32, $function)),
        (concat!($name, "f64"), |m, a| $call(m, a, FloatKind::Float64, $function)),
        (concat!($name, "f128"), |m, a| $call(m, a, FloatKind::Float128, $function)),
        (concat!($name, "f32x"), |m, a| $call(m, a, FloatKind::Float32x, $function)),
        (concat!($name, "f64x"), |m, a| $call(m, a, FloatKind::Float64x, $function)),
    )*] };
}

pub(super) const ROUND: &[(&str, Function)] = rows! {
    "floor" round Rounding::Down;
    "ceil" round Rounding::Up;
    "trunc" round Rounding::ToZero;
    "round" round Rounding::HalfAway;
    "rint" round Rounding::HalfEven;
    "nearbyint" round Rounding::HalfEven;
    "roundeven" round Rounding::HalfEven;
};

pub(super) const UNARY: &[(&str, Function)] = rows! {
    "fabs" unary |x| (real::fabs(x), 0);
    "sqrt" unary |x| domain(root::sqrt(x));
    "logb" unary logb;
    "nan" nan ();
};

pub(super) const BINARY: &[(&str, Function)] = rows! {
    "copysign" binary |x, y| Ok((real::copysign(x, y), 0));
    "fmod" binary |x, y| Ok(domain(real::fmod(x, y)));
    "remainder" binary remainder;
    "drem" binary remainder;
    "fdim" binary fdim;
    "fmin" binary |x, y| extreme(x, y, false);
    "fmax" binary |x, y| extreme(x, y, true);
    "nextafter" binary next;
    "nexttoward" next_toward ();
    "fma" fma ();
};

pub(super) const INTEGERS: &[(&str, Function)] = rows! {
    "lrint" to_int (Rounding::HalfEven, IntKind::Long);
    "llrint" to_int (Rounding::HalfEven, IntKind::LongLong);
    "lround" to_int (Rounding::HalfAway, IntKind::Long);
    "llround" to_int (Rounding::HalfAway, IntKind::LongLong);
    "ilogb" ilogb ();
};

pub(super) const PARTS: &[(&str, Function)] = rows! {
    "ldexp" scale IntKind::Int;
    "scalbn" scale IntKind::Int;
    "scalbln" scale IntKind::Long;
    "frexp" frexp ();
    "modf" modf ();
    "remquo" remquo ();
};

/// Without a counterpart in the library.
pub(super) const BUILTINS: &[(&str, Function)] = rows! {
    "inf" infinity ();
    "huge_val" infinity ();
    "iround" to_int (Rounding::HalfAway, IntKind::Int);
    "irint" to_int (Rounding::HalfEven, IntKind::Int);
    "ifloor" to_int (Rounding::Down, IntKind::Int);
    "lfloor" to_int (Rounding::Down, IntKind::Long);
    "llfloor" to_int (Rounding::Down, IntKind::LongLong);
    "iceil" to_int (Rounding::Up, IntKind::Int);
    "lceil" to_int (Rounding::Up, IntKind::Long);
    "llceil" to_int (Rounding::Up, IntKind::LongLong);
};

fn format(m: &mut Machine, kind: FloatKind) -> FloatFormat {
    m.p.target.float_format(kind)
}

/// An argument in the format that the function works in. Without a prototype
/// a `float` comes as a `double`.
fn float(m: &mut Machine, args: &Args<'_>, index: usize, kind: FloatKind) -> Result<Float, Stop> {
    let value = args.get(index)?;
    match m.p.types.kind(args.ty(index)) {
        TypeKind::Float(given) => Ok(value.as_float(format(m, given)).convert(format(m, kind))),
        _ => Err(Stop::undefined(Undefined::Arguments, Finding::NotFloating)),
    }
}

/// A result with the error it is to have in `errno`, 0 for none.
type Result1 = (Float, i32);

fn domain((result, error): (Float, bool)) -> Result1 {
    (result, if error { EDOM } else { 0 })
}

fn finish(m: &mut Machine, (result, error): Result1) -> Result<Value, Stop> {
    if error != 0 {
        set_errno(m, error)?;
    }
    Ok(Value::from_float(result))
}

fn round(m: &mut Machine, a: &Args<'_>, k: FloatKind, how: Rounding) -> Result<Value, Stop> {
    let x = float(m, a, 0, k)?;
    Ok(Value::from_float(real::integral(x, how)))
}

fn unary(
    m: &mut Machine,
    args: &Args<'_>,
    kind: FloatKind,
    f: fn(Float) -> Result1,
) -> Result<Value, Stop> {
    let x = float(m, args, 0, kind)?;
    finish(m, f(x))
}

fn binary(
    m: &mut Machine,
    args: &Args<'_>,
    kind: FloatKind,
    f: fn(Float, Float) -> Result<Result1, Stop>,
) -> Result<Value, Stop> {
    let (x, y) = (float(m, args, 0, kind)?, float(m, args, 1, kind)?);
    match f(x, y) {
        // glibc gives the first one.
        Err(Stop::Unspecified(facts)) => match m.memory.choices.take(Open::Zeros) {
            Some(seed) => finish(m, (if seed % 2 == AS_GCC { x } else { y }, 0)),
            None => Err(Stop::Unspecified(facts)),
        },
        result => finish(m, result?),
    }
}

fn remainder(x: Float, y: Float) -> Result<Result1, Stop> {
    let (result, _, error) = real::remquo(x, y);
    Ok(domain((result, error)))
}

/// An overflow sets ERANGE, unless an infinity was given.
fn overflowed(result: Float, finite: bool) -> Result1 {
    let overflow = finite && result.is_infinite();
    (result, if overflow { ERANGE } else { 0 })
}

fn fdim(x: Float, y: Float) -> Result<Result1, Stop> {
    Ok(overflowed(real::fdim(x, y), x.is_finite() && y.is_finite()))
}

fn next(x: Float, y: Float) -> Result<Result1, Stop> {
    Ok(overflowed(real::next_toward(x, y), x.is_finite()))
}

fn extreme(x: Float, y: Float, largest: bool) -> Result<Result1, Stop> {
    match real::extreme(x, y, largest) {
        Some(result) => Ok((result, 0)),
        None => Err(Stop::unspecified(Finding::WhichZero)),
    }
}

/// `y` is a `long double` whatever `x` is.
fn next_toward(m: &mut Machine, a: &Args<'_>, kind: FloatKind, (): ()) -> Result<Value, Stop> {
    let (x, y) = (float(m, a, 0, kind)?, float(m, a, 1, FloatKind::LongDouble)?);
    let result = overflowed(real::next_toward(x, y), x.is_finite());
    finish(m, result)
}

fn fma(m: &mut Machine, args: &Args<'_>, kind: FloatKind, (): ()) -> Result<Value, Stop> {
    let (x, y, z) = (float(m, args, 0, kind)?, float(m, args, 1, kind)?, float(m, args, 2, kind)?);
    Ok(Value::from_float(root::fma(x, y, z).0))
}

/// The exponent as a number: infinite of zero, which is a pole.
fn logb(x: Float) -> Result1 {
    let format = x.format();
    if x.is_nan() {
        return (x + x, 0);
    }
    if x.is_zero() {
        return (Float::infinity(format, true), ERANGE);
    }
    let int = elenchus_lang::target::IntType { bits: 64, signed: true };
    match real::exponent(x) {
        Some(exponent) => (Float::from_int(format, int, exponent.into()), 0),
        None => (Float::infinity(format, false), 0),
    }
}

/// The exponent as an `int`; of what has none, glibc's numbers for x86.
fn ilogb(m: &mut Machine, args: &Args<'_>, kind: FloatKind, (): ()) -> Result<Value, Stop> {
    let x = float(m, args, 0, kind)?;
    if let Some(exponent) = real::exponent(x) {
        return Ok(Value::int(exponent.into()));
    }
    set_errno(m, EDOM)?;
    Ok(Value::int(if x.is_infinite() { i32::MAX.into() } else { i32::MIN.into() }))
}

/// What does not fit is unspecified (7.12.9.5p2), unlike for a conversion.
fn to_int(
    m: &mut Machine,
    args: &Args<'_>,
    kind: FloatKind,
    (rounding, int): (Rounding, IntKind),
) -> Result<Value, Stop> {
    let x = real::integral(float(m, args, 0, kind)?, rounding);
    let ty = m.p.target.int_type(int);
    match x.to_int(ty) {
        Ok(value) => Ok(Value::from_int(ty, value)),
        // What the processor gives.
        Err(_) => match m.memory.choices.take(Open::Fit) {
            Some(_) => Ok(Value::from_int(ty, arith::int::min(ty))),
            None => Err(Stop::unspecified(Finding::NoFloatFit)),
        },
    }
}

fn scale(m: &mut Machine, a: &Args<'_>, kind: FloatKind, by: IntKind) -> Result<Value, Stop> {
    let x = float(m, a, 0, kind)?;
    let power = a.get(1)?.as_int(m.p.target.int_type(by));
    let result = real::scale(x, power as i64);
    let lost = x.is_finite() && !x.is_zero() && (result.is_infinite() || result.is_zero());
    finish(m, (result, if lost { ERANGE } else { 0 }))
}

fn frexp(m: &mut Machine, args: &Args<'_>, kind: FloatKind, (): ()) -> Result<Value, Stop> {
    let (fraction, power) = real::frexp(float(m, args, 0, kind)?);
    let power = match power {
        Some(power) => power,
        None if m.memory.choices.take(Open::Fit).is_some() => 0,
        None => return Err(Stop::unspecified(Finding::FrexpOfNone)),
    };
    m.store_whole(args.get(1)?, Value::int(power.into()), TypeId::INT)?;
    Ok(Value::from_float(fraction))
}

fn modf(m: &mut Machine, args: &Args<'_>, kind: FloatKind, (): ()) -> Result<Value, Stop> {
    let (whole, fraction) = real::modf(float(m, args, 0, kind)?);
    m.store_whole(args.get(1)?, Value::from_float(whole), TypeId::float(kind))?;
    Ok(Value::from_float(fraction))
}

fn remquo(m: &mut Machine, args: &Args<'_>, kind: FloatKind, (): ()) -> Result<Value, Stop> {
    let (x, y) = (float(m, args, 0, kind)?, float(m, args, 1, kind)?);
    let (result, quotient, error) = real::remquo(x, y);
    m.store_whole(args.get(2)?, Value::int(quotient.into()), TypeId::INT)?;
    finish(m, domain((result, error)))
}

/// `nan("tag")` is `strtod("NAN(tag)")` (7.12.11.2).
fn nan(m: &mut Machine, args: &Args<'_>, kind: FloatKind, (): ()) -> Result<Value, Stop> {
    let tag = m.string_at(args.get(0)?, u64::MAX)?;
    let text = [b"nan(", &tag[..], b")"].concat();
    let read = crate::libc::strto::float(&text, format(m, kind));
    Ok(Value::from_float(read.value))
}

fn infinity(m: &mut Machine, _: &Args<'_>, kind: FloatKind, (): ()) -> Result<Value, Stop> {
    Ok(Value::from_float(Float::infinity(format(m, kind), false)))
}
