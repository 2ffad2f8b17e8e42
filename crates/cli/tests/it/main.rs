//! Transcripts: commands and what they must print, beside each other.
//!
//! They are the files of `tests/cli`, the `console` blocks of the guides in
//! `docs`, and the `sh` blocks of README.md. A line `$ command` is run by
//! `sh`, lines `> …` continue it, and what follows is its output, stdout and
//! stderr together. With `ELENCHUS_BLESS` set the output is rewritten.

mod transcript;

use std::fs;
use std::path::{Path, PathBuf};

use transcript::{Kind, Session};

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

fn check(path: &Path, kind: Kind) -> usize {
    let expected = fs::read_to_string(path).unwrap();
    let (actual, commands) = Session::new().replay(&expected, kind);
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
        assert!(check(&path, Kind::Plain) > 0, "{}: no command", path.display());
    }
}

#[test]
fn guides() {
    for path in files("docs", "md") {
        check(&path, Kind::Markdown);
    }
}

#[test]
fn the_readme_works_when_pasted() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let mut blocks = 0;
    for block in readme.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next()) {
        // The other command is the one that runs this test.
        if block.contains("cargo run") {
            let script = block.replace("cargo run --release --", "elenchus");
            let (output, status) = Session::new().run(&format!("set -e\n{script}"));
            assert_eq!(status, Some(0), "{script}{output}");
            blocks += 1;
        }
    }
    assert!(blocks > 0);
}
