//! Other first values for the variables of a program.

use elenchus_lang::build;
use elenchus_lang::edits;
use elenchus_lang::tree::{ExprId, InitId, InitKind, Item, Program, Storage};
use elenchus_lang::types::TypeKind;

use crate::choices::Choices;

/// Variables that are not the program's: those that check it and bound it.
const FRAME: [&str; 5] = ["checksum", "zero", "mixer", "fuel", "bad"];

/// Draws new numbers for all numbers that global variables begin with.
pub fn draw(p: &mut Program, choices: &mut Choices) {
    let mut numbers = Vec::new();
    for unit in &p.units {
        for item in &unit.items {
            let Item::Declaration(group) = *item else { continue };
            for &decl in &p.decl_lists[p.groups[group].decls] {
                let found = &p.decls[decl];
                let is_input = !found.ty.is_const()
                    && !found.storage.has(Storage::TYPEDEF)
                    && !FRAME.contains(&p.name(found.name));
                if let (Some(init), true) = (found.init, is_input) {
                    collect(p, init, &mut numbers);
                }
            }
        }
    }
    for old in numbers {
        let ty = p.exprs[old].ty;
        let new = number(p, choices);
        let new = build::convert(p, new, ty);
        edits::replace_expr(p, old, new);
    }
}

fn collect(p: &Program, init: InitId, found: &mut Vec<ExprId>) {
    match p.inits[init].kind {
        InitKind::Expr(e) => {
            let kind = p.types.kind(p.inits[init].ty);
            if matches!(kind, TypeKind::Int(_) | TypeKind::Float(_)) {
                found.push(e);
            }
        }
        InitKind::List(items) => {
            p.init_items[items].iter().for_each(|item| collect(p, item.init, found));
        }
    }
}

/// A number of any size, small ones as often as large ones.
fn number(p: &mut Program, choices: &mut Choices) -> ExprId {
    let bits = choices.below("input bits", 64);
    let number = choices.below("input", u64::MAX) >> bits;
    let ty = elenchus_lang::types::TypeId::ULONG_LONG;
    build::constant(p, ty, i128::from(number))
}
