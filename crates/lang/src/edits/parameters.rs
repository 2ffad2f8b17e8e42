//! A parameter that goes, with its arguments.

use rustc_hash::{FxHashMap, FxHashSet};

use super::gone::Taken;
use super::{Edit, EditError, Edits, names};
use crate::arena::List;
use crate::span::Span;
use crate::tree::{Conversion, DeclId, DeclKind, ExprId, ExprKind, Program, ScopeId};
use crate::types::{ParamStyle, TypeId, TypeKind};

/// Where a function is declared, called, and mentioned without being called.
pub(super) struct Mentions {
    pub decls: Vec<DeclId>,
    pub calls: Vec<ExprId>,
    /// A use that is no call.
    pub other: Option<ExprId>,
}

impl Mentions {
    /// Nodes that stand in no text count as well: a call that was made counts
    /// like one that was read.
    pub fn of(p: &Program, function: DeclId) -> Mentions {
        let entity = p.decls[function].entity;
        let is_it = |id: ExprId| match p.exprs[id].kind {
            ExprKind::Name(decl) => p.decls[decl].entity == entity,
            _ => false,
        };
        let decls = p.decls.iter().filter(|(_, decl)| decl.entity == entity);
        let decls = decls.map(|(id, _)| id).collect();
        let (mut calls, mut called) = (Vec::new(), FxHashSet::default());
        for (call, node) in p.exprs.iter() {
            let ExprKind::Call(callee, _) = node.kind else { continue };
            if let ExprKind::Convert(Conversion::Function, name) = p.exprs[callee].kind {
                if is_it(name) {
                    calls.push(call);
                    called.insert(name);
                }
            }
        }
        let other = p.exprs.ids().find(|&id| is_it(id) && !called.contains(&id));
        Mentions { decls, calls, other }
    }

    /// The parameter in all declarations that name it, and the argument in all
    /// calls; none where there is no such parameter. An argument within another
    /// one is left out.
    pub fn spans(&self, p: &Program, index: usize) -> Vec<Option<Span>> {
        let declared = self.decls.iter().filter_map(|&decl| params(p, decl));
        let place = |params: &[DeclId]| Some(p.decls[*params.get(index)?].declarator);
        let mut found: Vec<Option<Span>> = declared.map(place).collect();
        let arguments = self.outermost(p, index).into_iter();
        found.extend(arguments.map(|(_, span)| Some(span.unwrap_or(Span::NONE))));
        found
    }

    /// The calls whose argument is not in another such argument, with its
    /// place.
    pub fn outermost(&self, p: &Program, index: usize) -> Vec<(ExprId, Option<Span>)> {
        let argument = |&call: &ExprId| {
            let args = arguments(p, call);
            (call, args.get(index).map(|&arg| p.exprs[arg].span))
        };
        let mut all: Vec<(ExprId, Option<Span>)> = self.calls.iter().map(argument).collect();
        all.sort_unstable_by_key(|&(_, span)| {
            span.map(|span| (span.start, std::cmp::Reverse(span.end)))
        });
        let mut reached = 0;
        all.retain(|&(_, span)| match span.filter(|span| !span.is_none()) {
            Some(span) => {
                let is_inner = span.end <= reached;
                reached = reached.max(span.end);
                !is_inner
            }
            None => true,
        });
        all
    }
}

pub(super) fn arguments(p: &Program, call: ExprId) -> &[ExprId] {
    match p.exprs[call].kind {
        ExprKind::Call(_, args) => &p.expr_lists[args],
        _ => &[],
    }
}

/// The parameters of a declaration that names them in its parentheses, each
/// once.
pub(super) fn params(p: &Program, decl: DeclId) -> Option<&[DeclId]> {
    match p.types.written(p.decls[decl].written) {
        TypeKind::Prototype { params, style: ParamStyle::Prototype, .. } => {
            let params = &p.decl_lists[params];
            let is_twice = |i: usize| params[i + 1..].contains(&params[i]);
            (!(0..params.len()).any(is_twice)).then_some(params)
        }
        _ => None,
    }
}

/// All parameters that the set deletes, by function.
pub(super) fn deleted(p: &Program, edits: &Edits) -> FxHashMap<DeclId, Vec<(usize, usize)>> {
    let mut found: FxHashMap<DeclId, Vec<(usize, usize)>> = FxHashMap::default();
    for (number, edit) in edits.list.iter().enumerate() {
        if let Edit::DeleteParam { function, index } = *edit {
            found.entry(p.decls[function].entity).or_default().push((index, number));
        }
    }
    found
}

/// The deletions of parameters can be made.
pub(super) fn check(p: &Program, edits: &Edits, taken: &Taken) -> Result<(), EditError> {
    let all = deleted(p, edits);
    let mut lost: FxHashMap<DeclId, usize> = FxHashMap::default();
    for (&function, list) in &all {
        let number = list[0].1;
        if p.decls[function].kind != DeclKind::Function {
            return Err(EditError::NoSuchPlace(number));
        }
        let mentions = Mentions::of(p, function);
        if let Some(other) = mentions.other {
            return Err(EditError::AddressTaken { edit: number, at: p.exprs[other].span });
        }
        if names::is_in_other_units(p, function) {
            return Err(EditError::Elsewhere(number));
        }
        for &decl in &mentions.decls {
            let params = params(p, decl).ok_or(EditError::NoPrototype(number))?;
            let variadic = p.types.as_function(p.decls[decl].ty).is_none_or(|f| f.variadic);
            if variadic && params.len() == list.len() {
                return Err(EditError::LastOne(number));
            }
            lost.extend(list.iter().filter_map(|&(index, edit)| Some((*params.get(index)?, edit))));
        }
    }
    if lost.is_empty() {
        return Ok(());
    }
    let used = taken.mentions(p, edits).into_iter().find_map(|(decl, at)| {
        let edit = *lost.get(&p.decls[decl].entity).or_else(|| lost.get(&decl))?;
        Some(EditError::StillUsed { edit, at })
    });
    used.map_or(Ok(()), Err)
}

/// Takes the parameters out of all declarations, and the arguments out of all
/// calls.
pub(super) fn make(p: &mut Program, edits: &Edits) -> Result<(), EditError> {
    let mut all: Vec<(DeclId, Vec<(usize, usize)>)> = deleted(p, edits).into_iter().collect();
    all.sort_unstable();
    for (function, list) in all {
        let gone: Vec<usize> = list.iter().map(|&(index, _)| index).collect();
        make_one(p, function, &gone, list[0].1)?;
    }
    Ok(())
}

fn make_one(
    p: &mut Program,
    function: DeclId,
    gone: &[usize],
    edit: usize,
) -> Result<(), EditError> {
    let mentions = Mentions::of(p, function);
    let mut types: FxHashMap<DeclId, TypeId> = FxHashMap::default();
    for &decl in &mentions.decls {
        let lost: Vec<DeclId> = {
            let params = params(p, decl).ok_or(EditError::NoPrototype(edit))?;
            gone.iter().filter_map(|&index| params.get(index).copied()).collect()
        };
        let ty = p.decls[decl].ty;
        let Some(signature) = p.types.as_function(ty) else {
            return Err(EditError::NoPrototype(edit));
        };
        if p.types.variant(ty) != Default::default() || !ty.quals().is_empty() {
            return Err(EditError::NeedsParse(edit));
        }
        let left = without(&p.types.params[signature.params], gone);
        let new = p.types.function_type(
            signature.result,
            &left,
            signature.variadic,
            signature.prototyped,
        );
        let TypeKind::Prototype { result, params, variadic, style } =
            p.types.written(p.decls[decl].written)
        else {
            return Err(EditError::NoPrototype(edit));
        };
        let left = without(&p.decl_lists[params], gone);
        let params = p.decl_lists.push(&left);
        let written = TypeKind::Prototype { result, params, variadic, style };
        p.decls[decl].written = p.types.prototype(written, new);
        p.decls[decl].ty = new;
        types.insert(decl, new);
        for param in lost {
            take_from_scope(p, p.decls[param].scope, param);
        }
    }
    for id in p.functions.ids() {
        if !mentions.decls.contains(&p.functions[id].decl) {
            continue;
        }
        let left = without(&p.decl_lists[p.functions[id].params], gone);
        p.functions[id].params = p.decl_lists.push(&left);
    }
    for &call in &mentions.calls {
        let ExprKind::Call(callee, args) = p.exprs[call].kind else { continue };
        let left = without(&p.expr_lists[args], gone);
        p.exprs[call].kind = ExprKind::Call(callee, p.expr_lists.push(&left));
        let ExprKind::Convert(_, name) = p.exprs[callee].kind else { continue };
        let ExprKind::Name(decl) = p.exprs[name].kind else { continue };
        let Some(&ty) = types.get(&decl) else { continue };
        p.exprs[name].ty = ty;
        p.exprs[callee].ty = p.types.pointer(ty);
    }
    Ok(())
}

fn without<T: Copy>(list: &[T], gone: &[usize]) -> Vec<T> {
    let kept = list.iter().enumerate().filter(|(index, _)| !gone.contains(index));
    kept.map(|(_, &element)| element).collect()
}

/// The scope declares it no more.
pub(super) fn take_from_scope(p: &mut Program, scope: ScopeId, decl: DeclId) {
    let decls: List<DeclId> = p.scopes[scope].decls;
    if p.decl_lists[decls].contains(&decl) {
        let left = p.decl_lists[decls].iter().copied().filter(|&other| other != decl);
        let left: Vec<DeclId> = left.collect();
        p.scopes[scope].decls = p.decl_lists.push(&left);
    }
}
