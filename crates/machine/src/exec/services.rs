//! What the library asks of the machine.

use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use super::{Machine, taint};
use crate::memory::Place;
use crate::stop::{Limit, Stop};
use crate::value::Value;

impl Machine {
    /// One byte, which must have a value.
    pub(crate) fn byte_at(&mut self, pointer: Value) -> Result<u8, Stop> {
        let place = self.memory.access(pointer, 1, 1)?;
        self.note_library(place, 1, false);
        let (byte, taint) = self.memory.read(place, 1)?;
        if taint != 0 {
            return Err(taint::unspecified());
        }
        Ok(byte as u8)
    }

    pub(crate) fn bytes_at(&mut self, pointer: Value, size: u64) -> Result<Vec<u8>, Stop> {
        let place = self.memory.access(pointer, size, 1)?;
        self.note_library(place, size, false);
        let (offset, size) = (place.offset, size as usize);
        let contents = &self.memory.objects[place.object].contents;
        if !contents.is_initialised(offset, size) {
            return Err(Stop::undefined(Undefined::Uninitialised, "some bytes have no value yet"));
        }
        if contents.is_tainted(offset, size) || self.memory.holds_pointers(place, size) {
            return Err(taint::unspecified());
        }
        Ok(contents.bytes[offset..offset + size].to_vec())
    }

    /// Writes bytes that a library function makes.
    pub(crate) fn put_bytes(&mut self, pointer: Value, bytes: &[u8]) -> Result<(), Stop> {
        let place = self.memory.access(pointer, bytes.len() as u64, 1)?;
        self.check_write(place)?;
        self.note_library(place, bytes.len() as u64, true);
        self.memory.put(place, bytes);
        Ok(())
    }

    /// A string without its zero, or its first `most` bytes.
    pub(crate) fn string_at(&mut self, pointer: Value, most: u64) -> Result<Vec<u8>, Stop> {
        let mut bytes = Vec::new();
        let mut at = pointer;
        while (bytes.len() as u64) < most {
            let byte = match self.byte_at(at) {
                Ok(byte) => byte,
                Err(Stop::Undefined(Undefined::OnePastAccess, _)) if !bytes.is_empty() => {
                    let detail = "the string does not end in its object";
                    return Err(Stop::undefined(Undefined::UnterminatedString, detail));
                }
                Err(stop) => return Err(stop),
            };
            if byte == 0 {
                break;
            }
            bytes.push(byte);
            at.lo = at.lo.wrapping_add(1);
        }
        Ok(bytes)
    }

    /// An argument of a library function must not depend on an address.
    pub(crate) fn check_determined(&self, value: Value, ty: TypeId) -> Result<(), Stop> {
        match self.p.types.int_kind(ty) {
            Some(kind) if self.p.target.int_type(kind).bits <= 64 => taint::check(value),
            _ => Ok(()),
        }
    }

    /// Writing must be allowed there at all.
    pub(crate) fn check_write(&self, place: Place) -> Result<(), Stop> {
        match self.memory.objects[place.object].plan.read_only {
            false => Ok(()),
            true => Err(self.read_only(place)),
        }
    }

    pub(crate) fn store_whole(
        &mut self,
        pointer: Value,
        value: Value,
        ty: TypeId,
    ) -> Result<(), Stop> {
        let access = self.whole_access(ty)?;
        let base = self.frames.last().map_or(0, |frame| frame.base);
        self.store(base, pointer, value, &crate::code::Access { initialises: false, ..access })
    }

    /// Memory of `alloca` goes when the function returns.
    pub(crate) fn keep_until_return(&mut self, value: Value) {
        self.allocas.push(value);
    }

    pub(crate) fn output_room(&self) -> usize {
        self.limits.output.saturating_sub(self.output.len())
    }

    /// 1 is the standard output, 2 the standard error stream.
    pub(crate) fn write_stream(&mut self, stream: u8, text: &[u8]) -> Result<(), Stop> {
        self.order.touch_output(stream, self.frames.len() + 1);
        let room = self.limits.output;
        let to = if stream == 2 { &mut self.errors } else { &mut self.output };
        if to.len() + text.len() > room {
            return Err(Stop::Limit(Limit::Output));
        }
        to.extend_from_slice(text);
        Ok(())
    }

    pub(crate) fn stream(&self, pointer: Value) -> Result<u8, Stop> {
        let known = self.streams.get(&pointer.lo).copied();
        known.ok_or_else(|| Stop::unsupported("files other than the standard streams"))
    }
}
