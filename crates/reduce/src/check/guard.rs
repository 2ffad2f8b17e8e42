//! What a candidate must be before anybody is asked who costs time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use elenchus_judge::{Answer, Judge, Judgement, ProgramFile, Unit};
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::{Function, StmtKind};
use elenchus_machine::{Limits, Machine};

use super::{Counts, Lack, Place};

/// By which rules a program is read, and what it is given when it runs.
#[derive(Clone, Debug)]
pub struct Rules {
    pub language: Language,
    pub target: &'static Target,
    pub input: Vec<u8>,
    pub args: Vec<String>,
    pub limits: Limits,
}

/// What a program may take; others are not judged.
const LIMITS: Limits =
    Limits { steps: 20_000_000, memory: 256 << 20, stack: 4 << 20, output: 1 << 20 };

/// A smaller program takes fewer steps, or few more; one that takes far more is endless.
const MORE_STEPS: u64 = 10;
const FEW_STEPS: u64 = 100_000;

impl Rules {
    /// Without input and arguments.
    pub fn new(target: &'static Target, language: Language) -> Rules {
        Rules { language, target, input: Vec::new(), args: Vec::new(), limits: LIMITS }
    }

    /// With limits that fit a program, if that ends.
    pub fn fit(self, files: &[ProgramFile]) -> Rules {
        let steps = self.steps(files).unwrap_or(LIMITS.steps);
        let steps = steps.saturating_mul(MORE_STEPS).saturating_add(FEW_STEPS).min(LIMITS.steps);
        Rules { limits: Limits { steps, ..LIMITS }, ..self }
    }

    /// How many steps a program takes until it ends in whatever way.
    fn steps(&self, files: &[ProgramFile]) -> Option<u64> {
        let program = self.judge().parse(&units(files)).ok()?;
        let words: Vec<&str> = self.args.iter().map(String::as_str).collect();
        let run = || {
            let machine = Machine::new(Rc::new(program), LIMITS);
            machine.with_input(self.input.clone()).run(&words)
        };
        Some(catch_unwind(AssertUnwindSafe(run)).ok()?.steps)
    }

    /// Whether the last statement of `main` says which status it has.
    pub fn main_returns(&self, files: &[ProgramFile]) -> bool {
        let Ok(p) = self.judge().parse(&units(files)) else { return false };
        let is_main = |function: &&Function| p.name(p.decls[function.decl].name) == "main";
        let main = p.functions.iter().map(|(_, function)| function).find(is_main);
        let body = main.map(|main| p.stmts[main.body].kind);
        let Some(StmtKind::Compound(list, _)) = body else { return false };
        let last = p.stmt_lists[list].last();
        last.is_some_and(|&last| matches!(p.stmts[last].kind, StmtKind::Return(Some(_))))
    }

    pub fn judge(&self) -> Judge<'static> {
        let Rules { language, target, input, args, limits } = self.clone();
        Judge { target, language, limits, input, args }
    }

    pub fn judgement(&self, files: &[ProgramFile], place: &Place) -> Judgement {
        Counts::one(&place.counts.machine);
        self.judge().judge(&units(files))
    }
}

pub(super) fn units(files: &[ProgramFile]) -> Vec<Unit<'_>> {
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
