//! Compiles C for tests.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A file in the test's own part of the target directory.
pub fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Runs gcc, which is always there, on a source text.
pub fn gcc(name: &str, source: &str, arguments: &[&str]) -> Output {
    let file = scratch(&format!("{name}.c"));
    std::fs::write(&file, source).unwrap();
    // The source comes before the libraries that it needs.
    Command::new("gcc").arg("-w").arg(&file).args(arguments).output().unwrap()
}

/// Where the expected bits are those of x86-64 and its `long double`.
pub fn is_x86_64() -> bool {
    let yes = cfg!(target_arch = "x86_64");
    if !yes {
        println!("skipped: the host is not x86-64");
    }
    yes
}
