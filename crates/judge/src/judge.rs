//! One program and what is to be said of it.

use std::any::Any;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use elenchus_front::diagnostic::Severity;
use elenchus_front::parse_unit;
use elenchus_lang::builtins;
use elenchus_lang::edits::{EditError, Edits};
use elenchus_lang::rules::{Language, UnknownOption};
use elenchus_lang::target::Target;
use elenchus_lang::tree::{self, Decl, Storage};
use elenchus_machine::observe::Observer;
use elenchus_machine::{Limit, Limits, Machine, Outcome, Verdict};

use crate::answer::{Answer, Ended};

/// What programs are judged by. It holds nothing of a program, so many threads
/// may ask it at once.
#[derive(Clone, Debug)]
pub struct Judge<'a> {
    pub target: &'a Target,
    pub language: Language,
    /// What a program may take; those that take more are not judged.
    pub limits: Limits,
    /// What it reads from its standard input.
    pub input: Vec<u8>,
    /// Its arguments, without its name.
    pub args: Vec<String>,
}

/// A C file after preprocessing.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'a> {
    pub name: &'a OsStr,
    pub text: &'a [u8],
}

/// What there is to say of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// It is free of undefined behaviour and does this.
    Valid(Answer),
    /// It is at fault: undefined, or it depends on what C leaves open.
    Invalid(Verdict),
    /// It takes more steps than it may: perhaps it has no end, and then a
    /// compiler may do much with it (6.8.5p6).
    Long,
    /// Nobody can say.
    Unknown(Unknown),
}

/// Why there is nothing to say of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// There is no text to judge: whoever asks could not preprocess it.
    NotPreprocessed(String),
    /// What it means under an option of the compiler is not known.
    Dialect(UnknownOption),
    /// Our front end does not take a unit.
    Rejected {
        unit: OsString,
        message: String,
    },
    /// It defines this function of the library, which is undefined (7.1.3p2),
    /// but in many programs harmless: compilers know better.
    DefinesLibrary(String),
    /// The machine does not know something that it needs.
    Unsupported(Verdict),
    Limit(Limit),
    /// We broke down: a bug of ours.
    Broken(String),
}

impl<'a> Judge<'a> {
    /// A program without input and arguments.
    pub fn new(target: &'a Target, language: Language, limits: Limits) -> Judge<'a> {
        Judge { target, language, limits, input: Vec::new(), args: Vec::new() }
    }

    /// Judges units that are linked as one program.
    pub fn judge(&self, units: &[Unit]) -> Judgement {
        guarded(|| {
            let (tree, system) = self.read(units)?;
            Ok(self.of_tree(tree, &system))
        })
    }

    /// Judges a program that was parsed by the same rules, for the same target.
    pub fn judge_tree(&self, program: tree::Program) -> Judgement {
        guarded(|| Ok(self.of_tree(program, &[])))
    }

    /// Judges a fork of a parsed program with edits made; the program stays as
    /// it is.
    pub fn judge_edited(
        &self,
        program: &tree::Program,
        edits: &Edits,
    ) -> Result<Judgement, EditError> {
        let mut fork = program.clone();
        edits.apply(&mut fork)?;
        Ok(self.judge_tree(fork))
    }

    /// Judges a program that was parsed by the same rules, while somebody watches, who
    /// comes back unless we broke down. Where they end the run nothing is known of it.
    pub fn watch<O: Observer>(
        &self,
        program: Rc<tree::Program>,
        observer: O,
    ) -> (Judgement, Option<O>) {
        let mut watched = None;
        let judgement = guarded(|| {
            if let Some(name) = defines_library(&program, &[]) {
                return Err(Unknown::DefinesLibrary(name));
            }
            let (outcome, observer) = self.machine(program).run_with(observer, &self.words());
            watched = Some(observer);
            Ok(judgement(outcome))
        });
        (judgement, watched)
    }

    /// The program that units are, for those who go on to change it.
    pub fn parse(&self, units: &[Unit]) -> Result<tree::Program, Unknown> {
        let parsed = catch_unwind(AssertUnwindSafe(|| self.tree(units)));
        parsed.unwrap_or_else(|payload| Err(Unknown::broken(&*payload)))
    }

    pub(crate) fn tree(&self, units: &[Unit]) -> Result<tree::Program, Unknown> {
        self.read(units).map(|(tree, _)| tree)
    }

    /// The program, and which parts of its texts are from headers of the system.
    fn read(&self, units: &[Unit]) -> Result<(tree::Program, Vec<Range<u32>>), Unknown> {
        let mut tree = tree::Program::new(self.target, self.language);
        let mut system = Vec::new();
        for unit in units {
            let parsed = parse_unit(&mut tree, &unit.name.to_string_lossy(), unit.text);
            if !parsed.accepted() {
                let mut list = parsed.diagnostics.list.iter();
                let first = list.find(|diagnostic| diagnostic.severity == Severity::Error);
                let message = first.map_or(String::new(), |first| first.message.clone());
                return Err(Unknown::Rejected { unit: unit.name.to_owned(), message });
            }
            system.extend(parsed.tokens.system(tree.units.last().map_or(0, |unit| unit.span.end)));
        }
        Ok((tree, system))
    }

    fn of_tree(&self, program: tree::Program, system: &[Range<u32>]) -> Judgement {
        if let Some(name) = defines_library(&program, system) {
            return Judgement::Unknown(Unknown::DefinesLibrary(name));
        }
        judgement(self.machine(Rc::new(program)).run(&self.words()))
    }

    pub(crate) fn machine(&self, program: Rc<tree::Program>) -> Machine {
        Machine::new(program, self.limits).with_input(self.input.clone())
    }

    pub(crate) fn words(&self) -> Vec<&str> {
        self.args.iter().map(String::as_str).collect()
    }
}

/// A function of the library that a program defines; the headers of the library may
/// say again, for inlining, what it has.
fn defines_library(program: &tree::Program, system: &[Range<u32>]) -> Option<String> {
    let is_own = |decl: &&Decl| {
        let inline = decl.storage.has(Storage::EXTERN) && decl.storage.has(Storage::INLINE);
        !(inline && system.iter().any(|part| part.contains(&decl.span.start)))
    };
    let decl = builtins::defined_in(program).find(is_own)?;
    Some(program.name(decl.name).to_owned())
}

/// What a run says of a program.
pub(crate) fn judgement(outcome: Outcome) -> Judgement {
    match outcome.verdict {
        Verdict::Exit(status) => {
            Judgement::Valid(Answer { end: Ended::Status(status.into()), output: outcome.output })
        }
        Verdict::Abort => Judgement::Valid(Answer::abort()),
        fault @ (Verdict::Undefined { .. } | Verdict::Unspecified { .. }) => {
            Judgement::Invalid(fault)
        }
        Verdict::Limit(Limit::Steps) => Judgement::Long,
        Verdict::Limit(limit) => Judgement::Unknown(Unknown::Limit(limit)),
        lack @ Verdict::Unsupported { .. } => Judgement::Unknown(Unknown::Unsupported(lack)),
    }
}

/// A program that confuses us must not end those who ask.
pub(crate) fn guarded(work: impl FnOnce() -> Result<Judgement, Unknown>) -> Judgement {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(judgement)) => judgement,
        Ok(Err(unknown)) => Judgement::Unknown(unknown),
        Err(payload) => Judgement::Unknown(Unknown::broken(&*payload)),
    }
}

impl Unknown {
    fn broken(payload: &(dyn Any + Send)) -> Unknown {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or(payload.downcast_ref::<String>().map(String::as_str));
        Unknown::Broken(text.unwrap_or("it does not say why").to_owned())
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Judgement::Valid(answer) => write!(f, "valid, {}", answer.end),
            Judgement::Invalid(fault) => fault.fmt(f),
            Judgement::Long => f.write_str("it takes more steps than the machine gives it"),
            Judgement::Unknown(unknown) => unknown.fmt(f),
        }
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::NotPreprocessed(why) => f.write_str(why),
            Unknown::Dialect(option) => option.fmt(f),
            Unknown::Rejected { message, .. } => {
                write!(f, "our front end does not take it: {message}")
            }
            Unknown::DefinesLibrary(name) => {
                write!(f, "it defines the library's '{name}' (7.1.3p2)")
            }
            Unknown::Unsupported(lack) => lack.fmt(f),
            Unknown::Limit(limit) => Verdict::Limit(*limit).fmt(f),
            Unknown::Broken(why) => write!(f, "the machine broke down, a bug of ours: {why}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bug_of_ours_is_no_judgement() {
        let broken = guarded(|| panic!("number {}", 7));
        assert_eq!(broken, Judgement::Unknown(Unknown::Broken("number 7".into())));
    }
}
