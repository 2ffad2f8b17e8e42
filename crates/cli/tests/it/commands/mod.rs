//! Command lines as no person would write them. Whatever is asked: no panic, a status that
//! is documented, nothing of the user's replaced, nothing left behind or running.
//!
//! `ELENCHUS_CASES` says how many.

mod draw;
mod help;
mod world;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use draw::Line;
use help::Spoken;

/// Lines without `ELENCHUS_CASES`.
const LINES: u64 = 40;

/// `$1` takes the output, `$2` is the number of seconds after which the command is told to
/// end, `$3` a folder for its status, and for what it leaves in memory: a file system of
/// its own shows that. The end of what the command prints is printed.
const SCRIPT: &str = "mount -t tmpfs none /dev/shm || exit 99
out=$1 seconds=$2 notes=$3
shift 3
ulimit -v 8000000
{
    timeout --preserve-status -s TERM -k 30 $seconds \"$@\" >\"$out\" </dev/null
    echo $? >\"$notes/status\"
} | tail -c 1000
find /dev/shm -mindepth 2 -maxdepth 2 -type d >\"$notes/left\"
";

/// Long enough for an answer; a hunt goes on until it is told to end.
const SECONDS: &str = "4";

/// What the guide says of the exit status; who is told to end may do so by the signal.
const STATUSES: &[i32] = &[0, 1, 2, 3, 128 + 15];
/// Of `run`: no exit.
const NO_EXIT: i32 = 125;

/// What is wrong with the end of a command.
fn wrong(line: &Line) -> Vec<String> {
    let (folder, notes) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let note = |name: &str| fs::read_to_string(notes.path().join(name)).unwrap();
    world::make(folder.path());
    let before = world::contents(folder.path());
    let marker = format!("ELENCHUS_LINE={}", folder.path().display());
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", SCRIPT, "sh", line.stdout, SECONDS]);
    command.arg(notes.path()).arg("/usr/bin/env");
    match line.variable {
        Some((name, Some(value))) => _ = command.arg(format!("{name}={value}")),
        Some((name, None)) => _ = command.args(["-u", name]),
        None => {}
    }
    command.arg(&marker);
    command.arg(env!("CARGO_BIN_EXE_elenchus")).args(&line.words).current_dir(folder.path());
    let ran = command.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    let mut wrong = Vec::new();
    if said.contains("panicked at") || said.contains("RUST_BACKTRACE") {
        wrong.push(format!("it panics: {said}"));
    }
    let status: i32 = note("status").trim().parse().unwrap();
    let is_run = line.words[0] == "run";
    if !(STATUSES.contains(&status) || is_run && status == NO_EXIT) {
        wrong.push(format!("it ends with status {status}: {said}"));
    }
    let is_silent = said.trim().is_empty() && ran.stdout.trim_ascii().is_empty();
    if matches!(status, 2 | 3) && is_silent && !is_run {
        wrong.push(format!("it ends with status {status} and does not say why"));
    }
    for left in note("left").lines() {
        wrong.push(format!("it leaves {left}"));
    }
    wrong.extend(running(&marker));
    let after = world::contents(folder.path());
    for (path, bytes) in &before {
        // Another hunt may have begun to make its store there: nothing is lost.
        let is_new_store = bytes.is_empty() && line.words[0] == "hunt";
        if !is_new_store && after.get(path) != Some(bytes) {
            wrong.push(format!("it changes {}", path.display()));
        }
    }
    if after.keys().any(|path| path.ends_with("hacked") || path.ends_with("nowhere")) {
        wrong.push("a word of the command line is carried out".into());
    }
    wrong
}

/// Processes that a command left: they have its environment. Those that were killed may
/// need a moment to be gone.
fn running(marker: &str) -> Vec<String> {
    for _ in 0..100 {
        if processes(marker).is_empty() {
            return Vec::new();
        }
        thread::sleep(Duration::from_millis(100));
    }
    processes(marker)
}

fn processes(marker: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().filter_map(Result::ok) {
        let Ok(environment) = fs::read(entry.path().join("environ")) else { continue };
        if environment.split(|&byte| byte == 0).any(|one| one == marker.as_bytes()) {
            let name = fs::read_to_string(entry.path().join("comm")).unwrap_or_default();
            found.push(format!("it leaves {} running", name.trim()));
        }
    }
    found
}

/// Whether commands can be given a file system of their own here.
fn can_be_watched() -> bool {
    let script = "mount -t tmpfs none /dev/shm && timeout 1 true";
    let ran = Command::new("unshare").args(["-rm", "sh", "-c", script]).output();
    ran.is_ok_and(|ran| ran.status.success()) && Path::new("/usr/bin/env").exists()
}

#[test]
fn random_command_lines_do_no_harm() {
    if !can_be_watched() {
        eprintln!("skipped: no file system of one's own can be mounted here (unshare, mount)");
        return;
    }
    static COMMANDS: OnceLock<Vec<Spoken>> = OnceLock::new();
    let commands = COMMANDS.get_or_init(help::commands);
    let count = std::env::var("ELENCHUS_CASES").ok().and_then(|text| text.parse().ok());
    let count: u64 = count.unwrap_or(LINES);
    let (next, failures) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let line = draw::line(number, commands);
                    let wrong = wrong(&line);
                    if !wrong.is_empty() {
                        failures.lock().unwrap().push((number, line, wrong));
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    for (number, line, wrong) in &failures {
        eprintln!("line {number}: {line:?}\n  {}", wrong.join("\n  "));
    }
    println!("commands: {count} lines, {} disagreements", failures.len());
    assert!(failures.is_empty());
}
