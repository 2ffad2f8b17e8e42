//! The text of a file, preprocessed, and the user's own bytes beside it.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use elenchus_compilers::preprocess::DEFAULT_LIMIT;
use elenchus_compilers::{Preprocess, PreprocessError};
use elenchus_front::Parsed;
use elenchus_front::align::Alignment;
use elenchus_front::lines::Lines;
use elenchus_front::source::{self, Source};
use thiserror::Error;

use crate::status::Status;

/// A text that the front end can take.
pub struct Input {
    /// For people.
    pub name: String,
    /// After preprocessing.
    pub text: Vec<u8>,
    pub original: Original,
}

/// What the user gave.
pub enum Original {
    /// The preprocessed text itself.
    Itself,
    /// A file that cannot be read a second time, such as a pipe.
    Unknown,
    File(Vec<u8>),
}

#[derive(Debug, Error)]
pub enum InputError {
    #[error("{} is a folder: give a C file", .0.display())]
    Folder(PathBuf),
    #[error("cannot read the standard input: {0}")]
    Stdin(io::Error),
    #[error("the standard input is longer than {DEFAULT_LIMIT} bytes")]
    TooLong,
    #[error(transparent)]
    Preprocess(#[from] PreprocessError),
}

impl Input {
    /// Calls `then` with what finds places in the user's own file. To align
    /// the two texts takes time: only if somebody is going to `ask`.
    pub fn with_source<R>(
        &self,
        parsed: &Parsed,
        base: u32,
        ask: bool,
        then: impl FnOnce(&Source) -> R,
    ) -> R {
        let tokens = &parsed.tokens;
        let lines = Lines::new(&self.name, &self.text, base, tokens);
        let alignment = match &self.original {
            Original::File(text) if ask => Some((text, Alignment::new(text, tokens, &lines))),
            _ => None,
        };
        let original = match (&self.original, &alignment) {
            (Original::Itself, _) => source::Original::Itself,
            (_, Some((text, alignment))) => {
                source::Original::File { name: &self.name, text, alignment }
            }
            _ => source::Original::Unknown,
        };
        then(&Source { tokens, lines: &lines, original })
    }
}

impl InputError {
    pub fn status(&self) -> Status {
        match self {
            InputError::Preprocess(
                PreprocessError::NoCommand
                | PreprocessError::NotFound { .. }
                | PreprocessError::Run { .. },
            ) => Status::Environment,
            _ => Status::Wrong,
        }
    }
}

/// `-` is the standard input, which is preprocessed, as `FILE.i` is.
pub fn read(file: &Path, preprocess: &Preprocess) -> Result<Input, InputError> {
    if file == Path::new("-") {
        return read_stdin();
    }
    if file.is_dir() {
        return Err(InputError::Folder(file.to_path_buf()));
    }
    let text = preprocess.run(file)?;
    let original = if file.extension() == Some(OsStr::new("i")) {
        Original::Itself
    } else if file.is_file() {
        std::fs::read(file).map_or(Original::Unknown, Original::File)
    } else {
        Original::Unknown
    };
    Ok(Input { name: name(file), text, original })
}

fn read_stdin() -> Result<Input, InputError> {
    let mut text = Vec::new();
    let mut input = io::stdin().lock().take(DEFAULT_LIMIT + 1);
    input.read_to_end(&mut text).map_err(InputError::Stdin)?;
    if text.len() as u64 > DEFAULT_LIMIT {
        return Err(InputError::TooLong);
    }
    Ok(Input { name: "<stdin>".into(), text, original: Original::Itself })
}

/// What messages call the file.
pub fn name(file: &Path) -> String {
    file.to_string_lossy().into_owned()
}
