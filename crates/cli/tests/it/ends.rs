//! However Elenchus is told to end, or killed: nothing that it started goes on.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// gcc, but over a program of a hunt, or a text of the user's, it sleeps, as does a process
/// that it has started.
const SLEEPY: &str = "#!/bin/sh
case \"$*\" in *program.c* | *user.c*)
    sleep 1000 &
    echo \"$TMPDIR\" >\"$STARTED\"
    sleep 1000 ;;
esac
exec gcc \"$@\"
";

/// What may take long on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(60);

struct Sleepy {
    folder: tempfile::TempDir,
}

impl Sleepy {
    fn new() -> Sleepy {
        let folder = tempfile::tempdir().unwrap();
        let compiler = folder.path().join("sleepycc");
        fs::write(&compiler, SLEEPY).unwrap();
        fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(folder.path().join("user.c"), "int main(void) { return 0; }\n").unwrap();
        Sleepy { folder }
    }

    /// Starts a command; returns when the compiler sleeps.
    fn start(&self, arguments: &str) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_elenchus"));
        command.args(arguments.split(' ')).current_dir(self.folder.path());
        let started = self.folder.path().join("started");
        let child = command.env("STARTED", &started).stdin(Stdio::null()).stdout(Stdio::null());
        let child = child.stderr(Stdio::null()).spawn().unwrap();
        let has_started = || fs::read_to_string(&started).is_ok_and(|text| text.ends_with('\n'));
        wait_until("the compiler starts", has_started);
        child
    }

    /// Waits until nothing runs that was started here.
    fn all_are_gone(&self) {
        let mark = format!("STARTED={}", self.folder.path().join("started").display());
        wait_until("the compiler ends", || !has_process(&mark));
    }
}

fn wait_until(what: &str, done: impl Fn() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < PATIENCE, "in vain: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Whether a process has this in its environment.
fn has_process(mark: &str) -> bool {
    let environments = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let mut environments = environments.filter_map(|e| fs::read(e.path().join("environ")).ok());
    environments.any(|all| all.split(|&byte| byte == 0).any(|one| one == mark.as_bytes()))
}

fn send(signal: &str, child: &mut Child) -> ExitStatus {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    child.wait().unwrap()
}

/// A hunt in a session without confinement: the compiler writes to the user's folder.
const HUNT: &str = "hunt --cc ./sleepycc --no-confine --preset arithmetic --size 500 --jobs 1";

#[test]
fn signals_end_a_hunt_and_its_compilers() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let sleepy = Sleepy::new();
        let status = send(signal, &mut sleepy.start(HUNT));
        assert_eq!(status.code(), Some(0), "{signal}");
        assert!(sleepy.folder.path().join("elenchus.db").exists());
        sleepy.all_are_gone();
    }
}

#[test]
fn a_signal_ends_the_preprocessor_and_then_us() {
    for (signal, number) in [("-INT", 2), ("-TERM", 15), ("-HUP", 1)] {
        let sleepy = Sleepy::new();
        let status = send(signal, &mut sleepy.start("parse --cc ./sleepycc user.c"));
        assert_eq!(status.signal(), Some(number), "{signal}: {status}");
        sleepy.all_are_gone();
    }
}

#[test]
fn who_is_killed_leaves_nothing_running() {
    let sleepy = Sleepy::new();
    let mut child = sleepy.start(HUNT);
    let folder = fs::read_to_string(sleepy.folder.path().join("started")).unwrap();
    let scratch = Path::new(folder.trim_end()).parent().unwrap();
    assert!(scratch.exists());
    assert_eq!(send("-KILL", &mut child).signal(), Some(9));
    sleepy.all_are_gone();
    wait_until("the folder is removed", || !scratch.exists());
}
