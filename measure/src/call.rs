//! Other programs, run with limits: what `compilers` offers, as tasks need it.
//!
//! Nothing is confined here: who measures a compiler wants it as its users have
//! it.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use elenchus_compilers::on_interrupt;
use elenchus_compilers::run::{self, End, Finished, Limits, Reach, Room};

/// What a call may take if nothing else is said.
const USUAL: Duration = Duration::from_secs(60);

/// A program with its arguments and limits.
pub struct Call {
    words: Vec<OsString>,
    folder: Option<PathBuf>,
    limits: Limits,
}

/// A call without arguments; all that it prints is kept.
pub fn call(program: impl AsRef<OsStr>) -> Call {
    let all = Room { keep: u64::MAX, flood: u64::MAX };
    let reach = Reach::Anywhere;
    let limits = Limits { wall: Some(USUAL), reach, stdout: all, stderr: all, ..Limits::NONE };
    Call { words: vec![program.as_ref().to_owned()], folder: None, limits }
}

impl Call {
    pub fn arg(mut self, word: impl AsRef<OsStr>) -> Call {
        self.words.push(word.as_ref().to_owned());
        self
    }

    pub fn args<A: AsRef<OsStr>>(mut self, words: impl IntoIterator<Item = A>) -> Call {
        self.words.extend(words.into_iter().map(|word| word.as_ref().to_owned()));
        self
    }

    /// Where it runs.
    pub fn within(mut self, folder: &Path) -> Call {
        self.folder = Some(folder.to_owned());
        self
    }

    /// After so long it is ended, with all of its process group.
    pub fn limit(mut self, wall: Duration) -> Call {
        self.limits.wall = Some(wall);
        self
    }

    pub fn seconds(self, seconds: u64) -> Call {
        self.limit(Duration::from_secs(seconds))
    }

    /// Bytes of address space.
    pub fn memory(mut self, bytes: u64) -> Call {
        self.limits.memory = Some(bytes);
        self
    }

    /// Of each of its outputs only so many bytes are kept.
    pub fn keep(mut self, bytes: u64) -> Call {
        self.limits.stdout.keep = bytes;
        self.limits.stderr.keep = bytes;
        self
    }

    /// Runs it to its end or its limits.
    pub fn run(self) -> Result<Finished> {
        let Call { words, folder, limits } = self;
        let task = run::Task { words, folder };
        let stop = *INTERRUPTED.get().unwrap_or(&&NOBODY);
        RUNNING.fetch_add(1, Ordering::SeqCst);
        // Nothing is started that the end of this process would leave behind.
        let ran = match stop.load(Ordering::SeqCst) {
            true => None,
            false => Some(run::run(&task, &limits, stop)),
        };
        RUNNING.fetch_sub(1, Ordering::SeqCst);
        let cannot = || format!("cannot run {}", task.words[0].to_string_lossy());
        match ran.transpose().with_context(cannot)? {
            Some(finished) if finished.end != End::Stopped => Ok(finished),
            _ => bail!("interrupted"),
        }
    }

    /// Runs it; the error says what it said if it does not end with status 0.
    pub fn succeed(self) -> Result<Finished> {
        let line = self.words.join(OsStr::new(" ")).to_string_lossy().into_owned();
        let finished = self.run()?;
        if !finished.succeeded() {
            let said = String::from_utf8_lossy(&finished.stderr);
            bail!("`{line}`: {}: {}", finished.end, said.trim());
        }
        Ok(finished)
    }
}

/// Why a compiler did not succeed: its first error without its place, or how it
/// ended.
pub fn complaint(finished: &Finished) -> String {
    match finished.end {
        End::Exit(_) => first_error(&String::from_utf8_lossy(&finished.stderr)),
        end => end.to_string(),
    }
}

/// The first error among a compiler's messages, without its place.
pub fn first_error(messages: &str) -> String {
    let line = messages.lines().find(|line| line.contains("error: "));
    let line = line.or(messages.lines().next()).unwrap_or("no message");
    line.split_once("error: ").map_or(line, |(_, message)| message).to_string()
}

/// Raised by Ctrl-C; absent where nobody listens, as in tests.
static INTERRUPTED: OnceLock<&'static AtomicBool> = OnceLock::new();
static NOBODY: AtomicBool = AtomicBool::new(false);

/// How many calls there are just now.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// How often the wish to end is looked at.
const TICK: Duration = Duration::from_millis(100);

/// From now on Ctrl-C ends this process, but first what it has started: that is
/// in process groups of its own, which a terminal does not reach.
pub fn end_on_interrupt() {
    let stop = *INTERRUPTED.get_or_init(on_interrupt);
    thread::spawn(move || {
        // Calls see the wish as well, and end what they have started.
        while !stop.load(Ordering::SeqCst) || RUNNING.load(Ordering::SeqCst) > 0 {
            thread::sleep(TICK);
        }
        // As a shell has it for who is ended by this signal.
        exit(130);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(text: &str) -> Finished {
        call("sh").args(["-c", text]).seconds(5).keep(10).run().unwrap()
    }

    #[test]
    fn places_are_cut_off() {
        let messages = "a.c: In function 'f':\na.c:1:2: error: no\na.c:2:2: error: yes\n";
        assert_eq!(first_error(messages), "no");
        assert_eq!(first_error(""), "no message");
    }

    #[test]
    fn what_takes_too_long_is_ended() {
        let ran = call("sleep").arg("10").limit(Duration::from_millis(100)).run().unwrap();
        assert_eq!((ran.end, complaint(&ran)), (End::Wall, "out of time".to_string()));
    }

    #[test]
    fn ends_are_told_apart_and_floods_are_cut() {
        assert_eq!(script("exit 7").end, End::Exit(7));
        assert_eq!(script("kill -9 $$").end, End::Signal(9));
        let flood = script("head -c 100000 /dev/zero; echo x >&2");
        assert_eq!((flood.stdout.len(), &flood.stderr[..]), (10, &b"x\n"[..]));
        assert!(flood.memory > 0 && flood.wall > Duration::ZERO);
    }

    #[test]
    fn a_failure_says_what_was_called() {
        let error = call("sh").args(["-c", "echo no >&2; exit 3"]).succeed().unwrap_err();
        assert_eq!(error.to_string(), "`sh -c echo no >&2; exit 3`: exit status: 3: no");
    }
}
