//! The processes that descend from this one.
//!
//! A child leads a process group of its own, which is killed as a whole. What
//! leaves its group becomes a child of this process when its parent ends (we
//! are its subreaper), and is found by looking through `/proc`.

use std::collections::BTreeSet;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, Signal, getpgid, kill_process, kill_process_group};

use crate::sys::{self, Reaped};

/// Children that somebody waits for. Locked while one is started, so that
/// nobody takes it for an orphan before it is listed.
static LIVE: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// How often orphans of orphans are looked for.
const ROUNDS: usize = 100;

fn live() -> MutexGuard<'static, BTreeSet<i32>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn raw(pid: Pid) -> i32 {
    pid.as_raw_nonzero().get()
}

/// Starts a child as leader of a new group.
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    let mut live = live();
    let child = command.process_group(0).spawn()?;
    live.insert(raw(Pid::from_child(&child)));
    Ok(child)
}

/// Kills a child and its group, and waits for it. Until then its number is
/// nobody else's, also when it has ended already.
pub fn end(child: &Child) -> io::Result<Reaped> {
    let group = Pid::from_child(child);
    // An error means that there is nobody left to kill.
    let _ = kill_process_group(group, Signal::KILL);
    let pid = raw(group);
    let reaped = sys::wait(pid);
    live().remove(&pid);
    reaped
}

/// From now on, what loses its parent becomes our child.
pub fn adopt_orphans() -> io::Result<()> {
    Ok(rustix::process::set_child_subreaper(Pid::from_raw(1))?)
}

/// Ends all that children have left running. What belongs to the group of a
/// child that still runs is left alone.
pub fn kill_orphans() {
    let me = raw(rustix::process::getpid());
    for _ in 0..ROUNDS {
        let live = live();
        let mut found = false;
        for (pid, parent) in processes() {
            let Some(id) = Pid::from_raw(pid) else { continue };
            if parent != me || live.contains(&pid) {
                continue;
            }
            let group = getpgid(Some(id)).map_or(0, raw);
            if live.contains(&group) {
                continue;
            }
            found = true;
            let _ = kill_process(id, Signal::KILL);
            let _ = sys::wait(pid);
        }
        drop(live);
        if !found {
            return;
        }
    }
}

/// Kills every process that was started with `TMPDIR` below `folder`.
pub fn kill_users_of(folder: &std::path::Path) {
    let mut mark = b"TMPDIR=".to_vec();
    mark.extend_from_slice(folder.as_os_str().as_encoded_bytes());
    mark.push(b'/');
    for (pid, _) in processes() {
        // What cannot be read belongs to somebody else.
        let Ok(environment) = std::fs::read(format!("/proc/{pid}/environ")) else { continue };
        let uses = environment.split(|byte| *byte == 0).any(|entry| entry.starts_with(&mark));
        if let (true, Some(id)) = (uses, Pid::from_raw(pid)) {
            let _ = kill_process(id, Signal::KILL);
        }
    }
}

/// All processes of the system with their parents.
fn processes() -> Vec<(i32, i32)> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let number = |entry: std::fs::DirEntry| entry.file_name().to_str()?.parse::<i32>().ok();
    let numbers = entries.filter_map(|entry| number(entry.ok()?));
    numbers.filter_map(|pid| Some((pid, parent(pid)?))).collect()
}

/// `PID (NAME) STATE PARENT …`, where the name may contain anything.
fn parent(pid: i32) -> Option<i32> {
    let stat = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
    let after = stat.iter().rposition(|byte| *byte == b')')? + 1;
    let rest = std::str::from_utf8(&stat[after..]).ok()?;
    rest.split_whitespace().nth(1)?.parse().ok()
}
