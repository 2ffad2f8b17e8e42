//! Runs scripts in a folder of their own.

use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

pub struct Session {
    folder: TempDir,
}

impl Session {
    pub fn new() -> Session {
        Session { folder: tempfile::tempdir().unwrap() }
    }

    /// What `sh` prints, stdout and stderr together, and its exit status.
    pub fn run(&self, script: &str) -> (String, Option<i32>) {
        let binary = Path::new(env!("CARGO_BIN_EXE_elenchus")).parent().unwrap();
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!("exec 2>&1\n{script}"))
            .current_dir(self.folder.path())
            .env("PATH", format!("{}:{path}", binary.display()))
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        (text, output.status.code())
    }
}
