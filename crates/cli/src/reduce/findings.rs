//! Findings of a store, reduced.

use std::sync::atomic::AtomicBool;

use elenchus_campaign::lab::Allowance;
use elenchus_campaign::reduced::{Made, NotReduced, reduce_finding};
use elenchus_campaign::store::Store;
use elenchus_reduce::reduction::Bounds;

use super::teller::{Teller, lines};
use crate::findings::refuse;
use crate::status::Status;
use crate::talk;

/// Reduces the program of a finding and keeps it in the store, with other bugs that are
/// met on the way.
pub fn reduce(store: &mut Store, id: i64, bounds: Bounds, stop: &'static AtomicBool) -> Status {
    let finding = match store.finding(id) {
        Ok(finding) => finding,
        Err(error) => return refuse(&error),
    };
    let mut teller = Teller::new(Vec::new());
    let reduced = reduce_finding(&finding, Allowance::default(), bounds, stop, &mut teller);
    teller.clear();
    let Made { reduced, met } = match reduced {
        Ok(made) => made,
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
    if let Err(error) = store.keep_reduced(id, reduced) {
        return refuse(&error);
    }
    talk::mention(&format!("finding {id}: {after} lines of {before}; elenchus show {id}\n"));
    match store.finish(None, &met, &[]) {
        Ok(stored) => {
            for new in stored.into_iter().flatten() {
                talk::mention(&format!("met on the way: finding {0}; elenchus show {0}\n", new.id));
            }
            Status::Done
        }
        Err(error) => refuse(&error),
    }
}
