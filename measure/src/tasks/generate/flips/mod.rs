//! Whether what a generated program computes matters: one bit of one stored
//! value is flipped at a random executed assignment, on the machine, and the
//! program's answer compared. And how much of its code is executed at all.
//!
//! A flip can make the program undefined. Such a run has no answer, so it
//! counts neither as changed nor as unchanged; it is told apart.

mod instrument;
mod live;
mod trial;

use anyhow::Result;
use clap::Parser;
use elenchus_produce::generate::Settings;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::generated::{generated, text};
use crate::parallel;
use crate::random::Random;
use crate::tasks::{Task, share};
use live::Live;
use trial::{Flipped, Subject};

pub const TASK: Task = Task::show(
    "flips",
    "stored values flipped in generated programs; their executed statements",
    run,
);

const PROGRAMS: usize = 200;
const TRIALS: usize = 50;

/// The least share of trials that change the answer, and of statements that
/// are executed, in per cent.
const FLIPS_BAR: usize = 80;
const LIVE_BAR: usize = 60;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// How many programs
    #[arg(long, default_value_t = PROGRAMS)]
    programs: usize,
    /// How many flips in each
    #[arg(long, default_value_t = TRIALS)]
    trials: usize,
    /// The seed of the first program
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Bytes of text
    #[arg(long)]
    size: Option<u64>,
    /// Tell each flip that changes nothing
    #[arg(long)]
    tell: bool,
}

/// What was counted in one program, or in all.
#[derive(Clone, Copy, Default)]
struct Counts {
    /// Another output.
    output: usize,
    /// Another status, or no end.
    end: usize,
    undefined: usize,
    same: usize,
    live: Live,
}

impl Counts {
    fn add(&mut self, flipped: Flipped) {
        *match flipped {
            Flipped::Output => &mut self.output,
            Flipped::End => &mut self.end,
            Flipped::Undefined => &mut self.undefined,
            Flipped::Same => &mut self.same,
        } += 1;
    }

    fn and(self, other: Counts) -> Counts {
        Counts {
            output: self.output + other.output,
            end: self.end + other.end,
            undefined: self.undefined + other.undefined,
            same: self.same + other.same,
            live: self.live.and(other.live),
        }
    }

    fn changed(&self) -> usize {
        self.output + self.end
    }

    fn trials(&self) -> usize {
        self.changed() + self.undefined + self.same
    }
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let mut settings = Settings::default();
    settings.size = args.size.unwrap_or(settings.size);
    let seeds: Vec<u64> = (args.seed..).take(args.programs).collect();
    let counts =
        parallel::map(&seeds, ctx.threads, |seed| one(&settings, *seed, args.trials, args.tell));
    let counts = counts.into_iter().collect::<Result<Vec<_>>>()?;
    let total = counts.into_iter().fold(Counts::default(), Counts::and);
    Ok(vec![flips_figure(&total), live_figure(&settings, &total.live)])
}

/// All trials of one program.
fn one(settings: &Settings, seed: u64, trials: usize, tell: bool) -> Result<Counts> {
    let generated = generated(settings, seed)?;
    let text = text(&generated.files);
    let mut counts = Counts { live: live::measure(&text)?, ..Counts::default() };
    let subject = Subject::new(&text, &generated.output)
        .map_err(|error| error.context(format!("seed {seed}")))?;
    let mut random = Random::new(seed);
    for _ in 0..trials {
        if subject.stores() == 0 {
            break;
        }
        let at = random.next() % subject.stores() + 1;
        let bit = random.below(64);
        let flipped = subject.flip(at, bit as u64);
        if tell && flipped == Flipped::Same {
            println!("  {seed}: the same with bit {bit} after {}", subject.statement(at));
        }
        counts.add(flipped);
    }
    Ok(counts)
}

fn flips_figure(counts: &Counts) -> Figure {
    let defined = counts.trials() - counts.undefined;
    let wanted = PROGRAMS * TRIALS;
    Figure {
        name: "generate-flips".to_string(),
        what: "one stored value flipped at a random executed assignment in `mix`: runs with an \
               answer whose answer is another"
            .to_string(),
        figure: format!(
            "{}: {} another output, {} another end; of {} trials, {} undefined",
            share("", counts.changed(), defined).trim_start(),
            counts.output,
            counts.end,
            counts.trials(),
            counts.undefined,
        ),
        bar: format!("{FLIPS_BAR}% in {wanted} trials"),
        holds: counts.trials() >= wanted && 100 * counts.changed() >= FLIPS_BAR * defined,
        skipped: None,
    }
}

fn live_figure(settings: &Settings, live: &Live) -> Figure {
    Figure {
        name: "generate-live".to_string(),
        what: format!(
            "statements of `mix` that are executed, in programs of {} kB",
            settings.size / 1000
        ),
        figure: share("executed", live.executed, live.statements),
        bar: format!("{LIVE_BAR}%"),
        holds: live.statements > 0 && 100 * live.executed >= LIVE_BAR * live.statements,
        skipped: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_flipped() {
        let counts = one(&Settings { size: 2_000, ..Settings::default() }, 1, 10, false).unwrap();
        assert_eq!(counts.trials(), 10);
        assert!(counts.changed() > 0 && counts.live.executed <= counts.live.statements);
    }
}
