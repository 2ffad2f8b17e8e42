//! The enumerator: whether its variants are C, whether their answers are
//! right, whether what it calls one behaves as one, and how fast it is.

mod accepted;
mod orbits;
mod programs;
mod speed;
mod valid;

pub use accepted::TASK as ACCEPTED;
pub use orbits::TASK as ORBITS;
pub use speed::TASK as SPEED;
pub use valid::TASK as VALID;

use elenchus_front::align::Alignment;
use elenchus_front::lines::Lines;
use elenchus_front::parse_unit;
use elenchus_lang::rules::Standard;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_produce::enumerate::{Found, Options, Source, find};

/// The issue that asks for the figures.
const ISSUE: u32 = 17;

/// A file with its skeleton.
struct Loaded {
    program: Program,
    found: Found,
}

/// Parses a preprocessed text and finds its holes in the user's; nothing if
/// our front end does not take it.
fn load(text: &[u8], user_text: &[u8], standard: &str, options: &Options) -> Option<Loaded> {
    let standard = Standard::by_name(standard)?;
    let mut program = Program::new(Target::x86_64(), standard);
    let parsed = parse_unit(&mut program, "text.i", text);
    if !parsed.accepted() {
        return None;
    }
    let lines = Lines::new("text.i", text, 0, &parsed.tokens);
    let alignment = Alignment::new(user_text, &parsed.tokens, &lines);
    let tokens = &parsed.tokens;
    let place = &alignment;
    let source = Source { program: &program, tokens, lines: &lines, user_text, place };
    let found = find(&source, options);
    Some(Loaded { found, program })
}
