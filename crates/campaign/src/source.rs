//! Where tests come from. A source and a seed give the same program always.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use elenchus_compilers::run::{End, Limits, Reach, Task, run};
use elenchus_compilers::toolchain::words;
use elenchus_judge::bytes;
use elenchus_lang::target::Target;
use elenchus_lang::undefined::Undefined;
use elenchus_produce::choices::Choices;
use elenchus_produce::enumerate::Holes;
use elenchus_produce::generate::{Layout, Preset, Settings, generate, policy_of};
use elenchus_produce::plant::{self, Planting};
use elenchus_produce::policy::FIELDS;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::folder::{Unreadable, below, has_ending};
use crate::mutants::{self, Mutated};
use crate::program::{Answer, Ended, Program, ProgramFile};
use crate::variants;

/// A source, as it is written into the store.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "source")]
pub enum Source {
    /// Our own generator.
    Generate {
        preset: String,
        size: u64,
        /// In several files, so that they can be compiled apart.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        split: bool,
        /// Every other program means the same where `long` has 32 bits.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        portable: bool,
        /// Some programs use vectors, `__int128` or builtins, or mean the same where `long`
        /// has 32 bits: each by its own die.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        dice: bool,
    },
    /// Our own generator, with one defect planted in each program, of all kinds; in some it
    /// is never executed, or left out.
    Plant { preset: String, size: u64 },
    /// Another generator: a command with `{seed}` and `{out}`, a file to write, or
    /// `{dir}`, a folder for several.
    Command { command: String, flags: Vec<String> },
    /// C files; the seed is the number of one.
    Files {
        #[serde(with = "bytes::stored_paths")]
        files: Vec<PathBuf>,
        flags: Vec<String>,
    },
    /// Variants of C files, which use other variables.
    Variants {
        #[serde(with = "bytes::stored_paths")]
        files: Vec<PathBuf>,
        flags: Vec<String>,
    },
    /// Programs of another source, and after each so many variants that do the same.
    Mutants { of: Box<Source>, each: u64 },
}

/// A program, with its answer if the source knows it.
pub struct Test {
    pub program: Program,
    pub answer: Option<Answer>,
    /// What it is a variant of, that does the same.
    pub variant: Option<Mutated>,
    /// Which holes of a file were filled, if any were.
    pub holes: Option<Holes>,
    /// It is not for those who know nothing but C.
    pub extended: bool,
}

impl Test {
    /// A program of which nothing more is known.
    pub fn of(program: Program) -> Test {
        Test { program, answer: None, variant: None, holes: None, extended: false }
    }
}

/// Why there is no test.
#[derive(Debug, Error)]
pub enum NoTest {
    #[error("there is no preset `{0}`")]
    Preset(String),
    #[error("the generator dropped the program: {0}")]
    Dropped(String),
    #[error("`{command}` gives no program ({end}): {said}")]
    Command { command: String, end: End, said: String },
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    #[error("cannot start `{command}`: {source}")]
    Start { command: String, source: std::io::Error },
    #[error("no variant of {}: {what}", path.display())]
    Variant { path: PathBuf, what: String },
    #[error("no variant: {0}")]
    Mutant(String),
    #[error("there is no file number {0}")]
    End(u64),
}

/// How C files end.
const C: &[&str] = &["c", "i"];

/// What another generator may take.
const TIME: Duration = Duration::from_secs(30);

impl Source {
    /// The program of a seed; `folder` is empty and stays ours.
    pub fn make(&self, seed: u64, folder: &Path, stop: &AtomicBool) -> Result<Test, NoTest> {
        match self {
            Source::Generate { .. } => generated(self.settings(seed)?, seed),
            Source::Plant { preset, size } => planted(preset, *size, seed),
            Source::Command { command, flags } => from_command(command, flags, seed, folder, stop),
            Source::Files { files, flags } => {
                let index = usize::try_from(seed).unwrap_or(usize::MAX);
                let path = files.get(index).ok_or(NoTest::End(seed))?;
                let text = read(path)?;
                Ok(of_file(text, beside(path, flags)))
            }
            Source::Variants { files, flags } => {
                let (path, turn) = variants::turn(files, seed).ok_or(NoTest::End(seed))?;
                let flags = beside(path, flags);
                let (text, holes) = variants::draw(path, &flags, turn, folder)?;
                Ok(Test { holes: Some(holes), ..of_file(text, flags) })
            }
            Source::Mutants { of, each } => mutants::make(of, *each, seed, folder, stop),
        }
    }

    /// Fits the source to tool chains for these targets: where one has a shorter
    /// `long`, programs with `long` are mostly undefined.
    pub fn fit(&mut self, targets: &[&'static Target]) {
        let usual = Target::x86_64().long.size;
        match self {
            Source::Generate { portable, .. } => {
                *portable |= targets.iter().any(|target| target.long.size != usual);
            }
            Source::Mutants { of, .. } => of.fit(targets),
            _ => {}
        }
    }

    /// The number of seeds, if they come to an end.
    pub fn count(&self) -> Option<u64> {
        match self {
            Source::Files { files, .. } => Some(files.len() as u64),
            Source::Mutants { of, each } => Some(mutants::joined(*each, of.count()?, 0)),
            _ => None,
        }
    }

    /// How our own generator writes the program of a seed.
    fn settings(&self, seed: u64) -> Result<Settings, NoTest> {
        let Source::Generate { preset, size, split, portable, dice } = self else {
            return Err(NoTest::End(seed));
        };
        let settings = settings(preset, *size, *split)?;
        let settings = if *dice { thrown(settings, seed) } else { settings };
        let portable = settings.portable || *portable && is_odd(seed);
        Ok(Settings { portable, ..settings })
    }

    /// The numbers by which the program of a seed is generated, by their names.
    pub fn policy(&self, seed: u64) -> Vec<(&'static str, u32)> {
        match self {
            Source::Generate { .. } => {
                let settings = self.settings(seed);
                let policy = settings.map(|settings| policy_of(&settings, seed).numbers());
                let names = FIELDS.iter().map(|field| field.name);
                names.zip(policy.into_iter().flatten()).collect()
            }
            Source::Mutants { of, each } => of.policy(mutants::divided(*each, seed).0),
            _ => Vec::new(),
        }
    }

    /// What people call it.
    pub fn in_words(&self) -> String {
        match self {
            Source::Generate { preset, .. } => format!("generate {preset}"),
            Source::Command { command, .. } => command.clone(),
            Source::Files { .. } => "files".to_owned(),
            Source::Variants { .. } => "variants of files".to_owned(),
            Source::Mutants { of, .. } => format!("mutants of {}", of.in_words()),
            Source::Plant { preset, .. } => format!("plant {preset}"),
        }
    }

    /// The same program as a source that is as small as can be.
    pub fn narrow(&self, seed: u64) -> (Source, u64) {
        let index = usize::try_from(seed).unwrap_or(usize::MAX);
        match self {
            Source::Files { files, flags } => {
                let files = files.get(index).cloned().into_iter().collect();
                (Source::Files { files, flags: flags.clone() }, 0)
            }
            Source::Variants { files, flags } => {
                let (file, turn) = variants::turn(files, seed).unzip();
                let files = file.cloned().into_iter().collect();
                (Source::Variants { files, flags: flags.clone() }, turn.unwrap_or(seed))
            }
            Source::Mutants { of, each } => {
                let (original, number) = mutants::divided(*each, seed);
                let (of, original) = of.narrow(original);
                let seed = mutants::joined(*each, original, number);
                (Source::Mutants { of: Box::new(of), each: *each }, seed)
            }
            other => (other.clone(), seed),
        }
    }

    /// Variants of all C files below a folder.
    pub fn variants(folder: &Path, flags: Vec<String>) -> Result<Source, Unreadable> {
        let files = below(folder, C)?;
        let full = files.iter().map(|path| std::path::absolute(path).unwrap_or(path.clone()));
        Ok(Source::Variants { files: full.collect(), flags })
    }

    /// All C files in a folder, in order.
    pub fn folder(folder: &Path, flags: Vec<String>) -> std::io::Result<Source> {
        let mut files = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = std::path::absolute(entry?.path())?;
            if has_ending(&path, C) {
                files.push(path);
            }
        }
        files.sort();
        Ok(Source::Files { files, flags })
    }
}

/// Headers are looked for beside the file, from wherever it is compiled.
fn beside(path: &Path, flags: &[String]) -> Vec<String> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let more = ["-I".into(), folder.to_string_lossy().into_owned()];
    flags.iter().cloned().chain(more).collect()
}

fn of_file(text: Vec<u8>, flags: Vec<String>) -> Test {
    let files = vec![ProgramFile::new("program.c", text)];
    Test::of(Program { files, flags })
}

/// Every other seed, but not in step with the turns of sources.
fn is_odd(seed: u64) -> bool {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 1
}

fn settings(preset: &str, size: u64, split: bool) -> Result<Settings, NoTest> {
    let preset = Preset::by_name(preset).ok_or_else(|| NoTest::Preset(preset.to_owned()))?;
    let layout = if split { Layout::Split } else { Layout::Single };
    Ok(Settings { preset, size, layout, target: Target::x86_64(), ..Settings::default() })
}

/// With what only some programs have: one of so many each.
fn thrown(settings: Settings, seed: u64) -> Settings {
    let mut dice = Choices::new(seed ^ DICE);
    let mut die = |name, of| dice.below(name, of) == 0;
    let (vectors, int128, builtins) = (die("vectors", 8), die("int128", 8), die("builtins", 4));
    // On a machine of 32 bits there is no `__int128`.
    let portable = die("portable", 8) && !int128;
    Settings { vectors, int128, builtins, portable, ..settings }
}

/// So that dice do not fall as the generator's own.
const DICE: u64 = 0x6469_6365;

fn generated(settings: Settings, seed: u64) -> Result<Test, NoTest> {
    let extended = settings.vectors || settings.int128 || settings.builtins;
    let generated =
        generate(&settings, seed).map_err(|error| NoTest::Dropped(error.to_string()))?;
    let answer = Answer { end: Ended::Status(0), output: generated.output.into_bytes() };
    let files = generated.files.into_iter().map(|(name, text)| ProgramFile::new(name, text));
    let program = Program { files: files.collect(), flags: Vec::new() };
    Ok(Test { answer: Some(answer), extended, ..Test::of(program) })
}

/// Of so many programs one has a defect that is never executed, and one is the twin.
const IN_TURN: u64 = 5;

fn planted(preset: &str, size: u64, seed: u64) -> Result<Test, NoTest> {
    let settings = settings(preset, size, false)?;
    let all = Undefined::all().iter().copied().filter(|kind| plant::refusal(*kind).is_none());
    let kinds: Vec<Undefined> = all.collect();
    let turn = seed / kinds.len().max(1) as u64 % IN_TURN;
    let kind = *kinds.get(seed as usize % kinds.len().max(1)).ok_or(NoTest::End(seed))?;
    let planted = plant::plant(&settings, Planting { kind, reached: turn != 0 }, seed)
        .map_err(|error| NoTest::Dropped(error.to_string()))?;
    // The machine has seen it: what is valid has this answer.
    let answer = Answer { end: Ended::Status(0), output: planted.output.into_bytes() };
    let (text, answer) = match (turn, planted.twin) {
        (1, Some(twin)) => (twin, Some(answer)),
        (0, _) => (planted.text, Some(answer)),
        _ => (planted.text, None),
    };
    let files = vec![ProgramFile::new("program.c", text)];
    Ok(Test { answer, ..Test::of(Program { files, flags: Vec::new() }) })
}

fn from_command(
    command: &str,
    flags: &[String],
    seed: u64,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<Test, NoTest> {
    let out = folder.join("program.c");
    let places = [
        ("{seed}", seed.to_string()),
        ("{out}", out.to_string_lossy().into_owned()),
        ("{dir}", folder.to_string_lossy().into_owned()),
    ];
    let fill = |word: &String| {
        places.iter().fold(word.clone(), |word, (name, place)| word.replace(name, place)).into()
    };
    let words = words(command).iter().map(fill).collect();
    let task = Task { words, folder: Some(folder.to_path_buf()) };
    let finished = run(&task, &Limits { reach: Reach::Anywhere, ..Limits::NONE }.time(TIME), stop)
        .map_err(|source| NoTest::Start { command: command.to_owned(), source })?;
    let files = match command.contains("{dir}") {
        true => files_in(folder)?,
        false if out.exists() => vec![ProgramFile::new("program.c", read(&out)?)],
        false => Vec::new(),
    };
    let program = Program { files, flags: flags.to_vec() };
    if finished.end != End::Exit(0) || program.units().next().is_none() {
        let said = String::from_utf8_lossy(&finished.stderr).trim().to_owned();
        return Err(NoTest::Command { command: command.to_owned(), end: finished.end, said });
    }
    Ok(Test::of(program))
}

/// C files and headers, in order.
fn files_in(folder: &Path) -> Result<Vec<ProgramFile>, NoTest> {
    let unread = |source| NoTest::Read { path: folder.to_path_buf(), source };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unread)? {
        let path = entry.map_err(unread)?.path();
        let is_c = has_ending(&path, C) || has_ending(&path, &["h"]);
        if let Some(name) = path.file_name().filter(|_| is_c && path.is_file()) {
            files.push(ProgramFile::new(name, read(&path)?));
        }
    }
    files.sort();
    Ok(files)
}

fn read(path: &Path) -> Result<Vec<u8>, NoTest> {
    fs::read(path).map_err(|source| NoTest::Read { path: path.to_path_buf(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generator_writes_a_file_or_a_folder() {
        let make = |script: &str| {
            let folder = tempfile::tempdir().unwrap();
            let command = format!("sh -c '{script}' sh {{seed}} {{out}}");
            let command = if script.contains("$3") { command + " {dir}" } else { command };
            let source = Source::Command { command, flags: Vec::new() };
            let made = source.make(7, folder.path(), &AtomicBool::new(false));
            made.map(|test| test.program.files).map_err(|error| error.to_string())
        };
        let file = |name: &str, text: &str| ProgramFile::new(name, text);
        assert_eq!(make("echo $1 > $2").unwrap(), [file("program.c", "7\n")]);
        let several = make("cd $3; echo $1 > b.c; echo h > a.h; echo x > notes.txt");
        assert_eq!(several.unwrap(), [file("a.h", "h\n"), file("b.c", "7\n")]);
        let none = make("echo no room >&2; echo h > $3/a.h").unwrap_err();
        assert!(none.ends_with("gives no program (exit status: 0): no room"), "{none}");
    }

    #[test]
    fn dice_fall_for_each_program_by_itself() {
        let (preset, size) = ("mix".to_owned(), 1500);
        let make = |dice, seed| {
            let preset = preset.clone();
            let source = Source::Generate { preset, size, split: false, portable: false, dice };
            let folder = tempfile::tempdir().unwrap();
            source.make(seed, folder.path(), &AtomicBool::new(false)).unwrap()
        };
        let words = ["vector_size", "__int128", "__builtin_"];
        let mut seen = [0; 3];
        for seed in 0..80 {
            let test = make(true, seed);
            let text = String::from_utf8_lossy(&test.program.files[0].text).into_owned();
            let has = words.map(|word| text.contains(word));
            assert!(test.extended || !(has[0] || has[1]), "seed {seed}");
            seen.iter_mut().zip(has).for_each(|(seen, has)| *seen += usize::from(has));
            assert!(!make(false, seed).extended);
        }
        assert!(seen.iter().all(|seen| *seen > 0), "{seen:?}");
    }

    #[test]
    fn a_mutant_stays_the_same_when_its_source_is_narrowed() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["one.c", "two.c"] {
            let text = format!("int {0}; int main(void) {{ {0}++; return {0}; }}\n", &name[..3]);
            fs::write(folder.path().join(name), text).unwrap();
        }
        let of = Box::new(Source::folder(folder.path(), Vec::new()).unwrap());
        let source = Source::Mutants { of, each: 4 };
        assert_eq!(source.count(), Some(10));
        let make = |source: &Source, seed| {
            let scratch = tempfile::tempdir().unwrap();
            source.make(seed, scratch.path(), &AtomicBool::new(false)).ok()
        };
        let mut variants = 0;
        for seed in 0..10 {
            let (narrow, turn) = source.narrow(seed);
            assert!(turn < 5, "{turn}");
            let programs = [make(&narrow, turn), make(&source, seed)];
            let [narrow, whole] = programs.map(|test| test.map(|test| test.program));
            assert_eq!(narrow, whole, "seed {seed}");
            let changes = make(&source, seed).and_then(|test| test.variant);
            variants += usize::from(changes.is_some_and(|one| !one.mutations.is_empty()));
        }
        assert!(variants > 0);
    }

    #[test]
    fn a_variant_stays_the_same_when_its_source_is_narrowed() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("a/b")).unwrap();
        for (name, variable) in [("one.i", "x"), ("a/two.i", "y"), ("a/b/three.i", "z")] {
            let text = format!("int {variable}, w; int main(void) {{ return {variable} + w; }}\n");
            fs::write(folder.path().join(name), text).unwrap();
        }
        let source = Source::variants(folder.path(), Vec::new()).unwrap();
        let Source::Variants { files, .. } = &source else { panic!() };
        assert_eq!(files.len(), 3);
        let make = |source: &Source, seed| {
            source.make(seed, folder.path(), &AtomicBool::new(false)).unwrap().program
        };
        for seed in 0..12 {
            let (narrow, turn) = source.narrow(seed);
            assert_eq!(make(&narrow, turn), make(&source, seed), "seed {seed}");
            assert_eq!(narrow.narrow(turn), (narrow.clone(), turn));
        }
    }
}
