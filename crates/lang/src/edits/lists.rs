//! Enumerators, items of initialisers, attributes: one goes, the others stay.

use super::{Attributed, EditError};
use crate::arena::List;
use crate::build;
use crate::target::IntKind;
use crate::tree::{Attr, DeclId, DeclKind, ExprKind, InitId, InitKind, Linkage, Program};
use crate::types::{EnumId, TypeId, TypeKind};

pub(super) fn attrs_of(p: &Program, of: Attributed) -> List<Attr> {
    match of {
        Attributed::Decl(decl) => p.decls[decl].attrs,
        Attributed::Field(field) => p.types.fields[field].attrs,
        Attributed::Record(record) => p.types.records[record].attrs,
        Attributed::Enum(id) => p.types.enums[id].attrs,
    }
}

/// Those that change types, or which declarations are definitions. All others
/// only stand in the tree.
const CHANGING: &[&str] = &[
    "aligned",
    "const",
    "gnu_inline",
    "may_alias",
    "mode",
    "noreturn",
    "packed",
    "scalar_storage_order",
    "transparent_union",
    "vector_size",
    "warn_if_not_aligned",
];

pub(super) fn changes_types(p: &Program, attrs: List<Attr>) -> bool {
    p.attrs[attrs].iter().any(|attr| CHANGING.contains(&p.name(attr.name)))
}

/// Takes an attribute away. Declarators share those among their specifiers.
pub(super) fn delete_attrs(
    p: &mut Program,
    of: Attributed,
    gone: &[(usize, usize)],
) -> Result<(), EditError> {
    let attrs = p.attrs[attrs_of(p, of)].to_vec();
    for &(index, edit) in gone {
        let attr = attrs.get(index).ok_or(EditError::NoSuchPlace(edit))?;
        if CHANGING.contains(&p.name(attr.name)) {
            return Err(EditError::NeedsParse(edit));
        }
    }
    let is_gone = |attr: &Attr| {
        let same = |&(index, _): &(usize, usize)| attrs[index].span == attr.span;
        !attr.span.is_none() && gone.iter().any(same)
    };
    let left = |old: &[Attr]| old.iter().copied().filter(|attr| !is_gone(attr)).collect::<Vec<_>>();
    match of {
        Attributed::Decl(_) => {
            for id in p.decls.ids() {
                let old = p.decls[id].attrs;
                if p.attrs[old].iter().any(is_gone) {
                    let new = left(&p.attrs[old]);
                    p.decls[id].attrs = p.attrs.push(&new);
                }
            }
        }
        Attributed::Field(_) => {
            for id in p.types.fields.ids() {
                let old = p.types.fields[id].attrs;
                if p.attrs[old].iter().any(is_gone) {
                    let new = left(&p.attrs[old]);
                    p.types.fields[id].attrs = p.attrs.push(&new);
                }
            }
        }
        Attributed::Record(id) => {
            let new = left(&attrs);
            p.types.records[id].attrs = p.attrs.push(&new);
        }
        Attributed::Enum(id) => {
            let new = left(&attrs);
            p.types.enums[id].attrs = p.attrs.push(&new);
        }
    }
    Ok(())
}

/// The enumeration that lists an enumerator.
pub(super) fn enum_of(p: &Program, decl: DeclId) -> Option<EnumId> {
    let lists = |id: &EnumId| p.decl_lists[p.types.enums[*id].enumerators].contains(&decl);
    p.types.enums.ids().find(lists)
}

/// For each enumerator that stays: whether its value must be written now, for
/// those before it go.
pub(super) fn must_say_value(p: &Program, list: &[DeclId], gone: &[DeclId]) -> Vec<(DeclId, i64)> {
    let mut found = Vec::new();
    let mut follows_gone = false;
    for &decl in list {
        let DeclKind::Enumerator { value, written } = p.decls[decl].kind else { continue };
        if gone.contains(&decl) {
            follows_gone = true;
            continue;
        }
        if follows_gone && written.is_none() {
            found.push((decl, value));
        }
        follows_gone = false;
    }
    found
}

/// Takes enumerators of one enumeration away.
pub(super) fn delete_enumerators(
    p: &mut Program,
    id: EnumId,
    gone: &[DeclId],
    edit: usize,
) -> Result<(), EditError> {
    let data = p.types.enums[id];
    let list = p.decl_lists[data.enumerators].to_vec();
    let left: Vec<DeclId> = list.iter().copied().filter(|decl| !gone.contains(decl)).collect();
    if left.is_empty() {
        return Err(EditError::LastOne(edit));
    }
    let value = |&decl: &DeclId| match p.decls[decl].kind {
        DeclKind::Enumerator { value, .. } => value,
        _ => 0,
    };
    // The type of the enumeration stays, as long as all values fit `int`.
    let is_small = |decl: &DeclId| {
        i32::try_from(value(decl)).is_ok_and(|value| value > i32::MIN)
            && p.decls[*decl].ty == TypeId::INT
    };
    let has_negative = |list: &[DeclId]| list.iter().any(|decl| value(decl) < 0);
    let is_plain = matches!(data.repr, IntKind::Int | IntKind::UInt) && !data.packed;
    let stays = has_negative(&list) == has_negative(&left) && list.iter().all(is_small);
    if !is_plain || !stays || !data.attrs.is_empty() {
        return Err(EditError::NeedsParse(edit));
    }
    for (decl, value) in must_say_value(p, &list, gone) {
        let written = Some(build::constant(p, TypeId::INT, value.into()));
        p.decls[decl].kind = DeclKind::Enumerator { value, written };
    }
    p.types.enums[id].enumerators = p.decl_lists.push(&left);
    for &decl in gone {
        super::parameters::take_from_scope(p, p.decls[decl].scope, decl);
    }
    Ok(())
}

/// Takes items of one braced list away.
pub(super) fn delete_items(
    p: &mut Program,
    list: InitId,
    gone: &[(usize, usize)],
) -> Result<(), EditError> {
    let InitKind::List(items) = p.inits[list].kind else { return Ok(()) };
    let old = p.init_items[items].to_vec();
    let is_gone = |index: usize| gone.iter().any(|&(other, _)| other == index);
    for &(index, edit) in gone {
        // What follows moves up, unless it says where it goes.
        let next = (index + 1..old.len()).find(|&next| !is_gone(next));
        let stays = next.is_none_or(|next| !old[next].designators.is_empty());
        if !stays || sets_length(p, list) {
            return Err(EditError::NeedsParse(edit));
        }
        let whole =
            matches!(p.types.kind(p.inits[list].ty), TypeKind::Array { .. } | TypeKind::Record(_));
        if old.len() == gone.len() && !whole {
            return Err(EditError::LastOne(edit));
        }
    }
    let left = old.iter().enumerate().filter(|&(index, _)| !is_gone(index));
    let left: Vec<_> = left.map(|(_, &item)| item).collect();
    p.inits[list].kind = InitKind::List(p.init_items.push(&left));
    Ok(())
}

/// The length of an array is that of its initialiser, which may be this one.
fn sets_length(p: &Program, list: InitId) -> bool {
    if !p.types.is_array(p.inits[list].ty) {
        return false;
    }
    let of_decl = |decl: &crate::tree::Decl| decl.init == Some(list) && infers_type(p, decl);
    let of_literal = |kind: ExprKind| match kind {
        ExprKind::CompoundLiteral(init, written, _) => {
            init == list && !p.types.is_complete(written)
        }
        _ => false,
    };
    // A flexible array member has no length but that of its initialiser.
    let in_flexible = |init: &crate::tree::Init| match init.kind {
        InitKind::List(items) => {
            let record = p.types.as_record(init.ty).map(|record| &p.types.records[record]);
            record.is_some_and(|record| record.flexible)
                && p.init_items[items].iter().any(|item| item.init == list)
        }
        InitKind::Expr(_) => false,
    };
    p.decls.iter().any(|(_, decl)| of_decl(decl))
        || p.inits.iter().any(|(_, init)| in_flexible(init))
        || p.exprs.iter().any(|(_, node)| of_literal(node.kind))
}

/// The initialiser says what type the declaration has.
pub(super) fn infers_type(p: &Program, decl: &crate::tree::Decl) -> bool {
    let is_auto = matches!(p.types.written(decl.written), TypeKind::AutoType);
    is_auto || p.types.is_array(decl.written) && !p.types.is_complete(decl.written)
}

/// A tentative definition is none, and `extern` with an initialiser is one.
pub(super) fn is_shared(p: &Program, decl: DeclId) -> bool {
    p.decls[decl].linkage != Linkage::None && super::names::declarations(p, decl).nth(1).is_some()
}
