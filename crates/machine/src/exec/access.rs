//! Loads, stores and copies, with every check that C asks for.

use elenchus_lang::arith;
use elenchus_lang::target::IntType;
use elenchus_lang::tree::StringId;
use elenchus_lang::types::Quals;
use elenchus_lang::undefined::Undefined;

use super::Machine;
use super::typed;
use crate::code::{Access, Form};
use crate::memory::{Kind, Place};
use crate::stop::Stop;
use crate::value::Value;

impl Machine<'_> {
    pub(super) fn load(&mut self, pointer: Value, access: &Access) -> Result<Value, Stop> {
        let place = self.memory.access(pointer, access.size.into(), access.align.into())?;
        self.check_type(place, access, false)?;
        let endian = self.p.target.endian;
        let size = access.size as usize;
        Ok(match access.form {
            Form::Int(ty) => {
                let bits = self.memory.read(place, size, endian)?;
                Value::from_int(ty, arith::int::wrap(ty, bits as i128))
            }
            Form::Bool => {
                let bits = self.memory.read(place, size, endian)?;
                if bits > 1 {
                    let detail = format!("a _Bool holds {bits}");
                    return Err(Stop::undefined(Undefined::TrapValue, detail));
                }
                Value::int(bits as i128)
            }
            Form::Float(_) => {
                Value::wide(self.memory.read(place, self.float_bytes(size), endian)?)
            }
            Form::Pointer => self.memory.read_pointer(place, size, endian)?,
            Form::Bits(field, ty) => {
                let bits = self.memory.read_bits(place, size, field, endian)?;
                let narrow = IntType { bits: field.width, signed: ty.signed };
                Value::from_int(ty, arith::int::wrap(narrow, bits as i128))
            }
            Form::Aggregate => pointer,
        })
    }

    /// The bytes of a long double that make its value: the rest is padding.
    fn float_bytes(&self, size: usize) -> usize {
        use elenchus_lang::target::FloatFormat;
        let x87 = self.p.target.long_double_format == FloatFormat::X87;
        let padded = size == usize::from(self.p.target.long_double.size) && size > 8;
        if x87 && padded { 10 } else { size }
    }

    pub(super) fn store(
        &mut self,
        pointer: Value,
        value: Value,
        access: &Access,
    ) -> Result<(), Stop> {
        let place = self.memory.access(pointer, access.size.into(), access.align.into())?;
        self.check_writable(place, access)?;
        self.check_type(place, access, true)?;
        let endian = self.p.target.endian;
        let size = access.size as usize;
        match access.form {
            Form::Int(ty) => {
                self.memory.write(place, size, value.as_int(ty) as u128, endian);
            }
            Form::Bool => self.memory.write(place, size, value.lo.into(), endian),
            Form::Float(_) => {
                let bytes = self.float_bytes(size);
                self.memory.write(place, bytes, value.bits(), endian);
            }
            Form::Pointer => self.memory.write_pointer(place, size, value, endian),
            Form::Bits(field, ty) => {
                let bits = value.as_int(ty) as u128;
                self.memory.write_bits(place, size, field, bits, endian);
            }
            Form::Aggregate => {}
        }
        Ok(())
    }

    fn check_writable(&self, place: Place, access: &Access) -> Result<(), Stop> {
        let object = &self.memory.objects[place.object];
        if !object.read_only || access.initialises {
            return Ok(());
        }
        Err(match object.kind {
            Kind::Literal => {
                Stop::undefined(Undefined::LiteralWrite, "a string literal is written")
            }
            _ => Stop::undefined(Undefined::ConstWrite, "the object is defined const"),
        })
    }

    /// 6.5p7. A store into allocated memory gives it its type (6.5p6).
    #[inline]
    fn check_type(&mut self, place: Place, access: &Access, writes: bool) -> Result<(), Stop> {
        let object = &mut self.memory.objects[place.object];
        let Some(ty) = object.ty else { return self.check_allocated(place, access, writes) };
        if ty == access.ty && place.offset == 0 {
            return Ok(());
        }
        if matches!(access.form, Form::Bits(..)) {
            return Ok(());
        }
        let key = (ty, place.offset as u64, access.ty);
        let p = self.p;
        let allowed = *self.type_checks.entry(key).or_insert_with(|| {
            typed::allows(&p.types, &p.target, ty, place.offset as u64, access.ty)
        });
        let volatile = |ty| p.types.quals(ty).has(Quals::VOLATILE);
        match allowed {
            true if volatile(ty) && !volatile(access.ty) && !access.initialises => {
                let detail = "a volatile object through an lvalue that is not";
                Err(Stop::undefined(Undefined::VolatileAccess, detail))
            }
            true => Ok(()),
            false => Err(self.wrong_type(ty, access)),
        }
    }

    fn check_allocated(&mut self, place: Place, access: &Access, writes: bool) -> Result<(), Stop> {
        let p = self.p;
        let object = &mut self.memory.objects[place.object];
        let offset = place.offset as u32;
        if writes {
            if !typed::is_character(&p.types, access.ty) {
                let end = offset + access.size;
                let value = p.types.value_type(access.ty);
                if object.effective.get(&offset) != Some(&value) {
                    object.effective.retain(|o, _| *o < offset || *o >= end);
                    object.effective.insert(offset, value);
                }
            }
            return Ok(());
        }
        match object.effective.get(&offset).copied() {
            Some(ty) if !typed::allows(&p.types, &p.target, ty, 0, access.ty) => {
                Err(self.wrong_type(ty, access))
            }
            _ => Ok(()),
        }
    }

    #[cold]
    fn wrong_type(&self, object: elenchus_lang::types::TypeId, access: &Access) -> Stop {
        let print = elenchus_lang::printer::print_type;
        let (is, through) = (print(self.p, object), print(self.p, access.ty));
        Stop::undefined(
            Undefined::EffectiveType,
            format!("an object of type '{is}' as '{through}'"),
        )
    }

    /// Assigns a whole object (6.5.16.1p3).
    pub(super) fn copy(&mut self, to: Value, from: Value, access: &Access) -> Result<(), Stop> {
        let (size, align) = (u64::from(access.size), u64::from(access.align));
        let source = self.memory.access(from, size, align)?;
        let target = self.memory.access(to, size, align)?;
        self.check_writable(target, access)?;
        self.check_type(source, access, false)?;
        self.check_type(target, access, true)?;
        let apart = source.offset.abs_diff(target.offset);
        if source.object == target.object && apart > 0 && apart < size as usize {
            let detail = format!("{size} bytes, {apart} apart");
            return Err(Stop::undefined(Undefined::OverlappingAssignment, detail));
        }
        self.memory.copy(target, source, size as usize);
        Ok(())
    }

    pub(super) fn fill_string(
        &mut self,
        pointer: Value,
        string: StringId,
        size: u64,
    ) -> Result<(), Stop> {
        let place = self.memory.access(pointer, size, 1)?;
        let units = self.string_units(string);
        let object = &mut self.memory.objects[place.object];
        object.zero(place.offset, size as usize);
        let length = units.len().min(size as usize);
        object.bytes[place.offset..place.offset + length].copy_from_slice(&units[..length]);
        Ok(())
    }

    /// The bytes of a literal in the target's order, without the final zero.
    pub(super) fn string_units(&self, string: StringId) -> Vec<u8> {
        use elenchus_lang::target::Endian;
        use elenchus_lang::tree::CharKind;
        let literal = self.p.strings[string];
        let mut bytes = self.p.bytes[literal.bytes].to_vec();
        let unit = match literal.kind {
            CharKind::Char | CharKind::Utf8 => 1,
            CharKind::Utf16 => 2,
            CharKind::Utf32 => 4,
            CharKind::Wide => usize::from(self.p.target.int_extent(self.p.target.wchar_type).size),
        };
        if self.p.target.endian == Endian::Big && unit > 1 {
            bytes.chunks_mut(unit).for_each(<[u8]>::reverse);
        }
        bytes
    }
}
