//! An expression becomes one of its operands, the largest expressions first.
//!
//! What stands around the operand is cut out of the text, so that an expression and
//! another one in what is left of it can both be made smaller at once. An operand binds
//! more strongly than the operator that it is taken from, so no parentheses are needed
//! but those that it has.

use std::ops::Range;

use elenchus_lang::span::Span;
use elenchus_lang::tree::{ExprId, ExprKind};
use elenchus_lang::walk::{self, Child};

use super::exprs;
use super::{Levels, at};
use crate::search::{Change, Proposal};
use crate::subject::Subject;

/// More operands than these are not looked at: arguments of calls.
const MOST: usize = 8;

pub fn propose(subject: &mut Subject) -> Levels {
    let p = &subject.program;
    let mut levels = Levels::new();
    for site in exprs::sites(subject) {
        let whole = exprs::written(p, site.expr);
        let base = subject.sources[site.file].base();
        let mut operands: Vec<ExprId> = Vec::new();
        walk::expr_children(p, whole, |child| {
            if let Child::Expr(operand) = child {
                operands.push(exprs::written(p, operand));
            }
        });
        if let ExprKind::Call(..) = p.exprs[whole].kind {
            operands.remove(0);
        }
        for (number, operand) in operands.into_iter().take(MOST).enumerate() {
            let (outer, inner) = (p.exprs[whole].span, p.exprs[operand].span);
            if inner.is_none() || inner == outer {
                continue;
            }
            let parens = p.exprs[operand].parens;
            let change = Change::Text(around(outer, inner, base, parens));
            let level = site.depth * MOST + number;
            at(&mut levels, level).push(Proposal { file: site.file, change });
        }
    }
    levels
}

/// Cuts out what stands around a part.
pub fn around(outer: Span, inner: Span, base: u32, parens: bool) -> Vec<(Range<usize>, Vec<u8>)> {
    let offset = |place: u32| (place - base) as usize;
    let (open, close): (&[u8], &[u8]) = if parens { (b"(", b")") } else { (b" ", b" ") };
    vec![
        (offset(outer.start)..offset(inner.start), open.to_vec()),
        (offset(inner.end)..offset(outer.end), close.to_vec()),
    ]
}
