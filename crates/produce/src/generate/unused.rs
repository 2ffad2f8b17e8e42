//! What nobody names is taken out of a finished program: functions, and local variables.
//!
//! While it is written nobody knows who will be named. A variable that is not has no
//! effect either, but for calls in its initialiser: those stay.

use elenchus_lang::edits;
use elenchus_lang::tree::{
    DeclId, DeclKind, ExprId, ExprKind, InitKind, Program, StmtId, StmtKind,
};
use elenchus_lang::walk::{self, Child};
use rustc_hash::{FxHashMap, FxHashSet};

use super::state::Gen;

impl Gen<'_> {
    /// The functions that are called, by those that were made as text, too (and the
    /// variables that those name).
    pub fn used(&self) -> FxHashSet<DeclId> {
        let p = self.tree();
        let used = self.known.functions.iter().filter(|f| f.written || f.named);
        let mut found: FxHashSet<DeclId> = used.clone().map(|f| f.decl).collect();
        let ready: Vec<DeclId> = used.filter(|f| f.ready).map(|f| f.decl).collect();
        if ready.is_empty() {
            return found;
        }
        let all = p.functions.iter().map(|(_, f)| (p.decls[f.decl].entity, (f.decl, f.body)));
        let all: FxHashMap<DeclId, (DeclId, StmtId)> = all.collect();
        let body = |decl: DeclId| all.get(&p.decls[decl].entity).map(|&(_, body)| body);
        let mut pending: Vec<Child> = ready.into_iter().filter_map(body).map(Child::Stmt).collect();
        while let Some(part) = pending.pop() {
            walk::descend(p, part, |child| {
                let Child::Expr(e) = child else { return };
                let ExprKind::Name(named) = p.exprs[e].kind else { return };
                match (all.get(&p.decls[named].entity), p.decls[named].init) {
                    (Some(&(callee, body)), _) if found.insert(callee) => {
                        pending.push(Child::Stmt(body));
                    }
                    // A table of functions.
                    (None, Some(init)) if found.insert(named) => pending.push(Child::Init(init)),
                    _ => {}
                }
            });
        }
        found
    }
}

/// Takes the variables out of these bodies.
pub fn tidy(p: &mut Program, bodies: &[StmtId]) {
    let mut mentions = vec![0u32; p.decls.len()];
    let mut declared: Vec<(StmtId, DeclId)> = Vec::new();
    for &body in bodies {
        walk::descend(p, Child::Stmt(body), |child| match child {
            Child::Expr(e) => {
                if let ExprKind::Name(decl) = p.exprs[e].kind {
                    mentions[decl.index()] += 1;
                }
            }
            Child::Stmt(stmt) => {
                if let StmtKind::Declaration(group) = p.stmts[stmt].kind {
                    if let &[decl] = &p.decl_lists[p.groups[group].decls] {
                        declared.push((stmt, decl));
                    }
                }
            }
            Child::Init(_) => {}
        });
    }
    // An initialiser names what was declared before.
    for (stmt, decl) in declared.into_iter().rev() {
        let is_local = p.decls[decl].kind == DeclKind::Variable && !p.decls[decl].ty.is_volatile();
        if mentions[decl.index()] > 0 || !is_local {
            continue;
        }
        let (mut named, mut does_more) = (Vec::new(), false);
        walk::descend(p, Child::Stmt(stmt), |child| {
            let Child::Expr(e) = child else { return };
            does_more |= has_effect(p, e);
            if let ExprKind::Name(decl) = p.exprs[e].kind {
                named.push(decl);
            }
        });
        let init = p.decls[decl].init.map(|init| p.inits[init].kind);
        let kind = match (does_more, init) {
            (false, _) => StmtKind::Empty,
            (true, Some(InitKind::Expr(value))) => StmtKind::Expr(value),
            (true, _) => continue,
        };
        if kind == StmtKind::Empty {
            named.into_iter().for_each(|decl| mentions[decl.index()] -= 1);
        }
        edits::fill(p, stmt, kind);
    }
}

/// Whether a node does more than to give a value.
fn has_effect(p: &Program, e: ExprId) -> bool {
    use ExprKind::*;
    matches!(p.exprs[e].kind, Call(..) | Assign(..) | CompoundAssign(..) | Step(..))
        || p.exprs[e].ty.is_volatile()
}
