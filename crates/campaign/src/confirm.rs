//! A suspect, tried again: how sure can we be?
//!
//! It is compiled and run alone and without the limits of a hunt. Where the program must
//! be valid, the machine judges it again, sanitizers are asked (see `witness`),
//! and some program that was run must have given the machine's answer. What decides
//! which state is in [`crate::states`].

use std::io;

use elenchus_compilers::breakdown::title;
use elenchus_compilers::toolchain::Toolchain;

use crate::bench::Bench;
use crate::finding::{Kind, State};
use crate::judge::Judgement;
use crate::lab::Lab;
use crate::oracle::answers::against;
use crate::oracle::{Suspect, Trial, Tried};
use crate::outcome::Outcome;
use crate::program::Answer;
use crate::reading::{depends_on_macros, reading};
use crate::standard;
use crate::states::Why;
use crate::witness::{self, Word};

/// How often a suspect is tried again.
pub const AGAIN: usize = 2;

/// A state and how it was arrived at.
pub struct Confirmed {
    pub state: State,
    /// A sentence each; the last one decided.
    pub reasons: Vec<String>,
}

impl Confirmed {
    /// In the state that this reason, in words, decides.
    pub fn because(why: Why, mut reasons: Vec<String>, in_words: impl Into<String>) -> Confirmed {
        reasons.push(in_words.into());
        Confirmed { state: why.state(), reasons }
    }
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
                let said = format!("tried again alone: {}", again.in_words());
                return Ok(Some(Confirmed::because(Why::NotAgain, reasons, said)));
            }
        }
    }
    let again = format!("seen again {AGAIN} times, alone and with more time and memory");
    if !suspect.kind.needs_validity() {
        return Ok(Some(Confirmed::because(Why::Shown, reasons, again)));
    }
    reasons.push(again);
    let Some(answer) = answer else {
        let why = match trial.judgement(&suspect.configuration) {
            Some(judgement) => format!("nobody knows the right answer: {judgement}"),
            None => "nobody knows the right answer".to_owned(),
        };
        return Ok(Some(Confirmed::because(Why::NoAnswer, reasons, why)));
    };
    validity(lab, bench, trial, suspect, answer, reasons)
}

/// Whether two outcomes are the same bug. What a program prints that was
/// compiled wrongly may change from run to run.
pub fn is_same(first: &Outcome, again: &Outcome, answer: Option<&Answer>) -> bool {
    match (first, again, answer) {
        // Whom a signal ends need not say the same each time.
        (Outcome::Crash { signal: Some(one), .. }, Outcome::Crash { signal, .. }, _) => {
            *signal == Some(*one)
        }
        (Outcome::Crash { message: one, .. }, Outcome::Crash { message: other, .. }, _)
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
    mut reasons: Vec<String>,
) -> io::Result<Option<Confirmed>> {
    let toolchain = &lab.toolchains[suspect.configuration.toolchain];
    let again = reading(lab, bench, toolchain, &suspect.configuration.level)?;
    let judged = again.map(|again| (again.judgement(), again));
    let reading = match judged {
        Ok((Judgement::Valid(again), reading)) if again == *answer => reading,
        other => {
            let other = other.map_or_else(Judgement::Unknown, |(judgement, _)| judgement);
            let said = format!("the machine, asked again, says: {other}");
            return Ok(Some(Confirmed::because(Why::AnswerChanged, reasons, said)));
        }
    };
    reasons.push("the machine runs the program without undefined behaviour".into());
    if let Some(instead) = &reading.instead {
        let said = format!("{} gave no text; it was preprocessed by `{instead}`", toolchain.name);
        if depends_on_macros(bench.program) {
            return Ok(Some(Confirmed::because(Why::OtherText, reasons, said)));
        }
        reasons.push(said);
    }
    if suspect.kind == Kind::Rejected {
        let excuse = standard::excuse(lab, bench, trial, suspect, answer, &reading)?;
        if let Some((why, said)) = excuse {
            return Ok(Some(Confirmed::because(why, reasons, said)));
        }
    }
    let mut friends = friends(lab, trial, toolchain, answer);
    let witnesses = lab.witnesses(toolchain);
    let mut silent = witnesses.is_empty();
    for witness in &witnesses {
        let name = format!("{} with sanitizers", witness.toolchain.name);
        match witness::ask(lab, bench, witness, &suspect.configuration, answer)? {
            Word::Stopped => return Ok(None),
            Word::Silent => {
                reasons.push(format!("{name} gives the expected answer and no alarm"));
                friends.push(name);
                silent = true;
                break;
            }
            Word::Alarm(said) => {
                let said = format!("{name} stops the program: {said}");
                return Ok(Some(Confirmed::because(Why::Alarm, reasons, said)));
            }
            Word::Otherwise(said) => {
                let said = format!("{name} does not do what the machine says: {said}");
                return Ok(Some(Confirmed::because(Why::OtherEnd, reasons, said)));
            }
            Word::Nothing(said) => reasons.push(format!("{name} says nothing of it: {said}")),
        }
    }
    if witnesses.is_empty() {
        reasons.push("there is no compiler with sanitizers to ask".into());
    }
    if friends.is_empty() {
        let said = "no program that was run gave the machine's answer";
        return Ok(Some(Confirmed::because(Why::NobodySides, reasons, said)));
    }
    let friends = format!("with the machine side {}", friends.join(", "));
    if !silent {
        reasons.push(friends);
        let said = "no build with sanitizers could be made and run, so there may be more to it";
        return Ok(Some(Confirmed::because(Why::NoSanitizerRan, reasons, said)));
    }
    Ok(Some(Confirmed::because(Why::Shown, reasons, friends)))
}

/// Whose programs were run and gave the answer. Who only reads or compiles sides with
/// nobody, and who compiles another text, as the machine reads it, says nothing of this.
fn friends(lab: &Lab, trial: &Trial, suspect: &Toolchain, answer: &Answer) -> Vec<String> {
    let sides = |one: &&Tried| {
        let target = lab.toolchains[one.configuration.toolchain].target;
        target == suspect.target
            && trial.answer(&one.configuration) == Some(answer)
            && one.outcome == Outcome::Ran(answer.clone())
    };
    trial.tried.iter().filter(sides).map(|one| lab.name(&one.configuration)).collect()
}
