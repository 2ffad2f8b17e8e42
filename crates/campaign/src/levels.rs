//! At which levels a program is compiled.
//!
//! A bug that a program shows at one level it mostly shows at others, too, and
//! the answer is known without any compiler. So a program is compiled at one or
//! two levels that are drawn for it, and in the same time there are more programs.
//! What is suspect is tried at all levels.

use crate::fuzz::Choices;
use crate::lab::{Configuration, Lab};
use crate::program::Program;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Levels {
    All,
    Drawn,
}

/// How often a level is drawn: by its work.
const WEIGHTS: &[(&str, u64)] = &[("-O0", 1), ("-O1", 2), ("-O", 2)];
const USUAL: u64 = 4;

fn weight(level: &[String]) -> u64 {
    let optimise = level.iter().rev().find(|flag| flag.starts_with("-O"));
    let listed = WEIGHTS.iter().find(|(flag, _)| optimise.is_some_and(|one| one == flag));
    listed.map_or(USUAL, |(_, weight)| *weight)
}

impl Levels {
    /// Divides a matrix into what is tried first and the rest. Where the answer is
    /// `known`, one level of each tool chain will do, if there are several.
    pub fn divide(
        self,
        lab: &Lab,
        matrix: Vec<Configuration>,
        program: &Program,
        seed: u64,
        known: bool,
    ) -> (Vec<Configuration>, Vec<Configuration>) {
        if self == Levels::All {
            return (matrix, Vec::new());
        }
        let count = if known && lab.toolchains.len() > 1 { 1 } else { 2 };
        let mut first: Vec<bool> = matrix.iter().map(|one| one.fuzzed).collect();
        for (toolchain, one) in lab.toolchains.iter().enumerate() {
            // Not in step with the flags that are drawn for the same seed.
            let mut choices = Choices::new(&one.name, program, !seed);
            let mut left: Vec<usize> = (0..matrix.len())
                .filter(|&at| matrix[at].toolchain == toolchain && !matrix[at].fuzzed)
                .collect();
            for _ in 0..count.min(left.len()) {
                let all: u64 = left.iter().map(|&at| weight(&matrix[at].level)).sum();
                let mut drawn = choices.below(all);
                let is_drawn = |&at: &usize| {
                    let weight = weight(&matrix[at].level);
                    let here = drawn < weight;
                    drawn = drawn.saturating_sub(weight);
                    here
                };
                let Some(place) = left.iter().position(is_drawn) else { break };
                first[left.remove(place)] = true;
            }
        }
        let (first, rest): (Vec<_>, Vec<_>) =
            matrix.into_iter().zip(first).partition(|(_, first)| *first);
        let plain = |all: Vec<(Configuration, bool)>| all.into_iter().map(|(one, _)| one).collect();
        (plain(first), plain(rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_optimises_is_drawn_more_often() {
        let weigh = |level: &str| weight(&elenchus_compilers::toolchain::words(level));
        assert_eq!(["-O0", "-O1", "-O2 -g", "-Os", ""].map(weigh), [1, 2, 4, 4, 4]);
    }
}
