//! What may be made smaller. A pass looks at the program and proposes edits; which of
//! them are good is not its business.

mod canonical;
mod exprs;
mod inline;
mod items;
mod lists;
mod names;
mod operands;
mod shorter;
mod statements;
mod strings;
#[cfg(test)]
mod tests;
mod text;
mod tokens;
mod typedefs;
mod types;
mod unused;
mod unwrap;
mod values;
mod variables;

use crate::check::Rules;
use crate::search::{Levels, at};
use crate::slice::Slice;
use crate::subject::Subject;
use crate::trace::Trace;

pub struct Pass {
    pub name: &'static str,
    pub propose: Propose,
}

/// What a pass looks at.
pub enum Propose {
    Text(fn(&mut Subject) -> Levels),
    /// The program and one run of it.
    Run(fn(&mut Subject, &Trace) -> Levels),
    /// The program and what of a run had a part in what it printed.
    Slice(fn(&mut Subject, &Slice) -> Levels),
}

impl Pass {
    /// What it proposes for a program; nothing if it needs a run that is not known.
    pub fn levels(&self, subject: &mut Subject, rules: &Rules) -> Levels {
        match self.propose {
            Propose::Text(propose) => propose(subject),
            Propose::Run(propose) => {
                let trace = Trace::of(&subject.program, rules);
                if trace.known { propose(subject, &trace) } else { Levels::new() }
            }
            Propose::Slice(propose) => match Slice::of(&subject.program, rules) {
                Some(slice) => propose(subject, &slice),
                None => Levels::new(),
            },
        }
    }
}

/// In the order in which they are tried; all of them again until none succeeds. What
/// takes away most stands first: it makes all that follows faster.
pub const ORDER: &[Pass] = &[
    UNUSED,
    run("never executed", statements::never_executed),
    text("main", statements::in_main),
    Pass { name: "slice", propose: Propose::Slice(statements::of_no_use) },
    text("called by main", statements::in_called),
    text("statements", statements::everywhere),
    text("items", items::propose),
    text("unwrap", unwrap::propose),
    text("operands", operands::propose),
    text("lists", lists::propose),
    run("values", values::seen),
    text("inline", inline::propose),
    run("targets", variables::targets),
    text("variables", variables::given),
    run("turns", values::one_of_them),
    text("zeros", values::zero),
    text("ones", values::one),
    text("typedefs", typedefs::propose),
    text("shorter", shorter::propose),
    text("types", types::to_int),
    text("suffixes", types::suffixes),
    text("constants", values::smaller),
    text("strings", strings::propose),
    text("words", tokens::words),
    text("tokens", tokens::each),
];

/// What others leave behind; tried after each that succeeds.
pub const UNUSED: Pass = text("unused", unused::propose);

/// When none succeeds any more: what makes nothing smaller, but easier to read.
pub const NAMES: Pass = text("names", names::propose);

/// At the end, once: what makes nothing smaller, but equal what shows the same.
pub const CANONICAL: &[Pass] = &[
    text("order of operands", canonical::operands),
    text("order of declarations", canonical::declarations),
    text("names by use", canonical::all_names),
];

const fn text(name: &'static str, propose: fn(&mut Subject) -> Levels) -> Pass {
    Pass { name, propose: Propose::Text(propose) }
}

const fn run(name: &'static str, propose: fn(&mut Subject, &Trace) -> Levels) -> Pass {
    Pass { name, propose: Propose::Run(propose) }
}
