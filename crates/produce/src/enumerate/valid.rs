//! Which variants are programs with one meaning, and what that is.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use elenchus_front::parse_unit;
use elenchus_lang::rules::Standard;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::{Limits, Machine, Verdict};

use super::file::Found;
use super::skeleton::Var;
use super::straight::Straight;

/// Judges the variants of one file.
pub struct Judge<'a> {
    found: &'a Found,
    /// After preprocessing.
    text: &'a [u8],
    target: &'a Target,
    standard: Standard,
    limits: Limits,
    straight: Straight,
}

/// What a variant must do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub end: End,
    /// On standard output.
    pub output: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Exit(u8),
    Abort,
}

/// Why a variant is no test.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cut {
    /// It reads a variable without a value at once: it was not run.
    NotRun,
    /// By the id of the undefined behaviour.
    Undefined(&'static str),
    Unspecified,
    Unsupported,
    Limit,
    /// Our front end does not take it.
    Rejected,
    /// We broke down: a bug of ours.
    Broken,
}

impl Cut {
    pub fn words(self) -> String {
        match self {
            Cut::NotRun => "reads a variable without a value (not run)".into(),
            Cut::Undefined(id) => format!("undefined: {id}"),
            Cut::Unspecified => "unspecified".into(),
            Cut::Unsupported => "unsupported by the machine".into(),
            Cut::Limit => "beyond a limit".into(),
            Cut::Rejected => "not C for our front end".into(),
            Cut::Broken => "the machine broke down (a bug of ours)".into(),
        }
    }
}

impl<'a> Judge<'a> {
    /// `program` is what the preprocessed `text` was parsed into.
    pub fn new(program: &'a Program, found: &'a Found, text: &'a [u8], steps: u64) -> Judge<'a> {
        let limits = Limits { steps, memory: 64 << 20, stack: 4 << 20, output: 1 << 20 };
        let straight = Straight::new(program, found);
        let (target, standard) = (&program.target, program.standard);
        Judge { found, text, target, standard, limits, straight }
    }

    /// What a filling makes of the program.
    pub fn judge(&self, filling: &[Var]) -> Result<Answer, Cut> {
        match self.straight.rejects(filling) {
            true => Err(Cut::NotRun),
            false => self.run(filling),
        }
    }

    /// The same, always by running it.
    pub fn run(&self, filling: &[Var]) -> Result<Answer, Cut> {
        let mut text = Vec::with_capacity(self.text.len() + 64);
        self.found.render_parsed(self.text, filling, &mut text);
        // A variant that confuses us must not end the others.
        catch_unwind(AssertUnwindSafe(|| self.run_text(&text))).unwrap_or(Err(Cut::Broken))
    }

    fn run_text(&self, text: &[u8]) -> Result<Answer, Cut> {
        let mut program = Program::new(self.target, self.standard);
        if !parse_unit(&mut program, "variant", text).accepted() {
            return Err(Cut::Rejected);
        }
        let outcome = Machine::new(Arc::new(program), self.limits).run(&[]);
        let end = match outcome.verdict {
            Verdict::Exit(status) => End::Exit(status),
            Verdict::Abort => End::Abort,
            Verdict::Undefined { kind, .. } => return Err(Cut::Undefined(kind.id())),
            Verdict::Unspecified { .. } => return Err(Cut::Unspecified),
            Verdict::Unsupported { .. } => return Err(Cut::Unsupported),
            Verdict::Limit(_) => return Err(Cut::Limit),
        };
        Ok(Answer { end, output: outcome.output })
    }
}
