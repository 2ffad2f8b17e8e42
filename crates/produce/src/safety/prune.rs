//! Takes out of a program what facts cannot show to be safe on all ways through it.

use elenchus_lang::arena::List;
use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::edits;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{
    Conversion, DeclId, DeclKind, Expr, ExprId, ExprKind, FunctionId, Init, InitId, InitItem,
    InitKind, IntStyle, LiteralStorage, Program, StmtId, StmtKind, Storage,
};
use elenchus_lang::types::{ArrayLength, TypeId, TypeKind};
use elenchus_lang::walk::{self, Child};
use rustc_hash::FxHashSet;

use super::wrap;
use crate::facts::{self, Kind};

/// What needs no facts: variables begin with a value, functions end with one, and no
/// pointer moves.
pub fn prepare(p: &mut Program) {
    for function in wrap::functions(p) {
        for e in wrap::evaluated(p, function).into_iter().rev() {
            stay(p, e);
        }
        for decl in locals(p, function) {
            let ty = p.decls[decl].ty;
            if p.decls[decl].init.is_none() && !p.types.is_variably_modified(ty) {
                let zero = zero_init(p, ty);
                p.decls[decl].init = Some(zero);
            }
        }
        end_with_value(p, function);
    }
}

/// An expression without arithmetic on pointers.
fn stay(p: &mut Program, e: ExprId) {
    let is_pointer = |e: ExprId| p.types.is_pointer(p.exprs[e].ty);
    match p.exprs[e].kind {
        ExprKind::Binary(op, a, b) => {
            let with = match (op, is_pointer(a), is_pointer(b)) {
                (BinaryOp::Eq | BinaryOp::Ne, ..) | (_, false, false) => return,
                (_, true, true) => build::constant(p, p.exprs[e].ty, 0),
                (_, true, false) => a,
                (_, false, true) => b,
            };
            edits::replace_expr(p, e, with);
        }
        ExprKind::Step(_, of) | ExprKind::CompoundAssign(_, of, ..) if is_pointer(of) => {
            let read = build::read(p, of);
            edits::replace_expr(p, e, read);
        }
        ExprKind::Index(a, b) => {
            let is_known = |e: ExprId| match p.exprs[e].kind {
                ExprKind::Convert(Conversion::Decay, of) => matches!(
                    p.types.kind(p.exprs[of].ty),
                    TypeKind::Array { length: ArrayLength::Fixed(1..), .. }
                ),
                _ => false,
            };
            if is_known(a) || !is_pointer(a) && !is_pointer(b) {
                return;
            }
            let (pointer, index) = if is_pointer(a) { (a, b) } else { (b, a) };
            let ty = p.exprs[index].ty;
            let first = build::expr(p, ExprKind::Int(0, IntStyle::Decimal), ty);
            edits::change_expr(p, e, ExprKind::Index(pointer, first));
        }
        _ => {}
    }
}

fn locals(p: &Program, function: FunctionId) -> Vec<DeclId> {
    let mut found = Vec::new();
    walk::descend(p, Child::Stmt(p.functions[function].body), |child| {
        let Child::Stmt(stmt) = child else { return };
        if let StmtKind::Declaration(group) = p.stmts[stmt].kind {
            found.extend_from_slice(&p.decl_lists[p.groups[group].decls]);
        }
    });
    let is_local = |decl: &DeclId| {
        let decl = &p.decls[*decl];
        let shared = decl.storage.has(Storage::STATIC) || decl.storage.has(Storage::EXTERN);
        decl.kind == DeclKind::Variable && !shared
    };
    found.retain(is_local);
    found
}

/// `0`, or `{ 0 }` for an object with parts.
fn zero_init(p: &mut Program, ty: TypeId) -> InitId {
    let number = build::expr(p, ExprKind::Int(0, IntStyle::Decimal), TypeId::INT);
    let value = p.types.value_type(ty);
    if p.types.is_scalar(value) {
        let zero = zero_of(p, value);
        return p.inits.push(Init { kind: InitKind::Expr(zero), ty: value, span: Span::NONE });
    }
    let kind = InitKind::Expr(number);
    let init = p.inits.push(Init { kind, ty: TypeId::INT, span: Span::NONE });
    let items = p.init_items.push(&[InitItem {
        designators: List::EMPTY,
        init,
        offset: 0,
        bit_field: None,
        repeats: List::EMPTY,
        span: Span::NONE,
    }]);
    p.inits.push(Init { kind: InitKind::List(items), ty: value, span: Span::NONE })
}

/// Zero of a type: a number, a null pointer, a struct of zeros.
fn zero_of(p: &mut Program, ty: TypeId) -> ExprId {
    let number = build::expr(p, ExprKind::Int(0, IntStyle::Decimal), TypeId::INT);
    if p.types.is_pointer(ty) {
        return build::expr(p, ExprKind::Convert(Conversion::Null, number), ty);
    }
    if p.types.is_arithmetic(ty) {
        return build::convert(p, number, ty);
    }
    let init = zero_init(p, ty);
    let kind = ExprKind::CompoundLiteral(init, ty, LiteralStorage::Automatic);
    let literal = build::expr(p, kind, ty);
    build::read(p, literal)
}

/// A function that gives a value gives one at its end, too.
fn end_with_value(p: &mut Program, function: FunctionId) {
    let ty = p.decls[p.functions[function].decl].ty;
    let Some(result) = p.types.as_function(ty).map(|f| p.types.value_type(f.result)) else {
        return;
    };
    let body = p.functions[function].body;
    let StmtKind::Compound(list, scope) = p.stmts[body].kind else { return };
    let mut all = p.stmt_lists[list].to_vec();
    let is_return = |stmt: &StmtId| matches!(p.stmts[*stmt].kind, StmtKind::Return(_));
    if p.types.is_void(result) || all.last().is_some_and(is_return) {
        return;
    }
    let zero = zero_of(p, result);
    all.push(build::stmt(p, StmtKind::Return(Some(zero))));
    let list = p.stmt_lists.push(&all);
    edits::fill(p, body, StmtKind::Compound(list, scope));
}

/// How often a program is looked at again.
const ROUNDS: usize = 400;

/// Until nothing is left of which facts cannot say that it is safe: `left` is what has no
/// guard. In each round every function loses what was found first in it.
pub fn prune(p: &mut Program, left: Vec<ExprId>) -> Result<(), String> {
    let mut bad: FxHashSet<ExprId> = left.into_iter().collect();
    bad.extend(unknown(p));
    for function in wrap::functions(p) {
        take_out(p, function, &bad, usize::MAX);
    }
    for _ in 0..ROUNDS {
        let facts = facts::analyse(p).map_err(|error| error.to_string())?;
        let problems = facts.problems().iter();
        // Which of two volatile accesses is first changes no answer.
        let problems = problems.filter(|problem| problem.kind != Kind::Volatile);
        let bad: FxHashSet<ExprId> = problems.map(|problem| problem.at).collect();
        if bad.is_empty() {
            return Ok(());
        }
        let functions = wrap::functions(p);
        let taken = functions.into_iter().map(|f| take_out(p, f, &bad, 1)).sum::<usize>();
        if taken == 0 {
            return Err("facts find fault with what cannot be taken out".into());
        }
    }
    Err("there is no end of what facts find fault with".into())
}

/// What neither guards nor facts know: calls of what the program does not define, but for
/// those of its frame; elements of an array whose length is not known; arguments of a list.
fn unknown(p: &Program) -> Vec<ExprId> {
    const KNOWN: [&str; 2] = ["printf", "exit"];
    let defined: FxHashSet<DeclId> =
        p.functions.iter().map(|(_, f)| p.decls[f.decl].entity).collect();
    let mut found = Vec::new();
    for function in wrap::functions(p) {
        for e in wrap::evaluated(p, function) {
            if is_open_array(p, e) || matches!(p.exprs[e].kind, ExprKind::VaArg(..)) {
                found.push(e);
            }
            let ExprKind::Call(callee, _) = p.exprs[e].kind else { continue };
            let ExprKind::Convert(Conversion::Function, name) = p.exprs[callee].kind else {
                continue;
            };
            let ExprKind::Name(decl) = p.exprs[name].kind else { continue };
            let is_known = KNOWN.contains(&p.name(p.decls[decl].name));
            if !is_known && !defined.contains(&p.decls[decl].entity) {
                found.push(e);
            }
        }
    }
    found
}

fn is_open_array(p: &Program, e: ExprId) -> bool {
    let ExprKind::Convert(Conversion::Decay, of) = p.exprs[e].kind else { return false };
    match p.types.kind(p.exprs[of].ty) {
        TypeKind::Array { length, .. } => !matches!(length, ArrayLength::Fixed(1..)),
        _ => false,
    }
}

/// Takes the first full expressions out of a function that have something bad in them;
/// gives how many.
fn take_out(p: &mut Program, function: FunctionId, bad: &FxHashSet<ExprId>, most: usize) -> usize {
    let mut stmts = Vec::new();
    walk::descend(p, Child::Stmt(p.functions[function].body), |child| {
        if let Child::Stmt(stmt) = child {
            stmts.push(stmt);
        }
    });
    let result = p.types.as_function(p.decls[p.functions[function].decl].ty).map(|f| f.result);
    let result = result.map_or(TypeId::VOID, |ty| p.types.value_type(ty));
    let mut taken = 0;
    for stmt in stmts {
        if taken >= most {
            break;
        }
        taken += usize::from(take_out_of(p, stmt, bad, result));
    }
    taken
}

fn take_out_of(p: &mut Program, stmt: StmtId, bad: &FxHashSet<ExprId>, result: TypeId) -> bool {
    let has = |p: &Program, root: Child| {
        let mut found = false;
        walk::descend(p, root, |child| {
            found |= matches!(child, Child::Expr(e) if bad.contains(&e))
        });
        found
    };
    match p.stmts[stmt].kind {
        StmtKind::Expr(e) if has(p, Child::Expr(e)) => edits::fill(p, stmt, StmtKind::Empty),
        StmtKind::Return(Some(e)) if has(p, Child::Expr(e)) => {
            let zero = zero_of(p, result);
            edits::fill(p, stmt, StmtKind::Return(Some(zero)));
        }
        StmtKind::If(c, ..)
        | StmtKind::While(c, _)
        | StmtKind::DoWhile(_, c)
        | StmtKind::Switch(c, _)
            if has(p, Child::Expr(c)) =>
        {
            never(p, c);
        }
        StmtKind::For(id) => {
            let parts = p.fors[id];
            if let Some(c) = parts.condition.filter(|&c| has(p, Child::Expr(c))) {
                never(p, c);
            } else if parts.step.is_some_and(|step| has(p, Child::Expr(step))) {
                p.fors[id].step = None;
                // Without its step it may have no end.
                if let Some(c) = parts.condition {
                    never(p, c);
                }
            } else {
                return false;
            }
        }
        StmtKind::Declaration(group) => {
            let decls = p.decl_lists[p.groups[group].decls].to_vec();
            let guilty = decls
                .into_iter()
                .find(|&decl| p.decls[decl].init.is_some_and(|init| has(p, Child::Init(init))));
            let Some(decl) = guilty else { return false };
            let zero = zero_init(p, p.decls[decl].ty);
            p.decls[decl].init = Some(zero);
        }
        _ => return false,
    }
    true
}

/// The condition does not hold.
fn never(p: &mut Program, condition: ExprId) {
    let Expr { ty, span, parens, .. } = p.exprs[condition];
    let kind = ExprKind::Int(0, IntStyle::Decimal);
    let ty = if p.types.is_integer(ty) { ty } else { TypeId::INT };
    p.exprs[condition] = Expr { kind, ty, span, parens };
}
