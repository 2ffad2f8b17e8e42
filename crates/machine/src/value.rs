//! Values in registers.

use elenchus_lang::arith::Float;
use elenchus_lang::target::{FloatFormat, IntType};

use crate::memory::Provenance;

/// A scalar value. What it means is known from the operation that uses it:
///
/// - an integer of up to 64 bits: `lo`, extended to 64 bits by its sign;
/// - a wider integer, or a floating value: all 128 bits;
/// - a pointer: the address in `lo`, where it may point in `hi`;
/// - a struct or union: a pointer to where it lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Value {
    pub lo: u64,
    pub hi: u64,
}

impl Value {
    /// What a variable holds before it is given a value. Only variables of at
    /// most 64 bits live in registers, and no provenance has this number.
    pub const INDETERMINATE: Value = Value { lo: 0, hi: u64::MAX };

    /// A variable that was changed between `setjmp` and `longjmp`.
    pub const JUMPED: Value = Value { lo: 1, hi: u64::MAX };

    #[inline]
    pub fn int(value: i128) -> Value {
        Value { lo: value as u64, hi: 0 }
    }

    pub fn wide(bits: u128) -> Value {
        Value { lo: bits as u64, hi: (bits >> 64) as u64 }
    }

    pub fn bits(self) -> u128 {
        u128::from(self.hi) << 64 | u128::from(self.lo)
    }

    pub fn pointer(address: u64, provenance: Provenance) -> Value {
        Value { lo: address, hi: provenance.0 }
    }

    pub fn provenance(self) -> Provenance {
        Provenance(self.hi)
    }

    /// The value of an integer type, in the form that `arith::int` takes.
    #[inline]
    pub fn as_int(self, ty: IntType) -> i128 {
        match (ty.bits <= 64, ty.signed) {
            (true, true) => i128::from(self.lo as i64),
            (true, false) => i128::from(self.lo),
            (false, _) => self.bits() as i128,
        }
    }

    /// The reverse of [`Value::as_int`].
    #[inline]
    pub fn from_int(ty: IntType, value: i128) -> Value {
        if ty.bits <= 64 { Value::int(value) } else { Value::wide(value as u128) }
    }

    pub fn as_float(self, format: FloatFormat) -> Float {
        Float::from_bits(format, self.bits())
    }

    pub fn from_float(value: Float) -> Value {
        Value::wide(value.bits())
    }
}
