//! Many files: which they are, and how far we are.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::talk;

/// A file that is to be enumerated.
pub struct File {
    pub path: PathBuf,
    /// Where it stands below the folder that was given.
    pub folder: PathBuf,
    /// Its ending says that it is no C.
    pub is_foreign: bool,
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
        let before = batch.files.len();
        if path.is_dir() {
            below(path, Path::new(""), &mut batch.files)?;
            if batch.files.len() == before {
                batch.empty.push(path.clone());
            }
        } else {
            let is_foreign = ending(path, FOREIGN);
            batch.files.push(File { path: path.clone(), folder: PathBuf::new(), is_foreign });
        }
    }
    Ok(batch)
}

fn below(folder: &Path, relative: &Path, files: &mut Vec<File>) -> anyhow::Result<()> {
    let entries = std::fs::read_dir(folder);
    let entries = entries.with_context(|| format!("cannot read {}", folder.display()))?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            below(&path, &relative.join(entry.file_name()), files)?;
        } else if ending(&path, C) || ending(&path, FOREIGN) {
            let (folder, is_foreign) = (relative.to_path_buf(), ending(&path, FOREIGN));
            files.push(File { path, folder, is_foreign });
        }
    }
    Ok(())
}

fn ending(path: &Path, list: &[&str]) -> bool {
    path.extension().is_some_and(|ending| list.iter().any(|one| ending == *one))
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
            talk::say(&if self.live { format!("\r\x1b[K{line}") } else { format!("{line}\n") });
        }
        self.done += 1;
    }

    /// Makes room for something else.
    pub fn clear(&self) {
        if self.live && self.total > 1 {
            talk::say("\r\x1b[K");
        }
    }
}
