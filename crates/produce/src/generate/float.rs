//! Floating point without rounding (Orange, §4).
//!
//! Every floating value is a whole number that its type holds exactly, with a
//! bit to spare. A result that would leave that range is had by the opposite
//! operation, a fraction is taken away before the division, and what is too
//! large is made small before a conversion. So the answer is the same with
//! excess precision, with fused operations, and in any order.
//!
//! Such code is written only where it is executed once: its values are those
//! of now.

use elenchus_lang::arith::{BinaryOp, Float};
use elenchus_lang::build;
use elenchus_lang::target::{FloatFormat, IntType};
use elenchus_lang::tree::ExprKind;
use elenchus_lang::types::TypeId;

use super::state::Gen;
use super::value::{Built, Known};

/// What large numbers are taken modulo.
const SMALL: [i128; 4] = [97, 1_000, 4_096, 65_537];

/// The largest number that values of a format may have. All of them fit the
/// widest integer type that every C has.
pub fn limit(format: FloatFormat) -> i128 {
    match format {
        FloatFormat::Half => 1 << 10,
        FloatFormat::Single => 1 << 23,
        FloatFormat::Double => 1 << 52,
        FloatFormat::X87 | FloatFormat::Quad => 1 << 62,
    }
}

/// The number that a floating value is, if it is a whole one.
pub fn whole(value: Float) -> Option<i128> {
    let wide = IntType { bits: 128, signed: true };
    let number = value.to_int(wide).ok()?;
    let back = Float::from_int(value.format(), wide, number);
    (value.is_finite() && back.compare(value)?.is_eq()).then_some(number)
}

impl Gen<'_> {
    pub fn is_float(&self, ty: TypeId) -> bool {
        build::float_kind(self.tree(), ty).is_some()
    }

    fn limit_of(&self, ty: TypeId) -> i128 {
        let p = self.tree();
        build::float_kind(p, ty).map_or(0, |kind| limit(p.target.float_format(kind)))
    }

    /// The number that a value is now.
    fn number(&self, a: Built) -> Option<i128> {
        match a.value {
            Known::Int(value) => Some(value),
            Known::Float(value) => whole(value),
            Known::No => None,
        }
    }

    pub fn float_constant(&mut self, ty: TypeId, value: i128) -> Built {
        let p = self.tree();
        let Some(kind) = build::float_kind(p, ty) else { return self.constant(ty, value) };
        let wide = IntType { bits: 128, signed: true };
        let float = Float::from_int(p.target.float_format(kind), wide, value.abs());
        let bits = self.p().floats.push(&[float.bits()]);
        let id = build::expr(self.p(), ExprKind::Float(bits), ty);
        let value = Known::Float(float);
        Built { id, ty, value, chars: 8, effects: false, constant: true }
    }

    /// A value as an integer that every floating value of ours fits.
    pub fn integer(&mut self, a: Built) -> Built {
        if self.is_float(a.ty) { self.cast(a, TypeId::LONG_LONG) } else { a }
    }

    /// A value that a floating type holds exactly: itself, or what is left of
    /// it when it is divided by something small.
    pub fn exact(&mut self, a: Built, to: TypeId) -> Built {
        let fits = self.number(a).is_some_and(|n| n.abs() <= self.limit_of(to));
        if fits || !self.now.live {
            return a;
        }
        let small = self.integer(a);
        let modulus = self.choices.pick("modulus", &SMALL);
        let modulus = self.int(modulus);
        self.totals.stats.inserted += 1;
        self.binary(BinaryOp::Rem, small, modulus)
    }

    /// `a op b` in a floating type; both are exact values of it.
    pub fn float_operation(&mut self, op: BinaryOp, a: Built, b: Built, common: TypeId) -> Built {
        use BinaryOp::*;
        let (Some(x), Some(y)) = (self.number(a), self.number(b)) else {
            // Not executed.
            return self.float_node(op, a, b, Known::No);
        };
        let limit = self.limit_of(common);
        let fits = |op: BinaryOp| {
            let result = match op {
                Add => x.checked_add(y),
                Sub => x.checked_sub(y),
                _ => x.checked_mul(y),
            };
            result.is_some_and(|r| r.abs() <= limit)
        };
        let others: &[BinaryOp] = match op {
            Add => &[Add, Sub],
            Sub => &[Sub, Add],
            Div if y != 0 => return self.exact_division(a, b, (x, y), common),
            _ => &[Mul, Sub, Add],
        };
        let op = others.iter().copied().find(|&op| fits(op)).unwrap_or(op);
        let (Known::Float(u), Known::Float(v)) = (a.value, b.value) else { return a };
        let value = Float::binary(op, u, v).map_or(Known::No, Known::Float);
        self.float_node(op, a, b, value)
    }

    /// `(a - k) / b`, where `k` is what is left over.
    fn exact_division(&mut self, a: Built, b: Built, (x, y): (i128, i128), ty: TypeId) -> Built {
        let rest = x % y;
        let mut a = a;
        if rest != 0 {
            let k = self.float_constant(ty, rest);
            let op = if rest < 0 { BinaryOp::Add } else { BinaryOp::Sub };
            self.totals.stats.inserted += 1;
            a = self.float_operation(op, a, k, ty);
        }
        let (Known::Float(u), Known::Float(v)) = (a.value, b.value) else { return a };
        let value = Float::binary(BinaryOp::Div, u, v).map_or(Known::No, Known::Float);
        self.float_node(BinaryOp::Div, a, b, value)
    }

    fn float_node(&mut self, op: BinaryOp, a: Built, b: Built, value: Known) -> Built {
        let ty = if op.is_comparison() { TypeId::INT } else { a.ty };
        self.totals.stats.operation(op);
        let id = build::expr(self.p(), ExprKind::Binary(op, a.id, b.id), ty);
        let chars = a.chars + b.chars + 4;
        let effects = a.effects | b.effects;
        Built { id, ty, value, chars, effects, constant: a.constant & b.constant }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums, differences and products of whole numbers within the limit are
    /// exact, or are said not to be.
    #[test]
    fn whole_numbers_stay_whole() {
        let wide = IntType { bits: 128, signed: true };
        for format in [FloatFormat::Single, FloatFormat::Double, FloatFormat::X87] {
            let limit = limit(format);
            let near = [0, 1, 2, 3, 7, limit / 3, limit / 2 + 1, limit - 1, limit];
            for x in near.into_iter().flat_map(|x| [x, -x]) {
                let a = Float::from_int(format, wide, x);
                assert_eq!(whole(a), Some(x));
                for y in near.into_iter().flat_map(|y| [y, -y]) {
                    let b = Float::from_int(format, wide, y);
                    for (op, sum) in
                        [(BinaryOp::Add, x + y), (BinaryOp::Sub, x - y), (BinaryOp::Mul, x * y)]
                    {
                        let made = Float::binary(op, a, b).expect("an operation of floats");
                        if sum.abs() <= limit {
                            assert_eq!(whole(made), Some(sum), "{x} {op:?} {y}");
                        }
                    }
                }
            }
            let half = Float::binary(
                BinaryOp::Div,
                Float::from_int(format, wide, 1),
                Float::from_int(format, wide, 2),
            );
            assert_eq!(half.and_then(whole), None);
        }
    }
}
