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

    /// A comparison of a variable with a constant, or with another variable; or one alone,
    /// which is compared with zero (`g && h` of Figure 2).
    fn atom(&mut self, holds: bool) -> Option<ExprId> {
        let left = self.some_term()?;
        let alone =
            if left.values.contains(0) { left.values.single().map(|_| false) } else { Some(true) };
        if alone == Some(holds) && self.choices.percent("a variable alone", 15) {
            return Some(left.expr);
        }
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

#[cfg(test)]
mod tests {
    use elenchus_lang::printer::print_expr;
    use elenchus_lang::rules::Language;
    use elenchus_lang::target::Target;
    use elenchus_lang::tree::DeclId;
    use rustc_hash::FxHashSet;

    use super::super::leaf::Leaf;
    use super::*;

    /// All conditions that are drawn over variables with these values.
    fn drawn(text: &str, holds: bool, known: &[(&str, i128)]) -> FxHashSet<String> {
        let mut p = Program::new(Target::x86_64(), Language::GNU17);
        assert!(elenchus_front::parse_unit(&mut p, "t.c", text.as_bytes()).accepted());
        let mut choices = Choices::new(1);
        let leaf = |p: &mut Program, choices: &mut Choices, name: &str| {
            let is_it =
                |(_, decl): &(DeclId, &elenchus_lang::tree::Decl)| p.name(decl.name) == name;
            let decl = p.decls.iter().find(is_it).map(|(id, _)| id);
            Leaf::of(p, decl.unwrap(), choices).unwrap()
        };
        let known: Vec<Known> = known
            .iter()
            .map(|&(name, value)| Known {
                leaf: leaf(&mut p, &mut choices, name),
                values: Values::one(value),
            })
            .collect();
        let draw = |_: u32| {
            let (p, choices, known) = (&mut p, &mut choices, &known[..]);
            let e = Predicates { p, choices, known }.any(holds).unwrap();
            print_expr(p, e)
        };
        (0..8000).map(draw).collect()
    }

    /// Those of Figures 1 and 2 of Hermes, from the values that are shown there.
    #[test]
    fn the_conditions_of_the_figures_are_found() {
        let first = drawn("int a, d;", false, &[("a", 0), ("d", 1)]);
        assert!(first.contains("a < 0") && first.contains("a > 0"), "{first:?}");
        let second = drawn("int g, h;", true, &[("g", 8), ("h", 5)]);
        assert!(second.contains("g && h"), "{second:?}");
        let third = drawn("int c; unsigned f;", false, &[("c", 9), ("f", 1)]);
        assert!(third.contains("c < f"), "{third:?}");
    }
}
