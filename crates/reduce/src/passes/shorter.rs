//! The same in fewer words: `x = x + 1` is `x += 1`, and that is `x++`; an `if` that does
//! nothing is the other one turned round.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::tree::{ExprKind, StmtKind};

use super::text::Text;
use super::{Levels, exprs};
use crate::search::{Change, Proposal};
use crate::subject::Subject;

pub fn propose(subject: &mut Subject) -> Levels {
    let (p, mut level) = (&subject.program, Vec::new());
    let file_of = |offset: u32| {
        let holds = |span: elenchus_lang::span::Span| span.start <= offset && offset < span.end;
        p.units.iter().position(|unit| holds(unit.span))
    };
    for (_, expr) in p.exprs.iter().filter(|(_, expr)| !expr.span.is_none()) {
        let Some(file) = file_of(expr.span.start) else { continue };
        let text = Text { subject, file };
        let with = match expr.kind {
            ExprKind::Assign(to, value) => {
                let value = exprs::written(p, value);
                let ExprKind::Binary(op, left, right) = p.exprs[value].kind else { continue };
                let (to, left) = (text.get(p.exprs[to].span), exprs::written(p, left));
                let Some(sign) = sign(op).filter(|_| text.get(p.exprs[left].span) == to) else {
                    continue;
                };
                let right = p.exprs[exprs::written(p, right)].span;
                [to, b" ", sign, b"= ", text.get(right)].concat()
            }
            ExprKind::CompoundAssign(op, to, value, _) => {
                let sign: &[u8] = match op {
                    BinaryOp::Add => b"++",
                    BinaryOp::Sub => b"--",
                    _ => continue,
                };
                if exprs::number(p, value) != Some(1) {
                    continue;
                }
                [b"(", text.get(p.exprs[to].span), b")", sign].concat()
            }
            _ => continue,
        };
        let change = Change::Text(vec![(text.range(expr.span), with)]);
        level.push(Proposal { file, change });
    }
    for (_, stmt) in p.stmts.iter().filter(|(_, stmt)| !stmt.span.is_none()) {
        let StmtKind::If(condition, then, Some(other)) = stmt.kind else { continue };
        let does_nothing = match p.stmts[then].kind {
            StmtKind::Compound(list, _) => p.stmt_lists[list].is_empty(),
            kind => matches!(kind, StmtKind::Empty),
        };
        let Some(file) = file_of(stmt.span.start).filter(|_| does_nothing) else { continue };
        let text = Text { subject, file };
        let condition = text.get(p.exprs[exprs::written(p, condition)].span);
        let with = [b"if (!(", condition, b")) ", text.get(p.stmts[other].span)].concat();
        let change = Change::Text(vec![(text.range(stmt.span), with)]);
        level.push(Proposal { file, change });
    }
    vec![level]
}

fn sign(op: BinaryOp) -> Option<&'static [u8]> {
    Some(match op {
        BinaryOp::Add => b"+",
        BinaryOp::Sub => b"-",
        BinaryOp::Mul => b"*",
        BinaryOp::Div => b"/",
        BinaryOp::Rem => b"%",
        BinaryOp::Shl => b"<<",
        BinaryOp::Shr => b">>",
        BinaryOp::And => b"&",
        BinaryOp::Or => b"|",
        BinaryOp::Xor => b"^",
        _ => return None,
    })
}
