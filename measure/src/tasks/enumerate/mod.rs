//! The enumerator: whether its variants are C, whether their answers are
//! right, whether what it calls one behaves as one, and how fast it is.

mod accepted;
mod orbits;
mod programs;
mod speed;
mod valid;

use elenchus_front::align::Alignment;
use elenchus_front::lines::Lines;
use elenchus_front::parse_unit;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_produce::enumerate::{Found, Options, Source, find};

use crate::tasks::Task;

pub const TASKS: &[Task] = &[accepted::TASK, valid::TASK, orbits::TASK, speed::TASK];

/// A file with its skeleton.
struct Loaded {
    program: Program,
    found: Found,
}

/// Parses a preprocessed text and finds its holes in the user's; nothing if
/// our front end does not take it.
fn load(text: &[u8], user_text: &[u8], standard: &str, options: &Options) -> Option<Loaded> {
    let (program, found) = parse(text, user_text, standard, |source| find(source, options))?;
    Some(Loaded { program, found })
}

/// Parses a preprocessed text and aligns it with the user's.
fn parse<R>(
    text: &[u8],
    user_text: &[u8],
    standard: &str,
    then: impl FnOnce(&Source) -> R,
) -> Option<(Program, R)> {
    let standard = Language::by_name(standard)?;
    let mut program = Program::new(Target::x86_64(), standard);
    let parsed = parse_unit(&mut program, "text.i", text);
    if !parsed.accepted() {
        return None;
    }
    let tokens = &parsed.tokens;
    let lines = Lines::new("text.i", text, 0, tokens);
    let alignment = Alignment::new(user_text, tokens, &lines);
    let place = &alignment;
    let result = then(&Source { program: &program, tokens, lines: &lines, user_text, place });
    Some((program, result))
}
