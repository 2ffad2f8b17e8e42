//! What is looked at besides answers: a file for each.

mod abi;
mod determinism;
mod resources;
mod sanitizer;
mod volatile;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::confirm::Confirmed;
use crate::finding::{Kind, names};
use crate::lab::{Bench, Configuration, Lab};
use crate::oracle::{Suspect, Trial};
use crate::outcome::Outcome;

names! {
    /// An oracle besides that for answers; most are off unless they are named.
    Extra {
        /// Compilers take as much time and memory as others. Always on.
        Resources = "resources",
        /// Two compilations give the same; debugging information changes nothing.
        Determinism = "determinism",
        /// Objects of two compilers work together.
        Abi = "abi",
        /// Volatile objects are accessed as written.
        Volatile = "volatile",
        /// Sanitizers have nothing to complain about.
        Sanitizer = "sanitizer",
    }
}

/// What somebody noticed, and the commands that show it beside the files.
pub struct Notice {
    pub suspect: Suspect,
    pub actual: Outcome,
    pub extra: Option<Extra>,
    /// The other one, where two work together.
    pub partner: Option<Configuration>,
    pub compile: Vec<Vec<OsString>>,
    pub execute: Option<Vec<OsString>>,
}

impl Notice {
    /// Of an outcome of the trial.
    pub fn of(lab: &Lab, bench: &Bench, trial: &Trial, suspect: Suspect) -> Option<Notice> {
        let actual = trial.outcome(&suspect.configuration)?.clone();
        Some(Notice::new(lab, bench, suspect, actual))
    }

    pub fn new(lab: &Lab, bench: &Bench, suspect: Suspect, actual: Outcome) -> Notice {
        let Configuration { toolchain, level, .. } = &suspect.configuration;
        let toolchain = &lab.toolchains[*toolchain];
        let (units, flags) = (units(bench), &bench.program.flags);
        let compile = toolchain.compile(level, flags, &units, Path::new(PROGRAM));
        let execute = toolchain.execute(level, flags, &units, Path::new(PROGRAM));
        Notice { suspect, actual, extra: None, partner: None, compile, execute }
    }
}

/// The program, for who stands beside the files.
const PROGRAM: &str = "./program";

fn units(bench: &Bench) -> Vec<PathBuf> {
    bench.program.units().map(|file| (&file.name).into()).collect()
}

impl Extra {
    /// What is suspect.
    pub fn look(self, lab: &Lab, bench: &Bench, trial: &Trial) -> io::Result<Vec<Notice>> {
        let mut notices = match self {
            Extra::Resources => resources::look(lab, bench, trial),
            Extra::Determinism => determinism::look(lab, bench, trial),
            Extra::Abi => abi::look(lab, bench, trial),
            Extra::Volatile => volatile::look(lab, bench, trial),
            Extra::Sanitizer => sanitizer::look(lab, bench, trial),
        }?;
        notices.iter_mut().for_each(|notice| notice.extra = Some(self));
        Ok(notices)
    }

    /// Tries it again; nothing if we were interrupted.
    pub fn confirm(
        self,
        lab: &Lab,
        bench: &Bench,
        trial: &Trial,
        notice: &Notice,
    ) -> io::Result<Option<Confirmed>> {
        match self {
            Extra::Resources => resources::confirm(lab, bench, notice),
            Extra::Determinism => determinism::confirm(lab, bench, notice),
            Extra::Abi => abi::confirm(lab, bench, trial, notice),
            Extra::Volatile => volatile::confirm(lab, bench, trial, notice),
            Extra::Sanitizer => sanitizer::confirm(lab, bench, trial, notice),
        }
    }

    /// What finds a kind, if it is not always looked for.
    pub fn of(kind: Kind) -> Option<Extra> {
        match kind {
            Kind::Unstable | Kind::CompareDebug => Some(Extra::Determinism),
            Kind::Slow | Kind::Bloated => Some(Extra::Resources),
            Kind::Abi => Some(Extra::Abi),
            Kind::Volatile => Some(Extra::Volatile),
            Kind::Alarm => Some(Extra::Sanitizer),
            _ => None,
        }
    }
}
