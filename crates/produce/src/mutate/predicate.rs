//! Conditions of which it is known whether they hold (Hermes, Algorithm 2).

use elenchus_lang::arith::{self, BinaryOp};
use elenchus_lang::build;
use elenchus_lang::tree::{ExprId, Program, UnaryOp};

use super::profile::Known;
use super::term::{COMPARE, Term};
use super::values::Values;
use crate::choices::Choices;

/// Conditions are at most so deep.
pub const DEEPEST: u64 = 2;

/// Makes conditions over what is known at a place.
pub struct Predicates<'a> {
    pub p: &'a mut Program,
    pub choices: &'a mut Choices,
    pub known: &'a [Known],
}

impl Predicates<'_> {
    /// A condition that holds, or does not. None where nothing is known.
    pub fn any(&mut self, holds: bool) -> Option<ExprId> {
        let depth = self.choices.below("how deep a condition", DEEPEST + 1);
        self.of_depth(holds, depth)
    }

    fn of_depth(&mut self, holds: bool, depth: u64) -> Option<ExprId> {
        if depth == 0 {
            return self.atom(holds);
        }
        match self.choices.below("kind of condition", 4) {
            0 => {
                let inner = self.of_depth(!holds, depth - 1)?;
                Some(build::unary(self.p, UnaryOp::Not, inner))
            }
            1 => self.both(holds, depth, true),
            2 => self.both(holds, depth, false),
            _ => self.atom(holds),
        }
    }

    /// `&&`, or `||`: one operand decides, or both must agree.
    fn both(&mut self, holds: bool, depth: u64, and: bool) -> Option<ExprId> {
        let (left, right) = match (holds == and, self.choices.percent("which decides", 50)) {
            (true, _) => (holds, holds),
            (false, true) => (!holds, holds),
            (false, false) => (holds, self.choices.percent("the other operand", 50)),
        };
        let left = self.of_depth(left, depth - 1)?;
        let right = self.of_depth(right, depth - 1)?;
        Some(build::logical(self.p, and, left, right))
    }

    /// A comparison of a variable with a constant, or with another variable.
    fn atom(&mut self, holds: bool) -> Option<ExprId> {
        let left = self.some_term()?;
        if self.choices.percent("two variables", 50) {
            let right = self.some_term()?;
            if let Some(e) = self.compare(&left, &right, holds) {
                return Some(e);
            }
        }
        self.with_constant(&left, holds)
    }

    fn some_term(&mut self) -> Option<Term> {
        let ints = self.known.iter().filter(|known| known.leaf.promoted(self.p).is_some());
        let ints: Vec<&Known> = ints.collect();
        if ints.is_empty() {
            return None;
        }
        let known = self.choices.pick("a variable of a condition", &ints);
        Term::of(self.p, known)
    }

    /// Any comparison that has this truth for all values.
    fn compare(&mut self, left: &Term, right: &Term, holds: bool) -> Option<ExprId> {
        let wanted = Values::one(holds.into());
        let fits = |op: &BinaryOp| left.values_of(self.p, *op, right) == Some(wanted.clone());
        let fitting: Vec<BinaryOp> = COMPARE.into_iter().filter(fits).collect();
        if fitting.is_empty() {
            return None;
        }
        let op = self.choices.pick("a comparison", &fitting);
        Some(build::binary(self.p, op, left.expr, right.expr))
    }

    /// With some constant, near what the variable holds or far from it.
    fn with_constant(&mut self, left: &Term, holds: bool) -> Option<ExprId> {
        // C has no constants of lesser types.
        let ty = build::promoted(self.p, left.ty);
        let int = build::int_type(self.p, ty)?;
        let (low, high) = (left.values.low(), left.values.high());
        let candidates = [
            low,
            high,
            low - 1,
            high + 1,
            0,
            1,
            -1,
            arith::int::min(int),
            arith::int::max(int),
            arith::int::wrap(int, self.choices.bits("a constant of a condition").into()),
        ];
        for _ in 0..4 {
            let value = self.choices.pick("a constant near", &candidates);
            if arith::int::is_canonical(int, value) {
                let right = Term::constant(self.p, ty, value);
                if let Some(e) = self.compare(left, &right, holds) {
                    return Some(e);
                }
            }
        }
        // No value is above the highest.
        let right = Term::constant(self.p, ty, high);
        self.compare(left, &right, holds)
    }
}
