//! Processes that behave badly: each ends, and nothing of it is left.

mod confine;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use elenchus_compilers::run::{End, Finished, Limits, Room, Task, family, run};
use elenchus_compilers::scratch::Scratch;

static NEVER: AtomicBool = AtomicBool::new(false);

fn shell(script: &str, folder: &Path, limits: &Limits) -> Finished {
    let words = ["sh", "-c", script].map(Into::into).to_vec();
    run(&Task { words, folder: Some(folder.into()) }, limits, &NEVER).unwrap()
}

fn check(script: &str, limits: Limits, end: End, printed: &str) {
    let folder = tempfile::tempdir().unwrap();
    let finished = shell(script, folder.path(), &limits);
    let said = String::from_utf8_lossy(&finished.stdout).into_owned();
    assert_eq!((finished.end, said.as_str()), (end, printed), "{script}");
}

fn wall(milliseconds: u64) -> Limits {
    Limits { wall: Some(Duration::from_millis(milliseconds)), ..Limits::NONE }
}

/// Waits for a process to be gone: a killed one may take a moment.
fn gone(pid: &str) -> bool {
    let end = Instant::now() + Duration::from_secs(5);
    let running = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
        stat.is_ok_and(|stat| !stat.contains(") Z "))
    };
    while running() {
        if Instant::now() > end {
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    true
}

#[test]
fn ends_are_told_apart() {
    check("echo hello; exit 3", Limits::NONE, End::Exit(3), "hello\n");
    check("echo hello; kill -SEGV $$", Limits::NONE, End::Signal(11), "hello\n");
    check("trap '' TERM; echo on; sleep 60", wall(300), End::Wall, "on\n");
    let cpu = Limits { cpu: Some(Duration::from_millis(900)), ..wall(30_000) };
    check("while :; do :; done", cpu, End::Cpu, "");
    let few = Room { keep: 4, flood: 1 << 20 };
    check("echo hello", Limits { stdout: few, ..Limits::NONE }, End::Exit(0), "hell");
    check("yes", Limits { stdout: few, ..wall(30_000) }, End::Flood, "y\ny\n");
    check("yes >&2", Limits { stderr: few, ..wall(30_000) }, End::Flood, "");
}

#[test]
fn files_have_a_largest_size() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { file: Some(1 << 20), ..wall(30_000) };
    shell("sleep 0.1; yes > big", folder.path(), &limits);
    assert_eq!(folder.path().join("big").metadata().unwrap().len(), 1 << 20);
}

#[test]
fn folders_have_a_largest_size() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { folder: Some(10 << 20), ..wall(30_000) };
    let many = "mkdir a; while [ $((i+=1)) -lt 2000 ]; do head -c 1000000 /dev/zero > a/$i; done";
    assert_eq!(shell(many, folder.path(), &limits).end, End::Full);
    let few = Limits { file: Some(1 << 20), ..wall(30_000) };
    let one = "sleep 0.1; exec head -c 10000000 /dev/zero > big";
    assert_eq!(shell(one, folder.path(), &few).end, End::Full);
}

#[test]
fn processes_have_a_largest_number() {
    family::adopt_orphans().unwrap();
    let limits = Limits { processes: Some(100), ..wall(30_000) };
    for start in ["sleep 98701 &", "setsid sleep 98701 >/dev/null 2>&1 &"] {
        let folder = tempfile::tempdir().unwrap();
        let script = format!("while [ $((i+=1)) -lt 2000 ]; do {start} done; wait");
        assert_eq!(shell(&script, folder.path(), &limits).end, End::Swarm, "{start}");
        family::kill_orphans();
        let end = Instant::now() + Duration::from_secs(5);
        while runs("98701") && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(!runs("98701"), "{start}");
    }
}

/// Whether a process with this argument runs.
fn runs(argument: &str) -> bool {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let mut commands =
        entries.map(|entry| std::fs::read(entry.path().join("cmdline")).unwrap_or_default());
    commands.any(|command| command.split(|byte| *byte == 0).any(|one| one == argument.as_bytes()))
}

#[test]
fn time_of_children_counts() {
    let folder = tempfile::tempdir().unwrap();
    let busy = "sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done'";
    let finished = shell(busy, folder.path(), &Limits::NONE);
    assert!(finished.cpu > Duration::from_millis(20), "{:?}", finished.cpu);
}

#[test]
fn children_end_with_their_parent() {
    let folder = tempfile::tempdir().unwrap();
    let finished = shell("sleep 100 & echo $!", folder.path(), &wall(30_000));
    assert_eq!(finished.end, End::Exit(0));
    assert!(gone(&String::from_utf8_lossy(&finished.stdout)));
}

#[test]
fn who_leaves_the_group_is_found() {
    family::adopt_orphans().unwrap();
    let folder = tempfile::tempdir().unwrap();
    // It writes its number itself: `setsid` may fork.
    let script = "setsid sh -c 'echo $$ > pid; exec sleep 100' >/dev/null 2>&1 & \
                  while ! test -s pid; do :; done";
    let finished = shell(script, folder.path(), &wall(30_000));
    assert_eq!(finished.end, End::Exit(0));
    family::kill_orphans();
    assert!(gone(&std::fs::read_to_string(folder.path().join("pid")).unwrap()));
}

#[test]
fn a_wish_to_stop_is_heard() {
    let task = Task { words: vec!["sleep".into(), "100".into()], folder: None };
    let begun = Instant::now();
    let finished = run(&task, &Limits::NONE, &AtomicBool::new(true)).unwrap();
    assert_eq!(finished.end, End::Stopped);
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[test]
fn what_the_dead_left_is_swept() {
    let base = tempfile::tempdir().unwrap();
    let living = Scratch::within(base.path()).unwrap();
    let dead = Scratch::within(base.path()).unwrap();
    let left: PathBuf = dead.fresh("a").unwrap();
    // As after a kill: nobody cleans up, and the lock is gone.
    let owner = dead.path().join("owner");
    std::fs::write(left.join("file"), "text").unwrap();
    let mut sleeper =
        std::process::Command::new("sleep").arg("100").env("TMPDIR", &left).spawn().unwrap();
    std::fs::remove_file(owner).unwrap();
    let next = Scratch::within(base.path()).unwrap();
    assert!(!left.exists() && living.path().exists() && next.path().exists());
    assert!(gone(&sleeper.id().to_string()));
    // Another test may have waited for it already.
    let _ = sleeper.wait();
    let path = living.path().to_path_buf();
    drop(living);
    assert!(!path.exists());
    drop(dead);
}
