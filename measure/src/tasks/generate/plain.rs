//! In which form the operations are that could be undefined, and how many more it
//! takes to avoid that.

use anyhow::{Result, bail};
use clap::Parser;
use elenchus_produce::generate::{FloatMode, Generated, Preset, Settings, generate};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::parallel;
use crate::tasks::{Task, share};

pub const TASK: Task =
    Task::show("plain", "executed operations in plain form; Orange's Table 6", run);

const PROGRAMS: u64 = 200;

/// Presets, and the least share in per cent of executed operations that can be
/// undefined and stand as they are.
const PLAIN_BARS: &[(Preset, u64)] = &[(Preset::Scalar, 98), (Preset::Mix, 95)];

/// Sizes of the programs, in turn.
const SIZES: [u64; 4] = [2_000, 8_000, 20_000, 60_000];

/// Orange's Table 6: how many operations a program has, and how many more it gets on
/// the average.
const ORANGE: &[(u64, f64)] = &[(10, 0.22), (100, 3.02), (1_000, 30.77)];

/// Expressions that the operations of such a program are in, in turn.
const EXPRESSIONS: [u64; 4] = [1, 2, 5, 10];

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// How many programs of each kind
    #[arg(long, default_value_t = PROGRAMS)]
    count: u64,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let count = Args::try_parse_from(args)?.count;
    let mut figures = Vec::new();
    for &(preset, bar) in PLAIN_BARS {
        figures.push(plain(ctx, preset, bar, count)?);
    }
    figures.push(extra(ctx, count)?);
    Ok(figures)
}

fn plain(ctx: &Context, preset: Preset, bar: u64, count: u64) -> Result<Figure> {
    let all = make(ctx, count, |seed| {
        let size = SIZES[seed as usize % SIZES.len()];
        Settings { preset, size, measure: true, ..Settings::default() }
    })?;
    let risky: u64 = all.iter().map(|program| program.stats.risky).sum();
    let plain: u64 = all.iter().map(|program| program.stats.plain).sum();
    Ok(Figure {
        name: format!("generate-plain-{}", preset.name()),
        what: format!(
            "executed operations that can be undefined, in {count} programs of `{}`, in plain form",
            preset.name()
        ),
        figure: share("plain", plain as usize, risky as usize),
        bar: format!("{bar}%"),
        holds: risky > 0 && plain * 100 >= risky * bar,
        skipped: None,
    })
}

fn extra(ctx: &Context, count: u64) -> Result<Figure> {
    let mut parts = Vec::new();
    let mut holds = true;
    for &(operations, most) in ORANGE {
        let all = make(ctx, count, |seed| {
            let expressions = EXPRESSIONS[seed as usize % EXPRESSIONS.len()];
            Settings {
                preset: Preset::Arithmetic,
                operations: Some(operations / expressions),
                expressions: Some(expressions),
                float: FloatMode::None,
                ..Settings::default()
            }
        })?;
        let inserted: u64 = all.iter().map(|program| program.stats.inserted).sum();
        let average = inserted as f64 / count.max(1) as f64;
        holds &= average <= most;
        parts.push(format!("{average:.2} at {operations}"));
    }
    let bars: Vec<String> = ORANGE.iter().map(|(at, most)| format!("{most} at {at}")).collect();
    Ok(Figure {
        name: "generate-extra".to_string(),
        what: format!(
            "operations inserted to avoid undefined behaviour, on the average of {count} programs \
             of `arithmetic`, by their number of operations (Orange's Table 6)"
        ),
        figure: parts.join(", "),
        bar: format!("at most {}", bars.join(", ")),
        holds,
        skipped: None,
    })
}

fn make(
    ctx: &Context,
    count: u64,
    settings: impl Fn(u64) -> Settings + Sync,
) -> Result<Vec<Generated>> {
    let seeds: Vec<u64> = (1..=count).collect();
    let made = parallel::map(&seeds, ctx.threads, |&seed| (seed, generate(&settings(seed), seed)));
    let mut all = Vec::with_capacity(made.len());
    for (seed, made) in made {
        match made {
            Ok(generated) => all.push(generated),
            Err(dropped) => bail!("seed {seed}: {dropped}"),
        }
    }
    Ok(all)
}
