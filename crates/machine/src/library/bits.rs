//! gcc's builtins for bits and for overflow.

use elenchus_lang::arith::int;
use elenchus_lang::target::IntType;
use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use super::{Args, Function};
use crate::Machine;
use crate::facts::Facts;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

/// Those that are in a library too.
pub(super) const LIBRARY: &[(&str, Function)] = &[
    ("ffs", |m, a| count(m, a, first)),
    ("ffsl", |m, a| count(m, a, first)),
    ("ffsll", |m, a| count(m, a, first)),
];

pub(super) const BUILTINS: &[(&str, Function)] = &[
    ("clz", |m, a| count(m, a, leading)),
    ("clzl", |m, a| count(m, a, leading)),
    ("clzll", |m, a| count(m, a, leading)),
    ("clzimax", |m, a| count(m, a, leading)),
    ("ctz", |m, a| count(m, a, trailing)),
    ("ctzl", |m, a| count(m, a, trailing)),
    ("ctzll", |m, a| count(m, a, trailing)),
    ("ctzimax", |m, a| count(m, a, trailing)),
    ("ffsimax", |m, a| count(m, a, first)),
    ("popcount", |m, a| count(m, a, ones)),
    ("popcountl", |m, a| count(m, a, ones)),
    ("popcountll", |m, a| count(m, a, ones)),
    ("popcountimax", |m, a| count(m, a, ones)),
    ("parity", |m, a| count(m, a, parity)),
    ("parityl", |m, a| count(m, a, parity)),
    ("parityll", |m, a| count(m, a, parity)),
    ("parityimax", |m, a| count(m, a, parity)),
    ("clrsb", |m, a| count(m, a, redundant)),
    ("clrsbl", |m, a| count(m, a, redundant)),
    ("clrsbll", |m, a| count(m, a, redundant)),
    ("clrsbimax", |m, a| count(m, a, redundant)),
    ("bswap16", |_, a| Ok(Value::int((a.get(0)?.lo as u16).swap_bytes().into()))),
    ("bswap32", |_, a| Ok(Value::int((a.get(0)?.lo as u32).swap_bytes().into()))),
    ("bswap64", |_, a| Ok(Value::int(a.get(0)?.lo.swap_bytes().into()))),
    ("bswap128", |_, a| Ok(Value::wide(a.get(0)?.bits().swap_bytes()))),
    ("add_overflow", |m, a| overflow(m, a, add)),
    ("sadd_overflow", |m, a| overflow(m, a, add)),
    ("saddl_overflow", |m, a| overflow(m, a, add)),
    ("saddll_overflow", |m, a| overflow(m, a, add)),
    ("uadd_overflow", |m, a| overflow(m, a, add)),
    ("uaddl_overflow", |m, a| overflow(m, a, add)),
    ("uaddll_overflow", |m, a| overflow(m, a, add)),
    ("sub_overflow", |m, a| overflow(m, a, sub)),
    ("ssub_overflow", |m, a| overflow(m, a, sub)),
    ("ssubl_overflow", |m, a| overflow(m, a, sub)),
    ("ssubll_overflow", |m, a| overflow(m, a, sub)),
    ("usub_overflow", |m, a| overflow(m, a, sub)),
    ("usubl_overflow", |m, a| overflow(m, a, sub)),
    ("usubll_overflow", |m, a| overflow(m, a, sub)),
    ("mul_overflow", |m, a| overflow(m, a, mul)),
    ("smul_overflow", |m, a| overflow(m, a, mul)),
    ("smull_overflow", |m, a| overflow(m, a, mul)),
    ("smulll_overflow", |m, a| overflow(m, a, mul)),
    ("umul_overflow", |m, a| overflow(m, a, mul)),
    ("umull_overflow", |m, a| overflow(m, a, mul)),
    ("umulll_overflow", |m, a| overflow(m, a, mul)),
    ("add_overflow_p", |m, a| overflows(m, a, add)),
    ("sub_overflow_p", |m, a| overflows(m, a, sub)),
    ("mul_overflow_p", |m, a| overflows(m, a, mul)),
];

/// The bits of the argument, and how many there are.
fn count(m: &mut Machine, args: &Args<'_>, f: fn(u64, u32) -> Option<u32>) -> Result<Value, Stop> {
    let ty = int_type(m, args.ty(0))?;
    let bits = u32::from(ty.bits);
    let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
    let result = f(args.get(0)?.lo & mask, bits.min(64));
    let zero = || {
        let facts = Facts::new(Finding::Argument).number("argument", 0);
        Stop::undefined(Undefined::LibraryArgument, facts)
    };
    Ok(Value::int(result.ok_or_else(zero)?.into()))
}

fn first(value: u64, _bits: u32) -> Option<u32> {
    Some(if value == 0 { 0 } else { value.trailing_zeros() + 1 })
}

fn ones(value: u64, _bits: u32) -> Option<u32> {
    Some(value.count_ones())
}

fn parity(value: u64, _bits: u32) -> Option<u32> {
    Some(value.count_ones() & 1)
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

pub(super) fn int_type(m: &mut Machine, ty: TypeId) -> Result<IntType, Stop> {
    let kind = m.p.types.int_kind(ty);
    let kind = kind.ok_or_else(|| Stop::unsupported("a builtin of this type"))?;
    Ok(m.p.target.int_type(kind))
}

/// An integer without bounds: its sign and 256 bits of magnitude.
#[derive(Clone, Copy)]
struct Exact {
    negative: bool,
    high: u128,
    low: u128,
}

impl Exact {
    fn new(ty: IntType, value: i128) -> Exact {
        let negative = ty.signed && value < 0;
        let low = if negative { value.unsigned_abs() } else { value as u128 };
        Exact { negative, high: 0, low }
    }

    /// The value in a type, and whether it is another one there.
    fn wrap(self, ty: IntType) -> (i128, bool) {
        let bits = if self.negative { self.low.wrapping_neg() } else { self.low };
        let wrapped = int::wrap(ty, bits as i128);
        let back = Exact::new(ty, wrapped);
        let zero = self.high == 0 && self.low == 0;
        let same =
            self.high == 0 && self.low == back.low && (zero || self.negative == back.negative);
        (wrapped, !same)
    }
}

fn add(a: Exact, b: Exact) -> Exact {
    if a.negative == b.negative {
        let (low, carry) = a.low.overflowing_add(b.low);
        return Exact { negative: a.negative, high: carry.into(), low };
    }
    match a.low >= b.low {
        true => Exact { negative: a.negative, high: 0, low: a.low - b.low },
        false => Exact { negative: b.negative, high: 0, low: b.low - a.low },
    }
}

fn sub(a: Exact, b: Exact) -> Exact {
    add(a, Exact { negative: !b.negative, ..b })
}

fn mul(a: Exact, b: Exact) -> Exact {
    let half = |x: u128| (x >> 64, x & u128::from(u64::MAX));
    let ((ah, al), (bh, bl)) = (half(a.low), half(b.low));
    let (middle_high, middle) = half(al * bl);
    let (x_high, x) = half(ah * bl + middle_high);
    let (y_high, y) = half(al * bh + x);
    let high = ah * bh + x_high + y_high;
    Exact { negative: a.negative != b.negative, high, low: y << 64 | middle }
}

/// The result with infinite precision.
fn exact(m: &mut Machine, args: &Args<'_>, f: fn(Exact, Exact) -> Exact) -> Result<Exact, Stop> {
    let (x, y) = (int_type(m, args.ty(0))?, int_type(m, args.ty(1))?);
    let a = Exact::new(x, args.get(0)?.as_int(x));
    let b = Exact::new(y, args.get(1)?.as_int(y));
    Ok(f(a, b))
}

/// `__builtin_add_overflow` and its kin.
fn overflow(m: &mut Machine, args: &Args<'_>, f: fn(Exact, Exact) -> Exact) -> Result<Value, Stop> {
    let to = m.p.types.pointee(args.ty(2)).unwrap_or(TypeId::ERROR);
    let ty = int_type(m, to)?;
    let (wrapped, overflows) = exact(m, args, f)?.wrap(ty);
    m.store_whole(args.get(2)?, Value::from_int(ty, wrapped), to)?;
    Ok(Value::int(overflows.into()))
}

/// `__builtin_add_overflow_p` and its kin: the third argument gives the type.
fn overflows(
    m: &mut Machine,
    args: &Args<'_>,
    f: fn(Exact, Exact) -> Exact,
) -> Result<Value, Stop> {
    let ty = int_type(m, args.ty(2))?;
    let (_, overflows) = exact(m, args, f)?.wrap(ty);
    Ok(Value::int(overflows.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: IntType = IntType { bits: 32, signed: true };
    const UINT: IntType = IntType { bits: 32, signed: false };
    const WIDE: IntType = IntType { bits: 128, signed: true };
    const UWIDE: IntType = IntType { bits: 128, signed: false };

    fn check(
        f: fn(Exact, Exact) -> Exact,
        a: (IntType, i128),
        b: (IntType, i128),
        ty: IntType,
        expected: (i128, bool),
    ) {
        let exact = f(Exact::new(a.0, a.1), Exact::new(b.0, b.1));
        assert_eq!(exact.wrap(ty), expected, "{a:?} {b:?} in {ty:?}");
    }

    #[test]
    fn overflow_of_all_types() {
        check(add, (INT, 2147483647), (INT, 1), INT, (-2147483648, true));
        check(add, (INT, 2147483647), (INT, 1), UINT, (2147483648, false));
        check(sub, (UINT, 1), (UINT, 2), UINT, (4294967295, true));
        check(sub, (UINT, 1), (UINT, 2), INT, (-1, false));
        check(mul, (INT, -2147483648), (INT, -1), INT, (-2147483648, true));
        check(mul, (INT, 0), (INT, -1), UINT, (0, false));
        check(add, (UWIDE, -1), (UWIDE, 1), UWIDE, (0, true));
        check(add, (UWIDE, -1), (INT, -1), UWIDE, (-2, false));
        check(mul, (WIDE, i128::MIN), (INT, 1), WIDE, (i128::MIN, false));
        check(mul, (WIDE, i128::MIN), (INT, -1), WIDE, (i128::MIN, true));
        check(mul, (WIDE, i128::MIN), (INT, -1), UWIDE, (i128::MIN, false));
        check(mul, (UWIDE, -1), (UWIDE, -1), UWIDE, (1, true));
        check(mul, (UWIDE, 1 << 64), (UWIDE, 1 << 63), UWIDE, (i128::MIN, false));
        check(mul, (UWIDE, 1 << 64), (UWIDE, 1 << 64), UWIDE, (0, true));
    }
}
