//! Skeletons of C files.

mod answers;
mod classes;
mod files;
mod macros;

use elenchus_front::lines::Lines;
use elenchus_front::parse_unit;
use elenchus_lang::edits::AsParsed;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_produce::enumerate::{
    Equivalence, Found, Granularity, Holes, Options, Source, Space, UBig, Which, find,
};

const TYPED: Options = Options {
    holes: Holes::Typed,
    granularity: Granularity::Intra,
    equivalence: Equivalence::Declarations,
};
const NAMES: Options = Options { equivalence: Equivalence::Names, ..TYPED };

/// The skeleton of a text without directives.
fn found(text: &str, options: &Options) -> Found {
    let language = Language::by_name("gnu17").unwrap();
    let mut program = Program::new(Target::x86_64(), language);
    let parsed = parse_unit(&mut program, "t.c", text.as_bytes());
    assert!(parsed.accepted(), "{text}: {:?}", parsed.diagnostics.list);
    let lines = Lines::new("t.c", text.as_bytes(), 0, &parsed.tokens);
    let source = Source {
        program: &program,
        tokens: &parsed.tokens,
        lines: &lines,
        user_text: text.as_bytes(),
        place: &AsParsed { base: 0 },
    };
    find(&source, options)
}

fn sizes(text: &str, options: &Options) -> (String, String) {
    let found = found(text, options);
    let size = |which| Space::new(found.skeleton.clone(), which).unwrap().size().to_string();
    (size(Which::Naive), size(Which::Canonical))
}

/// All variants, in order.
fn variants(text: &str, options: &Options, which: Which) -> Vec<String> {
    let found = found(text, options);
    let space = Space::new(found.skeleton.clone(), which).unwrap();
    let mut walk = space.walk(&UBig::ZERO, space.size().clone());
    let mut variants = Vec::new();
    while let Some(filling) = walk.advance() {
        let mut out = Vec::new();
        found.render(text.as_bytes(), filling, &mut out);
        variants.push(String::from_utf8(out).unwrap());
    }
    variants
}

fn check(text: &str, options: &Options, naive: u64, canonical: u64) {
    assert_eq!(sizes(text, options), (naive.to_string(), canonical.to_string()), "{text}");
}
