//! Arithmetic and layout, compared with gcc's by the tests of `lang`, run
//! here with many more cases than a test has time for.

use anyhow::{Result, bail};
use xshell::cmd;

use super::Task;
use crate::context::{Context, Skip};
use crate::figures::Figure;

pub const ARITH: Task =
    Task { name: "arith", about: "all operators, compared with code of gcc", run: arith };

pub const LAYOUT: Task =
    Task { name: "layout", about: "random structs and unions, compared with gcc's", run: layout };

/// Random cases, beside those that are tried exhaustively.
const ARITH_CASES: usize = 5_000_000;

/// Records for each target.
const RECORDS: usize = 5000;

/// A line `TEST: COUNT THINGS [on TARGET], COUNT disagreements`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Compared {
    pub cases: usize,
    target: Option<String>,
    pub disagreements: usize,
}

fn arith(ctx: &Context, _args: &[String]) -> Result<Vec<Figure>> {
    let results = run_test(ctx, "elenchus-lang", "arith_gcc", "arith", ARITH_CASES)?;
    let cases: usize = results.iter().map(|r| r.cases).sum();
    let disagreements: usize = results.iter().map(|r| r.disagreements).sum();
    Ok(vec![Figure {
        name: "arith".to_string(),
        issue: 13,
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
        issue: 13,
        what: "layout of random structs and unions, compared with gcc's".to_string(),
        figure: results.iter().map(part).collect::<Vec<_>>().join("; "),
        bar: format!("{RECORDS} records on x86-64 and as many with -m32, no disagreement"),
        holds: results.len() >= 2 && results.iter().filter(good).count() == results.len(),
        skipped: None,
    }])
}

/// Runs the tests of a crate whose name contains `filter` with so many cases;
/// the lines they print that start with `word`.
pub(super) fn run_test(
    ctx: &Context,
    package: &str,
    filter: &str,
    word: &str,
    cases: usize,
) -> Result<Vec<Compared>> {
    let shell = ctx.shell()?;
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let output = cmd!(
        shell,
        "{cargo} test --release --quiet -p {package} --test it -- --nocapture {filter}"
    )
    .env("ELENCHUS_CASES", cases.to_string())
    .ignore_status()
    .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    // What a test lacks here, in part or altogether: no figure for the rest.
    if let Some((_, why)) = text.lines().find_map(|line| line.split_once("skipped")) {
        return Err(Skip(why.trim_start_matches([':', ' ']).to_string()).into());
    }
    let results: Vec<Compared> = text.lines().filter_map(|line| parse(line, word)).collect();
    // A test that fails after its last line has more to say than its figures.
    let fine = results.iter().all(|result| result.disagreements == 0);
    if results.is_empty() || (fine && !output.status.success()) {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("`cargo test {filter}` tells no figure or fails:\n{text}{errors}");
    }
    Ok(results)
}

fn parse(line: &str, word: &str) -> Option<Compared> {
    // Test threads write into each other's lines.
    let (_, rest) = line.split_once(&format!("{word}: "))?;
    let (first, second) = rest.split_once(", ")?;
    let mut words = first.split(' ');
    let cases = words.next()?.parse().ok()?;
    let target = first.split_once(" on ").map(|(_, target)| target.to_string());
    let (disagreements, what) = second.split_once(' ')?;
    what.starts_with("disagreement").then_some(())?;
    Some(Compared { cases, target, disagreements: disagreements.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let found = parse("test x ... arith: 12 cases, 0 disagreements", "arith").unwrap();
        assert_eq!(found, Compared { cases: 12, target: None, disagreements: 0 });
        let found = parse("layout: 5000 records on i386-linux, 1 disagreement", "layout").unwrap();
        assert_eq!(found.target.as_deref(), Some("i386-linux"));
        assert_eq!(found.disagreements, 1);
        assert_eq!(parse("layout: something else", "layout"), None);
    }
}
