//! Figures: what a task measured, the bar it must reach, and their record.
//!
//! The log is a line of JSON for each figure, only ever appended to, so that
//! branches merge by keeping both sides. The page shows the latest of each, by
//! area.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use xshell::cmd;

use crate::context::Context;

pub const LOG: &str = "docs/figures.jsonl";
pub const PAGE: &str = "docs/figures.md";

/// What a figure is about; the page has them in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Area {
    Lang,
    Front,
    Machine,
    Judge,
    Generate,
    Enumerate,
    Mutate,
    Hunt,
    Reduce,
    Triage,
}

impl Area {
    fn title(self) -> &'static str {
        match self {
            Area::Lang => "C as data: arithmetic and layout",
            Area::Front => "The front end and the printer",
            Area::Machine => "The machine",
            Area::Judge => "The judge",
            Area::Generate => "The generator",
            Area::Enumerate => "The enumerator",
            Area::Mutate => "Variants that do the same",
            Area::Hunt => "The hunt",
            Area::Reduce => "The reducer",
            Area::Triage => "Which bug it is, and where it comes from",
        }
    }
}

/// One measured figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// Unique among all figures; stays the same from run to run.
    pub name: String,
    /// What is measured, in a few words.
    pub what: String,
    /// The result, with its unit.
    pub figure: String,
    /// What was asked for.
    pub bar: String,
    /// Whether the figure reaches the bar.
    pub holds: bool,
    /// Why it could not be measured here. Such a figure is shown, not
    /// recorded, and is no failure.
    #[serde(skip)]
    pub skipped: Option<String>,
}

/// How a figure that does not reach its bar is marked, at the terminal and on
/// the page.
const SHORT: &str = "SHORT";

/// A line of the log.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    area: Area,
    #[serde(flatten)]
    figure: Figure,
    /// The commit measured, with `-dirty` when the tree had other changes.
    commit: String,
    /// When, in UTC: `2025-01-31T12:00:00Z`.
    at: String,
}

impl Figure {
    /// Whether it was measured and falls short.
    pub fn short(&self) -> bool {
        self.skipped.is_none() && !self.holds
    }

    /// Prints it for a reader at the terminal.
    pub fn print(&self) {
        println!("{}: {}", self.name, self.what);
        match &self.skipped {
            Some(why) => println!("  skipped: {why}"),
            None => {
                println!("  figure: {}", self.figure);
                println!("  bar:    {}", self.bar);
                println!("  {}", if self.holds { "holds" } else { SHORT });
            }
        }
    }
}

/// Appends what was measured to the log and renews the page.
pub fn record(ctx: &Context, area: Area, figures: &[Figure]) -> Result<()> {
    let measured: Vec<&Figure> = figures.iter().filter(|f| f.skipped.is_none()).collect();
    if measured.is_empty() {
        return Ok(());
    }
    let (commit, at) = (commit(ctx)?, now(ctx)?);
    let mut lines = String::new();
    for figure in measured {
        let figure = figure.clone();
        let entry = Entry { area, figure, commit: commit.clone(), at: at.clone() };
        lines.push_str(&serde_json::to_string(&entry)?);
        lines.push('\n');
    }
    let path = ctx.path(LOG);
    let mut log = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(&path)
        .with_context(|| format!("cannot open {}", path.display()))?;
    log.write_all(lines.as_bytes())?;
    write_page(ctx)
}

/// Writes the page from the log.
pub fn write_page(ctx: &Context) -> Result<()> {
    let log = match std::fs::read_to_string(ctx.path(LOG)) {
        Ok(log) => log,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| format!("cannot read {LOG}")),
    };
    let page = ctx.path(PAGE);
    std::fs::write(&page, render(&log)?).with_context(|| format!("cannot write {}", page.display()))
}

/// The page for a log: the latest entry of each figure, by area.
pub fn render(log: &str) -> Result<String> {
    let mut latest: BTreeMap<String, Entry> = BTreeMap::new();
    for (index, line) in log.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let entry: Entry = serde_json::from_str(line)
            .with_context(|| format!("{LOG}:{}: not an entry", index + 1))?;
        let name = &entry.figure.name;
        // A merge can put lines out of order, so the time decides.
        if latest.get(name).is_none_or(|old| old.at <= entry.at) {
            latest.insert(name.clone(), entry);
        }
    }
    let mut areas: BTreeMap<Area, Vec<&Entry>> = BTreeMap::new();
    for entry in latest.values() {
        areas.entry(entry.area).or_default().push(entry);
    }
    let mut page = String::from(
        "# Figures\n\n\
         Generated from [figures.jsonl](figures.jsonl), the record of every run: do not edit.\n\
         Each row is measured again by `cargo xtask show`, `bench` or `soak`; without a name\n\
         they list their tasks.\n",
    );
    page.push_str(&in_short(latest.values()));
    for (area, entries) in areas {
        write!(
            page,
            "\n## {}\n\n\
             | name | what | figure | bar | holds | commit | when |\n\
             |---|---|---|---|---|---|---|\n",
            area.title()
        )?;
        for entry in entries {
            let figure = &entry.figure;
            let cells = [&figure.name, &figure.what, &figure.figure, &figure.bar].map(|c| cell(c));
            let holds = if figure.holds { "yes" } else { &format!("**{SHORT}**") };
            let row = cells.join(" | ");
            writeln!(page, "| {row} | {holds} | {} | {} |", cell(&entry.commit), cell(&entry.at))?;
        }
    }
    Ok(page)
}

/// Which figures do not reach their bar, in a line.
fn in_short<'a>(entries: impl ExactSizeIterator<Item = &'a Entry>) -> String {
    let count = entries.len();
    let short: Vec<String> = entries
        .filter(|entry| !entry.figure.holds)
        .map(|entry| format!("`{}`", entry.figure.name))
        .collect();
    match &short[..] {
        _ if count == 0 => String::new(),
        [] => format!("\nAll of {count} figures reach their bars.\n"),
        short => {
            format!("\nOf {count} figures {} {SHORT}: {}.\n", are(short.len()), short.join(", "))
        }
    }
}

fn are(count: usize) -> String {
    if count == 1 { "1 is".to_string() } else { format!("{count} are") }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// The commit of the working tree. The record itself does not make it dirty:
/// several tasks in a row measure the same code.
fn commit(ctx: &Context) -> Result<String> {
    let shell = ctx.shell()?;
    let Ok(hash) = cmd!(shell, "git rev-parse --short=12 HEAD").quiet().ignore_stderr().read()
    else {
        return Ok("unknown".to_string());
    };
    let (not_log, not_page) = (format!(":!{LOG}"), format!(":!{PAGE}"));
    let changes = cmd!(shell, "git status --porcelain -- . {not_log} {not_page}").quiet().read()?;
    Ok(if changes.is_empty() { hash } else { format!("{hash}-dirty") })
}

fn now(ctx: &Context) -> Result<String> {
    let shell = ctx.shell()?;
    Ok(cmd!(shell, "date -u +%Y-%m-%dT%H:%M:%SZ").quiet().read()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str, area: Area, figure: &str, holds: bool, at: &str) -> String {
        let figure = Figure {
            name: name.to_string(),
            what: "what".to_string(),
            figure: figure.to_string(),
            bar: "bar".to_string(),
            holds,
            skipped: None,
        };
        let entry = Entry { area, figure, commit: "abc".to_string(), at: at.to_string() };
        serde_json::to_string(&entry).unwrap() + "\n"
    }

    #[test]
    fn the_latest_entry_counts_whatever_the_order() {
        let log = line("b", Area::Machine, "7|8", true, "2025-01-01T00:00:00Z")
            + &line("a", Area::Hunt, "new", true, "2025-03-01T00:00:00Z")
            + &line("a", Area::Lang, "stale", false, "2025-02-01T00:00:00Z");
        let page = render(&log).unwrap();
        assert!(page.contains("| a | what | new | bar | yes | abc | 2025-03-01T00:00:00Z |"));
        assert!(!page.contains("stale"));
        assert!(page.contains("7\\|8"));
        assert!(page.contains("All of 2 figures"));
        assert!(page.find("## The machine") < page.find("## The hunt"));
    }

    #[test]
    fn what_is_short_is_seen() {
        let one = line("a", Area::Lang, "1", false, "2025-01-01T00:00:00Z");
        let page = render(&one).unwrap();
        assert!(page.contains("\nOf 1 figures 1 is SHORT: `a`.\n"), "{page}");
        assert!(page.contains("| bar | **SHORT** | abc |"), "{page}");
        let page = render(&(one + &line("b", Area::Lang, "1", false, "2025"))).unwrap();
        assert!(page.contains("2 are SHORT: `a`, `b`."), "{page}");
    }

    #[test]
    fn a_broken_line_is_named() {
        let error = render("{}\n").unwrap_err().to_string();
        assert!(error.contains("docs/figures.jsonl:1"), "{error}");
    }
}
