//! One process, run with limits: its end, what it printed, the time it took.
//!
//! Nothing that it starts survives it: see [`family`]. It writes to its scratch
//! only and has no network: see [`confine`]. Its output is read through pipes,
//! and no more than is asked for is kept.

mod capture;
pub mod confine;
pub mod family;
mod swell;

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Resource, Rlimit, pidfd_open, prlimit};

use crate::sys::{Parent, is_interrupted};
use capture::Stream;
use swell::Swell;

/// What to run.
#[derive(Clone, Debug)]
pub struct Task {
    /// The program and its arguments; no shell looks at them.
    pub words: Vec<OsString>,
    /// Where it runs, and where its temporary files go; here if there is none.
    pub folder: Option<PathBuf>,
}

/// How much of a stream is kept, and how much makes a flood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    pub keep: u64,
    pub flood: u64,
}

/// What a process in a scratch folder may do elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Reach {
    /// Read.
    #[default]
    Scratch,
    /// Also write to the system's folder for temporary files: some compilers do
    /// not ask whether they should use another.
    Temporary,
    /// Write anywhere, and use the network.
    Anywhere,
}

/// What a process may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    pub wall: Option<Duration>,
    /// User and system time.
    pub cpu: Option<Duration>,
    /// Bytes of address space of each process.
    pub memory: Option<u64>,
    /// Bytes of memory that its processes have together.
    pub resident: Option<u64>,
    /// Bytes of each file that it writes.
    pub file: Option<u64>,
    /// Bytes of all files in its folder.
    pub folder: Option<u64>,
    /// Processes that it has at a time, about.
    pub processes: Option<usize>,
    pub reach: Reach,
    pub stdout: Room,
    pub stderr: Room,
}

impl Limits {
    /// Bounds on what is printed only.
    pub const NONE: Limits = Limits {
        wall: None,
        cpu: None,
        memory: None,
        resident: None,
        file: None,
        folder: None,
        processes: None,
        reach: Reach::Scratch,
        stdout: Room { keep: 1 << 20, flood: 64 << 20 },
        stderr: Room { keep: 64 << 10, flood: 64 << 20 },
    };

    /// A time limit; the clock on the wall gets more, since others are at work.
    pub fn time(self, cpu: Duration) -> Limits {
        Limits { cpu: Some(cpu), wall: Some(cpu * 4 + Duration::from_secs(5)), ..self }
    }
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Exit(i32),
    Signal(i32),
    /// It took all of its processor time.
    Cpu,
    /// It took little, and did not end.
    Wall,
    /// It printed too much.
    Flood,
    /// It filled its folder.
    Full,
    /// It took too much memory.
    Memory,
    /// It started too many processes.
    Swarm,
    /// It was interrupted, because we are to end.
    Stopped,
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            End::Exit(code) => write!(f, "exit status: {code}"),
            End::Signal(signal) => write!(f, "signal: {signal}"),
            End::Cpu => write!(f, "out of processor time"),
            End::Wall => write!(f, "out of time"),
            End::Flood => write!(f, "too much output"),
            End::Full => write!(f, "too many bytes in files"),
            End::Memory => write!(f, "too much memory"),
            End::Swarm => write!(f, "too many processes"),
            End::Stopped => write!(f, "interrupted"),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Finished {
    pub end: End,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// From its start to its end.
    pub wall: Duration,
    pub cpu: Duration,
    /// The most bytes of memory that one of its processes had.
    pub memory: u64,
}

impl Finished {
    /// Whether it came to its end with status 0.
    pub fn succeeded(&self) -> bool {
        self.end == End::Exit(0)
    }
}

/// How often the wish to stop is looked at.
const TICK: Duration = Duration::from_millis(100);

/// Runs a process to its end, or to its limits, or until `stop` is raised or a signal
/// tells this process to end.
pub fn run(task: &Task, limits: &Limits, stop: &AtomicBool) -> io::Result<Finished> {
    run_with_input(task, None, limits, stop)
}

/// The same for a process that reads a file as its standard input.
pub fn run_with_input(
    task: &Task,
    input: Option<&Path>,
    limits: &Limits,
    stop: &AtomicBool,
) -> io::Result<Finished> {
    let (program, arguments) = task
        .words
        .split_first()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no command is given"))?;
    let mut command = Command::new(program);
    let stdin = match input {
        Some(file) => Stdio::from(File::open(file)?),
        None => Stdio::null(),
    };
    command.args(arguments).stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
    // What it says is looked at, so it is to be said in one language.
    command.env("LC_ALL", "C");
    // A program may leave memory to the system when it ends.
    command.env("ASAN_OPTIONS", "detect_leaks=0");
    if let Some(folder) = &task.folder {
        command.current_dir(folder).env("TMPDIR", folder);
    }
    let folder = task.folder.as_deref();
    // Declared before the child: whoever tells us to end ends the child first.
    let _parent = Parent::new();
    let swell = Swell::new(folder, limits);
    let begun = Instant::now();
    let mut child = family::spawn(command, folder, limits.reach)?;
    let watched = watch(&mut child, limits, begun, swell, stop);
    let wall = begun.elapsed();
    let reaped = family::end(&child)?;
    if watched.as_ref().is_ok_and(|watched| watched.cut == Some(End::Swarm)) {
        // What left its group goes on, unless it is ended here.
        family::kill_orphans();
    }
    let mut watched = watched?;
    // Nobody may hold the pipes open any more, so this does not wait.
    watched.stdout.drain();
    watched.stderr.drain();
    // The system counts by its ticks when it ends a process for its time, and
    // may be ahead of what it then says the process took.
    let killed = reaped.status.signal() == Some(KILL) && watched.cut.is_none();
    let enough = |limit: Duration| if killed { limit / 2 } else { limit };
    let spent = limits.cpu.is_some_and(|limit| reaped.cpu >= enough(limit));
    let end = match watched.cut {
        _ if spent => End::Cpu,
        Some(cut) => cut,
        None => match ended(reaped.status) {
            End::Signal(XFSZ) if has_largest(folder, limits) => End::Full,
            end => end,
        },
    };
    let (stdout, stderr) = (watched.stdout.kept, watched.stderr.kept);
    Ok(Finished { end, stdout, stderr, wall, cpu: reaped.cpu, memory: reaped.memory })
}

const KILL: i32 = 9;

/// The signal for whoever writes beyond the largest size of a file.
const XFSZ: i32 = 25;

/// Whether the files in a folder have as many bytes as one may have: else nobody went
/// beyond that.
fn has_largest(folder: Option<&Path>, limits: &Limits) -> bool {
    folder
        .zip(limits.file)
        .is_some_and(|(folder, most)| swell::is_over(folder, most.saturating_sub(1)))
}

/// Whether an error at the start says that a file is no program: not executable, of no
/// known form, or for a loader that is not there.
pub fn is_no_program(error: &io::Error) -> bool {
    let kinds = [Errno::ACCESS, Errno::NOEXEC, Errno::NOENT, Errno::LIBBAD, Errno::INVAL];
    Errno::from_io_error(error).is_some_and(|error| kinds.contains(&error))
}

fn ended(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exit(code),
        (None, signal) => End::Signal(signal.unwrap_or(0)),
    }
}

struct Watched {
    stdout: Stream,
    stderr: Stream,
    /// Why it did not come to its own end.
    cut: Option<End>,
}

fn watch(
    child: &mut Child,
    limits: &Limits,
    begun: Instant,
    mut swell: Swell,
    stop: &AtomicBool,
) -> io::Result<Watched> {
    let pid = Pid::from_child(child);
    restrict(pid, limits);
    let process = pidfd_open(pid, PidfdFlags::empty())?;
    let mut stdout = Stream::new(child.stdout.take().map(Into::into), limits.stdout)?;
    let mut stderr = Stream::new(child.stderr.take().map(Into::into), limits.stderr)?;
    let cut = loop {
        if stop.load(Ordering::Relaxed) || is_interrupted() {
            break Some(End::Stopped);
        }
        let left = match limits.wall {
            Some(wall) => wall.saturating_sub(begun.elapsed()),
            None => TICK,
        };
        if left.is_zero() {
            break Some(End::Wall);
        }
        let timeout = Timespec { tv_sec: 0, tv_nsec: left.min(TICK).as_nanos() as i64 };
        let mut waited = vec![PollFd::new(&process, PollFlags::IN)];
        waited.extend([&stdout, &stderr].into_iter().filter_map(Stream::poll));
        match poll(&mut waited, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let has_ended = !waited[0].revents().is_empty();
        drop(waited);
        stdout.drain();
        stderr.drain();
        if stdout.flooded() || stderr.flooded() {
            break Some(End::Flood);
        }
        if has_ended {
            break None;
        }
        if let Some(end) = swell.look(pid) {
            break Some(end);
        }
    };
    Ok(Watched { stdout, stderr, cut })
}

/// Sets the limits of a process that has just started. An error means that it
/// has ended already.
fn restrict(pid: Pid, limits: &Limits) {
    let set = |resource, bound: u64| {
        let _ = prlimit(Some(pid), resource, Rlimit { current: Some(bound), maximum: Some(bound) });
    };
    set(Resource::Core, 0);
    if let Some(cpu) = limits.cpu {
        set(Resource::Cpu, cpu.as_secs() + 1);
    }
    if let Some(memory) = limits.memory {
        set(Resource::As, memory);
    }
    if let Some(file) = limits.file {
        set(Resource::Fsize, file);
    }
}
