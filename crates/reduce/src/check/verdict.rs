//! What the machine says of the program, and where, kept: for those who look for what is
//! undefined in it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use elenchus_front::diagnostic::Diagnostics;
use elenchus_front::lexer;
use elenchus_judge::{Judgement, ProgramFile};
use elenchus_lang::rules::Language;
use elenchus_lang::span::Span;
use elenchus_lang::symbol::Interner;
use elenchus_lang::tree::Program;
use elenchus_machine::Verdict;

use super::{Counts, Lack, Place, Rules, Shown, Test};

pub struct SameVerdict {
    rules: Rules,
    kept: Kept,
}

/// What of a judgement is the same in a smaller program.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Kept {
    what: String,
    /// Where it happens, if that is in a function.
    place: Option<Spot>,
}

/// A place that is the same after everything around it has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Spot {
    function: String,
    /// What is at fault, as it is written, if it is short. What is long is to become
    /// shorter as well.
    text: Option<String>,
}

/// Tokens of what is short.
const SHORT: usize = 12;

impl SameVerdict {
    /// Of an input that is at fault, or that the machine cannot run.
    pub fn learn(rules: Rules, files: &[ProgramFile], place: &Place) -> Result<SameVerdict, Lack> {
        match kept(&rules, files, place) {
            Ok(kept) => Ok(SameVerdict { rules, kept }),
            Err(why) => Err(Lack(format!("there is no fault to keep: the program is {why}"))),
        }
    }

    /// In words.
    pub fn kept(&self) -> String {
        let Kept { what, place } = &self.kept;
        match place {
            None => what.clone(),
            Some(Spot { function, text: None }) => format!("{what}, in {function}"),
            Some(Spot { function, text: Some(text) }) => {
                format!("{what}, at '{text}' in {function}")
            }
        }
    }
}

impl Kept {
    /// Whether another fault is this one: of what was long, the text does not matter.
    fn is_in(&self, other: &Kept) -> bool {
        let same_place = match (&self.place, &other.place) {
            (Some(Spot { function, text: None }), Some(other)) => *function == other.function,
            (one, other) => one == other,
        };
        self.what == other.what && same_place
    }
}

/// What is at fault and where; or what the machine says of a program that is not.
fn kept(rules: &Rules, files: &[ProgramFile], place: &Place) -> Result<Kept, String> {
    Counts::one(&place.counts.machine);
    let judge = rules.judge();
    let units = super::guard::units(files);
    let program = match judge.parse(&units) {
        Ok(program) => program,
        Err(unknown) => return Ok(Kept { what: unknown.to_string(), place: None }),
    };
    let at = |span: Span| {
        let spot = || spot(&program, rules.language, files, span);
        catch_unwind(AssertUnwindSafe(spot)).ok().flatten()
    };
    match judge.judge_tree(program.clone()) {
        valid @ Judgement::Valid(_) => Err(valid.to_string()),
        Judgement::Invalid(Verdict::Undefined { kind, span, .. }) => {
            Ok(Kept { what: format!("undefined: {}", kind.id()), place: at(span) })
        }
        Judgement::Invalid(verdict) => {
            let place = verdict.span().and_then(at);
            Ok(Kept { what: "unspecified".to_owned(), place })
        }
        other => Ok(Kept { what: other.to_string(), place: None }),
    }
}

/// The function and the text of a place.
fn spot(p: &Program, language: Language, files: &[ProgramFile], span: Span) -> Option<Spot> {
    if span.is_none() {
        return None;
    }
    let holds = |outer: Span| outer.start <= span.start && span.end <= outer.end;
    let mut functions = p.functions.iter().map(|(_, function)| function);
    let function = functions.find(|function| holds(function.span))?;
    let function = p.name(p.decls[function.decl].name).to_owned();
    let unit = p.units.iter().position(|unit| holds(unit.span))?;
    let file = files.iter().filter(|file| file.is_unit()).nth(unit)?;
    let base = p.units[unit].span.start;
    let text = file.text.get((span.start - base) as usize..(span.end - base) as usize)?;
    let mut said = Diagnostics::default();
    let tokens = lexer::lex(text, 0, language, &mut Interner::default(), &mut said).list;
    let words = tokens.iter().map(|token| &text[token.span().range()]);
    let words: Vec<_> =
        words.map(String::from_utf8_lossy).filter(|word| !word.is_empty()).collect();
    let text = (words.len() <= SHORT).then(|| words.join(" "));
    Some(Spot { function, text })
}

impl Test for SameVerdict {
    fn look(&self, files: &[ProgramFile], place: &Place) -> Shown {
        Ok(match kept(&self.rules, files, place) {
            Ok(kept) if self.kept.is_in(&kept) => Ok(()),
            Ok(other) => {
                let other = SameVerdict { rules: self.rules.clone(), kept: other };
                Err(Lack(format!("it is no longer {}, but {}", self.kept(), other.kept())))
            }
            Err(valid) => Err(Lack(format!("it is no longer {}: {valid}", self.kept()))),
        })
    }
}
