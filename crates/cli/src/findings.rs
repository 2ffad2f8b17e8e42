//! What the commands that show findings have in common.

use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use elenchus_campaign::finding::State;
use elenchus_campaign::new_files::NotWritten;
use elenchus_campaign::store::{Store, StoreError};

use crate::status::Status;
use crate::talk;

#[derive(clap::Args)]
pub struct StoreFile {
    /// The file with the findings
    #[arg(long, value_name = "FILE", default_value = "elenchus.db")]
    pub store: PathBuf,
}

impl StoreFile {
    /// Opens what a hunt has written.
    pub fn open(&self) -> Result<Store, Status> {
        Store::open_existing(&self.store).map_err(|error| refuse(&error))
    }
}

/// Says why the store did not give what was asked for.
pub fn refuse(error: &StoreError) -> Status {
    talk::complain(&error.to_string());
    match error {
        StoreError::Sql(_)
        | StoreError::Full
        | StoreError::ReadOnly
        | StoreError::Unfinished(_)
        | StoreError::Open { .. } => Status::Environment,
        _ => Status::Wrong,
    }
}

/// Says what was done in the store, or why it was not.
pub fn answer(done: Result<String, StoreError>) -> Status {
    match done {
        Ok(what) => {
            talk::mention(&format!("{what}\n"));
            Status::Done
        }
        Err(error) => refuse(&error),
    }
}

/// Says why a file was not written.
pub fn refuse_files(error: &NotWritten) -> Status {
    talk::complain(&error.to_string());
    match error {
        NotWritten::InTheWay(_) => Status::Wrong,
        NotWritten::Failed { .. } => Status::Environment,
    }
}

/// The colour of a state.
pub fn style(state: &str) -> Style {
    let colour = match State::by_name(state) {
        Some(State::Confirmed) => AnsiColor::Red,
        Some(State::Suspected) => AnsiColor::Yellow,
        _ => AnsiColor::BrightBlack,
    };
    colour.on_default()
}
