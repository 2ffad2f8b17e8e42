//! Two compilations give the same program, and debugging information changes
//! nothing in the code.

use std::io;

use elenchus_compilers::toolchain::{Family, Tool};

use super::{Notice, Oracle, Row, Script, Suspect, Trial, Tried};
use crate::bench::Bench;
use crate::confirm::{AGAIN, Confirmed};
use crate::finding::{Finding, Kind};
use crate::group;
use crate::lab::{Configuration, Lab, RunBefore, Spent};
use crate::outcome::Outcome;
use crate::program::mentions;
use crate::states::Why;

pub struct Determinism;

const ROWS: &[Row] = &[
    Row::new(Kind::Unstable, "two compilations give different programs").whatever_the_program(),
    Row::new(Kind::CompareDebug, "debugging information changes the code").whatever_the_program(),
];

impl Oracle for Determinism {
    fn name(&self) -> &'static str {
        "determinism"
    }

    fn kinds(&self) -> &'static [Row] {
        ROWS
    }

    fn look(&self, lab: &Lab, bench: &Bench, trial: &mut Trial) -> io::Result<Vec<Notice>> {
        if CLOCKS.iter().any(|clock| mentions(bench.program, clock)) {
            return Ok(Vec::new());
        }
        let mut found: Vec<Notice> = Vec::new();
        let mut spent = Spent::default();
        for one in &trial.tried {
            let is_known = |kind: Kind| {
                let same = |other: &Notice| {
                    let toolchain = other.suspect.configuration.toolchain;
                    toolchain == one.configuration.toolchain && other.suspect.kind == kind
                };
                found.iter().any(same)
            };
            let (unstable, compare) = (is_known(Kind::Unstable), is_known(Kind::CompareDebug));
            if !unstable && differs(lab, bench, one, &mut spent)? {
                found.push(notice(
                    lab,
                    bench,
                    &one.configuration,
                    Kind::Unstable,
                    Outcome::Unstable,
                ));
            }
            if compare || one.hash.is_none() {
                continue;
            }
            if let Some(outcome) = compared(lab, bench, &one.configuration, &mut spent)? {
                found.push(notice(lab, bench, &one.configuration, Kind::CompareDebug, outcome));
            }
        }
        trial.spent.add(spent);
        Ok(found)
    }

    fn confirm(
        &self,
        lab: &Lab,
        bench: &Bench,
        _: &Trial,
        notice: &Notice,
    ) -> io::Result<Option<Confirmed>> {
        let configuration = &notice.suspect.configuration;
        let state = |why, said: &str| Ok(Some(Confirmed::because(why, Vec::new(), said)));
        if notice.suspect.kind == Kind::CompareDebug {
            for _ in 0..AGAIN {
                if compared(lab, bench, configuration, &mut Spent::default())?.is_none() {
                    return state(Why::NotAgain, "tried again: gcc finds no difference");
                }
            }
            return state(Why::Shown, "gcc, asked again, finds the difference every time");
        }
        let toolchain = &lab.toolchains[configuration.toolchain];
        let mut first = None;
        for _ in 0..TIMES {
            let attempt = lab.attempt_alone(toolchain, &configuration.level, bench, false)?;
            match attempt.hash {
                None if attempt.outcome == Outcome::Stopped => return Ok(None),
                hash if hash == *first.get_or_insert(hash) => {}
                _ => return state(Why::Shown, "seen again: same command, same files"),
            }
        }
        state(Why::NotAgain, "made ten times more, alone: the same every time")
    }

    fn script(&self, finding: &Finding, script: &Script) -> String {
        let compile = &script.compile;
        match finding.kind {
            Kind::CompareDebug => format!(
                "{compile} > said.txt 2>&1\ncat said.txt\n\
                 grep -q 'compare-debug.*failure' said.txt\n"
            ),
            _ => format!(
                "{compile} || exit 1\ncp program first.exe\n\
                 for i in 1 2 3 4 5 6 7 8 9 10; do\n  \
                 {compile} || exit 1\n  cmp program first.exe || exit 0\ndone\nexit 1\n"
            ),
        }
    }
}

/// With it gcc compiles twice, with debugging information and without.
const COMPARE: &str = "-fcompare-debug";

/// How often a program is made to see another one.
const TIMES: usize = 10;

/// What makes another program at another time, and is right.
const CLOCKS: &[&str] = &["__TIME__", "__DATE__", "__TIMESTAMP__"];

fn differs(lab: &Lab, bench: &Bench, tried: &Tried, spent: &mut Spent) -> io::Result<bool> {
    let Some(hash) = tried.hash else { return Ok(false) };
    let again = lab.attempt(&tried.configuration, bench, false, &mut RunBefore::default())?;
    spent.add(again.spent);
    Ok(again.hash.is_some_and(|again| again != hash))
}

fn notice(
    lab: &Lab,
    bench: &Bench,
    configuration: &Configuration,
    kind: Kind,
    actual: Outcome,
) -> Notice {
    let name = &lab.toolchains[configuration.toolchain].name;
    let level = configuration.level.join(" ");
    let signature = group::signature(kind, name, &level, None);
    let suspect = Suspect { kind, configuration: configuration.clone(), signature };
    let mut notice = Notice::new(lab, bench, suspect, actual);
    if kind == Kind::CompareDebug {
        notice.compile.iter_mut().for_each(|words| words.insert(1, COMPARE.into()));
    }
    notice
}

/// What gcc says when it compares.
fn compared(
    lab: &Lab,
    bench: &Bench,
    configuration: &Configuration,
    spent: &mut Spent,
) -> io::Result<Option<Outcome>> {
    let toolchain = &lab.toolchains[configuration.toolchain];
    if toolchain.family != Family::Gcc || toolchain.tool != Tool::Compiler {
        return Ok(None);
    }
    let mut comparing = configuration.clone();
    comparing.level.push(COMPARE.to_owned());
    let compared = lab.attempt(&comparing, bench, false, &mut RunBefore::default())?;
    spent.add(compared.spent);
    Ok(compared
        .outcome
        .message()
        .filter(|said| said.contains(COMPARE) && said.contains("failure"))
        .map(|said| Outcome::DebugDiffers { message: said.to_owned() }))
}
