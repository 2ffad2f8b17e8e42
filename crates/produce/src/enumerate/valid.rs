//! Which variants are programs with one meaning, and what that is.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use elenchus_front::parse_unit;
use elenchus_lang::builtins;
use elenchus_lang::rules::Language;
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
    language: Language,
    limits: Limits,
    straight: Straight,
    /// The file defines a function of the library.
    reserved: bool,
}

/// What a variant must do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub end: End,
    /// On standard output. Nothing where it aborts: whether what was printed
    /// before comes out is up to the implementation (7.22.4.1p2).
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
    /// It defines a function of the library itself, which is undefined
    /// (7.1.3p2): compilers know better. It was not run.
    Reserved,
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
            Cut::Reserved => "defines a function of the library (not run)".into(),
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
        let (target, language) = (&program.target, program.language);
        let reserved = builtins::defined_in(program).is_some();
        Judge { found, text, target, language, limits, straight, reserved }
    }

    /// What a filling makes of the program.
    pub fn judge(&self, filling: &[Var]) -> Result<Answer, Cut> {
        match (self.reserved, self.straight.rejects(filling)) {
            (true, _) => Err(Cut::Reserved),
            (false, true) => Err(Cut::NotRun),
            (false, false) => self.run(filling),
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
        let mut program = Program::new(self.target, self.language);
        if !parse_unit(&mut program, "variant", text).accepted() {
            return Err(Cut::Rejected);
        }
        let outcome = Machine::new(Rc::new(program), self.limits).run(&[]);
        match outcome.verdict {
            Verdict::Exit(status) => Ok(Answer { end: End::Exit(status), output: outcome.output }),
            Verdict::Abort => Ok(Answer { end: End::Abort, output: Vec::new() }),
            Verdict::Undefined { kind, .. } => Err(Cut::Undefined(kind.id())),
            Verdict::Unspecified { .. } => Err(Cut::Unspecified),
            Verdict::Unsupported { .. } => Err(Cut::Unsupported),
            Verdict::Limit(_) => Err(Cut::Limit),
        }
    }
}
