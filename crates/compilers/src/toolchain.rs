//! A tool chain as a value: how programs are compiled and run.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use elenchus_lang::target::Target;
use serde::{Deserialize, Serialize};

use crate::pipeline;
use crate::run::Reach;

/// Which options a compiler understands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    Gcc,
    Clang,
    /// All that is known is `-o` and what was tried.
    Other,
}

/// How its programs are run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Run {
    Native,
    /// By a command before the program: an emulator, or a board's script.
    With(Vec<String>),
    /// Not at all: only the compiler is tested.
    Never,
}

/// What a tool does with a program.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tool {
    /// Makes a program of files, with the usual `-o`.
    #[default]
    Compiler,
    /// Makes a program in several steps: see [`crate::pipeline`].
    Pipeline(Vec<Vec<String>>),
    /// Runs a program from its source.
    Interpreter,
    /// Looks at the source. Only its own troubles count: it may refuse.
    Analyser,
}

/// Seconds of processor time, where a tool is to have others than usual.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Patience {
    pub compile: Option<u64>,
    pub run: Option<u64>,
}

/// Emulators that run a program as it is, and need nothing but that.
const EMULATORS: &[&str] = &["qemu-"];

impl Run {
    /// What it may do: what the user says may be `ssh`, or talk to a board.
    /// Emulators are confined as programs are.
    pub fn reach(&self) -> Reach {
        let Run::With(command) = self else { return Reach::Scratch };
        let name = command.first().map_or("", |path| path.rsplit('/').next().unwrap_or(path));
        match EMULATORS.iter().any(|emulator| name.starts_with(emulator)) {
            true => Reach::Scratch,
            false => Reach::Anywhere,
        }
    }
}

/// A compiler as somebody names it, before anything is known of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Given {
    pub name: String,
    /// The program, and arguments that it always gets. Of a pipeline, the
    /// first program.
    pub command: Vec<String>,
    /// Sets of flags from the lowest level up; those of its family if none.
    pub levels: Vec<Vec<String>>,
    pub run: Run,
    #[serde(default)]
    pub tool: Tool,
    #[serde(default)]
    pub patience: Patience,
}

/// A compiler that was tried.
#[derive(Clone, PartialEq, Debug)]
pub struct Toolchain {
    pub name: String,
    pub command: Vec<String>,
    pub levels: Vec<Vec<String>>,
    pub run: Run,
    pub tool: Tool,
    pub patience: Patience,
    pub family: Family,
    /// What it says of itself, in one line.
    pub version: String,
    /// What its programs run on, as measured.
    pub target: &'static Target,
    /// What it needs to be allowed while it compiles.
    pub reach: Reach,
    /// Whether it makes one program of several files.
    pub several: bool,
}

impl Given {
    /// `gcc-12 -O2 -march=native`: words between blanks; quotes keep blanks.
    pub fn command(text: &str) -> Given {
        let command = words(text);
        let base = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
        let name = match command.split_first() {
            Some((program, rest)) => {
                let rest = rest.iter().map(|word| format!(" {word}")).collect::<String>();
                base(program) + &rest
            }
            None => String::new(),
        };
        let (tool, patience) = (Tool::Compiler, Patience::default());
        Given { name, command, levels: Vec::new(), run: Run::Native, tool, patience }
    }
}

/// The language of a test that does not say its own. Whoever judges a test
/// reads it by the same rules.
pub const STANDARD: &str = "-std=gnu11";

impl Family {
    /// Most of what a compiler is comes out in what it says of itself.
    pub fn of(version: &str) -> Family {
        let lower = version.to_lowercase();
        if lower.contains("clang") {
            Family::Clang
        } else if lower.contains("gcc") || lower.contains("free software foundation") {
            Family::Gcc
        } else {
            Family::Other
        }
    }

    /// The usual levels, lowest first.
    pub fn levels(self) -> &'static [&'static str] {
        match self {
            Family::Gcc | Family::Clang => &["-O0", "-O1", "-O2", "-Os", "-O3"],
            Family::Other => &["", "-O2"],
        }
    }

    /// Flags that every test is compiled with: no warnings, one edition of C
    /// (newer compilers have another default), no fused operations.
    pub fn flags(self) -> &'static [&'static str] {
        match self {
            Family::Gcc | Family::Clang => &["-w", STANDARD, "-ffp-contract=off"],
            Family::Other => &["-w"],
        }
    }
}

impl Toolchain {
    /// The commands that compile `files` to `program` at a level; `extra` comes
    /// after its flags.
    pub fn compile(
        &self,
        level: &[String],
        extra: &[String],
        files: &[PathBuf],
        program: &Path,
    ) -> Vec<Vec<OsString>> {
        let flags = [level, extra].concat();
        match &self.tool {
            Tool::Compiler => {
                let mut words: Vec<OsString> = self.command.iter().map(Into::into).collect();
                words.extend(self.usual_flags().map(Into::into));
                words.extend(flags.iter().map(Into::into));
                words.push("-o".into());
                words.push(program.into());
                words.extend(files.iter().map(Into::into));
                vec![words]
            }
            Tool::Pipeline(steps) => pipeline::commands(steps, &flags, files, program),
            Tool::Interpreter => Vec::new(),
            Tool::Analyser => vec![pipeline::filled(&self.command, &flags, files)],
        }
    }

    /// The command that runs `program`, if there is one; an interpreter takes
    /// the files.
    pub fn execute(
        &self,
        level: &[String],
        extra: &[String],
        files: &[PathBuf],
        program: &Path,
    ) -> Option<Vec<OsString>> {
        match (&self.tool, &self.run) {
            (Tool::Interpreter, _) => {
                Some(pipeline::filled(&self.command, &[level, extra].concat(), files))
            }
            (Tool::Analyser, _) | (_, Run::Never) => None,
            (_, Run::Native) => Some(vec![program.into()]),
            (_, Run::With(command)) => {
                let words = command.iter().map(Into::into);
                Some(words.chain([program.into()]).collect())
            }
        }
    }

    /// Flags that every test is compiled with.
    fn usual_flags(&self) -> impl Iterator<Item = &'static str> {
        // Without, operations of `double` are done and kept in `long double`.
        let x87 = self.family != Family::Other && self.target.name == "i386-linux";
        let sse: &[&str] = if x87 { &["-msse2", "-mfpmath=sse"] } else { &[] };
        self.family.flags().iter().chain(sse).copied()
    }

    /// The command that gives the text that it compiles: its own words, with the
    /// option to go no further than preprocessing.
    pub fn preprocess(&self, level: &[String], extra: &[String], file: &OsStr) -> Vec<OsString> {
        let flags = [level, extra].concat();
        let mut words: Vec<OsString> = match &self.tool {
            Tool::Compiler => {
                let usual = self.usual_flags().map(Into::into);
                self.command.iter().map(Into::into).chain(usual).chain(words_of(&flags)).collect()
            }
            Tool::Pipeline(steps) => {
                let first = steps.first().map_or(&[][..], Vec::as_slice);
                pipeline::without_files(first, &flags)
            }
            Tool::Interpreter | Tool::Analyser => {
                let mut words = pipeline::without_files(&self.command, &flags);
                if !self.command.iter().any(|word| word == pipeline::LEVEL) {
                    words.extend(words_of(&flags));
                }
                words
            }
        };
        words.extend(["-E".into(), file.to_owned()]);
        words
    }

    /// The command that preprocesses for who brings the options.
    pub fn preprocessor(&self) -> Vec<String> {
        match self.tool {
            Tool::Compiler => self.command.clone(),
            Tool::Pipeline(_) => self.command.iter().take(1).cloned().collect(),
            Tool::Interpreter | Tool::Analyser => vec!["cc".into()],
        }
    }

    /// All options that a file is compiled with, as they are known here.
    pub fn options(&self, level: &[String], extra: &[String]) -> Vec<String> {
        let own = self.command.iter().skip(1).cloned();
        let usual = self.usual_flags().map(str::to_owned);
        let steps = match &self.tool {
            Tool::Compiler => return own.chain(usual).chain([level, extra].concat()).collect(),
            Tool::Pipeline(steps) => steps.concat(),
            Tool::Interpreter | Tool::Analyser => own.collect(),
        };
        steps.into_iter().chain([level, extra].concat()).collect()
    }

    /// The same tool with one level, to be named again.
    pub fn given(&self, level: &[String]) -> Given {
        Given {
            name: self.name.clone(),
            command: self.command.clone(),
            levels: vec![level.to_vec()],
            run: self.run.clone(),
            tool: self.tool.clone(),
            patience: self.patience,
        }
    }

    /// All levels for people; that without flags is `plain`.
    pub fn level_names(&self) -> String {
        let name = |flags: &Vec<String>| match flags.is_empty() {
            true => "plain".to_owned(),
            false => flags.join(" "),
        };
        self.levels.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    /// A configuration for people: `gcc-12 -O2`.
    pub fn at(&self, level: &[String]) -> String {
        let flags = level.join(" ");
        if flags.is_empty() { self.name.clone() } else { format!("{} {flags}", self.name) }
    }
}

fn words_of(flags: &[String]) -> impl Iterator<Item = OsString> + '_ {
    flags.iter().map(Into::into)
}

/// Words between blanks; what stands in single or double quotes is together.
pub fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_would() {
        assert_eq!(words(" gcc  -O2 "), ["gcc", "-O2"]);
        assert_eq!(words("'/a b/cc' -DX='1 2' \"\""), ["/a b/cc", "-DX=1 2", ""]);
        assert_eq!(words(""), [""; 0]);
    }

    #[test]
    fn a_command_names_itself() {
        let given = Given::command("/usr/bin/gcc-12 -O2");
        assert_eq!((given.name.as_str(), given.command.len()), ("gcc-12 -O2", 2));
    }

    #[test]
    fn families_by_what_they_say() {
        assert_eq!(Family::of("gcc (Debian 12.2.0-14) 12.2.0"), Family::Gcc);
        assert_eq!(Family::of("Debian clang version 14.0.6"), Family::Clang);
        assert_eq!(Family::of("tcc version 0.9.27 (x86_64 Linux)"), Family::Other);
    }
}
