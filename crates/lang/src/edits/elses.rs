//! Statements that need braces, lest the `else` after them find another `if`.

use rustc_hash::FxHashSet;

use super::{Edit, Edits};
use crate::build;
use crate::tree::{Program, ScopeId, Stmt, StmtId, StmtKind};
use crate::walk;

/// The edits whose new statement gets braces, by number.
pub(super) fn braces(p: &Program, edits: &Edits) -> Vec<usize> {
    let may_take = edits.list.iter().enumerate().filter_map(|(number, edit)| match *edit {
        Edit::Stmt { at, with } if walk::takes_else(p, with) => Some((number, at)),
        _ => None,
    });
    let may_take: Vec<(usize, StmtId)> = may_take.collect();
    if may_take.is_empty() {
        return Vec::new();
    }
    let mut before_else: FxHashSet<StmtId> = FxHashSet::default();
    for (_, stmt) in p.stmts.iter() {
        let StmtKind::If(_, then, Some(_)) = stmt.kind else { continue };
        let mut next = Some(then);
        while let Some(stmt) = next {
            before_else.insert(stmt);
            next = walk::last_part(p, stmt);
        }
    }
    let is_it = |&(_, at): &(usize, StmtId)| before_else.contains(&at) && !walk::takes_else(p, at);
    may_take.into_iter().filter(is_it).map(|(number, _)| number).collect()
}

/// The statement in braces, for the place of another one.
pub(super) fn in_braces(p: &mut Program, stmt: StmtId, at: StmtId) -> StmtId {
    let scope = build::block_scope(p, scope_around(p, at));
    let list = p.stmt_lists.push(&[stmt]);
    let kind = StmtKind::Compound(list, scope);
    let span = p.stmts[stmt].span;
    p.stmts.push(Stmt { kind, span })
}

/// The scope of the innermost block around a statement that stands in a text.
fn scope_around(p: &Program, at: StmtId) -> ScopeId {
    let span = p.stmts[at].span;
    let blocks = p.stmts.iter().filter_map(|(_, stmt)| match stmt.kind {
        StmtKind::Compound(_, scope) => Some((stmt.span, scope)),
        _ => None,
    });
    let around = blocks.filter(|(block, _)| block.start <= span.start && span.end <= block.end);
    let innermost = around.min_by_key(|(block, _)| block.end - block.start);
    innermost.map_or(p.units[0].scope, |(_, scope)| scope)
}
