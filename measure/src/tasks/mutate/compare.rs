//! What compilers make of a program, and whether a variant does the same.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use elenchus_compilers::run::{End, Finished};

use crate::call::{Call, call, complaint};
use crate::compile;
use crate::corpus::STANDARD;

/// A way to build a program.
pub struct Build {
    pub compiler: &'static str,
    options: &'static [&'static str],
    /// What it says of the program counts, too.
    alarms: bool,
}

pub const BUILDS: &[Build] = &[
    Build { compiler: "gcc", options: &["-O0"], alarms: false },
    Build { compiler: "clang", options: &["-O0"], alarms: false },
    Build { compiler: "gcc", options: &["-O0", "-fsanitize=undefined,address"], alarms: true },
];

/// Neither is undefined in C: memory that is left to the system, and what C++ forbids
/// by its rule of one definition.
const QUIET: &str = "ASAN_OPTIONS=detect_leaks=0:detect_odr_violation=0";

const COMPILE: Duration = Duration::from_secs(120);
const RUN: Duration = Duration::from_secs(20);
const KEPT: u64 = 1 << 20;

/// What became of a program that was built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Done {
    /// It was not built.
    Rejected(String),
    /// An alarm of a sanitizer.
    Alarm(String),
    Ended(End, Vec<u8>),
}

impl Build {
    pub fn name(&self) -> String {
        format!("{} {}", self.compiler, self.options.join(" "))
    }

    /// Compiles without linking, as the cost of a compilation is measured.
    pub fn compiler(&self, source: &Path, folders: &[std::path::PathBuf]) -> Call {
        let call = compile::sources(self.compiler, STANDARD).args(self.options);
        folders.iter().fold(call, |call, folder| call.arg("-I").arg(folder)).arg(source)
    }

    pub fn run(&self, source: &Path, folders: &[std::path::PathBuf]) -> Result<Done> {
        let program = source.with_extension("exe");
        let build = self.compiler(source, folders).arg("-o").arg(&program).arg("-lm");
        let built = build.limit(COMPILE).keep(KEPT).run()?;
        if !built.succeeded() {
            return Ok(Done::Rejected(complaint(&built)));
        }
        let ran = call("env").arg(QUIET).arg(&program).limit(RUN).keep(KEPT).run();
        std::fs::remove_file(&program)?;
        Ok(self.done(ran?))
    }

    fn done(&self, ran: Finished) -> Done {
        let said = String::from_utf8_lossy(&ran.stderr);
        let is_alarm = |line: &&str| line.contains("runtime error: ") || line.contains("ERROR: ");
        match said.lines().find(is_alarm) {
            Some(alarm) if self.alarms => Done::Alarm(alarm.trim().to_string()),
            _ => Done::Ended(ran.end, ran.stdout),
        }
    }
}

impl Done {
    /// What is wrong with a variant whose original did this; nothing if that was not
    /// built or not clean either.
    pub fn differs(&self, variant: &Done) -> Option<String> {
        match (self, variant) {
            (Done::Ended(..), Done::Rejected(why)) => Some(format!("rejected: {why}")),
            (Done::Ended(..), Done::Alarm(alarm)) => Some(alarm.clone()),
            (Done::Ended(end, output), Done::Ended(other, printed)) => {
                let same = end == other && output == printed;
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                let (output, printed) = (text(output), text(printed));
                (!same).then(|| format!("{other}: {printed:?}, the original {end}: {output:?}"))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_original_does_not_do_is_no_difference() {
        let ended = |code, text: &str| Done::Ended(End::Exit(code), text.into());
        let (rejected, alarm) = (Done::Rejected("no".into()), Done::Alarm("a".into()));
        assert_eq!(ended(0, "a").differs(&ended(0, "a")), None);
        let other = "exit status 1: \"b\", the original exit status 0: \"a\"";
        assert!(ended(0, "a").differs(&ended(1, "b")).is_some(), "{other}");
        assert_eq!(ended(0, "a").differs(&rejected), Some("rejected: no".into()));
        assert_eq!(ended(0, "a").differs(&alarm), Some("a".into()));
        assert_eq!(rejected.differs(&alarm), None);
        assert_eq!(alarm.differs(&ended(0, "a")), None);
    }
}
