//! From the user's files to texts that stand alone: preprocessed, without line markers.
//! Who works on words alone gets them as they are.

use std::path::{Path, PathBuf};

use elenchus_compilers::{Preprocess, PreprocessError};
use elenchus_judge::ProgramFile;
use thiserror::Error;

use crate::search::without_blank_lines;

#[derive(Debug, Error)]
pub enum PrepareError {
    #[error("{} has no name: give a C file", .0.display())]
    NoName(PathBuf),
    #[error("two files are called {0}: rename one of them")]
    SameName(String),
    #[error(transparent)]
    Preprocess(#[from] PreprocessError),
}

/// Reads and preprocesses files; each keeps its name.
pub fn prepare(
    paths: &[PathBuf],
    preprocess: &Preprocess,
) -> Result<Vec<ProgramFile>, PrepareError> {
    named(paths, |path| text(path, preprocess))
}

/// Reads files.
pub fn as_they_are(paths: &[PathBuf]) -> Result<Vec<ProgramFile>, PrepareError> {
    named(paths, read)
}

fn named(
    paths: &[PathBuf],
    text: impl Fn(&Path) -> Result<Vec<u8>, PreprocessError>,
) -> Result<Vec<ProgramFile>, PrepareError> {
    let mut files: Vec<ProgramFile> = Vec::new();
    for path in paths {
        let name = path.file_name().ok_or_else(|| PrepareError::NoName(path.clone()))?;
        if files.iter().any(|file| file.name == name) {
            return Err(PrepareError::SameName(name.to_string_lossy().into_owned()));
        }
        files.push(ProgramFile::new(name, text(path)?));
    }
    Ok(files)
}

fn read(path: &Path) -> Result<Vec<u8>, PreprocessError> {
    std::fs::read(path).map_err(|source| PreprocessError::Read { file: path.to_path_buf(), source })
}

fn text(path: &Path, preprocess: &Preprocess) -> Result<Vec<u8>, PreprocessError> {
    let own = read(path)?;
    let has_directives = own.split(|byte| *byte == b'\n').any(is_directive);
    if !has_directives {
        return Ok(own);
    }
    Ok(without_markers(&preprocess.run(path)?))
}

fn is_directive(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"#")
}

/// Lines like `# 12 "file.h"` say where a text is from. A smaller one is from nowhere.
fn without_markers(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let marker = line.trim_ascii().strip_prefix(b"#").map(<[u8]>::trim_ascii_start);
        let is_marker = marker.is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_digit));
        if !is_marker {
            out.extend_from_slice(line);
        }
    }
    without_blank_lines(&out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_markers_go() {
        let text =
            b"# 1 \"a.c\"\n# 1 \"b.h\" 1 3\n\n\nint x;\n#pragma pack(1)\n  # 7 \"a.c\" 2\nint y;\n";
        assert_eq!(without_markers(text), b"int x;\n#pragma pack(1)\nint y;\n");
    }
}
