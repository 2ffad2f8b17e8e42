//! Statements, declarations among them: the outermost blocks first, and then what stands
//! in the statements that are left.

use elenchus_lang::build;
use elenchus_lang::edits::Edit;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{DeclId, ExprKind, Function, Item, Program, StmtId, StmtKind};
use elenchus_lang::walk::{self, Child};
use rustc_hash::FxHashSet;

use super::{Levels, at, exprs};
use crate::search::Proposal;
use crate::slice::Slice;
use crate::subject::Subject;
use crate::trace::Trace;

/// In all functions.
pub fn everywhere(subject: &mut Subject) -> Levels {
    let all = places(subject);
    deletions(subject, all)
}

/// In `main` alone: what it does not need, nothing that it calls needs.
pub fn in_main(subject: &mut Subject) -> Levels {
    near_main(subject, 0)
}

/// In `main` and what it calls.
pub fn in_called(subject: &mut Subject) -> Levels {
    near_main(subject, 1)
}

fn near_main(subject: &mut Subject, calls: usize) -> Levels {
    let p = &subject.program;
    let near: FxHashSet<DeclId> = calls_from_main(p, calls);
    let bodies = exprs::functions(subject).into_iter();
    let near = bodies.filter(|(_, id)| near.contains(&p.decls[p.functions[*id].decl].entity));
    let spans: Vec<Span> = near.map(|(_, id)| p.functions[id].span).collect();
    let is_near = |place: &Place| {
        let span = p.stmts[place.stmt].span;
        spans.iter().any(|one| one.start <= span.start && span.end <= one.end)
    };
    let all = places(subject).into_iter().filter(is_near).collect();
    deletions(subject, all)
}

/// The functions that are reached with so many calls.
fn calls_from_main(p: &Program, calls: usize) -> FxHashSet<DeclId> {
    let functions = || p.functions.iter().map(|(_, function)| function);
    let entity = |decl: DeclId| p.decls[decl].entity;
    let is_main = |function: &&Function| p.name(p.decls[function.decl].name) == "main";
    let mut near: FxHashSet<DeclId> =
        functions().filter(is_main).map(|function| entity(function.decl)).collect();
    for _ in 0..calls {
        let mut more = near.clone();
        for function in functions().filter(|function| near.contains(&entity(function.decl))) {
            walk::descend(p, Child::Stmt(function.body), |node| {
                let Child::Expr(expr) = node else { return };
                if let ExprKind::Name(decl) = p.exprs[expr].kind {
                    more.insert(entity(decl));
                }
            });
        }
        near = more;
    }
    near
}

fn deletions(subject: &mut Subject, places: Vec<Place>) -> Levels {
    let mut levels = Levels::new();
    for place in places {
        let proposal = place.deletion(subject);
        at(&mut levels, place.level).push(proposal);
    }
    levels
}

/// What a run did not come to, all at once.
pub fn never_executed(subject: &mut Subject, trace: &Trace) -> Levels {
    let p = &subject.program;
    let mut idle = FxHashSet::default();
    for place in places(subject) {
        if is_idle(p, trace, place.stmt) {
            idle.insert(place.stmt);
        }
    }
    outermost(subject, &idle)
}

/// What had no part in what the program printed, all at once.
pub fn of_no_use(subject: &mut Subject, slice: &Slice) -> Levels {
    let p = &subject.program;
    let mut useless = FxHashSet::default();
    for place in places(subject) {
        let mut is_used = is_declaration(p, place.stmt);
        walk::descend(p, Child::Stmt(place.stmt), |node| {
            is_used |= matches!(node, Child::Stmt(stmt) if slice.needs(stmt));
        });
        if !is_used {
            useless.insert(place.stmt);
        }
    }
    outermost(subject, &useless)
}

/// Statements go, but for those that stand in others that do.
fn outermost(subject: &mut Subject, stmts: &FxHashSet<StmtId>) -> Levels {
    let (mut gone, mut end) = (Vec::new(), 0);
    for place in places(subject).into_iter().filter(|place| stmts.contains(&place.stmt)) {
        gone.push(place);
    }
    let start = |place: &Place| subject.program.stmts[place.stmt].span.start;
    gone.sort_by_key(|place| start(place));
    gone.retain(|place| {
        let span = subject.program.stmts[place.stmt].span;
        let is_outer = span.start >= end;
        end = end.max(span.end);
        is_outer
    });
    // The last ones first: what stands before is used by what comes after.
    vec![gone.iter().rev().map(|place| place.deletion(subject)).collect()]
}

/// Nothing in it was executed, though it says that something is to be.
fn is_idle(p: &Program, trace: &Trace, stmt: StmtId) -> bool {
    let (mut acts, mut executed) = (false, false);
    walk::descend(p, Child::Stmt(stmt), |node| match node {
        Child::Stmt(stmt) => {
            executed |= trace.was_executed(stmt);
            acts |= !matches!(p.stmts[stmt].kind, StmtKind::Compound(..) | StmtKind::Empty);
        }
        Child::Expr(expr) => executed |= trace.was_evaluated(expr),
        Child::Init(_) => {}
    });
    acts && !executed && !is_declaration(p, stmt)
}

fn is_declaration(p: &Program, stmt: StmtId) -> bool {
    matches!(p.stmts[stmt].kind, StmtKind::Declaration(_))
}

/// A statement that can go.
pub struct Place {
    file: usize,
    level: usize,
    stmt: StmtId,
    /// The block that it is in and its number there; otherwise it is the body of a loop
    /// or of an `if`.
    block: Option<(StmtId, usize)>,
}

impl Place {
    fn deletion(&self, subject: &mut Subject) -> Proposal {
        let edit = match self.block {
            Some((block, index)) => Edit::DeleteStmt { block, index },
            None => {
                let with = build::stmt(&mut subject.program, StmtKind::Empty);
                Edit::Stmt { at: self.stmt, with }
            }
        };
        Proposal::edit(self.file, edit)
    }
}

/// All of them, the last function first.
fn places(subject: &Subject) -> Vec<Place> {
    let p = &subject.program;
    let mut found = Vec::new();
    for (file, unit) in p.units.iter().enumerate() {
        for &item in unit.items.iter().rev() {
            if let Item::Function(function) = item {
                walk(subject, file, p.functions[function].body, &mut found);
            }
        }
    }
    found
}

fn walk(subject: &Subject, file: usize, body: StmtId, found: &mut Vec<Place>) {
    let p = &subject.program;
    let mut pending = vec![(Child::Stmt(body), 0)];
    while let Some((node, level)) = pending.pop() {
        if let Child::Stmt(stmt) = node {
            match p.stmts[stmt].kind {
                StmtKind::Compound(list, _) => {
                    for (index, &part) in p.stmt_lists[list].iter().enumerate() {
                        let block = Some((stmt, index));
                        found.push(Place { file, level, stmt: part, block });
                    }
                }
                _ => walk::stmt_children(p, stmt, |child| {
                    let Child::Stmt(part) = child else { return };
                    let kind = p.stmts[part].kind;
                    if !matches!(kind, StmtKind::Compound(..) | StmtKind::Empty) {
                        found.push(Place { file, level, stmt: part, block: None });
                    }
                }),
            }
        }
        let deeper = usize::from(matches!(node, Child::Stmt(_)));
        let first = pending.len();
        walk::children(p, node, |child| pending.push((child, level + deeper)));
        pending[first..].reverse();
    }
}
