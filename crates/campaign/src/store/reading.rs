//! A store where nothing can be written, on a disk that is mounted for reading or in a
//! folder of somebody else. SQLite writes files beside a store even to read it, unless
//! it is told that nobody writes.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::{MIGRATIONS, Store, StoreError, check};

/// Whether SQLite failed because it may not write.
pub fn is_refusal(error: &StoreError) -> bool {
    let codes = [ErrorCode::CannotOpen, ErrorCode::ReadOnly, ErrorCode::PermissionDenied];
    match error {
        StoreError::Open { source, .. } => {
            source.sqlite_error_code().is_some_and(|code| codes.contains(&code))
        }
        StoreError::ReadOnly => true,
        _ => false,
    }
}

/// Opens it as it lies there.
pub fn open(path: &Path) -> Result<Store, StoreError> {
    // What a hunt that was killed has not moved into the file would be missing.
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let log = Path::new(&log);
    if log.metadata().is_ok_and(|log| log.len() > 0) {
        return Err(StoreError::Unfinished(path.to_path_buf()));
    }
    let uri = format!("file:{}?immutable=1", escaped(path));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let db = Connection::open_with_flags(uri, flags)
        .map_err(|source| StoreError::Open { path: path.to_path_buf(), source })?;
    match check(&db, path)? {
        version if version == MIGRATIONS.len() => Ok(Store { db }),
        _ => Err(StoreError::Unfinished(path.to_path_buf())),
    }
}

/// A path in a URI: what is not plain is `%` and two digits.
fn escaped(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte);
    let bytes = path.as_os_str().as_bytes().iter();
    bytes
        .map(|&byte| if plain(byte) { char::from(byte).into() } else { format!("%{byte:02x}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_in_uris() {
        assert_eq!(escaped(Path::new("a b/é?#%.db")), "a%20b/%c3%a9%3f%23%25.db");
    }
}
