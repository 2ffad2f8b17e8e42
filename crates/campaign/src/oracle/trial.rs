//! What became of a program, and what is suspect of it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::bench::Bench;
use crate::finding::Kind;
use crate::judge::Judgement;
use crate::lab::{Configuration, Lab, Spent};
use crate::outcome::Outcome;
use crate::program::Answer;
use crate::reading::Readings;

/// A compiler that did something wrong, at the lowest level at which it was seen to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suspect {
    pub kind: Kind,
    pub configuration: Configuration,
    pub signature: String,
}

/// A configuration and what became of a program there.
pub struct Tried {
    pub configuration: Configuration,
    pub outcome: Outcome,
    pub spent: Spent,
    /// Of the program that was made.
    pub hash: Option<u128>,
    /// What it did to the files that it was given.
    pub changes: Vec<String>,
}

/// What became of a program on the configurations that it was tried on.
pub struct Trial {
    /// In the order of [`Lab::matrix`].
    pub tried: Vec<Tried>,
    /// What the machine says of what each configuration compiles.
    pub readings: Readings,
    /// What those took who looked closer.
    pub spent: Spent,
}

impl Trial {
    pub fn judgement(&self, configuration: &Configuration) -> Option<&Judgement> {
        self.readings.judgement(configuration)
    }

    pub fn outcome(&self, configuration: &Configuration) -> Option<&Outcome> {
        let mut tried = self.tried.iter();
        tried.find(|one| one.configuration == *configuration).map(|one| &one.outcome)
    }

    /// What a configuration did to its own copies of the files, a sentence each.
    pub fn changes(&self, configuration: &Configuration) -> Vec<String> {
        let tried = self.tried.iter().find(|one| one.configuration == *configuration);
        let changes = tried.map_or(&[][..], |one| &one.changes);
        changes.iter().map(|what| format!("of what it was to compile, {what}")).collect()
    }

    /// All outcomes, by the names of their configurations.
    pub fn outcomes(&self, lab: &Lab) -> Vec<(String, Outcome)> {
        let named = |one: &Tried| (lab.name(&one.configuration), one.outcome.clone());
        self.tried.iter().map(named).collect()
    }

    /// Whether somebody's program for the target of a configuration did not end.
    pub fn is_endless(&self, lab: &Lab, configuration: &Configuration) -> bool {
        let target = lab.toolchains[configuration.toolchain].target;
        self.tried.iter().any(|one| {
            lab.toolchains[one.configuration.toolchain].target == target
                && matches!(one.outcome, Outcome::Endless { .. })
        })
    }

    /// The answer of what a configuration compiles, if it is known.
    pub fn answer(&self, configuration: &Configuration) -> Option<&Answer> {
        match self.judgement(configuration) {
            Some(Judgement::Valid(answer)) => Some(answer),
            _ => None,
        }
    }
}

/// What somebody noticed, and the commands that show it beside the files.
pub struct Notice {
    pub suspect: Suspect,
    pub actual: Outcome,
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
        Notice { suspect, actual, partner: None, compile, execute }
    }
}

/// The program, for who stands beside the files.
pub const PROGRAM: &str = "./program";

pub fn units(bench: &Bench) -> Vec<PathBuf> {
    bench.files().to_vec()
}
