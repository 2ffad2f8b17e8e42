//! docs/differences.md: why the assembly of some prints is not the
//! original's.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result};
use elenchus_records::context::Context;

const PAGE: &str = "docs/differences.md";

/// How many names are printed of a kind.
const SHOWN: usize = 50;

/// The files whose reason is known.
pub struct Reasons {
    known: BTreeSet<String>,
}

impl Reasons {
    pub fn load(ctx: &Context) -> Result<Reasons> {
        let text = std::fs::read_to_string(ctx.path(PAGE))
            .with_context(|| format!("cannot read {PAGE}"))?;
        Ok(Reasons { known: parse(&text) })
    }

    /// Prints which of the files that differ lack a reason and, if `all`
    /// files were looked at, which reasons are stale. The number without one.
    pub fn report(&self, differing: &[&str], all: bool) -> usize {
        let without: Vec<_> = differing.iter().filter(|n| !self.known.contains(**n)).collect();
        for name in without.iter().take(SHOWN) {
            println!("{name}: its assembly differs: give the reason in {PAGE}");
        }
        if without.len() > SHOWN {
            println!("… and {} more: see target/roundtrip", without.len() - SHOWN);
        }
        if all {
            for name in self.known.iter().filter(|name| !differing.contains(&name.as_str())) {
                println!("{name}: its assembly is the same: drop its row in {PAGE}");
            }
        }
        without.len()
    }
}

/// The names in the page's rows `| name | reason |`, its head left out.
fn parse(page: &str) -> BTreeSet<String> {
    let rows = page.lines().filter_map(|line| {
        let mut cells = line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim);
        let (name, reason) = (cells.next()?, cells.next()?);
        let name = name.trim_matches('`');
        (name.ends_with(".c") && !reason.is_empty()).then(|| name.to_string())
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found() {
        let page = "# T\n\n| file | reason |\n|---|---|\n| `gcc/a.c` | It asks for its line. |\n";
        let reasons = Reasons { known: parse(page) };
        assert_eq!(reasons.known.len(), 1);
        assert_eq!(reasons.report(&["gcc/a.c", "gcc/b.c"], true), 1);
    }
}
