//! Where the bug of a finding comes from: its program, the smaller one if there is one,
//! blamed with its compiler.

use std::io;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use elenchus_blame::bench::{Patience, is_fit};
use elenchus_blame::symptom::{Seen, telling};
use elenchus_blame::{Against, Cut, Others, Refusal, Request, blame, start, versions};
use elenchus_compilers::probe::{self, Trouble};
use elenchus_compilers::run::End;
use elenchus_compilers::scratch::Scratch;
use elenchus_compilers::toolchain::Family;
use thiserror::Error;

use crate::finding::{Blamed, Finding, Kind};
use crate::lab::Allowance;

#[derive(Debug, Error)]
pub enum NotBlamed {
    #[error("a finding of the kind {} cannot be blamed on a pass", .0.name())]
    Kind(Kind),
    #[error("the compiler `{name}` cannot be used any more: {trouble}")]
    Compiler { name: String, trouble: Trouble },
    #[error("`{0}` is no compiler of programs, so it has no passes to be left out")]
    Unfit(String),
    #[error("the finding is not there any more: {0}")]
    NotShown(String),
    #[error(transparent)]
    Refused(Refusal),
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<Refusal> for NotBlamed {
    fn from(refusal: Refusal) -> NotBlamed {
        match refusal {
            Refusal::NotWrong(_) => NotBlamed::NotShown(refusal.to_string()),
            Refusal::Cut(Cut::Io(error)) => NotBlamed::Io(error),
            other => NotBlamed::Refused(other),
        }
    }
}

/// Blames the compiler of a finding, in at most this time.
pub fn blame_finding(
    finding: &Finding,
    allowance: Allowance,
    time: Duration,
    stop: &'static AtomicBool,
) -> Result<Blamed, NotBlamed> {
    if !finding.kind.is_shown_by_one() {
        return Err(NotBlamed::Kind(finding.kind));
    }
    let scratch = Scratch::new()?;
    let mut given = finding.compiler.clone();
    let mut toolchain = probe::measure(&given, &scratch.fresh("probe")?)
        .map_err(|trouble| NotBlamed::Compiler { name: given.name.clone(), trouble })?;
    if !is_fit(&toolchain) {
        return Err(NotBlamed::Unfit(given.name));
    }
    let (command, mut level) = parted(&given.command, toolchain.family);
    given.command.clone_from(&command);
    toolchain.command = command;
    level.extend(toolchain.levels.first().into_iter().flatten().cloned());
    // The finding says its level, be it none.
    toolchain.levels.clear();
    let shown = finding.shown();
    let allowance = allowance.of(&toolchain);
    let request = Request {
        program: &shown.program,
        toolchain: &toolchain,
        level,
        input: Vec::new(),
        args: Vec::new(),
        against: Against::Machine,
        patience: Patience { compile: allowance.compile, run: allowance.run, all: time },
    };
    let (mut bench, symptom) = start(&request, &scratch, stop)?;
    if !is_of(finding.kind, shown.actual.message(), &symptom) {
        return Err(NotBlamed::NotShown(symptom.to_string()));
    }
    let versions = versions::installed(&given, &toolchain, &scratch)?;
    let others = Others { versions, builds: None };
    let blame = blame(&mut bench, &others).map_err(Refusal::from)?;
    Ok(Blamed { version: toolchain.version.clone(), blame })
}

/// A command without the options that can be changed, and these. The others stay where the
/// flags that all programs of a hunt get come after them.
fn parted(command: &[String], family: Family) -> (Vec<String>, Vec<String>) {
    let is_overridden = |word: &str| {
        let stem = word.split('=').next().unwrap_or(word);
        family.flags().iter().any(|flag| flag.starts_with(stem))
    };
    let is_fixed =
        |word: &String| !(word.starts_with("-O") || word.starts_with("-f")) || is_overridden(word);
    command.iter().cloned().partition(is_fixed)
}

/// Whether what is seen now is what was found; a compiler that breaks down must say the
/// same. Wrong code may be wrong in another way from run to run.
fn is_of(kind: Kind, message: Option<&str>, symptom: &Seen) -> bool {
    match (kind, symptom) {
        (Kind::Hang, Seen::NoProgram { end, .. }) => *end == End::Cpu,
        (Kind::Flood, Seen::NoProgram { end, .. }) => {
            matches!(end, End::Flood | End::Full | End::Swarm)
        }
        (Kind::Crash | Kind::Rejected, Seen::NoProgram { end, line }) => {
            let same = message.is_none_or(|message| telling(message) == *line);
            matches!(end, End::Exit(_) | End::Signal(_)) && same
        }
        (_, Seen::Otherwise(_) | Seen::Endless) => kind.is_wrong_code(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use elenchus_compilers::toolchain::Given;

    use super::*;

    #[test]
    fn options_that_a_hunt_overrides_stay_where_they_are() {
        let command = Given::command("gcc -std=c99 -O2 -ffp-contract=fast -fwrapv -m32").command;
        let (fixed, level) = parted(&command, Family::Gcc);
        assert_eq!(fixed.join(" "), "gcc -std=c99 -ffp-contract=fast -m32");
        assert_eq!(level.join(" "), "-O2 -fwrapv");
    }

    #[test]
    fn a_finding_is_blamed_for_what_it_shows() {
        let no_program = |end| Seen::NoProgram { end, line: "in f".to_owned() };
        let check = |kind, symptom: &Seen, expected: bool| {
            assert_eq!(is_of(kind, Some("error: in f"), symptom), expected, "{kind:?} {symptom:?}");
        };
        check(Kind::Crash, &no_program(End::Exit(1)), true);
        check(Kind::Hang, &no_program(End::Cpu), true);
        check(Kind::Flood, &no_program(End::Full), true);
        check(Kind::WrongOutput, &Seen::Endless, true);
        check(Kind::WrongOutput, &no_program(End::Exit(1)), false);
        check(Kind::Crash, &no_program(End::Cpu), false);
        check(Kind::Crash, &Seen::Endless, false);
        check(Kind::Volatile, &Seen::Endless, false);
        assert!(!is_of(Kind::Crash, Some("error: in g"), &no_program(End::Exit(1))));
    }
}
