//! Expressions with two operands left open, as data.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::tree::UnaryOp;

/// What an operation is replaced by. `A` and `B` are its operands, converted
/// as the operation converts them.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    A,
    B,
    Number(Number),
    Unary(UnaryOp, &'static Form),
    Binary(BinaryOp, &'static Form, &'static Form),
    Both(&'static Form, &'static Form),
    Either(&'static Form, &'static Form),
    If(&'static Form, &'static Form, &'static Form),
    Cast(Type, &'static Form),
}

/// A type, seen from the operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// The type of its result.
    Result,
    /// The unsigned type of the same width.
    Unsigned,
    /// A signed type of at least twice the width.
    Wide,
    /// The unsigned type of the second operand's width.
    UnsignedRight,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// An `int`.
    Small(i8),
    /// Of the type of the result.
    Min,
    Max,
    /// One less than the width of the result, an `int`.
    LastBit,
    /// The width of the result, an `int`.
    Width,
    /// Any number of the result's type.
    Free,
    /// What the row computes from the values, in the type of the first or
    /// second operand.
    FixA,
    FixB,
}

/// Who makes an expression of a form.
pub trait Maker {
    type Expr: Copy;

    fn number(&mut self, number: Number) -> Self::Expr;
    fn unary(&mut self, op: UnaryOp, a: Self::Expr) -> Self::Expr;
    fn binary(&mut self, op: BinaryOp, a: Self::Expr, b: Self::Expr) -> Self::Expr;
    fn logical(&mut self, and: bool, a: Self::Expr, b: Self::Expr) -> Self::Expr;
    fn conditional(&mut self, c: Self::Expr, a: Self::Expr, b: Self::Expr) -> Self::Expr;
    fn cast(&mut self, ty: Type, a: Self::Expr) -> Self::Expr;
    /// Another copy of an operand.
    fn again(&mut self, operand: Self::Expr) -> Self::Expr;
}

impl Form {
    /// Makes the expression. The first mention of an operand takes it, every
    /// other a copy.
    pub fn make<M: Maker>(&self, maker: &mut M, a: M::Expr, b: M::Expr) -> M::Expr {
        self.fill(
            maker,
            &mut Operand { expr: a, used: false },
            &mut Operand { expr: b, used: false },
        )
    }

    fn fill<M: Maker>(
        &self,
        m: &mut M,
        a: &mut Operand<M::Expr>,
        b: &mut Operand<M::Expr>,
    ) -> M::Expr {
        match *self {
            Form::A => a.take(m),
            Form::B => b.take(m),
            Form::Number(number) => m.number(number),
            Form::Unary(op, x) => {
                let x = x.fill(m, a, b);
                m.unary(op, x)
            }
            Form::Binary(op, x, y) => {
                let (x, y) = (x.fill(m, a, b), y.fill(m, a, b));
                m.binary(op, x, y)
            }
            Form::Both(x, y) => {
                let (x, y) = (x.fill(m, a, b), y.fill(m, a, b));
                m.logical(true, x, y)
            }
            Form::Either(x, y) => {
                let (x, y) = (x.fill(m, a, b), y.fill(m, a, b));
                m.logical(false, x, y)
            }
            Form::If(c, x, y) => {
                let (c, x, y) = (c.fill(m, a, b), x.fill(m, a, b), y.fill(m, a, b));
                m.conditional(c, x, y)
            }
            Form::Cast(ty, x) => {
                let x = x.fill(m, a, b);
                m.cast(ty, x)
            }
        }
    }

    /// How many operators it has.
    pub fn operators(&self) -> u32 {
        match *self {
            Form::A | Form::B | Form::Number(_) => 0,
            Form::Unary(_, x) | Form::Cast(_, x) => 1 + x.operators(),
            Form::Binary(_, x, y) | Form::Both(x, y) | Form::Either(x, y) => {
                1 + x.operators() + y.operators()
            }
            Form::If(c, x, y) => 1 + c.operators() + x.operators() + y.operators(),
        }
    }

    pub fn mentions(&self, wanted: Type) -> bool {
        match *self {
            Form::A | Form::B | Form::Number(_) => false,
            Form::Unary(_, x) => x.mentions(wanted),
            Form::Cast(ty, x) => ty == wanted || x.mentions(wanted),
            Form::Binary(_, x, y) | Form::Both(x, y) | Form::Either(x, y) => {
                x.mentions(wanted) || y.mentions(wanted)
            }
            Form::If(c, x, y) => [c, x, y].iter().any(|form| form.mentions(wanted)),
        }
    }
}

struct Operand<E> {
    expr: E,
    used: bool,
}

impl<E: Copy> Operand<E> {
    fn take<M: Maker<Expr = E>>(&mut self, maker: &mut M) -> E {
        match std::mem::replace(&mut self.used, true) {
            false => self.expr,
            true => maker.again(self.expr),
        }
    }
}
