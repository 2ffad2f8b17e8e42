//! Expressions become constants: the value that they always had in a run, or zero, or
//! one.

use elenchus_lang::edits::Edit;
use elenchus_lang::tree::ExprId;

use super::exprs::{self, Site};
use super::{Levels, at};
use crate::search::Proposal;
use crate::subject::Subject;
use crate::trace::{Constant, Trace};

/// The values that were seen, the largest expressions first: a call becomes its result,
/// a condition its truth, a variable what it holds.
pub fn seen(subject: &mut Subject, trace: &Trace) -> Levels {
    let mut levels = Levels::new();
    for site in exprs::sites(subject) {
        if exprs::is_constant(&subject.program, site.expr) {
            continue;
        }
        let value = match value_of(subject, trace, site.expr) {
            Some(Constant::Int(value)) => value,
            Some(Constant::Null) => 0,
            None => continue,
        };
        if let Some(proposal) = becomes(subject, site, value) {
            at(&mut levels, site.depth).push(proposal);
        }
    }
    levels
}

/// Of an expression or of what is converted there.
fn value_of(subject: &Subject, trace: &Trace, expr: ExprId) -> Option<Constant> {
    trace.value(expr).or_else(|| trace.value(exprs::written(&subject.program, expr)))
}

/// Zero, whatever the value was.
pub fn zero(subject: &mut Subject) -> Levels {
    of_all(subject, 0)
}

pub fn one(subject: &mut Subject) -> Levels {
    of_all(subject, 1)
}

fn of_all(subject: &mut Subject, value: i128) -> Levels {
    let mut levels = Levels::new();
    for site in exprs::sites(subject) {
        if exprs::number(&subject.program, site.expr).is_some_and(|old| (0..=value).contains(&old))
        {
            continue;
        }
        if let Some(proposal) = becomes(subject, site, value) {
            at(&mut levels, site.depth).push(proposal);
        }
    }
    levels
}

/// Constants that need fewer digits.
pub fn smaller(subject: &mut Subject) -> Levels {
    let mut levels = Levels::new();
    for site in exprs::sites(subject) {
        let Some(old) = exprs::number(&subject.program, site.expr) else { continue };
        let nearer =
            [old.abs(), 2, 7, old % 16, old % 256, old / 65536, old / 256, old / 16, old / 10];
        let mut tried = vec![old];
        for (round, value) in nearer.into_iter().enumerate() {
            if value.abs() > old.abs() || tried.contains(&value) {
                continue;
            }
            tried.push(value);
            if let Some(proposal) = becomes(subject, site, value) {
                at(&mut levels, round).push(proposal);
            }
        }
    }
    levels
}

fn becomes(subject: &mut Subject, site: Site, value: i128) -> Option<Proposal> {
    let p = &mut subject.program;
    let ty = p.exprs[site.expr].ty;
    if !exprs::fits(p, ty, value) || (p.types.is_pointer(ty) && value != 0) {
        return None;
    }
    let with = exprs::constant(p, ty, value);
    Some(Proposal::edit(site.file, Edit::Expr { at: site.expr, with }))
}
