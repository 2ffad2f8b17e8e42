//! Findings of a store, reduced.

use std::sync::atomic::AtomicBool;

use elenchus_campaign::lab::Allowance;
use elenchus_campaign::reduced::{NotReduced, reduce_finding};
use elenchus_campaign::store::Store;
use elenchus_reduce::reduction::Bounds;

use super::teller::{Teller, lines};
use crate::findings::refuse;
use crate::status::Status;
use crate::talk;

/// Reduces the program of a finding and keeps it in the store.
pub fn reduce(store: &Store, id: i64, bounds: Bounds, stop: &'static AtomicBool) -> Status {
    let finding = match store.finding(id) {
        Ok(finding) => finding,
        Err(error) => return refuse(&error),
    };
    let mut teller = Teller::new(Vec::new());
    let reduced = reduce_finding(&finding, Allowance::default(), bounds, stop, &mut teller);
    teller.clear();
    let reduced = match reduced {
        Ok(reduced) => reduced,
        Err(error) => {
            talk::complain(&format!("finding {id}: {error}"));
            return match error {
                NotReduced::Io(_) | NotReduced::Compiler { .. } => Status::Environment,
                NotReduced::NotShown(_) | NotReduced::Unconfirmed => Status::No,
                _ => Status::Wrong,
            };
        }
    };
    let (before, after) = (lines(&finding.program.files), lines(&reduced.program.files));
    match store.keep_reduced(id, reduced) {
        Ok(()) => {
            talk::mention(&format!(
                "finding {id}: {after} lines of {before}; elenchus show {id}\n"
            ));
            Status::Done
        }
        Err(error) => refuse(&error),
    }
}
