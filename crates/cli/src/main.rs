//! The program `elenchus`: arguments and presentation, no logic.

mod audit;
mod blame;
mod check;
mod completions;
mod delete;
mod doctor;
mod enumerate;
mod expected;
mod explain;
mod features;
mod findings;
mod generate;
mod hunt;
mod import;
mod input;
mod language;
mod liberties;
mod list;
mod man;
mod mark;
mod merge;
mod message;
mod mutate;
mod parse;
mod plant;
mod printed;
mod progress;
mod recheck;
mod reduce;
mod replay;
mod report;
mod run;
mod show;
mod snippet;
mod split;
mod status;
mod talk;
mod toolchains;
mod verdict;
mod watch;

use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use elenchus_campaign::new_files::NotWritten;
use elenchus_compilers::keep_freed_memory;

use status::Status;

/// Finds bugs in C compilers.
#[derive(Parser)]
#[command(name = "elenchus", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// When to use colours; NO_COLOR in the environment turns them off, too
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = Colour::Auto,
          help_heading = "Output")]
    color: Colour,

    /// Say results and errors only, not how far it is
    #[arg(long, short, global = true, help_heading = "Output")]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Colour {
    /// On a terminal
    Auto,
    Always,
    Never,
}

impl From<Colour> for anstream::ColorChoice {
    fn from(colour: Colour) -> anstream::ColorChoice {
        match colour {
            Colour::Auto => anstream::ColorChoice::Auto,
            Colour::Always => anstream::ColorChoice::Always,
            Colour::Never => anstream::ColorChoice::Never,
        }
    }
}

#[derive(Subcommand)]
enum Command {
    Hunt(hunt::Args),
    List(list::Args),
    Show(show::Args),
    Mark(mark::Args),
    Merge(merge::Args),
    Split(split::Args),
    Delete(delete::Args),
    Report(report::Args),
    Replay(replay::Args),
    Recheck(recheck::Args),
    Import(import::Args),
    Features(features::Args),
    Blame(blame::Args),
    Audit(audit::Args),
    Reduce(reduce::Args),
    Check(check::Args),
    Doctor(doctor::Args),
    Generate(generate::Args),
    Enumerate(enumerate::Args),
    Mutate(mutate::Args),
    Parse(parse::Args),
    Run(run::Args),
    Explain(explain::Args),
    Completions(completions::Args),
    Man(man::Args),
}

fn main() -> ExitCode {
    keep_freed_memory();
    let arguments = language::as_long_options(std::env::args_os());
    let matches = match Cli::command().try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(help_or_error) => {
            // Nobody reads it: nothing more can be said.
            let _ = help_or_error.print();
            return ExitCode::from(u8::try_from(help_or_error.exit_code()).unwrap_or(2));
        }
    };
    match run(&matches) {
        Ok(status) => status,
        Err(error) if status::reader_is_gone(&error) => Status::Done.into(),
        Err(error) => match error.downcast_ref::<NotWritten>() {
            Some(not_written) => findings::refuse_files(not_written).into(),
            None => {
                talk::complain(&format!("{error:#}"));
                Status::Environment.into()
            }
        },
    }
}

fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let cli = Cli::from_arg_matches(matches)?;
    anstream::ColorChoice::from(cli.color).write_global();
    if cli.quiet {
        talk::be_quiet();
    }
    match (cli.command, matches.subcommand()) {
        (Command::Hunt(args), Some(_)) => hunt::run(&args).map(Into::into),
        (Command::List(args), Some(_)) => list::run(&args).map(Into::into),
        (Command::Show(args), Some(_)) => show::run(&args).map(Into::into),
        (Command::Mark(args), Some(_)) => mark::run(&args).map(Into::into),
        (Command::Merge(args), Some(_)) => merge::run(&args).map(Into::into),
        (Command::Split(args), Some(_)) => split::run(&args).map(Into::into),
        (Command::Delete(args), Some(_)) => delete::run(&args).map(Into::into),
        (Command::Report(args), Some(_)) => report::run(&args).map(Into::into),
        (Command::Replay(args), Some(_)) => replay::run(&args).map(Into::into),
        (Command::Recheck(args), Some(_)) => recheck::run(&args).map(Into::into),
        (Command::Import(args), Some(_)) => import::run(&args).map(Into::into),
        (Command::Features(args), Some(_)) => features::run(&args).map(Into::into),
        (Command::Blame(args), Some(_)) => blame::run(&args).map(Into::into),
        (Command::Audit(args), Some(_)) => audit::run(&args).map(Into::into),
        (Command::Reduce(args), Some(_)) => reduce::run(&args).map(Into::into),
        (Command::Check(args), Some(_)) => check::run(&args).map(Into::into),
        (Command::Doctor(args), Some(_)) => doctor::run(&args).map(Into::into),
        (Command::Generate(args), Some(_)) => generate::run(&args).map(Into::into),
        (Command::Enumerate(args), Some((_, matches))) => {
            enumerate::run(&args, matches).map(Into::into)
        }
        (Command::Mutate(args), Some((_, matches))) => mutate::run(&args, matches).map(Into::into),
        (Command::Parse(args), Some((_, matches))) => parse::run(&args, matches).map(Into::into),
        (Command::Run(args), Some((_, matches))) => run::run(&args, matches),
        (Command::Explain(args), Some(_)) => explain::run(&args).map(Into::into),
        (Command::Completions(args), Some(_)) => completions::run(&args).map(Into::into),
        (Command::Man(args), Some(_)) => man::run(&args).map(Into::into),
        (_, None) => Ok(Status::Wrong.into()),
    }
}
