//! What the variables of a program that is being written hold now.

use elenchus_lang::tree::DeclId;

use super::Machine;
use crate::memory::{Bits, Place};

/// A place in a living object. It means something until the machine goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    object: usize,
    pub offset: u64,
}

impl Spot {
    /// The place so many bytes further on.
    pub fn plus(self, bytes: u64) -> Spot {
        Spot { object: self.object, offset: self.offset.wrapping_add(bytes) }
    }
}

impl Machine {
    /// Where a variable lies that is visible in the frame on top.
    pub fn spot_of(&self, decl: DeclId) -> Option<Spot> {
        let pointer = self.address_of(decl)?;
        let (object, _) = self.memory.object_of(pointer.provenance())?;
        Some(Spot { object, offset: 0 })
    }

    /// The number at a place. Nothing if it has no value, or one that C does
    /// not specify.
    pub fn bits_at(&mut self, spot: Spot, size: usize) -> Option<u128> {
        let place = self.place(spot, size)?;
        if let Some(bits) = self.memory.read_plain(place, size) {
            return Some(bits.into());
        }
        let (bits, taint) = self.memory.read(place, size).ok()?;
        (taint == 0).then_some(bits)
    }

    /// The bits of a bit-field; `start` counts from the place.
    pub fn field_bits_at(&mut self, spot: Spot, start: u64, width: u8) -> Option<u128> {
        let spot = spot.plus(start / 8);
        let start = (start % 8) as u8;
        let size = usize::from((start + width).div_ceil(8));
        let place = self.place(spot, size)?;
        let (bits, taint) = self.memory.read_bits(place, size, Bits { start, width }).ok()?;
        (taint == 0).then_some(bits)
    }

    /// Where the pointer at a place points.
    pub fn pointer_at(&mut self, spot: Spot) -> Option<Spot> {
        let size = usize::from(self.p.target.pointer.size);
        let place = self.place(spot, size)?;
        let pointer = self.memory.read_pointer(place).ok()?;
        let (object, found) = self.memory.object_of(pointer.provenance())?;
        Some(Spot { object, offset: pointer.lo.wrapping_sub(found.address) })
    }

    fn place(&self, spot: Spot, size: usize) -> Option<Place> {
        let object = self.memory.objects.get(spot.object)?;
        let offset = usize::try_from(spot.offset).ok()?;
        let end = offset.checked_add(size)?;
        let inside = object.live && end <= object.contents.bytes.len();
        inside.then_some(Place { object: spot.object, offset })
    }
}
