//! Statements become functions of their own, and calls become what they call.

use elenchus_lang::arena::List;
use elenchus_lang::build;
use elenchus_lang::edits::Edit;
use elenchus_lang::span::Span;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{
    Conversion, Decl, DeclId, DeclKind, ExprId, ExprKind, Function, FunctionId, InitKind, Item,
    Linkage, Program, Scope, ScopeId, ScopeKind, StmtId, StmtKind, Storage, UnaryOp,
};
use elenchus_lang::types::{Quals, TypeId};
use elenchus_lang::walk::{self, Child};
use rustc_hash::FxHashMap;

use super::copy::{Copier, is_known_in};
use super::draft::{Draft, Made, Spot};
use super::functions::called;
use super::jumps::Jumps;
use super::promises::attribute_list;

/// A statement becomes a call of a new function, which has pointers to the variables that
/// it uses.
pub fn outline(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let site = spot.site;
    let is_declaration = matches!(draft.p.stmts[site.stmt].kind, StmtKind::Declaration(_));
    let stays = Jumps::of(&draft.p, site.stmt) == Jumps::default();
    if !site.whole || is_declaration || !stays || spot.returns_twice {
        return None;
    }
    let before = spot.item(&draft.p)?;
    let variables = variables(&draft.p, site.stmt)?;
    let file = draft.p.units[site.unit].scope;
    let can_be_pointed_to = |decl: &DeclId| {
        let decl = &draft.p.decls[*decl];
        !decl.storage.has(Storage::REGISTER.with(Storage::IMPLICIT))
            && is_known_in(&draft.p, file, decl.ty)
    };
    if !variables.iter().all(can_be_pointed_to) {
        return None;
    }
    let inner = Scope { parent: Some(file), kind: ScopeKind::Function, decls: List::EMPTY };
    let scope = draft.p.scopes.push(inner);
    let mut params = Vec::new();
    let mut through = FxHashMap::default();
    // Each variable is reached through its own parameter only.
    let alone = !uses_pointers(&draft.p, site.stmt) && draft.choices.percent("restrict", 50);
    for &decl in &variables {
        let to = draft.p.decls[decl].ty;
        let mut ty = draft.p.types.pointer(to);
        if alone {
            ty = draft.p.types.qualify(ty, Quals::RESTRICT);
        }
        let param = draft.declared(scope, "outlined", ty, None);
        draft.p.decls[param] = Decl { kind: DeclKind::Parameter, ..draft.p.decls[param] };
        params.push(param);
        through.insert(decl, param);
    }
    let name = draft.fresh("outlined");
    let copy = Copier::through(draft, spot, scope, through).stmt(site.stmt)?;
    let function = function(draft, file, scope, name, &params, copy);
    let decl = draft.p.functions[function].decl;
    let told = ["noinline", "nonnull"];
    let told = &told[..if params.is_empty() { 1 } else { 2 }];
    if draft.choices.percent("an attribute", 30) {
        let name = draft.choices.pick("which attribute", told);
        let attrs = attribute_list(&mut draft.p, name);
        draft.p.decls[decl] = Decl { attrs, ..draft.p.decls[decl] };
    }
    let addresses: Vec<ExprId> = variables
        .iter()
        .map(|&decl| {
            let name = build::name(&mut draft.p, decl);
            let ty = draft.p.types.pointer(draft.p.decls[decl].ty);
            build::expr(&mut draft.p, ExprKind::Unary(UnaryOp::AddressOf, name), ty)
        })
        .collect();
    let call = build::call(&mut draft.p, decl, &addresses);
    let call = build::stmt(&mut draft.p, StmtKind::Expr(call));
    let mut made = draft.instead(spot, call);
    let item = Item::Function(function);
    made.edits.push(Edit::InsertItem { unit: site.unit, before, item });
    Some(made)
}

/// Whether a statement may reach something through a pointer, or calls a function, which
/// may.
fn uses_pointers(p: &Program, stmt: StmtId) -> bool {
    let mut found = false;
    walk::descend(p, Child::Stmt(stmt), |node| {
        let Child::Expr(e) = node else { return };
        found |= match p.exprs[e].kind {
            ExprKind::Call(..) | ExprKind::Unary(UnaryOp::AddressOf, _) => true,
            ExprKind::Convert(Conversion::Lvalue, _) => p.types.is_pointer(p.exprs[e].ty),
            _ => false,
        };
    });
    found
}

/// The variables of its function that a statement names, and does not declare. None if it
/// names something else that only its function knows.
fn variables(p: &Program, stmt: StmtId) -> Option<Vec<DeclId>> {
    let mut own = Vec::new();
    walk::descend(p, Child::Stmt(stmt), |node| {
        let Child::Stmt(stmt) = node else { return };
        if let StmtKind::Declaration(group) = p.stmts[stmt].kind {
            own.extend(&p.decl_lists[p.groups[group].decls]);
        }
    });
    let (mut found, mut known) = (Vec::new(), true);
    walk::descend(p, Child::Stmt(stmt), |node| {
        let Child::Expr(e) = node else { return };
        let ExprKind::Name(name) = p.exprs[e].kind else { return };
        let decl = &p.decls[name];
        let is_in_file =
            p.scopes[decl.scope].kind == ScopeKind::File && decl.kind != DeclKind::Builtin;
        // What it gives is gone when the new function is left.
        known &= p.name(decl.name) != "alloca";
        if own.contains(&name) || found.contains(&name) || is_in_file {
            return;
        }
        match decl.kind {
            DeclKind::Variable | DeclKind::Parameter if decl.linkage == Linkage::None => {
                found.push(name);
            }
            _ => known = false,
        }
    });
    known.then_some(found)
}

/// A function without a result.
fn function(
    draft: &mut Draft,
    file: ScopeId,
    scope: ScopeId,
    name: Symbol,
    params: &[DeclId],
    stmt: StmtId,
) -> FunctionId {
    let p = &mut draft.p;
    let types = params.iter().map(|&param| p.types.value_type(p.decls[param].ty));
    let types: Vec<TypeId> = types.collect();
    let ty = p.types.function_type(TypeId::VOID, &types, false, true);
    let decl = build::variable(p, file, name, ty, Storage::STATIC, InitKind::List(List::EMPTY));
    let kind = DeclKind::Function;
    let linkage = Linkage::Internal;
    p.decls[decl] = Decl { kind, linkage, init: None, ..p.decls[decl] };
    let params = p.decl_lists.push(params);
    p.scopes[scope].decls = params;
    let body = p.stmt_lists.push(&[stmt]);
    let body = build::stmt(p, StmtKind::Compound(body, scope));
    p.functions.push(Function {
        decl,
        base: TypeId::VOID,
        params,
        old_style: List::EMPTY,
        body,
        scope,
        labels: List::EMPTY,
        outer: None,
        span: Span::NONE,
    })
}

/// A call that is a statement, or whose result a variable is given, becomes what the
/// function does.
pub fn inline(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let StmtKind::Expr(e) = draft.p.stmts[spot.site.stmt].kind else { return None };
    let (target, call) = match draft.p.exprs[e].kind {
        ExprKind::Assign(target, value) => {
            let is_name = matches!(draft.p.exprs[target].kind, ExprKind::Name(_));
            (Some(is_name.then_some(target)?), value)
        }
        _ => (None, e),
    };
    let call = match draft.p.exprs[call].kind {
        ExprKind::Convert(Conversion::Arithmetic, inner) => inner,
        _ => call,
    };
    let ExprKind::Call(callee, args) = draft.p.exprs[call].kind else { return None };
    let function = callee_of(draft, spot, callee).filter(|_| spot.site.whole)?;
    let (stmts, result) = straight(&draft.p, &function)?;
    let ty = draft.p.exprs[call].ty;
    if target.is_some() && (result.is_none() || !draft.p.types.is_arithmetic(ty)) {
        return None;
    }
    let args = draft.p.expr_lists[args].to_vec();
    let params = draft.p.decl_lists[function.params].to_vec();
    if args.len() != params.len() {
        return None;
    }
    let scope = build::block_scope(&mut draft.p, spot.site.scope);
    let (mut decls, mut all, mut renamed) = (Vec::new(), Vec::new(), FxHashMap::default());
    for (&param, arg) in params.iter().zip(args) {
        let found = draft.p.decls[param];
        if !found.attrs.is_empty() || !is_plain(&draft.p, found.ty) {
            return None;
        }
        let (decl, declared) = draft.variable(scope, "inlined", found.ty, arg);
        decls.push(decl);
        all.push(declared);
        renamed.insert(param, decl);
    }
    let mut copier = Copier::out_of(draft, spot, scope, renamed);
    let body = copier.block_with(&stmts, |copier| {
        let Some(result) = result else { return Some(None) };
        let value = copier.expr(result)?;
        Some(Some(copier.given(target, ty, value)?))
    })?;
    all.push(build::stmt(&mut draft.p, body));
    let with = draft.block(scope, &decls, &all);
    Some(draft.instead(spot, with))
}

/// A number or a pointer that nobody else may touch.
fn is_plain(p: &Program, ty: TypeId) -> bool {
    let is_shared = ty.is_volatile() || ty.is_atomic() || ty.is_restrict();
    (p.types.is_arithmetic(ty) || p.types.is_pointer(ty)) && !is_shared
}

/// The function that is called, if all that it names can be named at the spot.
fn callee_of(draft: &Draft, spot: &Spot, callee: ExprId) -> Option<Function> {
    let p = &draft.p;
    let entity = called(p, callee)?;
    let items = &p.units[spot.site.unit].items;
    let own = items
        .iter()
        .position(|item| matches!(item, Item::Function(id) if *id == spot.site.function))?;
    let function = items[..own].iter().find_map(|item| match item {
        Item::Function(id) if p.decls[p.functions[*id].decl].entity == entity => {
            Some(p.functions[*id])
        }
        _ => None,
    })?;
    let ty = p.types.as_function(p.decls[function.decl].ty)?;
    if ty.variadic || !ty.prototyped || spot.functions.is_odd(entity) || spot.returns_twice {
        return None;
    }
    let mut seen = true;
    walk::descend(p, Child::Stmt(function.body), |node| {
        let Child::Expr(e) = node else { return };
        let ExprKind::Name(decl) = p.exprs[e].kind else { return };
        let decl = &p.decls[decl];
        let is_hidden = spot.names.iter().any(|&local| p.decls[local].name == decl.name);
        seen &= p.scopes[decl.scope].kind != ScopeKind::File || !is_hidden;
    });
    seen.then_some(function)
}

/// The statements of a function that returns at its end only, and what it returns.
fn straight(p: &Program, function: &Function) -> Option<(Vec<StmtId>, Option<ExprId>)> {
    let StmtKind::Compound(list, _) = p.stmts[function.body].kind else { return None };
    let mut stmts = p.stmt_lists[list].to_vec();
    let result = match stmts.last().map(|&last| p.stmts[last].kind) {
        Some(StmtKind::Return(result)) => {
            stmts.pop();
            result
        }
        _ => None,
    };
    let stays = stmts.iter().all(|&stmt| Jumps::of(p, stmt) == Jumps::default());
    stays.then_some((stmts, result))
}

impl Copier<'_, '_> {
    /// A variable is given what a function would have returned.
    fn given(&mut self, target: Option<ExprId>, ty: TypeId, value: ExprId) -> Option<StmtId> {
        // A conversion that `return` makes would not be seen in the text.
        let value = match self.p().exprs[value].kind {
            ExprKind::Convert(Conversion::Arithmetic, inner) => build::cast(self.p(), inner, ty),
            _ => value,
        };
        let e = match target {
            Some(target) => build::assign(self.p(), target, value),
            None => value,
        };
        Some(build::stmt(self.p(), StmtKind::Expr(e)))
    }
}
