//! The tables: what replaces an operation that would be undefined.

use elenchus_lang::arith::{self, BinaryOp};
use elenchus_lang::target::IntType;
use elenchus_lang::tree::UnaryOp;
use elenchus_lang::undefined::Undefined;

use super::form::Form::{self, *};
use super::form::{Number as N, Type as T};
use crate::choices::Choices;

/// An operation that can be undefined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// Of the operand `A`; there is no `B`.
    Neg,
    Binary(BinaryOp),
}

/// How often a form evaluates an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Times {
    /// Exactly once on every path: the operand may have side effects.
    Once,
    /// Not at all, or more than once, on some path.
    Varies,
}

/// A form that is equal to the operation wherever that is defined, in value,
/// type and side effects.
pub struct Repair {
    pub name: &'static str,
    pub op: Op,
    pub kind: Undefined,
    pub form: Form,
    pub a: Times,
    pub b: Times,
}

/// The operation and its values.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The type it computes in: of the left operand, for a shift.
    pub left: IntType,
    pub right: IntType,
    pub a: i128,
    pub b: i128,
}

/// A similar operation that is defined for values for which this one is not.
pub struct Rewrite {
    pub name: &'static str,
    pub op: Op,
    pub kind: Undefined,
    pub when: fn(&Case) -> bool,
    pub form: Form,
    /// The value of `FixA` or `FixB`.
    pub fix: fn(&Case, &mut Choices) -> i128,
}

const A: &Form = &Form::A;
const B: &Form = &Form::B;
const ZERO: &Form = &Number(N::Small(0));
const ONE: &Form = &Number(N::Small(1));
const MINUS_ONE: &Form = &Number(N::Small(-1));
const MIN: &Form = &Number(N::Min);
const MAX: &Form = &Number(N::Max);
const FREE: &Form = &Number(N::Free);
const FIX_A: &Form = &Number(N::FixA);
const FIX_B: &Form = &Number(N::FixB);

macro_rules! bin {
    ($op:ident, $a:expr, $b:expr) => {
        Binary(BinaryOp::$op, $a, $b)
    };
}
macro_rules! wrapped {
    ($op:ident) => {
        Cast(T::Result, &bin!($op, &Cast(T::Unsigned, A), &Cast(T::Unsigned, B)))
    };
}
macro_rules! widened {
    ($op:ident) => {
        Cast(T::Result, &bin!($op, &Cast(T::Wide, A), &Cast(T::Wide, B)))
    };
}
/// `a == MIN && b == -1`
const OVERFLOWS: &Form = &Both(&bin!(Eq, A, MIN), &bin!(Eq, B, MINUS_ONE));
/// `b < 0 ? a < MIN - b : a > MAX - b`
const SUM_OVERFLOWS: &Form =
    &If(&bin!(Lt, B, ZERO), &bin!(Lt, A, &bin!(Sub, MIN, B)), &bin!(Gt, A, &bin!(Sub, MAX, B)));
/// `b < 0 ? a > MAX + b : a < MIN + b`
const DIFFERENCE_OVERFLOWS: &Form =
    &If(&bin!(Lt, B, ZERO), &bin!(Gt, A, &bin!(Add, MAX, B)), &bin!(Lt, A, &bin!(Add, MIN, B)));

const NEG: Op = Op::Neg;
const ADD: Op = Op::Binary(BinaryOp::Add);
const SUB: Op = Op::Binary(BinaryOp::Sub);
const MUL: Op = Op::Binary(BinaryOp::Mul);
const DIV: Op = Op::Binary(BinaryOp::Div);
const REM: Op = Op::Binary(BinaryOp::Rem);
const SHL: Op = Op::Binary(BinaryOp::Shl);
const SHR: Op = Op::Binary(BinaryOp::Shr);

macro_rules! repairs {
    ($($name:literal $op:ident $kind:ident a $a:ident b $b:ident: $form:expr;)*) => {
        &[$(Repair {
            name: $name,
            op: $op,
            kind: Undefined::$kind,
            form: $form,
            a: Times::$a,
            b: Times::$b,
        }),*]
    };
}

pub const REPAIRS: &[Repair] = repairs! {
    "wrap" NEG SignedOverflow a Once b Varies:
        Cast(T::Result, &Unary(UnaryOp::Neg, &Cast(T::Unsigned, A)));
    "not the lowest" NEG SignedOverflow a Varies b Varies:
        Unary(UnaryOp::Neg, &bin!(Add, A, &bin!(Eq, A, MIN)));
    "unless lowest" NEG SignedOverflow a Varies b Varies:
        If(&bin!(Eq, A, MIN), FREE, &Unary(UnaryOp::Neg, A));

    "wrap" ADD SignedOverflow a Once b Once: wrapped!(Add);
    "widen" ADD SignedOverflow a Once b Once: widened!(Add);
    "unless" ADD SignedOverflow a Varies b Varies: If(SUM_OVERFLOWS, FREE, &bin!(Add, A, B));
    "wrap" SUB SignedOverflow a Once b Once: wrapped!(Sub);
    "widen" SUB SignedOverflow a Once b Once: widened!(Sub);
    "unless" SUB SignedOverflow a Varies b Varies:
        If(DIFFERENCE_OVERFLOWS, FREE, &bin!(Sub, A, B));
    "wrap" MUL SignedOverflow a Once b Once: wrapped!(Mul);
    "widen" MUL SignedOverflow a Once b Once: widened!(Mul);

    "plus not" DIV DivisionByZero a Once b Varies: bin!(Div, A, &bin!(Add, B, &Unary(UnaryOp::Not, B)));
    "or not" DIV DivisionByZero a Once b Varies: bin!(Div, A, &bin!(Or, B, &Unary(UnaryOp::Not, B)));
    "if not zero" DIV DivisionByZero a Once b Varies: bin!(Div, A, &If(B, B, ONE));
    "unless zero" DIV DivisionByZero a Varies b Varies: If(B, &bin!(Div, A, B), FREE);
    "plus not" REM DivisionByZero a Once b Varies: bin!(Rem, A, &bin!(Add, B, &Unary(UnaryOp::Not, B)));
    "or not" REM DivisionByZero a Once b Varies: bin!(Rem, A, &bin!(Or, B, &Unary(UnaryOp::Not, B)));
    "if not zero" REM DivisionByZero a Once b Varies: bin!(Rem, A, &If(B, B, ONE));
    "unless zero" REM DivisionByZero a Varies b Varies: If(B, &bin!(Rem, A, B), FREE);

    "unless" DIV DivisionOverflow a Varies b Varies: If(OVERFLOWS, FREE, &bin!(Div, A, B));
    "one more" DIV DivisionOverflow a Varies b Varies: bin!(Div, &bin!(Add, A, OVERFLOWS), B);
    "by one" DIV DivisionOverflow a Varies b Varies: bin!(Div, A, &If(OVERFLOWS, ONE, B));
    "unless" REM DivisionOverflow a Varies b Varies: If(OVERFLOWS, ZERO, &bin!(Rem, A, B));
    "one more" REM DivisionOverflow a Varies b Varies: bin!(Rem, &bin!(Add, A, OVERFLOWS), B);
    "by one" REM DivisionOverflow a Varies b Varies: bin!(Rem, A, &If(OVERFLOWS, ONE, B));

    "mask" SHL ShiftCount a Once b Once: bin!(Shl, A, &bin!(And, B, &Number(N::LastBit)));
    "modulo" SHL ShiftCount a Once b Once:
        bin!(Shl, A, &bin!(Rem, &Cast(T::UnsignedRight, B), &Number(N::Width)));
    "unsigned" SHL LeftShift a Once b Once:
        Cast(T::Result, &bin!(Shl, &Cast(T::Unsigned, A), B));
    "mask" SHR ShiftCount a Once b Once: bin!(Shr, A, &bin!(And, B, &Number(N::LastBit)));
    "modulo" SHR ShiftCount a Once b Once:
        bin!(Shr, A, &bin!(Rem, &Cast(T::UnsignedRight, B), &Number(N::Width)));
};

macro_rules! rewrites {
    ($($name:literal $op:ident $kind:ident if $when:ident: $form:expr $(, $fix:ident)?;)*) => {
        &[$(Rewrite {
            name: $name,
            op: $op,
            kind: Undefined::$kind,
            when: $when,
            form: $form,
            fix: fix!($($fix)?),
        }),*]
    };
}
macro_rules! fix {
    () => {
        |_, _| 0
    };
    ($fix:ident) => {
        $fix
    };
}

/// In groups of the same operation and kind: any row whose condition holds
/// will do.
pub const REWRITES: &[Rewrite] = rewrites! {
    "flip" NEG SignedOverflow if always: Unary(UnaryOp::Plus, A);
    "complement" NEG SignedOverflow if always: Unary(UnaryOp::BitNot, A);
    "flip" ADD SignedOverflow if always: bin!(Sub, A, B);
    "flip" SUB SignedOverflow if always: bin!(Add, A, B);
    "flip" MUL SignedOverflow if quotient_fits: bin!(Div, A, B);
    "difference" MUL SignedOverflow if difference_fits: bin!(Sub, A, B);
    "sum" MUL SignedOverflow if sum_fits: bin!(Add, A, B);

    "flip" DIV DivisionByZero if always: bin!(Mul, A, B);
    "insert" DIV DivisionByZero if always: bin!(Div, A, &bin!(Add, B, FIX_B)), divisor;
    "flip" REM DivisionByZero if always: bin!(Mul, A, B);
    "insert" REM DivisionByZero if always: bin!(Rem, A, &bin!(Add, B, FIX_B)), divisor;
    "flip" DIV DivisionOverflow if always: bin!(Sub, A, B);
    "flip" REM DivisionOverflow if always: bin!(Sub, A, B);

    "insert" SHL ShiftCount if shift_can_be_mended: bin!(Shl, A, &bin!(Add, B, FIX_B)), left_count;
    "take away" SHL ShiftCount if too_far: bin!(Shl, A, &bin!(Sub, B, FIX_B)), left_excess;
    "and" SHL ShiftCount if negative: Cast(T::Result, &bin!(And, A, B));
    "promote" SHL ShiftCount if always: Unary(UnaryOp::Plus, A);
    "flip" SHL LeftShift if always: bin!(Shr, A, B);
    "insert" SHL LeftShift if negative_not_lowest: bin!(Shl, &bin!(Add, A, FIX_A), B), left_operand;
    "mask" SHL LeftShift if always: bin!(Shl, &bin!(And, A, FIX_A), B), left_mask;

    "insert" SHR ShiftCount if count_can_be_mended: bin!(Shr, A, &bin!(Add, B, FIX_B)), right_count;
    "take away" SHR ShiftCount if too_far_right: bin!(Shr, A, &bin!(Sub, B, FIX_B)), right_excess;
    "promote" SHR ShiftCount if always: Unary(UnaryOp::Plus, A);
};

// ---- conditions ----

fn always(_: &Case) -> bool {
    true
}

fn fits(c: &Case, op: BinaryOp) -> bool {
    arith::int::binary(op, c.left, c.a, c.b).is_ok()
}

fn quotient_fits(c: &Case) -> bool {
    fits(c, BinaryOp::Div)
}

fn difference_fits(c: &Case) -> bool {
    fits(c, BinaryOp::Sub)
}

fn sum_fits(c: &Case) -> bool {
    fits(c, BinaryOp::Add)
}

fn negative(c: &Case) -> bool {
    c.a < 0
}

fn negative_not_lowest(c: &Case) -> bool {
    c.a < 0 && c.a > arith::int::min(c.left)
}

/// Every count up to the last one is a sum of `b` and some number of its type.
fn count_can_be_mended(c: &Case) -> bool {
    arith::int::is_canonical(c.right, i128::from(c.left.bits) - c.b)
        && arith::int::is_canonical(c.right, -c.b)
}

fn shift_can_be_mended(c: &Case) -> bool {
    count_can_be_mended(c) && (c.a >= 0 || !c.left.signed)
}

fn too_far_right(c: &Case) -> bool {
    c.b >= i128::from(c.left.bits)
}

fn too_far(c: &Case) -> bool {
    too_far_right(c) && (c.a >= 0 || !c.left.signed)
}

// ---- constants ----

/// A divisor instead of zero, neither 0 nor -1.
fn divisor(c: &Case, choices: &mut Choices) -> i128 {
    let top = arith::int::max(c.right).min(1 << 20) as i64;
    let bits = choices.below("divisor bits", 20);
    i128::from(choices.between("divisor", 1, top.min(1 << bits)))
}

/// The largest count by which a value that is not negative can be shifted.
fn room(c: &Case) -> i64 {
    let used = 128 - i64::from(c.a.leading_zeros());
    match c.left.signed {
        true => i64::from(c.left.bits) - 1 - used.min(i64::from(c.left.bits) - 1),
        false => i64::from(c.left.bits) - 1,
    }
}

fn left_count(c: &Case, choices: &mut Choices) -> i128 {
    i128::from(choices.between("shift count", 0, room(c))) - c.b
}

fn left_excess(c: &Case, choices: &mut Choices) -> i128 {
    c.b - i128::from(choices.between("shift count", 0, room(c)))
}

fn right_count(c: &Case, choices: &mut Choices) -> i128 {
    let last = i64::from(c.left.bits) - 1;
    i128::from(choices.between("shift count", 0, last)) - c.b
}

fn right_excess(c: &Case, choices: &mut Choices) -> i128 {
    let last = i64::from(c.left.bits) - 1;
    c.b - i128::from(choices.between("shift count", 0, last))
}

/// What a negative operand lacks to one that can be shifted.
fn left_operand(c: &Case, choices: &mut Choices) -> i128 {
    let max = arith::int::max(c.left);
    let top = (max >> c.b).min(max + c.a).min(i64::MAX.into());
    i128::from(choices.between("shifted", 0, top as i64)) - c.a
}

/// Bits that may be shifted out of nothing.
fn left_mask(c: &Case, _: &mut Choices) -> i128 {
    arith::int::max(c.left) >> c.b
}
