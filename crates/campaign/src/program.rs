//! Programs that are tests, in folders.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use elenchus_judge::{Answer, Ended, Program, ProgramFile};

/// Writes all files; gives those to compile.
pub fn write(program: &Program, folder: &Path) -> io::Result<Vec<PathBuf>> {
    for file in &program.files {
        fs::write(folder.join(&file.name), &file.text)?;
    }
    Ok(program.units().map(|file| folder.join(&file.name)).collect())
}

/// Whether a text has a word in it.
pub fn mentions(program: &Program, word: &str) -> bool {
    let is_word = |part: &[u8]| part == word.as_bytes();
    program.files.iter().any(|file| file.text.windows(word.len()).any(is_word))
}
