//! `elenchus completions`: what a shell needs to complete our commands.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::Cli;
use crate::status::Status;

/// Print completions of commands and options for a shell.
///
/// Where they go depends on the shell: a file that it reads when it starts.
#[derive(clap::Args)]
#[command(after_help = "Example, for bash:
  elenchus completions bash > ~/.local/share/bash-completion/completions/elenchus")]
pub struct Args {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    // It panics where it cannot write.
    let mut text = Vec::new();
    generate(args.shell, &mut Cli::command(), "elenchus", &mut text);
    std::io::stdout().write_all(&text)?;
    Ok(Status::Done)
}
