//! `elenchus delete`: findings that nobody needs.

use crate::findings::{StoreFile, answer};
use crate::status::Status;

/// Take findings out of the store.
///
/// A bug goes with the last of its findings, and what was marked of it, too. Seeds that were
/// tested stay tested: a hunt that goes on does not make these programs again.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus delete 3 4")]
pub struct Args {
    /// The numbers of findings
    #[arg(required = true, value_name = "ID")]
    ids: Vec<i64>,

    #[command(flatten)]
    store: StoreFile,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let store = match args.store.open() {
        Ok(store) => store,
        Err(status) => return Ok(status),
    };
    let mut ids = args.ids.clone();
    ids.sort_unstable();
    ids.dedup();
    Ok(answer(store.delete(&ids).map(|bugs| {
        format!("taken out: findings: {}; bugs of which none is left: {bugs}", ids.len())
    })))
}
