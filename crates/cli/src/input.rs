//! What is read for a program: its text, preprocessed, with the user's own bytes
//! beside it, and what the program itself reads.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use elenchus_compilers::preprocess::DEFAULT_LIMIT;
use elenchus_compilers::{Preprocess, PreprocessError};
use elenchus_front::source::{Original, SourceText};
use elenchus_judge::{Program, ProgramFile};
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
    #[error("`-` is given twice: the standard input can be read once")]
    Twice,
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{}: give C files (.c or .i)", .0.display())]
    NoUnit(PathBuf),
    #[error("{}: two files have this name: rename one", .0.display())]
    SameName(PathBuf),
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
        let text = standard_input()?;
        return Ok(SourceText { name: "<stdin>".into(), text, original: Original::Itself });
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

/// All of a file as it is; `-` is the standard input.
pub fn contents(file: &Path) -> Result<Vec<u8>, InputError> {
    if file == Path::new("-") {
        return standard_input();
    }
    std::fs::read(file).map_err(|source| InputError::Read { path: file.to_path_buf(), source })
}

/// Files as they are, which are compiled together; what they include is looked for
/// beside them.
pub fn program(files: &[PathBuf]) -> Result<Program, InputError> {
    let mut program = Program { files: Vec::new(), flags: Vec::new() };
    for path in files {
        let text = contents(path)?;
        let name = path.file_name().unwrap_or(path.as_os_str());
        let file = ProgramFile::new(name, text);
        if !file.is_unit() {
            return Err(InputError::NoUnit(path.clone()));
        }
        if program.files.iter().any(|other| other.name == file.name) {
            return Err(InputError::SameName(path.clone()));
        }
        program.files.push(file);
        let Ok(path) = std::path::absolute(path) else { continue };
        let Some(folder) = path.parent().and_then(Path::to_str) else { continue };
        let flags = ["-I".to_owned(), folder.to_owned()];
        if !program.flags.contains(&flags[1]) {
            program.flags.extend(flags);
        }
    }
    Ok(program)
}

fn standard_input() -> Result<Vec<u8>, InputError> {
    static IS_READ: AtomicBool = AtomicBool::new(false);
    if IS_READ.swap(true, Ordering::Relaxed) {
        return Err(InputError::Twice);
    }
    let mut text = Vec::new();
    let mut input = io::stdin().lock().take(DEFAULT_LIMIT + 1);
    input.read_to_end(&mut text).map_err(InputError::Stdin)?;
    if text.len() as u64 > DEFAULT_LIMIT {
        return Err(InputError::TooLong);
    }
    Ok(text)
}

/// What a program is given when it runs.
#[derive(clap::Args)]
pub struct RunInput {
    /// The program's standard input, `-` for that of elenchus; it is empty without
    #[arg(long, value_name = "FILE")]
    stdin: Option<PathBuf>,

    /// Arguments of the program
    #[arg(long, num_args = 0.., value_name = "ARG", allow_hyphen_values = true)]
    pub args: Vec<String>,
}

impl RunInput {
    pub fn stdin(&self) -> Result<Vec<u8>, InputError> {
        self.stdin.as_deref().map_or(Ok(Vec::new()), contents)
    }
}

/// What messages call the file.
pub fn name(file: &Path) -> String {
    file.to_string_lossy().into_owned()
}
