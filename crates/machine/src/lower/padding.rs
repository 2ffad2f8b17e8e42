//! Which stores leave bytes around them open (6.2.6.1p6 and p7).
//!
//! That is decided here, from the lvalue: a store that names a member knows the
//! structs and unions that it is in. Most have no padding, and then nothing is
//! left to do when the program runs.

use std::rc::Rc;

use elenchus_lang::types::FieldId;

use super::Lowerer;
use super::place::Spot;
use crate::code::{Around, Index, Reg};
use crate::padding;

/// A member that an lvalue names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    /// Where its struct lies.
    pub base: Reg,
    pub field: FieldId,
    /// The member that the struct is, if it is named so.
    pub outer: Option<Index>,
}

impl Lowerer<'_> {
    /// Says for a store to a place what it leaves open around it.
    pub(super) fn leave_open(&mut self, spot: &Spot, access: Index) {
        let mut around = Vec::new();
        let mut next = spot.member;
        while let Some(&Member { base, field, outer }) =
            next.and_then(|member| self.members.get(member as usize))
        {
            let (types, target) = (&self.p.types, &self.p.target);
            let field = padding::representative(types, field);
            let known = self.open.entry(field);
            let holes = known.or_insert_with(|| padding::around(types, target, field));
            if !holes.is_empty() {
                around.push(Around { base, holes: Rc::clone(holes) });
            }
            next = outer;
        }
        if !around.is_empty() {
            let access = &mut self.code.accesses[access as usize];
            access.around = Some(around.into());
            access.quick = false;
        }
    }
}
