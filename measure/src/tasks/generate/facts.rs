//! Whether static facts are true of programs when they run, and whether programs that are
//! made safe by guards and by facts are valid.

use anyhow::Result;
use clap::Parser;
use elenchus_produce::generate::{Dropped, Preset, Safety, Settings, generate};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::parallel;
use crate::tasks::Task;

pub const TASK: Task =
    Task::show("facts", "static facts beside runs; programs of --safety wrap and static", run);

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// How many programs are compared with their facts
    #[arg(long, default_value_t = 1_000)]
    count: u64,
    /// How many programs of each way to be safe
    #[arg(long, default_value_t = 300)]
    safe: u64,
    /// How many inputs of each program that is valid for any
    #[arg(long, default_value_t = 20)]
    inputs: u64,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let mut parts = Vec::new();
    let mut holds = true;
    for preset in [Preset::Mix, Preset::Whole] {
        let settings = Settings { preset, assert_facts: true, ..Settings::default() };
        let lost = dropped(ctx, &settings, args.count);
        holds &= lost.is_empty();
        parts.push(format!("{} of {} of {}", lost.len(), args.count, preset.name()));
    }
    let refuted = Figure {
        name: "generate-facts".to_string(),
        what: "programs of which a static fact is not true at some point of the run".to_string(),
        figure: parts.join("; "),
        bar: "none".to_string(),
        holds,
        skipped: None,
    };
    let ways = [("wrap", Safety::Wrap, 0), ("static", Safety::Static, args.inputs)];
    let (mut parts, mut holds) = (Vec::new(), true);
    for (name, safety, inputs) in ways {
        let settings = Settings { safety, inputs, ..Settings::default() };
        let lost = dropped(ctx, &settings, args.safe);
        holds &= lost.is_empty();
        let valid = args.safe - lost.len() as u64;
        let with = if inputs > 0 { format!(", each for {inputs} inputs") } else { String::new() };
        parts.push(format!("{name}: {valid} of {}{with}", args.safe));
    }
    let safe = Figure {
        name: "generate-safety".to_string(),
        what: "programs of `--safety wrap` and `--safety static` that are valid".to_string(),
        figure: parts.join("; "),
        bar: "all".to_string(),
        holds,
        skipped: None,
    };
    Ok(vec![refuted, safe])
}

/// The programs that could not be made, which are told.
fn dropped(ctx: &Context, settings: &Settings, count: u64) -> Vec<Dropped> {
    let seeds: Vec<u64> = (1..=count).collect();
    let made = parallel::map(&seeds, ctx.threads, |&seed| (seed, generate(settings, seed).err()));
    let mut lost = Vec::new();
    for (seed, error) in made {
        if let Some(error) = error {
            println!("  {} {seed}: {error}", settings.preset.name());
            lost.push(error);
        }
    }
    lost
}
