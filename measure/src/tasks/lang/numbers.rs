//! Arithmetic and layout, compared with gcc's by the tests of `lang`, run
//! here with many more cases than a test has time for.

use anyhow::Result;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::crate_tests::{Compared, run_test};
use crate::tasks::Task;

pub const ARITH: Task = Task::show("arith", "all operators, compared with code of gcc", arith);

pub const LAYOUT: Task =
    Task::show("layout", "random structs and unions, compared with gcc's", layout);

/// Random cases, beside those that are tried exhaustively.
const ARITH_CASES: usize = 5_000_000;

/// Records for each target.
const RECORDS: usize = 5000;

fn arith(ctx: &Context, _args: &[String]) -> Result<Vec<Figure>> {
    let results = run_test(ctx, "elenchus-lang", "arith_gcc", "arith", ARITH_CASES)?;
    let cases: usize = results.iter().map(|r| r.cases).sum();
    let disagreements: usize = results.iter().map(|r| r.disagreements).sum();
    Ok(vec![Figure {
        name: "arith".to_string(),
        what: "results of operators and conversions, compared with gcc -O0".to_string(),
        figure: format!("{cases} cases, {disagreements} disagreements"),
        bar: "no disagreement; exhaustive at 8 bits".to_string(),
        holds: cases > 0 && disagreements == 0,
        skipped: None,
    }])
}

fn layout(ctx: &Context, _args: &[String]) -> Result<Vec<Figure>> {
    let results = run_test(ctx, "elenchus-lang", "layout_gcc", "layout", RECORDS)?;
    let part = |r: &Compared| {
        let target = r.target.as_deref().unwrap_or("one target");
        format!("{target}: {} records, {} disagreements", r.cases, r.disagreements)
    };
    let good = |r: &&Compared| r.cases >= RECORDS && r.disagreements == 0;
    Ok(vec![Figure {
        name: "layout".to_string(),
        what: "layout of random structs and unions, compared with gcc's".to_string(),
        figure: results.iter().map(part).collect::<Vec<_>>().join("; "),
        bar: format!("{RECORDS} records on x86-64 and as many with -m32, no disagreement"),
        holds: results.len() >= 2 && results.iter().filter(good).count() == results.len(),
        skipped: None,
    }])
}
