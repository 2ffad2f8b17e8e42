//! Stores that are not ours, damaged, or newer are refused and left alone.

use std::fs;
use std::path::Path;

use elenchus_campaign::store::{Store, StoreError};

fn refused(path: &Path) -> StoreError {
    let before = fs::read(path).unwrap();
    let Err(error) = Store::open(path) else { panic!("{} was opened", path.display()) };
    assert_eq!(fs::read(path).unwrap(), before, "{error}");
    error
}

#[test]
fn a_text_is_no_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    fs::write(&path, "int main(void) { return 0; }\n".repeat(100)).unwrap();
    assert!(matches!(refused(&path), StoreError::Foreign(_)));
}

#[test]
fn the_database_of_others_is_no_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE x (y); PRAGMA user_version = 1").unwrap();
    drop(other);
    assert!(matches!(refused(&path), StoreError::Foreign(_)));
}

#[test]
fn a_newer_store_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    drop(Store::open(&path).unwrap());
    let newer = rusqlite::Connection::open(&path).unwrap();
    newer.pragma_update(None, "user_version", 99).unwrap();
    drop(newer);
    assert!(matches!(refused(&path), StoreError::Newer { found: 99, .. }));
}

#[test]
fn a_damaged_store_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    drop(Store::open(&path).unwrap());
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[4096..middle.max(8192)].fill(0xa5);
    fs::write(&path, bytes).unwrap();
    let error = refused(&path);
    assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");
}

#[test]
fn what_is_not_there_is_not_made_by_looking() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    assert!(matches!(Store::open_existing(&path), Err(StoreError::Missing(_))));
    assert!(!path.exists());
    let store = Store::open(&path).unwrap();
    assert!(matches!(store.finding(7), Err(StoreError::NoFinding(7))));
    assert!(store.bugs().unwrap().is_empty());
}
