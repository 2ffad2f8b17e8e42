//! Tests: whether a program still shows what it is to show.

mod compiler;
mod guard;
mod script;
mod slower;
mod verdict;
mod wrong;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use elenchus_judge::ProgramFile;

pub use compiler::{Compiler, Seen};
pub use guard::{Guard, Rules};
pub use script::Script;
pub use slower::Slower;
pub use verdict::SameVerdict;
pub use wrong::{Failure, WrongCode};

/// Why a program does not show it, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lack(pub String);

impl Lack {
    fn new(why: impl Into<String>) -> Lack {
        Lack(why.into())
    }
}

/// What a test says of a program. An error is one of the environment.
pub type Shown = io::Result<Result<(), Lack>>;

/// What a program is asked.
pub trait Test: Sync {
    fn look(&self, files: &[ProgramFile], place: &Place) -> Shown;

    /// Other failures that were seen in the meantime.
    fn met(&self) -> Vec<Met> {
        Vec::new()
    }
}

/// Another failure than the one that is looked for, and a program that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Met {
    pub failure: Failure,
    pub files: Vec<ProgramFile>,
}

/// Where one test runs.
pub struct Place<'a> {
    /// Its own folder.
    pub folder: &'a Path,
    /// Raised when all is to end.
    pub stop: &'a AtomicBool,
    pub counts: &'a Counts,
}

impl Place<'_> {
    /// An empty folder with the files in it; gives those to compile.
    fn lay_out(&self, files: &[ProgramFile]) -> io::Result<Vec<PathBuf>> {
        for entry in fs::read_dir(self.folder)? {
            let entry = entry?;
            match entry.file_type()?.is_dir() {
                true => fs::remove_dir_all(entry.path())?,
                false => fs::remove_file(entry.path())?,
            }
        }
        let mut units = Vec::new();
        for file in files {
            let path = self.folder.join(&file.name);
            fs::write(&path, &file.text)?;
            if file.is_unit() {
                units.push(path);
            }
        }
        Ok(units)
    }
}

/// How often whom was asked.
#[derive(Default, Debug)]
pub struct Counts {
    pub machine: AtomicU64,
    pub compilers: AtomicU64,
    pub scripts: AtomicU64,
}

impl Counts {
    fn one(of: &AtomicU64) {
        of.fetch_add(1, Ordering::Relaxed);
    }

    /// As it is now.
    pub fn asked(&self) -> Asked {
        let count = |of: &AtomicU64| of.load(Ordering::Relaxed);
        Asked {
            machine: count(&self.machine),
            compilers: count(&self.compilers),
            scripts: count(&self.scripts),
        }
    }
}

/// How often whom was asked until some time.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Asked {
    /// Runs of the machine.
    pub machine: u64,
    /// Compilations.
    pub compilers: u64,
    pub scripts: u64,
}
