//! `elenchus list`: what was found.

use std::io::Write;

use elenchus_campaign::finding::State;
use elenchus_campaign::rank::ranked;
use elenchus_campaign::store::Bug;
use elenchus_campaign::summary::{Table, summary};

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

    /// Each as unlike those before it as can be, and what was marked last: in this order
    /// the first few lines show the most bugs
    #[arg(long)]
    rank: bool,

    /// How many bugs show what, at which level, in which stage of a compiler, in which
    /// versions
    #[arg(long, conflicts_with_all = ["rank", "state", "all"])]
    summary: bool,

    /// Print a JSON object for each
    #[arg(long)]
    json: bool,
}

/// The mark of a bug that nobody wants to see.
const IGNORED: &str = "ignored";

fn state(name: &str) -> Result<State, String> {
    State::by_name(name).ok_or_else(|| format!("the states are {}", State::names()))
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let store = match args.store.open() {
        Ok(store) => store,
        Err(status) => return Ok(status),
    };
    if args.summary {
        return match summary(&store) {
            Ok(tables) => show(&tables, args.json),
            Err(error) => Ok(refuse(&error)),
        };
    }
    let bugs = match if args.rank { ranked(&store) } else { store.bugs() } {
        Ok(bugs) => bugs,
        Err(error) => return Ok(refuse(&error)),
    };
    let mut out = anstream::stdout().lock();
    let wanted = |bug: &&Bug| {
        args.state.is_none_or(|wanted| wanted.name() == bug.state)
            && (args.all || bug.mark.as_deref() != Some(IGNORED))
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
        let mut mark: String = marks.map(|mark| format!(" [{mark}]")).collect();
        if bug.mark.is_some() && bug.held > 0 {
            mark += &format!(" ({} more held back)", bug.held);
        }
        let pass: String = bug.pass.iter().map(|pass| format!(" in {pass}")).collect();
        let what = &bug.signature;
        writeln!(
            out,
            "{id:>5}  {style}{state:<9}{style:#}  {seen:>5}  {size:>7}  {what}{pass}{mark}"
        )?;
    }
    let hidden = bugs.iter().filter(|bug| !args.all && bug.mark.as_deref() == Some(IGNORED));
    let (count, seen) = hidden.fold((0, 0), |(count, seen), bug| (count + 1, seen + bug.seen));
    if count > 0 && !args.json {
        let what = "ignored bugs are not shown; programs that showed them";
        writeln!(out, "{count} {what}: {seen}; --all shows them")?;
    }
    Ok(Status::Done)
}

fn show(tables: &[Table], as_json: bool) -> anyhow::Result<Status> {
    let mut out = anstream::stdout().lock();
    for table in tables {
        if as_json {
            writeln!(out, "{}", serde_json::to_string(table)?)?;
            continue;
        }
        writeln!(out, " bugs  {}", table.what)?;
        for (answer, count) in &table.rows {
            writeln!(out, "{count:>5}  {answer}")?;
        }
        writeln!(out)?;
    }
    Ok(Status::Done)
}
