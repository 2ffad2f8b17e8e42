//! Where programs are compiled and run: tool chains, limits, scratch.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{OnceLock, PoisonError, RwLock};
use std::time::Duration;

use elenchus_compilers::run::{Limits, Room, Task, run};
use elenchus_compilers::scratch::Scratch;
use elenchus_compilers::toolchain::{Given, Toolchain};
use elenchus_compilers::{find, probe};
use xxhash_rust::xxh3::xxh3_128;

use crate::outcome::Outcome;
use crate::program::Program;

/// What compilers and programs may take.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Processor time of a compilation; large programs get more.
    pub compile: Duration,
    /// Processor time of a run.
    pub run: Duration,
    /// Address space of a compiler.
    pub memory: Option<u64>,
}

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance {
            compile: Duration::from_secs(10),
            run: Duration::from_secs(5),
            memory: Some(4 << 30),
        }
    }
}

/// So many bytes of program get the time for a compilation once more.
const BYTES: u64 = 100_000;

/// No program that we test writes files, and no compiler such large ones.
const LARGEST_FILE: u64 = 1 << 30;

/// Nor so many bytes in all.
const LARGEST_FOLDER: u64 = LARGEST_FILE / 2;

/// What starts more at once will not stop.
const PROCESSES: usize = 500;

impl Allowance {
    /// For what is tried a second time: enough to tell slow from endless.
    fn generous(self) -> Allowance {
        Allowance { compile: self.compile * 3, run: self.run * 3, memory: None }
    }

    fn compiling(&self, size: u64) -> Limits {
        let compile = self.compile.mul_f64(1.0 + size as f64 / BYTES as f64);
        Limits { memory: self.memory, ..bounded().time(compile) }
    }

    fn running(&self) -> Limits {
        let stdout = Room { keep: 1 << 20, flood: 16 << 20 };
        Limits { stdout, ..bounded().time(self.run) }
    }
}

/// Limits that are the same for all.
fn bounded() -> Limits {
    let (file, folder) = (Some(LARGEST_FILE), Some(LARGEST_FOLDER));
    Limits { file, folder, processes: Some(PROCESSES), ..Limits::NONE }
}

/// A tool chain and one of its levels, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Configuration {
    pub toolchain: usize,
    pub level: usize,
}

pub struct Lab {
    pub toolchains: Vec<Toolchain>,
    pub allowance: Allowance,
    /// Raised when all is to end.
    pub stop: &'static AtomicBool,
    pub scratch: Scratch,
    /// Who tries a suspect again has the machine for itself.
    alone: RwLock<()>,
    /// Compilers with a sanitizer, looked for when one is needed.
    witnesses: OnceLock<Vec<Toolchain>>,
}

/// A program that lies in a folder, ready to be compiled.
pub struct Bench<'a> {
    pub program: &'a Program,
    pub folder: PathBuf,
    files: Vec<PathBuf>,
}

impl<'a> Bench<'a> {
    pub fn new(program: &'a Program, folder: PathBuf) -> io::Result<Bench<'a>> {
        let files = program.write(&folder)?;
        Ok(Bench { program, folder, files })
    }

    /// Removes what the compiler before has left: the next one is not to blame.
    fn clear(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            if self.program.files.iter().any(|(ours, _)| name == ours.as_str()) {
                continue;
            }
            match entry.file_type()?.is_dir() {
                true => fs::remove_dir_all(entry.path())?,
                false => fs::remove_file(entry.path())?,
            }
        }
        Ok(())
    }
}

/// Programs that were run, so that equal ones are run once.
#[derive(Default)]
pub struct Seen(Vec<(u128, Outcome)>);

/// Processor time of compilers and of programs.
#[derive(Clone, Copy, Default, Debug)]
pub struct Spent {
    pub compile: Duration,
    pub run: Duration,
}

impl Spent {
    pub fn add(&mut self, other: Spent) {
        self.compile += other.compile;
        self.run += other.run;
    }
}

impl Lab {
    pub fn new(
        toolchains: Vec<Toolchain>,
        scratch: Scratch,
        allowance: Allowance,
        stop: &'static AtomicBool,
    ) -> Lab {
        let (alone, witnesses) = (RwLock::default(), OnceLock::new());
        Lab { toolchains, allowance, stop, scratch, alone, witnesses }
    }

    /// All configurations: tool chain by tool chain, lowest level first.
    pub fn matrix(&self) -> Vec<Configuration> {
        let levels = |(toolchain, one): (usize, &Toolchain)| {
            (0..one.levels.len()).map(move |level| Configuration { toolchain, level })
        };
        self.toolchains.iter().enumerate().flat_map(levels).collect()
    }

    pub fn name(&self, configuration: Configuration) -> String {
        self.toolchains[configuration.toolchain].at(configuration.level)
    }

    /// Compiles, and runs if asked to, while others are at work as well.
    pub fn attempt(
        &self,
        configuration: Configuration,
        bench: &Bench,
        run: bool,
        seen: &mut Seen,
    ) -> io::Result<(Outcome, Spent)> {
        let _others = self.alone.read().unwrap_or_else(PoisonError::into_inner);
        let toolchain = &self.toolchains[configuration.toolchain];
        let builder = Builder { lab: self, toolchain, allowance: self.allowance };
        builder.attempt(configuration.level, &[], bench, run, Some(seen))
    }

    /// The same with the machine for itself, and all that it takes.
    pub fn attempt_alone(
        &self,
        toolchain: &Toolchain,
        level: usize,
        flags: &[String],
        bench: &Bench,
        run: bool,
    ) -> io::Result<Outcome> {
        let _alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
        let builder = Builder { lab: self, toolchain, allowance: self.allowance.generous() };
        Ok(builder.attempt(level, flags, bench, run, None)?.0)
    }

    /// A compiler with a sanitizer; rather not the one that is suspect.
    pub fn witness(&self, suspect: &Toolchain) -> Option<&Toolchain> {
        let all = self.witnesses.get_or_init(|| self.find_witnesses());
        let same = |one: &&Toolchain| {
            one.command.first() == suspect.command.first() || one.version == suspect.version
        };
        all.iter().find(|one| !same(one)).or_else(|| all.iter().find(|one| *one == suspect))
    }

    fn find_witnesses(&self) -> Vec<Toolchain> {
        let Ok(folder) = self.scratch.fresh("witness") else { return Vec::new() };
        let names = ["clang", "gcc"].into_iter().filter(|name| find::find(name).is_some());
        let measured = names.filter_map(|name| probe::measure(&Given::command(name), &folder).ok());
        let all = measured.chain(self.toolchains.iter().cloned());
        all.filter(|one| probe::has_sanitizer(one, &folder)).collect()
    }
}

/// One tool chain at work.
struct Builder<'a> {
    lab: &'a Lab,
    toolchain: &'a Toolchain,
    allowance: Allowance,
}

impl Builder<'_> {
    fn attempt(
        &self,
        level: usize,
        flags: &[String],
        bench: &Bench,
        execute: bool,
        seen: Option<&mut Seen>,
    ) -> io::Result<(Outcome, Spent)> {
        bench.clear()?;
        let program = bench.folder.join("program.exe");
        let mut spent = Spent::default();
        let flags = [&bench.program.flags[..], flags].concat();
        let words = self.toolchain.compile(level, &flags, &bench.files, &program);
        let limits = self.allowance.compiling(bench.program.size());
        let compiled = self.start(words, &bench.folder, &limits)?;
        spent.compile = compiled.cpu;
        if let Some(outcome) = Outcome::of_compiler(&compiled) {
            // A compiler is not to blame for a disk without room.
            if self.lab.scratch.is_full() {
                return Err(io::ErrorKind::StorageFull.into());
            }
            return Ok((outcome, spent));
        }
        if !program.exists() {
            let message = "error: it ended well and made no program".into();
            return Ok((Outcome::Rejected { message }, spent));
        }
        let outcome = match self.toolchain.execute(&program) {
            Some(words) if execute => self.execute(words, bench, &program, seen, &mut spent)?,
            _ => Outcome::Compiled,
        };
        fs::remove_file(&program)?;
        Ok((outcome, spent))
    }

    fn execute(
        &self,
        words: Vec<std::ffi::OsString>,
        bench: &Bench,
        program: &Path,
        seen: Option<&mut Seen>,
        spent: &mut Spent,
    ) -> io::Result<Outcome> {
        let hash = match &seen {
            Some(_) => xxh3_128(&fs::read(program)?),
            None => 0,
        };
        let known = seen.as_ref().and_then(|seen| seen.0.iter().find(|one| one.0 == hash));
        if let Some((_, outcome)) = known {
            return Ok(outcome.clone());
        }
        let limits = Limits { free: self.toolchain.run.is_free(), ..self.allowance.running() };
        let ran = self.start(words, &bench.folder, &limits)?;
        spent.run = ran.cpu;
        let outcome = Outcome::of_program(ran);
        if let Some(seen) = seen {
            seen.0.push((hash, outcome.clone()));
        }
        Ok(outcome)
    }

    fn start(
        &self,
        words: Vec<std::ffi::OsString>,
        folder: &Path,
        limits: &Limits,
    ) -> io::Result<elenchus_compilers::run::Finished> {
        let task = Task { words, folder: Some(folder.to_path_buf()) };
        run(&task, limits, self.lab.stop)
    }
}
