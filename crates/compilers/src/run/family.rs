//! The processes that descend from this one.
//!
//! A child leads a process group of its own, which is killed as a whole. What
//! leaves its group becomes a child of this process when its parent ends (we
//! are its subreaper), and is found by looking through `/proc`.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid,
};

use super::{Reach, confine};
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

/// Starts a child as leader of a new group; it is confined to the scratch that
/// `folder` is in, if there is one.
pub fn spawn(mut command: Command, folder: Option<&Path>, reach: Reach) -> io::Result<Child> {
    let mut live = live();
    command.process_group(0);
    let child = confine::spawn(command, folder, reach)?;
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
    // Once it is waited for, its number may be that of another child, which
    // must not be struck off the list: so nobody starts one in between.
    let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    while matches!(waitid(WaitId::Pid(group), ended), Err(Errno::INTR)) {}
    let mut live = live();
    live.remove(&pid);
    sys::wait(pid)
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
        for process in processes() {
            let is_live = live.contains(&process.pid) || live.contains(&process.group);
            let Some(id) = Pid::from_raw(process.pid) else { continue };
            if process.parent != me || is_live {
                continue;
            }
            found = true;
            let _ = kill_process(id, Signal::KILL);
            let _ = sys::wait(process.pid);
        }
        drop(live);
        if !found {
            return;
        }
    }
}

/// Kills every process that was started with `TMPDIR` below `folder`, and to
/// which that path is the same folder. In a container or another root the name
/// may be that of another one, in which a hunt is at work.
pub fn kill_users_of(folder: &Path) {
    let mut mark = b"TMPDIR=".to_vec();
    mark.extend_from_slice(folder.as_os_str().as_encoded_bytes());
    mark.push(b'/');
    for pid in numbers() {
        // What cannot be read belongs to somebody else.
        let Ok(environment) = std::fs::read(format!("/proc/{pid}/environ")) else { continue };
        let uses = environment.split(|byte| *byte == 0).any(|entry| entry.starts_with(&mark));
        if let (true, Some(id)) = (uses && sees(pid, folder), Pid::from_raw(pid)) {
            let _ = kill_process(id, Signal::KILL);
        }
    }
}

/// Whether an absolute path leads a process to the folder that it leads us to.
fn sees(pid: i32, folder: &Path) -> bool {
    let mut theirs = OsString::from(format!("/proc/{pid}/root"));
    theirs.push(folder);
    match (std::fs::metadata(theirs), std::fs::metadata(folder)) {
        (Ok(theirs), Ok(ours)) => (theirs.dev(), theirs.ino()) == (ours.dev(), ours.ino()),
        _ => false,
    }
}

/// How many processes are of a child: its group, what descends from it, and
/// orphans of nobody knows whom.
pub fn descendants(child: Pid) -> usize {
    let (me, child) = (raw(rustix::process::getpid()), raw(child));
    let live = live();
    let all = processes();
    let mut found = BTreeSet::from([child]);
    loop {
        let before = found.len();
        for process in &all {
            let is_orphan = process.parent == me && !live.contains(&process.group);
            if process.group == child || is_orphan || found.contains(&process.parent) {
                found.insert(process.pid);
            }
        }
        if found.len() == before {
            return before;
        }
    }
}

/// How many bytes of memory the group of a child has.
pub fn resident(child: Pid) -> u64 {
    let group = raw(child);
    let of_group = processes().into_iter().filter(|process| process.group == group);
    let kilobytes = of_group.filter_map(|process| {
        let text = std::fs::read_to_string(format!("/proc/{}/status", process.pid)).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().trim_end_matches(" kB").parse::<u64>().ok()
    });
    kilobytes.sum::<u64>().saturating_mul(1024)
}

#[derive(Clone, Copy)]
struct Process {
    pid: i32,
    parent: i32,
    group: i32,
}

/// All processes of the system.
fn processes() -> Vec<Process> {
    numbers().into_iter().filter_map(process).collect()
}

fn numbers() -> Vec<i32> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let number = |entry: std::fs::DirEntry| entry.file_name().to_str()?.parse::<i32>().ok();
    entries.filter_map(|entry| number(entry.ok()?)).collect()
}

/// `PID (NAME) STATE PARENT GROUP …`, where the name may contain anything.
fn process(pid: i32) -> Option<Process> {
    let stat = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
    let after = stat.iter().rposition(|byte| *byte == b')')? + 1;
    let rest = std::str::from_utf8(&stat[after..]).ok()?;
    let mut fields = rest.split_whitespace().skip(1).map(|field| field.parse().ok());
    Some(Process { pid, parent: fields.next()??, group: fields.next()?? })
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::process::Stdio;

    use super::*;

    #[test]
    fn another_root_has_another_folder_of_that_name() {
        let folder = tempfile::tempdir().unwrap();
        let me = raw(rustix::process::getpid());
        assert!(sees(me, folder.path()));
        assert!(!sees(me, &folder.path().join("none")));
        let script = "mount -t tmpfs tmpfs \"$1\" && echo && exec sleep 100";
        let mut other = Command::new("unshare")
            .args(["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"])
            .arg(folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut ready = [0; 1];
        if other.stdout.take().unwrap().read_exact(&mut ready).is_err() {
            println!("skipped: this user may not mount in a namespace");
        } else {
            assert!(!sees(other.id() as i32, folder.path()));
            other.kill().unwrap();
        }
        let _ = other.wait();
    }
}
