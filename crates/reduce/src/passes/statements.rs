//! Statements, declarations among them: the outermost blocks first, and then what stands
//! in the statements that are left.

use elenchus_lang::build;
use elenchus_lang::edits::Edit;
use elenchus_lang::tree::{Item, StmtId, StmtKind};
use elenchus_lang::walk::{self, Child};

use super::Levels;
use crate::search::Proposal;
use crate::subject::Subject;

pub fn propose(subject: &mut Subject) -> Levels {
    let mut found = Vec::new();
    let p = &subject.program;
    for (file, unit) in p.units.iter().enumerate() {
        for &item in unit.items.iter().rev() {
            if let Item::Function(function) = item {
                walk(subject, file, p.functions[function].body, &mut found);
            }
        }
    }
    let mut levels: Levels = Vec::new();
    for Found { file, level, what } in found {
        let edit = match what {
            What::InBlock(block, index) => Edit::DeleteStmt { block, index },
            What::Alone(at) => {
                let with = build::stmt(&mut subject.program, StmtKind::Empty);
                Edit::Stmt { at, with }
            }
        };
        if levels.len() <= level {
            levels.resize(level + 1, Vec::new());
        }
        levels[level].push(Proposal { file, edits: [edit].into_iter().collect() });
    }
    levels
}

struct Found {
    file: usize,
    level: usize,
    what: What,
}

enum What {
    InBlock(StmtId, usize),
    /// The body of a loop or of an `if`.
    Alone(StmtId),
}

fn walk(subject: &Subject, file: usize, body: StmtId, found: &mut Vec<Found>) {
    let p = &subject.program;
    let mut pending = vec![(Child::Stmt(body), 0)];
    while let Some((node, level)) = pending.pop() {
        if let Child::Stmt(stmt) = node {
            match p.stmts[stmt].kind {
                StmtKind::Compound(list, _) => {
                    for index in 0..p.stmt_lists[list].len() {
                        found.push(Found { file, level, what: What::InBlock(stmt, index) });
                    }
                }
                _ => {
                    let mut parts = Vec::new();
                    walk::stmt_children(p, stmt, |child| parts.push(child));
                    for part in parts {
                        let Child::Stmt(part) = part else { continue };
                        let kind = p.stmts[part].kind;
                        if !matches!(kind, StmtKind::Compound(..) | StmtKind::Empty) {
                            found.push(Found { file, level, what: What::Alone(part) });
                        }
                    }
                }
            }
        }
        let deeper = matches!(node, Child::Stmt(_));
        walk::children(p, node, |child| pending.push((child, level + usize::from(deeper))));
    }
}
