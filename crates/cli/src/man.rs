//! `elenchus man`: the help of all commands as pages of the manual.

use std::path::PathBuf;

use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man;
use elenchus_campaign::new_files;

use crate::Cli;
use crate::status::Status;

/// Write pages of the manual, one for each command, in the form that `man` reads.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus man ~/.local/share/man/man1")]
pub struct Args {
    /// A folder, which is made if it is missing
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    std::fs::create_dir_all(&args.folder)
        .with_context(|| format!("cannot make the folder {}", args.folder.display()))?;
    let mut all = Cli::command().disable_help_subcommand(true);
    // `man` knows a page by one word, `elenchus-hunt`: this gives commands such names.
    all.build();
    for command in all.get_subcommands().chain([&all]) {
        let page = Man::new(command.clone());
        let mut text = Vec::new();
        page.render(&mut text)?;
        new_files::replace(&args.folder.join(page.get_filename()), &text, is_ours)?;
    }
    Ok(Status::Done)
}

/// Every page names itself: `.TH elenchus-hunt 1 …`.
fn is_ours(page: &[u8]) -> bool {
    page.split(|&byte| byte == b'\n').any(|line| line.starts_with(b".TH elenchus"))
}
