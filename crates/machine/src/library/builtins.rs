//! Ending the program, absolute values, bit counting and other builtins.

use elenchus_lang::arith::int;
use elenchus_lang::target::{IntKind, IntType};
use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use super::{Args, Function};
use crate::exec::Machine;
use crate::stop::Stop;
use crate::value::Value;

pub(super) const TABLE: &[(&str, Function)] = &[
    ("abort", |_, _| Err(Stop::Abort)),
    ("trap", |_, _| Err(Stop::Abort)),
    ("exit", |_, a| Err(Stop::Exit(a.get(0)?.lo as u8))),
    ("_exit", |_, a| Err(Stop::Exit(a.get(0)?.lo as u8))),
    ("_Exit", |_, a| Err(Stop::Exit(a.get(0)?.lo as u8))),
    ("__assert_fail", assert_fail),
    ("abs", |m, a| absolute(m, a, IntKind::Int)),
    ("labs", |m, a| absolute(m, a, IntKind::Long)),
    ("llabs", |m, a| absolute(m, a, IntKind::LongLong)),
    ("ffs", |m, a| count(m, a, |v, _| if v == 0 { Some(0) } else { Some(v.trailing_zeros() + 1) })),
    ("ffsl", |m, a| {
        count(m, a, |v, _| if v == 0 { Some(0) } else { Some(v.trailing_zeros() + 1) })
    }),
    ("ffsll", |m, a| {
        count(m, a, |v, _| if v == 0 { Some(0) } else { Some(v.trailing_zeros() + 1) })
    }),
    ("clz", |m, a| count(m, a, leading)),
    ("clzl", |m, a| count(m, a, leading)),
    ("clzll", |m, a| count(m, a, leading)),
    ("ctz", |m, a| count(m, a, trailing)),
    ("ctzl", |m, a| count(m, a, trailing)),
    ("ctzll", |m, a| count(m, a, trailing)),
    ("popcount", |m, a| count(m, a, |v, _| Some(v.count_ones()))),
    ("popcountl", |m, a| count(m, a, |v, _| Some(v.count_ones()))),
    ("popcountll", |m, a| count(m, a, |v, _| Some(v.count_ones()))),
    ("parity", |m, a| count(m, a, |v, _| Some(v.count_ones() & 1))),
    ("parityl", |m, a| count(m, a, |v, _| Some(v.count_ones() & 1))),
    ("parityll", |m, a| count(m, a, |v, _| Some(v.count_ones() & 1))),
    ("clrsb", |m, a| count(m, a, redundant)),
    ("clrsbl", |m, a| count(m, a, redundant)),
    ("clrsbll", |m, a| count(m, a, redundant)),
    ("bswap16", |_, a| Ok(Value::int((a.get(0)?.lo as u16).swap_bytes().into()))),
    ("bswap32", |_, a| Ok(Value::int((a.get(0)?.lo as u32).swap_bytes().into()))),
    ("bswap64", |_, a| Ok(Value::int(a.get(0)?.lo.swap_bytes().into()))),
    ("add_overflow", |m, a| overflow(m, a, i128::checked_add)),
    ("sub_overflow", |m, a| overflow(m, a, i128::checked_sub)),
    ("mul_overflow", |m, a| overflow(m, a, i128::checked_mul)),
    ("rand", rand),
    ("srand", |_, _| Ok(Value::default())),
];

fn assert_fail(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let text = m.string_at(args.get(0)?, u64::MAX)?;
    let message = format!("assertion failed: {}\n", String::from_utf8_lossy(&text));
    m.write_stream(2, message.as_bytes())?;
    Err(Stop::Abort)
}

fn absolute(m: &Machine, args: &Args<'_>, kind: IntKind) -> Result<Value, Stop> {
    let ty = m.p.target.int_type(kind);
    let value = args.get(0)?.as_int(ty);
    if value == int::min(ty) {
        return Err(Stop::undefined(Undefined::AbsOverflow, format!("the argument is {value}")));
    }
    Ok(Value::int(value.abs()))
}

/// The bits of the argument, and how many there are.
fn count(m: &Machine, args: &Args<'_>, f: fn(u64, u32) -> Option<u32>) -> Result<Value, Stop> {
    let ty = int_type(m, args.ty(0))?;
    let bits = u32::from(ty.bits);
    let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
    let result = f(args.get(0)?.lo & mask, bits);
    let zero = || Stop::undefined(Undefined::LibraryArgument, "the argument is 0");
    Ok(Value::int(result.ok_or_else(zero)?.into()))
}

fn leading(value: u64, bits: u32) -> Option<u32> {
    (value != 0).then(|| value.leading_zeros() - (64 - bits))
}

fn trailing(value: u64, _bits: u32) -> Option<u32> {
    (value != 0).then(|| value.trailing_zeros())
}

fn redundant(value: u64, bits: u32) -> Option<u32> {
    let shifted = (value << (64 - bits)) as i64;
    let flipped = if shifted < 0 { !shifted } else { shifted };
    Some((flipped as u64).leading_zeros().min(bits) - 1)
}

fn int_type(m: &Machine, ty: TypeId) -> Result<IntType, Stop> {
    let kind = m.p.types.int_kind(ty);
    let kind = kind.ok_or_else(|| Stop::unsupported("a builtin of this type"))?;
    Ok(m.p.target.int_type(kind))
}

/// `__builtin_add_overflow` and its kin: as if with infinite precision.
fn overflow(
    m: &mut Machine,
    args: &Args<'_>,
    f: fn(i128, i128) -> Option<i128>,
) -> Result<Value, Stop> {
    let (x, y) = (int_type(m, args.ty(0))?, int_type(m, args.ty(1))?);
    let to = m.p.types.pointee(args.ty(2)).unwrap_or(TypeId::ERROR);
    let ty = int_type(m, to)?;
    if x.bits > 64 || y.bits > 64 || ty.bits > 64 {
        return Err(Stop::unsupported("overflow builtins of 128 bits"));
    }
    let exact = f(args.get(0)?.as_int(x), args.get(1)?.as_int(y));
    let exact = exact.ok_or_else(|| Stop::unsupported("overflow builtins of 128 bits"))?;
    let wrapped = int::wrap(ty, exact);
    m.store_whole(args.get(2)?, Value::from_int(ty, wrapped), to)?;
    Ok(Value::int((wrapped != exact).into()))
}

/// Any sequence will do (7.22.2.1): the result is a choice that C leaves open.
fn rand(_: &mut Machine, _: &Args<'_>) -> Result<Value, Stop> {
    Err(Stop::Unspecified("the value of rand()".into()))
}
