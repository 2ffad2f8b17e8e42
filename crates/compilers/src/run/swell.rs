//! A process that fills its folder or the memory, or starts others without end.
//!
//! The system has limits for one file, for the addresses of one process, and for the
//! processes of a user (none for root), but not for those of one compiler. So we look now
//! and then.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::fs::{StatVfs, statvfs};
use rustix::process::Pid;

use super::{End, Limits, family};

/// How often we look. Most processes end sooner.
const OFTEN: Duration = Duration::from_millis(100);

/// No compiler leaves more files than this.
const FILES: usize = 10_000;

/// Looking closely takes longer than all the rest of a test: so first, whether
/// the whole system has grown. Everybody's growth counts, this part of a limit
/// is enough for a closer look.
const PART: u64 = 4;

pub struct Swell {
    folder: Option<(PathBuf, u64)>,
    processes: Option<usize>,
    resident: Option<u64>,
    next: Instant,
    /// When it began.
    before: Size,
}

/// How full a disk and the system are.
#[derive(Clone, Copy, Default)]
struct Size {
    bytes: u64,
    files: u64,
    threads: u64,
}

impl Size {
    fn now(folder: Option<&Path>) -> Size {
        let disk = folder.and_then(|folder| statvfs(folder).ok());
        let used = |disk: StatVfs| {
            let blocks = disk.f_blocks.saturating_sub(disk.f_bfree);
            (blocks.saturating_mul(disk.f_frsize), disk.f_files.saturating_sub(disk.f_ffree))
        };
        let (bytes, files) = disk.map_or((0, 0), used);
        Size { bytes, files, threads: threads().unwrap_or(0) }
    }
}

/// How many threads the system has: `0.20 0.18 0.12 RUNNING/ALL LAST`.
fn threads() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').nth(3)?.split('/').nth(1)?.parse().ok()
}

impl Swell {
    pub fn new(folder: Option<&Path>, limits: &Limits) -> Swell {
        let folder = folder.map(Path::to_path_buf).zip(limits.folder);
        let before = Size::now(folder.as_ref().map(|(folder, _)| folder.as_path()));
        let Limits { processes, resident, .. } = *limits;
        Swell { folder, processes, resident, next: Instant::now() + OFTEN, before }
    }

    /// Whether it has become too much, if it is time to look.
    pub fn look(&mut self, pid: Pid) -> Option<End> {
        let now = Instant::now();
        let watched = self.folder.is_some() || self.processes.is_some() || self.resident.is_some();
        if now < self.next || !watched {
            return None;
        }
        self.next = now + OFTEN;
        let size = Size::now(self.folder.as_ref().map(|(folder, _)| folder.as_path()));
        let grown = |of: fn(&Size) -> u64, limit: u64| {
            of(&size).saturating_sub(of(&self.before)) >= limit / PART
        };
        if let Some((folder, most)) = &self.folder {
            let suspect = grown(|size| size.bytes, *most) || grown(|size| size.files, FILES as u64);
            if suspect && is_over(folder, *most) {
                return Some(End::Full);
            }
        }
        if self.resident.is_some_and(|most| family::resident(pid) > most) {
            return Some(End::Memory);
        }
        let most = self.processes?;
        let suspect = grown(|size| size.threads, most as u64);
        (suspect && family::descendants(pid) > most).then_some(End::Swarm)
    }
}

/// Whether the files below a folder have more bytes together.
pub fn is_over(folder: &Path, most: u64) -> bool {
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
