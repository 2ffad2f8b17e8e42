//! What a candidate must be before anybody is asked who costs time.

use elenchus_judge::{Answer, Judge, Judgement, ProgramFile, Unit};
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_machine::Limits;

use super::{Counts, Lack, Place};

/// By which rules a program is read, and what it is given when it runs.
#[derive(Clone, Debug)]
pub struct Rules {
    pub language: Language,
    pub target: &'static Target,
    pub input: Vec<u8>,
    pub args: Vec<String>,
}

/// What a program may take; others are not judged.
const LIMITS: Limits =
    Limits { steps: 20_000_000, memory: 256 << 20, stack: 4 << 20, output: 1 << 20 };

impl Rules {
    pub fn judge(&self) -> Judge<'static> {
        let Rules { language, target, input, args } = self.clone();
        Judge { target, language, limits: LIMITS, input, args }
    }

    pub fn judgement(&self, files: &[ProgramFile], place: &Place) -> Judgement {
        Counts::one(&place.counts.machine);
        self.judge().judge(&units(files))
    }
}

fn units(files: &[ProgramFile]) -> Vec<Unit<'_>> {
    let units = files.iter().filter(|file| file.is_unit());
    units.map(|file| Unit { name: &file.name, text: &file.text }).collect()
}

/// What the machine says of every candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guard {
    /// Nobody looks.
    Nothing,
    /// Our front end takes it.
    Accepted,
    /// It is free of undefined behaviour, and what it does is known.
    Valid,
    /// The machine cannot run the input; what it sees to be at fault is left out.
    NotAtFault,
}

impl Guard {
    /// What the program must do, where that is known; or why it is not wanted.
    pub fn passes(
        self,
        files: &[ProgramFile],
        rules: &Rules,
        place: &Place,
    ) -> Result<Option<Answer>, Lack> {
        match self {
            Guard::Nothing => return Ok(None),
            Guard::Accepted => {
                let parsed = rules.judge().parse(&units(files));
                return parsed.map(|_| None).map_err(|why| Lack::new(why.to_string()));
            }
            Guard::Valid | Guard::NotAtFault => {}
        }
        match rules.judgement(files, place) {
            Judgement::Valid(answer) => Ok(Some(answer)),
            Judgement::Unknown(_) if self == Guard::NotAtFault => Ok(None),
            other => Err(Lack::new(format!("the machine says of the program: {other}"))),
        }
    }
}
