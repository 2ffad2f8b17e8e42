//! One compiler with its flags, asked about one program.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use elenchus_compilers::breakdown::{breaks_down, title};
use elenchus_compilers::probe::{self, Trouble};
use elenchus_compilers::run::{End, Finished, Limits, Room, Task, run, run_with_input};
use elenchus_compilers::toolchain::{Given, Toolchain};
use elenchus_judge::{Answer, Ended, ProgramFile};

use super::{Counts, Place};

pub struct Compiler {
    toolchain: Toolchain,
    level: Vec<String>,
    /// What the program needs, after what every test is told.
    flags: Vec<String>,
    /// What the compiled program is given.
    args: Vec<String>,
    input: Vec<u8>,
}

/// What became of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// The compiler broke down: what tells it from other breakdowns.
    Crash(String),
    /// The compiler did not end, or printed without end.
    Hang,
    /// The compiler refused it: what it said, without names and numbers.
    Rejected(String),
    Ran(Answer),
    /// The program did not end, or printed without end.
    Endless,
    /// We are to end.
    Stopped,
}

/// Processor time.
const COMPILE: Duration = Duration::from_secs(10);
const RUN: Duration = Duration::from_secs(3);

/// So many bytes of program get the time for a compilation once more.
const BYTES: usize = 100_000;

/// No program that we test writes such files.
const FILE: u64 = 1 << 28;

/// Nobody needs more.
const MEMORY: u64 = 4 << 30;

const PROCESSES: usize = 200;

/// What the program reads is in this file, which no C file is called.
const INPUT: &str = "input";

/// A shell says so of a command that was ended by a signal.
const BY_SIGNAL: i32 = 128;

impl Compiler {
    /// Tries a compiler in an empty folder. The command has all of its flags.
    pub fn new(command: &str, folder: &Path) -> Result<Compiler, Trouble> {
        let given = Given { levels: vec![Vec::new()], ..Given::command(command) };
        let toolchain = probe::measure(&given, folder)?;
        // Said once more after the language that every test is told.
        let standard = toolchain.command.iter().filter(|word| word.starts_with("-std="));
        let flags = &standard.cloned().collect::<Vec<_>>();
        Ok(Compiler::at(toolchain, &[], flags))
    }

    /// One that was tried already, at a level, with what the program needs.
    pub fn at(toolchain: Toolchain, level: &[String], flags: &[String]) -> Compiler {
        let (level, flags) = (level.to_vec(), flags.to_vec());
        Compiler { toolchain, level, flags, args: Vec::new(), input: Vec::new() }
    }

    /// The compiled program gets these arguments and this standard input.
    pub fn with_input(self, args: &[String], input: &[u8]) -> Compiler {
        Compiler { args: args.to_vec(), input: input.to_vec(), ..self }
    }

    pub fn toolchain(&self) -> &Toolchain {
        &self.toolchain
    }

    pub fn name(&self) -> &str {
        &self.toolchain.name
    }

    /// Compiles files, and runs what comes of it if asked to.
    pub fn see(&self, files: &[ProgramFile], execute: bool, place: &Place) -> io::Result<Seen> {
        let paths = place.lay_out(files)?;
        let program = place.folder.join("program.exe");
        if let (Some(seen), _) = self.compile(files, &paths, &program, place)? {
            return Ok(seen);
        }
        let words =
            self.toolchain.execute(&self.level, &self.flags, &paths, &program).filter(|_| execute);
        let Some(mut words) = words else { return Ok(Seen::Ran(Answer::signal(0))) };
        words.extend(self.args.iter().map(Into::into));
        let stdout = Room { keep: 1 << 20, flood: 16 << 20 };
        let reach = self.toolchain.run.reach();
        let limits = Limits { stdout, reach, ..bounded().time(RUN) };
        let task = Task { words, folder: Some(place.folder.to_path_buf()) };
        let input = place.folder.join(INPUT);
        fs::write(&input, &self.input)?;
        let seen = of_program(run_with_input(&task, Some(&input), &limits, place.stop)?);
        // A program that still runs may not be written: the next one gets its own.
        let _ = fs::remove_file(&program);
        Ok(seen)
    }

    /// How long it works on files; what it did, if it gave no program.
    pub fn time(
        &self,
        files: &[ProgramFile],
        place: &Place,
    ) -> io::Result<(Option<Seen>, Duration)> {
        let paths = place.lay_out(files)?;
        self.compile(files, &paths, &place.folder.join("program.exe"), place)
    }

    /// Makes a program of files; what it did, if it gave none, and its processor time.
    fn compile(
        &self,
        files: &[ProgramFile],
        paths: &[PathBuf],
        program: &Path,
        place: &Place,
    ) -> io::Result<(Option<Seen>, Duration)> {
        let size: usize = files.iter().map(|file| file.text.len()).sum();
        let time = COMPILE.mul_f64(1.0 + size as f64 / BYTES as f64);
        let reach = self.toolchain.reach;
        let limits = Limits { memory: Some(MEMORY), reach, ..bounded().time(time) };
        let mut cpu = Duration::ZERO;
        for words in self.toolchain.compile(&self.level, &self.flags, paths, program) {
            let task = Task { words, folder: Some(place.folder.to_path_buf()) };
            Counts::one(&place.counts.compilers);
            let finished = run(&task, &limits, place.stop)?;
            cpu += finished.cpu;
            if let Some(seen) = of_compiler(&finished) {
                return Ok((Some(seen), cpu));
            }
        }
        Ok((None, cpu))
    }
}

fn bounded() -> Limits {
    Limits { file: Some(FILE), folder: Some(FILE), processes: Some(PROCESSES), ..Limits::NONE }
}

/// What a compiler did, if it gave no program.
fn of_compiler(finished: &Finished) -> Option<Seen> {
    let said = [&finished.stderr[..], &finished.stdout[..]].concat();
    let message = String::from_utf8_lossy(&said);
    match finished.end {
        End::Exit(0) => None,
        End::Exit(status) if status > BY_SIGNAL || breaks_down(&message) => {
            Some(Seen::Crash(title(&message)))
        }
        End::Exit(_) => Some(Seen::Rejected(title(&message))),
        End::Signal(signal) => Some(Seen::Crash(title(&format!("{message}\nsignal {signal}")))),
        End::Cpu | End::Wall | End::Flood | End::Full | End::Memory | End::Swarm => {
            Some(Seen::Hang)
        }
        End::Stopped => Some(Seen::Stopped),
    }
}

fn of_program(finished: Finished) -> Seen {
    let output = finished.stdout;
    match finished.end {
        End::Exit(status) => Seen::Ran(Answer { end: Ended::Status(status), output }),
        End::Signal(signal) => Seen::Ran(Answer::signal(signal)),
        End::Stopped => Seen::Stopped,
        _ => Seen::Endless,
    }
}
