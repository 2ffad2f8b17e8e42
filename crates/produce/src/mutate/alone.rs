//! Which calls stand alone: nothing else is evaluated in no order with them that depends
//! on what variables hold. A function that is called so may change variables of others
//! and restore them, and nobody can tell.

use elenchus_lang::tree::{Conversion, ExprId, ExprKind, Program, UnaryOp};
use elenchus_lang::walk::{self, Child};
use elenchus_machine::Origin;
use elenchus_machine::observe::View;

/// The calls of a program that do not stand alone.
pub struct Calls {
    /// By the number of the expression.
    among_others: Vec<bool>,
}

impl Calls {
    pub fn new(p: &Program) -> Calls {
        // Parents first.
        let mut order: Vec<ExprId> = Vec::new();
        for unit in 0..p.units.len() {
            walk::unit(p, unit, |node| {
                if let Child::Expr(e) = node {
                    order.push(e);
                }
            });
        }
        let mut reads = vec![false; p.exprs.len()];
        for &e in order.iter().rev() {
            let mut any = reads_itself(&p.exprs[e].kind);
            walk::expr_children(p, e, |child| match child {
                Child::Expr(inner) => any |= reads[inner.index()],
                Child::Stmt(_) | Child::Init(_) => any = true,
            });
            reads[e.index()] = any;
        }
        let mut among_others = vec![false; p.exprs.len()];
        for &e in &order {
            if among_others[e.index()] {
                walk::expr_children(p, e, |child| mark(p, child, &mut among_others));
            }
            for operand in crowded(p, e, &reads) {
                among_others[operand.index()] = true;
            }
        }
        Calls { among_others }
    }

    /// Whether every call that has not returned stands alone.
    pub fn stand_alone(&self, view: &View<'_>) -> bool {
        view.depth() == 1
            || view.calls().iter().skip(1).all(|call| match call.at {
                Origin::Expr(e) => {
                    matches!(view.program().exprs[e].kind, ExprKind::Call(..))
                        && self.among_others.get(e.index()) == Some(&false)
                }
                _ => false,
            })
    }
}

fn mark(p: &Program, child: Child, among_others: &mut [bool]) {
    match child {
        Child::Expr(e) => among_others[e.index()] = true,
        Child::Stmt(_) | Child::Init(_) => walk::descend(p, child, |node| {
            if let Child::Expr(e) = node {
                among_others[e.index()] = true;
            }
        }),
    }
}

/// The operands of an operator beside which, in no order, something is read.
fn crowded(p: &Program, e: ExprId, reads: &[bool]) -> Vec<ExprId> {
    let (operands, reads_first) = match p.exprs[e].kind {
        ExprKind::Binary(_, a, b) | ExprKind::Assign(a, b) | ExprKind::Index(a, b) => {
            (vec![a, b], false)
        }
        ExprKind::CompoundAssign(_, a, b, _) => (vec![a, b], true),
        ExprKind::Call(callee, args) => {
            let args = p.expr_lists[args].iter().copied();
            (std::iter::once(callee).chain(args).collect(), false)
        }
        _ => return Vec::new(),
    };
    let is_read = |index: usize| reads[operands[index].index()] || reads_first && index == 0;
    let crowd = (0..operands.len()).filter(|&index| is_read(index)).count();
    let beside = |index: usize| crowd > usize::from(is_read(index));
    (0..operands.len()).filter(|&index| beside(index)).map(|index| operands[index]).collect()
}

/// What variables hold matters to it, or it changes them.
fn reads_itself(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Convert(Conversion::Lvalue, _)
            | ExprKind::Call(..)
            | ExprKind::VaArg(..)
            | ExprKind::Step(..)
            | ExprKind::Assign(..)
            | ExprKind::CompoundAssign(..)
            | ExprKind::Unary(UnaryOp::Deref, _)
    )
}
