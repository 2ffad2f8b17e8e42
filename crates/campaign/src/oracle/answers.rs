//! Answers: who compiles and runs otherwise than the machine, than others, or
//! breaks down. Always on.

use std::collections::BTreeMap;
use std::io;

use elenchus_compilers::breakdown::telling;

use super::resources::is_greedy;
use super::{Notice, Oracle, Row, Script, Suspect, Trial, Tried};
use crate::bench::Bench;
use crate::confirm::{self, Confirmed};
use crate::finding::{Finding, Kind};
use crate::fuzz;
use crate::group;
use crate::judge::Judgement;
use crate::lab::Lab;
use crate::outcome::Outcome;
use crate::program::{Answer, Ended};
use crate::report::quoted;

pub struct Answers;

const ROWS: &[Row] = &[
    Row::new(Kind::Crash, "the compiler crashes").whatever_the_program().told_by_message(),
    Row::new(Kind::Hang, "the compiler does not end").whatever_the_program(),
    Row::new(Kind::Flood, "the compiler prints, writes or forks without end")
        .whatever_the_program(),
    Row::new(Kind::Rejected, "a valid program is rejected").told_by_message(),
    Row::new(Kind::WrongOutput, "wrong code"),
    Row::new(Kind::WrongStatus, "wrong code"),
    Row::new(Kind::RunCrash, "wrong code: the program crashes"),
    Row::new(Kind::RunHang, "wrong code: the program does not end"),
    Row::new(Kind::Disagreement, "another answer than that of other compilers"),
];

impl Oracle for Answers {
    fn name(&self) -> &'static str {
        "answers"
    }

    fn kinds(&self) -> &'static [Row] {
        ROWS
    }

    fn is_always_on(&self) -> bool {
        true
    }

    /// Of flags that were drawn, only those that matter are kept.
    fn look(&self, lab: &Lab, bench: &Bench, trial: &mut Trial) -> io::Result<Vec<Notice>> {
        let mut notices = Vec::new();
        for suspect in suspects(lab, trial) {
            if let Some(suspect) = fuzz::narrow(lab, bench, trial, suspect)? {
                notices.extend(Notice::of(lab, bench, trial, suspect));
            }
        }
        Ok(notices)
    }

    fn confirm(
        &self,
        lab: &Lab,
        bench: &Bench,
        trial: &Trial,
        notice: &Notice,
    ) -> io::Result<Option<Confirmed>> {
        confirm::confirm(lab, bench, trial, &notice.suspect)
    }

    fn script(&self, finding: &Finding, script: &Script) -> String {
        let Script { compile, run, expected } = script;
        match (finding.kind, &finding.actual) {
            (Kind::Crash, actual) => {
                // Of a signal only we speak; and who is ended by one may say anything.
                let words = match actual {
                    Outcome::Crash { signal: Some(_), .. } => None,
                    other => other.message().and_then(telling),
                };
                let said = match words {
                    Some(words) => format!("grep -q -F -e {} said.txt", quoted(words)),
                    None => "[ $status -gt 128 ]".to_owned(),
                };
                format!("{compile} > said.txt 2>&1\nstatus=$?\ncat said.txt\n{said}\n")
            }
            (Kind::Rejected, Outcome::Rejected { .. }) => {
                format!("{compile}\nstatus=$?\n[ $status -ne 0 ] && [ $status -le 128 ]\n")
            }
            (Kind::Rejected, Outcome::NoProgram) => format!(
                "rm -f program\n{compile} || exit 1\n[ ! -s program ] || [ ! -x program ] || \
                 {{ timeout -k 1 $limit {run} > actual.txt; [ $? -ge 126 ]; }}\n"
            ),
            (Kind::Hang, _) => format!("timeout -k 1 $limit {compile}\n{TIMED_OUT}"),
            (Kind::Flood, Outcome::Full) => too_much(compile, FULL),
            (Kind::Flood, Outcome::Swarm) => too_much(compile, SWARM),
            (Kind::Flood, _) => {
                let said = format!("timeout -k 1 $limit {compile} 2>&1 | head -c 64000000 | wc -c");
                format!("[ \"$({said})\" -eq 64000000 ]\n")
            }
            (Kind::RunHang, Outcome::Gush) => {
                let said = format!("timeout -k 1 $limit {run} 2>&1 | head -c 16000000 | wc -c");
                format!("{compile} || exit 1\n[ \"$({said})\" -eq 16000000 ]\n")
            }
            (Kind::RunHang, _) => {
                format!("{compile} || exit 1\ntimeout -k 1 $limit {run} > actual.txt\n{TIMED_OUT}")
            }
            (Kind::Disagreement, _) => {
                format!("{compile} || exit 1\n{run}\necho \"exit status $?\"\n")
            }
            (Kind::WrongOutput, _) => script.compares(&format!(
                "[ $actual -eq {expected} ] && ! cmp -s actual.txt expected.txt"
            )),
            (Kind::WrongStatus, _) => {
                script.compares(&format!("[ $actual -ne {expected} ] && [ $actual -le 128 ]"))
            }
            (Kind::RunCrash, actual) => {
                script.compares(&format!("[ $actual -ne {expected} ] && {}", crashed(actual)))
            }
            _ => script.differs(),
        }
    }
}

/// Whether it took all of its time. Who does not end when asked to is killed.
const TIMED_OUT: &str = "status=$?\n[ $status -eq 124 ] || [ $status -eq 137 ]\n";

/// Whether the folder has far too much in it.
const FULL: &str = "[ \"$(du -sk . | cut -f1)\" -gt 400000 ]";

/// Whether there are far too many processes in the group of the compiler.
const SWARM: &str = "[ \"$(cat /proc/[0-9]*/stat 2> /dev/null | sed 's/.*) //' | \
                     awk -v group=$compiler '$3 == group' | wc -l)\" -gt 200 ]";

/// Ends a compiler as soon as it takes too much: it must not do to others what it did
/// to us. `timeout` leads a group of its own.
fn too_much(compile: &str, is_much: &str) -> String {
    format!(
        "export TMPDIR=\"$PWD\"\nulimit -f 1000000\n\
         much() {{ {is_much}; }}\n\
         timeout -k 1 $limit {compile} &\ncompiler=$!\n\
         until much || ! kill -0 $compiler 2> /dev/null; do sleep 0.1; done\n\
         much\nstatus=$?\nkill -s KILL -- -$compiler 2> /dev/null\nexit $status\n"
    )
}

/// By the same signal: a status that is rubbish may look like any.
fn crashed(actual: &Outcome) -> String {
    match actual {
        Outcome::Ran(Answer { end: Ended::Signal(signal), .. }) => {
            format!("[ $actual -eq {} ]", 128 + signal)
        }
        _ => "[ $actual -gt 128 ]".to_owned(),
    }
}

/// All suspects; one for each tool chain and signature.
pub fn suspects(lab: &Lab, trial: &Trial) -> Vec<Suspect> {
    let mut found: Vec<Suspect> = Vec::new();
    let usual = usual(lab, trial);
    for one in &trial.tried {
        let Tried { configuration, outcome, .. } = one;
        let toolchain = &lab.toolchains[configuration.toolchain];
        let judgement = trial.judgement(configuration);
        let kind = match judgement {
            Some(Judgement::Valid(answer)) => against(answer, outcome),
            // Nobody knows whether it ends: who says so proves nothing.
            Some(Judgement::Long) if trial.is_endless(lab, configuration) => by_itself(outcome),
            Some(Judgement::Unknown(_) | Judgement::Long) => {
                let usual = usual.get(toolchain.target.name);
                let differs = is_run(outcome) && usual.is_some_and(|usual| usual != &outcome);
                by_itself(outcome).or(differs.then_some(Kind::Disagreement))
            }
            _ => by_itself(outcome),
        };
        let Some(kind) = kind.filter(|_| !is_greedy(lab, one)) else { continue };
        let level = configuration.level.join(" ");
        let signature = group::signature(kind, &toolchain.name, &level, outcome.message());
        let same = |other: &Suspect| {
            other.configuration.toolchain == configuration.toolchain
                && other.kind == kind
                // Of breakdowns, each is one; of wrong code, the lowest level is.
                && (other.signature == signature || outcome.message().is_none())
        };
        if !found.iter().any(same) {
            found.push(Suspect { kind, configuration: configuration.clone(), signature });
        }
    }
    found
}

/// How an outcome differs from the answer.
pub fn against(answer: &Answer, outcome: &Outcome) -> Option<Kind> {
    match outcome {
        Outcome::Rejected { .. } | Outcome::NoProgram => Some(Kind::Rejected),
        Outcome::Endless { .. } | Outcome::Gush => Some(Kind::RunHang),
        Outcome::Ran(actual) if actual == answer => None,
        Outcome::Ran(actual) => Some(match (actual.end, answer.end) {
            (Ended::Signal(_), Ended::Status(_)) => Kind::RunCrash,
            _ if actual.output != answer.output => Kind::WrongOutput,
            _ => Kind::WrongStatus,
        }),
        other => by_itself(other),
    }
}

/// What is wrong whatever the program is.
fn by_itself(outcome: &Outcome) -> Option<Kind> {
    match outcome {
        Outcome::Crash { .. } => Some(Kind::Crash),
        Outcome::Hang => Some(Kind::Hang),
        Outcome::Flood | Outcome::Full | Outcome::Swarm => Some(Kind::Flood),
        _ => None,
    }
}

fn is_run(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Ran(_) | Outcome::Endless { .. } | Outcome::Gush)
}

/// What most configurations of a target do; of several, what came first.
fn usual<'a>(lab: &Lab, trial: &'a Trial) -> BTreeMap<&'static str, &'a Outcome> {
    let mut classes: BTreeMap<&'static str, Vec<(&'a Outcome, usize)>> = BTreeMap::new();
    for Tried { configuration, outcome, .. } in &trial.tried {
        if !is_run(outcome) {
            continue;
        }
        let target = lab.toolchains[configuration.toolchain].target.name;
        let classes = classes.entry(target).or_default();
        match classes.iter_mut().find(|(other, _)| *other == outcome) {
            Some((_, count)) => *count += 1,
            None => classes.push((outcome, 1)),
        }
    }
    let most = |classes: Vec<(&'a Outcome, usize)>| {
        let most = classes.iter().map(|(_, count)| *count).max()?;
        classes.into_iter().find(|(_, count)| *count == most).map(|(outcome, _)| outcome)
    };
    classes.into_iter().filter_map(|(target, classes)| Some((target, most(classes)?))).collect()
}
