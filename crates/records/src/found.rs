//! Who finds what: the table of docs/run.md, made from tests/c/undefined.
//!
//! What we find follows from `not-yet.txt`, which the test of that folder
//! keeps; what others find is in `peers.tsv`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context as _, Result, bail};

use crate::context::Context;

pub const PAGE: &str = "docs/run.md";
pub const PROGRAMS: &str = "tests/c/undefined";
pub const NOT_YET: &str = "tests/c/undefined/not-yet.txt";
pub const PEERS: &str = "tests/c/undefined/peers.tsv";

/// What is between these lines of the page is made here.
const BEGIN: &str = "<!-- made by `cargo xtask bless found` -->\n";
const END: &str = "<!-- end -->\n";

/// Programs of one kind, or of all.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Count {
    pub programs: usize,
    pub ours: usize,
    /// In the order of the peers.
    pub theirs: Vec<usize>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Found {
    pub peers: Vec<String>,
    pub kinds: BTreeMap<String, Count>,
    /// Defined programs, and those of them that we call undefined.
    pub twins: usize,
    pub false_alarms: usize,
}

impl Found {
    /// From the paths of the programs, relative to their folder, and the two
    /// lists.
    pub fn new<'a>(
        paths: impl Iterator<Item = &'a str>,
        not_yet: &str,
        peers: &str,
    ) -> Result<Found> {
        let missed: BTreeMap<&str, &str> =
            not_yet.lines().filter_map(|line| line.split_once(": ")).collect();
        let mut rows = peers.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        let names = rows.next().with_context(|| format!("{PEERS} is empty"))?;
        let peers: Vec<String> = names[1..].iter().map(|name| name.to_string()).collect();
        let answers: BTreeMap<&str, Vec<&str>> =
            rows.map(|row| (row[0], row[1..].to_vec())).collect();
        let mut found = Found { peers, kinds: BTreeMap::new(), twins: 0, false_alarms: 0 };
        for path in paths {
            let Some((kind, name)) = path.split_once('/') else { continue };
            let verdict = missed.get(path);
            if name.ends_with(".ok.c") {
                found.twins += 1;
                let innocent =
                    |said: &&str| said.starts_with("unsupported") || said.contains("exit");
                found.false_alarms += usize::from(verdict.is_some_and(|said| !innocent(said)));
                continue;
            }
            let Some(stem) = path.strip_suffix(".c").filter(|stem| !stem.ends_with(".with")) else {
                continue;
            };
            let Some(answers) = answers.get(stem).filter(|a| a.len() == found.peers.len()) else {
                bail!("{PEERS} has no row for {stem}, or not one cell for each peer");
            };
            let count = found.kinds.entry(kind.to_string()).or_default();
            count.programs += 1;
            count.ours += usize::from(verdict.is_none());
            count.theirs.resize(answers.len(), 0);
            for (sum, answer) in count.theirs.iter_mut().zip(answers) {
                *sum += usize::from(*answer == "yes");
            }
        }
        Ok(found)
    }

    pub fn total(&self) -> Count {
        let mut total = Count { theirs: vec![0; self.peers.len()], ..Count::default() };
        for count in self.kinds.values() {
            total.programs += count.programs;
            total.ours += count.ours;
            total.theirs.iter_mut().zip(&count.theirs).for_each(|(sum, one)| *sum += one);
        }
        total
    }

    fn table(&self) -> String {
        let mut text = format!("| kind | programs | elenchus | {} |\n", self.peers.join(" | "));
        text.push_str(&format!("|---|---|---|{}\n", "---|".repeat(self.peers.len())));
        let row = |name: &str, count: &Count| {
            let theirs: Vec<String> = count.theirs.iter().map(|n| n.to_string()).collect();
            format!("| {name} | {} | {} | {} |\n", count.programs, count.ours, theirs.join(" | "))
        };
        for (kind, count) in &self.kinds {
            text.push_str(&row(&format!("`{kind}`"), count));
        }
        text.push_str(&row("**all**", &self.total()));
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "\nOf their {} defined twins elenchus calls {} undefined.",
            self.twins, self.false_alarms
        );
        text
    }

    /// The page with the table renewed; nothing when its place is not there.
    pub fn renew(&self, page: &str) -> Option<String> {
        let (before, rest) = page.split_once(BEGIN)?;
        let (_, after) = rest.split_once(END)?;
        Some(format!("{before}{BEGIN}\n{}\n{END}{after}", self.table()))
    }
}

/// From the files of the repository.
pub fn read(ctx: &Context) -> Result<Found> {
    let mut paths = Vec::new();
    for kind in std::fs::read_dir(ctx.path(PROGRAMS))? {
        let kind = kind?;
        if !kind.file_type()?.is_dir() {
            continue;
        }
        for file in std::fs::read_dir(kind.path())? {
            let (kind, file) = (kind.file_name(), file?.file_name());
            paths.push(format!("{}/{}", kind.to_string_lossy(), file.to_string_lossy()));
        }
    }
    paths.sort();
    let text = |path: &str| {
        std::fs::read_to_string(ctx.path(path)).with_context(|| format!("cannot read {path}"))
    };
    Found::new(paths.iter().map(String::as_str), &text(NOT_YET)?, &text(PEERS)?)
}

/// Renews the table of the page.
pub fn write_page(ctx: &Context) -> Result<()> {
    let page = std::fs::read_to_string(ctx.path(PAGE))?;
    let renewed = read(ctx)?.renew(&page);
    let renewed = renewed.with_context(|| format!("{PAGE} has no place for the table"))?;
    std::fs::write(ctx.path(PAGE), renewed).with_context(|| format!("cannot write {PAGE}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_counts() {
        let paths = ["k/a.c", "k/a.ok.c", "k/b.c", "k/b.with.c", "k/b.ok.c", "README.md"];
        let not_yet = "k/b.c: exit 0\nk/b.ok.c: k in line 1\n";
        let peers = "name\tp\tq\nk/a\tyes\tno\nk/b\tyes\tyes\n";
        let found = Found::new(paths.into_iter(), not_yet, peers).unwrap();
        assert_eq!(found.total(), Count { programs: 2, ours: 1, theirs: vec![2, 1] });
        assert_eq!((found.twins, found.false_alarms), (2, 1));
        let page = found.renew(&format!("x\n{BEGIN}old\n{END}y\n")).unwrap();
        assert!(page.contains("| `k` | 2 | 1 | 2 | 1 |\n") && page.ends_with(&format!("{END}y\n")));
        assert_eq!(found.renew(&page), Some(page.clone()));
        assert_eq!(found.renew("no place"), None);
        assert!(Found::new(["k/c.c"].into_iter(), "", peers).is_err());
    }
}
