//! Programs that are tests, in folders.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

pub use elenchus_judge::{Answer, Ended, Program, ProgramFile};

/// Writes all files; gives those to compile.
pub fn write(program: &Program, folder: &Path) -> io::Result<Vec<PathBuf>> {
    for file in &program.files {
        fs::write(place(file, folder)?, &file.text)?;
    }
    Ok(program.units().map(|file| folder.join(&file.name)).collect())
}

/// Where a file of a program stands in a folder. The program may come from a store that
/// somebody else wrote: a name that leads out of the folder is refused.
pub fn place(file: &ProgramFile, folder: &Path) -> io::Result<PathBuf> {
    let mut parts = Path::new(&file.name).components();
    match (parts.next(), parts.next()) {
        (Some(Component::Normal(name)), None) if name == file.name => Ok(folder.join(name)),
        _ => Err(io::Error::other(format!("{:?} is no name for a file", file.name))),
    }
}

/// Whether a text has a word in it.
pub fn mentions(program: &Program, word: &str) -> bool {
    let is_word = |part: &[u8]| part == word.as_bytes();
    program.files.iter().any(|file| file.text.windows(word.len()).any(is_word))
}
