//! Other names for what is declared.

use super::{Edit, EditError, Edits};
use crate::builtins;
use crate::span::Span;
use crate::symbol::Symbol;
use crate::tree::{AttrArg, Decl, DeclId, DeclKind, ExprKind, Linkage, Program, ScopeId, Storage};
use crate::types::TypeKind;

/// All declarations of the same thing.
pub(super) fn declarations(p: &Program, decl: DeclId) -> impl Iterator<Item = DeclId> {
    let entity = p.decls[decl].entity;
    p.decls.iter().filter(move |(_, decl)| decl.entity == entity).map(|(id, _)| id)
}

/// Where the name stands: in its declarations and in expressions.
pub(super) fn places(p: &Program, decl: DeclId) -> Vec<Span> {
    let entity = p.decls[decl].entity;
    let declared = p.decls.iter().filter(|(_, decl)| decl.entity == entity);
    let mut found: Vec<Span> = declared.map(|(_, decl)| decl.span).collect();
    found.extend(p.exprs.iter().filter_map(|(_, node)| match node.kind {
        ExprKind::Name(d) | ExprKind::Enumerator(d) if p.decls[d].entity == entity => {
            Some(node.span)
        }
        _ => None,
    }));
    found.retain(|span| !span.is_none());
    found.sort_unstable_by_key(|span| (span.start, span.end));
    found.dedup();
    found
}

/// The renamings of the set can be made.
pub(super) fn check(p: &Program, edits: &Edits) -> Result<(), EditError> {
    let renamings = edits.list.iter().enumerate().filter_map(|(number, edit)| match *edit {
        Edit::Rename { decl, name } => Some((number, decl, name)),
        _ => None,
    });
    let renamings: Vec<(usize, DeclId, Symbol)> = renamings.collect();
    for (index, &(number, decl, name)) in renamings.iter().enumerate() {
        check_one(p, number, decl, name)?;
        let clashes = |&&(_, other, given): &&(usize, DeclId, Symbol)| {
            given == name && is_related(p, p.decls[decl].scope, p.decls[other].scope)
        };
        if let Some(&(edit, other, _)) = renamings[index + 1..].iter().find(clashes) {
            return Err(EditError::NameTaken { edit, at: p.decls[other].span });
        }
    }
    Ok(())
}

fn text_of(p: &Program, name: Symbol) -> &[u8] {
    p.name(name).as_bytes()
}

fn check_one(p: &Program, edit: usize, decl: DeclId, name: Symbol) -> Result<(), EditError> {
    let data = p.decls[decl];
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let text = text_of(p, name);
    let first_is_digit = text.first().is_none_or(u8::is_ascii_digit);
    if first_is_digit || !text.iter().all(|&byte| is_word(byte)) {
        return Err(EditError::NameTaken { edit, at: data.span });
    }
    // Types and old-style lists of names keep no places.
    let is_silent = data.kind == DeclKind::Builtin || data.storage.has(Storage::IMPLICIT);
    let is_mentioned_type = p.types.find(TypeKind::Typedef(data.entity)).is_some();
    let is_it = |arg: &AttrArg| matches!(*arg, AttrArg::Name(name) if name == data.name);
    let in_attribute = p.attr_args.all().iter().any(is_it);
    let is_old_style = || {
        let mut lists = p.functions.iter().map(|(_, function)| function.old_style);
        lists.any(|list| p.decl_lists[list].contains(&decl))
    };
    if text_of(p, data.name).is_empty()
        || is_silent
        || is_mentioned_type
        || in_attribute
        || is_old_style()
    {
        return Err(EditError::NoText(edit));
    }
    let (mut has_body, mut first) = (false, true);
    for other in declarations(p, decl) {
        has_body |= p.decls[other].init.is_some() || p.decls[other].kind != DeclKind::Function;
        check_free(p, edit, other, name, first)?;
        first = false;
    }
    has_body |= p.functions.iter().any(|(_, f)| p.decls[f.decl].entity == data.entity);
    let is_outside = !has_body || p.name(data.name) == "main" || is_in_other_units(p, decl);
    let elsewhere = data.linkage == Linkage::External && is_outside;
    if elsewhere { Err(EditError::Elsewhere(edit)) } else { Ok(()) }
}

/// Another unit declares it too.
pub(super) fn is_in_other_units(p: &Program, decl: DeclId) -> bool {
    let Decl { name, linkage, scope, .. } = p.decls[decl];
    let file = file_of(p, scope);
    let is_it = |other: &Decl| {
        (other.linkage, other.name) == (linkage, name) && file_of(p, other.scope) != file
    };
    linkage == Linkage::External && p.decls.iter().any(|(_, other)| is_it(other))
}

fn file_of(p: &Program, mut scope: ScopeId) -> ScopeId {
    while let Some(parent) = p.scopes[scope].parent {
        scope = parent;
    }
    scope
}

/// Nothing has the name where the declaration is seen, nor does the name hide
/// what is seen there.
fn check_free(
    p: &Program,
    edit: usize,
    decl: DeclId,
    name: Symbol,
    first: bool,
) -> Result<(), EditError> {
    let Decl { scope, linkage, .. } = p.decls[decl];
    let hides = |other: &Decl| other.name == name && is_related(p, other.scope, scope);
    let taken = p.decls.iter().find(|(_, other)| hides(other));
    if let Some((_, taken)) = taken {
        return Err(EditError::NameTaken { edit, at: taken.span });
    }
    let is_global = first && linkage != Linkage::None;
    match is_global && builtins::lookup(p.name(name).as_bytes()).is_some() {
        true => Err(EditError::NameTaken { edit, at: Span::NONE }),
        false => Ok(()),
    }
}

fn is_related(p: &Program, a: ScopeId, b: ScopeId) -> bool {
    is_within(p, a, b) || is_within(p, b, a)
}

fn is_within(p: &Program, mut scope: ScopeId, outer: ScopeId) -> bool {
    loop {
        if scope == outer {
            return true;
        }
        match p.scopes[scope].parent {
            Some(parent) => scope = parent,
            None => return false,
        }
    }
}

/// Gives the name.
pub(super) fn make(
    p: &mut Program,
    edit: usize,
    decl: DeclId,
    name: Symbol,
) -> Result<(), EditError> {
    let all: Vec<DeclId> = declarations(p, decl).collect();
    let bodies = p.functions.iter().filter(|(_, function)| all.contains(&function.decl));
    let bodies: Vec<Span> = bodies.map(|(_, function)| function.span).collect();
    // What `__func__` says is a literal by now.
    let is_within = |span: Span| {
        let holds = |body: &Span| body.start <= span.start && span.end <= body.end;
        span.is_none() || bodies.iter().any(holds)
    };
    let says_its_name = |kind: ExprKind| matches!(kind, ExprKind::FunctionName(..));
    let mut nodes = p.exprs.iter();
    if !bodies.is_empty() && nodes.any(|(_, e)| says_its_name(e.kind) && is_within(e.span)) {
        return Err(EditError::NeedsParse(edit));
    }
    for decl in all {
        p.decls[decl].name = name;
    }
    Ok(())
}
