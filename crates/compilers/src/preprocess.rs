//! The user's preprocessor: `cc -E` with the user's options.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use crate::run::{End, Limits, Room, Task, run};

/// The largest text that is taken, unless told otherwise.
pub const DEFAULT_LIMIT: u64 = 1 << 30;

/// A preprocessor with its options.
///
/// Options are kept in the order in which they are added, because a compiler
/// heeds it: `-DX -UX` is not `-UX -DX`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preprocess {
    /// The compiler, and arguments that always come first (`ccache gcc`).
    command: Vec<OsString>,
    options: Vec<OsString>,
    folder: Option<PathBuf>,
    limit: u64,
}

/// Why a file could not be preprocessed.
#[derive(Debug, Error)]
pub enum PreprocessError {
    #[error("cannot read {}: {source}", file.display())]
    Read { file: PathBuf, source: io::Error },
    #[error("no compiler is given: name one, for instance `cc`")]
    NoCommand,
    #[error(
        "the compiler `{command}` is not found: install it, name another one, \
         or give a preprocessed file (FILE.i)"
    )]
    NotFound { command: String },
    #[error("cannot run `{command}`: {source}")]
    Run { command: String, source: io::Error },
    #[error(
        "`{command}` cannot preprocess {} ({status}); it says:\n{stderr}", file.display()
    )]
    Failed { command: String, file: PathBuf, status: String, stderr: String },
    #[error(
        "the text of {} is larger than {limit} bytes after preprocessing: \
         look for a file that includes itself, or split it", file.display()
    )]
    TooLarge { file: PathBuf, limit: u64 },
}

impl Default for Preprocess {
    /// `cc` without options.
    fn default() -> Preprocess {
        Preprocess::new(["cc"])
    }
}

impl Preprocess {
    /// A compiler by its command: a name in PATH or a path, and arguments
    /// that come before all others. No shell looks at it.
    pub fn new(command: impl IntoIterator<Item = impl Into<OsString>>) -> Preprocess {
        let command = command.into_iter().map(Into::into).collect();
        Preprocess { command, options: Vec::new(), folder: None, limit: DEFAULT_LIMIT }
    }

    /// `-I folder`
    pub fn include(self, folder: impl AsRef<OsStr>) -> Preprocess {
        // Apart, so that an empty folder does not swallow the next option.
        self.flag("-I").flag(folder)
    }

    /// `-D name` or `-D name=value`
    pub fn define(self, macro_: impl AsRef<OsStr>) -> Preprocess {
        self.flag("-D").flag(macro_)
    }

    /// `-U name`
    pub fn undefine(self, name: impl AsRef<OsStr>) -> Preprocess {
        self.flag("-U").flag(name)
    }

    /// `-std=standard`
    pub fn standard(self, standard: &str) -> Preprocess {
        self.flag(format!("-std={standard}"))
    }

    /// Any other option as it is, for instance `-m32`.
    pub fn flag(mut self, flag: impl AsRef<OsStr>) -> Preprocess {
        self.options.push(flag.as_ref().to_owned());
        self
    }

    /// Where the compiler runs; in a scratch folder, it is confined to that.
    pub fn within(mut self, folder: &Path) -> Preprocess {
        self.folder = Some(folder.to_path_buf());
        self
    }

    /// The largest text that is taken, in bytes.
    pub fn limit(mut self, bytes: u64) -> Preprocess {
        self.limit = bytes;
        self
    }

    /// The text of `file` after preprocessing, line markers included. A file
    /// that ends in `.i` is preprocessed already and is read as it is.
    pub fn run(&self, file: &Path) -> Result<Vec<u8>, PreprocessError> {
        let unreadable = |source| PreprocessError::Read { file: file.to_path_buf(), source };
        // Opened first: a compiler says less clearly that a file is missing.
        let opened = File::open(file).map_err(unreadable)?;
        if file.extension() == Some(OsStr::new("i")) {
            let text = read_bounded(opened, self.limit).map_err(unreadable)?;
            return text.ok_or_else(|| self.too_large(file));
        }
        self.run_compiler(file)
    }

    fn run_compiler(&self, file: &Path) -> Result<Vec<u8>, PreprocessError> {
        let program = self.command.first().ok_or(PreprocessError::NoCommand)?;
        let command = program.to_string_lossy().into_owned();
        let mut words = self.command.clone();
        words.extend(self.options.iter().cloned());
        // Without a language, a compiler takes unknown endings for objects
        // and succeeds with no text.
        words.extend(["-E", "-x", "c"].map(OsString::from));
        words.push(not_an_option(file).into());
        let task = Task { words, folder: self.folder.clone() };
        let stdout = Room { keep: self.limit, flood: self.limit };
        let limits = Limits { stdout, ..Limits::NONE };
        let finished =
            run(&task, &limits, &AtomicBool::new(false)).map_err(|source| match source.kind() {
                io::ErrorKind::NotFound => PreprocessError::NotFound { command: command.clone() },
                _ => PreprocessError::Run { command: command.clone(), source },
            })?;
        match finished.end {
            End::Exit(0) => Ok(finished.stdout),
            End::Flood => Err(self.too_large(file)),
            end => {
                let stderr = String::from_utf8_lossy(&finished.stderr).trim_end().to_string();
                let (file, status) = (file.to_path_buf(), end.to_string());
                Err(PreprocessError::Failed { command, file, status, stderr })
            }
        }
    }

    fn too_large(&self, file: &Path) -> PreprocessError {
        PreprocessError::TooLarge { file: file.to_path_buf(), limit: self.limit }
    }
}

/// The path so that no compiler takes it for an option.
fn not_an_option(file: &Path) -> PathBuf {
    if file.as_os_str().as_encoded_bytes().starts_with(b"-") {
        Path::new(".").join(file)
    } else {
        file.to_path_buf()
    }
}

/// All of `input`, or none when it is larger than `limit`.
fn read_bounded(input: impl Read, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut text = Vec::new();
    input.take(limit.saturating_add(1)).read_to_end(&mut text)?;
    Ok((text.len() as u64 <= limit).then_some(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compilers to try; one that is not installed is skipped by name.
    const COMPILERS: &[&str] = &["gcc", "clang", "tcc"];

    fn file(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        (folder, path)
    }

    /// The text without line markers and empty lines.
    fn tokens(text: &[u8]) -> String {
        let text = String::from_utf8(text.to_vec()).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        lines.map(str::trim).collect::<Vec<_>>().join("\n")
    }

    /// Runs with each compiler that is there.
    fn each(source: &str, options: impl Fn(Preprocess) -> Preprocess, expected: &str) {
        let (_folder, path) = file("a.c", source);
        for compiler in COMPILERS {
            match options(Preprocess::new([compiler])).run(&path) {
                Ok(text) => assert_eq!(tokens(&text), expected, "{compiler}"),
                Err(PreprocessError::NotFound { command }) => {
                    eprintln!("skipped: {command} is not installed");
                }
                Err(error) => panic!("{compiler}: {error}"),
            }
        }
    }

    #[test]
    fn options_arrive_in_order() {
        let source = "a: A\nb: B\n";
        each(source, |p| p.define("A=1").define("B=2").undefine("B"), "a: 1\nb: B");
        each(source, |p| p.undefine("B").define("B=2 + 2"), "a: A\nb: 2 + 2");
    }

    #[test]
    fn folders_are_searched() {
        let (folder, _) = file("header.h", "int from_header;\n");
        each("#include <header.h>\n", |p| p.include(folder.path()), "int from_header;");
    }

    #[test]
    fn the_standard_is_passed_on() {
        let (_folder, path) = file("a.c", "__STDC_VERSION__\n");
        let text = Preprocess::new(["gcc"]).standard("c99").run(&path).unwrap();
        assert_eq!(tokens(&text), "199901L");
    }

    #[test]
    fn line_markers_are_kept() {
        let (_folder, path) = file("a.c", "int x;\n");
        let text = Preprocess::default().run(&path).unwrap();
        let marker = format!("# 1 \"{}\"", path.display());
        assert!(String::from_utf8(text).unwrap().contains(&marker));
    }

    #[test]
    fn any_ending_is_c() {
        let (_folder, path) = file("a.txt", "int x;\n");
        assert_eq!(tokens(&Preprocess::default().run(&path).unwrap()), "int x;");
    }

    #[test]
    fn preprocessed_files_are_read_as_they_are() {
        let (_folder, path) = file("a.i", "#define X 1\nX\n");
        let nobody = Preprocess::new(["no-such-compiler"]);
        assert_eq!(nobody.run(&path).unwrap(), b"#define X 1\nX\n");
        assert!(matches!(nobody.limit(3).run(&path), Err(PreprocessError::TooLarge { .. })));
    }

    #[test]
    fn what_fails_is_named() {
        let (folder, path) = file("a.c", "#error not today\n");
        let error = Preprocess::default().run(&path).unwrap_err().to_string();
        assert!(error.contains("not today") && error.contains("a.c"), "{error}");

        let error = Preprocess::new(["no-such-compiler"]).run(&path).unwrap_err();
        assert!(matches!(error, PreprocessError::NotFound { .. }), "{error}");

        let nothing = Preprocess::new([] as [&str; 0]).run(&path).unwrap_err();
        assert!(matches!(nothing, PreprocessError::NoCommand));

        let missing = Preprocess::default().run(&folder.path().join("b.c")).unwrap_err();
        assert!(matches!(missing, PreprocessError::Read { .. }));
    }

    #[test]
    fn endless_text_is_cut_short() {
        let (_folder, path) = file("a.c", &"int x;\n".repeat(100_000));
        let error = Preprocess::default().limit(1000).run(&path).unwrap_err();
        assert!(matches!(error, PreprocessError::TooLarge { limit: 1000, .. }), "{error}");
    }

    #[test]
    fn a_name_like_an_option_is_a_name() {
        assert_eq!(not_an_option(Path::new("-o.c")), Path::new("./-o.c"));
        assert_eq!(not_an_option(Path::new("o.c")), Path::new("o.c"));
    }
}
