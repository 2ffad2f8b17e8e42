//! `elenchus show`: all about one finding.

use std::io::Write;

use elenchus_campaign::report;

use crate::findings::{StoreFile, refuse};
use crate::status::Status;

/// Show a finding: commands, what happens, what should, and the program.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus show 1 | less")]
pub struct Args {
    /// The number of the finding
    id: i64,

    #[command(flatten)]
    store: StoreFile,

    /// Print it as one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let store = match args.store.open() {
        Ok(store) => store,
        Err(status) => return Ok(status),
    };
    let finding = match store.finding(args.id) {
        Ok(finding) => finding,
        Err(error) => return Ok(refuse(&error)),
    };
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&finding)?)?;
        return Ok(Status::Done);
    }
    out.write_all(report::markdown(&finding).as_bytes())?;
    if finding.reduced.is_some() {
        let bytes = finding.program.size();
        writeln!(
            out,
            "\nReduced from a program of {bytes} bytes: elenchus report {} has both.",
            args.id
        )?;
    }
    let siblings = store.siblings(args.id)?;
    if siblings.len() > 1 {
        writeln!(out, "\nLikely the same bug:\n")?;
        for (id, why) in siblings {
            writeln!(out, "- finding {id}: {why}")?;
        }
    }
    Ok(Status::Done)
}
