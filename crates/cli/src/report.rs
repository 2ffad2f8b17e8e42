//! `elenchus report`: a finding as others want to have it.

use std::io::Write;
use std::path::PathBuf;

use elenchus_campaign::report;

use crate::findings::{StoreFile, refuse};
use crate::status::Status;

/// Write a folder with all that a bug report needs.
///
/// The program, README.md for the tracker, repro.sh which shows the bug by
/// itself (status 0 if it is there), a Makefile, and interesting.sh for C-Reduce
/// and C-Vise.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus report 1 && finding-1/repro.sh")]
pub struct Args {
    /// The number of the finding
    id: i64,

    #[command(flatten)]
    store: StoreFile,

    /// The folder [default: finding-ID]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Print the finding as one JSON object as well
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let finding = match args.store.open().map(|store| store.finding(args.id)) {
        Ok(Ok(finding)) => finding,
        Ok(Err(error)) => return Ok(refuse(&error)),
        Err(status) => return Ok(status),
    };
    let folder = args.out.clone().unwrap_or_else(|| format!("finding-{}", args.id).into());
    // A script of the report calls this very program, which need not be on PATH.
    let elenchus = std::env::current_exe().unwrap_or_else(|_| "elenchus".into());
    report::write(&finding, &folder, &elenchus)?;
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&finding)?)?;
    } else {
        writeln!(out, "{}", folder.join("README.md").display())?;
    }
    Ok(Status::Done)
}
