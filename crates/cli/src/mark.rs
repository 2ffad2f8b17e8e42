//! `elenchus mark`: what people know of a bug.

use clap::ValueEnum;

use crate::findings::{StoreFile, refuse};
use crate::status::Status;

/// Note that a bug is known, reported or to be ignored.
///
/// It holds for all findings of the bug; a later mark replaces it.
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
        Mark::Ignored => Some("ignored"),
        Mark::None => None,
    };
    match store.mark(args.id, mark, args.url.as_deref()) {
        Ok(()) => Ok(Status::Done),
        Err(error) => Ok(refuse(&error)),
    }
}
