//! Where a case is tried again, compiled a little otherwise.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use elenchus_compilers::run::{End, Finished, Limits, Room, Task, run, run_with_input};
use elenchus_compilers::toolchain::{Family, Tool, Toolchain};
use elenchus_judge::{Ended, Program};
use thiserror::Error;

use crate::case::Case;
use crate::symptom::{Seen, Side};

/// What a program prints, and how it ends if it does.
pub type Printed = (Vec<u8>, Option<Ended>);

/// Why nothing more is tried.
#[derive(Debug, Error)]
pub enum Cut {
    #[error("out of time")]
    Time,
    #[error("interrupted")]
    Interrupted,
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What compilers and programs may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Processor time of a compilation.
    pub compile: Duration,
    /// Processor time of a run.
    pub run: Duration,
    /// All that blaming takes, on the clock.
    pub all: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let seconds = Duration::from_secs;
        Patience { compile: seconds(10), run: seconds(5), all: seconds(300) }
    }
}

/// One way to compile a case.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Way {
    pub level: Vec<String>,
    /// What else is said, after the level.
    pub extra: Vec<String>,
    /// The only file that hears `extra`; all do otherwise.
    pub unit: Option<usize>,
}

impl Way {
    pub fn level(level: &[String]) -> Way {
        Way { level: level.to_vec(), ..Way::default() }
    }

    pub fn with(level: &[String], extra: &[String]) -> Way {
        Way { extra: extra.to_vec(), ..Way::level(level) }
    }

    /// For people and scripts: what is said to the compiler.
    pub fn flags(&self) -> String {
        [&self.level[..], &self.extra[..]].concat().join(" ")
    }
}

/// What one way came to.
#[derive(Clone, Debug)]
pub struct Tried {
    pub seen: Seen,
    /// What the compiler said.
    pub said: Vec<u8>,
}

pub struct Bench<'a> {
    pub case: Case<'a>,
    /// Empty, and ours.
    folder: PathBuf,
    units: Vec<PathBuf>,
    patience: Patience,
    until: Instant,
    stop: &'static AtomicBool,
    /// What the case itself shows, once that is known.
    symptom: Option<Seen>,
    /// By the compiler's command.
    before: BTreeMap<(Vec<String>, Way), Seen>,
    /// Compilations.
    pub tries: u64,
}

/// What compilers say of what they do can be long.
const SAID: Room = Room { keep: 32 << 20, flood: 256 << 20 };

const LARGEST_FILE: u64 = 1 << 30;
const PROCESSES: usize = 500;
const MEMORY: u64 = 8 << 30;

impl<'a> Bench<'a> {
    /// `folder` is empty and stays ours.
    pub fn new(
        case: Case<'a>,
        folder: PathBuf,
        patience: Patience,
        stop: &'static AtomicBool,
    ) -> io::Result<Bench<'a>> {
        for file in &case.program.files {
            fs::write(folder.join(&file.name), &file.text)?;
        }
        let units = case.program.units().map(|file| folder.join(&file.name)).collect();
        fs::write(folder.join(INPUT), &case.input)?;
        let (until, before) = (Instant::now() + patience.all, BTreeMap::new());
        let (symptom, tries) = (None, 0);
        Ok(Bench { case, folder, units, patience, until, stop, symptom, before, tries })
    }

    /// Compiles the case as it is, twice; both times it must be wrong in the same
    /// way.
    pub fn begin(&mut self) -> Result<Option<Seen>, Cut> {
        let way = Way::level(&self.case.level.clone());
        let first = self.tried(self.case.toolchain, &way)?.seen;
        let again = self.tried(self.case.toolchain, &way)?.seen;
        let same = first == again && first != Seen::Right;
        if let Seen::NoProgram { end: End::Cpu, .. } = first {
            // Waiting for it to end is all that is done from now on.
            let begun = Instant::now();
            let plain = self.tried(self.case.toolchain, &Way::level(&["-O0".to_owned()]))?;
            let limit = begun.elapsed() * SLOWER;
            if plain.seen == Seen::Right {
                self.patience.compile = limit.clamp(Duration::from_secs(1), self.patience.compile);
            }
        }
        self.symptom = same.then(|| first.clone());
        Ok(self.symptom.clone())
    }

    /// The number of files that are compiled.
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// What the case's own compiler makes of it when told otherwise.
    pub fn side(&mut self, way: &Way) -> Result<Side, Cut> {
        self.side_of(self.case.toolchain, way)
    }

    /// What a compiler makes of it.
    pub fn side_of(&mut self, toolchain: &Toolchain, way: &Way) -> Result<Side, Cut> {
        let key = (toolchain.command.clone(), way.clone());
        let seen = match self.before.get(&key) {
            Some(seen) => seen.clone(),
            None => {
                let seen = self.tried(toolchain, way)?.seen;
                self.before.insert(key, seen.clone());
                seen
            }
        };
        Ok(self.symptom.as_ref().map_or(Side::Unclear, |symptom| seen.side(symptom)))
    }

    /// The same, not taken from memory: for what an accusation rests on.
    pub fn confirms(&mut self, way: &Way, side: Side) -> Result<bool, Cut> {
        let seen = self.tried(self.case.toolchain, way)?.seen;
        Ok(self.symptom.as_ref().is_some_and(|symptom| seen.side(symptom) == side))
    }

    /// Compiles, and runs where the symptom is one of the program.
    pub fn tried(&mut self, toolchain: &Toolchain, way: &Way) -> Result<Tried, Cut> {
        self.clear()?;
        self.tries += 1;
        let program = self.folder.join(PROGRAM);
        let mut said = Vec::new();
        for words in self.commands(toolchain, way, &program) {
            let compiled = self.start(words, toolchain)?;
            said.extend_from_slice(&compiled.stderr);
            if compiled.end != End::Exit(0) {
                return Ok(Tried { seen: Seen::no_program(&compiled), said });
            }
        }
        if !program.exists() {
            let line = "it ended well and made no program".to_owned();
            return Ok(Tried { seen: Seen::NoProgram { end: End::Exit(0), line }, said });
        }
        let runs = self.symptom.as_ref().is_none_or(Seen::is_of_program);
        let seen = match (&self.case.expected, runs) {
            (Some(expected), true) => {
                let finished = self.execute(toolchain, &program)?;
                Seen::of_run(finished, expected).ok_or(Cut::Interrupted)?
            }
            _ => Seen::Right,
        };
        Ok(Tried { seen, said })
    }

    /// Whether the program must be run to see the symptom.
    pub fn is_of_program(&self) -> bool {
        self.symptom.as_ref().is_some_and(Seen::is_of_program)
    }

    /// What the case shows, once that is known.
    pub fn symptom(&self) -> Option<&Seen> {
        self.symptom.as_ref()
    }

    /// Where the files lie, and nothing else that matters.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Compiles and runs another program instead, which must do the same.
    pub fn tried_text(&mut self, text: &[u8], level: &[String]) -> Result<Seen, Cut> {
        self.clear()?;
        self.tries += 1;
        let unit = self.folder.join(OTHER);
        fs::write(&unit, text)?;
        let program = self.folder.join(PROGRAM);
        let toolchain = self.case.toolchain;
        for words in toolchain.compile(level, &self.case.program.flags, &[unit], &program) {
            let compiled = self.start(words, toolchain)?;
            if compiled.end != End::Exit(0) {
                return Ok(Seen::no_program(&compiled));
            }
        }
        let finished = self.execute(toolchain, &program)?;
        let seen =
            self.case.expected.as_ref().and_then(|expected| Seen::of_run(finished, expected));
        seen.ok_or(Cut::Interrupted)
    }

    /// Puts the files of another program beside those of the case.
    pub fn put(&self, program: &Program) -> io::Result<()> {
        self.clear()?;
        program
            .files
            .iter()
            .try_for_each(|file| fs::write(self.folder.join(&file.name), &file.text))
    }

    /// Compiles another program as the case is compiled, but for one file, which is not
    /// optimised, and runs it. What it prints, and how it ends if it does; nothing if it
    /// cannot be compiled.
    pub fn run_beside(&mut self, program: &Program, plain: &OsStr) -> Result<Option<Printed>, Cut> {
        self.put(program)?;
        self.tries += 1;
        let toolchain = self.case.toolchain;
        let (out, unoptimised) = (self.folder.join(PROGRAM), vec!["-O0".to_owned()]);
        let has_levels = toolchain.family != Family::Other;
        let mut commands = Vec::new();
        let mut objects = Vec::new();
        for file in program.units() {
            let is_plain = file.name == plain && has_levels;
            let mut level = if is_plain { unoptimised.clone() } else { self.case.level.clone() };
            level.push("-c".to_owned());
            let (unit, object) =
                (self.folder.join(&file.name), Path::new(&file.name).with_extension("o"));
            let object = self.folder.join(object);
            commands.extend(toolchain.compile(&level, &program.flags, &[unit], &object));
            objects.push(object);
        }
        commands.extend(toolchain.compile(&self.case.level, &program.flags, &objects, &out));
        for words in commands {
            if self.start(words, toolchain)?.end != End::Exit(0) {
                return Ok(None);
            }
        }
        let finished = self.execute(toolchain, &out)?;
        let end = match finished.end {
            End::Exit(status) => Some(Ended::Status(status)),
            End::Signal(signal) => Some(Ended::Signal(signal)),
            _ => None,
        };
        Ok(Some((finished.stdout, end)))
    }

    /// Compiles one file for what the compiler says, or writes beside `out`.
    pub fn ask(&mut self, way: &Way, unit: usize, out: &str) -> Result<Finished, Cut> {
        self.clear()?;
        self.tries += 1;
        let flags = [&way.level[..], &way.extra[..]].concat();
        let out = self.folder.join(out);
        let toolchain = self.case.toolchain;
        let unit = self.units.get(unit).map(std::slice::from_ref).unwrap_or_default();
        let mut commands = toolchain.compile(&flags, &self.case.program.flags, unit, &out);
        match commands.pop() {
            Some(words) => self.start(words, toolchain),
            None => Err(io::Error::other("it compiles nothing").into()),
        }
    }

    /// The files with this ending that were written by whoever was asked.
    pub fn left_behind(&self, ending: &str) -> io::Result<Vec<Vec<u8>>> {
        let mut paths: Vec<PathBuf> = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.as_os_str().as_encoded_bytes().ends_with(ending.as_bytes()) {
                paths.push(path);
            }
        }
        paths.sort();
        paths.iter().map(fs::read).collect()
    }

    fn commands(&self, toolchain: &Toolchain, way: &Way, out: &Path) -> Vec<Vec<OsString>> {
        let flags = &self.case.program.flags;
        let with_extra = [&way.level[..], &way.extra[..]].concat();
        let Some(only) = way.unit.filter(|_| self.units.len() > 1) else {
            return toolchain.compile(&with_extra, flags, &self.units, out);
        };
        let mut commands = Vec::new();
        let mut objects = Vec::new();
        for (number, unit) in self.units.iter().enumerate() {
            let object = self.folder.join(format!("unit-{number}.o"));
            let mut level = if number == only { with_extra.clone() } else { way.level.clone() };
            level.push("-c".to_owned());
            commands.extend(toolchain.compile(&level, flags, std::slice::from_ref(unit), &object));
            objects.push(object);
        }
        commands.extend(toolchain.compile(&way.level, flags, &objects, out));
        commands
    }

    /// Raised when all is to end.
    pub fn stop(&self) -> &'static AtomicBool {
        self.stop
    }

    /// Time that is left, if there is any.
    pub fn left(&self) -> Result<Duration, Cut> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(Cut::Time) } else { Ok(left) }
    }

    fn start(&self, words: Vec<OsString>, toolchain: &Toolchain) -> Result<Finished, Cut> {
        self.left()?;
        let task = Task { words, folder: Some(self.folder.clone()) };
        let limits = Limits {
            memory: Some(MEMORY),
            reach: toolchain.reach,
            stderr: SAID,
            ..bounded().time(self.patience.compile)
        };
        uninterrupted(run(&task, &limits, self.stop)?)
    }

    fn execute(&self, toolchain: &Toolchain, program: &Path) -> Result<Finished, Cut> {
        self.left()?;
        let Some(mut words) = toolchain.execute(&[], &[], &self.units, program) else {
            return Err(io::Error::other("its programs are not run").into());
        };
        words.extend(self.case.args.iter().map(Into::into));
        let task = Task { words, folder: Some(self.folder.clone()) };
        let stdout = Room { keep: 1 << 20, flood: 16 << 20 };
        let limits =
            Limits { reach: toolchain.run.reach(), stdout, ..bounded().time(self.patience.run) };
        let input = self.folder.join(INPUT);
        uninterrupted(run_with_input(&task, Some(&input), &limits, self.stop)?)
    }

    /// Removes what compilers and programs have left.
    fn clear(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let ours = self.case.program.files.iter().any(|file| file.name == name);
            match entry.file_type()?.is_dir() {
                _ if ours || name == INPUT => {}
                true => fs::remove_dir_all(entry.path())?,
                false => fs::remove_file(entry.path())?,
            }
        }
        Ok(())
    }
}

/// Whether a tool can be blamed at all: it must be a compiler with flags.
pub fn is_fit(toolchain: &Toolchain) -> bool {
    toolchain.tool == Tool::Compiler
}

const PROGRAM: &str = "program.exe";
const OTHER: &str = "elenchus-other.c";
const INPUT: &str = "elenchus-input";

/// So many times slower than without optimisation is endless.
const SLOWER: u32 = 20;

fn bounded() -> Limits {
    Limits {
        file: Some(LARGEST_FILE),
        folder: Some(LARGEST_FILE / 2),
        processes: Some(PROCESSES),
        ..Limits::NONE
    }
}

fn uninterrupted(finished: Finished) -> Result<Finished, Cut> {
    if finished.end == End::Stopped { Err(Cut::Interrupted) } else { Ok(finished) }
}
