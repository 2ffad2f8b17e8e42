//! What cannot be shown to be safe.

use elenchus_lang::tree::ExprId;

/// An expression that may be undefined, as far as the facts go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Problem {
    pub kind: Kind,
    pub at: ExprId,
    /// In which turn of the innermost loop that is walked it was seen first, from 1 on;
    /// 0 outside of loops.
    pub turn: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// The pointer that is followed may be null.
    Null,
    /// It may have no value, or point to an object whose life has ended.
    Dangling,
    /// Nobody knows where it points.
    Stray,
    /// The value that is read may be none.
    Unset,
    /// The object is accessed by another type than it has.
    Untyped,
    /// Another member of the union may have been written last, and its bytes do not make
    /// a value of this one.
    Stale,
    /// Operands conflict whose order is open.
    Order,
    /// Of two accesses to volatile objects it is open which is first.
    Volatile,
    /// The objects of an assignment may overlap.
    Overlap,
    /// What is written may be constant.
    Constant,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Dangling => "dangling",
            Kind::Stray => "stray",
            Kind::Unset => "unset",
            Kind::Untyped => "untyped",
            Kind::Stale => "stale",
            Kind::Order => "order",
            Kind::Volatile => "volatile",
            Kind::Overlap => "overlap",
            Kind::Constant => "constant",
        }
    }
}
