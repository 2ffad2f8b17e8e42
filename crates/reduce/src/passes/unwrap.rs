//! A statement becomes a part of it: a loop its body, an `if` one of its branches, a
//! label what stands after it, a declaration what the variable is given; blocks lose their
//! braces.

use elenchus_lang::span::Span;
use elenchus_lang::tree::{InitKind, StmtId, StmtKind};
use elenchus_lang::walk::{self, Child};

use super::exprs;
use super::operands::around;
use super::{Levels, at};
use crate::search::{Change, Proposal};
use crate::subject::Subject;

pub fn propose(subject: &mut Subject) -> Levels {
    let mut levels = Levels::new();
    for (file, function) in exprs::functions(subject) {
        let body = subject.program.functions[function].body;
        let mut pending = vec![(body, 0)];
        while let Some((stmt, depth)) = pending.pop() {
            let parts = parts(subject, stmt);
            if depth > 0 {
                for (number, change) in changes(subject, file, stmt, &parts).into_iter().enumerate()
                {
                    at(&mut levels, 2 * depth + number.min(1)).push(Proposal { file, change });
                }
            }
            pending.extend(parts.into_iter().rev().map(|part| (part, depth + 1)));
        }
    }
    levels
}

fn parts(subject: &Subject, stmt: StmtId) -> Vec<StmtId> {
    let mut parts = Vec::new();
    walk::stmt_children(&subject.program, stmt, |child| {
        if let Child::Stmt(part) = child {
            parts.push(part);
        }
    });
    parts
}

fn changes(subject: &Subject, file: usize, stmt: StmtId, parts: &[StmtId]) -> Vec<Change> {
    let p = &subject.program;
    let base = subject.sources[file].base();
    let outer = p.stmts[stmt].span;
    if outer.is_none() {
        return Vec::new();
    }
    if let StmtKind::Compound(..) = p.stmts[stmt].kind {
        let inner = Span::new(outer.start + 1, outer.end - 1);
        return vec![Change::Text(around(outer, inner, base, false))];
    }
    let mut all = Vec::new();
    // `if (x) y = 1; else z = 1;` without its `else`.
    if let (StmtKind::If(..), [then, _]) = (p.stmts[stmt].kind, parts) {
        let inner = Span::new(outer.start, p.stmts[*then].span.end);
        all.push(inner);
    }
    all.extend(parts.iter().map(|&part| p.stmts[part].span));
    // What a variable is given, for what that does.
    if let StmtKind::Declaration(group) = p.stmts[stmt].kind {
        let inits = p.decl_lists[p.groups[group].decls].iter();
        let inits = inits.filter_map(|&decl| Some(p.inits[p.decls[decl].init?].kind));
        all.extend(inits.filter_map(|init| match init {
            InitKind::Expr(value) => Some(p.exprs[exprs::written(p, value)].span),
            _ => None,
        }));
    }
    // The condition alone, for what it does.
    if let StmtKind::If(condition, ..) | StmtKind::While(condition, _) = p.stmts[stmt].kind {
        all.push(p.exprs[exprs::written(p, condition)].span);
    }
    let mut changes: Vec<Change> = Vec::new();
    for inner in all.into_iter().filter(|inner| !inner.is_none()) {
        let mut places = around(outer, inner, base, false);
        let text = subject.sources[file].text();
        let end = (inner.end - base) as usize;
        if !matches!(text.get(end - 1), Some(b';' | b'}')) {
            places[1].1 = b";".to_vec();
        }
        changes.push(Change::Text(places));
    }
    changes
}
