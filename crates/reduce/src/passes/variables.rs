//! A variable goes: where it is mentioned stands what it was given, or what it points to.
//!
//! Whether what stands there then may stand there, and means the same, is seen by whoever
//! parses and tests it.

use std::ops::Range;

use elenchus_lang::tree::{
    Conversion, DeclId, DeclKind, ExprId, ExprKind, InitKind, StmtId, StmtKind, UnaryOp,
};
use elenchus_lang::walk::{self, Child};
use rustc_hash::{FxHashMap, FxHashSet};

use super::text::Text;
use super::{Levels, exprs};
use crate::search::{Change, Proposal};
use crate::subject::Subject;
use crate::trace::{Constant, Trace};

/// Where a variable is mentioned, by its name alone.
#[derive(Default)]
struct Uses {
    names: Vec<ExprId>,
    /// Statements that are nothing but an assignment to it.
    assignments: Vec<(StmtId, ExprId)>,
}

/// A variable that is declared alone.
struct Variable {
    decl: DeclId,
    file: usize,
    /// Of its declaration.
    range: Range<usize>,
}

/// Its initialiser stands instead, or what it is assigned once.
pub fn given(subject: &mut Subject) -> Levels {
    let (p, uses) = (&subject.program, uses(subject));
    let mut level = Vec::new();
    for Variable { decl, file, range } in variables(subject) {
        let Some(uses) = uses.get(&decl) else { continue };
        let text = Text { subject, file };
        let mut places = vec![(range, Vec::new())];
        let init = p.decls[decl].init.map(|init| p.inits[init].kind);
        let value = match (init, &uses.assignments[..]) {
            (Some(InitKind::Expr(value)), []) => value,
            (None, &[(stmt, value)]) => {
                places.push((text.range(p.stmts[stmt].span), b";".to_vec()));
                value
            }
            _ => continue,
        };
        let with = text.expr(value);
        let names = uses.names.iter().map(|&name| text.range(p.exprs[name].span));
        places.extend(names.map(|range| (range, with.clone())));
        level.push(Proposal { file, change: Change::Text(places) });
    }
    vec![level]
}

/// A pointer that leads to one thing in a run: its name stands instead.
pub fn targets(subject: &mut Subject, trace: &Trace) -> Levels {
    let (p, uses) = (&subject.program, uses(subject));
    let (read, dereferenced) = read_and_followed(subject);
    let mut level = Vec::new();
    for Variable { decl, file, range } in variables(subject) {
        if !p.types.is_pointer(p.decls[decl].ty) {
            continue;
        }
        let Some(uses) = uses.get(&decl) else { continue };
        let mut target = None;
        let mut is_one = !uses.names.is_empty();
        for name in &uses.names {
            match read.get(name).and_then(|&read| trace.value(read)) {
                Some(Constant::Address(found)) => {
                    is_one &= target.is_none_or(|known| known == found);
                    target = Some(found);
                }
                _ => is_one = false,
            }
        }
        let Some(target) = target.filter(|_| is_one) else { continue };
        let text = Text { subject, file };
        let name = p.name(p.decls[target].name);
        let mut places = vec![(range, Vec::new())];
        let assignments = uses.assignments.iter();
        places
            .extend(assignments.map(|(stmt, _)| (text.range(p.stmts[*stmt].span), b";".to_vec())));
        let is_object = p.decls[target].kind != DeclKind::Function;
        for &mention in &uses.names {
            let span = p.exprs[mention].span;
            let (span, with) = match dereferenced.get(&mention) {
                Some(&whole) => (p.exprs[whole].span, name.to_owned()),
                None if is_object && !p.types.is_array(p.decls[target].ty) => {
                    (span, format!("(&{name})"))
                }
                None => (span, name.to_owned()),
            };
            places.push((text.range(span), with.into_bytes()));
        }
        level.push(Proposal { file, change: Change::Text(places) });
    }
    vec![level]
}

/// For the name of a variable the expression that reads it, and the `*p` that it is in.
fn read_and_followed(subject: &Subject) -> (FxHashMap<ExprId, ExprId>, FxHashMap<ExprId, ExprId>) {
    let p = &subject.program;
    let (mut read, mut followed) = (FxHashMap::default(), FxHashMap::default());
    for (id, expr) in p.exprs.iter() {
        match expr.kind {
            ExprKind::Convert(Conversion::Lvalue, inner) => {
                read.insert(inner, id);
            }
            ExprKind::Unary(UnaryOp::Deref, inner) if !expr.span.is_none() => {
                followed.insert(exprs::written(p, inner), id);
            }
            _ => {}
        }
    }
    (read, followed)
}

fn variables(subject: &Subject) -> Vec<Variable> {
    let p = &subject.program;
    let mut found = Vec::new();
    for (_, group) in p.groups.iter().filter(|(_, group)| !group.span.is_none()) {
        let &[decl] = &p.decl_lists[group.decls] else { continue };
        let units = p.units.iter();
        let Some(file) = units.clone().position(|unit| {
            unit.span.start <= group.span.start && group.span.end <= unit.span.end
        }) else {
            continue;
        };
        if p.decls[decl].kind == DeclKind::Variable {
            let range = Text { subject, file }.range(group.span);
            found.push(Variable { decl: p.decls[decl].entity, file, range });
        }
    }
    found
}

fn uses(subject: &Subject) -> FxHashMap<DeclId, Uses> {
    let p = &subject.program;
    let mut uses: FxHashMap<DeclId, Uses> = FxHashMap::default();
    let named = |expr: ExprId| match p.exprs[exprs::written(p, expr)].kind {
        ExprKind::Name(decl) => Some(p.decls[decl].entity),
        _ => None,
    };
    for file in 0..p.units.len() {
        let mut assigned = FxHashSet::default();
        walk::unit(p, file, |node| match node {
            Child::Stmt(stmt) => {
                let StmtKind::Expr(expr) = p.stmts[stmt].kind else { return };
                let ExprKind::Assign(place, value) = p.exprs[exprs::written(p, expr)].kind else {
                    return;
                };
                if let Some(decl) = named(place) {
                    assigned.insert(exprs::written(p, place));
                    uses.entry(decl).or_default().assignments.push((stmt, value));
                }
            }
            Child::Expr(expr) => {
                if let ExprKind::Name(decl) = p.exprs[expr].kind {
                    if !assigned.contains(&expr) {
                        uses.entry(p.decls[decl].entity).or_default().names.push(expr);
                    }
                }
            }
            Child::Init(_) => {}
        });
    }
    uses
}
