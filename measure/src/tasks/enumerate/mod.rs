//! The enumerator: whether its variants are C, whether their answers are
//! right, whether what it calls one behaves as one, and how fast it is.

mod accepted;
mod orbits;
mod programs;
mod speed;
mod valid;

use elenchus_front::source::{Original, SourceFile, SourceText};
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_produce::enumerate::{FileSkeleton, Options, Source, find};

use crate::tasks::Task;

pub const TASKS: &[Task] = &[accepted::TASK, valid::TASK, orbits::TASK, speed::TASK];

/// A file with its skeleton.
struct Loaded {
    program: Program,
    found: FileSkeleton,
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
    then: impl FnOnce(Source) -> R,
) -> Option<(Program, R)> {
    let standard = Language::by_name(standard)?;
    let mut program = Program::new(Target::x86_64(), standard);
    let original = Original::File(user_text.to_vec());
    let text = SourceText { name: "text.i".into(), text: text.to_vec(), original };
    let file = SourceFile::parse(&mut program, text);
    if !file.accepted() {
        return None;
    }
    // The alignment is made at the first question; the times that are taken
    // from here on are without it.
    file.share();
    let result = then(Source { program: &program, file: &file });
    Some((program, result))
}
