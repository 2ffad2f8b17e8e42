//! The machine as judge: is a program valid, and what must it do?

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use elenchus_compilers::{Preprocess, PreprocessError};
use elenchus_front::parse_unit;
use elenchus_lang::rules::{Edition, Standard};
use elenchus_lang::target::Target;
use elenchus_lang::tree;
use elenchus_machine::{Limits, Machine, Verdict};

use crate::program::{Answer, Ended, Program};

/// What the machine says of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// It is free of undefined behaviour and does this.
    Valid(Answer),
    /// It is at fault, in words.
    Invalid(String),
    /// The machine cannot say, and why.
    Unknown(String),
}

/// What a program may take; others are not judged.
const LIMITS: Limits =
    Limits { steps: 20_000_000, memory: 256 << 20, stack: 4 << 20, output: 1 << 20 };

/// What `abort` does here.
const SIGABRT: i32 = 6;

/// Judges a program for a target. `preprocessor` is the command of a compiler
/// for it, asked only if there is something to preprocess; `folder` has the
/// program's files.
pub fn judge(
    program: &Program,
    target: &'static Target,
    preprocessor: &[String],
    folder: &Path,
) -> Judgement {
    let mut texts = Vec::new();
    for (name, text) in program.units() {
        match preprocessed(text, name, folder, preprocessor, &program.flags) {
            Ok(text) => texts.push((name.as_str(), text)),
            Err(error) => return Judgement::Unknown(error.to_string()),
        }
    }
    // A program that confuses us must not end a hunt.
    catch_unwind(AssertUnwindSafe(|| run(&texts, target)))
        .unwrap_or_else(|_| Judgement::Unknown("the machine broke down: a bug of ours".into()))
}

fn preprocessed(
    text: &str,
    name: &str,
    folder: &Path,
    preprocessor: &[String],
    flags: &[String],
) -> Result<Vec<u8>, PreprocessError> {
    let has_directives = text.lines().any(|line| line.trim_start().starts_with('#'));
    if !has_directives {
        return Ok(text.as_bytes().to_vec());
    }
    let command = Preprocess::new(preprocessor).standard("gnu11").within(folder);
    flags.iter().fold(command, |command, flag| command.flag(flag)).run(&folder.join(name))
}

fn run(texts: &[(&str, Vec<u8>)], target: &'static Target) -> Judgement {
    let mut program = tree::Program::new(target, Standard { edition: Edition::C17, gnu: true });
    for (name, text) in texts {
        let parsed = parse_unit(&mut program, name, text);
        if !parsed.accepted() {
            let first = parsed.diagnostics.list.first();
            let what = first.map_or(String::new(), |first| first.message.clone());
            return Judgement::Unknown(format!("our front end does not take it: {what}"));
        }
    }
    let outcome = Machine::new(Arc::new(program), LIMITS).run(&[]);
    let output = String::from_utf8_lossy(&outcome.output).into_owned();
    match outcome.verdict {
        Verdict::Exit(status) => {
            Judgement::Valid(Answer { end: Ended::Status(status.into()), output })
        }
        Verdict::Abort => Judgement::Valid(Answer { end: Ended::Signal(SIGABRT), output }),
        Verdict::Undefined { kind, detail, .. } => Judgement::Invalid(format!(
            "undefined: {} ({}): {detail}",
            kind.message(),
            kind.clause()
        )),
        Verdict::Unspecified { what, .. } => Judgement::Invalid(format!("unspecified: {what}")),
        Verdict::Unsupported { feature, .. } => {
            Judgement::Unknown(format!("the machine does not know {feature}"))
        }
        Verdict::Limit(limit) => {
            Judgement::Unknown(format!("it takes more than the machine's limit of {limit:?}"))
        }
    }
}
