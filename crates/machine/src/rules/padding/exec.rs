//! Bytes that take unspecified values when something is stored beside them
//! (6.2.6.1p6 and p7).

use std::rc::Rc;

use elenchus_lang::layout;
use elenchus_lang::types::TypeId;

use crate::Machine;
use crate::code::Around;
use crate::memory::UNTAGGED;
use crate::rules::padding::{self, Hole};
use crate::rules::types::typed;
use crate::value::Value;

/// How far around a byte is looked for what was stored there with another struct.
const NEAR: usize = 64;

impl Machine {
    /// What a store to a member leaves open; `base` is where the registers of
    /// its lvalue lie.
    #[inline(never)]
    pub(crate) fn open_around(&mut self, base: usize, around: &[Around]) {
        for Around { base: reg, in_union, holes } in around {
            let start = self.get(base, *reg);
            match in_union {
                true => self.open_holes(start, holes),
                false => self.open_own(start, holes),
            }
        }
    }

    /// Padding of the struct that a store names. Where the object there is another, its
    /// bytes are not padding because of that.
    fn open_own(&mut self, start: Value, holes: &[Hole]) {
        let Some(&(last, size)) = holes.last() else { return };
        let Ok(place) = self.memory.access(start, u64::from(last) + u64::from(size), 1) else {
            return;
        };
        if holes.iter().all(|&hole| self.memory.says_nothing(place, hole)) {
            return self.memory.open(place, holes);
        }
        let mut own: Vec<Hole> = Vec::new();
        for &(first, size) in holes {
            for byte in first..first + size {
                if self.belongs_to_another(place.object, place.offset + byte as usize) {
                    continue;
                }
                match own.last_mut() {
                    Some((start, count)) if *start + *count == byte && byte != first => *count += 1,
                    _ => own.push((byte, 1)),
                }
            }
        }
        self.memory.open(place, &own);
    }

    /// Whether a byte that is padding in some struct is part of a member of what the
    /// object is: by its declared type, or by what was stored near it.
    #[cold]
    fn belongs_to_another(&mut self, object: usize, at: usize) -> bool {
        let plan = &self.memory.objects[object].plan;
        let element = plan.ty.map(|ty| typed::element(&self.p.types, ty));
        if let Some(element) = element.filter(|&ty| self.p.types.as_record(ty).is_some()) {
            let at = at as u64 % plan.period;
            return self.has_member_at(element, at);
        }
        let tags = &self.memory.objects[object].contents.tags;
        if tags.get(at).is_some_and(|&tag| tag != UNTAGGED) {
            return true;
        }
        let end = tags.len().min(at + NEAR);
        let near: Vec<(TypeId, u64)> = (at.saturating_sub(NEAR)..end)
            .filter_map(|spot| {
                let (record, inside) = self.rules.tags.meaning(tags[spot])?.path?;
                let start = (spot as u64).checked_sub(inside)?;
                Some((record, (at as u64).checked_sub(start)?))
            })
            .collect();
        near.into_iter().any(|(record, at)| self.has_member_at(record, at))
    }

    /// Whether a byte of a type is part of some member, and not padding.
    fn has_member_at(&mut self, ty: TypeId, at: u64) -> bool {
        let size = layout::size_of(&self.p.types, &self.p.target, ty).unwrap_or(0);
        let known = at < size && size <= padding::LARGE;
        let is_in =
            |&(first, size): &Hole| (u64::from(first)..u64::from(first + size)).contains(&at);
        known && !self.padding_of(ty).iter().any(is_in)
    }

    /// The padding of a struct that was assigned as a whole.
    pub(crate) fn open_padding(&mut self, to: Value, ty: TypeId) {
        let holes = self.padding_of(ty);
        self.open_holes(to, &holes);
    }

    fn padding_of(&mut self, ty: TypeId) -> Rc<[Hole]> {
        match self.rules.padding.get(&ty) {
            Some(holes) => Rc::clone(holes),
            None => {
                let holes = padding::within(&self.p.types, &self.p.target, ty);
                self.rules.padding.insert(ty, Rc::clone(&holes));
                holes
            }
        }
    }

    pub(crate) fn open_holes(&mut self, start: Value, holes: &[Hole]) {
        let Some(&(last, size)) = holes.last() else { return };
        // The object may end before the struct does: then it stays as it is.
        if let Ok(place) = self.memory.access(start, u64::from(last) + u64::from(size), 1) {
            self.memory.open(place, holes);
        }
    }
}
