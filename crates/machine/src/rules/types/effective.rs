//! Whether an access agrees with the type of its object (6.5p6 and p7): the
//! declared one, or that of what was stored there.

use elenchus_lang::printer::print_type;
use elenchus_lang::target::IntKind;
use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use super::tags::Meaning;
use super::typed;
use crate::Machine;
use crate::code::{Access, Form};
use crate::facts::Facts;
use crate::memory::{CONTINUED, Place, Tag, UNTAGGED};
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

/// What may touch anything.
pub(crate) const CHARACTER: TypeId = TypeId::int(IntKind::Char);

/// Where in an object with a declared type an access is.
#[derive(Clone, Copy)]
struct Declared {
    ty: TypeId,
    offset: u64,
    /// How far that is from the start of the access path.
    into: u64,
    /// The size of `ty`, of which the object is one or a row.
    period: u64,
    /// Not all scalars in the object have one type.
    has_parts: bool,
}

impl Machine {
    /// 6.5p7, by the lvalue's type and the struct that it starts from.
    #[inline]
    pub(crate) fn check_type(
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
            let (tracks, has_parts, period) = (plan.tracks, plan.leaf.is_none(), plan.period);
            if access.memo.allowed.get() != Some(key) {
                let declared = Declared { ty, offset, into, period, has_parts };
                let checked = match self.check_declared(declared, access, writes) {
                    Err(stop) if self.allowed.passes(&stop, Undefined::EffectiveType) => {
                        self.check_qualifiers(declared, access, writes)
                    }
                    checked => checked,
                };
                checked.map_err(|stop| self.accessed(stop, Some(place), access, writes))?;
                access.memo.allowed.set(Some(key));
            }
            if !tracks {
                return Ok(());
            }
        }
        if !writes && !access.anything && !access.through_union && access.size > 0 {
            let checked = match self.check_written(base, place, pointer, access) {
                Err(stop) if self.allowed.passes(&stop, Undefined::EffectiveType) => Ok(()),
                checked => checked,
            };
            checked.map_err(|stop| self.accessed(stop, Some(place), access, writes))?;
        }
        Ok(())
    }

    /// Whether [`Machine::check_type`] has just allowed an access to that part of
    /// such an object, and there is nothing more to look at.
    #[inline]
    pub(crate) fn was_allowed(
        &self,
        base: usize,
        place: Place,
        pointer: Value,
        access: &Access,
        writes: bool,
    ) -> bool {
        let plan = &self.memory.objects[place.object].plan;
        let (Some(ty), false) = (plan.ty, plan.tracks) else { return false };
        let mut offset = place.offset as u64;
        if offset >= plan.period {
            offset %= plan.period;
        }
        let into = self.path_offset(base, pointer, access);
        access.memo.allowed.get() == Some((ty, offset, into, writes))
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
        place: Declared,
        access: &Access,
        writes: bool,
    ) -> Result<(), Stop> {
        if access.size == 0 {
            return Ok(());
        }
        if !self.p.language.has_effective_types() {
            return self.check_qualifiers(place, access, writes);
        }
        let Declared { ty, offset, into, has_parts, .. } = place;
        if let (Some(path), true) = (access.path, has_parts) {
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
        if access.form == Form::Aggregate
            && has_parts
            && self.p.types.as_record(access.leaf).is_some()
            && !self.lookup_struct(ty, offset, access.leaf)
        {
            return Err(self.wrong_type(ty, access.ty));
        }
        let through = if access.anything { CHARACTER } else { access.ty };
        let found = self.lookup(ty, offset, through);
        if !found.allowed {
            return Err(self.wrong_type(ty, access.ty));
        }
        if found.in_atomic && !access.anything && !access.initialises {
            let facts = Facts::new(Finding::AtomicMember).text("type", print_type(&self.p, ty));
            return Err(Stop::undefined(Undefined::AtomicMember, facts));
        }
        // A member of a union that is named has the qualifiers that it says.
        if access.initialises || access.through_union {
            return Ok(());
        }
        // The value of a struct is read through an lvalue of its own.
        let reads_whole = access.form == Form::Aggregate && !writes;
        if found.volatile && !access.ty.is_volatile() && !reads_whole {
            return Err(Stop::undefined(Undefined::VolatileAccess, Finding::VolatileObject));
        }
        if found.atomic != access.ty.is_atomic() && !access.anything {
            return Err(self.wrong_type(ty, access.ty));
        }
        if writes && found.constant {
            return Err(Stop::undefined(Undefined::ConstWrite, Finding::ConstMember));
        }
        Ok(())
    }

    /// What is left of the rules where an lvalue of any type may access any object:
    /// what is qualified there stays so.
    #[cold]
    fn check_qualifiers(
        &mut self,
        place: Declared,
        access: &Access,
        writes: bool,
    ) -> Result<(), Stop> {
        if access.initialises || access.through_union || matches!(access.form, Form::Bits(..)) {
            return Ok(());
        }
        for byte in 0..u64::from(access.size) {
            let offset = (place.offset + byte) % place.period.max(1);
            let found = self.lookup(place.ty, offset, CHARACTER);
            if writes && found.constant {
                return Err(Stop::undefined(Undefined::ConstWrite, Finding::ConstMember));
            }
            let reads_whole = access.form == Form::Aggregate && !writes;
            if found.volatile && !access.ty.is_volatile() && !reads_whole {
                return Err(Stop::undefined(Undefined::VolatileAccess, Finding::VolatileObject));
            }
        }
        Ok(())
    }

    /// Whether a byte belongs to an object that is defined volatile.
    pub(crate) fn is_volatile_at(&mut self, place: Place) -> bool {
        let plan = &self.memory.objects[place.object].plan;
        let (volatile, offset) = (plan.volatile, place.offset as u64 % plan.period.max(1));
        volatile || plan.ty.is_some_and(|ty| self.lookup(ty, offset, CHARACTER).volatile)
    }

    fn lookup(&mut self, object: TypeId, offset: u64, access: TypeId) -> typed::Agreement {
        let p = &self.p;
        *self
            .rules
            .type_checks
            .entry((object, offset, access))
            .or_insert_with(|| typed::allows(&p.types, &p.target, object, offset, access))
    }

    /// Whether a struct of this very type lies there.
    fn lookup_struct(&mut self, object: TypeId, offset: u64, record: TypeId) -> bool {
        let p = &self.p;
        *self
            .rules
            .path_checks
            .entry((object, offset, record))
            .or_insert_with(|| typed::holds_struct(&p.types, &p.target, object, offset, record))
    }

    /// The tag of what an lvalue names.
    #[inline]
    pub(crate) fn tag(&mut self, base: usize, pointer: Value, access: &Access) -> Tag {
        let into = self.path_offset(base, pointer, access);
        if let Some((known, tag)) = access.memo.tag.get() {
            if known == into {
                return tag;
            }
        }
        let path = access.path.map(|path| (self.p.types.value_type(path.record), into));
        let tag = self.rules.tags.number(Meaning { ty: access.leaf, path });
        access.memo.tag.set(Some((into, tag)));
        tag
    }

    /// The types of bytes that were just copied here: those of the members of a struct,
    /// where it is one, and else those that they had without the structs around them.
    pub(crate) fn retag_copied(&mut self, place: Place, size: usize, own: Option<&[Tag]>) {
        let p = &self.p;
        let tags = &mut self.memory.objects[place.object].contents.tags;
        let Some(tags) = tags.get_mut(place.offset..place.offset + size) else { return };
        for (at, tag) in tags.iter_mut().enumerate().filter(|(_, tag)| **tag > CONTINUED) {
            *tag = match own.map(|own| own[at]) {
                Some(member) if member > CONTINUED => member,
                _ => self.rules.tags.copied(&p.types, &p.target, *tag, at, size),
            };
        }
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
        if (first == UNTAGGED && whole) || !self.p.language.has_effective_types() {
            return Ok(());
        }
        let read = self.tag(base, pointer, access);
        let p = &self.p;
        if whole && first != CONTINUED && self.rules.tags.agree(&p.types, &p.target, first, read) {
            return Ok(());
        }
        if whole && self.shares_start(first, read) {
            // By the letter it is allowed where the union is visible, and
            // compilers do not see it so (DR 236).
            if self.allowed.lets(Undefined::EffectiveType) {
                return Ok(());
            }
            let what = "a common initial sequence, read without naming its union (6.5.2.3p6)";
            return Err(Stop::unsupported(what));
        }
        Err(self.wrong_tag(first, access.ty))
    }

    /// Whether what was written and what is read are the same member at the
    /// start of two structs of a union: the object has that type, or may have it where
    /// it is allocated.
    #[cold]
    fn shares_start(&self, written: Tag, read: Tag) -> bool {
        let (Some(w), Some(r)) = (self.rules.tags.meaning(written), self.rules.tags.meaning(read))
        else {
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
        let expected = self.rules.tags.of_type(&p.types, &p.target, access.ty);
        let contents = &self.memory.objects[place.object].contents;
        let written = &contents.tags[place.offset..place.offset + access.size as usize];
        let mut wrong = None;
        for (&w, &e) in written.iter().zip(expected.iter()) {
            let starts = w > CONTINUED && e > CONTINUED;
            if starts && !self.rules.tags.agree(&p.types, &p.target, w, e) {
                wrong = Some(w);
                break;
            }
        }
        match wrong.filter(|_| self.p.language.has_effective_types()) {
            None => Ok(()),
            Some(tag) => Err(self.wrong_tag(tag, access.ty)),
        }
    }

    #[cold]
    fn wrong_tag(&self, tag: Tag, access: TypeId) -> Stop {
        match self.rules.tags.meaning(tag) {
            Some(Meaning { ty, path: None }) => self.wrong_type(ty, access),
            Some(Meaning { ty, path: Some((record, _)) }) => {
                let facts = Facts::new(Finding::StoredAs)
                    .text("stored", print_type(&self.p, ty))
                    .text("record", print_type(&self.p, record))
                    .text("accessed", print_type(&self.p, access));
                Stop::undefined(Undefined::EffectiveType, facts)
            }
            None => Stop::undefined(Undefined::EffectiveType, Finding::MiddleOf),
        }
    }

    #[cold]
    fn wrong_type(&self, object: TypeId, access: TypeId) -> Stop {
        let facts = Facts::new(Finding::ObjectAs)
            .text("declared", print_type(&self.p, object))
            .text("accessed", print_type(&self.p, access));
        Stop::undefined(Undefined::EffectiveType, facts)
    }
}
