//! How many of the small undefined programs we find, and how many others do.

use anyhow::Result;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::found;

use crate::tasks::{Task, share};

pub const TASK: Task = Task::show("found", "undefined programs: who finds how many", run);

/// How many programs there must be, and how many of each kind.
const PROGRAMS: usize = 200;
const OF_EACH: usize = 3;

fn run(ctx: &Context, _args: &[String]) -> Result<Vec<Figure>> {
    let found = found::read(ctx)?;
    let total = found.total();
    let fewest = found.kinds.iter().min_by_key(|(_, count)| count.programs);
    let theirs = found.peers.iter().zip(&total.theirs);
    let theirs: Vec<String> =
        theirs.map(|(name, count)| share(name, *count, total.programs)).collect();
    let few = fewest.map_or(String::new(), |(kind, count)| format!("{kind} {}", count.programs));
    Ok(vec![Figure {
        name: "found".to_string(),
        what: "programs of tests/c/undefined reported with their kind and line".to_string(),
        figure: format!(
            "{}; {}; {} kinds, the fewest of {few}; {} of {} defined twins reported",
            share("ours", total.ours, total.programs),
            theirs.join(", "),
            found.kinds.len(),
            found.false_alarms,
            found.twins,
        ),
        bar: format!("{PROGRAMS} programs, {OF_EACH} of each kind, all found, no twin reported"),
        holds: total.programs >= PROGRAMS
            && total.ours == total.programs
            && found.kinds.values().all(|count| count.programs >= OF_EACH)
            && found.false_alarms == 0,
        skipped: None,
    }])
}
