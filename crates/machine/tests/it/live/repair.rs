//! What is done about an operation that would be undefined.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::tree::{Conversion, ExprId, ExprKind, Program, UnaryOp};
use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;
use elenchus_lang::walk::{self, Child};

use super::build::{binary, constant, copy, expr, read, unary};
use crate::random::Random;

/// Executed for the first time: another operator will do as well. The last
/// one of the list is always defined.
pub fn rewrite(p: &mut Program, e: ExprId, attempts: u32, random: &mut Random) {
    use BinaryOp::*;
    let other = match attempts {
        // The repair of a division evaluates its operands twice.
        0..3 if has_call(p, e) => random.pick(&[Add, Sub, Mul, And, Or]),
        0..3 => random.pick(&[Add, Sub, Mul, Div, Shr, And, Or]),
        _ => Xor,
    };
    let kind = match p.exprs[e].kind {
        ExprKind::Binary(_, a, b) => ExprKind::Binary(other, a, b),
        ExprKind::CompoundAssign(_, a, b, ty) => ExprKind::CompoundAssign(other, a, b, ty),
        ExprKind::Unary(_, a) => ExprKind::Unary(UnaryOp::BitNot, a),
        kind => panic!("never undefined: {kind:?}"),
    };
    p.exprs[e].kind = kind;
}

fn has_call(p: &Program, e: ExprId) -> bool {
    let mut found = false;
    walk::descend(p, Child::Expr(e), |child| {
        let Child::Expr(e) = child else { return };
        found |= matches!(p.exprs[e].kind, ExprKind::Call(..));
    });
    found
}

/// Executed before: the new form has the same value wherever the old one was
/// defined, and evaluates a call in it exactly once.
pub fn repair(p: &mut Program, e: ExprId, kind: Undefined) {
    let form = match p.exprs[e].kind {
        ExprKind::Binary(op, a, b) => safe(p, op, a, b, kind),
        ExprKind::CompoundAssign(op, target, b, _) => {
            let ExprKind::Name(decl) = p.exprs[target].kind else { panic!("a variable") };
            let a = read(p, decl);
            let form = safe(p, op, a, b, kind);
            ExprKind::Assign(target, expr(p, form, TypeId::INT))
        }
        ExprKind::Unary(UnaryOp::Neg, a) => {
            let zero = constant(p, 0);
            wrapping(p, BinaryOp::Sub, zero, a)
        }
        // Repaired in a future that was taken back, while a call in the old
        // form had not returned: now the new one is executed.
        ExprKind::Cast(..) | ExprKind::Conditional(..) | ExprKind::Assign(..) => return,
        kind => panic!("never undefined: {kind:?}"),
    };
    p.exprs[e].kind = form;
}

fn safe(p: &mut Program, op: BinaryOp, a: ExprId, b: ExprId, kind: Undefined) -> ExprKind {
    match (op, kind) {
        (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, _) => wrapping(p, op, a, b),
        // `b + !b`
        (_, Undefined::DivisionByZero) => {
            let again = copy(p, b);
            let is_zero = unary(p, UnaryOp::Not, again);
            ExprKind::Binary(op, a, binary(p, BinaryOp::Add, b, is_zero))
        }
        // `a == INT_MIN && b == -1 ? 0 : a / b`
        (_, Undefined::DivisionOverflow) => {
            let (lowest, minus_one, zero) =
                (constant(p, i32::MIN), constant(p, -1), constant(p, 0));
            let (left, right) = (copy(p, a), copy(p, b));
            let left = binary(p, BinaryOp::Eq, left, lowest);
            let right = binary(p, BinaryOp::Eq, right, minus_one);
            let both = expr(p, ExprKind::LogAnd(left, right), TypeId::INT);
            ExprKind::Conditional(both, zero, binary(p, op, a, b))
        }
        (BinaryOp::Shl, _) => {
            let count = masked(p, b);
            let a = cast(p, TypeId::UINT, a);
            let shifted = expr(p, ExprKind::Binary(op, a, count), TypeId::UINT);
            ExprKind::Cast(Conversion::Arithmetic, shifted, TypeId::INT)
        }
        (BinaryOp::Shr, _) => ExprKind::Binary(op, a, masked(p, b)),
        _ => panic!("never undefined: {op:?}"),
    }
}

/// `(int)((unsigned)a op (unsigned)b)`
fn wrapping(p: &mut Program, op: BinaryOp, a: ExprId, b: ExprId) -> ExprKind {
    let (a, b) = (cast(p, TypeId::UINT, a), cast(p, TypeId::UINT, b));
    let result = expr(p, ExprKind::Binary(op, a, b), TypeId::UINT);
    ExprKind::Cast(Conversion::Arithmetic, result, TypeId::INT)
}

fn cast(p: &mut Program, to: TypeId, e: ExprId) -> ExprId {
    expr(p, ExprKind::Cast(Conversion::Arithmetic, e, to), to)
}

fn masked(p: &mut Program, count: ExprId) -> ExprId {
    let mask = constant(p, 31);
    binary(p, BinaryOp::And, count, mask)
}
