//! A program as files.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::bytes::{self, Word};

/// C files that are compiled together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Program {
    pub files: Vec<ProgramFile>,
    /// Options that it needs, such as `-I`.
    pub flags: Vec<String>,
}

/// A file: its name without a folder, and its bytes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct ProgramFile {
    pub name: OsString,
    pub text: Vec<u8>,
}

/// A pair, as in stores that had only text.
#[derive(Serialize, Deserialize)]
struct Stored(Word, #[serde(with = "bytes::stored")] Vec<u8>);

impl From<Stored> for ProgramFile {
    fn from(Stored(Word(name), text): Stored) -> ProgramFile {
        ProgramFile { name, text }
    }
}

impl From<ProgramFile> for Stored {
    fn from(ProgramFile { name, text }: ProgramFile) -> Stored {
        Stored(Word(name), text)
    }
}

impl ProgramFile {
    pub fn new(name: impl Into<OsString>, text: impl Into<Vec<u8>>) -> ProgramFile {
        ProgramFile { name: name.into(), text: text.into() }
    }

    /// Whether it is compiled; the other files are included.
    pub fn is_unit(&self) -> bool {
        let ending = Path::new(&self.name).extension();
        ending == Some(OsStr::new("c")) || ending == Some(OsStr::new("i"))
    }
}

impl Program {
    /// The files that are compiled.
    pub fn units(&self) -> impl Iterator<Item = &ProgramFile> {
        self.files.iter().filter(|file| file.is_unit())
    }

    /// Bytes of text.
    pub fn size(&self) -> u64 {
        self.files.iter().map(|file| file.text.len() as u64).sum()
    }
}
