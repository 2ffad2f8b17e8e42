//! Replays a transcript in a folder of its own.

use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Where the commands are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// All of the file; prose comes before the first command.
    Plain,
    /// In blocks that begin with "```console".
    Markdown,
}

pub struct Session {
    folder: TempDir,
}

impl Session {
    pub fn new() -> Session {
        Session { folder: tempfile::tempdir().unwrap() }
    }

    /// The transcript with the output that the commands really give, and how
    /// many commands there were.
    pub fn replay(&self, transcript: &str, kind: Kind) -> (String, usize) {
        let mut out = String::new();
        let mut commands = 0;
        let mut inside = kind == Kind::Plain;
        let mut lines = transcript.lines().peekable();
        while let Some(line) = lines.next() {
            out += &format!("{line}\n");
            if kind == Kind::Markdown && line.starts_with("```") {
                inside = line == "```console";
                continue;
            }
            let Some(command) = line.strip_prefix("$ ").filter(|_| inside) else { continue };
            let mut script = command.to_owned();
            while let Some(more) = lines.next_if(|line| line.starts_with("> ")) {
                out += &format!("{more}\n");
                script += &format!("\n{}", &more[2..]);
            }
            // What was expected goes, what is printed comes.
            let ends_output = |line: &str| {
                line.starts_with("$ ") || (kind == Kind::Markdown && line.starts_with("```"))
            };
            while lines.next_if(|line| !ends_output(line)).is_some() {}
            let (output, status) = self.run(&script);
            out += &output;
            if status != Some(0) {
                out +=
                    &format!("[{}]\n", status.map_or("killed".into(), |s| format!("status {s}")));
            }
            commands += 1;
        }
        (out, commands)
    }

    /// What `sh` prints, ending in a line end, and its exit status.
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
