//! A tool chain as a value: how programs are compiled and run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use elenchus_lang::target::Target;
use serde::{Deserialize, Serialize};

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

/// Emulators that run a program as it is, and need nothing but that.
const EMULATORS: &[&str] = &["qemu-"];

impl Run {
    /// Whether it may use the network and write anywhere: what the user says
    /// may be `ssh`, or talk to a board. Emulators are confined as programs are.
    pub fn is_free(&self) -> bool {
        let Run::With(command) = self else { return false };
        let name = command.first().map_or("", |path| path.rsplit('/').next().unwrap_or(path));
        !EMULATORS.iter().any(|emulator| name.starts_with(emulator))
    }
}

/// A compiler as somebody names it, before anything is known of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Given {
    pub name: String,
    /// The program, and arguments that it always gets.
    pub command: Vec<String>,
    /// Sets of flags from the lowest level up; those of its family if none.
    pub levels: Vec<Vec<String>>,
    pub run: Run,
}

/// A compiler that was tried.
#[derive(Clone, PartialEq, Debug)]
pub struct Toolchain {
    pub name: String,
    pub command: Vec<String>,
    pub levels: Vec<Vec<String>>,
    pub run: Run,
    pub family: Family,
    /// What it says of itself, in one line.
    pub version: String,
    /// What its programs run on, as measured.
    pub target: &'static Target,
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
        Given { name, command, levels: Vec::new(), run: Run::Native }
    }
}

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
            Family::Gcc | Family::Clang => &["-w", "-std=gnu11", "-ffp-contract=off"],
            Family::Other => &["-w"],
        }
    }
}

impl Toolchain {
    /// The command that compiles `files` to `program`; `extra` comes before
    /// the files.
    pub fn compile(
        &self,
        level: usize,
        extra: &[String],
        files: &[PathBuf],
        program: &Path,
    ) -> Vec<OsString> {
        let mut words: Vec<OsString> = self.command.iter().map(Into::into).collect();
        words.extend(self.family.flags().iter().map(Into::into));
        words.extend(self.levels.get(level).into_iter().flatten().map(Into::into));
        words.extend(extra.iter().map(Into::into));
        words.push("-o".into());
        words.push(program.into());
        words.extend(files.iter().map(Into::into));
        words
    }

    /// The command that runs `program`, if there is one.
    pub fn execute(&self, program: &Path) -> Option<Vec<OsString>> {
        let mut words: Vec<OsString> = match &self.run {
            Run::Native => Vec::new(),
            Run::With(command) => command.iter().map(Into::into).collect(),
            Run::Never => return None,
        };
        words.push(program.into());
        Some(words)
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
    pub fn at(&self, level: usize) -> String {
        let flags = self.levels.get(level).map(|flags| flags.join(" ")).unwrap_or_default();
        if flags.is_empty() { self.name.clone() } else { format!("{} {flags}", self.name) }
    }
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
