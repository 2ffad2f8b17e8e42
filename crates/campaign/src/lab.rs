//! Where programs are compiled and run: tool chains, limits, scratch.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use elenchus_compilers::probe::SANITIZER;
use elenchus_compilers::run::{Finished, Limits, Reach, Room, Task, is_no_program, run};
use elenchus_compilers::scratch::Scratch;
use elenchus_compilers::toolchain::{Given, Patience, Tool, Toolchain};
use elenchus_compilers::{find, probe};
use xxhash_rust::xxh3::xxh3_128;

use crate::bench::{Bench, Place};
use crate::fuzz;
use crate::levels::Levels;
use crate::oracle::{ORACLES, Oracle};
use crate::outcome::{Outcome, only_warns};
use crate::predefined::{self, Known, Predefined};
use crate::program::Program;
use crate::witness::Witness;

/// What compilers and programs may take.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Processor time of a compilation; large programs get more.
    pub compile: Duration,
    /// Processor time of a run.
    pub run: Duration,
    /// Address space of a compiler.
    pub memory: Option<u64>,
    /// Memory of a compiler with all that it starts.
    pub resident: Option<u64>,
    /// What a compiler may do outside of scratch.
    pub reach: Reach,
}

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance {
            compile: Duration::from_secs(10),
            run: Duration::from_secs(5),
            memory: Some(4 << 30),
            resident: None,
            reach: Reach::Scratch,
        }
    }
}

/// So many bytes of program get the time for a compilation once more.
const BYTES: u64 = 100_000;

/// No program that we test writes files, and no compiler such large ones.
const LARGEST_FILE: u64 = 1 << 30;

/// Nor so many bytes in all.
const LARGEST_FOLDER: u64 = LARGEST_FILE / 2;

/// How many others are asked for a second opinion, until one has it.
const WITNESSES: usize = 2;

/// What starts more at once will not stop.
const PROCESSES: usize = 500;

impl Allowance {
    /// With what a tool says of itself.
    pub fn of(self, toolchain: &Toolchain) -> Allowance {
        let or = |own: Option<u64>, usual| own.map_or(usual, |own| Duration::from_secs(own.max(1)));
        let Patience { compile, run } = toolchain.patience;
        let (compile, run) = (or(compile, self.compile), or(run, self.run));
        Allowance { compile, run, reach: toolchain.reach, ..self }
    }

    /// For what is tried a second time: enough to tell slow from endless, and as many
    /// addresses as it likes, but not all memory.
    pub fn generous(self) -> Allowance {
        let resident = self.memory.map(|memory| (memory * 2).min(all_memory() / 4 * 3));
        let (compile, run) = (self.compile * 3, self.run * 3);
        Allowance { compile, run, memory: None, resident, ..self }
    }

    /// Whether a compiler that failed took so much memory that this may be why.
    pub fn may_have_lacked(&self, memory: u64) -> bool {
        self.memory.is_some_and(|most| memory >= most / 2)
    }

    pub fn compiling(&self, size: u64) -> Limits {
        let compile = self.compile.mul_f64(1.0 + size as f64 / BYTES as f64);
        let Allowance { memory, resident, reach, .. } = *self;
        Limits { memory, resident, reach, ..bounded().time(compile) }
    }

    pub fn running(&self) -> Limits {
        let stdout = Room { keep: 1 << 20, flood: 16 << 20 };
        Limits { stdout, ..bounded().time(self.run) }
    }
}

/// Bytes of memory that this machine has.
fn all_memory() -> u64 {
    let info = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let total = info.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kilobytes = total.and_then(|rest| rest.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.map_or(ENOUGH, |kilobytes| kilobytes.saturating_mul(1024))
}

/// Where the system does not say how much memory there is.
const ENOUGH: u64 = 8 << 30;

/// Limits that are the same for all.
fn bounded() -> Limits {
    let (file, folder) = (Some(LARGEST_FILE), Some(LARGEST_FOLDER));
    Limits { file, folder, processes: Some(PROCESSES), ..Limits::NONE }
}

/// A tool chain at one level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Configuration {
    /// The number of the tool chain.
    pub toolchain: usize,
    pub level: Vec<String>,
    /// Whether the flags were drawn for this program.
    pub fuzzed: bool,
}

impl Configuration {
    /// Whether its programs look for trouble in themselves, which takes time and room.
    pub fn is_sanitized(&self) -> bool {
        self.level.iter().any(|flag| flag.starts_with("-fsanitize="))
    }

    /// Whether it is a level as it was given.
    pub fn is_plain(&self) -> bool {
        !self.fuzzed && !self.is_sanitized()
    }
}

/// Which programs are compiled with sanitizers, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sanitized {
    None,
    /// One of so many.
    Some(u64),
    All,
}

impl Sanitized {
    fn takes(self, seed: u64) -> bool {
        match self {
            Sanitized::None => false,
            // Not in step with the turns of sources.
            Sanitized::Some(of) => {
                (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % of.max(1) == 0
            }
            Sanitized::All => true,
        }
    }
}

/// What makes a build one with sanitizers, at any level.
fn sanitizers() -> Vec<String> {
    let at_a_level = SANITIZER.iter().filter(|flag| !flag.starts_with("-O"));
    at_a_level.map(|flag| (*flag).to_owned()).collect()
}

pub struct Lab {
    pub toolchains: Vec<Toolchain>,
    pub allowance: Allowance,
    /// Raised when all is to end.
    pub stop: &'static AtomicBool,
    pub scratch: Scratch,
    /// What of the allow-list each tool chain takes, if flags are drawn.
    flags: Vec<Vec<String>>,
    /// Who looks at what becomes of a program, in their order.
    pub oracles: Vec<&'static dyn Oracle>,
    /// At which levels a program is compiled, if nothing is suspect.
    pub levels: Levels,
    /// Which programs are also compiled with sanitizers, at each level.
    pub sanitized: Sanitized,
    /// Who tries a suspect again has the machine for itself.
    alone: RwLock<()>,
    /// Compilers with a sanitizer, looked for when one is needed.
    witnesses: OnceLock<Vec<Toolchain>>,
    /// What macros configurations have.
    predefined: Known,
}

/// Programs that were run, so that equal ones are run once.
#[derive(Default)]
pub struct RunBefore(Vec<(u128, Outcome)>);

/// What compilers and programs took.
#[derive(Clone, Copy, Default, Debug)]
pub struct Spent {
    /// Processor time.
    pub compile: Duration,
    pub run: Duration,
    /// The most bytes of memory that a compiler had.
    pub memory: u64,
    /// Programs that were run, and those that were known from another level.
    pub runs: u64,
    pub spared: u64,
}

impl Spent {
    pub fn add(&mut self, other: Spent) {
        self.compile += other.compile;
        self.run += other.run;
        self.memory = self.memory.max(other.memory);
        self.runs += other.runs;
        self.spared += other.spared;
    }
}

/// One attempt: what became of it, what it took.
pub struct Attempt {
    pub outcome: Outcome,
    pub spent: Spent,
    /// Of the program that was made, to compare it.
    pub hash: Option<u128>,
    /// What the program said on its other stream.
    pub errors: String,
    /// What was done to the files that were compiled: they are nobody's to change.
    pub changes: Vec<String>,
}

impl Lab {
    pub fn new(
        toolchains: Vec<Toolchain>,
        scratch: Scratch,
        allowance: Allowance,
        stop: &'static AtomicBool,
    ) -> Lab {
        let (alone, witnesses) = (RwLock::default(), OnceLock::new());
        let always = ORACLES.iter().copied().filter(|oracle| oracle.is_always_on());
        let (flags, oracles) = (Vec::new(), always.collect());
        let (levels, predefined) = (Levels::All, Known::default());
        let sanitized = Sanitized::None;
        Lab {
            toolchains,
            allowance,
            stop,
            scratch,
            flags,
            oracles,
            levels,
            sanitized,
            alone,
            witnesses,
            predefined,
        }
    }

    /// From now on every program is also compiled with flags drawn for it.
    pub fn fuzz_flags(&mut self) -> io::Result<()> {
        let folder = self.scratch.fresh("flags")?;
        self.flags = self.toolchains.iter().map(|one| probe::flags(one, &folder)).collect();
        Ok(())
    }

    /// From now on these look, too.
    pub fn add_oracles(&mut self, more: &[&'static dyn Oracle]) {
        for oracle in more {
            if !self.oracles.iter().any(|one| one.name() == oracle.name()) {
                self.oracles.push(*oracle);
            }
        }
    }

    /// All configurations for a program: tool chain by tool chain, lowest level
    /// first, what was drawn last. Who takes one file only has no part in a program of
    /// several.
    pub fn matrix(&self, program: &Program, seed: u64) -> Vec<Configuration> {
        let mut all = Vec::new();
        let is_one = program.units().count() < 2;
        let takes = |(_, one): &(usize, &Toolchain)| is_one || one.several;
        for (toolchain, one) in self.toolchains.iter().enumerate().filter(takes) {
            let level = |level: &Vec<String>| Configuration {
                toolchain,
                level: level.clone(),
                fuzzed: false,
            };
            all.extend(one.levels.iter().map(level));
            if self.sanitized.takes(seed) && self.has_sanitizer(one) {
                let sanitized = |own: &Vec<String>| level(&[&own[..], &sanitizers()].concat());
                all.extend(one.levels.iter().map(sanitized));
            }
            let flags = self.flags.get(toolchain).map_or(&[][..], Vec::as_slice);
            if let Some(level) = fuzz::draw(flags, one, program, seed) {
                all.push(Configuration { toolchain, level, fuzzed: true });
            }
        }
        all
    }

    pub fn name(&self, configuration: &Configuration) -> String {
        self.toolchains[configuration.toolchain].at(&configuration.level)
    }

    /// Compiles, and runs if asked to, while others are at work as well.
    pub fn attempt(
        &self,
        configuration: &Configuration,
        bench: &Bench,
        run: bool,
        seen: &mut RunBefore,
    ) -> io::Result<Attempt> {
        let _others = self.alone.read().unwrap_or_else(PoisonError::into_inner);
        let toolchain = &self.toolchains[configuration.toolchain];
        let builder = Builder { lab: self, toolchain, allowance: self.allowance.of(toolchain) };
        builder.attempt(&configuration.level, bench, run, Some(seen))
    }

    /// The same with the machine for itself, and all that it takes.
    pub fn attempt_alone(
        &self,
        toolchain: &Toolchain,
        level: &[String],
        bench: &Bench,
        run: bool,
    ) -> io::Result<Attempt> {
        let _alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
        let allowance = self.allowance.of(toolchain).generous();
        let builder = Builder { lab: self, toolchain, allowance };
        builder.attempt(level, bench, run, None)
    }

    /// One command beside the files of a program.
    pub fn start(
        &self,
        words: Vec<OsString>,
        place: &Place,
        limits: &Limits,
    ) -> io::Result<Finished> {
        let task = Task { words, folder: Some(place.folder.clone()) };
        run(&task, limits, self.stop)
    }

    /// One command in a folder, with the machine for itself.
    pub fn start_alone(
        &self,
        words: Vec<OsString>,
        folder: &Path,
        limits: &Limits,
    ) -> io::Result<Finished> {
        let _alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
        run(&Task { words, folder: Some(folder.to_path_buf()) }, limits, self.stop)
    }

    /// What a tool chain says at a level before it reads anything.
    pub fn predefined(
        &self,
        toolchain: &Toolchain,
        level: &[String],
        flags: &[String],
    ) -> io::Result<Arc<Predefined>> {
        let limits = self.allowance.of(toolchain).compiling(0);
        self.predefined.of(toolchain, level, flags, &|words| {
            let folder = self.scratch.unique("macros")?;
            predefined::prepare(&folder)?;
            run(&Task { words, folder: Some(folder) }, &limits, self.stop)
        })
    }

    /// Compilers with sanitizers for the target of a suspect; itself comes last.
    pub fn witnesses(&self, suspect: &Toolchain) -> Vec<Witness<'_>> {
        let all = self.witnesses.get_or_init(|| self.find_witnesses());
        let is_suspect = |one: &Toolchain| {
            one.command.first() == suspect.command.first() || one.version == suspect.version
        };
        let fits = all.iter().filter(|one| one.target == suspect.target);
        let (own, others): (Vec<_>, Vec<_>) = fits.partition(|one| is_suspect(one));
        let witness = |is_suspect| move |toolchain| Witness { toolchain, is_suspect };
        let others = others.into_iter().map(witness(false));
        others.take(WITNESSES).chain(own.into_iter().take(1).map(witness(true))).collect()
    }

    /// Who is asked for a second opinion, instead of those that are found here.
    pub fn ask_only(&mut self, witnesses: Vec<Toolchain>) {
        self.witnesses = OnceLock::from(witnesses);
    }

    /// Whether it has a sanitizer.
    pub fn has_sanitizer(&self, toolchain: &Toolchain) -> bool {
        let all = self.witnesses.get_or_init(|| self.find_witnesses());
        all.iter().any(|one| one.command == toolchain.command)
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
        level: &[String],
        bench: &Bench,
        execute: bool,
        seen: Option<&mut RunBefore>,
    ) -> io::Result<Attempt> {
        let place = bench.place()?;
        let (outcome, spent, hash, errors) =
            self.attempt_in(&place, level, bench, execute, seen)?;
        Ok(Attempt { outcome, spent, hash, errors, changes: place.changes() })
    }

    fn attempt_in(
        &self,
        place: &Place,
        level: &[String],
        bench: &Bench,
        execute: bool,
        seen: Option<&mut RunBefore>,
    ) -> io::Result<(Outcome, Spent, Option<u128>, String)> {
        let program = place.folder.join("program.exe");
        let mut spent = Spent::default();
        let flags = &bench.program.flags;
        let limits = self.allowance.compiling(bench.program.size());
        for words in self.toolchain.compile(level, flags, bench.files(), &program) {
            let compiled = self.lab.start(words, place, &limits)?;
            spent.compile += compiled.cpu;
            spent.memory = spent.memory.max(compiled.memory);
            if let Some(outcome) = Outcome::of_compiler(&compiled) {
                // A compiler is not to blame for a disk without room.
                if self.lab.scratch.is_full() {
                    return Err(io::ErrorKind::StorageFull.into());
                }
                return Ok((self.excused(outcome), spent, None, String::new()));
            }
        }
        let makes_program = matches!(self.toolchain.tool, Tool::Compiler | Tool::Pipeline(_));
        if makes_program && !program.is_file() {
            return Ok((Outcome::NoProgram, spent, None, String::new()));
        }
        let hash = match makes_program {
            true => Some(xxh3_128(&fs::read(&program)?)),
            false => None,
        };
        let words = self.toolchain.execute(level, flags, bench.files(), &program);
        let (outcome, errors) = match words {
            Some(words) if execute => self.execute(words, place, hash, seen, &mut spent)?,
            _ => (Outcome::Compiled, String::new()),
        };
        Ok((outcome, spent, hash, errors))
    }

    /// An analyser may refuse what it likes, and a compiler what it calls a
    /// warning: that is a setting of it.
    fn excused(&self, outcome: Outcome) -> Outcome {
        match (&outcome, &self.toolchain.tool) {
            (Outcome::Rejected { .. }, Tool::Analyser) => Outcome::Compiled,
            (Outcome::Rejected { message }, _) if only_warns(message) => Outcome::Compiled,
            _ => outcome,
        }
    }

    fn execute(
        &self,
        words: Vec<OsString>,
        place: &Place,
        hash: Option<u128>,
        seen: Option<&mut RunBefore>,
        spent: &mut Spent,
    ) -> io::Result<(Outcome, String)> {
        let known = seen.as_ref().zip(hash);
        let known = known.and_then(|(seen, hash)| seen.0.iter().find(|one| one.0 == hash));
        if let Some((_, outcome)) = known {
            spent.spared += 1;
            return Ok((outcome.clone(), String::new()));
        }
        let limits = Limits { reach: self.toolchain.run.reach(), ..self.allowance.running() };
        let ran = match self.lab.start(words, place, &limits) {
            // What runs programs was tried before; so it is this one that is none.
            Err(error) if is_no_program(&error) => return Ok((Outcome::NoProgram, String::new())),
            ran => ran?,
        };
        spent.run += ran.cpu;
        spent.runs += 1;
        let errors = String::from_utf8_lossy(&ran.stderr).into_owned();
        let outcome = Outcome::of_program(ran);
        if let (Some(seen), Some(hash)) = (seen, hash) {
            seen.0.push((hash, outcome.clone()));
        }
        Ok((outcome, errors))
    }
}
