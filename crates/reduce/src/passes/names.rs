//! Short names, by first use: functions and variables of the file, then what stands in
//! functions.

use elenchus_lang::edits::Edit;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{DeclId, DeclKind, Program};
use rustc_hash::FxHashSet;

use super::Levels;
use crate::search::Proposal;
use crate::subject::Subject;

pub fn propose(subject: &mut Subject) -> Levels {
    let mut level = Vec::new();
    let mut taken: FxHashSet<Symbol> = FxHashSet::default();
    for source in &subject.sources {
        taken.extend(source.tokens().list.iter().map(|token| token.symbol));
    }
    let p = &mut subject.program;
    let mut all: Vec<(DeclId, Symbol, u32)> = p
        .decls
        .iter()
        .filter(|(id, decl)| decl.entity == *id && !decl.span.is_none() && may_be_renamed(p, *id))
        .map(|(id, decl)| (id, decl.name, decl.span.start))
        .collect();
    // By place, not in the order in which the tree was made.
    all.sort_by_key(|(_, _, place)| *place);
    let mut number = 0;
    for (decl, old, place) in all {
        let units = p.units.iter();
        let Some(file) =
            units.clone().position(|unit| (unit.span.start..unit.span.end).contains(&place))
        else {
            continue;
        };
        let name = loop {
            let name = p.symbols.intern(&short(number));
            if !taken.contains(&name) {
                break name;
            }
            number += 1;
        };
        if p.name(name).len() < p.name(old).len() {
            number += 1;
            level.push(Proposal::edit(file, Edit::Rename { decl, name }));
        }
    }
    vec![level]
}

fn may_be_renamed(p: &Program, decl: DeclId) -> bool {
    let data = &p.decls[decl];
    let is_kind =
        matches!(data.kind, DeclKind::Variable | DeclKind::Parameter | DeclKind::Function);
    is_kind && p.name(data.name) != "main" && data.asm_name.is_none()
}

/// `a` to `z`, `a1` and so on.
pub fn short(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}
