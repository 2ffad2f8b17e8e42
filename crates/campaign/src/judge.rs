//! The machine as judge: is a program valid, and what must it do?

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;

use elenchus_compilers::{Preprocess, PreprocessError};
use elenchus_front::parse_unit;
use elenchus_lang::builtins;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree;
use elenchus_lang::types::TypeKind;
use elenchus_machine::observe::{
    AccessKind, Accessed, Flow, ON, ObjectKind, Observer, View, Wants,
};
use elenchus_machine::{Limit, Limits, Machine, Verdict};

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
    /// It takes more steps than the machine gives it: perhaps it has no end, and
    /// then a compiler may do much with it (6.8.5p6).
    Long,
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
    guarded(|| Ok(run(tree(program, target, preprocessor, folder)?)))
        .unwrap_or_else(Judgement::Unknown)
}

/// The accesses of a valid program to its volatile variables, in order: scalars,
/// and arrays of them, that live as long as the program.
pub fn volatiles(
    program: &Program,
    target: &'static Target,
    preprocessor: &[String],
    folder: &Path,
) -> Result<Vec<Touch>, String> {
    guarded(|| {
        let tree = Rc::new(tree(program, target, preprocessor, folder)?);
        let machine = Machine::new(Rc::clone(&tree), LIMITS);
        let (outcome, Watch { seen }) = machine.run_with(Watch::default(), &[]);
        match outcome.verdict {
            Verdict::Exit(_) | Verdict::Abort => {}
            Verdict::Limit(Limit::Observer) => {
                return Err("there are too many volatile accesses".into());
            }
            other => return Err(format!("{other:?}")),
        }
        Ok(seen.iter().filter_map(|access| touch(&tree, access)).collect())
    })
}

/// An access to a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Touch {
    pub variable: String,
    pub offset: u64,
    pub size: u32,
    pub write: bool,
}

/// More volatile accesses than are compared.
const TOUCHES: usize = 1_000_000;

/// The accesses to volatile objects.
#[derive(Default)]
struct Watch {
    seen: Vec<Accessed>,
}

impl Observer for Watch {
    fn wants(&self) -> Wants {
        Wants { volatiles: true, ..Wants::NOTHING }
    }

    fn access(&mut self, _: &View<'_>, access: &Accessed) -> Flow {
        if self.seen.len() == TOUCHES {
            return Flow::Break(());
        }
        self.seen.push(*access);
        ON
    }
}

/// An access, if it is to a variable whose every access is one of a scalar:
/// how a struct is copied is not said anywhere.
fn touch(tree: &tree::Program, access: &Accessed) -> Option<Touch> {
    let variable = access.object.decl.filter(|_| access.object.kind == ObjectKind::Static);
    let decl = &tree.decls[variable?];
    let mut ty = tree.types.canonical(decl.ty);
    while let TypeKind::Array { element, .. } = tree.types.kind(ty) {
        ty = element;
    }
    let kind = tree.types.kind(ty);
    let simple = matches!(kind, TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Pointer(_));
    let plain = simple && ty.is_volatile() && !ty.is_atomic() && decl.asm_name.is_none();
    if !plain || decl.linkage == tree::Linkage::None || !matches!(access.size, 1 | 2 | 4 | 8) {
        return None;
    }
    let variable = tree.name(decl.name).to_owned();
    let (size, write) = (access.size as u32, access.kind == AccessKind::Write);
    Some(Touch { variable, offset: access.offset, size, write })
}

/// A program that confuses us must not end a hunt.
fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err("the machine broke down: a bug of ours".into()))
}

/// The program as the machine takes it.
fn tree(
    program: &Program,
    target: &'static Target,
    preprocessor: &[String],
    folder: &Path,
) -> Result<tree::Program, String> {
    let mut tree = tree::Program::new(target, Language::GNU17);
    for (name, text) in program.units() {
        let text = preprocessed(text, name, folder, preprocessor, &program.flags)
            .map_err(|error| error.to_string())?;
        let parsed = parse_unit(&mut tree, name, &text);
        if !parsed.accepted() {
            let first = parsed.diagnostics.list.first();
            let what = first.map_or(String::new(), |first| first.message.clone());
            return Err(format!("our front end does not take it: {what}"));
        }
    }
    Ok(tree)
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

fn run(program: tree::Program) -> Judgement {
    if let Some(name) = builtins::defined_in(&program) {
        return Judgement::Unknown(format!("it defines the library's '{name}' (7.1.3p2)"));
    }
    let outcome = Machine::new(Rc::new(program), LIMITS).run(&[]);
    let output = String::from_utf8_lossy(&outcome.output).into_owned();
    let said = outcome.verdict.to_string();
    match outcome.verdict {
        Verdict::Exit(status) => {
            Judgement::Valid(Answer { end: Ended::Status(status.into()), output })
        }
        Verdict::Abort => Judgement::Valid(Answer::signal(SIGABRT)),
        Verdict::Undefined { .. } | Verdict::Unspecified { .. } => Judgement::Invalid(said),
        Verdict::Limit(Limit::Steps) => Judgement::Long,
        Verdict::Unsupported { .. } | Verdict::Limit(_) => Judgement::Unknown(said),
    }
}
