//! What stands in programs of `mix`, beside those of Csmith: how many programs have each
//! construct, and how dense they are.

mod table;
pub mod walk;

use anyhow::{Result, bail};
use clap::Parser;
use elenchus_produce::generate::{Settings, Stats};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::corpus::{self, Group};
use crate::generated::{generated, text};
use crate::tasks::Task;
use crate::{ours, parallel};
use table::ROWS;
use walk::Seen;

pub const TASK: Task =
    Task::show("constructs", "what stands in programs of `mix`, beside those of Csmith", run);

const PROGRAMS: u64 = 300;

/// Functions and variables around the program proper.
pub const FRAME: &[&str] = &["mix", "mixer", "zero", "setup", "run", "finish", "main"];

/// So many of the constructs are in so many per cent of the programs.
const COMMON: (usize, usize) = (30, 20);

/// Least percentage of programs with a scalar stored through a pointer.
const STORES: usize = 90;

/// Of local variables, of assignments and of dead statements, in per cent.
const UNUSED: usize = 5;
const TWO: usize = 15;
const LIVELY: u64 = 33;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// How many programs of each
    #[arg(long, default_value_t = PROGRAMS)]
    count: u64,
    /// Only ours
    #[arg(long)]
    alone: bool,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let (ours, stats) = ours(ctx, args.count)?;
    let theirs = match args.alone {
        true => Vec::new(),
        false => csmith(ctx, args.count as usize)?,
    };
    println!("  {:<42} {:>5} {:>7}", "per cent of programs with", "mix", "csmith");
    for row in ROWS {
        let share = |all: &[Seen]| match all.is_empty() {
            true => "-".to_string(),
            false => format!("{:.0}", percent(with(all, row.has), all.len())),
        };
        println!("  {:<42} {:>5} {:>7}", row.name, share(&ours), share(&theirs));
    }
    for (who, all) in [("mix", &ours), ("csmith", &theirs)] {
        println!("  {who}: {}", density(all));
    }
    Ok(vec![present(&ours, &theirs), dense(&ours, &stats)])
}

fn ours(ctx: &Context, count: u64) -> Result<(Vec<Seen>, Vec<Stats>)> {
    let seeds: Vec<u64> = (1..=count).collect();
    let made = parallel::map(&seeds, ctx.threads, |&seed| -> Result<(Seen, Stats)> {
        let settings = Settings { measure: true, ..Settings::default() };
        let program = generated(&settings, seed)?;
        Ok((seen("ours", text(&program.files).as_bytes())?, program.stats))
    });
    Ok(made.into_iter().collect::<Result<Vec<_>>>()?.into_iter().unzip())
}

fn csmith(ctx: &Context, count: usize) -> Result<Vec<Seen>> {
    let texts = corpus::texts(ctx, Group::Csmith)?.texts;
    let made = parallel::map(&texts[..count.min(texts.len())], ctx.threads, |text| {
        seen(&text.name, &std::fs::read(&text.file)?)
    });
    made.into_iter().collect()
}

fn seen(name: &str, text: &[u8]) -> Result<Seen> {
    let parsed = ours::parse(name, text, corpus::standard()?);
    if !parsed.accepted() {
        bail!("{name}: {}", parsed.first_error(text));
    }
    Ok(walk::look(&parsed.program, FRAME))
}

fn with(all: &[Seen], has: fn(&Seen) -> bool) -> usize {
    all.iter().filter(|seen| has(seen)).count()
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn sum(all: &[Seen], part: fn(&Seen) -> usize) -> usize {
    all.iter().map(part).sum()
}

fn density(all: &[Seen]) -> String {
    let unused = percent(sum(all, |s| s.unused_locals), sum(all, |s| s.locals));
    let two = percent(sum(all, |s| s.to_two), sum(all, |s| s.assignments));
    let stores = percent(sum(all, |s| s.stores), sum(all, |s| s.assignments));
    format!(
        "{unused:.1}% of locals unused, {two:.1}% of assignments to the two variables that have \
         most, {stores:.1}% of assignments through pointers"
    )
}

fn present(ours: &[Seen], theirs: &[Seen]) -> Figure {
    let count = |all: &[Seen], least: usize| {
        let has = |row: &&table::Row| with(all, row.has) * 100 >= least * all.len().max(1);
        ROWS.iter().filter(has).count()
    };
    let absent: Vec<&str> =
        ROWS.iter().filter(|row| with(ours, row.has) == 0).map(|row| row.name).collect();
    let stores = percent(with(ours, |s| s.stores > 0), ours.len());
    let (common, least) = COMMON;
    let often = count(ours, least);
    let mut figure = format!(
        "{stores:.0}% with scalar stores through pointers; {often} of {} constructs in {least}% of \
         {} programs",
        ROWS.len(),
        ours.len()
    );
    if !theirs.is_empty() {
        figure += &format!(" (csmith {})", count(theirs, least));
    }
    if !absent.is_empty() {
        figure += &format!("; absent: {}", absent.join(", "));
    }
    Figure {
        name: "generate-constructs".to_string(),
        what: "what stands in default programs of `mix`, by constructs that optimisers live on"
            .to_string(),
        figure,
        bar: format!("{STORES}% with such stores, {common} constructs in {least}%, none absent"),
        holds: stores >= STORES as f64 && often >= common && absent.is_empty(),
        skipped: None,
    }
}

fn dense(ours: &[Seen], stats: &[Stats]) -> Figure {
    let dead: u64 = stats.iter().map(|stats| stats.dead).sum();
    let lively: u64 = stats.iter().map(|stats| stats.dead_lively).sum();
    let (unused, locals) = (sum(ours, |s| s.unused_locals), sum(ours, |s| s.locals));
    let (two, all) = (sum(ours, |s| s.to_two), sum(ours, |s| s.assignments));
    let lively_share = 100.0 * lively as f64 / dead.max(1) as f64;
    Figure {
        name: "generate-density".to_string(),
        what: "locals without use, assignments to any two variables, and dead statements that \
               are calls, loops or stores through pointers, in default programs of `mix`"
            .to_string(),
        figure: format!(
            "{:.1}% of locals unused; {:.1}% of assignments to two variables; {lively_share:.1}% \
             of dead statements",
            percent(unused, locals),
            percent(two, all),
        ),
        bar: format!("under {UNUSED}%, at most {TWO}%, at least {LIVELY}%"),
        holds: unused * 100 < locals * UNUSED
            && two * 100 <= all * TWO
            && lively * 100 >= dead * LIVELY,
        skipped: None,
    }
}
