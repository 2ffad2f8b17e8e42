//! What the variables of a program that is being written hold now.

use elenchus_lang::tree::DeclId;

use crate::Machine;
use crate::memory::{Bits, Place, UNTAGGED};

/// A place in a living object. It means something until the machine goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LivePlace {
    object: usize,
    pub offset: u64,
}

impl LivePlace {
    /// The place so many bytes further on.
    pub fn plus(self, bytes: u64) -> LivePlace {
        LivePlace { object: self.object, offset: self.offset.wrapping_add(bytes) }
    }
}

/// A number in a living object.
#[derive(Clone, Copy, Debug)]
pub struct LiveNumber {
    pub spot: LivePlace,
    /// Its bytes; for a bit-field where its bits begin, from the place on, and how
    /// many they are.
    pub form: NumberForm,
}

/// Where the bits of a number are.
#[derive(Clone, Copy, Debug)]
pub enum NumberForm {
    Bytes(u8),
    Bits { start: u64, width: u8 },
}

/// A number that an object gets when it is made, and where in it.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    pub offset: u64,
    pub form: NumberForm,
    pub bits: u128,
}

impl Machine {
    /// Where a variable lies that is visible in the frame on top.
    pub fn spot_of(&self, decl: DeclId) -> Option<LivePlace> {
        let pointer = self.address_of(decl)?;
        let (object, _) = self.memory.object_of(pointer.provenance())?;
        Some(LivePlace { object, offset: 0 })
    }

    /// The number at a place. Nothing if it has no value, or one that C does
    /// not specify.
    pub fn bits_at(&mut self, spot: LivePlace, size: usize) -> Option<u128> {
        let place = self.place(spot, size)?;
        if let Some(bits) = self.memory.read_plain(place, size) {
            return Some(bits.into());
        }
        let (bits, taint) = self.memory.read(place, size).ok()?;
        (taint == 0).then_some(bits)
    }

    /// The bits of a bit-field; `start` counts from the place.
    pub fn field_bits_at(&mut self, spot: LivePlace, start: u64, width: u8) -> Option<u128> {
        let spot = spot.plus(start / 8);
        let start = (start % 8) as u8;
        let size = usize::from((start + width).div_ceil(8));
        let place = self.place(spot, size)?;
        let (bits, taint) = self.memory.read_bits(place, size, Bits { start, width }).ok()?;
        (taint == 0).then_some(bits)
    }

    /// Where the pointer at a place points.
    pub fn pointer_at(&mut self, spot: LivePlace) -> Option<LivePlace> {
        let size = usize::from(self.p.target.pointer.size);
        let place = self.place(spot, size)?;
        let pointer = self.memory.read_pointer(place).ok()?;
        let (object, found) = self.memory.object_of(pointer.provenance())?;
        Some(LivePlace { object, offset: pointer.lo.wrapping_sub(found.address) })
    }

    /// Writes a number, unless it is one that is written only once or of whose
    /// bytes more than their values is known.
    pub(super) fn put_bits(&mut self, to: LiveNumber, bits: u128) -> bool {
        let Some(object) = self.memory.objects.get(to.spot.object) else { return false };
        let is_plain = !object.plan.read_only && !object.plan.tracks;
        is_plain && !self.is_alert() && self.write_bits(to, bits)
    }

    /// The same for an object that is just being made.
    pub(super) fn write_bits(&mut self, to: LiveNumber, bits: u128) -> bool {
        let (spot, size, field) = match to.form {
            NumberForm::Bytes(size) => (to.spot, usize::from(size), None),
            NumberForm::Bits { start, width } => {
                let field = Bits { start: (start % 8) as u8, width };
                let size = usize::from((field.start + width).div_ceil(8));
                (to.spot.plus(start / 8), size, Some(field))
            }
        };
        let Some(place) = self.place(spot, size) else { return false };
        match field {
            Some(field) => self.memory.write_bits(place, size, field, bits, 0),
            None => self.memory.write(place, size, bits, 0, UNTAGGED),
        }
        true
    }

    /// Gives zeros to the first bytes of an object.
    pub(super) fn zero(&mut self, spot: LivePlace, size: u64) {
        if let Some(place) = self.place(spot, size as usize) {
            self.worked(size);
            self.memory.fill(place, size as usize, 0);
        }
    }

    fn place(&self, spot: LivePlace, size: usize) -> Option<Place> {
        let object = self.memory.objects.get(spot.object)?;
        let offset = usize::try_from(spot.offset).ok()?;
        let end = offset.checked_add(size)?;
        let inside = object.live && end <= object.contents.bytes.len();
        inside.then_some(Place { object: spot.object, offset })
    }
}
