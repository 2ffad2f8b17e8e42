//! Programs with exactly one defect, at a line that is known.
//!
//! A generated program, which is valid, gets a few more lines from a table of
//! [`form`]s: one for each kind of undefined behaviour, or several. They stand
//! before a statement that is executed ([`place`]), and their numbers are
//! hidden among the program's own variables ([`hide`]), so that no compiler
//! sees at once what they do.
//!
//! The machine confirms what is said of the program. It stops at the marked
//! line with the named kind. The same text with other numbers, the twin, is
//! valid and prints what the program printed before: so the defect is the only
//! one. A defect that is not to be reached stands behind a condition that never
//! holds, and then the program itself is valid.
//!
//! This is the only way to get an invalid program out of the generator. The
//! text says so at its top and in the line.

mod form;
mod hide;
mod label;
mod place;

pub use label::{Label, Part};

use std::ffi::OsStr;
use std::rc::Rc;

use elenchus_judge::{Answer, Ended, Judge, Judgement, Unit};
use elenchus_lang::undefined::Undefined;
use elenchus_machine::{Limits, Machine, Verdict};

use crate::choices::Choices;
use crate::generate::{Dropped, Generated, Layout, Settings, generate};
use form::Form;
use hide::Hider;
use place::Place;

/// What is to be planted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planting {
    pub kind: Undefined,
    /// Whether it is executed.
    pub reached: bool,
}

/// A program with one defect.
#[derive(Clone, Debug)]
pub struct Planted {
    pub text: String,
    /// The same without the defect: a valid program. One that is not reached has none.
    pub twin: Option<String>,
    pub planting: Planting,
    /// The name of its form among those of the kind.
    pub form: &'static str,
    /// Which line has it, from 1.
    pub line: usize,
    /// What the program prints: of a defect that is reached, its twin.
    pub output: String,
}

/// Why nothing was planted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unplanted {
    #[error("cannot plant {}: {why}", .kind.id())]
    Refused { kind: Undefined, why: &'static str },
    #[error("a planted program is one file: choose --layout single")]
    Layout,
    #[error(transparent)]
    Dropped(#[from] Dropped),
    #[error("no statement of the program is executed: allow more bytes")]
    NoPlace,
    #[error("the machine does not confirm it: {what}")]
    Unconfirmed { what: String, text: String },
}

impl Unplanted {
    /// Whether the request was wrong, and not we.
    pub fn is_a_wrong_request(&self) -> bool {
        match self {
            Unplanted::Refused { .. } | Unplanted::Layout | Unplanted::NoPlace => true,
            Unplanted::Dropped(dropped) => dropped.is_a_wrong_request(),
            Unplanted::Unconfirmed { .. } => false,
        }
    }
}

/// Kinds that no program in one file can have.
const REFUSED: &[(Undefined, &str)] = &[
    (Undefined::IncompatibleDeclarations, "it takes two files that disagree"),
    (Undefined::MultipleDefinitions, "it takes two files that define the same name"),
];

/// Why a kind cannot be planted, if it cannot.
pub fn refusal(kind: Undefined) -> Option<&'static str> {
    REFUSED.iter().find(|row| row.0 == kind).map(|row| row.1)
}

/// The names of the forms of a kind.
pub fn forms(kind: Undefined) -> Vec<&'static str> {
    form::all().iter().filter(|form| form.kind == kind).map(|form| form.name).collect()
}

/// The program of a seed, with a defect.
pub fn plant(settings: &Settings, planting: Planting, seed: u64) -> Result<Planted, Unplanted> {
    let kind = planting.kind;
    if let Some(why) = refusal(kind) {
        return Err(Unplanted::Refused { kind, why });
    }
    if settings.layout != Layout::Single {
        return Err(Unplanted::Layout);
    }
    let usable =
        |form: &&Form| form.kind == kind && !(settings.freestanding && form.uses_library());
    let forms: Vec<&Form> = form::all().iter().filter(usable).collect();
    if forms.is_empty() {
        return Err(Unplanted::Refused { kind, why: "without a library there is no form of it" });
    }
    let Generated { files, output, .. } = generate(settings, seed)?;
    let Some((_, text)) = files.into_iter().next() else { return Err(Unplanted::NoPlace) };

    let mut choices = Choices::new(seed ^ SALT);
    let form = choices.pick("form", &forms);
    let program = judge(settings).parse(&[unit(&text)]);
    let program = Rc::new(program.map_err(|why| unconfirmed(why.to_string(), &text))?);
    let form = form.beside(&program);
    let mut places = place::find(&program, &text, LIMITS);
    places.retain(|place| place.turns > 0 || !planting.reached);
    if places.is_empty() {
        return Err(Unplanted::NoPlace);
    }
    let place = &places[choices.below("place", places.len() as u64) as usize];
    // What is never executed has no values to hide among.
    let known = if planting.reached { place::values(&program, place, LIMITS) } else { Vec::new() };

    let count = choices.between("count", 3, 9);
    let write = |twin: bool| {
        let hider = Hider::new(settings.target, place, &known, choices.clone(), twin);
        insert(&text, &form, place, count, planting, hider)
    };
    let (planted, line) = write(false);
    let twin = planting.reached.then(|| write(true).0);
    let planted = Planted { text: planted, twin, planting, form: form.name, line, output };
    confirm(settings, &planted)?;
    Ok(planted)
}

/// So that a form is not drawn by the numbers that the program was.
const SALT: u64 = 0x706c_616e_7465_6400;

const LIMITS: Limits =
    Limits { steps: 20_000_000, memory: 256 << 20, stack: 4 << 20, output: 1 << 20 };

fn judge(settings: &Settings) -> Judge<'static> {
    Judge::new(settings.target, settings.language, LIMITS)
}

fn unit(text: &str) -> Unit<'_> {
    Unit { name: OsStr::new("program.c"), text: text.as_bytes() }
}

fn unconfirmed(what: String, text: &str) -> Unplanted {
    Unplanted::Unconfirmed { what, text: text.to_owned() }
}

/// The text with the lines of a form, and the number of the guilty one.
fn insert(
    text: &str,
    form: &Form,
    place: &Place,
    count: i64,
    planting: Planting,
    mut hider: Hider,
) -> (String, usize) {
    let id = planting.kind.id();
    let mark = format!(" /* planted: {id} */");
    let part = match (planting.reached, hider.twin) {
        (_, true) => Part::Twin,
        (true, false) => Part::Reached,
        (false, false) => Part::Unreached,
    };
    let file = form.file_text(count, &mut hider);
    let block = form.block_text(count, &mut hider);
    let before = &text[..place.function];
    let between = &text[place.function..place.statement];
    let after = &text[place.statement..];
    let indent = place.indent(text);
    // It holds 0, but no compiler knows.
    let guard = if planting.reached { "" } else { "if (zero) " };
    let mut body = format!("{indent}{guard}{{\n");
    for line in block.lines() {
        body.extend([indent, "    ", line, "\n"]);
    }
    body.extend([indent, "}\n"]);
    let whole = format!("{before}{file}{between}{body}{after}").replace(form::MARK, &mark);
    // From 1, below the line that is added here.
    let line = whole.lines().position(|line| line.ends_with(&mark)).map_or(0, |line| line + 2);
    let label = Label { kind: planting.kind, form: form.name.to_owned(), line, part };
    (format!("{label}\n{whole}"), line)
}

/// Asks the machine whether all that is said of a planted program is true.
fn confirm(settings: &Settings, planted: &Planted) -> Result<(), Unplanted> {
    let Planted { text, twin, planting, line, output, .. } = planted;
    let answer = Answer { end: Ended::Status(0), output: output.clone().into_bytes() };
    let is_valid = |text: &str| match judge(settings).judge(&[unit(text)]) {
        Judgement::Valid(found) if found == answer => Ok(()),
        other => Err(unconfirmed(format!("without the defect it is not the same: {other}"), text)),
    };
    match twin {
        None => is_valid(text),
        Some(twin) => {
            let (verdict, stopped) = run(settings, text)?;
            match verdict {
                Verdict::Undefined { kind, .. } if kind == planting.kind && stopped == *line => {
                    is_valid(twin)
                }
                other => Err(unconfirmed(format!("line {stopped}: {other}"), text)),
            }
        }
    }
}

/// Whether the machine finds of a text what its label says: it stops at that line with
/// that kind, or it is valid.
pub fn is_true(settings: &Settings, text: &str, label: &Label) -> bool {
    match label.part {
        Part::Reached => run(settings, text).is_ok_and(|(verdict, line)| {
            let stops = |kind| kind == label.kind && line == label.line;
            matches!(verdict, Verdict::Undefined { kind, .. } if stops(kind))
        }),
        _ => matches!(judge(settings).judge(&[unit(text)]), Judgement::Valid(_)),
    }
}

/// How a run of the text ends, and in which line.
fn run(settings: &Settings, text: &str) -> Result<(Verdict, usize), Unplanted> {
    let program = judge(settings).parse(&[unit(text)]);
    let program = program.map_err(|why| unconfirmed(why.to_string(), text))?;
    let verdict = Machine::new(Rc::new(program), LIMITS).run(&[]).verdict;
    let end = verdict.span().map_or(0, |span| span.start as usize).min(text.len());
    let line = text.as_bytes()[..end].iter().filter(|byte| **byte == b'\n').count() + 1;
    Ok((verdict, line))
}
