//! Findings of a store, blamed.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use elenchus_blame::Refusal;
use elenchus_campaign::blamed::{NotBlamed, blame_finding};
use elenchus_campaign::finding::Blamed;
use elenchus_campaign::lab::Allowance;
use elenchus_campaign::store::Store;
use serde_json::json;

use crate::findings::refuse;
use crate::status::Status;
use crate::talk;

/// Blames the compiler of a finding, and keeps in the store what comes out; what goes
/// wrong is said.
pub fn blame(
    store: &Store,
    id: i64,
    allowance: Allowance,
    time: Duration,
    stop: &'static AtomicBool,
) -> Result<Blamed, Status> {
    let finding = store.finding(id).map_err(|error| refuse(&error))?;
    let blamed = blame_finding(&finding, allowance, time, stop).map_err(|error| {
        talk::complain(&format!("finding {id}: {error}"));
        match error {
            NotBlamed::Io(_) | NotBlamed::Compiler { .. } => Status::Environment,
            NotBlamed::Refused(Refusal::Cut(_)) => Status::Environment,
            NotBlamed::NotShown(_) | NotBlamed::Refused(Refusal::Unstable(_)) => Status::No,
            _ => Status::Wrong,
        }
    })?;
    store.keep_blamed(id, blamed.clone()).map_err(|error| refuse(&error))?;
    Ok(blamed)
}

/// The same, and prints it.
pub fn shown(
    store: &Store,
    id: i64,
    time: Duration,
    as_json: bool,
    stop: &'static AtomicBool,
) -> anyhow::Result<Status> {
    let blamed = match blame(store, id, Allowance::default(), time, stop) {
        Ok(blamed) => blamed,
        Err(status) => return Ok(status),
    };
    let mut out = anstream::stdout().lock();
    if as_json {
        let mut line = serde_json::to_value(&blamed)?;
        line["finding"] = json!(id);
        writeln!(out, "{line}")?;
    } else {
        write!(out, "{}", blamed.blame)?;
    }
    Ok(super::status(&blamed.blame))
}
