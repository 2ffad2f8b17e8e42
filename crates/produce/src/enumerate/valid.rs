//! Which variants are programs with one meaning, and what that is.

use std::ffi::OsStr;

use elenchus_judge::{Answer, Judge, Judgement, Unit, Unknown};
use elenchus_lang::builtins;
use elenchus_lang::tree::Program;
use elenchus_machine::{Limits, Verdict};

use super::file::FileSkeleton;
use super::skeleton::Var;
use super::straight::Straight;

/// Judges the variants of one file.
pub struct VariantJudge<'a> {
    found: &'a FileSkeleton,
    /// After preprocessing.
    text: &'a [u8],
    judge: Judge<'a>,
    straight: Straight,
    /// The file defines a function of the library.
    reserved: bool,
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

impl<'a> VariantJudge<'a> {
    /// `program` is what the preprocessed `text` was parsed into.
    pub fn new(
        program: &'a Program,
        found: &'a FileSkeleton,
        text: &'a [u8],
        steps: u64,
    ) -> VariantJudge<'a> {
        let limits = Limits { steps, memory: 64 << 20, stack: 4 << 20, output: 1 << 20 };
        let straight = Straight::new(program, found);
        let judge = Judge::new(&program.target, program.language, limits);
        let reserved = builtins::defined_in(program).next().is_some();
        VariantJudge { found, text, judge, straight, reserved }
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
        let unit = Unit { name: OsStr::new("variant"), text: &text };
        match self.judge.judge(&[unit]) {
            Judgement::Valid(answer) => Ok(answer),
            Judgement::Invalid(Verdict::Undefined { kind, .. }) => Err(Cut::Undefined(kind.id())),
            Judgement::Invalid(_) => Err(Cut::Unspecified),
            Judgement::Long | Judgement::Unknown(Unknown::Limit(_)) => Err(Cut::Limit),
            Judgement::Unknown(unknown) => Err(match unknown {
                Unknown::Rejected { .. } | Unknown::NotPreprocessed(_) | Unknown::Dialect(_) => {
                    Cut::Rejected
                }
                Unknown::DefinesLibrary(_) => Cut::Reserved,
                Unknown::Broken(_) => Cut::Broken,
                Unknown::Unsupported(_) | Unknown::Limit(_) => Cut::Unsupported,
            }),
        }
    }
}
