//! What gcov says of a program that was built with `--coverage`.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use crate::call::call;
use crate::files;

/// Lines, functions and branches, by file and number or name.
#[derive(Default, Clone)]
pub struct Covered {
    pub lines: BTreeSet<String>,
    pub functions: BTreeSet<String>,
    pub branches: BTreeSet<String>,
}

impl Covered {
    pub fn counts(&self) -> [usize; 3] {
        [self.lines.len(), self.functions.len(), self.branches.len()]
    }

    pub fn and(&self, other: &Covered) -> Covered {
        Covered {
            lines: &self.lines | &other.lines,
            functions: &self.functions | &other.functions,
            branches: &self.branches | &other.branches,
        }
    }
}

#[derive(Deserialize)]
struct Report {
    files: Vec<File>,
}

#[derive(Deserialize)]
struct File {
    file: String,
    lines: Vec<Line>,
    functions: Vec<Function>,
}

#[derive(Deserialize)]
struct Line {
    line_number: u64,
    count: u64,
    #[serde(default)]
    branches: Vec<Branch>,
}

#[derive(Deserialize)]
struct Branch {
    count: u64,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    execution_count: u64,
}

/// Forgets what was covered so far.
pub fn reset(folder: &Path) -> Result<()> {
    for file in files::below(folder, "gcda")? {
        std::fs::remove_file(&file)?;
    }
    Ok(())
}

/// What was covered since [`reset`], and all that there is.
pub fn collect(folder: &Path) -> Result<(Covered, Covered)> {
    let notes = files::below(folder, "gcno")?;
    if notes.is_empty() {
        bail!("there is no .gcno file in {}: was it built with --coverage?", folder.display());
    }
    let (mut covered, mut all) = (Covered::default(), Covered::default());
    for note in notes {
        let text = note.to_string_lossy();
        let gcov = call("gcov").args(["--json-format", "--stdout", "-b", &text]);
        // It may fail: a folder may have the notes of another version of gcc.
        let said = gcov.seconds(600).succeed()?;
        for report in said.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let report: Report =
                serde_json::from_slice(report).with_context(|| format!("gcov on {text}"))?;
            report.files.iter().for_each(|file| file.add(&mut covered, &mut all));
        }
    }
    Ok((covered, all))
}

impl File {
    fn add(&self, covered: &mut Covered, all: &mut Covered) {
        let mut put = |of: fn(&mut Covered) -> &mut BTreeSet<String>, key: String, count: u64| {
            if count > 0 {
                of(covered).insert(key.clone());
            }
            of(all).insert(key);
        };
        for line in &self.lines {
            let key = format!("{}:{}", self.file, line.line_number);
            for (number, branch) in line.branches.iter().enumerate() {
                put(|covered| &mut covered.branches, format!("{key}:{number}"), branch.count);
            }
            put(|covered| &mut covered.lines, key, line.count);
        }
        for function in &self.functions {
            let key = format!("{}:{}", self.file, function.name);
            put(|covered| &mut covered.functions, key, function.execution_count);
        }
    }
}
