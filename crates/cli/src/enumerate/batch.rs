//! Many files: which they are, and how far we are.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use elenchus_campaign::folder::{below, has_ending};

use crate::talk;

/// A file that is to be enumerated.
pub struct File {
    pub path: PathBuf,
    /// Where it stands below the folder that was given.
    pub folder: PathBuf,
    /// Its ending says that it is no C.
    pub is_foreign: bool,
}

impl File {
    fn new(path: PathBuf, folder: &Path) -> File {
        let is_foreign = has_ending(&path, FOREIGN);
        File { path, folder: folder.to_path_buf(), is_foreign }
    }

    /// One that was found below a folder.
    fn below(folder: &Path, path: PathBuf) -> File {
        let relative = path.parent().and_then(|parent| parent.strip_prefix(folder).ok());
        let relative = relative.unwrap_or(Path::new("")).to_path_buf();
        File::new(path, &relative)
    }
}

const C: &[&str] = &["c", "i"];
const FOREIGN: &[&str] = &["C", "cc", "cpp", "cxx", "c++"];

/// What is to be done.
#[derive(Default)]
pub struct Batch {
    pub files: Vec<File>,
    /// Folders without any.
    pub empty: Vec<PathBuf>,
}

/// The files that are given, and those below folders that are, in order.
pub fn files(given: &[PathBuf]) -> anyhow::Result<Batch> {
    let mut batch = Batch::default();
    for path in given {
        if !path.is_dir() {
            batch.files.push(File::new(path.clone(), Path::new("")));
            continue;
        }
        let files = below(path, &[C, FOREIGN].concat())?;
        if files.is_empty() {
            batch.empty.push(path.clone());
        }
        batch.files.extend(files.into_iter().map(|file| File::below(path, file)));
    }
    Ok(batch)
}

/// Tells how many files are done: a line that changes on a terminal, a line
/// now and then elsewhere.
pub struct Ticker {
    total: usize,
    done: usize,
    live: bool,
    start: Instant,
    next: Duration,
}

const LIVE: Duration = Duration::from_millis(200);
const PLAIN: Duration = Duration::from_secs(10);

impl Ticker {
    pub fn new(total: usize) -> Ticker {
        let live = std::io::stderr().is_terminal();
        Ticker {
            total,
            done: 0,
            live,
            start: Instant::now(),
            next: if live { LIVE } else { PLAIN },
        }
    }

    /// Before each file.
    pub fn tick(&mut self) {
        let elapsed = self.start.elapsed();
        if self.total > 1 && elapsed >= self.next {
            let line = format!("{} of {} files", self.done, self.total);
            let wait = if self.live { LIVE } else { PLAIN };
            self.next = elapsed + wait;
            talk::mention(&if self.live { format!("\r\x1b[K{line}") } else { format!("{line}\n") });
        }
        self.done += 1;
    }

    /// Makes room for something else.
    pub fn clear(&self) {
        if self.live && self.total > 1 {
            talk::mention("\r\x1b[K");
        }
    }
}
