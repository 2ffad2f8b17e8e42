//! Which stores leave bytes around them open (6.2.6.1p6 and p7).
//!
//! That is decided here, from the lvalue: a store that names a member knows the
//! structs and unions that it is in. Most have no padding, and then nothing is
//! left to do when the program runs.

use std::rc::Rc;

use elenchus_lang::tree::{Designator, InitItem};
use elenchus_lang::types::{FieldId, TypeId};

use crate::code::{Around, Index, Op, Reg};
use crate::core::lower::Lowerer;
use crate::core::lower::place::InMemory;
use crate::rules::padding;

/// A member that an lvalue names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// Where its struct lies.
    pub base: Reg,
    pub field: FieldId,
    /// The member that the struct is, if it is named so.
    pub outer: Option<Index>,
}

impl Lowerer<'_> {
    /// The same for an item that initialises a member of a union: of a list for a
    /// type, at this place. Static objects are zero before, and stay so.
    pub(crate) fn open_behind(&mut self, pointer: Reg, place: u64, ty: TypeId, item: &InitItem) {
        if !self.filling.opens_unions {
            return;
        }
        let types = &self.p.types;
        let of_union = |&field: &FieldId| types.records[types.fields[field].record].is_union;
        let field = match (self.p.designators[item.designators].last(), types.as_record(ty)) {
            (Some(Designator::Field(field)), _) => Some(*field),
            (None, Some(record)) => types.fields(record).first().copied(),
            _ => None,
        };
        let Some(field) = field.filter(of_union) else { return };
        let info = &types.fields[field];
        let used = match info.width {
            Some(width) => u64::from(width).div_ceil(8),
            None => self.size_of(info.ty).unwrap_or(0),
        };
        let rest = types.records[info.record].size.saturating_sub(used);
        if let (Ok(first), Ok(size @ 1..)) = (u32::try_from(place + used), u32::try_from(rest)) {
            self.emit(Op::Open { pointer, first, size });
        }
    }

    /// Says for a store to a place what it leaves open around it.
    pub(crate) fn leave_open(&mut self, spot: &InMemory, access: Index) {
        let mut next = spot.member;
        let mut is_part = false;
        while let Some(&Member { base, field, outer }) =
            next.and_then(|member| self.scratch.function.members.get(member as usize))
        {
            let (types, target) = (&self.p.types, &self.p.target);
            let field = padding::representative(types, field);
            let known = self.scratch.facts.open.entry(field);
            let holes = known.or_insert_with(|| padding::around(types, target, field));
            let in_union = types.records[types.fields[field].record].is_union;
            // 6.2.6.1p7 speaks of a member that is stored, and unlike p6 not of its parts.
            let stays = in_union && is_part;
            if !stays && !holes.is_empty() {
                let holes = Rc::clone(holes);
                self.scratch.lists.around.push(Around { base, in_union, holes });
            }
            is_part = true;
            next = outer;
        }
        if !self.scratch.lists.around.is_empty() {
            let access = &mut self.code.accesses[access as usize];
            access.around = Some(self.scratch.lists.around.drain(..).collect());
            access.quick = false;
        }
    }
}
