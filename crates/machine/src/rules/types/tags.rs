//! Types of stores into memory that has no declared type (6.5p6), and into
//! unions.
//!
//! A tag is a number for "a scalar of this type, at this offset of a struct of
//! that type". Two tags agree when a compiler that reasons by types and access
//! paths must take them for the same object.

use std::rc::Rc;

use elenchus_lang::layout;
use elenchus_lang::target::Target;
use elenchus_lang::types::{TypeId, TypeKind, Types};
use rustc_hash::FxHashMap;

use super::typed;
use crate::memory::{CONTINUED, Tag, UNTAGGED};

/// What a tag stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Meaning {
    pub ty: TypeId,
    /// The outermost struct of the lvalue, and how far in it was.
    pub path: Option<(TypeId, u64)>,
}

/// The tags of a run. They are never forgotten: bytes hold them.
#[derive(Default)]
pub struct Tags {
    meanings: Vec<Meaning>,
    numbers: FxHashMap<Meaning, Tag>,
    /// What was found of pairs: of what is stored, and of what accesses it.
    agree: FxHashMap<(Tag, Tag), bool>,
    of_types: FxHashMap<TypeId, Rc<[Tag]>>,
}

const FIRST: Tag = CONTINUED + 1;

impl Tags {
    pub fn number(&mut self, meaning: Meaning) -> Tag {
        let meanings = &mut self.meanings;
        *self.numbers.entry(meaning).or_insert_with(|| {
            meanings.push(meaning);
            FIRST + meanings.len() as Tag - 1
        })
    }

    pub fn meaning(&self, tag: Tag) -> Option<Meaning> {
        self.meanings.get(tag.wrapping_sub(FIRST) as usize).copied()
    }

    /// Whether what was written with one may be read with the other.
    pub fn agree(&mut self, types: &Types, target: &Target, written: Tag, read: Tag) -> bool {
        if written == read {
            return true;
        }
        if let Some(&known) = self.agree.get(&(written, read)) {
            return known;
        }
        let (Some(w), Some(r)) = (self.meaning(written), self.meaning(read)) else { return true };
        let paths = match (w.path, r.path) {
            (Some((x, at_x)), Some((y, at_y))) => {
                let within = |outer, at: u64, inner, inside: u64| {
                    at.checked_sub(inside).is_some_and(|start| {
                        typed::holds_struct(types, target, outer, start, inner)
                    })
                };
                within(x, at_x, y, at_y) || within(y, at_y, x, at_x)
            }
            _ => true,
        };
        let agree = paths && typed::alike(types, w.ty, r.ty);
        self.agree.insert((written, read), agree);
        agree
    }

    /// The tag of what was copied as part of so many bytes, this far in: a struct that was
    /// not copied whole is not around it any more.
    pub fn copied(
        &mut self,
        types: &Types,
        target: &Target,
        tag: Tag,
        at: usize,
        copied: usize,
    ) -> Tag {
        let Some(Meaning { ty, path: Some((record, into)) }) = self.meaning(tag) else {
            return tag;
        };
        let size = layout::size_of(types, target, record).unwrap_or(0);
        let whole =
            (at as u64).checked_sub(into).is_some_and(|start| start + size <= copied as u64);
        if whole { tag } else { self.number(Meaning { ty, path: None }) }
    }

    /// The tags that a whole object of a type has; bytes of unions have none.
    pub fn of_type(&mut self, types: &Types, target: &Target, ty: TypeId) -> Rc<[Tag]> {
        if let Some(known) = self.of_types.get(&ty) {
            return Rc::clone(known);
        }
        let size = layout::size_of(types, target, ty).unwrap_or(0) as usize;
        let mut tags = vec![UNTAGGED; size];
        self.fill(types, target, ty, 0, None, &mut tags);
        let tags: Rc<[Tag]> = tags.into();
        self.of_types.insert(ty, Rc::clone(&tags));
        tags
    }

    fn fill(
        &mut self,
        types: &Types,
        target: &Target,
        ty: TypeId,
        at: usize,
        outer: Option<(TypeId, usize)>,
        tags: &mut [Tag],
    ) {
        let size = layout::size_of(types, target, ty).unwrap_or(0) as usize;
        match types.kind(ty) {
            TypeKind::Array { element, .. }
            | TypeKind::Vector { element, .. }
            | TypeKind::Complex(element) => {
                let step = layout::size_of(types, target, element).unwrap_or(0) as usize;
                for i in 0..size.checked_div(step).unwrap_or(0) {
                    self.fill(types, target, element, at + i * step, outer, tags);
                }
            }
            TypeKind::Record(record) if !types.records[record].is_union => {
                let outer = outer.or(Some((types.value_type(ty), at)));
                for &field in types.fields(record) {
                    let field = &types.fields[field];
                    if field.width.is_none() {
                        let offset = at + field.offset() as usize;
                        self.fill(types, target, field.ty, offset, outer, tags);
                    }
                }
            }
            TypeKind::Record(_) => {}
            _ if at + size <= tags.len() && size > 0 => {
                if typed::may_touch_anything(types, ty) {
                    return;
                }
                let path = outer.map(|(record, start)| (record, (at - start) as u64));
                let tag = self.number(Meaning { ty: types.value_type(ty), path });
                tags[at] = tag;
                tags[at + 1..at + size].fill(CONTINUED);
            }
            _ => {}
        }
    }
}
