//! Variants of C files: other variables in place of those that are used.
//!
//! The file is the seed's turn among all files, so that none starves the
//! others; which of its variants, is drawn with the seed.

use std::fs;
use std::path::{Path, PathBuf};

use elenchus_compilers::Preprocess;
use elenchus_front::align::Alignment;
use elenchus_front::lines::Lines;
use elenchus_front::parse_unit;
use elenchus_lang::edits::{AsParsed, Locate};
use elenchus_lang::rules::{Edition, Standard};
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_produce::choices::Choices;
use elenchus_produce::enumerate::{
    Equivalence, Granularity, Holes, Options, Source, Space, Which, find,
};

use crate::source::NoTest;

const OPTIONS: Options = Options {
    holes: Holes::Typed,
    granularity: Granularity::Intra,
    equivalence: Equivalence::Declarations,
};

/// The file of a seed.
pub fn file(files: &[PathBuf], seed: u64) -> Option<&PathBuf> {
    let number = seed.checked_rem(files.len() as u64)?;
    files.get(usize::try_from(number).ok()?)
}

/// The text of a file with other variables; `folder` is for the preprocessor.
pub fn draw(path: &Path, flags: &[String], seed: u64, folder: &Path) -> Result<String, NoTest> {
    let wrong = |what: String| NoTest::Variant { path: path.to_path_buf(), what };
    let text = fs::read(path).map_err(|source| NoTest::Read { path: path.into(), source })?;
    let command = Preprocess::default().standard("gnu11").within(folder);
    let command = flags.iter().fold(command, |command, flag| command.flag(flag));
    let parsed_text = command.run(path).map_err(|error| wrong(error.to_string()))?;
    let standard = Standard { edition: Edition::C17, gnu: true };
    let mut program = Program::new(Target::x86_64(), standard);
    let name = path.to_string_lossy();
    let parsed = parse_unit(&mut program, &name, &parsed_text);
    if !parsed.accepted() {
        return Err(wrong("our front end does not take it".into()));
    }
    let lines = Lines::new(&name, &parsed_text, 0, &parsed.tokens);
    let alignment = Alignment::new(&text, &parsed.tokens, &lines);
    let is_parsed = path.extension().is_some_and(|ending| ending == "i");
    let place: &dyn Locate = if is_parsed { &AsParsed { base: 0 } } else { &alignment };
    let tokens = &parsed.tokens;
    let source = Source { program: &program, tokens, lines: &lines, user_text: &text, place };
    let found = find(&source, &OPTIONS);
    let space = Space::new(found.skeleton.clone(), Which::Canonical)
        .map_err(|tangled| wrong(tangled.to_string()))?;
    let drawn = space.sample(&space.whole(), 1, &mut Choices::new(seed));
    let filling = drawn.first().and_then(|number| space.unrank(number));
    let filling = filling.ok_or_else(|| wrong("it has no variants".into()))?;
    let mut variant = Vec::with_capacity(text.len() + 64);
    found.render(&text, &filling, &mut variant);
    String::from_utf8(variant).map_err(|_| wrong("it is not UTF-8".into()))
}
