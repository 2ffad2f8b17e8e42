//! A suspect, tried again: how sure can we be?
//!
//! It is compiled and run alone and without the limits of a hunt; the machine
//! judges the program again; for wrong code, a sanitizer build of another
//! compiler must not complain, and somebody must side with the machine.

use std::io;

use elenchus_compilers::breakdown::title;
use elenchus_compilers::probe::SANITIZER;

use crate::finding::{Kind, State};
use crate::judge::Judgement;
use crate::lab::{Bench, Lab};
use crate::oracle::answers::against;
use crate::oracle::{Suspect, Trial};
use crate::outcome::Outcome;
use crate::program::{Answer, Ended};
use crate::reading::reading;

/// How often a suspect is tried again.
pub const AGAIN: usize = 2;

/// A state and how it was arrived at.
pub struct Confirmed {
    pub state: State,
    pub reasons: Vec<String>,
}

/// Tries a suspect again; nothing if we were interrupted.
pub fn confirm(
    lab: &Lab,
    bench: &Bench,
    trial: &Trial,
    suspect: &Suspect,
) -> io::Result<Option<Confirmed>> {
    let mut reasons = Vec::new();
    let Some(first) = trial.outcome(&suspect.configuration) else { return Ok(None) };
    let toolchain = &lab.toolchains[suspect.configuration.toolchain];
    let run = suspect.kind.needs_validity();
    let answer = trial.answer(&suspect.configuration);
    for _ in 0..AGAIN {
        let level = &suspect.configuration.level;
        match lab.attempt_alone(toolchain, level, bench, run)?.outcome {
            Outcome::Stopped => return Ok(None),
            again if is_same(first, &again, answer) => {}
            again => {
                reasons.push(format!("tried again alone: {}", again.in_words()));
                return Ok(Some(Confirmed { state: State::Flaky, reasons }));
            }
        }
    }
    reasons.push(format!("seen again {AGAIN} times, alone and with more time and memory"));
    let state = match (suspect.kind, answer) {
        (Kind::Crash | Kind::Hang | Kind::Flood, _) => Some(State::Confirmed),
        (_, Some(answer)) => validity(lab, bench, trial, suspect, answer, &mut reasons)?,
        (_, None) => Some(State::Suspected),
    };
    Ok(state.map(|state| Confirmed { state, reasons }))
}

/// Whether two outcomes are the same bug. What a program prints that was
/// compiled wrongly may change from run to run.
pub fn is_same(first: &Outcome, again: &Outcome, answer: Option<&Answer>) -> bool {
    match (first, again, answer) {
        (Outcome::Crash { message: one }, Outcome::Crash { message: other }, _)
        | (Outcome::Rejected { message: one }, Outcome::Rejected { message: other }, _) => {
            title(one) == title(other)
        }
        (Outcome::Ran(_) | Outcome::Endless { .. } | Outcome::Gush, again, Some(answer)) => {
            let wrong = [Kind::WrongOutput, Kind::WrongStatus, Kind::RunCrash, Kind::RunHang];
            against(answer, again).is_some_and(|kind| wrong.contains(&kind))
        }
        (first, again, _) => first == again,
    }
}

/// Whether the program is beyond doubt; nothing if we were interrupted.
pub fn validity(
    lab: &Lab,
    bench: &Bench,
    trial: &Trial,
    suspect: &Suspect,
    answer: &Answer,
    reasons: &mut Vec<String>,
) -> io::Result<Option<State>> {
    let toolchain = &lab.toolchains[suspect.configuration.toolchain];
    let again = reading(lab, bench, toolchain, &suspect.configuration.level)?;
    match again.map_or_else(Judgement::Unknown, |again| again.judgement()) {
        Judgement::Valid(again) if again == *answer => {
            reasons.push("the machine runs the program without undefined behaviour".into());
        }
        other => {
            reasons.push(format!("the machine, asked again, says: {other}"));
            return Ok(Some(State::Disputed));
        }
    }
    let agree = |outcome: &Outcome| match suspect.kind {
        Kind::Rejected => against(answer, outcome) != Some(Kind::Rejected),
        _ => against(answer, outcome).is_none(),
    };
    let friends = trial.tried.iter().filter(|one| {
        let target = lab.toolchains[one.configuration.toolchain].target;
        // Who compiles another text, as the machine reads it, says nothing of this one.
        let same = trial.answer(&one.configuration) == Some(answer);
        target == toolchain.target && same && agree(&one.outcome)
    });
    let mut friends: Vec<String> = friends.map(|one| lab.name(&one.configuration)).collect();
    if let Some(witness) = lab.witness(toolchain).filter(|one| one.target == toolchain.target) {
        let flags = SANITIZER.map(str::to_owned);
        let name = format!("{} with sanitizers", witness.name);
        // The run-time of a sanitizer may fail by itself, where addresses are
        // too random for it: an alarm is one that comes every time.
        let mut outcome = lab.attempt_alone(witness, &flags, bench, true)?.outcome;
        for _ in 0..AGAIN {
            if outcome == Outcome::Stopped || against(answer, &outcome).is_none() {
                break;
            }
            outcome = lab.attempt_alone(witness, &flags, bench, true)?.outcome;
        }
        match outcome {
            Outcome::Stopped => return Ok(None),
            outcome if against(answer, &outcome).is_none() => {
                reasons.push(format!("{name} gives the expected answer and no alarm"));
                friends.push(name);
            }
            Outcome::Ran(Answer { end: Ended::Status(status), .. }) if status != 0 => {
                reasons.push(format!("{name} stops the program: it may be undefined after all"));
                return Ok(Some(State::Disputed));
            }
            outcome => reasons.push(format!("{name}: {}", outcome.in_words())),
        }
    } else {
        reasons.push("there is no compiler with sanitizers to ask".into());
    }
    if friends.is_empty() {
        reasons.push("no compiler sides with the machine".into());
        return Ok(Some(State::Disputed));
    }
    reasons.push(format!("with the machine side {}", friends.join(", ")));
    Ok(Some(State::Confirmed))
}
