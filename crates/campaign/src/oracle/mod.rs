//! What is looked at: an oracle is a file here and a line of [`ORACLES`].

mod abi;
pub mod answers;
mod determinism;
pub mod plant;
mod resources;
mod sanitizer;
mod trial;
mod volatile;

pub use trial::{Notice, PROGRAM, Suspect, Trial, Tried, units};

use std::io;

use crate::bench::Bench;
use crate::confirm::Confirmed;
use crate::finding::{Finding, Kind};
use crate::lab::Lab;

/// Somebody who sees that something is wrong. Most are off unless they are named.
pub trait Oracle: Send + Sync {
    /// As the command line has it.
    fn name(&self) -> &'static str;

    /// The kinds of what it finds; each is one oracle's.
    fn kinds(&self) -> &'static [Row];

    /// What is suspect. What it tried besides goes to the trial.
    fn look(&self, lab: &Lab, bench: &Bench, trial: &mut Trial) -> io::Result<Vec<Notice>>;

    /// Tries it again; nothing if we were interrupted.
    fn confirm(
        &self,
        lab: &Lab,
        bench: &Bench,
        trial: &Trial,
        notice: &Notice,
    ) -> io::Result<Option<Confirmed>>;

    /// The part of a script that ends with status 0 if the bug is there.
    fn script(&self, finding: &Finding, script: &Script) -> String;

    /// What a report is called, after the name of the compiler.
    fn title(&self, finding: &Finding) -> String {
        titled(finding)
    }

    fn is_always_on(&self) -> bool {
        false
    }

    /// Whether what it notices counts only beside all other configurations.
    fn compares_with_all(&self) -> bool {
        false
    }

    /// Whether generated programs are to have several files.
    fn wants_several_files(&self) -> bool {
        false
    }

    /// Whether all programs are to be compiled with sanitizers, too.
    fn wants_sanitizers(&self) -> bool {
        false
    }

    /// Whether generated programs are to have a planted defect.
    fn wants_planted(&self) -> bool {
        false
    }

    /// A program that it needs.
    fn needs(&self) -> Option<&'static str> {
        None
    }
}

/// All of them, in the order in which they look.
pub const ORACLES: &[&dyn Oracle] = &[
    &answers::Answers,
    &resources::Resources,
    &determinism::Determinism,
    &abi::Abi,
    &volatile::Volatile,
    &sanitizer::Sanitizer,
    &plant::Plant,
];

/// What is known of a kind.
pub struct Row {
    pub kind: Kind,
    /// For reports.
    pub title: &'static str,
    /// Whether the program must be valid for it to be a bug.
    pub needs_validity: bool,
    /// Whether what the compiler says tells one bug from another; otherwise the
    /// level does.
    pub told_by_message: bool,
}

impl Row {
    const fn new(kind: Kind, title: &'static str) -> Row {
        Row { kind, title, needs_validity: true, told_by_message: false }
    }

    /// It is a bug whatever the program is.
    const fn whatever_the_program(self) -> Row {
        Row { needs_validity: false, ..self }
    }

    const fn told_by_message(self) -> Row {
        Row { told_by_message: true, ..self }
    }
}

pub fn by_name(name: &str) -> Option<&'static dyn Oracle> {
    ORACLES.iter().copied().find(|oracle| oracle.name() == name)
}

/// Who finds a kind.
pub fn of(kind: Kind) -> &'static dyn Oracle {
    let finds = |oracle: &&dyn Oracle| oracle.kinds().iter().any(|row| row.kind == kind);
    ORACLES.iter().copied().find(finds).expect("every kind has an oracle: there is a test")
}

pub fn row(kind: Kind) -> &'static Row {
    let mut rows = of(kind).kinds().iter();
    rows.find(|row| row.kind == kind).expect("its oracle has it")
}

fn titled(finding: &Finding) -> String {
    let level = finding.compiler.levels.concat().join(" ");
    let level = if level.is_empty() { String::new() } else { format!(" at {level}") };
    format!("{}{level}", row(finding.kind).title)
}

/// What scripts are made of.
pub struct Script<'a> {
    /// Commands for a shell.
    pub compile: String,
    pub run: String,
    /// The status that the program must have.
    pub expected: &'a str,
}

impl Script<'_> {
    /// Runs the program; then `wrong`, where its status is `$actual`, says whether
    /// it is wrong.
    pub fn compares(&self, wrong: &str) -> String {
        let Script { compile, run, .. } = self;
        format!(
            "{compile} || exit 1\ntimeout -k 1 $limit {run} > actual.txt\nactual=$?\n\
             cat actual.txt\n\
             echo \"exit status $actual\"\n{wrong}\n"
        )
    }

    /// It is wrong in any way.
    pub fn differs(&self) -> String {
        let expected = self.expected;
        self.compares(&format!("[ $actual -ne {expected} ] || ! cmp -s actual.txt expected.txt"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_of_one_oracle() {
        for kind in Kind::ALL {
            let rows = ORACLES.iter().flat_map(|oracle| oracle.kinds());
            assert_eq!(rows.filter(|row| row.kind == *kind).count(), 1, "{}", kind.name());
        }
    }

    #[test]
    fn every_oracle_has_a_name_of_its_own() {
        for oracle in ORACLES {
            let same = ORACLES.iter().filter(|other| other.name() == oracle.name());
            assert_eq!(same.count(), 1, "{}", oracle.name());
            assert_eq!(by_name(oracle.name()).map(|one| one.name()), Some(oracle.name()));
        }
    }
}
