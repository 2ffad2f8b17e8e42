//! The ways to change a program: one table.

use super::draft::{Draft, Made, Spot};
use super::{block, dead, guard};

/// A way to change a program at a place.
#[derive(Debug)]
pub struct Strategy {
    pub name: &'static str,
    /// In a few words.
    pub what: &'static str,
    /// The sets that it belongs to, besides `all`.
    pub presets: &'static [&'static str],
    pub reach: Reach,
    pub make: fn(&mut Draft, &Spot) -> Option<Made>,
}

/// Which code it changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// What some input executes.
    Live,
    /// What none does.
    Dead,
}

pub const STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "never",
        what: "a block under a condition that never holds",
        presets: &["hermes"],
        reach: Reach::Live,
        make: block::never,
    },
    Strategy {
        name: "guard",
        what: "a condition that always holds around a statement",
        presets: &["hermes"],
        reach: Reach::Live,
        make: guard::make,
    },
    Strategy {
        name: "always",
        what: "a block that changes variables, uses them and restores them",
        presets: &["hermes"],
        reach: Reach::Live,
        make: block::always,
    },
    Strategy {
        name: "delete",
        what: "a statement that is not executed goes",
        presets: &["orion", "athena"],
        reach: Reach::Dead,
        make: dead::delete,
    },
    Strategy {
        name: "insert",
        what: "a statement of the program before one that is not executed",
        presets: &["athena"],
        reach: Reach::Dead,
        make: dead::insert,
    },
];

/// All of them.
pub const ALL: &str = "all";

/// The strategies that a name stands for: one, or a preset. None if it is no name.
pub fn by_name(name: &str) -> Option<Vec<&'static Strategy>> {
    let is_meant = |row: &&Strategy| name == ALL || row.name == name || row.presets.contains(&name);
    let found: Vec<&Strategy> = STRATEGIES.iter().filter(is_meant).collect();
    (!found.is_empty()).then_some(found)
}

/// All names that there are, presets first.
pub fn names() -> Vec<&'static str> {
    let mut names = vec![ALL];
    let presets = STRATEGIES.iter().flat_map(|row| row.presets).copied();
    for name in presets.chain(STRATEGIES.iter().map(|row| row.name)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
