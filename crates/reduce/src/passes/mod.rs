//! What may be made smaller. A pass looks at the program and proposes edits; which of
//! them are good is not its business.

mod items;
mod statements;
mod unused;

use crate::search::Proposal;
use crate::subject::Subject;

/// Proposals in levels: those of a later one mostly stand within those of an earlier
/// one, and are tried where that was not good.
pub type Levels = Vec<Vec<Proposal>>;

pub struct Pass {
    pub name: &'static str,
    pub propose: fn(&mut Subject) -> Levels,
}

/// In the order in which they are tried; all of them again until none succeeds.
pub const ORDER: &[Pass] = &[
    Pass { name: "unused", propose: unused::propose },
    Pass { name: "statements", propose: statements::propose },
    Pass { name: "items", propose: items::propose },
];
