//! What a floating value is, and how two compare (7.12.3, 7.12.14): gcc's
//! builtins, which the macros of `<math.h>` become, and glibc's functions.

use elenchus_lang::arith::Float;
use elenchus_lang::target::FloatFormat;
use elenchus_lang::types::TypeKind;
use std::cmp::Ordering;
use std::num::FpCategory;

use super::{Args, Function};
use crate::Machine;
use crate::stop::Stop;
use crate::value::Value;

/// Rows for any type, `float` and `long double`.
macro_rules! rows {
    ($($name:literal $call:ident $function:expr;)*) => { &[$(
        ($name, |m, a| $call(m, a, $function)),
        (concat!($name, "f"), |m, a| $call(m, a, $function)),
        (concat!($name, "l"), |m, a| $call(m, a, $function)),
    )*] };
}

pub(super) const LIBRARY: &[(&str, Function)] = rows! {
    "isnan" test |x| x.is_nan().into();
    "__isnan" test |x| x.is_nan().into();
    "isinf" test |x| x.is_infinite().into();
    "__isinf" test infinite;
    "finite" test |x| x.is_finite().into();
    "__finite" test |x| x.is_finite().into();
    "__signbit" test |x| x.is_negative().into();
    "__fpclassify" test class;
    "significand" significand ();
};

pub(super) const BUILTINS: &[(&str, Function)] = rows! {
    "isinf_sign" test infinite;
    "isfinite" test |x| x.is_finite().into();
    "isnormal" test |x| (x.classify() == FpCategory::Normal).into();
    "signbit" test |x| x.is_negative().into();
    "fpclassify" fpclassify ();
    "isgreater" compare |o| o == Some(Ordering::Greater);
    "isgreaterequal" compare |o| o.is_some_and(Ordering::is_ge);
    "isless" compare |o| o == Some(Ordering::Less);
    "islessequal" compare |o| o.is_some_and(Ordering::is_le);
    "islessgreater" compare |o| o.is_some_and(Ordering::is_ne);
    "isunordered" compare |o| o.is_none();
};

fn infinite(x: Float) -> i128 {
    match (x.is_infinite(), x.is_negative()) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => -1,
    }
}

/// glibc's numbers of the classes.
fn class(x: Float) -> i128 {
    match x.classify() {
        FpCategory::Nan => 0,
        FpCategory::Infinite => 1,
        FpCategory::Zero => 2,
        FpCategory::Subnormal => 3,
        FpCategory::Normal => 4,
    }
}

/// A value in the format of its own type; an integer in the widest.
fn float(m: &mut Machine, args: &Args<'_>, index: usize) -> Result<Float, Stop> {
    let (value, ty) = (args.get(index)?, args.ty(index));
    if let TypeKind::Float(kind) = m.p.types.kind(ty) {
        return Ok(value.as_float(m.p.target.float_format(kind)));
    }
    let int = super::bits::int_type(m, ty)?;
    Ok(Float::from_int(FloatFormat::Quad, int, value.as_int(int)))
}

fn test(m: &mut Machine, args: &Args<'_>, f: fn(Float) -> i128) -> Result<Value, Stop> {
    Ok(Value::int(f(float(m, args, 0)?)))
}

/// Both in the format that holds the values of either.
fn compare(
    m: &mut Machine,
    args: &Args<'_>,
    f: fn(Option<Ordering>) -> bool,
) -> Result<Value, Stop> {
    let (x, y) = (float(m, args, 0)?, float(m, args, 1)?);
    let wide = FloatFormat::Quad;
    let order = match x.format() == y.format() {
        true => x.compare(y),
        false => x.convert(wide).compare(y.convert(wide)),
    };
    Ok(Value::int(f(order).into()))
}

/// The numbers of the classes are arguments: NaN, infinite, normal,
/// subnormal, zero.
fn fpclassify(m: &mut Machine, args: &Args<'_>, (): ()) -> Result<Value, Stop> {
    let index = match float(m, args, 5)?.classify() {
        FpCategory::Nan => 0,
        FpCategory::Infinite => 1,
        FpCategory::Normal => 2,
        FpCategory::Subnormal => 3,
        FpCategory::Zero => 4,
    };
    args.get(index)
}

/// The number in [1, 2) that times a power of two is `x`.
fn significand(m: &mut Machine, args: &Args<'_>, (): ()) -> Result<Value, Stop> {
    use crate::libc::real;
    let x = float(m, args, 0)?;
    let result = match real::exponent(x) {
        Some(exponent) => real::scale(x, -exponent),
        None => x,
    };
    Ok(Value::from_float(result))
}
