//! Skeletons of C files.

mod answers;
mod classes;
mod files;
mod macros;

use elenchus_front::source::{Original, SourceFile, SourceText};
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_produce::enumerate::{
    Equivalence, FileSkeleton, Granularity, Holes, Options, Source, Space, UBig, Which, find,
};

const TYPED: Options = Options {
    holes: Holes::Typed,
    granularity: Granularity::Intra,
    equivalence: Equivalence::Declarations,
};
const NAMES: Options = Options { equivalence: Equivalence::Names, ..TYPED };

/// The skeleton of a text without directives.
fn found(text: &str, options: &Options) -> FileSkeleton {
    let standard = Language::by_name("gnu17").unwrap();
    let mut program = Program::new(Target::x86_64(), standard);
    let file = source_file(&mut program, text, Original::Itself);
    find(Source { program: &program, file: &file }, options)
}

fn source_file(program: &mut Program, text: &str, original: Original) -> SourceFile {
    let text = SourceText { name: "t.c".into(), text: text.into(), original };
    let file = SourceFile::parse(program, text);
    assert!(file.accepted(), "{:?}", file.diagnostics().list);
    file
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
