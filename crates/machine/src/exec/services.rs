//! What the library asks of the machine.

use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use super::Machine;
use crate::memory::{Kind, Place};
use crate::stop::{Limit, Stop};
use crate::value::Value;

impl Machine<'_> {
    /// One byte, which must have a value.
    pub(crate) fn byte_at(&self, pointer: Value) -> Result<u8, Stop> {
        let place = self.memory.access(pointer, 1, 1)?;
        Ok(self.memory.read(place, 1, self.p.target.endian)? as u8)
    }

    pub(crate) fn bytes_at(&self, pointer: Value, size: u64) -> Result<Vec<u8>, Stop> {
        let place = self.memory.access(pointer, size, 1)?;
        let object = &self.memory.objects[place.object];
        if !object.is_initialised(place.offset, size as usize) {
            return Err(Stop::undefined(Undefined::Uninitialised, "some bytes have no value yet"));
        }
        Ok(object.bytes[place.offset..place.offset + size as usize].to_vec())
    }

    /// A string without its zero, or its first `most` bytes.
    pub(crate) fn string_at(&self, pointer: Value, most: u64) -> Result<Vec<u8>, Stop> {
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

    /// Writing must be allowed there at all.
    pub(crate) fn check_write(&self, place: Place) -> Result<(), Stop> {
        let object = &self.memory.objects[place.object];
        match (object.read_only, object.kind) {
            (false, _) => Ok(()),
            (true, Kind::Literal) => {
                Err(Stop::undefined(Undefined::LiteralWrite, "a string literal is written"))
            }
            (true, _) => Err(Stop::undefined(Undefined::ConstWrite, "the object is defined const")),
        }
    }

    pub(crate) fn store_whole(
        &mut self,
        pointer: Value,
        value: Value,
        ty: TypeId,
    ) -> Result<(), Stop> {
        let access = self.whole_access(ty)?;
        self.store(pointer, value, &crate::code::Access { initialises: false, ..access })
    }

    /// Memory of `alloca` goes when the function returns.
    pub(crate) fn keep_until_return(&mut self, value: Value) {
        self.locals.push(value);
    }

    pub(crate) fn output_room(&self) -> usize {
        self.limits.output.saturating_sub(self.output.len())
    }

    /// 1 is the standard output, 2 the standard error stream.
    pub(crate) fn write_stream(&mut self, stream: u8, text: &[u8]) -> Result<(), Stop> {
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
