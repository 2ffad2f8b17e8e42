//! The files below a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

#[derive(Debug, Error)]
#[error("cannot read {}: {source}", folder.display())]
pub struct Unreadable {
    folder: PathBuf,
    source: io::Error,
}

/// The files with one of these endings in a folder and in those below it, in
/// order. Links to folders are not followed: they may lead back.
pub fn below(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, Unreadable> {
    let mut files = Vec::new();
    collect(folder, endings, &mut files)?;
    Ok(files)
}

fn collect(folder: &Path, endings: &[&str], files: &mut Vec<PathBuf>) -> Result<(), Unreadable> {
    let unreadable = |source| Unreadable { folder: folder.to_path_buf(), source };
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_type().map_err(unreadable)?.is_dir() {
            collect(&path, endings, files)?;
        } else if has_ending(&path, endings) {
            files.push(path);
        }
    }
    Ok(())
}

pub fn has_ending(path: &Path, endings: &[&str]) -> bool {
    path.extension().is_some_and(|ending| endings.iter().any(|one| ending == *one))
}
