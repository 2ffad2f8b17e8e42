//! Sanitizers on programs that the machine found to be valid. An alarm is a bug
//! of the sanitizer, or of ours: never is it more than suspected.

use std::io;

use elenchus_compilers::probe::SANITIZER;

use super::answers::against;
use super::{Notice, Oracle, Row, Script, Suspect, Trial};
use crate::confirm::{AGAIN, Confirmed};
use crate::finding::{Finding, Kind, State};
use crate::group;
use crate::lab::{Bench, Configuration, Lab};
use crate::outcome::Outcome;

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

    fn look(&self, lab: &Lab, bench: &Bench, trial: &mut Trial) -> io::Result<Vec<Notice>> {
        let mut found = Vec::new();
        for (toolchain, one) in lab.toolchains.iter().enumerate() {
            if !lab.has_sanitizer(one) {
                continue;
            }
            let level = SANITIZER.map(str::to_owned).to_vec();
            let configuration = Configuration { toolchain, level, fuzzed: false };
            trial.readings.read(lab, bench, &configuration)?;
            if trial.answer(&configuration).is_none() {
                continue;
            }
            if let Some(actual) = alarm(lab, bench, &configuration)? {
                let signature = group::signature(Kind::Alarm, &one.name, "", actual.message());
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
        let mut reasons = vec![format!("the sanitizer stops it {} times", AGAIN + 1)];
        let configuration = &notice.suspect.configuration;
        let suspect = &lab.toolchains[configuration.toolchain];
        let answer = trial.answer(configuration);
        let other = lab
            .witness(suspect)
            .filter(|other| other.target == suspect.target && other.version != suspect.version);
        let (Some(answer), Some(other)) = (answer, other) else {
            reasons.push("there is no other sanitizer to ask".into());
            return Ok(Some(Confirmed { state: State::Disputed, reasons }));
        };
        let outcome = lab.attempt_alone(other, &configuration.level, bench, true)?.outcome;
        let state = match against(answer, &outcome) {
            None => {
                reasons.push(format!("the sanitizer of {} has no complaint", other.name));
                State::Suspected
            }
            Some(_) => {
                reasons.push(format!("with that of {}: {}", other.name, outcome.in_words()));
                State::Disputed
            }
        };
        Ok(Some(Confirmed { state, reasons }))
    }

    fn script(&self, _: &Finding, script: &Script) -> String {
        script.differs()
    }
}

/// What sanitizers say.
const ALARMS: &[&str] = &["runtime error:", "AddressSanitizer:"];

/// Of a message so much is kept.
const LONGEST: usize = 4000;

/// What it says; the run-time of a sanitizer may fail by itself, so an alarm is
/// one that comes every time.
fn alarm(lab: &Lab, bench: &Bench, configuration: &Configuration) -> io::Result<Option<Outcome>> {
    let toolchain = &lab.toolchains[configuration.toolchain];
    let mut alarm = None;
    for _ in 0..=AGAIN {
        let attempt = lab.attempt_alone(toolchain, &configuration.level, bench, true)?;
        if !ALARMS.iter().any(|words| attempt.errors.contains(words)) {
            return Ok(None);
        }
        let message = attempt.errors.chars().take(LONGEST).collect();
        alarm = Some(Outcome::Alarm { message });
    }
    Ok(alarm)
}
