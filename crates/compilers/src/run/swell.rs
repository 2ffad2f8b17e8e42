//! A process that fills its folder, or starts others without end.
//!
//! The system has limits for one file, and for the processes of a user (none
//! for root), but not for those of one compiler. So we look now and then.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::{End, Limits, family};

/// How often we look. Most processes end sooner.
const OFTEN: Duration = Duration::from_millis(100);

/// No compiler leaves more files than this.
const FILES: usize = 10_000;

pub struct Swell {
    folder: Option<(PathBuf, u64)>,
    processes: Option<usize>,
    next: Instant,
}

impl Swell {
    pub fn new(folder: Option<&Path>, limits: &Limits) -> Swell {
        let folder = folder.map(Path::to_path_buf).zip(limits.folder);
        Swell { folder, processes: limits.processes, next: Instant::now() + OFTEN }
    }

    /// Whether it has become too much, if it is time to look.
    pub fn look(&mut self, pid: Pid) -> Option<End> {
        let now = Instant::now();
        if now < self.next {
            return None;
        }
        self.next = now + OFTEN;
        if self.folder.as_ref().is_some_and(|(folder, most)| is_over(folder, *most)) {
            return Some(End::Full);
        }
        let is_swarm = |most| family::count() > most && family::descendants(pid) > most;
        self.processes.is_some_and(is_swarm).then_some(End::Swarm)
    }
}

/// Whether the files below a folder have more bytes together.
fn is_over(folder: &Path, most: u64) -> bool {
    let (mut bytes, mut files) = (0, 0);
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        // What is being removed just now does not count.
        let Ok(entries) = folder.read_dir() else { continue };
        for entry in entries.flatten() {
            let Ok(found) = entry.metadata() else { continue };
            bytes += found.len();
            files += 1;
            if found.is_dir() {
                folders.push(entry.path());
            }
            if bytes > most || files > FILES {
                return true;
            }
        }
    }
    false
}
