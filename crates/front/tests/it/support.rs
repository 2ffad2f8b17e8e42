//! What the tests share: preprocessors, and a text as a file with its tokens.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use elenchus_front::Parsed;
use elenchus_front::diagnostic::Diagnostics;
use elenchus_front::lexer::lex;
use elenchus_front::source::{Original, SourceFile, SourceText};
use elenchus_lang::rules::Language;
use elenchus_lang::symbol::Interner;

/// Not 0, so that nobody forgets it.
pub const BASE: u32 = 1000;

/// The output of `compiler -E`; nothing where it fails. A compiler that is not
/// installed is skipped by name.
pub fn preprocess(compiler: &str, options: &[&str], file: &Path) -> Option<Vec<u8>> {
    let output = Command::new(compiler)
        .args(options)
        .args(["-E", "-w"])
        .arg(file)
        .stdin(Stdio::null())
        .output();
    match output {
        Ok(output) => output.status.success().then_some(output.stdout),
        Err(error) => {
            eprintln!("skipped: {compiler}: {error}");
            None
        }
    }
}

/// A text that was made of the user's, with its tokens; it is not parsed.
pub fn source_file(text: &[u8], user: &[u8]) -> SourceFile {
    lexed("t.c", text, Original::File(user.to_vec()))
}

pub fn lexed(name: &str, text: &[u8], original: Original) -> SourceFile {
    let (mut interner, mut diagnostics) = (Interner::default(), Diagnostics::default());
    let tokens = lex(text, BASE, Language::GNU17, &mut interner, &mut diagnostics);
    let text = SourceText { name: name.into(), text: text.to_vec(), original };
    SourceFile::new(text, BASE, Parsed { diagnostics, tokens })
}

/// The programs of GCC's c-torture suite, in order; none where it is missing.
pub fn torture_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("target/corpus/gcc/gcc.c-torture/execute");
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "c"))
        .collect();
    files.sort();
    files
}

/// Splitmix64.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }
}
