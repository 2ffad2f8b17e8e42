//! C's arithmetic: the one place that knows its operators and conversions.
//!
//! - [`int`]: operators on integers of 1 to 128 bits;
//! - [`float`]: operators on binary floating values, bit for bit; beside it
//!   their conversions, and floating constants as text;
//! - [`convert`]: integer promotions and usual arithmetic conversions.
//!
//! The operators work on operands *after* the conversions, as C does: the
//! two of a binary operator have the same type, apart from shifts.

pub mod convert;
pub mod float;
mod float_convert;
pub mod int;
mod literal;

pub use convert::{promote, promote_bitfield, usual_float, usual_int};
pub use float::Float;

/// A binary operator that computes a value from two values. `&&`, `||` and
/// the comma are control flow, and not here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
}

/// A unary operator that computes a value from a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum UnaryOp {
    /// Promotes its operand and leaves it.
    Plus,
    Neg,
    BitNot,
    /// `!`: 1 if the operand compares equal to 0.
    Not,
}

impl BinaryOp {
    pub const ALL: [BinaryOp; 16] = {
        use BinaryOp::*;
        [Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor, Lt, Gt, Le, Ge, Eq, Ne]
    };

    /// As it is written in C.
    pub fn symbol(self) -> &'static str {
        const SYMBOLS: [&str; 16] =
            ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", ">", "<=", ">=", "==", "!="];
        SYMBOLS[self as usize]
    }

    /// The result is an `int`, 0 or 1.
    #[inline]
    pub fn is_comparison(self) -> bool {
        self >= BinaryOp::Lt
    }

    /// The operands are promoted one by one, and the result has the type of
    /// the left one.
    #[inline]
    pub fn is_shift(self) -> bool {
        matches!(self, BinaryOp::Shl | BinaryOp::Shr)
    }

    /// The operands may be of floating type.
    pub fn is_for_floats(self) -> bool {
        use BinaryOp::*;
        matches!(self, Add | Sub | Mul | Div) || self.is_comparison()
    }
}

impl UnaryOp {
    pub const ALL: [UnaryOp; 4] = [UnaryOp::Plus, UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Not];

    /// As it is written in C.
    pub fn symbol(self) -> &'static str {
        ["+", "-", "~", "!"][self as usize]
    }
}
