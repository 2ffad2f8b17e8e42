//! Measures the product: `cargo xtask bench|soak|show NAME`.
//!
//! Tasks are lists in [`tasks`]: a new one is one file and one line in the list
//! of its area. What they measure goes to the log of figures. Nothing here is part of
//! the product, and no crate depends on it.

mod call;
mod compile;
mod corpus;
mod cpu;
mod crate_tests;
mod elenchus;
mod faultbench;
mod files;
mod generated;
mod groups;
mod hash;
mod machine;
mod mutate;
mod native;
mod ours;
mod parallel;
mod random;
mod tasks;
mod unlisted;
mod work;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use elenchus_compilers::keep_freed_memory;
use elenchus_records::context::Context;
use elenchus_records::packages::Skip;
use xshell::cmd;

use tasks::Kind;

/// What a command answers: it becomes the exit status, 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Yes,
    No,
}

impl From<bool> for Answer {
    fn from(yes: bool) -> Answer {
        if yes { Answer::Yes } else { Answer::No }
    }
}

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Measures the product")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Measure speed beside a peer
    Bench(TaskArgs),
    /// Long runs against other implementations
    Soak(TaskArgs),
    /// Print a figure and its bar
    Show(TaskArgs),
    /// Fetch or make the C programs that tasks run on, into target/corpus
    Corpus {
        #[arg(value_enum, default_value = "all")]
        which: corpus::Which,
    },
    /// Part of a task, in a process of its own
    #[command(hide = true)]
    Work {
        #[command(subcommand)]
        job: work::Job,
    },
}

#[derive(Args)]
struct TaskArgs {
    /// A task's name, or `all`; without one, the names are listed
    name: Option<String>,
    /// Handed to the task; a run with arguments other than a place is not recorded
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
}

fn run(command: Command) -> Result<Answer> {
    let ctx = Context::new()?;
    match command {
        Command::Bench(t) => task(&ctx, Kind::Bench, &t),
        Command::Soak(t) => task(&ctx, Kind::Soak, &t),
        Command::Show(t) => task(&ctx, Kind::Show, &t),
        Command::Corpus { which } => corpus::run(&ctx, which),
        Command::Work { job } => work::run(&ctx, &job),
    }
}

/// Runs a task, again in a build with optimisation where it wants one.
fn task(ctx: &Context, kind: Kind, t: &TaskArgs) -> Result<Answer> {
    let (name, args) = (t.name.as_deref(), &t.args);
    if !cfg!(debug_assertions) || !name.is_some_and(|n| tasks::wants_optimisation(kind, n)) {
        return tasks::run(ctx, kind, name, args);
    }
    let (shell, cargo, command) = (ctx.shell()?, ctx.cargo(), kind.command());
    let run =
        cmd!(shell, "{cargo} run --release --quiet -p measure -- {command} {name...} {args...}");
    Ok(run.quiet().run().is_ok().into())
}

fn main() -> ExitCode {
    keep_freed_memory();
    call::end_on_interrupt();
    match run(Cli::parse().command) {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::FAILURE,
        Err(error) => match error.downcast_ref::<Skip>() {
            Some(skip) => {
                println!("skipped: {skip}");
                ExitCode::SUCCESS
            }
            None => {
                eprintln!("error: {error:#}");
                ExitCode::FAILURE
            }
        },
    }
}
