//! `elenchus mark`: what people know of a bug.

use clap::ValueEnum;
use elenchus_campaign::store::FIXED;

use crate::findings::{StoreFile, answer};
use crate::status::Status;

/// Note that a bug is known, reported, fixed or to be ignored.
///
/// It holds for all findings of the bug; a later mark replaces it. Hunts hold back what
/// more they see of a marked bug, and count it; a fixed one that is seen again counts as new.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus mark 1 reported --url https://gcc.gnu.org/PR1")]
pub struct Args {
    /// The number of a finding
    id: i64,

    /// What is known
    mark: Mark,

    /// Where it was reported
    #[arg(long, value_name = "URL")]
    url: Option<String>,

    #[command(flatten)]
    store: StoreFile,
}

#[derive(Clone, Copy, ValueEnum)]
enum Mark {
    Known,
    Reported,
    /// As `elenchus recheck` says it
    Fixed,
    Ignored,
    /// Nothing any more
    None,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let store = match args.store.open() {
        Ok(store) => store,
        Err(status) => return Ok(status),
    };
    let mark = match args.mark {
        Mark::Known => Some("known"),
        Mark::Reported => Some("reported"),
        Mark::Fixed => Some(FIXED),
        Mark::Ignored => Some("ignored"),
        Mark::None => None,
    };
    Ok(answer(store.mark(args.id, mark, args.url.as_deref()).and_then(|()| {
        let findings = store.siblings(args.id)?.len();
        let what = mark.map_or("not marked any more".into(), |mark| format!("marked as {mark}"));
        Ok(format!("the bug of finding {} is {what}; findings of it here: {findings}", args.id))
    })))
}
