//! What is seen of a whole program at once.
//!
//! One look at all its nodes, in the order of memory, is less work than a walk
//! through every function. Nodes that belong to nothing are seen too: what they
//! do makes no difference to anybody but the speed of the program.

use elenchus_lang::tree::{
    Conversion, Decl, DeclId, DeclKind, ExprId, ExprKind, InitKind, Linkage, LiteralStorage,
    Program, StmtKind,
};
use elenchus_lang::walk::{self, Child};

use super::builtins::starts_list;
use crate::features::setjmp::sets_jump;

/// What was seen; it does not change with what is lowered.
pub(super) struct Survey {
    /// A bit for each variable that is named where a register would not do.
    addressed: Vec<u64>,
    /// No expression has a statement, an object, the length of a type or an
    /// unusual way of control in it.
    pub has_plain_exprs: bool,
}

impl Survey {
    pub(super) fn new(p: &Program) -> Survey {
        let is_unusual = |decl: &Decl| {
            let name = p.name(decl.name);
            decl.kind != DeclKind::Variable && (sets_jump(name) || starts_list(name))
        };
        let has_unusual = p.decls.iter().any(|(_, decl)| is_unusual(decl));
        let mut survey = Survey {
            addressed: vec![0; p.decls.len().div_ceil(64)],
            has_plain_exprs: !has_unusual && !p.types.has_variable_arrays(),
        };
        for (id, expr) in p.exprs.iter() {
            survey.look_at(p, id, expr.kind);
        }
        for (id, stmt) in p.stmts.iter() {
            match stmt.kind {
                // Most have statements in them, or initialisers: those come by themselves.
                StmtKind::Compound(..) | StmtKind::Declaration(_) => {}
                StmtKind::Expr(e) => survey.note(p, e),
                _ => walk::stmt_children(p, id, |child| survey.note_child(p, child)),
            }
        }
        for (_, init) in p.inits.iter() {
            if let InitKind::Expr(e) = init.kind {
                survey.note(p, e);
            }
        }
        survey
    }

    #[inline]
    fn look_at(&mut self, p: &Program, expr: ExprId, kind: ExprKind) {
        match kind {
            ExprKind::Int(..) | ExprKind::Name(_) | ExprKind::Enumerator(_) => {}
            // Their operands are values.
            ExprKind::Binary(..) | ExprKind::LogAnd(..) | ExprKind::LogOr(..) => {}
            // A register does for these, as for operands that are not evaluated.
            ExprKind::Convert(Conversion::Lvalue, _)
            | ExprKind::Step(..)
            | ExprKind::SizeofExpr(_)
            | ExprKind::AlignofExpr(..) => {}
            ExprKind::Assign(_, x)
            | ExprKind::CompoundAssign(_, _, x, _)
            | ExprKind::Convert(_, x)
            | ExprKind::Cast(_, x, _)
            | ExprKind::Member(x, ..)
            | ExprKind::Unary(_, x) => self.note(p, x),
            ExprKind::Index(a, i) => {
                self.note(p, a);
                self.note(p, i);
            }
            _ => {
                self.has_plain_exprs &= !matches!(
                    kind,
                    ExprKind::StmtExpr(_)
                        | ExprKind::CompoundLiteral(_, _, LiteralStorage::Automatic)
                );
                walk::expr_children(p, expr, |child| self.note_child(p, child));
            }
        }
    }

    fn note_child(&mut self, p: &Program, child: Child) {
        if let Child::Expr(e) = child {
            self.note(p, e);
        }
    }

    /// An expression that is no plain operand: if it is a variable, its place may
    /// be asked for.
    #[inline(always)]
    fn note(&mut self, p: &Program, expr: ExprId) {
        let ExprKind::Name(decl) = p.exprs[expr].kind else { return };
        if p.decls[decl].linkage == Linkage::None {
            let entity = p.decls[decl].entity.index();
            self.addressed[entity / 64] |= 1 << (entity % 64);
        }
    }

    pub(super) fn is_addressed(&self, entity: DeclId) -> bool {
        let index = entity.index();
        self.addressed[index / 64] >> (index % 64) & 1 != 0
    }
}
