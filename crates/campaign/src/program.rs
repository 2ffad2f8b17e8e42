//! A program that is a test, and what it must do.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// C files that are compiled together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Program {
    /// Names and texts.
    pub files: Vec<(String, String)>,
    /// Options that it needs, such as `-I`.
    pub flags: Vec<String>,
}

/// What a program does when it is compiled rightly.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    pub end: Ended,
    /// On standard output.
    pub output: String,
}

impl Answer {
    /// The end by a signal. What was printed before may be lost in a buffer, so
    /// it says nothing.
    pub fn signal(signal: i32) -> Answer {
        Answer { end: Ended::Signal(signal), output: String::new() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    Status(i32),
    Signal(i32),
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Ended::Status(status) => write!(f, "exit status {status}"),
            Ended::Signal(signal) => write!(f, "signal {signal}"),
        }
    }
}

impl Program {
    /// The C files among its files; the others are included.
    pub fn units(&self) -> impl Iterator<Item = &(String, String)> {
        self.files.iter().filter(|(name, _)| name.ends_with(".c") || name.ends_with(".i"))
    }

    /// Writes all files; gives those to compile.
    pub fn write(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        for (name, text) in &self.files {
            fs::write(folder.join(name), text)?;
        }
        Ok(self.units().map(|(name, _)| folder.join(name)).collect())
    }

    /// Bytes of text.
    pub fn size(&self) -> u64 {
        self.files.iter().map(|(_, text)| text.len() as u64).sum()
    }
}
