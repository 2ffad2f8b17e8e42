//! Sets of values that an expression may have, and what operators make of them.
//!
//! A set that grows too large becomes the range around it: more values than there
//! were, never fewer. An operator is defined over sets if it is defined for every pair
//! of values. Conversions are made before, as C makes them.

use elenchus_lang::arith::{self, BinaryOp, UnaryOp};
use elenchus_lang::target::IntType;

/// What an integer expression of some type may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Values {
    /// In order, each once, and at least one.
    Set(Vec<i128>),
    /// From the one to the other, both included.
    Range(i128, i128),
}

/// More values than these are a range.
const LARGEST_SET: usize = 16;

impl Values {
    pub fn one(value: i128) -> Values {
        Values::Set(vec![value])
    }

    /// All that a type can hold.
    pub fn all(ty: IntType) -> Values {
        Values::Range(arith::int::min(ty), arith::int::max(ty))
    }

    /// None of no values.
    fn of(values: impl IntoIterator<Item = i128>) -> Option<Values> {
        let mut set: Vec<i128> = values.into_iter().collect();
        set.sort_unstable();
        set.dedup();
        match (set.first(), set.last()) {
            (Some(&low), Some(&high)) if set.len() > LARGEST_SET => Some(Values::Range(low, high)),
            (Some(_), _) => Some(Values::Set(set)),
            (None, _) => None,
        }
    }

    pub fn low(&self) -> i128 {
        match self {
            Values::Set(set) => set.first().copied().unwrap_or(0),
            Values::Range(low, _) => *low,
        }
    }

    pub fn high(&self) -> i128 {
        match self {
            Values::Set(set) => set.last().copied().unwrap_or(0),
            Values::Range(_, high) => *high,
        }
    }

    pub fn contains(&self, value: i128) -> bool {
        match self {
            Values::Set(set) => set.binary_search(&value).is_ok(),
            Values::Range(low, high) => (*low..=*high).contains(&value),
        }
    }

    /// The only value there is.
    pub fn single(&self) -> Option<i128> {
        (self.low() == self.high()).then(|| self.low())
    }

    pub fn add(&mut self, value: i128) {
        if self.contains(value) {
            return;
        }
        match self {
            Values::Range(low, high) => (*low, *high) = (value.min(*low), value.max(*high)),
            Values::Set(set) if set.len() == LARGEST_SET => {
                *self = Values::Range(value.min(set[0]), value.max(set[LARGEST_SET - 1]));
            }
            Values::Set(set) => {
                let at = set.partition_point(|&known| known < value);
                set.insert(at, value);
            }
        }
    }

    /// These or those.
    pub fn join(&self, other: &Values) -> Values {
        match other {
            Values::Set(set) => {
                let mut both = self.clone();
                set.iter().for_each(|&value| both.add(value));
                both
            }
            Values::Range(low, high) => Values::Range(self.low().min(*low), self.high().max(*high)),
        }
    }

    /// After a conversion to a type (6.3.1.3).
    pub fn converted(&self, to: IntType) -> Values {
        match self {
            // `_Bool` is the only type of one bit.
            Values::Set(set) if to.bits == 1 => {
                let truths = set.iter().map(|&value| arith::int::to_bool(value));
                Values::of(truths).unwrap_or(Values::all(to))
            }
            Values::Set(set) => {
                let wrapped = set.iter().map(|&value| arith::int::wrap(to, value));
                Values::of(wrapped).unwrap_or(Values::all(to))
            }
            Values::Range(low, high) => {
                let fits =
                    arith::int::is_canonical(to, *low) && arith::int::is_canonical(to, *high);
                if fits { self.clone() } else { Values::all(to) }
            }
        }
    }

    /// Those of a bit-field after they were stored.
    pub fn cut_to(&self, bits: u8, signed: bool) -> Values {
        let narrow = IntType { bits, signed };
        match self {
            Values::Set(set) => {
                let cut = set.iter().map(|&value| arith::int::wrap(narrow, value));
                Values::of(cut).unwrap_or(Values::all(narrow))
            }
            Values::Range(..) => Values::all(narrow),
        }
    }
}

/// What an operator makes of values of one type. None if it may be undefined, or nobody
/// can say.
pub fn unary(op: UnaryOp, ty: IntType, a: &Values) -> Option<Values> {
    let apply = |value: i128| arith::int::unary(op, ty, value).ok();
    match a {
        Values::Set(set) => Values::of(set.iter().map(|&v| apply(v)).collect::<Option<Vec<_>>>()?),
        Values::Range(low, high) => match op {
            UnaryOp::Plus => Some(a.clone()),
            // They turn the order around, but for those that wrap.
            UnaryOp::Neg | UnaryOp::BitNot if ty.signed => {
                Some(Values::Range(apply(*high)?, apply(*low)?))
            }
            UnaryOp::Neg | UnaryOp::BitNot => Some(Values::all(ty)),
            UnaryOp::Not => Some(truths(!a.contains(0), a.single() == Some(0))),
        },
    }
}

/// The same of two: of one type, apart from shifts, whose right operand has a type of
/// its own; both are those after the conversions.
pub fn binary(op: BinaryOp, ty: IntType, a: &Values, b: &Values) -> Option<Values> {
    match (a, b) {
        (Values::Set(left), Values::Set(right)) => {
            let mut results = Vec::with_capacity(left.len() * right.len());
            for &x in left {
                for &y in right {
                    results.push(arith::int::binary(op, ty, x, y).ok()?);
                }
            }
            Values::of(results)
        }
        _ if op.is_comparison() => Some(compared(op, a, b)),
        _ => ranges(op, ty, a, b),
    }
}

fn truths(always_false: bool, always_true: bool) -> Values {
    match (always_false, always_true) {
        (true, _) => Values::one(0),
        (_, true) => Values::one(1),
        _ => Values::Set(vec![0, 1]),
    }
}

fn compared(op: BinaryOp, a: &Values, b: &Values) -> Values {
    let (below, above) = (a.high() < b.low(), a.low() > b.high());
    let (at_most, at_least) = (a.high() <= b.low(), a.low() >= b.high());
    let equal = a.single().is_some() && a.single() == b.single();
    match op {
        BinaryOp::Lt => truths(at_least, below),
        BinaryOp::Gt => truths(at_most, above),
        BinaryOp::Le => truths(above, at_most),
        BinaryOp::Ge => truths(below, at_least),
        BinaryOp::Eq => truths(below || above, equal),
        _ => truths(equal, below || above),
    }
}

/// With a range on at least one side. Sums and products have their extremes at the
/// corners; quotients and shifts have them, too, if their right operand is one value.
fn ranges(op: BinaryOp, ty: IntType, a: &Values, b: &Values) -> Option<Values> {
    let corners = |exact: fn(i128, i128) -> Option<i128>| {
        let (mut low, mut high) = (i128::MAX, i128::MIN);
        for x in [a.low(), a.high()] {
            for y in [b.low(), b.high()] {
                let corner = exact(x, y)?;
                (low, high) = (low.min(corner), high.max(corner));
            }
        }
        Some((low, high))
    };
    let fits = |value: i128| arith::int::is_canonical(ty, value);
    let exact: fn(i128, i128) -> Option<i128> = match op {
        BinaryOp::Add => i128::checked_add,
        BinaryOp::Sub => i128::checked_sub,
        BinaryOp::Mul => i128::checked_mul,
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => return Some(bits(op, ty, a, b)),
        BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shr => {
            let by = b.single()?;
            let low = arith::int::binary(op, ty, a.low(), by).ok()?;
            let high = arith::int::binary(op, ty, a.high(), by).ok()?;
            if op == BinaryOp::Rem {
                let most = by.checked_abs()? - 1;
                let least = if a.low() < 0 { -most } else { 0 };
                return Some(Values::Range(least, most));
            }
            return Some(Values::Range(low.min(high), low.max(high)));
        }
        _ => return None,
    };
    match corners(exact) {
        Some((low, high)) if fits(low) && fits(high) => Some(Values::Range(low, high)),
        // It wraps.
        _ if !ty.signed => Some(Values::all(ty)),
        _ => None,
    }
}

fn bits(op: BinaryOp, ty: IntType, a: &Values, b: &Values) -> Values {
    let (low, high) = (a.low().min(b.low()), a.high().max(b.high()));
    if low < 0 {
        return Values::all(ty);
    }
    // No bit above those of the operands; `&` leaves no more than either has.
    match op {
        BinaryOp::And => Values::Range(0, a.high().min(b.high())),
        _ => Values::Range(0, i128::MAX >> (high.leading_zeros().saturating_sub(1))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: IntType = IntType { bits: 32, signed: true };
    const UNSIGNED: IntType = IntType { bits: 32, signed: false };
    /// Small enough to try all there is.
    const TINY: [IntType; 2] =
        [IntType { bits: 4, signed: true }, IntType { bits: 4, signed: false }];

    fn set(values: &[i128]) -> Values {
        Values::of(values.iter().copied()).unwrap()
    }

    #[test]
    fn an_operator_is_defined_if_it_is_for_every_pair() {
        let (a, b) = (set(&[1, 6]), set(&[2, 3]));
        assert_eq!(binary(BinaryOp::Div, INT, &a, &b), Some(set(&[0, 2, 3])));
        assert_eq!(binary(BinaryOp::Div, INT, &a, &set(&[0, 3])), None);
        assert_eq!(binary(BinaryOp::Add, INT, &a, &set(&[i32::MAX.into()])), None);
        let max = set(&[u32::MAX.into()]);
        assert_eq!(binary(BinaryOp::Add, UNSIGNED, &a, &max), Some(set(&[0, 5])));
    }

    #[test]
    fn a_large_set_becomes_a_range() {
        let mut values = Values::one(3);
        (0..100).for_each(|value| values.add(value));
        assert_eq!(values, Values::Range(0, 99));
        assert_eq!(values.join(&Values::one(-7)), Values::Range(-7, 99));
        assert_eq!(values.converted(IntType { bits: 8, signed: true }), values);
        let signed = values.join(&Values::one(128)).converted(IntType { bits: 8, signed: true });
        assert_eq!(signed, Values::Range(-128, 127));
    }

    fn ranges_of(ty: IntType) -> Vec<Values> {
        let all = arith::int::min(ty)..=arith::int::max(ty);
        all.clone()
            .flat_map(|low| all.clone().map(move |high| (low, high)))
            .filter(|(low, high)| low <= high)
            .map(|(low, high)| Values::Range(low, high))
            .collect()
    }

    fn members(values: &Values) -> Vec<i128> {
        (values.low()..=values.high()).filter(|&value| values.contains(value)).collect()
    }

    /// Whatever is said of ranges holds for all values in them.
    #[test]
    fn ranges_leave_nothing_out() {
        for ty in TINY {
            let ranges = ranges_of(ty);
            for op in BinaryOp::ALL {
                for (index, a) in ranges.iter().enumerate() {
                    for b in ranges.iter().skip(index % 5).step_by(5) {
                        let Some(result) = binary(op, ty, a, b) else { continue };
                        for x in members(a) {
                            for y in members(b) {
                                let value = arith::int::binary(op, ty, x, y);
                                let is_in = value.is_ok_and(|value| result.contains(value));
                                assert!(is_in, "{x} {} {y}: {a:?} {b:?} {result:?}", op.symbol());
                            }
                        }
                    }
                }
            }
            for op in UnaryOp::ALL {
                for a in &ranges {
                    let Some(result) = unary(op, ty, a) else { continue };
                    for x in members(a) {
                        let value = arith::int::unary(op, ty, x);
                        assert!(value.is_ok_and(|value| result.contains(value)), "{op:?} {x}");
                    }
                }
            }
        }
    }
}
