//! `elenchus list`: what was found.

use std::io::Write;

use elenchus_campaign::finding::State;
use elenchus_campaign::store::Bug;

use crate::findings::{StoreFile, refuse, style};
use crate::status::Status;

/// List what hunts have found, one line for each bug.
///
/// Findings that are likely one bug are together; the number is that of the
/// best of them: a confirmed one with a small program.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus list --state confirmed")]
pub struct Args {
    #[command(flatten)]
    store: StoreFile,

    /// Only those in this state: confirmed, suspected, disputed or flaky
    #[arg(long, value_parser = state)]
    state: Option<State>,

    /// Those that were marked as ignored, too
    #[arg(long)]
    all: bool,

    /// Print a JSON object for each
    #[arg(long)]
    json: bool,
}

fn state(name: &str) -> Result<State, String> {
    State::by_name(name).ok_or_else(|| format!("the states are {}", State::names()))
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let bugs = match args.store.open().map(|store| store.bugs()) {
        Ok(Ok(bugs)) => bugs,
        Ok(Err(error)) => return Ok(refuse(&error)),
        Err(status) => return Ok(status),
    };
    let mut out = anstream::stdout().lock();
    let wanted = |bug: &&Bug| {
        args.state.is_none_or(|wanted| wanted.name() == bug.state)
            && (args.all || bug.mark.as_deref() != Some("ignored"))
    };
    if !args.json {
        writeln!(out, "{:>5}  {:<9}  {:>5}  {:>7}  bug", "id", "state", "seen", "bytes")?;
    }
    for bug in bugs.iter().filter(wanted) {
        if args.json {
            writeln!(out, "{}", serde_json::to_string(bug)?)?;
            continue;
        }
        let style = style(&bug.state);
        let (id, state, seen, size) = (bug.finding, &bug.state, bug.seen, bug.size);
        let marks = [&bug.mark, &bug.url].into_iter().flatten();
        let mark: String = marks.map(|mark| format!(" [{mark}]")).collect();
        let what = &bug.signature;
        writeln!(out, "{id:>5}  {style}{state:<9}{style:#}  {seen:>5}  {size:>7}  {what}{mark}")?;
    }
    Ok(Status::Done)
}
