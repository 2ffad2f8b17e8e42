//! What an operation says of the memory that it touches.

use std::cell::Cell;
use std::rc::Rc;

use elenchus_lang::target::{FloatFormat, IntType};
use elenchus_lang::types::TypeId;

use super::Reg;
use crate::memory::{Bits, Tag};
use crate::rules::padding::Hole;
use crate::value::Value;

/// What a load, store or copy touches.
#[derive(Clone, Debug)]
pub struct Access {
    pub ty: TypeId,
    /// The type without qualifiers.
    pub leaf: TypeId,
    pub size: u32,
    pub align: u32,
    pub form: Form,
    /// An initialiser may write what is const.
    pub initialises: bool,
    /// Characters, and types that may alias: 6.5p7 allows them everywhere.
    pub anything: bool,
    /// A pointer that is followed at once: that says more of what is wrong.
    pub followed: bool,
    /// A variable that is a restricted pointer.
    pub restricted: bool,
    /// The lvalue names a member of a union: any member may be read.
    pub through_union: bool,
    /// A member of a struct that a pointer points to.
    pub path: Option<Path>,
    /// What a store leaves open around it, if there is something.
    pub around: Option<Rc<[Around]>>,
    /// A number of 1, 2, 4 or 8 bytes that is not volatile, as most are.
    pub quick: bool,
    /// Who watches is told of it; then it is not quick.
    pub told: bool,
    /// How far such a number is shifted up and down again in a register, which makes
    /// the bits above it those of its sign.
    pub sign: u8,
    pub memo: Memo,
}

impl Access {
    /// An access of which nothing more is known; `leaf` is its type without
    /// qualifiers.
    #[inline(always)]
    pub fn new(ty: TypeId, leaf: TypeId, size: u32, align: u32, form: Form) -> Access {
        Access {
            ty,
            leaf,
            size,
            align,
            form,
            initialises: false,
            anything: false,
            followed: false,
            restricted: false,
            through_union: false,
            path: None,
            around: None,
            quick: form.is_plain_number(size) && !ty.is_volatile(),
            told: false,
            sign: form.sign(),
            memo: Memo::default(),
        }
    }
}

/// What was found before at this place of the code.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    /// An access that is allowed: the object's type, the offset in it, how far
    /// in the path that is, and whether it may be a store.
    pub allowed: Cell<Option<(TypeId, u64, u64, bool)>>,
    /// The tag so far in the path.
    pub tag: Cell<Option<(u64, Tag)>>,
    /// The static object that this quick access is always to, at the same place.
    pub object: Cell<Option<u32>>,
}

/// Where an lvalue starts: `p->a.b[i]` is only right if a struct of this type
/// lies where `p` points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path {
    pub record: TypeId,
    pub base: Reg,
}

/// Bytes of a struct or union that a store to a member leaves open.
#[derive(Clone, Debug)]
pub struct Around {
    /// Where the struct lies.
    pub base: Reg,
    /// It is a union, of which the member is what the bytes say now.
    pub in_union: bool,
    pub holes: Rc<[Hole]>,
}

/// How the bytes of an object make a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Int(IntType),
    Bool,
    Float(FloatFormat),
    Pointer,
    /// A bit-field: where it lies in the accessed bytes, and its declared type.
    Bits(Bits, IntType),
    /// Not a scalar: the value is the address.
    Aggregate,
}

impl Form {
    /// A number of 1, 2, 4 or 8 bytes.
    #[inline(always)]
    pub fn is_plain_number(self, size: u32) -> bool {
        matches!(self, Form::Int(_) | Form::Bool | Form::Float(_)) && matches!(size, 1 | 2 | 4 | 8)
    }

    /// The bits of a bit-field.
    pub fn field(self) -> Option<Bits> {
        match self {
            Form::Bits(field, _) => Some(field),
            _ => None,
        }
    }

    /// See [`Access::sign`].
    #[inline(always)]
    pub fn sign(self) -> u8 {
        match self {
            Form::Int(IntType { bits, signed: true }) => 64u8.saturating_sub(bits),
            _ => 0,
        }
    }
}

/// A step of pointer arithmetic.
#[derive(Clone, Copy, Debug)]
pub struct Stride {
    pub index: IntType,
    /// Bytes of an element.
    pub size: u64,
    pub negative: bool,
    /// The pointer is to the first element of an array with this many.
    pub count: Option<u64>,
    /// There must be an element there, not only the end.
    pub inside: bool,
    /// The element is accessed, not only pointed to.
    pub accessed: bool,
    /// Indices that need no wide arithmetic, and that are none that the array
    /// does not have.
    pub near: Near,
}

impl Stride {
    /// The count of an array that may be longer than it says: nothing lies before
    /// its first element, but nobody knows where it ends.
    pub const OPEN: u64 = i64::MAX as u64;
}

/// Numbers from `-below` on, so many.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    pub below: u64,
    pub count: u64,
}

impl Near {
    /// Those that are small, of an index of a type into an array of that many.
    pub fn of(index: IntType, negative: bool, count: Option<u64>) -> Near {
        const FAR: u64 = 1 << 31;
        let below = if index.signed && count.is_none() { FAR } else { 0 };
        match index.bits <= 64 && !negative {
            true => Near { below, count: count.unwrap_or(FAR).min(FAR) + below },
            false => Near { below: 0, count: 0 },
        }
    }

    #[inline(always)]
    pub fn has(self, index: Value) -> bool {
        index.hi == 0 && index.lo.wrapping_add(self.below) < self.count
    }
}

/// The bytes of a floating number that make its value: the rest is padding.
pub(crate) fn float_bytes(format: FloatFormat, size: usize) -> usize {
    match format {
        FloatFormat::X87 => size.min(10),
        _ => size,
    }
}
