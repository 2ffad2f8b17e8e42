//! What those who watch a run are told, and what they see.

mod accesses;
mod listing;
mod programs;
mod replay;
mod uses;
mod views;

use std::rc::Rc;

use elenchus_front::parse_unit;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::observe::{Observer, Wants};
use elenchus_machine::{Limits, Machine, Outcome};

use listing::Listing;

/// Texts that are C, after preprocessing, as one program.
fn parse_units(texts: &[&str]) -> Rc<Program> {
    let standard = Language::by_name("gnu11").expect("a standard");
    let mut program = Program::new(Target::x86_64(), standard);
    for text in texts {
        let parsed = parse_unit(&mut program, "text.i", text.as_bytes());
        assert!(parsed.accepted(), "{:?}", parsed.diagnostics.list.first());
    }
    Rc::new(program)
}

fn parse(text: &str) -> Rc<Program> {
    parse_units(&[text])
}

fn watched<O: Observer>(text: &str, observer: O) -> (Outcome, O) {
    Machine::new(parse(text), Limits::default()).run_with(observer, &[])
}

/// What is told of a text, a line each, and how it ended.
fn told(wants: Wants, text: &str) -> String {
    let (outcome, listing) = watched(text, Listing::new(wants, text));
    format!("{}{:?}\n", listing.lines, outcome.verdict)
}
