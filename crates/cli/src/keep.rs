//! Files for the user, in a folder that may have some of their own: one that is there
//! already is never replaced.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use thiserror::Error;

/// Why a file was not written.
#[derive(Debug, Error)]
#[error(
    "{} is there already, and not from a run like this one: nothing is replaced; \
     give --out another folder", .0.display()
)]
pub struct Refused(pub PathBuf);

/// Writes files. All are looked at before the first is written. Those that are not
/// wanted may not be there either: an old answer must not pass for one to a new text.
pub fn all(wanted: &[(PathBuf, Vec<u8>)], unwanted: &[PathBuf]) -> anyhow::Result<()> {
    if let Some(path) = unwanted.iter().find(|path| path.symlink_metadata().is_ok()) {
        return Err(Refused(path.clone()).into());
    }
    let mut missing = Vec::new();
    for (path, bytes) in wanted {
        match path.symlink_metadata() {
            Ok(_) if holds(path, bytes) => {}
            Ok(_) => return Err(Refused(path.clone()).into()),
            Err(_) => missing.push((path, bytes)),
        }
    }
    missing.into_iter().try_for_each(|(path, bytes)| write_new(path, bytes))
}

/// Whether a file has exactly these bytes.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    let data = path.metadata();
    let as_long = data.is_ok_and(|data| data.is_file() && data.len() == bytes.len() as u64);
    as_long && fs::read(path).is_ok_and(|found| found == bytes)
}

fn write_new(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let mut file = match fs::File::create_new(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return Err(Refused(path.to_path_buf()).into());
        }
        opened => opened.with_context(cannot)?,
    };
    let written = file.write_all(bytes).with_context(cannot);
    if written.is_err() {
        // Half a file would be in the way of the next run.
        let _ = fs::remove_file(path);
    }
    written
}
