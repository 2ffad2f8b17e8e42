//! The text of a file, preprocessed, and the user's own bytes beside it.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use elenchus_compilers::preprocess::DEFAULT_LIMIT;
use elenchus_compilers::{Preprocess, PreprocessError};
use elenchus_front::source::{Original, SourceText};
use thiserror::Error;

use crate::status::Status;

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
pub fn read(file: &Path, preprocess: &Preprocess) -> Result<SourceText, InputError> {
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
    Ok(SourceText { name: name(file), text, original })
}

fn read_stdin() -> Result<SourceText, InputError> {
    let mut text = Vec::new();
    let mut input = io::stdin().lock().take(DEFAULT_LIMIT + 1);
    input.read_to_end(&mut text).map_err(InputError::Stdin)?;
    if text.len() as u64 > DEFAULT_LIMIT {
        return Err(InputError::TooLong);
    }
    Ok(SourceText { name: "<stdin>".into(), text, original: Original::Itself })
}

/// What messages call the file.
pub fn name(file: &Path) -> String {
    file.to_string_lossy().into_owned()
}
