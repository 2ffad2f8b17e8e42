//! `elenchus split`: what people know to be another bug.

use crate::findings::{StoreFile, answer};
use crate::status::Status;

/// Say that findings are a bug of their own.
///
/// They become one bug, without the other findings of the bugs that they were of, and stay
/// so.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus split 3 4")]
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
    Ok(answer(store.split(&args.ids).and_then(|()| {
        let findings = store.siblings(args.ids[0])?.len();
        Ok(format!("findings of the new bug: {findings}"))
    })))
}
