//! Command lines as no person would write them, by the tests of `cli`, here many more than
//! a test has time for.

use anyhow::Result;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::crate_tests::run_test;
use crate::tasks::Task;

pub const TASK: Task =
    Task::soak("commands", "random command lines: no panic, no harm, nothing left", run);

const LINES: usize = 1000;

fn run(ctx: &Context, _args: &[String]) -> Result<Vec<Figure>> {
    let results = run_test(ctx, "elenchus", "commands::random", "commands", LINES)?;
    let lines: usize = results.iter().map(|result| result.cases).sum();
    let wrong: usize = results.iter().map(|result| result.disagreements).sum();
    Ok(vec![Figure {
        name: "commands".to_string(),
        what: "random command lines: odd values, files and environments, any command".to_string(),
        figure: format!("{lines} lines, {wrong} that do harm"),
        bar: format!(
            "{LINES} lines: no panic, only documented statuses, nothing of the user's replaced, \
             nothing left or running"
        ),
        holds: lines >= LINES && wrong == 0,
        skipped: None,
    }])
}
