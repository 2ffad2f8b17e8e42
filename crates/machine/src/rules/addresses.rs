//! Integers that are whole addresses.
//!
//! What an address is, C leaves open, but not everything about it: it is not zero, two
//! objects do not have the same one, and two addresses in one object are as far apart as
//! their pointers. So an integer of 64 bits that was made of a pointer, or differs from
//! such a one by a known number, remembers the object, in place of the mask of open bits
//! that other integers carry ([`super::taint`]). What cannot be told from that has the
//! bits of an address as its open bits.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::target::IntType;

use crate::Machine;
use crate::memory::{ADDRESS_BITS, Object, Provenance};
use crate::value::Value;

/// Set in `hi`, where a mask never has it, together with the two below.
const WHOLE: u64 = 1 << 63;
/// How many of the lowest bits are known, as the object's alignment says.
const KNOWN: u32 = 56;
const OBJECT: u64 = (1 << Provenance::BITS) - 1;

/// The open bits, if the value is a whole address.
#[inline]
pub fn open_bits(value: Value) -> Option<u64> {
    is_whole(value).then(|| u64::MAX << (value.hi >> KNOWN & 63) & ADDRESS_BITS)
}

#[inline]
pub fn is_whole(value: Value) -> bool {
    value.hi & WHOLE != 0
}

/// The pointer that it was made of, wherever it leads now.
fn pointer(value: Value) -> Value {
    Value { lo: value.lo, hi: value.hi & OBJECT }
}

/// The same without what lies in the bits that no address has, as those of a NaN.
fn bare(value: Value) -> Value {
    Value { lo: value.lo & ADDRESS_BITS, hi: value.hi }
}

/// The same object, and another address.
fn moved(value: Value, to: u64) -> Value {
    Value { lo: to, hi: value.hi }
}

impl Machine {
    /// Which integers can be one: those as wide as an address, where that is 64 bits.
    pub(crate) fn holds_address(&self, ty: IntType) -> bool {
        ty.bits == 64 && self.memory.word() == 8
    }

    /// The integer that a pointer with these open bits is.
    pub(crate) fn whole_address(&self, pointer: Value, open: u64) -> Value {
        let known = u64::from(open.trailing_zeros());
        Value { lo: pointer.lo, hi: WHOLE | known << KNOWN | pointer.hi & OBJECT }
    }

    /// How it lies in memory.
    pub(crate) fn stored_address(&self, ty: IntType, value: Value) -> Option<Value> {
        let is_one = is_whole(value) && self.holds_address(ty);
        is_one.then(|| Value::pointer(value.lo, pointer(value).provenance().as_number()))
    }

    /// An operation on two words, where whole addresses say what comes of it.
    #[cold]
    pub(crate) fn address_binary(
        &self,
        op: BinaryOp,
        ty: IntType,
        a: Value,
        b: Value,
        result: u64,
    ) -> Option<Value> {
        if !self.holds_address(ty) {
            return None;
        }
        let plain = Some(Value { lo: result, hi: 0 });
        match (open_bits(a), open_bits(b)) {
            (Some(_), Some(_)) if a.hi == b.hi => match op {
                BinaryOp::Sub | BinaryOp::Eq | BinaryOp::Ne => plain,
                // No object lies across the ends of the address space.
                _ if op.is_comparison() => {
                    self.object_around(a, true)?;
                    self.object_around(b, true)?;
                    plain
                }
                _ => None,
            },
            (Some(_), Some(_)) if matches!(op, BinaryOp::Eq | BinaryOp::Ne) => {
                let (a, b) = (bare(a), bare(b));
                self.object_around(a, false)?;
                self.object_around(b, false)?;
                self.are_apart(pointer(a), pointer(b)).then_some(plain)?
            }
            (Some(open), None) if b.hi == 0 => self.with_known(op, ty, a, b.lo, open, result),
            (None, Some(_)) if op == BinaryOp::Sub => None,
            (None, Some(open)) if a.hi == 0 => self.with_known(op, ty, b, a.lo, open, result),
            _ => None,
        }
    }

    /// With a number that is known.
    fn with_known(
        &self,
        op: BinaryOp,
        ty: IntType,
        address: Value,
        known: u64,
        open: u64,
        result: u64,
    ) -> Option<Value> {
        let keeps = match op {
            // Outside of the object nobody knows what is carried to where.
            BinaryOp::Add | BinaryOp::Sub => {
                self.object_around(bare(moved(address, result)), true).is_some()
            }
            BinaryOp::And => known & open == open,
            BinaryOp::Or | BinaryOp::Xor => known & open == 0,
            _ => false,
        };
        if keeps {
            return Some(moved(address, result));
        }
        let by_zero = op.is_comparison() && known == 0;
        let told = matches!(op, BinaryOp::Eq | BinaryOp::Ne) || !ty.signed;
        (by_zero && told && self.is_not_zero(address)).then_some(Value { lo: result, hi: 0 })
    }

    /// Whether an integer is certainly not zero, being an address in an object.
    pub(crate) fn is_not_zero(&self, value: Value) -> bool {
        self.object_around(value, true).is_some()
    }

    /// The object that the address is still in, or one past the end.
    fn object_around(&self, value: Value, or_past: bool) -> Option<&Object> {
        if !is_whole(value) {
            return None;
        }
        let (_, object) = self.memory.object_of(pointer(value).provenance())?;
        let at = value.lo.checked_sub(object.address)?;
        let inside = at < object.plan.size || or_past && at == object.plan.size;
        inside.then_some(object)
    }
}
