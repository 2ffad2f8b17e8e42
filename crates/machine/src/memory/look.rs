//! What bytes hold, for those who only look: nothing is exposed or otherwise changed
//! by it, and nothing goes wrong.

use super::log::words;
use super::transfer::{field_shift, gather, low_bits, scatter};
use super::{Bits, Memory, Place, Provenance};
use crate::value::Value;

/// The number in up to 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    pub bits: u128,
    /// Which of the bits have a value.
    pub known: u128,
    /// Which of them C leaves open.
    pub open: u128,
}

impl Memory {
    /// The object at a place of the table, if it still is the one that was made then.
    pub fn born(&self, object: usize, birth: u64) -> Option<&super::Object> {
        self.objects.get(object).filter(|found| found.live && found.birth == birth)
    }

    /// The number at a place that is inside its object.
    pub fn look(&self, place: Place, size: usize) -> Look {
        let (endian, c) = (self.order.endian, &self.objects[place.object].contents);
        let range = place.offset..place.offset + size;
        let shadow = |bytes: &[u8], else_all: u8| match bytes.get(range.clone()) {
            Some(bytes) => gather(bytes, endian),
            None => gather(&[else_all; 16][..size], endian),
        };
        Look {
            bits: gather(&c.bytes[range.clone()], endian),
            known: shadow(&c.masks, 0xff),
            open: shadow(&c.taints, 0) | self.address_bits(place, size),
        }
    }

    /// The same of a bit-field in so many bytes.
    pub fn look_bits(&self, place: Place, size: usize, field: Bits) -> Look {
        let (shift, ones) = (field_shift(size, field, self.order.endian), low_bits(field.width));
        let Look { bits, known, open } = self.look(place, size);
        let part = |of: u128| of >> shift & ones;
        Look { bits: part(bits), known: part(known), open: part(open) }
    }

    /// The pointer at a place that is inside its object; nothing where it has no value.
    pub fn look_pointer(&self, place: Place) -> Option<Value> {
        let word = self.order.word;
        let c = &self.objects[place.object].contents;
        if !c.is_initialised(place.offset, word) {
            return None;
        }
        let address = gather(&c.bytes[place.offset..place.offset + word], self.order.endian) as u64;
        let stored = match place.offset % word {
            0 => c.pointers.get(place.offset / word).copied().unwrap_or_default(),
            _ => Provenance::NONE,
        };
        let is_number = stored == Provenance::NONE || stored.is_number();
        let provenance = match is_number {
            true if address == 0 => Provenance::NONE,
            true => self.exposed_at(address),
            false => stored,
        };
        Some(Value::pointer(address, provenance))
    }

    /// Bits of the addresses of pointers that lie in these bytes.
    fn address_bits(&self, place: Place, size: usize) -> u128 {
        let (endian, word) = (self.order.endian, self.order.word);
        let c = &self.objects[place.object].contents;
        if c.pointers.is_empty() {
            return 0;
        }
        let mut open = [0; 16];
        for w in words(place.offset, size, word, c) {
            let pointer = Value::pointer(0, c.pointers[w]);
            let mut bytes = [0; 16];
            scatter(&mut bytes[..word], self.address_taint(pointer).into(), endian);
            for (i, &byte) in bytes[..word].iter().enumerate() {
                let at = (w * word + i).wrapping_sub(place.offset);
                if at < size {
                    open[at] |= byte;
                }
            }
        }
        gather(&open[..size], endian)
    }
}
