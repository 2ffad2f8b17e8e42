//! Commands and what they must print, beside each other.
//!
//! They are the transcripts in `tests/cli`, and the `sh` blocks of README.md
//! and of the guides in `docs`, with the `text` blocks that follow them. With
//! `ELENCHUS_BLESS` set the output is rewritten.

mod commands;
mod ends;
mod hunts;
mod markdown;
mod session;
mod transcript;

use std::fs;
use std::path::{Path, PathBuf};

use session::Session;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Files of a folder by ending, in order.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    files.sort();
    files
}

/// What a file says with the output that its commands really give, and how
/// many commands it has.
type Replay = fn(&Session, &str) -> (String, usize);

/// Replays a file, compares or blesses it; how many commands it has.
fn check(path: &Path, replay: Replay) -> usize {
    let expected = fs::read_to_string(path).unwrap();
    let (actual, commands) = replay(&Session::new(), &expected);
    if actual == expected {
        return commands;
    }
    if std::env::var_os("ELENCHUS_BLESS").is_some() {
        fs::write(path, actual).unwrap();
        return commands;
    }
    let line = expected.lines().zip(actual.lines()).take_while(|(a, b)| a == b).count() + 1;
    panic!(
        "{}:{line}: the output is another: cargo xtask bless, if it is right\n{actual}",
        path.display()
    );
}

#[test]
fn transcripts() {
    let files = files("tests/cli", "txt");
    assert!(!files.is_empty());
    for path in files {
        assert!(check(&path, transcript::replay) > 0, "{}: no command", path.display());
    }
}

#[test]
fn guides() {
    for path in files("docs", "md") {
        check(&path, markdown::replay);
    }
}

#[test]
fn the_readme_works_when_pasted() {
    assert!(check(&root().join("README.md"), markdown::replay) > 0);
}

/// The programs that show bugs of compilers have the meaning that they say.
#[test]
fn what_was_found_is_valid() {
    let files = files("docs/found", "c");
    assert!(!files.is_empty());
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let expected = text.lines().find_map(|line| line.strip_prefix("// prints: "));
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_elenchus"))
            .arg("run")
            .arg(&path)
            .output()
            .unwrap();
        let output = String::from_utf8_lossy(&run.stdout);
        assert!(run.status.success(), "{}: {run:?}", path.display());
        assert_eq!(Some(output.trim_end()), expected, "{}", path.display());
    }
}
