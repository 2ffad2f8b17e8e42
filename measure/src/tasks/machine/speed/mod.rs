//! The speed of the machine: whole programs beside clang with sanitizers,
//! kernels beside gcc's code, and what starting costs.
//!
//! CPU time, user and system; of several runs the fastest. The sides of a
//! ratio are measured in turn, so that a noisy hour meets both.

mod kernels;
mod programs;
mod start;

use anyhow::Result;
use clap::Parser;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::tasks::Task;

pub const TASK: Task =
    Task::bench("run", "the machine beside sanitizers and gcc's code; starting", run);

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// Only `programs`, `kernels` or `start`
    part: Option<String>,
}

/// A part, by its name.
type Part = (&'static str, fn(&Context) -> Result<Figure>);

const PARTS: &[Part] =
    &[("programs", programs::figure), ("kernels", kernels::figure), ("start", start::figure)];

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let part = Args::try_parse_from(args)?.part;
    let wanted = PARTS.iter().filter(|(name, _)| part.as_deref().is_none_or(|part| part == *name));
    wanted.map(|(_, measure)| measure(ctx)).collect()
}
