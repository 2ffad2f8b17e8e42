//! The files of the repository, as the checks see them.

use std::fmt;
use std::path::Path;

use anyhow::{Context as _, Result};
use elenchus_records::context::Context;
use xshell::cmd;

pub struct File {
    /// From the root on, with `/`.
    pub path: String,
    pub size: u64,
    /// Absent when it is not UTF-8.
    pub text: Option<String>,
}

pub struct Tree {
    pub files: Vec<File>,
}

/// Something to put right: where, what, and what to do.
#[derive(Debug, PartialEq, Eq)]
pub struct Violation {
    pub path: String,
    /// From 1 on; 0 for the file as a whole.
    pub line: usize,
    pub what: String,
}

impl Violation {
    pub fn new(path: &str, line: usize, what: impl Into<String>) -> Violation {
        Violation { path: path.to_string(), line, what: what.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.what),
            line => write!(f, "{}:{line}: {}", self.path, self.what),
        }
    }
}

impl File {
    /// Its lines with their numbers; none when it is not text.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let text = self.text.as_deref().unwrap_or("");
        text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    /// The name of the crate's folder when this is its manifest.
    pub fn crate_of_manifest(&self) -> Option<&str> {
        let folder = self.path.strip_suffix("/Cargo.toml")?;
        let name = folder.strip_prefix("crates/").unwrap_or(folder);
        (!name.contains('/')).then_some(name)
    }
}

impl Tree {
    /// Tracked files, and new ones that are not ignored.
    pub fn load(ctx: &Context) -> Result<Tree> {
        let mut paths = match git_files(ctx)? {
            Some(paths) => paths,
            None => {
                let mut paths = Vec::new();
                walk(&ctx.root, "", &mut paths)?;
                paths
            }
        };
        paths.sort();
        paths.dedup();
        let mut files = Vec::new();
        for path in paths {
            let full = ctx.path(&path);
            // Listed by git but deleted in the working tree, or a submodule.
            if !full.is_file() {
                continue;
            }
            let bytes = std::fs::read(&full).with_context(|| format!("cannot read {path}"))?;
            files.push(File {
                path,
                size: bytes.len() as u64,
                text: String::from_utf8(bytes).ok(),
            });
        }
        Ok(Tree { files })
    }

    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Whether there is a file or a folder of that path.
    pub fn exists(&self, path: &str) -> bool {
        self.files.iter().any(|file| {
            file.path
                .strip_prefix(path)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    pub fn with_ending<'a>(&'a self, ending: &'a str) -> impl Iterator<Item = &'a File> {
        self.files.iter().filter(move |file| file.path.ends_with(ending))
    }

    #[cfg(test)]
    pub fn of(files: &[(&str, &str)]) -> Tree {
        let file = |(path, text): &(&str, &str)| File {
            path: path.to_string(),
            size: text.len() as u64,
            text: Some(text.to_string()),
        };
        Tree { files: files.iter().map(file).collect() }
    }
}

/// Git's list; none when git or its data is not here (an exported tree).
fn git_files(ctx: &Context) -> Result<Option<Vec<String>>> {
    let shell = ctx.shell()?;
    let list = cmd!(shell, "git ls-files -z --cached --others --exclude-standard")
        .quiet()
        .ignore_stderr()
        .read();
    Ok(list
        .ok()
        .map(|text| text.split('\0').filter(|path| !path.is_empty()).map(str::to_string).collect()))
}

fn walk(root: &Path, folder: &str, paths: &mut Vec<String>) -> Result<()> {
    for entry in std::fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
        if path == "target" || path == ".git" {
            continue;
        }
        if entry.file_type()?.is_dir() {
            walk(root, &path, paths)?;
        } else {
            paths.push(path);
        }
    }
    Ok(())
}
