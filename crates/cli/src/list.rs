//! `elenchus list`: what was found.

use std::io::Write;
use std::time::Duration;

use elenchus_campaign::finding::{Kind, State};
use elenchus_campaign::rank::ranked;
use elenchus_campaign::store::{Bug, Store, StoreError};
use elenchus_campaign::summary::{Table, summary};

use crate::findings::{StoreFile, refuse, style};
use crate::progress::duration;
use crate::status::Status;

/// List what hunts have found, one line for each bug.
///
/// Findings that are likely one bug are together; the number is that of the
/// best of them: a confirmed one with a small program. Days are those of UTC.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus list --state confirmed --compiler gcc --since 7d")]
pub struct Args {
    #[command(flatten)]
    store: StoreFile,

    /// Only those in this state: confirmed, suspected, disputed or flaky
    #[arg(long, value_parser = state)]
    state: Option<State>,

    /// Only those of this kind, as wrong-output or crash
    #[arg(long, value_parser = kind)]
    kind: Option<Kind>,

    /// Only those of compilers whose name or version has this in it
    #[arg(long, value_name = "TEXT")]
    compiler: Option<String>,

    /// Only those that a program showed in this time (12h, 7d), or from a day on (2026-01-31)
    #[arg(long, value_name = "TIME", value_parser = since)]
    since: Option<Since>,

    /// Those that were marked as ignored, too
    #[arg(long)]
    all: bool,

    /// Each as unlike those before it as can be, and what was marked last: in this order
    /// the first few lines show the most bugs
    #[arg(long)]
    rank: bool,

    /// How many bugs show what, at which level, in which stage of a compiler, in which
    /// versions
    #[arg(long, conflicts_with_all = ["rank", "state", "kind", "compiler",
                                            "since", "all"])]
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

fn kind(name: &str) -> Result<Kind, String> {
    Kind::by_name(name).ok_or_else(|| format!("the kinds are {}", Kind::names()))
}

#[derive(Clone, Debug)]
enum Since {
    Ago(Duration),
    Day(String),
}

fn since(text: &str) -> Result<Since, String> {
    let is_day = text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if is_day {
        return Ok(Since::Day(text.to_owned()));
    }
    let ago = duration(text).map_err(|_| "say a time, as 12h or 7d, or a day, as 2026-01-31");
    Ok(Since::Ago(ago?))
}

/// What `--since` says, as bugs have their dates.
fn begin(since: Option<&Since>, store: &Store) -> Result<String, StoreError> {
    match since {
        None => Ok(String::new()),
        Some(Since::Day(day)) => Ok(day.clone()),
        Some(Since::Ago(time)) => store.ago(*time),
    }
}

impl Args {
    /// Whether a bug is one of those that were asked for, ignored or not.
    fn wants(&self, bug: &Bug, begin: &str) -> bool {
        let is_of = |text: &String| bug.compiler.contains(text) || bug.version.contains(text);
        self.state.is_none_or(|state| state.name() == bug.state)
            && self.kind.is_none_or(|kind| kind.name() == bug.kind)
            && self.compiler.as_ref().is_none_or(is_of)
            && bug.last_seen.as_str() >= begin
    }
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
    let read = || {
        let bugs = if args.rank { ranked(&store)? } else { store.bugs()? };
        Ok((bugs, begin(args.since.as_ref(), &store)?))
    };
    let (mut bugs, begin) = match read() {
        Ok(read) => read,
        Err(error) => return Ok(refuse(&error)),
    };
    bugs.retain(|bug| args.wants(bug, &begin));
    let is_hidden = |bug: &&Bug| !args.all && bug.mark.as_deref() == Some(IGNORED);
    let mut out = anstream::stdout().lock();
    if !args.json {
        let (id, state, seen, bytes) = ("id", "state", "seen", "bytes");
        let (first, last, version) = ("first seen", "last seen", "version");
        writeln!(
            out,
            "{id:>5}  {state:<9}  {seen:>5}  {bytes:>7}  {first:<10}  {last:<10}  {version:<8}  bug"
        )?;
    }
    for bug in bugs.iter().filter(|bug| !is_hidden(bug)) {
        match args.json {
            true => writeln!(out, "{}", serde_json::to_string(bug)?)?,
            false => line(&mut out, bug)?,
        }
    }
    let hidden = bugs.iter().filter(is_hidden);
    let (count, seen) = hidden.fold((0, 0), |(count, seen), bug| (count + 1, seen + bug.seen));
    if count > 0 && !args.json {
        let what = "ignored bugs are not shown; programs that showed them";
        writeln!(out, "{count} {what}: {seen}; --all shows them")?;
    }
    Ok(Status::Done)
}

/// A bug for people.
fn line(out: &mut impl Write, bug: &Bug) -> std::io::Result<()> {
    let style = style(&bug.state);
    let (id, state, seen, size) = (bug.finding, &bug.state, bug.seen, bug.size);
    let (first, last) = (day(&bug.first_seen), day(&bug.last_seen));
    let version = number(&bug.version);
    let marks = [&bug.mark, &bug.url].into_iter().flatten();
    let mut mark: String = marks.map(|mark| format!(" [{mark}]")).collect();
    if bug.mark.is_some() && bug.held > 0 {
        mark += &format!(" ({} more held back)", bug.held);
    }
    let pass: String = bug.pass.iter().map(|pass| format!(" in {pass}")).collect();
    let what = &bug.signature;
    writeln!(
        out,
        "{id:>5}  {style}{state:<9}{style:#}  {seen:>5}  {size:>7}  {first:<10}  {last:<10}  \
         {version:<8}  {what}{pass}{mark}"
    )
}

/// The day of a date.
fn day(date: &str) -> &str {
    date.split(' ').next().unwrap_or_default()
}

/// The number in what a compiler says of its version.
fn number(version: &str) -> &str {
    let begins = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    version.split_whitespace().find(begins).unwrap_or("?")
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
