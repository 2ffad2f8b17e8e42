//! Declarators, initialisers and whole declarations, in the tree.

use super::gone::Taken;
use super::holders::{Holder, Losses, holders};
use super::lists::{changes_types, infers_type, is_shared};
use super::{Edit, EditError, Edits};
use crate::tree::{
    Decl, DeclId, DeclKind, GroupId, Linkage, Program, ScopeKind, StmtKind, Storage,
};
use crate::types::TypeKind;

/// The deletions of statements and items that deletions of declarators amount
/// to; what else they do is done.
pub(super) fn delete_declarators(p: &mut Program, edits: &Edits) -> Vec<Edit> {
    let lost = deleted(edits);
    let losses = Losses::new(p, &lost);
    let whole: Vec<GroupId> = losses.whole(p).map(|(group, _)| group).collect();
    let mut more = Vec::new();
    if !whole.is_empty() {
        let holders = holders(p);
        for group in &whole {
            match holders.get(group) {
                Some(&Holder::Unit(unit, index)) => more.push(Edit::DeleteItem { unit, index }),
                Some(&Holder::Block(block, index)) => more.push(Edit::DeleteStmt { block, index }),
                Some(&Holder::For(parts)) => p.fors[parts].init = None,
                Some(&Holder::Alone(stmt)) => super::fill(p, stmt, StmtKind::Empty),
                None => {}
            }
        }
    }
    for (group, lost) in &losses.groups {
        let left = p.decl_lists[p.groups[*group].decls].iter().filter(|decl| !lost.contains(decl));
        let left: Vec<DeclId> = left.copied().collect();
        let is_listed =
            |edit: &Edit| matches!(edit, Edit::DeleteItem { .. } | Edit::DeleteStmt { .. });
        // Those are taken out of their scope with their statement or item.
        if !(whole.contains(group) && more.iter().any(is_listed)) {
            for &decl in lost {
                super::parameters::take_from_scope(p, p.decls[decl].scope, decl);
            }
        }
        if !whole.contains(group) {
            p.groups[*group].decls = p.decl_lists.push(&left);
        }
    }
    more
}

/// What loses its declarator, in order.
pub(super) fn deleted(edits: &Edits) -> Vec<DeclId> {
    let lost = edits.list.iter().filter_map(|edit| match *edit {
        Edit::DeleteDeclarator(decl) => Some(decl),
        _ => None,
    });
    let mut lost: Vec<DeclId> = lost.collect();
    lost.sort_unstable();
    lost
}

/// The initialisers of the set.
pub(super) fn initialise(p: &mut Program, edits: &Edits) -> Result<(), EditError> {
    for (number, edit) in edits.list.iter().enumerate() {
        let Edit::Init { of, with } = *edit else { continue };
        if infers_type(p, &p.decls[of]) {
            return Err(EditError::NeedsParse(number));
        }
        p.decls[of].init = with;
    }
    Ok(())
}

/// Declarations become others.
pub(super) fn redeclare(p: &mut Program, edits: &Edits, taken: &Taken) -> Result<(), EditError> {
    let mut used = None;
    for (number, edit) in edits.list.iter().enumerate() {
        let Edit::Declaration { at, with } = *edit else { continue };
        let old = p.decl_lists[p.groups[at].decls].to_vec();
        let new = p.decl_lists[p.groups[with].decls].to_vec();
        for (&old, &new) in old.iter().zip(&new) {
            if new == old {
                continue;
            }
            let mentions = used.get_or_insert_with(|| taken.mentions(p, edits));
            let entity = p.decls[old].entity;
            let is_used = mentions.iter().any(|&(decl, _)| p.decls[decl].entity == entity)
                || p.types.find(TypeKind::Typedef(entity)).is_some();
            if !is_alike(p, old, new, is_used) {
                return Err(EditError::NeedsParse(number));
            }
            let linkage = linkage(p, old, new).ok_or(EditError::NeedsParse(number))?;
            let Decl { scope, entity, span, declarator, .. } = p.decls[old];
            p.decls[old] = Decl { scope, entity, span, declarator, linkage, ..p.decls[new] };
        }
        let group = p.groups[with];
        let (decls, span) = (p.groups[at].decls, p.groups[at].span);
        p.groups[at] = crate::tree::Group { decls, span, ..group };
    }
    Ok(())
}

/// The new declaration takes the place of the old one, and nothing else
/// changes.
fn is_alike(p: &Program, old: DeclId, new: DeclId, is_used: bool) -> bool {
    let (a, b) = (&p.decls[old], &p.decls[new]);
    let is_static = |decl: &Decl| decl.storage.has(Storage::STATIC);
    // What is static has an initialiser of constants.
    let constant = b.init.is_none() || is_static(a) || !is_static(b);
    let is_function = a.kind == DeclKind::Function;
    let same_kind = a.kind == b.kind && is_function == p.types.is_function(b.ty);
    let same_name = a.name == b.name && (same_kind || a.kind == DeclKind::Typedef);
    let is_free = !is_used && a.init.is_none() && !is_shared(p, old) && !changes_types(p, b.attrs);
    same_name && (a.ty == b.ty || is_free) && constant && !infers_type(p, b)
}

/// The linkage by the new storage class (6.2.2); none if other declarations
/// have a say in it.
fn linkage(p: &Program, old: DeclId, new: DeclId) -> Option<Linkage> {
    let (a, b) = (&p.decls[old], &p.decls[new]);
    let differs = |bit: Storage| a.storage.has(bit) != b.storage.has(bit);
    let at_file_scope = p.scopes[a.scope].kind == ScopeKind::File;
    match a.kind {
        DeclKind::Variable
            if at_file_scope && (differs(Storage::STATIC) || differs(Storage::EXTERN)) =>
        {
            let linkage =
                if b.storage.has(Storage::STATIC) { Linkage::Internal } else { Linkage::External };
            (!is_shared(p, old)).then_some(linkage)
        }
        DeclKind::Variable if !differs(Storage::EXTERN) => Some(a.linkage),
        _ if a.storage == b.storage => Some(a.linkage),
        _ => None,
    }
}
