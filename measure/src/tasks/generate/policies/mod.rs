//! What policies are good for: how much of gcc's and clang's optimisers
//! programs with policies set going, beside programs without, in the same CPU
//! time of the compiler.
//!
//! gcc counts what its passes do (`-fdump-statistics-stats`), clang records
//! it (`-fsave-optimization-record`). Time is spent in batches, the sides in
//! turn; a counter is better or worse where the batches say so at 95%.

mod counters;
mod test;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use elenchus_produce::generate::Settings;
use elenchus_produce::policy::Policy;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::packages::has_command;

use crate::files;
use crate::generated::{generated, text};
use crate::tasks::Task;
use counters::{Compiler, Counts};
use test::{Judgement, judge};

pub const TASK: Task =
    Task::show("policies", "what policies do to gcc's and clang's optimisers, in equal time", run);

/// Seconds of the compiler for each side, in so many batches.
const SECONDS: u32 = 60;
const BATCHES: u32 = 20;

/// The geometric mean of gcc's ratios.
const BAR: f64 = 1.2;

/// Counters that hardly ever count say nothing.
const LEAST: u64 = 20;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// Seconds of CPU of a compiler for each side
    #[arg(long, default_value_t = SECONDS)]
    seconds: u32,
    /// Only this compiler
    #[arg(long)]
    compiler: Option<String>,
    /// Tell each counter
    #[arg(long)]
    tell: bool,
}

/// One side: a batch is what was counted in its time.
struct Side {
    settings: Settings,
    next: u64,
    batches: Vec<Counts>,
}

impl Side {
    fn new(settings: Settings) -> Side {
        Side { settings, next: 1, batches: Vec::new() }
    }

    /// Compiles programs until the time is over.
    fn batch(&mut self, folder: &Path, compiler: Compiler, time: Duration) -> Result<()> {
        let mut counts = Counts::default();
        while counts.cpu < time {
            let generated = generated(&self.settings, self.next)?;
            self.next += 1;
            compiler.count(folder, &text(&generated.files), &mut counts)?;
        }
        self.batches.push(counts);
        Ok(())
    }

    fn total(&self, counter: &str) -> u64 {
        self.batches.iter().map(|batch| batch.get(counter)).sum()
    }

    /// For a second of CPU, in each batch.
    fn rates(&self, counter: &str) -> Vec<f64> {
        let rate = |batch: &Counts| batch.get(counter) as f64 / batch.cpu.as_secs_f64();
        self.batches.iter().map(rate).collect()
    }
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let folder = files::folder(ctx.path("target/generate/policies"))?;
    let mut figures = Vec::new();
    for compiler in [Compiler::Gcc, Compiler::Clang] {
        let name = compiler.command();
        if args.compiler.as_ref().is_some_and(|wanted| wanted != name) {
            continue;
        }
        figures.push(match has_command(name) {
            true => compare(&folder, compiler, &args)?,
            false => {
                let skipped = Some(format!("{name} is not here"));
                Figure { skipped, ..figure(compiler, &args, &Summary::default()) }
            }
        });
    }
    Ok(figures)
}

fn compare(folder: &Path, compiler: Compiler, args: &Args) -> Result<Figure> {
    let mut with = Side::new(Settings::default());
    let mut without =
        Side::new(Settings { policy: Policy::none(), shuffle: false, ..Settings::default() });
    let time = Duration::from_secs(args.seconds.into()) / BATCHES;
    for _ in 0..BATCHES {
        with.batch(folder, compiler, time)?;
        without.batch(folder, compiler, time)?;
    }
    println!(
        "  {}: {} programs with policies, {} without",
        compiler.command(),
        with.next - 1,
        without.next - 1
    );
    Ok(figure(compiler, args, &summarise(&with, &without, args.tell)))
}

#[derive(Default)]
struct Summary {
    /// The geometric mean of the ratios.
    mean: f64,
    judged: BTreeMap<Judgement, usize>,
    /// Counters that count on one side only.
    only: [usize; 2],
}

fn summarise(with: &Side, without: &Side, tell: bool) -> Summary {
    let mut names: Vec<&String> =
        with.batches.iter().chain(&without.batches).flat_map(Counts::names).collect();
    names.sort();
    names.dedup();
    let mut summary = Summary::default();
    let mut logs = Vec::new();
    for name in names {
        let (ours, theirs) = (with.total(name), without.total(name));
        if ours + theirs < LEAST {
            continue;
        }
        let (ours_rates, their_rates) = (with.rates(name), without.rates(name));
        let judgement = judge(&ours_rates, &their_rates);
        *summary.judged.entry(judgement).or_default() += 1;
        let mean = |rates: &[f64]| rates.iter().sum::<f64>() / rates.len() as f64;
        let ratio = mean(&ours_rates) / mean(&their_rates);
        match (ours, theirs) {
            (0, _) => summary.only[1] += 1,
            (_, 0) => summary.only[0] += 1,
            _ => logs.push(ratio.ln()),
        }
        if tell {
            println!("  {name}: {ours} with, {theirs} without, {ratio:.2}, {}", judgement.name());
        }
    }
    summary.mean = (logs.iter().sum::<f64>() / logs.len().max(1) as f64).exp();
    summary
}

fn figure(compiler: Compiler, args: &Args, summary: &Summary) -> Figure {
    let counted =
        |judgement: Judgement| summary.judged.get(&judgement).copied().unwrap_or_default();
    let bar = match compiler {
        Compiler::Gcc => format!("a mean of {BAR}"),
        Compiler::Clang => "a mean over 1".to_string(),
    };
    let least = if compiler == Compiler::Gcc { BAR } else { 1.0 };
    Figure {
        name: format!("generate-policies-{}", compiler.command()),
        what: format!(
            "{}, with policies beside without, {} s of {} -O3 each: ratios",
            compiler.counters(),
            args.seconds,
            compiler.command()
        ),
        figure: format!(
            "geometric mean {:.2}; of {} counters {} better, {} worse, {} comparable at 95%; {} \
             with policies only, {} without only",
            summary.mean,
            summary.judged.values().sum::<usize>(),
            counted(Judgement::Better),
            counted(Judgement::Worse),
            counted(Judgement::Comparable),
            summary.only[0],
            summary.only[1],
        ),
        bar,
        holds: summary.mean >= least && args.seconds >= SECONDS,
        skipped: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_of_rates() {
        let side = |count: u64| {
            let mut side = Side::new(Settings::default());
            for _ in 0..BATCHES {
                let mut batch = Counts::default();
                batch.cpu = Duration::from_secs(2);
                batch.add("ccp Folded".to_string(), count);
                side.batches.push(batch);
            }
            side
        };
        let summary = summarise(&side(30), &side(10), false);
        assert!((summary.mean - 3.0).abs() < 1e-9);
        assert_eq!(summary.judged, BTreeMap::from([(Judgement::Better, 1)]));
        assert_eq!(summarise(&side(30), &side(0), false).only, [1, 0]);
    }
}
