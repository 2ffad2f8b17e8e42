//! Expressions that are defined for all values that their variables have (Hermes,
//! Algorithm 3): from a list of terms two become one, or one becomes another, until one
//! is left.

use elenchus_lang::arith;
use elenchus_lang::build;
use elenchus_lang::tree::{Program, UnaryOp};

use super::profile::Known;
use super::term::{BINARY, Term};
use crate::choices::Choices;

/// So many variables at most.
const LEAVES: u64 = 5;
/// So many unary operators one after another.
const UNARY_IN_A_ROW: u32 = 2;
const UNARY: [UnaryOp; 3] = [UnaryOp::Not, UnaryOp::BitNot, UnaryOp::Neg];

/// An expression over what is known; a constant where nothing is.
pub fn any(p: &mut Program, choices: &mut Choices, known: &[Known]) -> Option<Term> {
    let mut list = leaves(p, choices, known);
    if list.is_empty() {
        list.push(constant(p, choices)?);
    }
    let mut in_a_row = 0;
    while list.len() > 1 {
        let one = take(&mut list, choices);
        if in_a_row < UNARY_IN_A_ROW && choices.percent("a unary operator", 30) {
            in_a_row += 1;
            let other = shuffled(choices, UNARY).into_iter().find_map(|op| one.unary(p, op));
            list.push(other.unwrap_or(one));
            continue;
        }
        in_a_row = 0;
        let two = take(&mut list, choices);
        let both = shuffled(choices, BINARY).into_iter().find_map(|op| one.binary(p, op, &two));
        // `&` is defined for all values, so there is one.
        list.push(both?);
    }
    list.pop()
}

fn leaves(p: &mut Program, choices: &mut Choices, known: &[Known]) -> Vec<Term> {
    let mut left: Vec<&Known> = known.iter().collect();
    let count = 1 + choices.below("how many variables", LEAVES.min(left.len() as u64));
    let mut list = Vec::new();
    while (list.len() as u64) < count && !left.is_empty() {
        let next = left.swap_remove(choices.below("a variable", left.len() as u64) as usize);
        list.extend(Term::of(p, next));
    }
    if choices.percent("a constant", 40) {
        list.extend(constant(p, choices));
    }
    list
}

/// Small ones are more useful than others.
fn constant(p: &mut Program, choices: &mut Choices) -> Option<Term> {
    let ty = build::promoted(p, elenchus_lang::types::TypeId::INT);
    let int = build::int_type(p, ty)?;
    let value = match choices.below("kind of constant", 4) {
        0 => choices.between("a constant", -2, 2).into(),
        1 => choices.between("a constant", -128, 255).into(),
        2 => 1 << choices.below("a power of two", u64::from(int.bits) - 1),
        _ => arith::int::wrap(int, choices.bits("a constant").into()),
    };
    Some(Term::constant(p, ty, value))
}

fn take(list: &mut Vec<Term>, choices: &mut Choices) -> Term {
    list.swap_remove(choices.below("a term", list.len() as u64) as usize)
}

fn shuffled<T: Copy, const N: usize>(choices: &mut Choices, mut list: [T; N]) -> [T; N] {
    for index in (1..N).rev() {
        list.swap(index, choices.below("shuffle", index as u64 + 1) as usize);
    }
    list
}
