//! Reading and writing the bytes of checked places.

use elenchus_lang::target::Endian;
use elenchus_lang::undefined::Undefined;

use super::{Fragment, Memory, Object, Place, Provenance};
use crate::stop::Stop;
use crate::value::Value;

/// A run of bits in a struct, as `lang::layout` numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits {
    /// From the first bit of the bytes that were accessed.
    pub start: u8,
    pub width: u8,
}

impl Memory {
    /// The bits of `size` bytes, all of them initialised.
    #[inline]
    pub fn read(&self, place: Place, size: usize, endian: Endian) -> Result<u128, Stop> {
        let object = &self.objects[place.object];
        if !object.is_initialised(place.offset, size) {
            return Err(uninitialised());
        }
        Ok(gather(&object.bytes[place.offset..place.offset + size], endian))
    }

    #[inline]
    pub fn write(&mut self, place: Place, size: usize, bits: u128, endian: Endian) {
        let object = &mut self.objects[place.object];
        scatter(&mut object.bytes[place.offset..place.offset + size], bits, endian);
        object.initialise(place.offset, size);
        object.drop_fragments(place.offset, size);
    }

    /// A pointer: its bytes, and a provenance only if they are the bytes of
    /// one pointer in their order.
    pub fn read_pointer(&self, place: Place, size: usize, endian: Endian) -> Result<Value, Stop> {
        let address = self.read(place, size, endian)? as u64;
        let object = &self.objects[place.object];
        Ok(Value::pointer(address, pointer_provenance(object, place.offset, size)))
    }

    pub fn write_pointer(&mut self, place: Place, size: usize, pointer: Value, endian: Endian) {
        self.write(place, size, u128::from(pointer.lo), endian);
        let provenance = pointer.provenance();
        if provenance == Provenance::NONE {
            return;
        }
        let object = &mut self.objects[place.object];
        for i in 0..size {
            let fragment = Fragment { provenance, index: i as u8 };
            object.fragments.insert((place.offset + i) as u32, fragment);
        }
    }

    /// A bit-field in `size` bytes; only its own bits need a value.
    pub fn read_bits(
        &self,
        place: Place,
        size: usize,
        field: Bits,
        endian: Endian,
    ) -> Result<u128, Stop> {
        let object = &self.objects[place.object];
        let range = place.offset..place.offset + size;
        let shift = field_shift(size, field, endian);
        let ones = low_bits(field.width);
        if !object.masks.is_empty() {
            let mask = gather(&object.masks[range.clone()], endian);
            if mask >> shift & ones != ones {
                return Err(uninitialised());
            }
        }
        Ok(gather(&object.bytes[range], endian) >> shift & ones)
    }

    pub fn write_bits(
        &mut self,
        place: Place,
        size: usize,
        field: Bits,
        value: u128,
        endian: Endian,
    ) {
        let object = &mut self.objects[place.object];
        let range = place.offset..place.offset + size;
        let shift = field_shift(size, field, endian);
        let ones = low_bits(field.width) << shift;
        let old = gather(&object.bytes[range.clone()], endian);
        let new = old & !ones | (value << shift) & ones;
        scatter(&mut object.bytes[range.clone()], new, endian);
        if !object.masks.is_empty() {
            let mask = gather(&object.masks[range.clone()], endian) | ones;
            scatter(&mut object.masks[range], mask, endian);
        }
        object.drop_fragments(place.offset, size);
    }

    /// Copies bytes with all that they carry: what is not initialised stays
    /// so, and pointers stay pointers. The ranges may overlap.
    pub fn copy(&mut self, to: Place, from: Place, size: usize) {
        let source = &self.objects[from.object];
        let bytes = source.bytes[from.offset..from.offset + size].to_vec();
        let masks = match source.masks.is_empty() {
            true => Vec::new(),
            false => source.masks[from.offset..from.offset + size].to_vec(),
        };
        let fragments: Vec<(usize, Fragment)> = match source.fragments.is_empty() {
            true => Vec::new(),
            false => (0..size)
                .filter_map(|i| source.fragments.get(&((from.offset + i) as u32)).map(|f| (i, *f)))
                .collect(),
        };
        let types: Vec<(u32, elenchus_lang::types::TypeId)> = source
            .effective
            .iter()
            .filter(|(o, _)| (from.offset..from.offset + size).contains(&(**o as usize)))
            .map(|(o, t)| (*o - from.offset as u32, *t))
            .collect();
        let target = &mut self.objects[to.object];
        target.bytes[to.offset..to.offset + size].copy_from_slice(&bytes);
        if !masks.is_empty() && target.masks.is_empty() {
            target.masks = vec![0xff; target.bytes.len()];
        }
        match masks.is_empty() {
            true => target.initialise(to.offset, size),
            false => target.masks[to.offset..to.offset + size].copy_from_slice(&masks),
        }
        target.drop_fragments(to.offset, size);
        for (i, fragment) in fragments {
            target.fragments.insert((to.offset + i) as u32, fragment);
        }
        if target.ty.is_none() {
            target.effective.retain(|o, _| !(to.offset..to.offset + size).contains(&(*o as usize)));
            target.effective.extend(types.into_iter().map(|(o, t)| (o + to.offset as u32, t)));
        }
    }
}

fn uninitialised() -> Stop {
    Stop::undefined(Undefined::Uninitialised, "the object has no value yet")
}

fn pointer_provenance(object: &Object, offset: usize, size: usize) -> Provenance {
    if object.fragments.is_empty() {
        return Provenance::NONE;
    }
    let Some(first) = object.fragments.get(&(offset as u32)) else { return Provenance::NONE };
    let whole = (0..size).all(|i| {
        let expected = Fragment { provenance: first.provenance, index: i as u8 };
        object.fragments.get(&((offset + i) as u32)) == Some(&expected)
    });
    if whole { first.provenance } else { Provenance::NONE }
}

fn low_bits(width: u8) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// How far the field's last bit is from the end of the number that its bytes
/// make: memory order counts from the other side on a big-endian machine.
fn field_shift(size: usize, field: Bits, endian: Endian) -> u32 {
    match endian {
        Endian::Little => field.start.into(),
        Endian::Big => (size * 8) as u32 - u32::from(field.start) - u32::from(field.width),
    }
}

#[inline]
fn gather(bytes: &[u8], endian: Endian) -> u128 {
    let mut buffer = [0; 16];
    buffer[..bytes.len()].copy_from_slice(bytes);
    match endian {
        Endian::Little => u128::from_le_bytes(buffer),
        Endian::Big => u128::from_be_bytes(buffer) >> (8 * (16 - bytes.len())),
    }
}

#[inline]
fn scatter(bytes: &mut [u8], bits: u128, endian: Endian) {
    let size = bytes.len();
    match endian {
        Endian::Little => bytes.copy_from_slice(&bits.to_le_bytes()[..size]),
        Endian::Big => bytes.copy_from_slice(&bits.to_be_bytes()[16 - size..]),
    }
}
