//! Programs that are written while the machine runs them, by the tests of
//! `machine`, here many more than a test has time for.

use anyhow::Result;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::crate_tests::run_test;
use crate::tasks::Task;

pub const TASK: Task =
    Task::soak("live", "programs written while they run, then from the start and with gcc", run);

const PROGRAMS: usize = 10_000;

fn run(ctx: &Context, _args: &[String]) -> Result<Vec<Figure>> {
    let results = run_test(ctx, "elenchus-machine", "live::written", "live", PROGRAMS)?;
    let programs: usize = results.iter().map(|r| r.cases).sum();
    let differ: usize = results.iter().map(|r| r.disagreements).sum();
    Ok(vec![Figure {
        name: "live".to_string(),
        what: "programs written while they run: run from the start, and by gcc -O0 and -O3"
            .to_string(),
        figure: format!("{} agree, {differ} differ", programs.saturating_sub(differ)),
        bar: format!("{PROGRAMS} agree, 0 differ"),
        holds: programs >= PROGRAMS && differ == 0,
        skipped: None,
    }])
}
