//! What the library asks of the machine.

use elenchus_lang::tree::DeclId;
use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use crate::Machine;
use crate::facts::Facts;
use crate::memory::{Kind, Place, Plan, UNTAGGED};
use crate::rules::taint;
use crate::rules::types::typed;
use crate::stop::{Limit, Stop};
use crate::streams::Stream;
use crate::value::Value;
use crate::words::Finding;

/// Work on so many bytes counts as a statement.
const BYTES_PER_STEP: u64 = 64;

impl Machine {
    /// So many bytes were made, copied or filled.
    #[inline]
    pub(crate) fn worked(&mut self, bytes: u64) {
        self.budget.steps += bytes / BYTES_PER_STEP;
    }

    /// The same for a library function.
    pub(crate) fn worked_in_library(&self, bytes: u64) {
        self.budget
            .steps_in_library
            .set(self.budget.steps_in_library.get() + bytes / BYTES_PER_STEP);
    }

    /// Bytes that a library function may touch.
    pub(crate) fn region(&self, pointer: Value, size: u64) -> Result<Place, Stop> {
        // No object is so large; a size can be anything.
        let place = self.memory.access(pointer, size.min(1 << 62), 1)?;
        self.worked_in_library(size);
        match self.memory.objects[place.object].plan.volatile {
            false => Ok(place),
            true => {
                let facts = Facts::new(Finding::VolatileInLibrary);
                let facts = facts.about(pointer.provenance(), 0..0);
                Err(Stop::undefined(Undefined::VolatileAccess, facts))
            }
        }
    }

    /// The name that the linker sees.
    pub(crate) fn name_of(&self, decl: DeclId) -> &str {
        let given =
            self.p.decls[decl].asm_name.map(|name| &self.p.bytes[self.p.strings[name].bytes]);
        let given = given.and_then(|bytes| std::str::from_utf8(bytes).ok());
        given.unwrap_or_else(|| self.p.name(self.p.decls[decl].name))
    }

    /// One byte, which must have a value.
    pub(crate) fn byte_at(&mut self, pointer: Value) -> Result<u8, Stop> {
        let place = self.region(pointer, 1)?;
        self.note_library(place, 1, false)?;
        let (byte, taint) = self.memory.read(place, 1)?;
        if taint != 0 {
            return Err(taint::unspecified());
        }
        Ok(byte as u8)
    }

    pub(crate) fn bytes_at(&mut self, pointer: Value, size: u64) -> Result<Vec<u8>, Stop> {
        let place = self.region(pointer, size)?;
        self.note_library(place, size, false)?;
        let (offset, size) = (place.offset, size as usize);
        let contents = &self.memory.objects[place.object].contents;
        if !contents.is_initialised(offset, size) {
            return Err(self.memory.uninitialised(place, size));
        }
        if self.memory.is_open(place, size) {
            return Err(taint::unspecified());
        }
        let contents = &self.memory.objects[place.object].contents;
        Ok(contents.bytes[offset..offset + size].to_vec())
    }

    /// A string without its zero, or its first `most` bytes.
    pub(crate) fn string_at(&mut self, pointer: Value, most: u64) -> Result<Vec<u8>, Stop> {
        if most == 0 {
            return Ok(Vec::new());
        }
        let place = self.region(pointer, 1)?;
        let contents = &self.memory.objects[place.object].contents;
        let rest = &contents.bytes[place.offset..];
        let rest = &rest[..rest.len().min(usize::try_from(most).unwrap_or(usize::MAX))];
        let end = rest.iter().position(|&byte| byte == 0);
        let known = end.map_or(rest.len(), |end| end + 1);
        let text = rest[..end.unwrap_or(rest.len())].to_vec();
        self.worked_in_library(known as u64);
        let plain =
            contents.is_initialised(place.offset, known) && !self.memory.is_open(place, known);
        if !plain {
            return Err(self.string_without_value(pointer, known as u64));
        }
        self.note_library(place, known as u64, false)?;
        match end.is_some() || text.len() as u64 == most {
            true => Ok(text),
            false => Err(unterminated(pointer)),
        }
    }

    /// A byte without a value looks like any, also like the zero at the end.
    #[cold]
    fn string_without_value(&mut self, pointer: Value, known: u64) -> Stop {
        for i in 0..known {
            let at = Value { lo: pointer.lo.wrapping_add(i), hi: pointer.hi };
            if let Err(stop) = self.byte_at(at) {
                return stop;
            }
        }
        unterminated(pointer)
    }

    /// An argument of a library function must not depend on an address.
    pub(crate) fn check_determined(&self, value: Value, ty: TypeId) -> Result<(), Stop> {
        match self.p.types.int_kind(ty) {
            Some(kind) if self.p.target.int_type(kind).bits <= 64 => taint::check(value),
            _ => Ok(()),
        }
    }

    /// Writing must be allowed there at all.
    pub(crate) fn check_write(&self, place: Place, size: u64) -> Result<(), Stop> {
        let plan = &self.memory.objects[place.object].plan;
        if plan.read_only {
            return Err(self.read_only(place));
        }
        let Some(ty) = plan.ty else { return Ok(()) };
        let start = place.offset as u64;
        match typed::has_const_part(&self.p.types, &self.p.target, ty, start..start + size) {
            true => {
                let object = self.memory.provenance_of(place.object);
                let facts = Facts::new(Finding::ConstMember).about(object, start..start + size);
                Err(Stop::undefined(Undefined::ConstWrite, facts))
            }
            false => Ok(()),
        }
    }

    pub(crate) fn store_whole(
        &mut self,
        pointer: Value,
        value: Value,
        ty: TypeId,
    ) -> Result<(), Stop> {
        let access = self.whole_access(ty)?;
        let base = self.control.frames.last().map_or(0, |frame| frame.base);
        self.store(base, pointer, value, &crate::code::Access { initialises: false, ..access })
    }

    /// The value of a whole object of a type.
    pub(crate) fn load_whole(&mut self, pointer: Value, ty: TypeId) -> Result<Value, Stop> {
        let access = self.whole_access(ty)?;
        let base = self.control.frames.last().map_or(0, |frame| frame.base);
        self.load(base, pointer, &access)
    }

    /// Stores into `errno`: which of two such stores comes last is seen only
    /// by who reads it in between.
    pub(crate) fn store_errno(&mut self, pointer: Value, number: i32) -> Result<(), Stop> {
        let access = self.whole_access(TypeId::INT)?;
        let place = self.memory.access(pointer, access.size.into(), 1)?;
        if self.rules.order.watching() {
            let depth = self.depth();
            self.prepare_stamps(place, access.size as usize)?;
            let shadow = &mut self.memory.objects[place.object].shadow;
            let groups = shadow.groups(place.offset, access.size as usize);
            self.rules.order.touch_errno(&mut shadow.stamps_mut()[groups], depth);
        }
        self.memory.write(place, access.size as usize, number as u128, 0, UNTAGGED);
        self.tell_changes();
        Ok(())
    }

    /// One byte of a string; the end of its object comes before that of the
    /// string if this is not the first.
    pub(crate) fn string_byte(&mut self, string: Value, index: u64) -> Result<u8, Stop> {
        let at = Value { lo: string.lo.wrapping_add(index), hi: string.hi };
        self.byte_at(at).map_err(|stop| match stop {
            Stop::Undefined(Undefined::OnePastAccess, _) if index > 0 => unterminated(string),
            other => other,
        })
    }

    /// Writes bytes, if they may be written there.
    pub(crate) fn write_bytes(&mut self, to: Value, bytes: &[u8]) -> Result<(), Stop> {
        let place = self.region(to, bytes.len() as u64)?;
        self.check_write(place, bytes.len() as u64)?;
        self.note_library(place, bytes.len() as u64, true)?;
        self.memory.put(place, bytes);
        self.tell_changes();
        Ok(())
    }

    pub(crate) fn fill_bytes(&mut self, to: Value, byte: u8, size: u64) -> Result<(), Stop> {
        let place = self.region(to, size)?;
        self.check_write(place, size)?;
        self.note_library(place, size, true)?;
        self.memory.fill(place, size as usize, byte);
        self.tell_changes();
        Ok(())
    }

    /// The bytes become indeterminate.
    pub(crate) fn forget_bytes(&mut self, at: Value, size: u64) -> Result<(), Stop> {
        let place = self.region(at, size)?;
        self.memory.forget(place, size as usize);
        self.tell_changes();
        Ok(())
    }

    /// Copies bytes with all that they carry.
    pub(crate) fn copy_bytes(&mut self, to: Value, from: Value, size: u64) -> Result<(), Stop> {
        // Even for no bytes the pointers must be valid (7.24.1p2).
        let source = self.region(from, size)?;
        let target = self.region(to, size)?;
        self.check_write(target, size)?;
        self.note_library(source, size, false)?;
        self.note_library(target, size, true)?;
        self.carry(target, source, size as usize);
        self.tell_changes();
        Ok(())
    }

    /// Whether two runs of bytes have one in common.
    pub(crate) fn overlap(&self, a: (Value, u64), b: (Value, u64)) -> bool {
        let any = a.1 > 0 && b.1 > 0;
        any && a.0.provenance().same(b.0.provenance())
            && a.0.lo < b.0.lo.saturating_add(b.1)
            && b.0.lo < a.0.lo.saturating_add(a.1)
    }

    /// An object that lives as long as the program, with all bits zero.
    pub(crate) fn static_object(&mut self, ty: TypeId) -> Result<Value, Stop> {
        let access = self.whole_access(ty)?;
        let (size, align) = (access.size.into(), access.align.into());
        let plan = self.plan(Kind::Static, ty, size, align);
        let value = self.memory.allocate(plan)?;
        self.fill_bytes(value, 0, size)?;
        Ok(value)
    }

    /// Bytes that live as long as the program and belong to no type.
    pub(crate) fn static_bytes(
        &mut self,
        kind: Kind,
        bytes: &[u8],
        align: u64,
        read_only: bool,
    ) -> Result<Value, Stop> {
        let plan = Plan::untyped(kind, bytes.len() as u64, align);
        let value = self.memory.allocate(plan)?;
        self.write_bytes(value, bytes)?;
        if let Some((index, _)) = self.memory.object_of(value.provenance()) {
            self.memory.objects[index].plan.read_only = read_only;
        }
        Ok(value)
    }

    /// A pointer that is stored where a pointer may lie.
    pub(crate) fn write_pointer(&mut self, to: Value, pointer: Value) -> Result<(), Stop> {
        let size = self.p.target.pointer.size;
        let place = self.region(to, size.into())?;
        self.check_write(place, size.into())?;
        self.note_library(place, size.into(), true)?;
        self.memory.write_pointer(place, pointer, UNTAGGED);
        self.tell_changes();
        Ok(())
    }

    /// Room for a value that is returned, until its full expression ends.
    pub(crate) fn temporary(&mut self, ty: TypeId) -> Result<Value, Stop> {
        let access = self.whole_access(ty)?;
        let (size, align) = (access.size.into(), access.align.into());
        let plan = self.plan(Kind::Temporary, ty, size, align);
        let value = self.memory.allocate(plan)?;
        self.control.temporaries.push(value);
        Ok(value)
    }

    /// Memory of `alloca` goes when the function returns.
    pub(crate) fn keep_until_return(&mut self, value: Value) {
        self.control.allocas.push(value);
    }

    pub(crate) fn output_room(&self) -> usize {
        self.budget.limits.output.saturating_sub(self.streams.output.len())
    }

    /// 1 is the standard output, 2 the standard error stream.
    pub(crate) fn write_stream(&mut self, stream: u8, text: &[u8]) -> Result<(), Stop> {
        if self.history.is_some() {
            self.see_output()?;
        }
        self.rules.order.touch_output(stream, self.depth());
        if self.rules.guards.last().is_some_and(|guard| guard.depth > 0) {
            return Err(Stop::undefined(Undefined::Pure, Finding::Prints));
        }
        let room = self.budget.limits.output;
        let to = if stream == 2 { &mut self.streams.errors } else { &mut self.streams.output };
        if to.len() + text.len() > room {
            return Err(Stop::Limit(Limit::Output));
        }
        to.extend_from_slice(text);
        self.tell_printed(if stream == 2 { Stream::Errors } else { Stream::Output });
        Ok(())
    }

    pub(crate) fn stream(&self, pointer: Value) -> Result<u8, Stop> {
        if pointer.lo == 0 {
            return Err(Stop::undefined(Undefined::NullAccess, Finding::NullStream));
        }
        let known = self.streams.files.get(&pointer.lo).copied();
        known.ok_or_else(|| Stop::unsupported("files other than the standard streams"))
    }
}

fn unterminated(string: Value) -> Stop {
    let facts = Facts::new(Finding::Unterminated).about(string.provenance(), 0..0);
    Stop::undefined(Undefined::UnterminatedString, facts)
}
