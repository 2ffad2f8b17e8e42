//! What the library asks of the machine.

use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use super::Machine;
use crate::memory::{Kind, Place};
use crate::stop::{Limit, Stop};
use crate::value::Value;

impl Machine<'_> {
    /// Bytes that a library function may touch.
    pub(crate) fn region(&self, pointer: Value, size: u64) -> Result<Place, Stop> {
        // No object is so large; a size can be anything.
        let place = self.memory.access(pointer, size.min(1 << 62), 1)?;
        match self.memory.objects[place.object].kind {
            Kind::Function => {
                Err(Stop::undefined(Undefined::EffectiveType, "a function is no object"))
            }
            _ => Ok(place),
        }
    }

    /// One byte, which must have a value.
    pub(crate) fn byte_at(&self, pointer: Value) -> Result<u8, Stop> {
        let place = self.region(pointer, 1)?;
        Ok(self.memory.read(place, 1, self.p.target.endian)? as u8)
    }

    pub(crate) fn bytes_at(&self, pointer: Value, size: u64) -> Result<Vec<u8>, Stop> {
        let place = self.region(pointer, size)?;
        let object = &self.memory.objects[place.object];
        if !object.is_initialised(place.offset, size as usize) {
            return Err(Stop::undefined(Undefined::Uninitialised, "some bytes have no value yet"));
        }
        Ok(object.bytes[place.offset..place.offset + size as usize].to_vec())
    }

    /// A string without its zero, or its first `most` bytes.
    pub(crate) fn string_at(&self, pointer: Value, most: u64) -> Result<Vec<u8>, Stop> {
        if most == 0 {
            return Ok(Vec::new());
        }
        let place = self.region(pointer, 1)?;
        let object = &self.memory.objects[place.object];
        let rest = &object.bytes[place.offset..];
        let rest = &rest[..rest.len().min(usize::try_from(most).unwrap_or(usize::MAX))];
        let end = rest.iter().position(|&byte| byte == 0);
        let known = end.map_or(rest.len(), |end| end + 1);
        if !object.is_initialised(place.offset, known) {
            return Err(self.string_without_value(pointer, known as u64));
        }
        match end {
            Some(end) => Ok(rest[..end].to_vec()),
            None if rest.len() as u64 == most => Ok(rest.to_vec()),
            None => Err(unterminated()),
        }
    }

    /// A byte without a value looks like any, also like the zero at the end.
    #[cold]
    fn string_without_value(&self, pointer: Value, known: u64) -> Stop {
        for i in 0..known {
            let at = Value { lo: pointer.lo.wrapping_add(i), hi: pointer.hi };
            if let Err(stop) = self.byte_at(at) {
                return stop;
            }
        }
        unterminated()
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

    /// The value of a whole object of a type.
    pub(crate) fn load_whole(&mut self, pointer: Value, ty: TypeId) -> Result<Value, Stop> {
        let access = self.whole_access(ty)?;
        self.load(pointer, &access)
    }

    /// One byte of a string; the end of its object comes before that of the
    /// string if this is not the first.
    pub(crate) fn string_byte(&self, string: Value, index: u64) -> Result<u8, Stop> {
        let at = Value { lo: string.lo.wrapping_add(index), hi: string.hi };
        self.byte_at(at).map_err(|stop| match stop {
            Stop::Undefined(Undefined::OnePastAccess, _) if index > 0 => unterminated(),
            other => other,
        })
    }

    /// Writes bytes, if they may be written there.
    pub(crate) fn write_bytes(&mut self, to: Value, bytes: &[u8]) -> Result<(), Stop> {
        let place = self.region(to, bytes.len() as u64)?;
        self.check_write(place)?;
        let object = &mut self.memory.objects[place.object];
        object.zero(place.offset, bytes.len());
        object.bytes[place.offset..place.offset + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    pub(crate) fn fill_bytes(&mut self, to: Value, byte: u8, size: u64) -> Result<(), Stop> {
        let place = self.region(to, size)?;
        self.check_write(place)?;
        let object = &mut self.memory.objects[place.object];
        object.zero(place.offset, size as usize);
        object.bytes[place.offset..place.offset + size as usize].fill(byte);
        Ok(())
    }

    /// The bytes become indeterminate.
    pub(crate) fn forget_bytes(&mut self, at: Value, size: u64) -> Result<(), Stop> {
        let place = self.region(at, size)?;
        let object = &mut self.memory.objects[place.object];
        if object.masks.is_empty() {
            object.masks = vec![0xff; object.bytes.len()];
        }
        object.masks[place.offset..place.offset + size as usize].fill(0);
        Ok(())
    }

    /// Copies bytes with all that they carry.
    pub(crate) fn copy_bytes(&mut self, to: Value, from: Value, size: u64) -> Result<(), Stop> {
        // Even for no bytes the pointers must be valid (7.24.1p2).
        let source = self.region(from, size)?;
        let target = self.region(to, size)?;
        self.check_write(target)?;
        self.memory.copy(target, source, size as usize);
        Ok(())
    }

    /// Whether two runs of bytes have one in common.
    pub(crate) fn overlap(&self, a: (Value, u64), b: (Value, u64)) -> bool {
        let any = a.1 > 0 && b.1 > 0;
        any && a.0.provenance() == b.0.provenance()
            && a.0.lo < b.0.lo.saturating_add(b.1)
            && b.0.lo < a.0.lo.saturating_add(a.1)
    }

    /// An object that lives as long as the program, with all bits zero.
    pub(crate) fn static_object(&mut self, ty: TypeId) -> Result<Value, Stop> {
        let access = self.whole_access(ty)?;
        let (size, align) = (access.size.into(), access.align.into());
        let value = self.memory.allocate(Kind::Static, size, align, Some(ty), None)?;
        self.fill_bytes(value, 0, size)?;
        Ok(value)
    }

    /// Bytes that live as long as the program and belong to no type.
    pub(crate) fn static_bytes(
        &mut self,
        bytes: &[u8],
        align: u64,
        read_only: bool,
    ) -> Result<Value, Stop> {
        let value = self.memory.allocate(Kind::Static, bytes.len() as u64, align, None, None)?;
        self.write_bytes(value, bytes)?;
        if let Some((index, _)) = self.memory.object_of(value.provenance()) {
            self.memory.objects[index].read_only = read_only;
        }
        Ok(value)
    }

    /// A pointer that is stored where a pointer may lie.
    pub(crate) fn write_pointer(&mut self, to: Value, pointer: Value) -> Result<(), Stop> {
        let size = self.p.target.pointer.size;
        let place = self.region(to, size.into())?;
        self.check_write(place)?;
        self.memory.write_pointer(place, size.into(), pointer, self.p.target.endian);
        Ok(())
    }

    /// Room for a value that is returned, until its full expression ends.
    pub(crate) fn temporary(&mut self, ty: TypeId) -> Result<Value, Stop> {
        let access = self.whole_access(ty)?;
        let (size, align) = (access.size.into(), access.align.into());
        let value = self.memory.allocate(Kind::Temporary, size, align, Some(ty), None)?;
        self.temporaries.push(value);
        Ok(value)
    }

    /// Gives the program a standard input; it is empty otherwise.
    pub fn set_input(&mut self, bytes: Vec<u8>) {
        self.library.set_input(bytes);
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
        if pointer.lo == 0 {
            return Err(Stop::undefined(Undefined::NullAccess, "the stream is null"));
        }
        let known = self.streams.get(&pointer.lo).copied();
        known.ok_or_else(|| Stop::unsupported("files other than the standard streams"))
    }
}

fn unterminated() -> Stop {
    let detail = "the string does not end in its object";
    Stop::undefined(Undefined::UnterminatedString, detail)
}
