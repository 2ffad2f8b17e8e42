//! Shapes that optimisers look for, over random operands.

use elenchus_lang::arith::BinaryOp::*;
use elenchus_lang::build;
use elenchus_lang::tree::UnaryOp;
use elenchus_lang::types::TypeId;

use super::state::Gen;
use super::value::Built;

type Idiom = fn(&mut Gen<'_>, Built, Built) -> Built;

/// Each takes two operands without side effects.
const IDIOMS: &[(&str, Idiom)] = &[
    ("rotate", rotate),
    ("minimum", |g, a, b| select(g, a, b, false)),
    ("maximum", |g, a, b| select(g, a, b, true)),
    ("absolute value", absolute),
    ("clamp", clamp),
    ("saturating sum", saturating_sum),
    ("saturating difference", saturating_difference),
    ("widening product", widening_product),
    ("bit test", bit_test),
    ("bit field", bit_field),
    ("lowest bit", lowest_bit),
    ("without lowest bit", without_lowest_bit),
    ("average", average),
    ("three-way comparison", three_way),
    ("range check", range_check),
    ("select by mask", select_by_mask),
    ("rounded division", rounded_division),
    ("round up to a power of two", round_up),
    ("sign", sign),
    ("swapped halves", swapped_halves),
];

impl Gen<'_> {
    pub fn idiom(&mut self, size: u32, depth: u32) -> Built {
        let (a, b) = (self.pure_operand(size / 2, depth), self.pure_operand(size / 2, depth));
        let (name, idiom) = IDIOMS[self.choices.below("idiom", IDIOMS.len() as u64) as usize];
        self.totals.stats.construct(name);
        idiom(self, a, b)
    }

    /// An operand that may be written more than once.
    fn pure_operand(&mut self, size: u32, depth: u32) -> Built {
        let made = match size.min(depth) {
            0 => self.leaf(),
            _ => self.expression(size.min(2), depth),
        };
        match made.effects || !made.is_short() {
            true => self.some_constant(),
            false => made,
        }
    }

    fn as_unsigned(&mut self, a: Built) -> Built {
        let a =
            if build::float_kind(self.tree(), a.ty).is_some() { self.some_constant() } else { a };
        let promoted = build::promoted(self.tree(), a.ty);
        let unsigned = build::unsigned(self.tree(), promoted);
        if a.ty == unsigned { a } else { self.cast(a, unsigned) }
    }

    fn width(&self, a: Built) -> i128 {
        let ty = build::promoted(self.tree(), a.ty);
        self.int_type(ty).map_or(32, |int| int.bits.into())
    }
}

fn rotate(g: &mut Gen<'_>, a: Built, _: Built) -> Built {
    let a = g.as_unsigned(a);
    let width = g.width(a);
    let count = 1 + i128::from(g.choices.below("rotate", width as u64 - 1));
    let (left, right) = (g.int(count), g.int(width - count));
    let again = g.again(a);
    let (left, right) = (g.binary(Shl, a, left), g.binary(Shr, again, right));
    let op = g.choices.pick("joined by", &[Or, Xor, Add]);
    g.binary(op, left, right)
}

fn select(g: &mut Gen<'_>, a: Built, b: Built, largest: bool) -> Built {
    let greater = g.binary(Gt, a, b);
    let (a, b) = (g.again(a), g.again(b));
    if largest { g.conditional(greater, a, b) } else { g.conditional(greater, b, a) }
}

fn absolute(g: &mut Gen<'_>, a: Built, _: Built) -> Built {
    let zero = g.int(0);
    let negative = g.binary(Lt, a, zero);
    let (x, y) = (g.again(a), g.again(a));
    let negated = g.unary(UnaryOp::Neg, x);
    g.conditional(negative, negated, y)
}

fn clamp(g: &mut Gen<'_>, a: Built, _: Built) -> Built {
    let low = g.choices.between("clamp", -200, 100);
    let high = low + g.choices.between("clamp width", 1, 400);
    let (low, high) = (g.int(low.into()), g.int(high.into()));
    let low = select(g, a, low, true);
    select(g, low, high, false)
}

fn saturating_sum(g: &mut Gen<'_>, a: Built, b: Built) -> Built {
    let (a, b) = (g.as_unsigned(a), g.as_unsigned(b));
    let sum = g.binary(Add, a, b);
    let again = g.again(a);
    let over = g.binary(Lt, sum, again);
    let zero = g.int(0);
    let all = g.unary(UnaryOp::BitNot, zero);
    let all = g.cast(all, sum.ty);
    let sum = g.again(sum);
    g.conditional(over, all, sum)
}

fn saturating_difference(g: &mut Gen<'_>, a: Built, b: Built) -> Built {
    let (a, b) = (g.as_unsigned(a), g.as_unsigned(b));
    let enough = g.binary(Ge, a, b);
    let (a, b) = (g.again(a), g.again(b));
    let difference = g.binary(Sub, a, b);
    let zero = g.int(0);
    g.conditional(enough, difference, zero)
}

fn widening_product(g: &mut Gen<'_>, a: Built, b: Built) -> Built {
    let a = g.cast(a, TypeId::UINT);
    let a = g.cast(a, TypeId::ULONG_LONG);
    let b = g.cast(b, TypeId::UINT);
    let product = g.binary(Mul, a, b);
    let count = g.choices.pick("product shift", &[0, 16, 31, 32, 33]);
    let count = g.int(count);
    g.binary(Shr, product, count)
}

fn bit_test(g: &mut Gen<'_>, a: Built, _: Built) -> Built {
    let a = g.as_unsigned(a);
    let width = g.width(a);
    let bit = g.choices.below("bit", width as u64);
    let (bit, one) = (g.int(bit.into()), g.int(1));
    let shifted = g.binary(Shr, a, bit);
    let tested = g.binary(And, shifted, one);
    if !g.choices.percent("bit as condition", 40) {
        return tested;
    }
    let (yes, no) = (g.some_constant(), g.leaf());
    match no.effects {
        true => tested,
        false => g.conditional(tested, yes, no),
    }
}

fn bit_field(g: &mut Gen<'_>, a: Built, b: Built) -> Built {
    let a = g.as_unsigned(a);
    let width = g.width(a);
    let size = 1 + g.choices.below("field size", width as u64 - 1);
    let start = g.choices.below("field start", width as u64 - size);
    let mask = g.constant(a.ty, (1i128 << size) - 1);
    let start = g.int(start.into());
    if g.choices.percent("insert", 50) {
        // `a & ~(mask << start) | (b & mask) << start`
        let b = g.cast(b, a.ty);
        let (again, start2) = (g.again(mask), g.again(start));
        let holes = g.binary(Shl, mask, start);
        let holes = g.unary(UnaryOp::BitNot, holes);
        let rest = g.binary(And, a, holes);
        let value = g.binary(And, b, again);
        let value = g.binary(Shl, value, start2);
        return g.binary(Or, rest, value);
    }
    let shifted = g.binary(Shr, a, start);
    g.binary(And, shifted, mask)
}

fn lowest_bit(g: &mut Gen<'_>, a: Built, _: Built) -> Built {
    let a = g.as_unsigned(a);
    let again = g.again(a);
    let negated = g.unary(UnaryOp::Neg, again);
    g.binary(And, a, negated)
}

fn without_lowest_bit(g: &mut Gen<'_>, a: Built, _: Built) -> Built {
    let a = g.as_unsigned(a);
    let (again, one) = (g.again(a), g.int(1));
    let less = g.binary(Sub, again, one);
    let rest = g.binary(And, a, less);
    match g.choices.percent("power test", 40) {
        true => {
            let zero = g.int(0);
            g.binary(Eq, rest, zero)
        }
        false => rest,
    }
}

fn average(g: &mut Gen<'_>, a: Built, b: Built) -> Built {
    let (a, b) = (g.as_unsigned(a), g.as_unsigned(b));
    let both = g.binary(And, a, b);
    let (a, b, one) = (g.again(a), g.again(b), g.int(1));
    let differ = g.binary(Xor, a, b);
    let half = g.binary(Shr, differ, one);
    g.binary(Add, both, half)
}

fn three_way(g: &mut Gen<'_>, a: Built, b: Built) -> Built {
    let greater = g.binary(Gt, a, b);
    let (a, b) = (g.again(a), g.again(b));
    let less = g.binary(Lt, a, b);
    g.binary(Sub, greater, less)
}

fn range_check(g: &mut Gen<'_>, a: Built, _: Built) -> Built {
    let low = g.choices.between("range", -100, 100);
    let size = g.choices.between("range size", 1, 300);
    let again = g.again(a);
    if g.choices.percent("as one", 50) {
        let a = g.as_unsigned(a);
        let low = g.constant(a.ty, i128::from(low.abs()));
        let shifted = g.binary(Sub, a, low);
        let size = g.constant(shifted.ty, size.into());
        return g.binary(Lt, shifted, size);
    }
    let (low, high) = (g.int(low.into()), g.int((low + size).into()));
    let above = g.binary(Ge, a, low);
    let below = g.binary(Lt, again, high);
    g.logical(true, above, below)
}

fn select_by_mask(g: &mut Gen<'_>, a: Built, b: Built) -> Built {
    let (a, b) = (g.as_unsigned(a), g.as_unsigned(b));
    let condition = g.binary(Lt, a, b);
    let mask = g.unary(UnaryOp::Neg, condition);
    let (a, b, again) = (g.again(a), g.again(b), g.again(mask));
    let inverse = g.unary(UnaryOp::BitNot, again);
    let (left, right) = (g.binary(And, a, mask), g.binary(And, b, inverse));
    g.binary(Or, left, right)
}

fn rounded_division(g: &mut Gen<'_>, a: Built, _: Built) -> Built {
    let a = g.as_unsigned(a);
    let divisor = g.choices.between("divisor", 2, 60);
    let (more, divisor) = (g.int((divisor - 1).into()), g.int(divisor.into()));
    let sum = g.binary(Add, a, more);
    g.binary(Div, sum, divisor)
}

fn round_up(g: &mut Gen<'_>, a: Built, _: Built) -> Built {
    let a = g.as_unsigned(a);
    let power = 1i128 << g.choices.between("power", 1, 12);
    let (more, mask) = (g.int(power - 1), g.int(-power));
    let sum = g.binary(Add, a, more);
    g.binary(And, sum, mask)
}

fn sign(g: &mut Gen<'_>, a: Built, _: Built) -> Built {
    let width = g.width(a);
    let count = g.int(width - 1);
    g.binary(Shr, a, count)
}

fn swapped_halves(g: &mut Gen<'_>, a: Built, _: Built) -> Built {
    let a = g.as_unsigned(a);
    let step = g.choices.pick("half", &[1i128, 2, 4, 8, 16]);
    let pattern = match step {
        1 => 0x5555_5555,
        2 => 0x3333_3333,
        4 => 0x0f0f_0f0f,
        8 => 0x00ff_00ff,
        _ => 0x0000_ffff,
    };
    let again = g.again(a);
    let (mask, other) = (g.constant(TypeId::UINT, pattern), g.constant(TypeId::UINT, pattern));
    let (left, right) = (g.int(step), g.int(step));
    let low = g.binary(And, a, mask);
    let low = g.binary(Shl, low, left);
    let high = g.binary(Shr, again, right);
    let high = g.binary(And, high, other);
    g.binary(Or, low, high)
}
