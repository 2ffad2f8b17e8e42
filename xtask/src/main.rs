//! The project's own tools: `cargo xtask COMMAND`.
//!
//! Each command is one module. Benches, soaks and shows are lists of tasks in
//! [`tasks`], checks of the repository a list in [`tidy`]: a new one is one
//! file and one line in its list. Nothing here is part of the product, and no
//! crate depends on it.

mod bless;
mod context;
mod corpus;
mod cpu;
mod figures;
mod found;
mod hash;
mod listed;
mod machine;
mod native;
mod ours;
mod packages;
mod parallel;
mod process;
mod random;
mod tasks;
mod test;
mod tidy;
mod work;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use elenchus_compilers::keep_freed_memory;
use xshell::cmd;

use crate::context::{Answer, Context, Skip};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The project's own tools")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Install what the tests need, where that is possible, and run them all
    Test {
        /// Install nothing: tests that lack a package skip by name
        #[arg(long)]
        no_install: bool,
        /// Run only the tests whose name contains this
        filter: Option<String>,
    },
    /// Check what a compiler does not: layering, sizes, links, generated files
    Tidy,
    /// Rewrite expected outputs and generated files; review the diff
    Bless {
        /// Only the tests whose name contains this, or `figures` or `found`
        filter: Option<String>,
    },
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
        Command::Test { no_install, filter } => test::run(&ctx, !no_install, filter.as_deref()),
        Command::Tidy => tidy::run(&ctx),
        Command::Bless { filter } => bless::run(&ctx, filter.as_deref()),
        Command::Bench(t) => task(&ctx, &tasks::BENCH, &t),
        Command::Soak(t) => task(&ctx, &tasks::SOAK, &t),
        Command::Show(t) => task(&ctx, &tasks::SHOW, &t),
        Command::Corpus { which } => corpus::run(&ctx, which),
        Command::Work { job } => work::run(&ctx, &job),
    }
}

/// Runs a task, again in a build with optimisation where it wants one.
fn task(ctx: &Context, registry: &tasks::Registry, t: &TaskArgs) -> Result<Answer> {
    let name = t.name.as_deref();
    if !cfg!(debug_assertions) || !name.is_some_and(|n| tasks::wants_optimisation(registry, n)) {
        return tasks::run(ctx, registry, name, &t.args);
    }
    let shell = ctx.shell()?;
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let (command, args) = (registry.command, &t.args);
    let run =
        cmd!(shell, "{cargo} run --release --quiet -p xtask -- {command} {name...} {args...}");
    Ok(run.quiet().run().is_ok().into())
}

fn main() -> ExitCode {
    keep_freed_memory();
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
