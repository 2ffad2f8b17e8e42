//! A member that goes, with what initialises it.

use super::EditError;
use super::gone::Taken;
use super::{Edit, Edits};
use crate::span::Span;
use crate::tree::{Designator, ExprKind, InitId, InitItem, InitKind, Program};
use crate::types::{FieldId, RecordId, TypeId, TypeKind};

/// An item of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ItemAt {
    pub list: InitId,
    pub index: usize,
}

/// The items that initialise a member. An error is where an item goes to it,
/// or by it, without the braces of its struct: the items after it would go
/// elsewhere.
pub(super) fn items_of(p: &Program, field: FieldId) -> Result<Vec<ItemAt>, Span> {
    let record = p.types.fields[field].record;
    let mut found = Vec::new();
    for (list, init) in p.inits.iter() {
        let InitKind::List(items) = init.kind else { continue };
        let items = &p.init_items[items];
        if p.types.as_record(init.ty) == Some(record) {
            for (index, item) in items.iter().enumerate() {
                let path = &p.designators[item.designators];
                let is_it = match path.first() {
                    Some(&first) => first == Designator::Field(field),
                    None => goes_to(p, record, field, item),
                };
                if is_it && (path.len() > 1 || is_part(p, init.ty, item)) {
                    return Err(item.span);
                }
                if is_it {
                    found.push(ItemAt { list, index });
                }
            }
        } else if holds(p, init.ty, record) {
            if let Some(item) = items.iter().find(|item| is_part(p, init.ty, item)) {
                return Err(item.span);
            }
        }
    }
    Ok(found)
}

pub(super) fn item_span(p: &Program, at: ItemAt) -> Option<Span> {
    match p.inits[at.list].kind {
        InitKind::List(items) => Some(p.init_items[items].get(at.index)?.span),
        InitKind::Expr(_) => None,
    }
}

/// Without a designator: to the member that starts there.
fn goes_to(p: &Program, record: RecordId, field: FieldId, item: &InitItem) -> bool {
    let data = &p.types.fields[field];
    if p.types.records[record].is_union {
        let named = |&&id: &&FieldId| {
            let other = &p.types.fields[id];
            other.name.is_some() || other.width.is_none()
        };
        return p.types.fields(record).iter().find(named) == Some(&field);
    }
    match (item.bit_field, data.width) {
        (Some(bit_field), _) => bit_field == field,
        (None, Some(_)) => false,
        (None, None) => {
            let next = p.types.fields(record).iter().map(|&id| p.types.fields[id].offset());
            let next = next.filter(|&offset| offset > data.offset()).min();
            item.offset >= data.offset() && next.is_none_or(|next| item.offset < next)
        }
    }
}

/// The item initialises a part of an element or member: braces were left out,
/// or there are several designators.
fn is_part(p: &Program, ty: TypeId, item: &InitItem) -> bool {
    let own = p.types.value_type(p.inits[item.init].ty);
    let expected = match p.types.kind(ty) {
        TypeKind::Array { element, .. } => vec![element],
        TypeKind::Record(record) => {
            let fields = p.types.fields(record).iter().map(|&id| &p.types.fields[id]);
            let there = fields.filter(|field| field.offset() == item.offset);
            there.map(|field| field.ty).collect()
        }
        _ => return false,
    };
    let fits = |&ty: &TypeId| {
        // An array without length takes that of its initialiser.
        p.types.value_type(ty) == own || p.types.is_array(ty) && p.types.is_array(own)
    };
    item.bit_field.is_none() && !expected.iter().any(fits)
}

/// A struct of this kind is in the type.
fn holds(p: &Program, ty: TypeId, record: RecordId) -> bool {
    match p.types.kind(ty) {
        TypeKind::Array { element, .. } => holds(p, element, record),
        TypeKind::Record(of) if of == record => true,
        TypeKind::Record(of) => {
            p.types.fields(of).iter().any(|&field| holds(p, p.types.fields[field].ty, record))
        }
        _ => false,
    }
}

/// Nobody names the members that the set deletes.
pub(super) fn check(p: &Program, edits: &Edits, taken: &Taken) -> Result<(), EditError> {
    for (edit, change) in edits.list.iter().enumerate() {
        let Edit::DeleteMember(field) = *change else { continue };
        if let Err(at) = items_of(p, field) {
            return Err(EditError::StillUsed { edit, at });
        }
        let used = p.exprs.iter().find(|(_, node)| {
            let names = match node.kind {
                ExprKind::Member(_, of, _) | ExprKind::CastToUnion(_, of, _) => of == field,
                ExprKind::Offsetof(_, path) => {
                    p.designators[path].contains(&Designator::Field(field))
                }
                _ => false,
            };
            names && !taken.holds(node.span)
        });
        if let Some((_, node)) = used {
            return Err(EditError::StillUsed { edit, at: node.span });
        }
        let names_it = |item: &&InitItem| {
            let path = &p.designators[item.designators];
            path.contains(&Designator::Field(field)) && !taken.holds(item.span)
        };
        if let Some(item) = p.init_items.all().iter().find(names_it) {
            return Err(EditError::StillUsed { edit, at: item.span });
        }
    }
    Ok(())
}
