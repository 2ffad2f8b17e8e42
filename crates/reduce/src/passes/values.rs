//! Expressions become constants: the value that they always had in a run, or zero, or
//! one.

use elenchus_lang::edits::Edit;

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
        let of = |expr| trace.value(expr).and_then(number);
        let value = of(site.expr).or_else(|| of(exprs::written(&subject.program, site.expr)));
        let Some(value) = value else { continue };
        if let Some(proposal) = becomes(subject, site, value) {
            at(&mut levels, site.depth).push(proposal);
        }
    }
    levels
}

/// One of the values that an expression had: the turn of a loop that matters may be that
/// one, and the loop goes.
pub fn one_of_them(subject: &mut Subject, trace: &Trace) -> Levels {
    let mut levels = Levels::new();
    if subject.tokens() > MOST {
        return levels;
    }
    for site in exprs::sites(subject) {
        let written = exprs::written(&subject.program, site.expr);
        if exprs::is_constant(&subject.program, site.expr) || trace.value(written).is_some() {
            continue;
        }
        let values = [trace.values(site.expr), trace.values(written)].concat();
        let mut tried = Vec::new();
        for value in values.into_iter().filter_map(number) {
            if tried.contains(&value) {
                continue;
            }
            if let Some(proposal) = becomes(subject, site, value) {
                at(&mut levels, tried.len()).push(proposal);
            }
            tried.push(value);
        }
    }
    levels
}

/// A program of more tokens is not tried with each value.
const MOST: usize = 1500;

/// An address is written in another way.
fn number(value: Constant) -> Option<i128> {
    match value {
        Constant::Int(value) => Some(value),
        Constant::Null => Some(0),
        Constant::Address(_) => None,
    }
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

/// Constants nearer to zero: of a small program the nearest ones that still show it.
pub fn smaller(subject: &mut Subject) -> Levels {
    let mut levels = Levels::new();
    let steps: &[i128] = if subject.tokens() <= FEW { STEPS } else { &[] };
    for site in exprs::sites(subject) {
        let Some(old) = exprs::number(&subject.program, site.expr) else { continue };
        let parts =
            [old.abs(), 2, 7, old % 16, old % 256, old / 65536, old / 256, old / 16, old / 10];
        let mut tried = vec![old];
        for (round, value) in steps.iter().copied().chain(parts).enumerate() {
            let nearer = value.abs() < old.abs() || value == old.abs();
            if !nearer || tried.contains(&value) {
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

/// Values that mean something to compilers, the smallest ones first.
const STEPS: &[i128] =
    &[2, 3, 4, 5, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, 65535, 65536];

/// A program of more tokens is not tried with all of these.
const FEW: usize = 200;

fn becomes(subject: &mut Subject, site: Site, value: i128) -> Option<Proposal> {
    let p = &mut subject.program;
    let ty = p.exprs[site.expr].ty;
    if !exprs::fits(p, ty, value) || (p.types.is_pointer(ty) && value != 0) {
        return None;
    }
    let with = exprs::constant(p, ty, value);
    Some(Proposal::edit(site.file, Edit::Expr { at: site.expr, with }))
}
