//! Figures that the tests of a crate give, run with many more cases than a test
//! has time for.

use anyhow::{Result, bail};
use elenchus_records::context::Context;
use elenchus_records::packages::Skip;
use xshell::cmd;

/// A line `TEST: COUNT THINGS [on TARGET], COUNT disagreements`.
#[derive(Debug, PartialEq, Eq)]
pub struct Compared {
    pub cases: usize,
    pub target: Option<String>,
    pub disagreements: usize,
}

/// Runs the tests of a crate whose name contains `filter` with so many cases;
/// the lines they print that start with `word`.
pub fn run_test(
    ctx: &Context,
    package: &str,
    filter: &str,
    word: &str,
    cases: usize,
) -> Result<Vec<Compared>> {
    let shell = ctx.shell()?;
    let cargo = ctx.cargo();
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
