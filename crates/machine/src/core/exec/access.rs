//! Loads, stores and copies, with every check that C asks for.

use elenchus_lang::arith;
use elenchus_lang::target::IntType;
use elenchus_lang::tree::StringId;
use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use crate::Machine;
use crate::code::{Access, Form, Memo, Stride, float_bytes};
use crate::facts::Facts;
use crate::live::snapshot::Change;
use crate::memory::{Bits, Kind, Place, Plan, Tag, UNTAGGED};
use crate::rules::order::Shadow;
use crate::rules::taint;
use crate::rules::types::effective::CHARACTER;
use crate::rules::types::typed;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

/// To note how a byte is accessed is work on so many.
const BYTES_TO_NOTE: u64 = 4;

/// To ask so many restricted pointers about an access counts as a statement.
const VARIABLES_PER_STEP: u64 = 4;

impl Machine {
    /// `base` is where the registers of the access path lie.
    #[inline(always)]
    pub(crate) fn load(
        &mut self,
        base: usize,
        pointer: Value,
        access: &Access,
    ) -> Result<Value, Stop> {
        match self.load_quick(base, pointer, access) {
            Some(value) => Ok(value),
            None => self.load_checked(base, pointer, access),
        }
    }

    /// What most loads are. Nothing where more has to be looked at.
    #[inline(always)]
    pub(super) fn load_quick(&self, base: usize, pointer: Value, access: &Access) -> Option<Value> {
        if !access.quick || self.is_alert() {
            return None;
        }
        let bits = match self.memory.read_scalar(pointer, access) {
            Some(bits) => bits,
            None => self.load_again(base, pointer, access)?,
        };
        number(access, bits)
    }

    /// What most other loads read: a number in a place whose type was looked at
    /// here before, as a member of a struct. Nothing where more has to be looked
    /// at, or where something is wrong.
    #[inline(never)]
    fn load_again(&self, base: usize, pointer: Value, access: &Access) -> Option<u64> {
        access.memo.allowed.get()?;
        let place = self.memory.place(pointer, access.size.into(), access.align.into())?;
        match self.was_allowed(base, place, pointer, access, false) {
            true => self.memory.read_plain(place, access.size as usize),
            false => None,
        }
    }

    /// The same for stores that leave nothing open around them: false where more
    /// has to be done.
    #[inline(never)]
    fn store_again(&mut self, base: usize, pointer: Value, access: &Access, bits: u64) -> bool {
        if access.memo.allowed.get().is_none() || access.around.is_some() {
            return false;
        }
        let place = self.memory.place(pointer, access.size.into(), access.align.into());
        let Some(place) = place else { return false };
        !self.memory.objects[place.object].plan.read_only
            && self.was_allowed(base, place, pointer, access, true)
            && self.memory.write_plain(place, access.size as usize, bits, UNTAGGED)
    }

    /// What most loads of elements are.
    #[inline(always)]
    pub(super) fn load_element(
        &self,
        pointer: Value,
        index: Value,
        stride: &Stride,
        access: &Access,
    ) -> Option<Value> {
        match access.quick && stride.near.has(index) && !self.is_alert() {
            true => {
                let bits = self.memory.read_element(pointer, index.lo, access)?;
                number(access, bits)
            }
            false => None,
        }
    }

    /// Other loads of elements.
    #[inline(never)]
    pub(super) fn load_at(
        &mut self,
        base: usize,
        pointer: Value,
        index: Value,
        stride: &Stride,
        access: &Access,
    ) -> Result<Value, Stop> {
        let target = self.advance(pointer, index, stride);
        let target = target.map_err(|stop| self.accessed(stop, None, access, false))?;
        self.load(base, target, access)
    }

    /// Other loads of what lies so far in a variable.
    #[inline(never)]
    pub(super) fn load_part(
        &mut self,
        base: usize,
        variable: Value,
        bytes: u32,
        access: &Access,
    ) -> Result<Value, Stop> {
        let part = self.part_of(variable, bytes)?;
        self.load_checked(base, part, access)
    }

    /// The bytes of an access, which lies as its type asks for unless that is allowed.
    fn accessible(&self, pointer: Value, size: u64, align: u64) -> Result<Place, Stop> {
        match self.memory.access(pointer, size, align) {
            Err(stop) if self.allowed.passes(&stop, Undefined::Misaligned) => {
                self.memory.access(pointer, size, 1)
            }
            place => place,
        }
    }

    /// Any load.
    #[inline(never)]
    pub(super) fn load_checked(
        &mut self,
        base: usize,
        pointer: Value,
        access: &Access,
    ) -> Result<Value, Stop> {
        let place = match self.accessible(pointer, access.size.into(), access.align.into()) {
            Ok(place) => place,
            Err(stop) => return Err(self.denied(base, access, stop, false)),
        };
        if self.memory.objects[place.object].plan.leaf != Some(access.leaf) {
            self.check_type(base, place, pointer, access, false)?;
        }
        if self.is_alert() {
            self.note_access(place, pointer, access, false)?;
        }
        if access.told && access.form != Form::Aggregate {
            let volatile = access.ty.is_volatile();
            self.tell_read(place, access.size.into(), access.form.field(), volatile)?;
        }
        let size = access.size as usize;
        Ok(match access.form {
            Form::Int(ty) => {
                if let Some(bits) = self.memory.read_plain(place, size) {
                    return Ok(Value { lo: extended(ty, bits), hi: 0 });
                }
                let (bits, taint) = self.memory.read(place, size)?;
                let value = Value::from_int(ty, arith::int::wrap(ty, bits as i128));
                match self.memory.pointer_at(place).filter(|_| self.holds_address(ty)) {
                    _ if taint == 0 => value,
                    Some(pointer) => self.whole_address(pointer, taint as u64),
                    None => taint::with(ty, value, taint as u64)?,
                }
            }
            Form::Bool => {
                let (bits, taint) = match self.memory.read_plain(place, size) {
                    Some(bits) => (bits.into(), 0),
                    None => self.memory.read(place, size)?,
                };
                if bits > 1 {
                    let facts = Facts::new(Finding::TrapValue).number("value", bits);
                    let start = place.offset as u64;
                    let facts = facts.about(pointer.provenance(), start..start + size as u64);
                    return Err(Stop::undefined(Undefined::TrapValue, facts));
                }
                Value { lo: bits as u64, hi: taint as u64 & 1 }
            }
            Form::Float(format) => {
                if let Some(bits) = self.memory.read_plain(place, size) {
                    return Ok(Value { lo: bits, hi: 0 });
                }
                let (bits, taint) = self.memory.read(place, float_bytes(format, size))?;
                if taint != 0 {
                    return Err(taint::unspecified());
                }
                Value::wide(bits)
            }
            Form::Pointer => {
                let value = self.memory.read_pointer(place)?;
                if !access.followed {
                    self.check_alive(value)?;
                }
                if access.restricted {
                    self.rules.restrict.read(&self.memory, pointer, value)?
                } else {
                    value
                }
            }
            Form::Bits(field, ty) => {
                let (bits, taint) = self.memory.read_bits(place, size, field)?;
                let narrow = IntType { bits: field.width, signed: ty.signed };
                if taint == 0 && ty.bits <= 64 {
                    return Ok(Value { lo: extended(narrow, bits as u64), hi: 0 });
                }
                let value = Value::from_int(ty, arith::int::wrap(narrow, bits as i128));
                if taint == 0 { value } else { taint::with(narrow, value, taint as u64)? }
            }
            Form::Aggregate => pointer,
        })
    }

    #[inline(always)]
    pub(crate) fn store(
        &mut self,
        base: usize,
        pointer: Value,
        value: Value,
        access: &Access,
    ) -> Result<(), Stop> {
        match self.store_quick(base, pointer, value, access) {
            true => Ok(()),
            false => self.store_checked(base, pointer, value, access),
        }
    }

    /// What most stores are: false where more has to be done.
    #[inline(always)]
    pub(super) fn store_quick(
        &mut self,
        base: usize,
        pointer: Value,
        value: Value,
        access: &Access,
    ) -> bool {
        access.quick
            && value.hi == 0
            && !self.is_alert()
            && (self.memory.write_scalar(pointer, access, value.lo)
                || self.store_again(base, pointer, access, value.lo))
    }

    /// Any store.
    #[inline(never)]
    pub(super) fn store_checked(
        &mut self,
        base: usize,
        pointer: Value,
        value: Value,
        access: &Access,
    ) -> Result<(), Stop> {
        let place = match self.accessible(pointer, access.size.into(), access.align.into()) {
            Ok(place) => place,
            Err(stop) => return Err(self.denied(base, access, stop, true)),
        };
        let plan = &self.memory.objects[place.object].plan;
        let tracks = plan.tracks;
        if plan.read_only && !access.initialises {
            return Err(self.read_only(place));
        }
        if plan.leaf != Some(access.leaf) {
            self.check_type(base, place, pointer, access, true)?;
        }
        if self.is_alert() {
            self.note_access(place, pointer, access, true)?;
        }
        // An initialiser leaves all members of a union open.
        let tag = match tracks && !access.anything && !access.initialises {
            true => self.tag(base, pointer, access),
            false => UNTAGGED,
        };
        if let Some(around) = &access.around {
            self.open_around(base, around);
        }
        self.write_value(pointer, place, value, access, tag)?;
        if access.told {
            let volatile = access.ty.is_volatile();
            self.tell_written(place, access.size.into(), access.form.field(), volatile)?;
        }
        Ok(())
    }

    /// The last part of a store.
    #[inline(always)]
    fn write_value(
        &mut self,
        pointer: Value,
        place: Place,
        value: Value,
        access: &Access,
        tag: Tag,
    ) -> Result<(), Stop> {
        let size = access.size as usize;
        match access.form {
            Form::Int(ty) => {
                if value.hi == 0 && self.memory.write_plain(place, size, value.lo, tag) {
                    return Ok(());
                }
                if let Some(pointer) = self.stored_address(ty, value) {
                    self.memory.write_pointer(place, pointer, tag);
                    return Ok(());
                }
                let taint = if ty.bits <= 64 { taint::of(value) } else { 0 };
                self.memory.write(place, size, value.as_int(ty) as u128, taint.into(), tag);
            }
            Form::Bool => {
                if value.hi == 0 && self.memory.write_plain(place, size, value.lo, tag) {
                    return Ok(());
                }
                self.memory.write(place, size, value.lo.into(), value.hi.into(), tag);
            }
            Form::Float(format) => {
                if value.hi == 0 && self.memory.write_plain(place, size, value.lo, tag) {
                    return Ok(());
                }
                let bytes = float_bytes(format, size);
                self.memory.write(place, bytes, value.bits(), 0, tag);
            }
            Form::Pointer => {
                if access.restricted {
                    self.assign_restricted(pointer, value)?;
                }
                self.memory.write_pointer(place, value, tag);
            }
            Form::Bits(field, ty) => {
                let taint = if ty.bits <= 64 { taint::of(value) } else { 0 };
                let bits = value.as_int(ty) as u128;
                self.memory.write_bits(place, size, field, bits, taint.into());
            }
            Form::Aggregate => {}
        }
        Ok(())
    }

    /// Whether the struct or only its member lies past the end.
    #[cold]
    fn denied(&self, base: usize, access: &Access, mut stop: Stop, write: bool) -> Stop {
        stop = self.accessed(stop, None, access, write);
        let (Some(path), Stop::Undefined(kind, facts)) = (access.path, &mut stop) else {
            return stop;
        };
        let start = self.get(base, path.base);
        let past = self
            .memory
            .object_of(start.provenance())
            .is_some_and(|(_, o)| start.lo == o.address + o.plan.size);
        match (*kind, past) {
            (Undefined::OutOfBounds, true) => {
                *kind = Undefined::OnePastAccess;
                facts.finding = Finding::MemberPast;
            }
            (Undefined::OnePastAccess, false) => {
                *kind = Undefined::OutOfBounds;
                facts.finding = Finding::MemberOnePast;
            }
            _ => {}
        }
        stop
    }

    #[cold]
    fn note_access(
        &mut self,
        place: Place,
        pointer: Value,
        access: &Access,
        write: bool,
    ) -> Result<(), Stop> {
        self.check_guard(place.object, write)?;
        if self.rules.restrict.count() > 0 {
            let birth = self.memory.objects[place.object].birth;
            let start = place.offset as u64;
            let bytes = start..start + u64::from(access.size);
            self.rules.restrict.access(&self.memory, pointer, birth, bytes, write)?;
            // Each of them was asked, about each byte.
            let variables = self.rules.restrict.count() as u64;
            self.budget.steps += variables / VARIABLES_PER_STEP;
            self.worked(variables * u64::from(access.size) * BYTES_TO_NOTE);
        }
        if self.history.is_some() {
            self.see_access(place, access.size.into(), write, pointer.provenance().basis())?;
        }
        if !self.rules.order.watching() {
            return Ok(());
        }
        self.stamp(place, access.size as usize, access.form.field(), write)
    }

    /// Notes who accesses some bytes, or a bit-field in them.
    fn stamp(
        &mut self,
        place: Place,
        size: usize,
        field: Option<Bits>,
        write: bool,
    ) -> Result<(), Stop> {
        let depth = self.depth();
        let birth = self.memory.objects[place.object].birth;
        if !self.rules.order.concerns(birth) {
            self.rules.order.touch_own();
            return Ok(());
        }
        self.prepare_stamps(place, size)?;
        let shadow = &mut self.memory.objects[place.object].shadow;
        let groups = shadow.groups(place.offset, size);
        let stamps = &mut shadow.stamps_mut()[groups];
        let start = place.offset as u64 * 8;
        match field {
            Some(field) => {
                let start = start + u64::from(field.start);
                let bits = start..start + u64::from(field.width);
                self.rules.order.touch_field(birth, bits, stamps, write, depth);
            }
            None => {
                let bits = start..start + size as u64 * 8;
                self.rules.order.touch_bytes(birth, bits, stamps, write, depth);
            }
        }
        Ok(())
    }

    /// Makes stamps for some bytes that can be changed, and undone.
    #[inline]
    pub(crate) fn prepare_stamps(&mut self, place: Place, size: usize) -> Result<(), Stop> {
        let grain = Shadow::grain_of(place.offset, size);
        if !self.memory.objects[place.object].shadow.has(grain) {
            self.split_stamps(place.object, grain)?;
        }
        if self.live.writing || !self.undo.snapshots.is_empty() {
            self.save_stamps(place, size);
        }
        Ok(())
    }

    #[inline(never)]
    fn save_stamps(&mut self, place: Place, size: usize) {
        let shadow = &mut self.memory.objects[place.object].shadow;
        let groups = shadow.groups(place.offset, size);
        let (first, count) = (groups.start as u32, groups.len() as u32);
        self.undo.saved_stamps.extend_from_slice(&shadow.stamps_mut()[groups]);
        self.undo.changes.push(Change::Stamps(place.object as u32, first, count));
    }

    #[cold]
    fn split_stamps(&mut self, object: usize, grain: u8) -> Result<(), Stop> {
        let shadow = &self.memory.objects[object].shadow;
        if self.logging() && shadow.count() > 0 {
            self.undo.changes.push(Change::Grain(object as u32, shadow.grain()));
        }
        self.memory.make_stamps(object, grain)
    }

    /// Whether accesses have to be noted at all.
    #[inline]
    pub(crate) fn is_alert(&self) -> bool {
        // One test for all: it is made for each access.
        self.rules.order.operators() | self.rules.guards.len() | self.rules.restrict.count() != 0
    }

    /// A restricted pointer gets a value.
    pub(super) fn assign_restricted(&mut self, variable: Value, value: Value) -> Result<(), Stop> {
        let block = self.control.frames.last().map_or((0, 0), |frame| (frame.serial, frame.scope));
        self.rules.restrict.assign(&self.memory, variable, value, block)
    }

    /// How many calls deep what happens now is.
    pub(crate) fn depth(&self) -> usize {
        self.control.frames.len() + self.control.in_library
    }

    /// A whole struct is read where order matters.
    pub(super) fn touch(&mut self, pointer: Value, access: &Access) -> Result<(), Stop> {
        let place = self.memory.access(pointer, access.size.into(), 1)?;
        self.note_access(place, pointer, access, false)
    }

    /// The same for what the library does to memory.
    pub(crate) fn note_library(
        &mut self,
        place: Place,
        size: u64,
        write: bool,
    ) -> Result<(), Stop> {
        self.check_windows(place, size)?;
        if self.history.is_some() {
            self.see_access(place, size, write, 0)?;
        }
        if !write && self.observing.is_some() {
            self.tell_read(place, size, None, false)?;
        }
        match self.rules.order.watching() {
            true => self.stamp(place, size as usize, None, write),
            false => Ok(()),
        }
    }

    #[cold]
    pub(crate) fn read_only(&self, place: Place) -> Stop {
        match self.memory.objects[place.object].plan.kind {
            Kind::Literal => Stop::undefined(Undefined::LiteralWrite, Finding::StringLiteral),
            Kind::Temporary => {
                Stop::undefined(Undefined::TemporaryWrite, Finding::TemporaryWritten)
            }
            _ => {
                let object = self.memory.provenance_of(place.object);
                let facts = Facts::new(Finding::ConstObject).about(object, 0..0);
                Stop::undefined(Undefined::ConstWrite, facts)
            }
        }
    }

    /// What is right for all of an object that is read in parts.
    pub(super) fn check_whole(
        &mut self,
        base: usize,
        pointer: Value,
        access: &Access,
    ) -> Result<(), Stop> {
        let place = self.accessible(pointer, access.size.into(), access.align.into())?;
        self.check_type(base, place, pointer, access, false)?;
        if self.is_alert() {
            self.note_access(place, pointer, access, false)?;
        }
        Ok(())
    }

    /// Assigns a whole object (6.5.16.1p3).
    pub(super) fn copy(
        &mut self,
        base: usize,
        to: Value,
        from: Value,
        access: &Access,
    ) -> Result<(), Stop> {
        if access.quick && !self.is_alert() {
            // Bytes with nothing special about them are just a number.
            if let Some(bits) = self.memory.read_scalar(from, access) {
                if self.memory.write_scalar(to, access, bits) {
                    return Ok(());
                }
            }
        }
        let (size, align) = (u64::from(access.size), u64::from(access.align));
        let source = self.memory.access(from, size, 1)?;
        let target = self.accessible(to, size, align)?;
        self.worked(size);
        if self.memory.objects[target.object].plan.read_only && !access.initialises {
            return Err(self.read_only(target));
        }
        let mut unpathed = access.clone();
        unpathed.path = None;
        unpathed.memo = Memo::default();
        // A member of a union that is read as a whole was named as such.
        unpathed.through_union = self.memory.objects[source.object].plan.ty.is_some();
        self.check_type(base, source, from, &unpathed, false)?;
        self.check_type(base, target, to, access, true)?;
        if self.is_alert() {
            self.note_access(source, from, access, false)?;
            self.note_access(target, to, access, true)?;
        }
        let apart = source.offset.abs_diff(target.offset);
        if source.object == target.object && apart > 0 && apart < size as usize {
            let facts = Facts::new(Finding::Overlap).number("size", size).number("distance", apart);
            let facts = facts.about(to.provenance(), 0..0);
            return Err(Stop::undefined(Undefined::OverlappingAssignment, facts));
        }
        if access.told {
            let volatile = self.memory.objects[source.object].plan.volatile;
            self.tell_read(source, size, None, volatile)?;
        }
        self.copy_whole(target, source, access);
        // What is copied may lie in what the copy leaves open.
        if let Some(around) = &access.around {
            self.open_around(base, around);
        }
        if access.told {
            self.tell_written(target, size, None, access.ty.is_volatile())?;
        }
        if access.form == Form::Aggregate {
            self.open_padding(to, access.leaf);
        }
        Ok(())
    }

    fn copy_whole(&mut self, target: Place, source: Place, access: &Access) {
        let size = access.size as usize;
        if access.form == Form::Aggregate && self.memory.objects[target.object].plan.tracks {
            let p = &self.p;
            // What lies in its unions is known to the source alone.
            let carries = self.memory.objects[source.object].plan.tracks
                && typed::holds_union(&p.types, access.ty);
            let tags = self.rules.tags.of_type(&p.types, &p.target, access.ty);
            match carries {
                true => self.carry_with(target, source, size, Some(&tags)),
                false => self.memory.copy(target, source, size, Some(&tags)),
            }
            return;
        }
        self.carry(target, source, size);
    }

    /// Copies bytes with the types that they were stored with (6.5p6).
    pub(crate) fn carry(&mut self, target: Place, source: Place, size: usize) {
        self.carry_with(target, source, size, None);
    }

    /// The same of a struct, whose own members are known.
    fn carry_with(&mut self, target: Place, source: Place, size: usize, own: Option<&[Tag]>) {
        let from = &self.memory.objects[source.object].plan;
        let declared = match (from.tracks, from.ty) {
            (false, Some(ty)) if self.memory.objects[target.object].plan.tracks => Some(ty),
            _ => None,
        };
        let all = declared.map(|ty| self.rules.tags.of_type(&self.p.types, &self.p.target, ty));
        let tags = all.as_ref().and_then(|all| all.get(source.offset..source.offset + size));
        self.memory.copy(target, source, size, tags);
        self.retag_copied(target, size, own);
    }

    /// The plan of an object with a declared type.
    pub(crate) fn plan(&self, kind: Kind, ty: TypeId, size: u64, align: u64) -> Plan {
        typed::plan(&self.p.types, &self.p.target, kind, ty, size, align)
    }

    /// Initialises part of an object.
    pub(super) fn put_numbers(&mut self, pointer: Value, bytes: &[u8]) -> Result<(), Stop> {
        let place = self.memory.access(pointer, bytes.len() as u64, 1)?;
        if self.is_alert() {
            let size = bytes.len() as u32;
            let access = Access { size, quick: false, ..self.whole_access(CHARACTER)? };
            self.note_access(place, pointer, &access, true)?;
        }
        self.memory.put(place, bytes);
        Ok(())
    }

    pub(super) fn fill_string(
        &mut self,
        pointer: Value,
        string: StringId,
        size: u64,
    ) -> Result<(), Stop> {
        let place = self.memory.access(pointer, size, 1)?;
        self.worked(size);
        let mut units = self.string_units(string);
        units.resize(size as usize, 0);
        self.memory.put(place, &units);
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

/// The value of a quick access, if the bits make one.
#[inline(always)]
pub(super) fn number(access: &Access, bits: u64) -> Option<Value> {
    if bits > 1 && matches!(access.form, Form::Bool) {
        return None;
    }
    Some(Value { lo: ((bits << access.sign) as i64 >> access.sign) as u64, hi: 0 })
}

/// The bits of an integer in memory as a register holds them.
#[inline]
fn extended(ty: IntType, bits: u64) -> u64 {
    let shift = 64 - u32::from(ty.bits);
    match ty.signed {
        true => ((bits << shift) as i64 >> shift) as u64,
        false => bits,
    }
}
