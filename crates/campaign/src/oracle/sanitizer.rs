//! Sanitizers on programs that the machine found to be valid. An alarm is a bug of the
//! sanitizer, or of ours: the sanitizer of another compiler decides. A hunt compiles with
//! them some programs, or all (see [`crate::lab::Sanitized`]); who breaks down then, or gives
//! another answer, is accused as at any level.

use std::io;

use super::{Notice, Oracle, Row, Script, Suspect, Trial};
use crate::bench::Bench;
use crate::confirm::{AGAIN, Confirmed};
use crate::finding::{Finding, Kind};
use crate::group;
use crate::judge::Judgement;
use crate::lab::{Configuration, Lab};
use crate::outcome::Outcome;
use crate::reading::reading;
use crate::states::Why;
use crate::witness::{self, Word};

pub struct Sanitizer;

const ROWS: &[Row] =
    &[Row::new(Kind::Alarm, "a sanitizer stops a valid program").told_by_message()];

impl Oracle for Sanitizer {
    fn name(&self) -> &'static str {
        "sanitizer"
    }

    fn kinds(&self) -> &'static [Row] {
        ROWS
    }

    fn is_always_on(&self) -> bool {
        true
    }

    fn wants_sanitizers(&self) -> bool {
        true
    }

    /// The run-time of a sanitizer may fail by itself: what counts is what comes every time.
    fn look(&self, lab: &Lab, bench: &Bench, trial: &mut Trial) -> io::Result<Vec<Notice>> {
        let mut found: Vec<Notice> = Vec::new();
        for one in &trial.tried {
            let Outcome::Alarm { message } = &one.outcome else { continue };
            let configuration = &one.configuration;
            let name = &lab.toolchains[configuration.toolchain].name;
            let signature = group::signature(Kind::Alarm, name, "", Some(message));
            let is_known = found.iter().any(|other| other.suspect.signature == signature);
            if is_known || trial.answer(configuration).is_none() {
                continue;
            }
            if let Some(actual) = alarm(lab, bench, configuration)? {
                let configuration = configuration.clone();
                let suspect = Suspect { kind: Kind::Alarm, configuration, signature };
                found.push(Notice::new(lab, bench, suspect, actual));
            }
        }
        Ok(found)
    }

    fn confirm(
        &self,
        lab: &Lab,
        bench: &Bench,
        trial: &Trial,
        notice: &Notice,
    ) -> io::Result<Option<Confirmed>> {
        let reasons = vec![format!("the sanitizer stops it {} times", AGAIN + 1)];
        let configuration = &notice.suspect.configuration;
        let suspect = &lab.toolchains[configuration.toolchain];
        let witnesses = lab.witnesses(suspect);
        let other = witnesses.iter().find(|one| !one.is_suspect);
        let (Some(answer), Some(other)) = (trial.answer(configuration), other) else {
            let said = "there is no other sanitizer to ask";
            return Ok(Some(Confirmed::because(Why::AlarmOfAll, reasons, said)));
        };
        let again = reading(lab, bench, suspect, &configuration.level)?;
        match again.map(|again| again.judgement()) {
            Ok(Judgement::Valid(again)) if again == *answer => {}
            other => {
                let judgement = other.unwrap_or_else(Judgement::Unknown);
                let said = format!("the machine, asked again, says: {judgement}");
                return Ok(Some(Confirmed::because(Why::AnswerChanged, reasons, said)));
            }
        }
        let name = &other.toolchain.name;
        let (why, said) = match witness::ask(lab, bench, other, configuration, answer)? {
            Word::Stopped => return Ok(None),
            Word::Silent => (Why::AlarmOfOne, "it has no complaint".to_owned()),
            Word::Alarm(said) | Word::Otherwise(said) | Word::Nothing(said) => {
                (Why::AlarmOfAll, said)
            }
        };
        let said = format!("with the sanitizer of {name}: {said}");
        Ok(Some(Confirmed::because(why, reasons, said)))
    }

    fn script(&self, _: &Finding, script: &Script) -> String {
        script.differs()
    }
}

/// Of a message so much is kept.
const LONGEST: usize = 4000;

/// What it says, if it says it every time.
fn alarm(lab: &Lab, bench: &Bench, configuration: &Configuration) -> io::Result<Option<Outcome>> {
    let toolchain = &lab.toolchains[configuration.toolchain];
    let mut alarm = None;
    for _ in 0..=AGAIN {
        let attempt = lab.attempt_alone(toolchain, &configuration.level, bench, true)?;
        if witness::alarm(&attempt.errors).is_none() {
            return Ok(None);
        }
        let message = attempt.errors.chars().take(LONGEST).collect();
        alarm = Some(Outcome::Alarm { message });
    }
    Ok(alarm)
}
