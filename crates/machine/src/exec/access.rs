//! Loads, stores and copies, with every check that C asks for.

use elenchus_lang::arith;
use elenchus_lang::target::{IntKind, IntType};
use elenchus_lang::tree::StringId;
use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use super::state::Change;
use super::tags::Meaning;
use super::{Machine, Shadow, taint, typed};
use crate::code::{Access, Form, Memo, Stride};
use crate::memory::{Bits, CONTINUED, Kind, Place, Plan, Tag, UNTAGGED};
use crate::stop::Stop;
use crate::value::Value;

/// What may touch anything.
const CHARACTER: TypeId = TypeId::int(IntKind::Char);

/// To note how a byte is accessed is work on so many.
const BYTES_TO_NOTE: u64 = 4;

/// To ask so many restricted pointers about an access counts as a statement.
const VARIABLES_PER_STEP: u64 = 4;

impl Machine {
    /// `base` is where the registers of the access path lie.
    #[inline(always)]
    pub(super) fn load(
        &mut self,
        base: usize,
        pointer: Value,
        access: &Access,
    ) -> Result<Value, Stop> {
        if access.quick && !self.is_alert() {
            if let Some(bits) = self.memory.read_scalar(pointer, access) {
                return Ok(number(access, bits));
            }
        }
        self.load_checked(base, pointer, access)
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
                Some(number(access, bits))
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
        let target = self.advance(pointer, index, stride)?;
        self.load(base, target, access)
    }

    /// The same where more has to be looked at.
    #[inline(never)]
    fn load_checked(
        &mut self,
        base: usize,
        pointer: Value,
        access: &Access,
    ) -> Result<Value, Stop> {
        let place = match self.memory.access(pointer, access.size.into(), access.align.into()) {
            Ok(place) => place,
            Err(stop) => return Err(self.denied(base, access, stop)),
        };
        if self.memory.objects[place.object].plan.leaf != Some(access.leaf) {
            self.check_type(base, place, pointer, access, false)?;
        }
        if self.is_alert() {
            self.note_access(place, pointer, access, false)?;
        }
        if access.ty.is_volatile() && self.observer.is_some() {
            self.see_volatile(place, access);
        }
        let size = access.size as usize;
        Ok(match access.form {
            Form::Int(ty) => {
                if let Some(bits) = self.memory.read_plain(place, size) {
                    return Ok(Value { lo: extended(ty, bits), hi: 0 });
                }
                let (bits, taint) = self.memory.read(place, size)?;
                let value = Value::from_int(ty, arith::int::wrap(ty, bits as i128));
                if taint == 0 { value } else { taint::with(ty, value, taint as u64)? }
            }
            Form::Bool => {
                let (bits, taint) = self.memory.read(place, size)?;
                if bits > 1 {
                    let detail = format!("a _Bool holds {bits}");
                    return Err(Stop::undefined(Undefined::TrapValue, detail));
                }
                Value { lo: bits as u64, hi: taint as u64 & 1 }
            }
            Form::Float(_) => {
                if let Some(bits) = self.memory.read_plain(place, size) {
                    return Ok(Value { lo: bits, hi: 0 });
                }
                let (bits, taint) = self.memory.read(place, self.float_bytes(size))?;
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
                    self.restrict.read(&self.memory, pointer, value)?
                } else {
                    value
                }
            }
            Form::Bits(field, ty) => {
                let (bits, taint) = self.memory.read_bits(place, size, field)?;
                let narrow = IntType { bits: field.width, signed: ty.signed };
                let value = Value::from_int(ty, arith::int::wrap(narrow, bits as i128));
                if taint == 0 { value } else { taint::with(narrow, value, taint as u64)? }
            }
            Form::Aggregate => pointer,
        })
    }

    /// Tells who watches of a volatile access, with the bytes as they are.
    #[cold]
    fn see_volatile(&mut self, place: Place, access: &Access) {
        let bits = self.memory.read_plain(place, access.size as usize).unwrap_or(0);
        self.tell_volatile(false, place, access.size, bits);
    }

    /// The bytes of a long double that make its value: the rest is padding.
    fn float_bytes(&self, size: usize) -> usize {
        use elenchus_lang::target::FloatFormat;
        let x87 = self.p.target.long_double_format == FloatFormat::X87;
        let padded = size == usize::from(self.p.target.long_double.size) && size > 8;
        if x87 && padded { 10 } else { size }
    }

    #[inline(always)]
    pub(super) fn store(
        &mut self,
        base: usize,
        pointer: Value,
        value: Value,
        access: &Access,
    ) -> Result<(), Stop> {
        let plain = access.quick && value.hi == 0 && !self.is_alert();
        if plain && self.memory.write_scalar(pointer, access, value.lo) {
            return Ok(());
        }
        self.store_checked(base, pointer, value, access)
    }

    /// The same where more has to be looked at.
    #[inline(never)]
    fn store_checked(
        &mut self,
        base: usize,
        pointer: Value,
        value: Value,
        access: &Access,
    ) -> Result<(), Stop> {
        let place = match self.memory.access(pointer, access.size.into(), access.align.into()) {
            Ok(place) => place,
            Err(stop) => return Err(self.denied(base, access, stop)),
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
        // What has its value before the program starts is not accessed for it.
        let given =
            access.initialises && self.memory.objects[place.object].plan.kind == Kind::Static;
        if access.ty.is_volatile() && self.observer.is_some() && !given {
            self.tell_volatile(true, place, access.size, value.lo);
        }
        // An initialiser leaves all members of a union open.
        let tag = match tracks && !access.anything && !access.initialises {
            true => self.tag(base, pointer, access),
            false => UNTAGGED,
        };
        let size = access.size as usize;
        match access.form {
            Form::Int(ty) => {
                if value.hi == 0 && self.memory.write_plain(place, size, value.lo, tag) {
                    return Ok(());
                }
                let taint = if ty.bits <= 64 { taint::of(value) } else { 0 };
                self.memory.write(place, size, value.as_int(ty) as u128, taint.into(), tag);
            }
            Form::Bool => {
                self.memory.write(place, size, value.lo.into(), value.hi.into(), tag);
            }
            Form::Float(_) => {
                if value.hi == 0 && self.memory.write_plain(place, size, value.lo, tag) {
                    return Ok(());
                }
                let bytes = self.float_bytes(size);
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
    fn denied(&self, base: usize, access: &Access, stop: Stop) -> Stop {
        let (Some(path), Stop::Undefined(kind, detail)) = (access.path, &stop) else { return stop };
        let start = self.get(base, path.base);
        let past = self
            .memory
            .object_of(start.provenance())
            .is_some_and(|(_, o)| start.lo == o.address + o.plan.size);
        match (kind, past) {
            (Undefined::OutOfBounds, true) => {
                Stop::undefined(Undefined::OnePastAccess, "a member of what lies past the end")
            }
            (Undefined::OnePastAccess, false) => {
                Stop::undefined(Undefined::OutOfBounds, format!("a member {detail}"))
            }
            _ => stop,
        }
    }

    #[cold]
    fn note_access(
        &mut self,
        place: Place,
        pointer: Value,
        access: &Access,
        write: bool,
    ) -> Result<(), Stop> {
        let object = &self.memory.objects[place.object];
        self.check_guard(object, write)?;
        if self.restrict.count() > 0 {
            let birth = object.birth;
            let start = place.offset as u64;
            let bytes = start..start + u64::from(access.size);
            self.restrict.access(&self.memory, pointer, birth, bytes, write)?;
            // Each of them was asked, about each byte.
            let variables = self.restrict.count() as u64;
            self.steps += variables / VARIABLES_PER_STEP;
            self.worked(variables * u64::from(access.size) * BYTES_TO_NOTE);
        }
        if !self.order.watching() {
            return Ok(());
        }
        let field = match access.form {
            Form::Bits(field, _) => Some(field),
            _ => None,
        };
        self.stamp(place, access.size as usize, field, write)
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
        if !self.order.concerns(birth) {
            self.order.touch_own();
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
                self.order.touch_field(birth, bits, stamps, write, depth);
            }
            None => {
                let bits = start..start + size as u64 * 8;
                self.order.touch_bytes(birth, bits, stamps, write, depth);
            }
        }
        Ok(())
    }

    /// Makes stamps for some bytes that can be changed, and undone.
    #[inline]
    pub(super) fn prepare_stamps(&mut self, place: Place, size: usize) -> Result<(), Stop> {
        let grain = Shadow::grain_of(place.offset, size);
        if !self.memory.objects[place.object].shadow.has(grain) {
            self.split_stamps(place.object, grain)?;
        }
        if self.live || !self.snapshots.is_empty() {
            self.save_stamps(place, size);
        }
        Ok(())
    }

    #[inline(never)]
    fn save_stamps(&mut self, place: Place, size: usize) {
        let shadow = &mut self.memory.objects[place.object].shadow;
        let groups = shadow.groups(place.offset, size);
        let (first, count) = (groups.start as u32, groups.len() as u32);
        self.saved_stamps.extend_from_slice(&shadow.stamps_mut()[groups]);
        self.changes.push(Change::Stamps(place.object as u32, first, count));
    }

    #[cold]
    fn split_stamps(&mut self, object: usize, grain: u8) -> Result<(), Stop> {
        let shadow = &self.memory.objects[object].shadow;
        if self.logging() && shadow.count() > 0 {
            self.changes.push(Change::Grain(object as u32, shadow.grain()));
        }
        self.memory.make_stamps(object, grain)
    }

    /// Whether accesses have to be noted at all.
    #[inline]
    pub(super) fn is_alert(&self) -> bool {
        // One test for all: it is made for each access.
        self.order.operators() | self.guards.len() | self.restrict.count() != 0
    }

    /// A restricted pointer gets a value.
    pub(super) fn assign_restricted(&mut self, variable: Value, value: Value) -> Result<(), Stop> {
        let block = self.frames.last().map_or((0, 0), |frame| (frame.serial, frame.scope));
        self.restrict.assign(&self.memory, variable, value, block)
    }

    /// How many calls deep what happens now is.
    pub(super) fn depth(&self) -> usize {
        self.frames.len() + self.in_library
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
        match self.order.watching() {
            true => self.stamp(place, size as usize, None, write),
            false => Ok(()),
        }
    }

    #[cold]
    pub(super) fn read_only(&self, place: Place) -> Stop {
        match self.memory.objects[place.object].plan.kind {
            Kind::Literal => {
                Stop::undefined(Undefined::LiteralWrite, "a string literal is written")
            }
            Kind::Temporary => {
                let detail = "it holds the value of an expression";
                Stop::undefined(Undefined::TemporaryWrite, detail)
            }
            _ => Stop::undefined(Undefined::ConstWrite, "the object is defined const"),
        }
    }

    /// 6.5p7, by the lvalue's type and the struct that it starts from.
    #[inline]
    fn check_type(
        &mut self,
        base: usize,
        place: Place,
        pointer: Value,
        access: &Access,
        writes: bool,
    ) -> Result<(), Stop> {
        let plan = &self.memory.objects[place.object].plan;
        if let Some(ty) = plan.ty {
            let mut offset = place.offset as u64;
            if offset >= plan.period {
                offset %= plan.period;
            }
            let into = self.path_offset(base, pointer, access);
            let key = (ty, offset, into, writes);
            let tracks = plan.tracks;
            if access.memo.allowed.get() != Some(key) {
                self.check_declared(ty, offset, into, access, writes)?;
                access.memo.allowed.set(Some(key));
            }
            if !tracks {
                return Ok(());
            }
        }
        if !writes && !access.anything && !access.through_union && access.size > 0 {
            self.check_written(base, place, pointer, access)?;
        }
        Ok(())
    }

    /// How far the lvalue is from the start of its path.
    #[inline]
    fn path_offset(&self, base: usize, pointer: Value, access: &Access) -> u64 {
        match access.path {
            Some(path) => pointer.lo.wrapping_sub(self.get(base, path.base).lo),
            None => 0,
        }
    }

    fn check_declared(
        &mut self,
        ty: TypeId,
        offset: u64,
        into: u64,
        access: &Access,
        writes: bool,
    ) -> Result<(), Stop> {
        if access.size == 0 {
            return Ok(());
        }
        if let (Some(path), true) = (access.path, typed::leaf(&self.p.types, ty).is_none()) {
            let start = offset.wrapping_sub(into);
            let start = if into > offset { 0 } else { start };
            if !self.lookup_struct(ty, start, path.record) {
                return Err(self.wrong_type(ty, path.record));
            }
        }
        if matches!(access.form, Form::Bits(..)) {
            return Ok(());
        }
        // A struct that lies in another object is accessed as what it is: by the
        // letter a common member would do, but compilers look at no members.
        let record = self.p.types.value_type(access.ty);
        if self.p.types.as_record(record).is_some()
            && typed::leaf(&self.p.types, ty).is_none()
            && !self.lookup_struct(ty, offset, record)
        {
            return Err(self.wrong_type(ty, access.ty));
        }
        let through = if access.anything { CHARACTER } else { access.ty };
        let found = self.lookup(ty, offset, through);
        if !found.allowed {
            return Err(self.wrong_type(ty, access.ty));
        }
        // A member of a union that is named has the qualifiers that it says.
        if access.initialises || access.through_union {
            return Ok(());
        }
        // The value of a struct is read through an lvalue of its own.
        let reads_whole = access.form == Form::Aggregate && !writes;
        if found.volatile && !access.ty.is_volatile() && !reads_whole {
            let detail = "a volatile object through an lvalue that is not";
            return Err(Stop::undefined(Undefined::VolatileAccess, detail));
        }
        if found.atomic != access.ty.is_atomic() && !access.anything {
            return Err(self.wrong_type(ty, access.ty));
        }
        if writes && found.constant {
            return Err(Stop::undefined(Undefined::ConstWrite, "the member is defined const"));
        }
        Ok(())
    }

    fn lookup(&mut self, object: TypeId, offset: u64, access: TypeId) -> typed::Found {
        let p = &self.p;
        *self
            .type_checks
            .entry((object, offset, access))
            .or_insert_with(|| typed::allows(&p.types, &p.target, object, offset, access))
    }

    /// Whether a struct of this very type lies there.
    fn lookup_struct(&mut self, object: TypeId, offset: u64, record: TypeId) -> bool {
        let p = &self.p;
        *self
            .path_checks
            .entry((object, offset, record))
            .or_insert_with(|| typed::holds_struct(&p.types, &p.target, object, offset, record))
    }

    /// The tag of what an lvalue names.
    #[inline]
    fn tag(&mut self, base: usize, pointer: Value, access: &Access) -> Tag {
        let into = self.path_offset(base, pointer, access);
        if let Some((known, tag)) = access.memo.tag.get() {
            if known == into {
                return tag;
            }
        }
        let path = access.path.map(|path| (self.p.types.value_type(path.record), into));
        let tag = self.tags.number(Meaning { ty: access.leaf, path });
        access.memo.tag.set(Some((into, tag)));
        tag
    }

    /// What was stored there must have been stored with a type that agrees.
    fn check_written(
        &mut self,
        base: usize,
        place: Place,
        pointer: Value,
        access: &Access,
    ) -> Result<(), Stop> {
        let contents = &self.memory.objects[place.object].contents;
        if contents.tags.is_empty() {
            return Ok(());
        }
        if access.form == Form::Aggregate {
            return self.check_written_whole(place, access);
        }
        let stored = contents.tags[place.offset];
        if stored == self.tag(base, pointer, access) {
            return Ok(());
        }
        let contents = &self.memory.objects[place.object].contents;
        let tags = &contents.tags[place.offset..place.offset + access.size as usize];
        let first = tags[0];
        let whole = tags[1..].iter().all(|&t| t == CONTINUED || t == UNTAGGED);
        if first == UNTAGGED && whole {
            return Ok(());
        }
        let read = self.tag(base, pointer, access);
        let p = &self.p;
        if whole && first != CONTINUED && self.tags.agree(&p.types, &p.target, first, read) {
            return Ok(());
        }
        let declared = self.memory.objects[place.object].plan.ty.is_some();
        if declared && whole && self.shares_start(first, read) {
            // By the letter it is allowed where the union is visible, and
            // compilers do not see it so (DR 236).
            let what = "a common initial sequence, read without naming its union (6.5.2.3p6)";
            return Err(Stop::unsupported(what));
        }
        Err(self.wrong_tag(first, access.ty))
    }

    /// Whether what was written and what is read are the same member at the
    /// start of two structs of a union.
    #[cold]
    fn shares_start(&self, written: Tag, read: Tag) -> bool {
        let (Some(w), Some(r)) = (self.tags.meaning(written), self.tags.meaning(read)) else {
            return false;
        };
        let (Some((x, at_x)), Some((y, at_y))) = (w.path, r.path) else { return false };
        let p = &self.p;
        at_x == at_y
            && typed::alike(&p.types, w.ty, r.ty)
            && typed::shares_start(&p.types, &p.target, x, y, at_x)
    }

    fn check_written_whole(&mut self, place: Place, access: &Access) -> Result<(), Stop> {
        let p = &self.p;
        let expected = self.tags.of_type(&p.types, &p.target, access.ty);
        let contents = &self.memory.objects[place.object].contents;
        let written = &contents.tags[place.offset..place.offset + access.size as usize];
        let mut wrong = None;
        for (&w, &e) in written.iter().zip(expected.iter()) {
            let starts = w > CONTINUED && e > CONTINUED;
            if starts && !self.tags.agree(&p.types, &p.target, w, e) {
                wrong = Some(w);
                break;
            }
        }
        match wrong {
            None => Ok(()),
            Some(tag) => Err(self.wrong_tag(tag, access.ty)),
        }
    }

    #[cold]
    fn wrong_tag(&self, tag: Tag, access: TypeId) -> Stop {
        match self.tags.meaning(tag) {
            Some(Meaning { ty, path: None }) => self.wrong_type(ty, access),
            Some(Meaning { ty, path: Some((record, _)) }) => {
                let print = elenchus_lang::printer::print_type;
                Stop::undefined(
                    Undefined::EffectiveType,
                    format!(
                        "'{}' in '{}' was stored, and '{}' is read",
                        print(&self.p, ty),
                        print(&self.p, record),
                        print(&self.p, access)
                    ),
                )
            }
            None => Stop::undefined(
                Undefined::EffectiveType,
                "the middle of a value of another type is read",
            ),
        }
    }

    #[cold]
    fn wrong_type(&self, object: TypeId, access: TypeId) -> Stop {
        let print = elenchus_lang::printer::print_type;
        let (is, through) = (print(&self.p, object), print(&self.p, access));
        Stop::undefined(
            Undefined::EffectiveType,
            format!("an object of type '{is}' as '{through}'"),
        )
    }

    /// What is right for all of an object that is read in parts.
    pub(super) fn check_whole(
        &mut self,
        base: usize,
        pointer: Value,
        access: &Access,
    ) -> Result<(), Stop> {
        let place = self.memory.access(pointer, access.size.into(), access.align.into())?;
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
        let target = self.memory.access(to, size, align)?;
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
            let detail = format!("{size} bytes, {apart} apart");
            return Err(Stop::undefined(Undefined::OverlappingAssignment, detail));
        }
        if access.form == Form::Aggregate && self.memory.objects[target.object].plan.tracks {
            let p = &self.p;
            let own = self.memory.objects[source.object].plan.tracks
                && typed::holds_union(&p.types, access.ty);
            if !own {
                let tags = self.tags.of_type(&p.types, &p.target, access.ty);
                self.memory.copy(target, source, size as usize, Some(&tags));
                return Ok(());
            }
        }
        self.carry(target, source, size as usize);
        Ok(())
    }

    /// Copies bytes with the types that they were stored with (6.5p6).
    pub(crate) fn carry(&mut self, target: Place, source: Place, size: usize) {
        let from = &self.memory.objects[source.object].plan;
        let declared = match (from.tracks, from.ty) {
            (false, Some(ty)) if self.memory.objects[target.object].plan.tracks => Some(ty),
            _ => None,
        };
        let Some(ty) = declared else {
            self.memory.copy(target, source, size, None);
            return;
        };
        let p = &self.p;
        let all = self.tags.of_type(&p.types, &p.target, ty);
        match all.get(source.offset..source.offset + size) {
            Some(tags) => self.memory.copy(target, source, size, Some(tags)),
            None => self.memory.copy(target, source, size, None),
        }
    }

    /// The plan of an object with a declared type.
    pub(super) fn plan(&self, kind: Kind, ty: TypeId, size: u64, align: u64) -> Plan {
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

/// The value of a quick access.
#[inline(always)]
pub(super) fn number(access: &Access, bits: u64) -> Value {
    match access.form {
        Form::Int(ty) => Value { lo: extended(ty, bits), hi: 0 },
        _ => Value { lo: bits, hi: 0 },
    }
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
