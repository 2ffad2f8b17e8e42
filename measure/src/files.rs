//! Files and folders that tasks keep below target/.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// A folder, made if it is not there.
pub fn folder(path: PathBuf) -> Result<PathBuf> {
    std::fs::create_dir_all(&path).with_context(|| format!("cannot make {}", path.display()))?;
    Ok(path)
}

/// A folder without anything in it: what an earlier run left is gone.
pub fn fresh_folder(path: PathBuf) -> Result<PathBuf> {
    if path.exists() {
        std::fs::remove_dir_all(&path)?;
    }
    folder(path)
}

/// Writes a file, aside first, so that an interrupted run leaves no half of it.
pub fn write_whole(file: &Path, bytes: &[u8]) -> Result<()> {
    let partial = file.with_extension("partial");
    std::fs::write(&partial, bytes)?;
    std::fs::rename(&partial, file).with_context(|| format!("cannot write {}", file.display()))
}

/// All files below a folder with an ending, in the order of their names.
pub fn below(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries =
            folder.read_dir().with_context(|| format!("cannot read {}", folder.display()))?;
        for entry in entries {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else if entry.path().extension().is_some_and(|found| found == ending) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_below() {
        let scratch = tempfile::tempdir().unwrap();
        let root = scratch.path().join("root");
        let inner = folder(root.join("a/b")).unwrap();
        for file in [root.join("z.c"), inner.join("x.c"), inner.join("x.h")] {
            write_whole(&file, b"text").unwrap();
        }
        assert_eq!(below(&root, "c").unwrap(), [inner.join("x.c"), root.join("z.c")]);
        assert!(below(&fresh_folder(root).unwrap(), "c").unwrap().is_empty());
    }
}
