//! Planted defects: whether the machine stops at each of them, and who else sees them. The
//! table in `docs/plant.md` is written here.

mod tools;

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use clap::Parser;
use elenchus_lang::undefined::Undefined;
use elenchus_produce::generate::Settings;
use elenchus_produce::plant::{self, Planted, Planting, Unplanted};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::tasks::Task;
use crate::{files, parallel};
use tools::{TOOLS, Tool};

pub const TASK: Task =
    Task::show("plant", "planted defects: the machine stops there; who else sees them", run);

/// Programs of each kind, and how many of them the tools get: they take most of the time.
const PROGRAMS: u64 = 100;
const SHOWN: u64 = 5;

/// Bytes.
const SIZE: u64 = 1000;

/// Where the table is.
const GUIDE: &str = "docs/plant.md";
const BEGIN: &str = "<!-- made by `cargo xtask show plant` -->\n";
const END: &str = "<!-- end -->\n";

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// How many programs of each kind
    #[arg(long, default_value_t = PROGRAMS)]
    count: u64,
    /// How many of them the tools get
    #[arg(long, default_value_t = SHOWN)]
    shown: u64,
}

/// What was seen of a kind.
struct Row {
    kind: Undefined,
    programs: usize,
    /// Not confirmed by the machine: a seed and what it says.
    failed: Vec<String>,
    shown: usize,
    /// For each tool that is here, how many it sees.
    seen: Vec<usize>,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let recorded = args.is_empty();
    let args = Args::try_parse_from(args)?;
    let folder = files::fresh_folder(ctx.path("target/generate/plant"))?;
    let (here, absent): (Vec<&Tool>, Vec<&Tool>) = TOOLS.iter().partition(|tool| tool.is_here());
    for tool in &absent {
        println!("  skipped: {} is not here", tool.name);
    }
    let all = Undefined::all().iter().copied().filter(|kind| plant::refusal(*kind).is_none());
    let kinds: Vec<Undefined> = all.collect();
    let rows = parallel::map(&kinds, ctx.threads, |kind| row(*kind, &args, &here, &folder));
    let rows: Vec<Row> = rows.into_iter().collect::<Result<_>>()?;
    let table = table(&here, &rows);
    print!("{table}");
    if recorded {
        write_table(ctx, &table)?;
    }
    for said in rows.iter().flat_map(|row| &row.failed) {
        println!("  {said}");
    }
    Ok(vec![confirmed(&rows), recall(&here, &rows)])
}

fn row(kind: Undefined, args: &Args, here: &[&Tool], folder: &Path) -> Result<Row> {
    let folder = files::folder(folder.join(kind.id()))?;
    let settings = Settings { size: SIZE, ..Settings::default() };
    let mut row =
        Row { kind, programs: 0, failed: Vec::new(), shown: 0, seen: vec![0; here.len()] };
    let mut seed = 0;
    while (row.programs as u64) < args.count {
        seed += 1;
        let planted = plant::plant(&settings, Planting { kind, reached: true }, seed);
        // Such a small program may execute nothing.
        if matches!(planted, Err(Unplanted::NoPlace)) && seed < args.count * 2 {
            continue;
        }
        row.programs += 1;
        match planted {
            Err(error) => row.failed.push(format!("{} {seed}: {error}", kind.id())),
            Ok(Planted { text, line, .. }) if (row.shown as u64) < args.shown => {
                row.shown += 1;
                for (tool, seen) in here.iter().zip(&mut row.seen) {
                    *seen += usize::from(tool.sees(&text, line, &folder)?);
                }
            }
            Ok(_) => {}
        }
    }
    Ok(row)
}

fn table(here: &[&Tool], rows: &[Row]) -> String {
    let names = || here.iter().map(|tool| tool.name);
    let mut out = String::from("| kind | the machine |");
    names().for_each(|name| out.extend([" ", name, " |"]));
    out.extend(["\n|---|---|", &"---|".repeat(here.len()), "\n"]);
    for row in rows {
        let confirmed = row.programs - row.failed.len();
        // Writing to a string does not fail.
        let _ = write!(out, "| `{}` | {confirmed} of {} |", row.kind.id(), row.programs);
        for seen in &row.seen {
            let _ = match seen {
                0 => write!(out, " |"),
                _ => write!(out, " {seen} of {} |", row.shown),
            };
        }
        out.push('\n');
    }
    out
}

/// Puts the table where the last one was.
fn write_table(ctx: &Context, table: &str) -> Result<()> {
    let path = ctx.path(GUIDE);
    let text = std::fs::read_to_string(&path)?;
    let lost = || format!("{GUIDE} has no place for the table");
    let (before, rest) = text.split_once(BEGIN).with_context(lost)?;
    let (_, after) = rest.split_once(END).with_context(lost)?;
    files::write_whole(&path, format!("{before}{BEGIN}\n{table}\n{END}{after}").as_bytes())
}

fn confirmed(rows: &[Row]) -> Figure {
    let programs: usize = rows.iter().map(|row| row.programs).sum();
    let failed: usize = rows.iter().map(|row| row.failed.len()).sum();
    Figure {
        name: "plant-confirmed".to_string(),
        what: format!(
            "programs with a planted defect, of {} kinds, that stop at the marked line with the \
             named kind",
            rows.len()
        ),
        figure: format!("{} of {programs}", programs - failed),
        bar: format!("all, {PROGRAMS} of each kind"),
        holds: failed == 0 && rows.iter().all(|row| row.programs as u64 >= PROGRAMS),
        skipped: None,
    }
}

/// It is a figure about others: there is no bar that we could miss.
fn recall(here: &[&Tool], rows: &[Row]) -> Figure {
    let shown: usize = rows.iter().map(|row| row.shown).sum();
    let of = |at: usize| rows.iter().map(|row| row.seen[at]).sum::<usize>();
    let parts = here.iter().enumerate().map(|(at, tool)| format!("{} {}", tool.name, of(at)));
    Figure {
        name: "plant-recall".to_string(),
        what: format!("of {shown} planted defects, those that a tool sees in their line"),
        figure: parts.collect::<Vec<_>>().join(", "),
        bar: "told by kind in docs/plant.md".to_string(),
        holds: shown > 0,
        skipped: here.is_empty().then(|| "no tool is here".to_string()),
    }
}
