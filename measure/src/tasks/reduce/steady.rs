//! Reductions that are killed and gone on with, and reductions with more and fewer jobs.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use super::cases::{SMALL, ready};
use super::ours::{interrupted, reduce};
use crate::elenchus;
use crate::faultbench::Faultbench;
use crate::random::Random;
use crate::tasks::{Task, share};

pub const TASK: Task = Task::soak(
    "steady",
    "reductions killed and gone on with; with one job and with two; given faultbench",
    run,
)
.placed();

/// Times that each program's reduction is killed.
const KILLS: usize = 4;

/// Programs: together they are killed 20 times.
const PROGRAMS: usize = 5;

/// How much worse the mean with one job may be than with two, and the other way round.
const BAR: f64 = 1.1;

/// Seconds for a reduction.
const CAP: u64 = 900;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// The folder of faultbench
    folder: Option<PathBuf>,
    #[arg(long, default_value_t = PROGRAMS)]
    programs: usize,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let bench = Faultbench::within(args.folder.as_deref())?;
    bench.prepare(&["build"])?;
    let elenchus = elenchus::binary(ctx)?;
    let mut random = Random::new(1);
    let (mut kills, mut no_worse, mut ratios) = (0, 0, Vec::new());
    for case in SMALL.iter().take(args.programs) {
        let ready = ready(ctx, &bench, case)?;
        let [one, two] = ["1", "2"].map(|jobs| reduce(&elenchus, &ready, jobs, CAP));
        let (one, two) = (one?, two?);
        ratios.push((one.kept.tokens as f64 / two.kept.tokens as f64).ln());
        println!("  {}: {} and {} tokens", case.name, one.kept.tokens, two.kept.tokens);
        for _ in 0..KILLS {
            let after = Duration::from_secs_f64(two.wall * (1 + random.below(98)) as f64 / 100.0);
            let Some(again) = interrupted(&elenchus, &ready, "2", (after, CAP))? else { continue };
            kills += 1;
            let good = again.kept.shows && again.kept.tokens <= two.kept.tokens;
            no_worse += usize::from(good);
            let word = if good { "no worse" } else { "WORSE" };
            println!(
                "  {}: killed after {after:.1?}: {} tokens, {word}",
                case.name, again.kept.tokens
            );
        }
    }
    let mean = (ratios.iter().sum::<f64>() / ratios.len().max(1) as f64).exp();
    let figure = |name: &str, what: &str, figure: String, bar: String, holds: bool| {
        let (name, what) = (format!("reduce-{name}"), what.to_owned());
        Figure { name, what, figure, bar, holds, skipped: None }
    };
    Ok(vec![
        figure(
            "resume",
            "reductions killed at a random time and gone on with",
            share("end no worse than those that were not:", no_worse, kills),
            "all".to_owned(),
            kills > 0 && no_worse == kills,
        ),
        figure(
            "jobs",
            "tokens that are left with one job, beside two",
            format!("{mean:.2} times as many in the mean of {}", ratios.len()),
            format!("neither worse by more than {:.0}%", 100.0 * (BAR - 1.0)),
            (1.0 / BAR..=BAR).contains(&mean),
        ),
    ])
}
