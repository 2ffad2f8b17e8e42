//! The holes of a C file, in the user's own bytes.

use elenchus_front::align::Alignment;
use elenchus_front::diagnostic::Severity;
use elenchus_front::lines::Lines;
use elenchus_front::source::{Original, Source as Places};
use elenchus_front::{Parsed, parse_unit};
use elenchus_lang::edits::{AsParsed, Locate};
use elenchus_lang::tree::Program;
use elenchus_produce::enumerate::{Found, Options, Source, find};
use thiserror::Error;

/// A file before and after preprocessing.
pub struct Text<'a> {
    /// For people.
    pub name: &'a str,
    /// After preprocessing.
    pub parsed: &'a [u8],
    /// What it was made of; none if it is that itself.
    pub user: Option<&'a [u8]>,
}

/// Why there are none.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotC {
    #[error("line {line}: {message}")]
    At { line: u32, message: String },
    #[error("it is no C")]
    Nowhere,
}

/// Parses a file into an empty program and finds its holes.
pub fn holes(text: &Text, program: &mut Program, options: &Options) -> Result<Found, NotC> {
    let parsed = parse_unit(program, text.name, text.parsed);
    let lines = Lines::new(text.name, text.parsed, 0, &parsed.tokens);
    let alignment = text.user.map(|user| Alignment::new(user, &parsed.tokens, &lines));
    if !parsed.accepted() {
        let original = match (text.user, &alignment) {
            (Some(user), Some(alignment)) => {
                Original::File { name: text.name, text: user, alignment }
            }
            _ => Original::Itself,
        };
        return Err(first_error(
            &parsed,
            &Places { tokens: &parsed.tokens, lines: &lines, original },
        ));
    }
    let as_parsed = AsParsed { base: 0 };
    let place: &dyn Locate = match &alignment {
        Some(alignment) => alignment,
        None => &as_parsed,
    };
    let user_text = text.user.unwrap_or(text.parsed);
    let tokens = &parsed.tokens;
    Ok(find(&Source { program, tokens, lines: &lines, user_text, place }, options))
}

fn first_error(parsed: &Parsed, places: &Places) -> NotC {
    let mut list = parsed.diagnostics.list.iter();
    match list.find(|diagnostic| diagnostic.severity == Severity::Error) {
        Some(first) => {
            NotC::At { line: places.spot(first.span).line, message: first.message.to_string() }
        }
        None => NotC::Nowhere,
    }
}
