//! The ways to change a program: one table.

use super::draft::{Draft, Made, Spot};
use super::{bank, block, branches, calls, dead, guard, loops, promises};

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
        name: "repeat",
        what: "a loop of a known number of turns that changes a variable, and restores it",
        presets: &[],
        reach: Reach::Live,
        make: block::repeat,
    },
    Strategy {
        name: "call",
        what: "a number becomes a call with a known result, and what is missing",
        presets: &[],
        reach: Reach::Live,
        make: bank::call,
    },
    Strategy {
        name: "twice",
        what: "a statement under a condition, and a copy under the opposite one",
        presets: &[],
        reach: Reach::Live,
        make: branches::twice,
    },
    Strategy {
        name: "turn",
        what: "a `for` or `while` becomes a `do` under a condition",
        presets: &[],
        reach: Reach::Live,
        make: loops::turn,
    },
    Strategy {
        name: "peel",
        what: "the first turn of a loop comes before it",
        presets: &[],
        reach: Reach::Live,
        make: loops::peel,
    },
    Strategy {
        name: "split",
        what: "a loop becomes two that share its turns",
        presets: &[],
        reach: Reach::Live,
        make: loops::split,
    },
    Strategy {
        name: "switch",
        what: "an `if`, or a chain of them, becomes a switch",
        presets: &[],
        reach: Reach::Live,
        make: branches::switch,
    },
    Strategy {
        name: "unswitch",
        what: "a switch becomes a chain of `if`",
        presets: &[],
        reach: Reach::Live,
        make: branches::unswitch,
    },
    Strategy {
        name: "outline",
        what: "a statement becomes a function of its own",
        presets: &[],
        reach: Reach::Live,
        make: calls::outline,
    },
    Strategy {
        name: "inline",
        what: "a call becomes what the function does",
        presets: &[],
        reach: Reach::Live,
        make: calls::inline,
    },
    Strategy {
        name: "unreachable",
        what: "a place that is never reached is said to be so",
        presets: &[],
        reach: Reach::Live,
        make: promises::unreachable,
    },
    Strategy {
        name: "expect",
        what: "a condition is said to be likely, or not",
        presets: &[],
        reach: Reach::Live,
        make: promises::expect,
    },
    Strategy {
        name: "aligned",
        what: "a pointer is said to be aligned",
        presets: &[],
        reach: Reach::Live,
        make: promises::aligned,
    },
    Strategy {
        name: "attribute",
        what: "a function is declared with an attribute that is true of it",
        presets: &[],
        reach: Reach::Live,
        make: promises::attribute,
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
