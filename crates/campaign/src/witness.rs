//! Compilers with sanitizers, asked about a program: a second opinion on whether it is
//! valid. Only a build that compiled, ran and ended has one.

use std::io;

use elenchus_compilers::probe::SANITIZER;
use elenchus_compilers::toolchain::Toolchain;

use crate::bench::Bench;
use crate::confirm::AGAIN;
use crate::judge::Judgement;
use crate::lab::{Configuration, Lab};
use crate::outcome::Outcome;
use crate::program::Answer;
use crate::reading::{reading, text_options};

/// Who may be asked.
pub struct Witness<'a> {
    pub toolchain: &'a Toolchain,
    /// It is the compiler that is suspect: of its answers only an alarm counts.
    pub is_suspect: bool,
}

impl Witness<'_> {
    /// What it compiles with.
    pub fn flags(&self) -> Vec<String> {
        let mut flags = SANITIZER.map(str::to_owned);
        if self.is_suspect {
            // What it does wrong it may not do without optimising.
            "-O0".clone_into(&mut flags[0]);
        }
        flags.to_vec()
    }
}

/// What one says of a program.
pub enum Word {
    /// It ran and did what the machine says.
    Silent,
    /// A sanitizer stopped it, and said this.
    Alarm(String),
    /// It ran and did something else.
    Otherwise(String),
    /// It was not made, or did not end by itself.
    Nothing(String),
    /// We were interrupted.
    Stopped,
}

/// What sanitizers say.
const ALARMS: &[&str] = &["runtime error:", "ERROR: AddressSanitizer:"];

/// What a sanitizer complained about, in its own words.
pub fn alarm(errors: &str) -> Option<&str> {
    errors.lines().map(str::trim).find(|line| ALARMS.iter().any(|words| line.contains(words)))
}

/// Asks one about a program. The run-time of a sanitizer may fail by itself, where
/// addresses are too random for it: what counts is what comes every time.
pub fn ask(
    lab: &Lab,
    bench: &Bench,
    witness: &Witness,
    suspect: &Configuration,
    answer: &Answer,
) -> io::Result<Word> {
    let Witness { toolchain, is_suspect } = *witness;
    // Definitions in the command of who is suspect belong to the program.
    let of = lab.toolchains[suspect.toolchain].options(&suspect.level, &[]);
    let flags = [witness.flags(), text_options(&of)].concat();
    match reading(lab, bench, toolchain, &flags)?.map(|reading| reading.judgement()) {
        Ok(Judgement::Valid(own)) if own == *answer => {}
        _ => return Ok(Word::Nothing("to it, it is another program".into())),
    }
    let mut word = once(lab, bench, toolchain, &flags, answer)?;
    for _ in 0..AGAIN {
        if matches!(word, Word::Silent | Word::Stopped) {
            break;
        }
        word = once(lab, bench, toolchain, &flags, answer)?;
    }
    Ok(match word {
        Word::Otherwise(said) if is_suspect => Word::Nothing(said),
        word => word,
    })
}

fn once(
    lab: &Lab,
    bench: &Bench,
    toolchain: &Toolchain,
    flags: &[String],
    answer: &Answer,
) -> io::Result<Word> {
    let attempt = lab.attempt_alone(toolchain, flags, bench, true)?;
    Ok(match (attempt.outcome, alarm(&attempt.errors)) {
        (Outcome::Stopped, _) => Word::Stopped,
        (Outcome::Ran(own), _) if own == *answer => Word::Silent,
        (Outcome::Ran(_), Some(said)) => Word::Alarm(said.to_owned()),
        (outcome @ Outcome::Ran(_), None) => Word::Otherwise(outcome.in_words()),
        (outcome, _) => Word::Nothing(outcome.in_words()),
    })
}
