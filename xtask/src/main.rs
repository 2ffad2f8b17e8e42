//! The project's own tools: `cargo xtask COMMAND`.
//!
//! Each command is one module. Checks of the repository are a list in [`tidy`]:
//! a new one is one file and one line in the list. What measures is the crate
//! `measure`, which [`forward`] starts: so this one uses no crate of the
//! product, and is built in seconds. No crate depends on it.

mod bless;
mod dist;
mod forward;
mod newest;
mod test;
mod tidy;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use elenchus_records::context::Context;

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
    Bench(Forwarded),
    /// Long runs against other implementations
    Soak(Forwarded),
    /// Print a figure and its bar
    Show(Forwarded),
    /// Fetch or make the C programs that tasks run on, into target/corpus
    Corpus(Forwarded),
    /// Make a Debian with the newest gcc and clang in a folder, and hunt there
    Newest(newest::Newest),
    /// Build what is installed: the program, its manual, completions for shells
    Dist(dist::Dist),
}

/// The words for `measure`, which knows what they may be.
#[derive(Args)]
struct Forwarded {
    /// A name and its arguments; without one, the names are listed
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

fn run(command: Command) -> Result<ExitCode> {
    let ctx = Context::new()?;
    match command {
        Command::Test { no_install, filter } => test::run(&ctx, !no_install, filter.as_deref()),
        Command::Tidy => tidy::run(&ctx),
        Command::Bless { filter } => bless::run(&ctx, filter.as_deref()),
        Command::Bench(words) => forward::to_measure(&ctx, "bench", &words.words),
        Command::Soak(words) => forward::to_measure(&ctx, "soak", &words.words),
        Command::Show(words) => forward::to_measure(&ctx, "show", &words.words),
        Command::Corpus(words) => forward::to_measure(&ctx, "corpus", &words.words),
        Command::Newest(args) => newest::run(&ctx, &args),
        Command::Dist(args) => dist::run(&ctx, &args),
    }
}

fn main() -> ExitCode {
    run(Cli::parse().command).unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}
