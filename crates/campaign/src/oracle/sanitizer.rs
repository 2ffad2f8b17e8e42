//! Sanitizers on programs that the machine found to be valid. An alarm is a bug
//! of the sanitizer, or of ours: never is it more than suspected.

use std::io;

use elenchus_compilers::probe::SANITIZER;

use super::{Notice, Oracle, Row, Script, Suspect, Trial};
use crate::bench::Bench;
use crate::confirm::{AGAIN, Confirmed};
use crate::finding::{Finding, Kind};
use crate::group;
use crate::lab::{Configuration, Lab};
use crate::outcome::Outcome;
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
        let reasons = vec![format!("the sanitizer stops it {} times", AGAIN + 1)];
        let configuration = &notice.suspect.configuration;
        let suspect = &lab.toolchains[configuration.toolchain];
        let witnesses = lab.witnesses(suspect);
        let other = witnesses.iter().find(|one| !one.is_suspect);
        let (Some(answer), Some(other)) = (trial.answer(configuration), other) else {
            let said = "there is no other sanitizer to ask";
            return Ok(Some(Confirmed::because(Why::AlarmOfAll, reasons, said)));
        };
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

/// What it says; the run-time of a sanitizer may fail by itself, so an alarm is
/// one that comes every time.
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
