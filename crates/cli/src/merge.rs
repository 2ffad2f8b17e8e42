//! `elenchus merge`: what people know to be one bug.

use crate::findings::{StoreFile, answer};
use crate::status::Status;

/// Say that findings are one bug.
///
/// All findings of their bugs become findings of the bug of the first one, and stay so.
/// What is found later and is like any of them is of this bug, too.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus merge 1 7")]
pub struct Args {
    /// The numbers of findings
    #[arg(required = true, num_args = 2.., value_name = "ID")]
    ids: Vec<i64>,

    #[command(flatten)]
    store: StoreFile,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let store = match args.store.open() {
        Ok(store) => store,
        Err(status) => return Ok(status),
    };
    Ok(answer(store.merge(&args.ids).and_then(|()| {
        let findings = store.siblings(args.ids[0])?.len();
        Ok(format!("findings of this bug now: {findings}"))
    })))
}
