//! Verdicts of the machine, as messages with their places and as JSON.

use elenchus_front::source::{SourceFile, file_of};
use elenchus_judge::bytes::stored;
use elenchus_lang::span::Span;
use elenchus_machine::facts::{AccessFacts, Call, Earlier, Facts, ObjectFacts, ObjectKind};
use elenchus_machine::{Limit, Outcome, Verdict};
use serde::Serialize;

use crate::liberties::{Chosen, Met, Taken};
use crate::run::in_words;
use crate::snippet;

/// What the shell makes of a program that called `abort`.
const ABORTED: u8 = 134;

/// The exit status, if the program ended.
pub fn status(verdict: &Verdict) -> Option<u8> {
    match verdict {
        Verdict::Exit(status) => Some(*status),
        Verdict::Abort => Some(ABORTED),
        _ => None,
    }
}

/// What happened, in several lines; an exit needs no words.
pub fn message(units: &[SourceFile], verdict: &Verdict) -> String {
    if status(verdict).is_some() {
        return String::new();
    }
    let advice = match verdict {
        Verdict::Limit(Limit::Steps) => "; --fuel N gives more",
        _ => "",
    };
    let text = format!("{}{advice}", verdict.message());
    let place = verdict.span().and_then(|span| Some((file_of(units, span)?, span)));
    match place {
        Some((unit, span)) => snippet::verdict(unit, span, verdict.word(), &text),
        None => format!("elenchus: {}: {text}\n", verdict.word()),
    }
}

/// Where things come from, what happened before, and the calls that led there.
pub fn notes(units: &[SourceFile], verdict: &Verdict) -> String {
    let notes = verdict.facts().map(Facts::notes).unwrap_or_default();
    let shown = notes.iter().filter_map(|note| {
        Some(snippet::note(file_of(units, note.place)?, note.place, &note.text))
    });
    shown.collect()
}

/// A verdict as `--json` gives it.
#[derive(Serialize)]
pub struct Report<'a> {
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<&'static str>,
    #[serde(skip_serializing_if = "String::is_empty")]
    detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<At>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    operands: Vec<Operand>,
    #[serde(skip_serializing_if = "Option::is_none")]
    access: Option<Access>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    objects: Vec<Object>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    earlier: Vec<Before>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    calls: Vec<Called>,
    #[serde(skip_serializing_if = "is_zero")]
    more_calls: usize,
    steps: u64,
    #[serde(serialize_with = "stored::serialize")]
    output: &'a [u8],
    #[serde(serialize_with = "stored::serialize", skip_serializing_if = "<[u8]>::is_empty")]
    stderr: &'a [u8],
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<Chosen>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    allowed: Vec<Met>,
}

/// Two runs that differ by what was chosen.
#[derive(Serialize)]
pub struct Differing<'a> {
    verdict: &'static str,
    detail: &'static str,
    runs: [Report<'a>; 2],
}

impl<'a> Differing<'a> {
    pub fn new(runs: [Report<'a>; 2]) -> Differing<'a> {
        let detail = "two runs with different choices differ";
        Differing { verdict: "unspecified", detail, runs }
    }
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A place in the user's own file where it is known.
#[derive(Serialize)]
struct At {
    file: String,
    line: u32,
    column: Option<u32>,
}

#[derive(Serialize)]
struct Operand {
    role: &'static str,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    ty: Option<String>,
    /// In words: numbers can have 128 bits.
    value: String,
}

#[derive(Serialize)]
struct Access {
    #[serde(skip_serializing_if = "Option::is_none")]
    what: Option<&'static str>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    ty: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<i64>,
    size: u64,
}

#[derive(Serialize)]
struct Object {
    role: &'static str,
    what: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    ty: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    declared: Option<At>,
    /// The end of its block, if its lifetime is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<At>,
}

#[derive(Serialize)]
struct Before {
    what: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<At>,
    calls: Vec<Called>,
}

/// A call that had not returned, and where it is made.
#[derive(Serialize)]
struct Called {
    function: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<At>,
}

impl<'a> Report<'a> {
    pub fn new(units: &[SourceFile], outcome: &'a Outcome, taken: Taken) -> Report<'a> {
        let verdict = &outcome.verdict;
        let (kind, clause) = match verdict {
            Verdict::Undefined { kind, .. } => (Some(kind.id()), Some(kind.clause())),
            _ => (None, None),
        };
        let status = status(verdict);
        let known = verdict.facts();
        let list = |call: &Call| called(units, call);
        Report {
            verdict: verdict.word(),
            status,
            kind,
            clause,
            detail: if status.is_none() { verdict.detail() } else { String::new() },
            place: verdict.span().and_then(|span| place(units, span)),
            at: verdict.span().and_then(|span| at(units, span)),
            operands: known.map_or_else(Vec::new, operands),
            access: known.and_then(|facts| facts.access.as_ref()).map(access),
            objects: known.map_or_else(Vec::new, |facts| {
                facts.objects.iter().map(|o| object(units, o)).collect()
            }),
            earlier: known.map_or_else(Vec::new, |facts| {
                facts.earlier.iter().map(|e| before(units, e)).collect()
            }),
            calls: known.map_or_else(Vec::new, |facts| facts.calls.iter().map(list).collect()),
            more_calls: known.map_or(0, |facts| facts.omitted),
            steps: outcome.steps,
            output: &outcome.output,
            stderr: &outcome.errors,
            chosen: taken.chosen,
            allowed: taken.allowed,
        }
    }
}

fn place(units: &[SourceFile], span: Span) -> Option<String> {
    Some(in_words(&file_of(units, span)?.spot(span)))
}

fn at(units: &[SourceFile], span: Span) -> Option<At> {
    let spot = file_of(units, span)?.spot(span);
    Some(At { file: spot.file.to_owned(), line: spot.line, column: spot.column })
}

fn operands(facts: &Facts) -> Vec<Operand> {
    let one = |operand: &elenchus_machine::facts::Operand| Operand {
        role: operand.role,
        ty: operand.ty.clone(),
        value: operand.value.to_string(),
    };
    facts.operands.iter().map(one).collect()
}

fn access(access: &AccessFacts) -> Access {
    Access {
        what: access.write.map(|write| if write { "write" } else { "read" }),
        ty: access.ty.clone(),
        offset: access.offset,
        size: access.size,
    }
}

fn object(units: &[SourceFile], object: &ObjectFacts) -> Object {
    Object {
        role: object.role,
        what: object.kind.name(),
        name: match &object.kind {
            ObjectKind::Variable(name) | ObjectKind::Function(name) => Some(name.clone()),
            _ => None,
        },
        ty: object.ty.clone(),
        size: object.size,
        declared: object.declared.and_then(|span| at(units, span)),
        ended: object.left.and_then(|span| at(units, span)),
    }
}

fn before(units: &[SourceFile], earlier: &Earlier) -> Before {
    Before {
        what: earlier.what.name(),
        at: at(units, earlier.place),
        calls: earlier.calls.iter().map(|call| called(units, call)).collect(),
    }
}

fn called(units: &[SourceFile], call: &Call) -> Called {
    Called { function: call.function.clone(), at: call.place.and_then(|span| at(units, span)) }
}
