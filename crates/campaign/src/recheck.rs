//! All bugs of a store, tried again: after an update of a compiler, which are there still?
//!
//! A bug is fixed if its program now does what it must, or compiles where that was the
//! question; then it is closed. But a smaller program may be cured while the one that it
//! was made of still fails, so the others are tried before anything is called fixed.

use std::io;
use std::sync::atomic::AtomicBool;

use elenchus_compilers::breakdown::title;
use elenchus_compilers::probe;
use elenchus_compilers::scratch::Scratch;
use elenchus_compilers::toolchain::{Given, Toolchain};
use serde::Serialize;
use thiserror::Error;

use crate::examine::{Examined, Origin, examine};
use crate::finding::{Finding, State};
use crate::judge::Judgement;
use crate::lab::{Allowance, Lab};
use crate::oracle;
use crate::outcome::Outcome;
use crate::program::Program;
use crate::report;
use crate::source::Test;
use crate::store::{Bug, FIXED, Store, StoreError};

#[derive(Debug, Error)]
pub enum RecheckError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("interrupted")]
    Stopped,
}

/// What became of a bug.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "now")]
pub enum Now {
    StillThere,
    /// It was closed as fixed before.
    Back,
    Fixed,
    /// Its best finding is cured, but not the program of this finding.
    PartlyFixed {
        finding: i64,
    },
    /// Something else is wrong now.
    Changed {
        what: String,
    },
    Untried {
        why: String,
    },
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rechecked {
    #[serde(flatten)]
    pub bug: Bug,
    /// The compiler of now.
    pub version: String,
    #[serde(flatten)]
    pub now: Now,
}

/// Tries all bugs again with the compilers of now, tells what became of each, and closes
/// those that are fixed.
pub fn recheck(
    store: &Store,
    allowance: Allowance,
    stop: &'static AtomicBool,
    tell: &mut dyn FnMut(Rechecked),
) -> Result<(), RecheckError> {
    let mut compilers = Compilers { known: Vec::new(), scratch: Scratch::new()?, allowance, stop };
    for bug in store.bugs()? {
        let finding = store.finding(bug.finding)?;
        // One that is doubtful or comes and goes would tell nothing.
        if matches!(finding.state, State::Disputed | State::Flaky) {
            continue;
        }
        let was_fixed = bug.mark.as_deref() == Some(FIXED);
        let now = match compilers.try_again(&finding, &finding.shown().program)? {
            Seen::Shown if was_fixed => Now::Back,
            Seen::Shown => Now::StillThere,
            Seen::Cured => match cured_but(store, &mut compilers, &bug)? {
                Some(finding) => Now::PartlyFixed { finding },
                None => Now::Fixed,
            },
            Seen::Else(what) => Now::Changed { what },
            Seen::Nothing(why) => Now::Untried { why },
        };
        match now {
            Now::Fixed => store.close(bug.finding)?,
            Now::Back => store.mark(bug.finding, None, bug.url.as_deref())?,
            _ => {}
        }
        let version = compilers.version(&finding.compiler);
        tell(Rechecked { bug, version, now });
    }
    Ok(())
}

/// The first finding of a bug, reduced or not, whose program is not cured.
fn cured_but(
    store: &Store,
    compilers: &mut Compilers,
    bug: &Bug,
) -> Result<Option<i64>, RecheckError> {
    for (id, _) in store.siblings(bug.finding)? {
        let finding = store.finding(id)?;
        let mut programs = vec![finding.program.clone()];
        if id != bug.finding {
            programs.extend(finding.reduced.as_ref().map(|reduced| reduced.program.clone()));
        }
        // That of the best finding was tried, if it is the only one.
        if id == bug.finding && finding.reduced.is_none() {
            continue;
        }
        for program in programs {
            if compilers.try_again(&finding, &program)? == Seen::Shown {
                return Ok(Some(id));
            }
        }
    }
    Ok(None)
}

/// What a program shows now.
#[derive(PartialEq)]
enum Seen {
    Shown,
    Cured,
    Else(String),
    Nothing(String),
}

/// Compilers as they are now, each measured once.
struct Compilers {
    known: Vec<(Given, Result<Toolchain, String>)>,
    scratch: Scratch,
    allowance: Allowance,
    stop: &'static AtomicBool,
}

impl Compilers {
    fn measured(&mut self, given: &Given) -> io::Result<Result<Toolchain, String>> {
        if let Some((_, known)) = self.known.iter().find(|(known, _)| known == given) {
            return Ok(known.clone());
        }
        let measured = probe::measure(given, &self.scratch.fresh("probe")?);
        let measured = measured.map_err(|trouble| format!("{}: {trouble}", given.name));
        self.known.push((given.clone(), measured.clone()));
        Ok(measured)
    }

    fn version(&self, given: &Given) -> String {
        let known = self.known.iter().find(|(known, _)| known == given);
        match known {
            Some((_, Ok(toolchain))) => toolchain.version.clone(),
            _ => String::new(),
        }
    }

    fn try_again(&mut self, finding: &Finding, program: &Program) -> Result<Seen, RecheckError> {
        let mut toolchains = Vec::new();
        for given in [&finding.compiler].into_iter().chain(&finding.partner) {
            match self.measured(given)? {
                Ok(toolchain) => toolchains.push(toolchain),
                Err(why) => return Ok(Seen::Nothing(why)),
            }
        }
        let mut lab = Lab::new(toolchains, Scratch::new()?, self.allowance, self.stop);
        lab.oracles = vec![oracle::of(finding.kind)];
        let test = Test::of(program.clone());
        let origin = Origin { source: &finding.source, seed: finding.seed };
        let folder = lab.scratch.fresh("recheck")?;
        let examined = examine(&lab, &test, &origin, folder, &|_| true)?;
        Ok(seen(finding, examined.ok_or(RecheckError::Stopped)?))
    }
}

fn seen(before: &Finding, examined: Examined) -> Seen {
    let says = |finding: &Finding| finding.actual.message().map(title);
    let told = oracle::row(before.kind).told_by_message;
    let is_same = |now: &&Finding| {
        let wrong = before.kind.is_wrong_code() && now.kind.is_wrong_code();
        let same = before.kind == now.kind && (!told || says(now) == says(before));
        (wrong || same) && now.state != State::Flaky
    };
    if examined.findings.iter().any(|now| is_same(&now)) {
        return Seen::Shown;
    }
    if let Some(now) = examined.findings.first() {
        return Seen::Else(report::title(now));
    }
    // What need not be valid may be refused; where nobody knows what is right, nothing is
    // known of a program that runs.
    let needs_validity = before.kind.needs_validity();
    let is_fine = |outcome: &Outcome| match outcome {
        Outcome::Ran(_) | Outcome::Compiled | Outcome::Endless { .. } => true,
        Outcome::Rejected { .. } => !needs_validity,
        _ => false,
    };
    let valid = examined.texts.iter().all(|text| matches!(text.judgement, Judgement::Valid(_)));
    match examined.outcomes.iter().find(|(_, outcome)| !is_fine(outcome)) {
        Some((name, outcome)) => Seen::Else(format!("{name}: {}", outcome.in_words())),
        None if valid || !needs_validity => Seen::Cured,
        None => Seen::Nothing("the machine does not know any more what is right".to_owned()),
    }
}
