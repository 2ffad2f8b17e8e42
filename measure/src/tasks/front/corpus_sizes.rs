//! How many programs the other figures stand on.

use anyhow::Result;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::corpus::{self, Set};
use crate::tasks::Task;

pub const TASK: Task = Task::show("corpus", "programs that the other figures stand on", run);

fn run(ctx: &Context, _args: &[String]) -> Result<Vec<Figure>> {
    let count = |set| corpus::accepted(ctx, set).map(|files| files.len());
    let (execute, compile, dg) = (count(Set::Execute)?, count(Set::Compile)?, count(Set::Dg)?);
    let csmith = corpus::csmith(ctx, corpus::CSMITH_PROGRAMS)?.files.len();
    Ok(vec![Figure {
        name: "corpus".to_string(),
        what: "GCC's tests that `gcc -std=gnu11 -w` accepts, and Csmith programs made".to_string(),
        figure: format!("execute {execute}, compile {compile}, gcc.dg {dg}, Csmith {csmith}"),
        bar: "both c-torture folders, 3,000 of gcc.dg, 500 of Csmith".to_string(),
        holds: execute > 0
            && compile > 0
            && dg == corpus::DG_SAMPLE
            && csmith == corpus::CSMITH_PROGRAMS,
        skipped: None,
    }])
}
