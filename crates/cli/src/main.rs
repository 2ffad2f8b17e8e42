//! The program `elenchus`: arguments and presentation, no logic.

mod generate;
mod input;
mod language;
mod message;
mod parse;
mod printed;
mod run;
mod snippet;
mod status;
mod talk;
mod watch;

use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use status::Status;

/// Finds bugs in C compilers.
#[derive(Parser)]
#[command(name = "elenchus", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Generate(generate::Args),
    Parse(parse::Args),
    Run(run::Args),
}

fn main() -> ExitCode {
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
        Err(error) => {
            talk::complain(&format!("{error:#}"));
            Status::Environment.into()
        }
    }
}

fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let cli = Cli::from_arg_matches(matches)?;
    match (cli.command, matches.subcommand()) {
        (Command::Generate(args), Some(_)) => generate::run(&args).map(Into::into),
        (Command::Parse(args), Some((_, matches))) => parse::run(&args, matches).map(Into::into),
        (Command::Run(args), Some((_, matches))) => run::run(&args, matches),
        (_, None) => Ok(Status::Wrong.into()),
    }
}
