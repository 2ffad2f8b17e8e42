//! Side effects without order (6.5p2), as far as names show them.
//!
//! Of two operands that C evaluates in no order, one may not change a variable
//! that the other reads or changes. This pass sees variables that are named in
//! the expression; what is changed through pointers, and what called functions
//! do, is not tracked yet.

use elenchus_lang::tree::{Conversion, DeclId, ExprId, ExprKind, UnaryOp};
use elenchus_lang::walk::{self, Child};

use super::Lowerer;
use crate::code::Op;

/// What evaluating an expression does to named variables.
#[derive(Default)]
struct Effects {
    reads: Vec<Access>,
    writes: Vec<Access>,
    /// Those writes that need not be over when the value is there.
    pending: Vec<Access>,
}

#[derive(Clone, Copy)]
struct Access {
    decl: DeclId,
    /// It happens whenever the expression is evaluated.
    certain: bool,
}

enum Conflict {
    Certain,
    Possible,
}

impl Effects {
    fn join(mut self, other: Effects) -> Effects {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        self.pending.extend(other.pending);
        self
    }

    /// A sequence point follows.
    fn over(mut self) -> Effects {
        self.pending.clear();
        self
    }

    /// Evaluated on some paths only.
    fn maybe(mut self) -> Effects {
        let all = self.reads.iter_mut().chain(&mut self.writes).chain(&mut self.pending);
        for access in all {
            access.certain = false;
        }
        self
    }

    fn conflict(&self, other: &Effects) -> Option<Conflict> {
        let pairs = [
            (&self.writes, &other.writes),
            (&self.writes, &other.reads),
            (&self.reads, &other.writes),
        ];
        meet(&pairs)
    }
}

fn meet(pairs: &[(&Vec<Access>, &Vec<Access>)]) -> Option<Conflict> {
    let mut found = None;
    for (xs, ys) in pairs {
        for x in *xs {
            for y in ys.iter().filter(|y| y.decl == x.decl) {
                match x.certain && y.certain {
                    true => return Some(Conflict::Certain),
                    false => found = Some(Conflict::Possible),
                }
            }
        }
    }
    found
}

impl Lowerer<'_> {
    /// Puts an operation before a full expression that stops the run if the
    /// expression changes a variable without order.
    pub(super) fn check_order(&mut self, expr: ExprId) {
        if !self.has_step_inside(expr) {
            return;
        }
        let mut worst = None;
        self.effects_of(expr, &mut worst);
        match worst {
            Some((Conflict::Certain, place)) => {
                let outer = std::mem::replace(&mut self.span, self.p.exprs[place].span);
                self.emit(Op::Unsequenced);
                self.span = outer;
            }
            Some((Conflict::Possible, _)) => self.unsupported("order of side effects".into()),
            None => {}
        }
    }

    /// The cheap question first: most expressions change nothing but their
    /// outermost target.
    fn has_step_inside(&self, expr: ExprId) -> bool {
        let mut found = false;
        walk::descend(self.p, Child::Expr(expr), |child| {
            let Child::Expr(e) = child else { return };
            let changes = matches!(
                self.p.exprs[e].kind,
                ExprKind::Assign(..) | ExprKind::CompoundAssign(..) | ExprKind::Step(..)
            );
            found |= changes && e != expr;
        });
        found
    }

    fn effects_of(&self, expr: ExprId, worst: &mut Option<(Conflict, ExprId)>) -> Effects {
        use ExprKind::*;
        match self.p.exprs[expr].kind {
            Convert(Conversion::Lvalue, e) => {
                let mut effects = self.effects_of(e, worst);
                if let Some(decl) = self.named(e) {
                    effects.reads.push(Access { decl, certain: true });
                }
                effects
            }
            // Not evaluated.
            SizeofExpr(_) | AlignofExpr(..) | Generic(..) => Effects::default(),
            LogAnd(a, b) | LogOr(a, b) | Elvis(a, b) => {
                let first = self.effects_of(a, worst).over();
                first.join(self.effects_of(b, worst).maybe())
            }
            Conditional(c, a, b) => {
                let first = self.effects_of(c, worst).over();
                let (a, b) = (self.effects_of(a, worst), self.effects_of(b, worst));
                first.join(a.maybe()).join(b.maybe())
            }
            Comma(a, b) => {
                let first = self.effects_of(a, worst).over();
                first.join(self.effects_of(b, worst))
            }
            // Each statement of it is a full expression of its own.
            StmtExpr(_) => Effects::default(),
            Assign(target, value) | CompoundAssign(_, target, value, _) => {
                let reads_target = matches!(self.p.exprs[expr].kind, CompoundAssign(..));
                let effects = self.unordered(expr, &[target, value], worst);
                self.changed(expr, target, reads_target, effects, worst)
            }
            Step(_, target) => {
                let effects = self.effects_of(target, worst);
                self.changed(expr, target, true, effects, worst)
            }
            _ => {
                let mut children = Vec::new();
                walk::expr_children(self.p, expr, |child| {
                    if let Child::Expr(e) = child {
                        children.push(e);
                    }
                });
                let effects = self.unordered(expr, &children, worst);
                // The arguments' effects are over before the function is called.
                let is_call = matches!(self.p.exprs[expr].kind, Call(..));
                if is_call { effects.over() } else { effects }
            }
        }
    }

    fn unordered(
        &self,
        expr: ExprId,
        operands: &[ExprId],
        worst: &mut Option<(Conflict, ExprId)>,
    ) -> Effects {
        let mut all = Effects::default();
        for &operand in operands {
            let effects = self.effects_of(operand, worst);
            note(worst, all.conflict(&effects), expr);
            all = all.join(effects);
        }
        all
    }

    /// The change itself comes after the operands' values, but has no order
    /// with their side effects.
    fn changed(
        &self,
        expr: ExprId,
        target: ExprId,
        reads: bool,
        mut effects: Effects,
        worst: &mut Option<(Conflict, ExprId)>,
    ) -> Effects {
        let Some(decl) = self.named(target) else { return effects };
        let write = vec![Access { decl, certain: true }];
        note(worst, meet(&[(&write, &effects.pending)]), expr);
        if reads {
            effects.reads.push(write[0]);
        }
        effects.writes.push(write[0]);
        effects.pending.push(write[0]);
        effects
    }

    /// The variable that an lvalue names.
    fn named(&self, expr: ExprId) -> Option<DeclId> {
        match self.p.exprs[expr].kind {
            ExprKind::Name(decl) => Some(self.p.decls[decl].entity),
            ExprKind::Unary(UnaryOp::Deref, pointer) => match self.p.exprs[pointer].kind {
                ExprKind::Unary(UnaryOp::AddressOf, e) => self.named(e),
                _ => None,
            },
            _ => None,
        }
    }
}

fn note(worst: &mut Option<(Conflict, ExprId)>, found: Option<Conflict>, expr: ExprId) {
    let certain = matches!(worst, Some((Conflict::Certain, _)));
    if let (Some(conflict), false) = (found, certain) {
        *worst = Some((conflict, expr));
    }
}
