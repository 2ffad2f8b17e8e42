//! Files for users: nothing that is there already is replaced, unless an earlier run
//! like this one wrote it.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a file was not written.
#[derive(Debug, Error)]
pub enum NotWritten {
    #[error(
        "{} is there already, and not from a run like this one: nothing is replaced; \
         give another place, or move it away", .0.display()
    )]
    InTheWay(PathBuf),
    #[error("cannot write {}: {source}", path.display())]
    Failed { path: PathBuf, source: io::Error },
}

/// A file that is wanted.
pub struct NewFile {
    pub path: PathBuf,
    pub bytes: Vec<u8>,
    /// Whether it can be executed.
    pub is_script: bool,
}

impl NewFile {
    pub fn new(path: impl Into<PathBuf>, bytes: impl Into<Vec<u8>>) -> NewFile {
        NewFile { path: path.into(), bytes: bytes.into(), is_script: false }
    }

    pub fn script(path: impl Into<PathBuf>, text: impl Into<Vec<u8>>) -> NewFile {
        NewFile { is_script: true, ..NewFile::new(path, text) }
    }
}

/// Writes files that belong together. All places are looked at before the first file is
/// written; one that has exactly these bytes already is left as it is. Those that are
/// unwanted may not be there either: an old answer must not pass for one to a new text.
pub fn write_all(wanted: &[NewFile], unwanted: &[PathBuf]) -> Result<(), NotWritten> {
    if let Some(path) = unwanted.iter().find(|path| path.symlink_metadata().is_ok()) {
        return Err(NotWritten::InTheWay(path.clone()));
    }
    let mut missing = Vec::new();
    for file in wanted {
        match file.path.symlink_metadata() {
            Ok(_) if holds(&file.path, &file.bytes) => {}
            Ok(_) => return Err(NotWritten::InTheWay(file.path.clone())),
            Err(_) => missing.push(file),
        }
    }
    missing.into_iter().try_for_each(write_new)
}

/// Writes what a later run replaces: `is_ours` knows it by what it holds. A device or a
/// pipe takes it as it is.
pub fn replace(path: &Path, bytes: &[u8], is_ours: fn(&[u8]) -> bool) -> Result<(), NotWritten> {
    let failed = |source| NotWritten::Failed { path: path.to_path_buf(), source };
    let in_the_way = || NotWritten::InTheWay(path.to_path_buf());
    let Ok(here) = path.symlink_metadata() else {
        return write_new(&NewFile::new(path, bytes));
    };
    if here.is_file() {
        let found = fs::read(path).map_err(failed)?;
        return match found.is_empty() || is_ours(&found) {
            true => fs::write(path, bytes).map_err(failed),
            false => Err(in_the_way()),
        };
    }
    // A link may lead to a device or a pipe, as /dev/stdout does.
    let target = path.metadata().map_err(|_| in_the_way())?;
    if target.is_file() || target.is_dir() {
        return Err(in_the_way());
    }
    let mut stream = fs::OpenOptions::new().write(true).open(path).map_err(failed)?;
    stream.write_all(bytes).map_err(failed)
}

/// Whether a file has exactly these bytes.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    let data = path.metadata();
    let as_long = data.is_ok_and(|data| data.is_file() && data.len() == bytes.len() as u64);
    as_long && fs::read(path).is_ok_and(|found| found == bytes)
}

fn write_new(new: &NewFile) -> Result<(), NotWritten> {
    let path = &new.path;
    let failed = |source: io::Error| match source.kind() {
        ErrorKind::AlreadyExists => NotWritten::InTheWay(path.clone()),
        _ => NotWritten::Failed { path: path.clone(), source },
    };
    let mut file = fs::File::create_new(path).map_err(failed)?;
    let mut written = file.write_all(&new.bytes);
    if new.is_script {
        written = written.and_then(|()| file.set_permissions(fs::Permissions::from_mode(0o755)));
    }
    if written.is_err() {
        // Half a file would be in the way of the next run.
        let _ = fs::remove_file(path);
    }
    written.map_err(failed)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn in_the_way(result: Result<(), NotWritten>) -> Option<String> {
        match result.err()? {
            NotWritten::InTheWay(path) => Some(path.file_name()?.to_str()?.to_owned()),
            other => panic!("{other}"),
        }
    }

    #[test]
    fn nothing_is_written_where_one_file_is_in_the_way() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let wanted = || [NewFile::script(at("a"), "1"), NewFile::new(at("b"), "2")];
        fs::write(at("b"), "mine").unwrap();
        assert_eq!(in_the_way(write_all(&wanted(), &[])).as_deref(), Some("b"));
        assert!(!at("a").exists());
        fs::write(at("b"), "2").unwrap();
        assert_eq!(in_the_way(write_all(&wanted(), &[at("c")])), None);
        assert_eq!(fs::metadata(at("a")).unwrap().permissions().mode() & 0o777, 0o755);
        assert_eq!(in_the_way(write_all(&wanted(), &[at("a")])).as_deref(), Some("a"));
    }

    #[test]
    fn no_link_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("mine"), "ours, but not here").unwrap();
        for (link, target) in [("full", "mine"), ("dangling", "nowhere")] {
            symlink(at(target), at(link)).unwrap();
            assert_eq!(
                in_the_way(write_all(&[NewFile::new(at(link), "2")], &[])).as_deref(),
                Some(link)
            );
            let replaced = replace(&at(link), b"2", |found| found.starts_with(b"ours"));
            assert_eq!(in_the_way(replaced).as_deref(), Some(link));
        }
        assert!(!at("nowhere").exists());
        assert_eq!(fs::read(at("mine")).unwrap(), b"ours, but not here");
    }

    #[test]
    fn only_what_is_ours_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let write =
            |text: &str| replace(&path, text.as_bytes(), |found| found.starts_with(b"ours"));
        for text in ["ours 1", "ours 2", ""] {
            write(text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        write("ours 3").unwrap();
        fs::write(&path, "mine").unwrap();
        assert_eq!(in_the_way(write("ours 4")).as_deref(), Some("out"));
        replace(Path::new("/dev/null"), b"1", |_| false).unwrap();
    }
}
