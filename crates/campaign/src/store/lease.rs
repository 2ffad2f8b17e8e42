//! Which seeds are whose.
//!
//! A worker takes a range of seeds and goes through it in order. What a killed
//! hunt has left of its ranges goes to the next one that asks.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Transaction, TransactionBehavior, params};

use super::{Store, StoreError, stream};
use crate::source::Source;

/// How many seeds are taken at once.
const RANGE: u64 = 32;

/// Seeds of a source that are ours: `next` and those after it up to `end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lease {
    id: i64,
    pub next: u64,
    /// Not included.
    pub end: u64,
}

impl Store {
    /// Takes seeds of a source; none if it has come to its end.
    pub fn lease(&mut self, source: &Source) -> Result<Option<Lease>, StoreError> {
        let name = stream(source)?;
        let me = me();
        let work = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let first = if source.count().is_some() { 0 } else { somewhere() };
        let sql = "INSERT OR IGNORE INTO stream (source, next) VALUES (?1, ?2)";
        work.execute(sql, params![name, first])?;
        let sql = "SELECT id, next FROM stream WHERE source = ?1";
        let (id, next): (i64, i64) =
            work.query_row(sql, [&name], |row| Ok((row.get(0)?, row.get(1)?)))?;
        if let Some(lease) = abandoned(&work, id)? {
            work.execute("UPDATE lease SET owner = ?1 WHERE id = ?2", params![me, lease.id])?;
            work.commit()?;
            return Ok(Some(lease));
        }
        let next = u64::try_from(next).unwrap_or(0);
        let end = (next + RANGE).min(source.count().unwrap_or(u64::MAX >> 1));
        if next >= end {
            return Ok(None);
        }
        work.execute("UPDATE stream SET next = ?1 WHERE id = ?2", params![signed(end), id])?;
        let sql = "INSERT INTO lease (stream, next, last, owner) VALUES (?1, ?2, ?3, ?4)";
        work.execute(sql, params![id, signed(next), signed(end), me])?;
        let id = work.last_insert_rowid();
        work.commit()?;
        Ok(Some(Lease { id, next, end }))
    }

    /// Gives back what was not used, for the next one who asks.
    pub fn release(&mut self, lease: &Lease) -> Result<(), StoreError> {
        self.db.execute("UPDATE lease SET owner = '' WHERE id = ?1", [lease.id])?;
        Ok(())
    }
}

/// A range whose owner is gone.
fn abandoned(work: &Transaction, stream: i64) -> Result<Option<Lease>, StoreError> {
    let sql = "SELECT id, next, last, owner FROM lease WHERE stream = ?1 ORDER BY id";
    let mut query = work.prepare(sql)?;
    let mut rows = query.query([stream])?;
    while let Some(row) = rows.next()? {
        let owner: String = row.get(3)?;
        if !is_alive(&owner) {
            let number = |value: i64| u64::try_from(value).unwrap_or(0);
            let (next, end) = (number(row.get(1)?), number(row.get(2)?));
            return Ok(Some(Lease { id: row.get(0)?, next, end }));
        }
    }
    Ok(None)
}

/// The first of the seeds is done.
pub fn advance(work: &Transaction, lease: &mut Lease) -> Result<(), StoreError> {
    lease.next += 1;
    if lease.next >= lease.end {
        work.execute("DELETE FROM lease WHERE id = ?1", [lease.id])?;
    } else {
        let sql = "UPDATE lease SET next = ?1 WHERE id = ?2";
        work.execute(sql, params![signed(lease.next), lease.id])?;
    }
    Ok(())
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Where the seeds of a new store begin: two stores should not test the same.
fn somewhere() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mixed = xxhash_rust::xxh3::xxh3_64(&now.as_nanos().to_ne_bytes());
    i64::try_from(mixed >> 24).unwrap_or(0)
}

/// This process: its number and when it began, since numbers are used again.
fn me() -> String {
    owner(std::process::id()).unwrap_or_default()
}

fn is_alive(name: &str) -> bool {
    let pid = name.split(' ').next().and_then(|pid| pid.parse().ok());
    pid.and_then(owner).is_some_and(|found| found == name)
}

fn owner(pid: u32) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace();
    let state = fields.next()?;
    let started = fields.nth(18)?;
    (state != "Z").then(|| format!("{pid} {started}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generator() -> Source {
        Source::Generate {
            preset: "mix".into(),
            size: 1000,
            split: false,
            portable: false,
            dice: false,
        }
    }

    #[test]
    fn two_never_get_the_same_seeds() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let (mut one, mut two) = (Store::open(&path).unwrap(), Store::open(&path).unwrap());
        let a = one.lease(&generator()).unwrap().unwrap();
        let b = two.lease(&generator()).unwrap().unwrap();
        assert!(a.end <= b.next || b.end <= a.next, "{a:?} {b:?}");
    }

    #[test]
    fn what_the_dead_left_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("a.db")).unwrap();
        let mut lease = store.lease(&generator()).unwrap().unwrap();
        let first = lease.next;
        store.finish(Some(&mut lease), &[], &[]).unwrap();
        store.db.execute("UPDATE lease SET owner = '1 1'", []).unwrap();
        let again = store.lease(&generator()).unwrap().unwrap();
        assert_eq!((again.next, again.end), (first + 1, lease.end));
        assert!(store.lease(&generator()).unwrap().unwrap().next >= lease.end);
    }

    #[test]
    fn files_come_to_an_end() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("a.db")).unwrap();
        let source = Source::Files { files: vec!["a.c".into(), "b.c".into()], flags: vec![] };
        let mut lease = store.lease(&source).unwrap().unwrap();
        assert_eq!((lease.next, lease.end), (0, 2));
        assert_eq!(store.lease(&source).unwrap(), None);
        store.finish(Some(&mut lease), &[], &[]).unwrap();
        store.finish(Some(&mut lease), &[], &[]).unwrap();
        assert_eq!(store.lease(&source).unwrap(), None);
    }

    #[test]
    fn a_process_is_known_by_its_beginning() {
        assert!(is_alive(&me()));
        let other = format!("{} 1", std::process::id());
        assert!(!is_alive(&other) && !is_alive("") && !is_alive("0 0"));
    }
}
