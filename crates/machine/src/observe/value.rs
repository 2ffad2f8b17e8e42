//! Values as observers see them.

use elenchus_lang::arith::{self, Float};
use elenchus_lang::target::{FloatFormat, IntKind, IntType};
use elenchus_lang::tree::DeclId;
use elenchus_lang::types::{TypeId, TypeKind};

use super::ObjectId;
use crate::Machine;
use crate::code::float_bytes;
use crate::memory::{Bits, Kind, Look, Place, Provenance};
use crate::rules::taint;
use crate::value::Value;

/// What an object or an expression holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Held {
    /// No value: it has none yet, or none any more.
    Nothing,
    /// An integer, in the form that `lang::arith` takes. C leaves the bits in `open`
    /// to the implementation, as those of an address that was made a number.
    Int {
        value: i128,
        open: u128,
    },
    Float(Float),
    /// A floating value of which C does not say all bits.
    OpenFloat,
    Pointer(Pointer),
    /// It is no scalar: its parts have values.
    Parts,
}

/// Where a pointer points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointer {
    Null,
    /// So far from the start of an object; it may be just behind it.
    Object {
        id: ObjectId,
        decl: Option<DeclId>,
        offset: i64,
    },
    Function(DeclId),
    Label,
    /// To an object whose life has ended.
    Gone,
    /// An address that belongs to no object.
    Address(u64),
}

/// How the bytes of an object make a value.
#[derive(Clone, Copy)]
enum Scalar {
    Int(IntType),
    Float(FloatFormat),
    Pointer,
}

impl Machine {
    fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        Some(match self.p.types.kind(ty) {
            TypeKind::Float(kind) => Scalar::Float(self.p.target.float_format(kind)),
            TypeKind::Pointer(_) => Scalar::Pointer,
            TypeKind::Int(IntKind::Bool) => Scalar::Int(IntType { bits: 8, signed: false }),
            _ => Scalar::Int(self.p.target.int_type(self.p.types.int_kind(ty)?)),
        })
    }

    /// The value of a type in a register.
    pub(super) fn held(&self, value: Value, ty: TypeId) -> Held {
        match self.scalar(ty) {
            None => Held::Parts,
            Some(Scalar::Float(format)) => Held::Float(value.as_float(format)),
            Some(Scalar::Pointer) => Held::Pointer(self.pointed(value)),
            Some(Scalar::Int(int)) if int.bits > 64 => {
                Held::Int { value: value.as_int(int), open: 0 }
            }
            // No mask is all ones: that is a register without a value.
            Some(Scalar::Int(_)) if value.hi == u64::MAX => Held::Nothing,
            Some(Scalar::Int(int)) => {
                let ones = u128::MAX >> (128 - u32::from(int.bits));
                let open = u128::from(taint::of(value)) & ones;
                Held::Int { value: value.as_int(int), open }
            }
        }
    }

    /// What an object of a type holds whose bytes are inside of an object.
    pub(super) fn held_at(
        &self,
        place: Place,
        size: usize,
        ty: TypeId,
        field: Option<Bits>,
    ) -> Held {
        match (self.scalar(ty), field) {
            (None, _) => Held::Parts,
            (Some(Scalar::Int(int)), Some(field)) => {
                let bytes = usize::from((field.start + field.width).div_ceil(8));
                let narrow = IntType { bits: field.width, signed: int.signed };
                held_int(self.memory.look_bits(place, bytes, field), narrow)
            }
            (Some(Scalar::Int(int)), None) => held_int(self.memory.look(place, size), int),
            (Some(Scalar::Pointer), _) => match self.memory.look_pointer(place) {
                Some(value) => Held::Pointer(self.pointed(value)),
                None => Held::Nothing,
            },
            (Some(Scalar::Float(format)), _) => {
                let size = float_bytes(format, size);
                let look = self.memory.look(place, size);
                match (is_known(look, 8 * size as u32), look.open) {
                    (false, _) => Held::Nothing,
                    (true, 0) => Held::Float(Float::from_bits(format, look.bits)),
                    (true, _) => Held::OpenFloat,
                }
            }
        }
    }

    fn pointed(&self, pointer: Value) -> Pointer {
        match pointer.provenance() {
            Provenance::NONE if pointer.lo == 0 => Pointer::Null,
            Provenance::NONE => Pointer::Address(pointer.lo),
            Provenance::LABEL => Pointer::Label,
            provenance => match self.memory.live_object(provenance) {
                None => Pointer::Gone,
                Some(object) => match (object.plan.kind, object.plan.decl) {
                    (Kind::Function, Some(decl)) => Pointer::Function(decl),
                    (_, decl) => Pointer::Object {
                        id: ObjectId(object.birth),
                        decl,
                        offset: pointer.lo.wrapping_sub(object.address) as i64,
                    },
                },
            },
        }
    }
}

fn held_int(look: Look, int: IntType) -> Held {
    match is_known(look, int.bits.into()) {
        true => Held::Int { value: arith::int::wrap(int, look.bits as i128), open: look.open },
        false => Held::Nothing,
    }
}

/// Whether all bits of a number have a value.
fn is_known(look: Look, bits: u32) -> bool {
    let ones = u128::MAX >> (128 - bits.clamp(1, 128));
    look.known & ones == ones
}
