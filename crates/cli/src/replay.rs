//! `elenchus replay`: is a finding still there?

use std::io::Write;

use elenchus_campaign::lab::Allowance;
use elenchus_campaign::replay::{ReplayError, replay};
use elenchus_compilers::on_interrupt;
use elenchus_compilers::run::family;

use crate::findings::{StoreFile, refuse};
use crate::status::Status;
use crate::talk;

/// Make the program of a finding again from its seed, and try it again.
///
/// Ends with status 0 if the bug is still there and 1 if it is not.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus replay 1")]
pub struct Args {
    /// The number of the finding
    id: i64,

    #[command(flatten)]
    store: StoreFile,

    /// Print what came of it as one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let finding = match args.store.open().map(|store| store.finding(args.id)) {
        Ok(Ok(finding)) => finding,
        Ok(Err(error)) => return Ok(refuse(&error)),
        Err(status) => return Ok(status),
    };
    family::adopt_orphans()?;
    let replayed = match replay(&finding, Allowance::default(), on_interrupt()) {
        Ok(replayed) => replayed,
        Err(error) => {
            talk::complain(&error.to_string());
            return Ok(match error {
                ReplayError::NoTest(_) => Status::Wrong,
                _ => Status::Environment,
            });
        }
    };
    if !replayed.same_program {
        talk::complain("source and seed give another program than the one that is stored");
    }
    if !replayed.same_version {
        talk::complain(&format!("the compiler was: {}", finding.version));
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&replayed)?)?;
    } else {
        match &replayed.finding {
            Some(found) => {
                writeln!(out, "still there: {}, {}", found.state.name(), found.signature)?
            }
            None => writeln!(out, "not seen any more: {}", finding.signature)?,
        }
    }
    Ok(if replayed.finding.is_some() { Status::Done } else { Status::No })
}
