//! The operators of C99: 47, as the grammar has them.

use std::collections::BTreeSet;

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::tree::{ExprKind, Item, MemberStyle, Program, StepOp, UnaryOp};
use elenchus_lang::walk::{self, Child};

pub const ALL: &[&str] = &[
    "[]", "()", ".", "->", "x++", "x--", "++x", "--x", "&x", "*x", "+x", "-x", "~", "!", "sizeof",
    "(cast)", "*", "/", "%", "+", "-", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "^", "|",
    "&&", "||", "?:", "=", "*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|=", ",",
];

/// Those in the functions of a program.
pub fn of(p: &Program) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    for item in p.units.iter().flat_map(|unit| &unit.items) {
        let Item::Function(function) = *item else { continue };
        walk::descend(p, Child::Stmt(p.functions[function].body), |child| {
            if let Child::Expr(e) = child {
                found.extend(operator(p.exprs[e].kind));
            }
        });
    }
    found
}

fn operator(kind: ExprKind) -> Option<&'static str> {
    Some(match kind {
        ExprKind::Index(..) => "[]",
        ExprKind::Call(..) => "()",
        ExprKind::Member(_, _, MemberStyle::Dot) => ".",
        ExprKind::Member(_, _, MemberStyle::Arrow) => "->",
        ExprKind::Step(op, _) => match op {
            StepOp::PreInc => "++x",
            StepOp::PreDec => "--x",
            StepOp::PostInc => "x++",
            StepOp::PostDec => "x--",
        },
        ExprKind::Unary(op, _) => match op {
            UnaryOp::Plus => "+x",
            UnaryOp::Neg => "-x",
            UnaryOp::BitNot => "~",
            UnaryOp::Not => "!",
            UnaryOp::Deref => "*x",
            UnaryOp::AddressOf => "&x",
            UnaryOp::Real | UnaryOp::Imag => return None,
        },
        ExprKind::SizeofExpr(_) | ExprKind::SizeofType(_) => "sizeof",
        ExprKind::Cast(..) => "(cast)",
        ExprKind::Binary(op, ..) => op.symbol(),
        ExprKind::LogAnd(..) => "&&",
        ExprKind::LogOr(..) => "||",
        ExprKind::Conditional(..) => "?:",
        ExprKind::Assign(..) => "=",
        ExprKind::CompoundAssign(op, ..) => assigning(op)?,
        ExprKind::Comma(..) => ",",
        _ => return None,
    })
}

fn assigning(op: BinaryOp) -> Option<&'static str> {
    let is_it = |whole: &&&str| whole.strip_suffix('=') == Some(op.symbol());
    ALL.iter().filter(|whole| !["<=", ">="].contains(*whole)).find(is_it).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_47() {
        assert_eq!(ALL.iter().collect::<BTreeSet<_>>().len(), 47);
        assert_eq!(assigning(BinaryOp::Shl), Some("<<="));
        assert_eq!(assigning(BinaryOp::Sub), Some("-="));
        assert_eq!(assigning(BinaryOp::Lt), None);
    }
}
