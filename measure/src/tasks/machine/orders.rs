//! Orders of evaluation against a model that tries every single step, by the tests of
//! `machine`, here many more than a test has time for.

use anyhow::Result;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::crate_tests::run_test;
use crate::tasks::Task;

pub const TASK: Task =
    Task::soak("orders", "calls in one expression, in every order, against a model", run);

const PROGRAMS: usize = 20_000;

fn run(ctx: &Context, _args: &[String]) -> Result<Vec<Figure>> {
    let results = run_test(ctx, "elenchus-machine", "orders::", "orders", PROGRAMS)?;
    let programs: usize = results.iter().map(|r| r.cases).sum();
    let differ: usize = results.iter().map(|r| r.disagreements).sum();
    Ok(vec![Figure {
        name: "orders".to_string(),
        what: "expressions of calls, reads and changes: `unspecified` exactly where some order \
               of single steps ends otherwise"
            .to_string(),
        figure: format!("{} agree, {differ} differ", programs.saturating_sub(differ)),
        bar: format!("{PROGRAMS} agree, 0 differ"),
        holds: programs >= PROGRAMS && differ == 0,
        skipped: None,
    }])
}
