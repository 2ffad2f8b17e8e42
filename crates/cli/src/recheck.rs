//! `elenchus recheck`: which bugs are there still?

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Context;
use elenchus_campaign::lab::Allowance;
use elenchus_campaign::recheck::{Now, RecheckError, Rechecked, recheck};
use elenchus_compilers::on_interrupt;
use elenchus_compilers::run::family;

use crate::findings::{StoreFile, refuse};
use crate::status::Status;
use crate::toolchains::interrupted;

/// Try all bugs again, after an update of a compiler.
///
/// One line for each: fixed, still there, changed. What is fixed is closed, and opened
/// again if it comes back. Where only the smaller program is cured, the finding is named
/// that still fails. Ends with status 1 if a bug is there that was closed.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus recheck --store hunt.db")]
pub struct Args {
    #[command(flatten)]
    store: StoreFile,

    /// Print a JSON object for each bug
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let store = match args.store.open() {
        Ok(store) => store,
        Err(status) => return Ok(status),
    };
    family::adopt_orphans().context("cannot look after the processes of compilers")?;
    let mut out = anstream::stdout().lock();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut written = Ok(());
    if !args.json {
        writeln!(out, "{:>5}  {:<12}  bug", "id", "now")?;
    }
    let done = recheck(&store, Allowance::default(), on_interrupt(), &mut |one| {
        *counts.entry(word(&one.now)).or_default() += 1;
        let line = if args.json {
            serde_json::to_string(&one).map_err(Into::into)
        } else {
            Ok(line(&one))
        };
        let said = line.and_then(|line| writeln!(out, "{line}"));
        // The first trouble is told; the store has what was found out.
        if written.is_ok() {
            written = said;
        }
    });
    written?;
    match done {
        Ok(()) => {}
        Err(RecheckError::Store(error)) => return Ok(refuse(&error)),
        Err(RecheckError::Stopped) => return Ok(interrupted()),
        Err(RecheckError::Io(error)) => return Err(error.into()),
    }
    if !args.json {
        let counts: Vec<String> =
            counts.iter().map(|(now, count)| format!("{count} {now}")).collect();
        writeln!(out, "{}", counts.join(", "))?;
    }
    Ok(if counts.contains_key(BACK) { Status::No } else { Status::Done })
}

const BACK: &str = "back";

fn word(now: &Now) -> &'static str {
    match now {
        Now::StillThere => "still there",
        Now::Back => BACK,
        Now::Fixed => "fixed",
        Now::PartlyFixed { .. } => "partly fixed",
        Now::Changed { .. } => "changed",
        Now::Untried { .. } => "not tried",
    }
}

fn line(one: &Rechecked) -> String {
    let more = match &one.now {
        Now::PartlyFixed { finding } => format!(" (finding {finding} still fails)"),
        Now::Changed { what } => format!(" (now: {what})"),
        Now::Untried { why } => format!(" ({why})"),
        _ => String::new(),
    };
    format!("{:>5}  {:<12}  {}{more}", one.bug.finding, word(&one.now), one.bug.signature)
}
