//! The one place that writes into nodes that exist already.
//!
//! Sets of edits come here after their checks. Whoever changes a tree that
//! nobody else reads yet (a generator that fills its holes, a repair of what
//! was written a moment ago) comes here directly: nothing is checked, and
//! nothing is allocated.

use crate::tree::{Expr, ExprId, ExprKind, Program, Stmt, StmtId, StmtKind};

/// The node becomes a copy of another one, its own parentheses forgotten.
#[inline]
pub fn replace_expr(program: &mut Program, at: ExprId, with: ExprId) {
    program.exprs[at] = program.exprs[with];
}

/// The node becomes another operation, of the same type and at the same place.
#[inline]
pub fn change_expr(program: &mut Program, at: ExprId, kind: ExprKind) {
    program.exprs[at].kind = kind;
}

/// The node stands in parentheses from now on.
#[inline]
pub fn parenthesise(program: &mut Program, at: ExprId) {
    program.exprs[at].parens = true;
}

/// A hole gets its statement, or a statement that was written becomes another
/// one, or a hole again.
#[inline]
pub fn fill(program: &mut Program, at: StmtId, kind: StmtKind) {
    program.stmts[at].kind = kind;
}

/// The node stays where it is in parentheses or not.
pub(super) fn put_expr(program: &mut Program, at: ExprId, new: Expr) {
    let parens = program.exprs[at].parens;
    program.exprs[at] = Expr { parens, ..new };
}

pub(super) fn put_stmt(program: &mut Program, at: StmtId, new: Stmt) {
    program.stmts[at] = new;
}
