//! What hunts have found, in one SQLite file.
//!
//! A test is written in one transaction: its findings, and that its seed is
//! done. So a hunt that is killed loses nothing that was shown and repeats
//! nothing. Several hunts may work on one file.

mod asked;
mod groups;
mod lease;
mod reading;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use serde::Serialize;
use thiserror::Error;

use crate::finding::{Blamed, Finding, Reduced};
use crate::group::Clue;
use crate::source::Source;

pub use lease::Lease;

/// Tells our files from those of others: "elen".
const APPLICATION: i32 = 0x656c_656e;

/// What a file of the version before lacks: tables, and what SQL cannot compute.
struct Migration {
    sql: &'static str,
    then: fn(&Transaction) -> Result<(), StoreError>,
}

/// A file of version N has seen the first N of them.
const MIGRATIONS: &[Migration] = &[
    Migration { sql: include_str!("migrations/0001.sql"), then: |_| Ok(()) },
    Migration { sql: include_str!("migrations/0002.sql"), then: groups::place_all },
    // What tells one breakdown of a compiler from another is another part of its message.
    Migration { sql: "", then: groups::name_breakdowns_anew },
    Migration { sql: include_str!("migrations/0004.sql"), then: |_| Ok(()) },
];

/// Of each bug so many findings are kept; more are only counted. Of wrong code that nobody
/// has looked at closer, more are: other bugs may be among them.
const KEPT: i64 = 10;
const KEPT_TO_BE_TOLD_APART: i64 = 50;

/// How long another hunt may take to write.
const PATIENCE: Duration = Duration::from_secs(30);

/// The mark of a bug that was tried again and is gone. It is no bug that people know of any
/// more: whoever shows it again is new.
pub const FIXED: &str = "fixed";

pub struct Store {
    db: Connection,
}

#[derive(Debug, Error)]
pub enum StoreError {
    #[error("{} is not a store of Elenchus: name another file with --store", .0.display())]
    Foreign(PathBuf),
    #[error(
        "{} was written by a newer Elenchus (version {found} of the store, {known} is known): \
         update Elenchus, or name another file with --store", path.display()
    )]
    Newer { path: PathBuf, found: usize, known: usize },
    #[error("{} is damaged ({what}): restore a copy, or name another file with --store", path.display())]
    Damaged { path: PathBuf, what: String },
    #[error("cannot open the store {}: {source}", path.display())]
    Open { path: PathBuf, source: rusqlite::Error },
    #[error("there is no store {}: `elenchus hunt` makes one", .0.display())]
    Missing(PathBuf),
    #[error("there is no finding {0}: `elenchus list` shows them")]
    NoFinding(i64),
    #[error(
        "there is no room for the store: all that was shown is in it; make room on its disk \
         and hunt again"
    )]
    Full,
    #[error("the store cannot be written where it is: copy it to another folder")]
    ReadOnly,
    #[error(
        "{} must be brought up to date, and cannot be written where it is: copy it to another \
         folder, with the files beside it whose names begin as its own", .0.display()
    )]
    Unfinished(PathBuf),
    #[error("the store cannot be read or written: {0}; is there room on its disk?")]
    Sql(rusqlite::Error),
    #[error("the store has something that cannot be understood: {0}")]
    Json(#[from] serde_json::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => StoreError::Full,
            Some(rusqlite::ErrorCode::ReadOnly) => StoreError::ReadOnly,
            _ => StoreError::Sql(error),
        }
    }
}

/// A bug with its findings, in short.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Bug {
    pub id: i64,
    pub signature: String,
    /// How many programs showed it.
    pub seen: i64,
    /// How many of them are no findings here: there are enough, or it is marked.
    pub held: i64,
    pub mark: Option<String>,
    pub url: Option<String>,
    /// When the first of its findings was stored, and when a program showed it last: the
    /// date and the time of day, in UTC.
    pub first_seen: String,
    pub last_seen: String,
    /// Its best finding: confirmed before all others, then the smallest.
    pub finding: i64,
    pub kind: String,
    pub state: String,
    pub compiler: String,
    /// The version that the compiler had then.
    pub version: String,
    pub size: i64,
    /// The pass that is blamed for it.
    pub pass: Option<String>,
}

/// Whether more findings are of use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    More,
    /// There are so many that more are only counted.
    Enough,
    /// Somebody has marked the bug: what more there is of it is held back, and counted.
    Marked,
}

/// What became of a finding that was to be stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    pub id: i64,
    /// No finding of this bug was stored before.
    pub new_bug: bool,
}

impl Store {
    /// Opens a store, or makes it.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let open = |source| StoreError::Open { path: path.to_path_buf(), source };
        let mut db = Connection::open(path).map_err(open)?;
        db.busy_timeout(PATIENCE)?;
        check(&db, path)?;
        // A migration makes tables anew to which others refer.
        db.pragma_update(None, "foreign_keys", false)?;
        migrate(&mut db, path)?;
        db.pragma_update(None, "journal_mode", "wal")?;
        db.pragma_update(None, "synchronous", "normal")?;
        db.pragma_update(None, "foreign_keys", true)?;
        Ok(Store { db })
    }

    /// Opens a store that must be there; to be read only, if it cannot be written.
    pub fn open_existing(path: &Path) -> Result<Store, StoreError> {
        let data = path.metadata().map_err(|_| StoreError::Missing(path.to_path_buf()))?;
        // SQLite would make a store of an empty file, which is somebody's.
        if data.len() == 0 {
            return Err(StoreError::Foreign(path.to_path_buf()));
        }
        match Store::open(path) {
            Err(error) if reading::is_refusal(&error) => reading::open(path),
            opened => opened,
        }
    }

    /// Notes that a hunt begins.
    pub fn begin(&self, setup: &str) -> Result<(), StoreError> {
        let version = env!("CARGO_PKG_VERSION");
        self.db.execute("INSERT INTO hunt (version, setup) VALUES (?1, ?2)", [version, setup])?;
        Ok(())
    }

    /// Whether more findings with this signature are of use. Those that were told apart by
    /// more than their signature do not count.
    pub fn wants(&self, signature: &str) -> Result<Want, StoreError> {
        let sql = "SELECT count(*), count(CASE WHEN mark <> ?4 THEN 1 END), max(clue.kind = ?2)
                   FROM finding JOIN bug ON bug.id = bug JOIN clue ON clue.finding = finding.id
                   WHERE signature = ?1 AND clue.kind IN (?2, ?3)";
        let clues = [Clue::Signature.name(), Clue::Message.name()];
        let (kept, marked, mixed): (i64, i64, Option<bool>) =
            self.db.query_row(sql, params![signature, clues[0], clues[1], FIXED], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })?;
        let most = if mixed == Some(true) { KEPT_TO_BE_TOLD_APART } else { KEPT };
        Ok(match (marked, kept < most) {
            (0, true) => Want::More,
            (0, false) => Want::Enough,
            _ => Want::Marked,
        })
    }

    /// Writes all of a test: its findings, suspects that were not wanted, and
    /// that its seed is done. A finding that is there already is left out.
    pub fn finish(
        &mut self,
        lease: Option<&mut Lease>,
        findings: &[Finding],
        more: &[String],
    ) -> Result<Vec<Option<Stored>>, StoreError> {
        let work = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let stored = findings.iter().map(|finding| insert(&work, finding)).collect();
        for signature in more {
            groups::count(&work, signature)?;
        }
        if let Some(lease) = lease {
            lease::advance(&work, lease)?;
        }
        let stored: Vec<Option<Stored>> = Result::from_iter::<Vec<_>>(stored)?;
        work.commit()?;
        Ok(stored)
    }

    /// The moment so long ago, as bugs have their dates.
    pub fn ago(&self, time: Duration) -> Result<String, StoreError> {
        let back = format!("-{} seconds", time.as_secs());
        Ok(self.db.query_row("SELECT datetime('now', ?1)", [back], |row| row.get(0))?)
    }

    /// All bugs, those with confirmed findings first.
    pub fn bugs(&self) -> Result<Vec<Bug>, StoreError> {
        let sql = "
            SELECT bug.id, signature, seen, mark, url, finding.id, kind, state, compiler, size,
                   json_extract(record, '$.blamed.pass'),
                   (SELECT count(*) FROM finding WHERE bug = bug.id),
                   (SELECT min(found) FROM finding WHERE bug = bug.id),
                   (SELECT max(found, coalesce(last, found)) FROM finding WHERE bug = bug.id
                    ORDER BY found DESC LIMIT 1),
                   json_extract(record, '$.version')
            FROM bug JOIN finding ON finding.id = (
                SELECT id FROM finding WHERE bug = bug.id
                ORDER BY state <> 'confirmed', size, id LIMIT 1)
            ORDER BY state <> 'confirmed', state, kind, bug.id";
        let mut query = self.db.prepare(sql)?;
        let bugs = query.query_map([], |row| {
            let (seen, kept): (i64, i64) = (row.get(2)?, row.get(11)?);
            Ok(Bug {
                id: row.get(0)?,
                signature: row.get(1)?,
                seen,
                held: (seen - kept).max(0),
                mark: row.get(3)?,
                url: row.get(4)?,
                finding: row.get(5)?,
                kind: row.get(6)?,
                state: row.get(7)?,
                compiler: row.get(8)?,
                size: row.get(9)?,
                pass: row.get(10)?,
                first_seen: row.get(12)?,
                last_seen: row.get(13)?,
                version: row.get(14)?,
            })
        })?;
        Ok(bugs.collect::<Result<_, _>>()?)
    }

    /// A finding by its number.
    pub fn finding(&self, id: i64) -> Result<Finding, StoreError> {
        let sql = "SELECT record FROM finding WHERE id = ?1";
        let record: Option<String> = self.db.query_row(sql, [id], |row| row.get(0)).optional()?;
        Ok(serde_json::from_str(&record.ok_or(StoreError::NoFinding(id))?)?)
    }

    /// Keeps what a finding was reduced to, beside it. What was blamed for the larger
    /// program is forgotten: it names functions that are gone.
    pub fn keep_reduced(&self, id: i64, reduced: Reduced) -> Result<(), StoreError> {
        self.amend(id, |finding| Finding {
            reduced: Some(Box::new(reduced)),
            blamed: None,
            ..finding
        })
    }

    /// Keeps where the bug of a finding comes from.
    pub fn keep_blamed(&self, id: i64, blamed: Blamed) -> Result<(), StoreError> {
        self.amend(id, |finding| Finding { blamed: Some(Box::new(blamed)), ..finding })
    }

    /// Writes a finding anew, while nobody else does.
    fn amend(&self, id: i64, change: impl FnOnce(Finding) -> Finding) -> Result<(), StoreError> {
        let work = self.writing()?;
        let finding = change(self.finding(id)?);
        let program = finding.reduced.as_ref().map_or(&finding.program, |one| &one.program);
        let size = i64::try_from(program.size()).unwrap_or(i64::MAX);
        let sql = "UPDATE finding SET record = ?2, size = ?3 WHERE id = ?1";
        work.execute(sql, params![id, serde_json::to_string(&finding)?, size])?;
        groups::place(&work, id, &finding)?;
        Ok(work.commit()?)
    }

    /// A transaction during which nobody else writes.
    fn writing(&self) -> Result<Transaction<'_>, StoreError> {
        Ok(Transaction::new_unchecked(&self.db, TransactionBehavior::Immediate)?)
    }

    /// Closes the bug of a finding: it is fixed. Where it was reported is kept.
    pub fn close(&self, id: i64) -> Result<(), StoreError> {
        let sql = "SELECT url FROM bug WHERE id = (SELECT bug FROM finding WHERE id = ?1)";
        let url: Option<String> = self.db.query_row(sql, [id], |row| row.get(0))?;
        self.mark(id, Some(FIXED), url.as_deref())
    }

    /// Notes what people say of the bug of a finding.
    pub fn mark(&self, id: i64, mark: Option<&str>, url: Option<&str>) -> Result<(), StoreError> {
        let sql = "UPDATE bug SET mark = ?2, url = ?3, marked = ?1
                   WHERE id = (SELECT bug FROM finding WHERE id = ?1)";
        match self.db.execute(sql, params![id, mark, url])? {
            0 => Err(StoreError::NoFinding(id)),
            _ => Ok(()),
        }
    }

    /// Takes findings out, and bugs of which none is left: how many of these there were. All
    /// of them must be there, or nothing is taken out.
    pub fn delete(&self, findings: &[i64]) -> Result<usize, StoreError> {
        let work = self.writing()?;
        let bugs = findings.iter().map(|id| groups::delete(&work, *id)).collect::<Result<_, _>>();
        let bugs: Vec<bool> = bugs?;
        work.commit()?;
        Ok(bugs.into_iter().filter(|is_gone| *is_gone).count())
    }
}

fn insert(work: &Transaction, finding: &Finding) -> Result<Option<Stored>, StoreError> {
    let (source, seed) = (stream(&finding.source)?, seed(finding.seed));
    let sql = "SELECT 1 FROM finding WHERE signature = ?1 AND source = ?2 AND seed = ?3";
    if work.prepare_cached(sql)?.exists(params![finding.signature, source, seed])? {
        return Ok(None);
    }
    let like = groups::like(work, finding)?;
    let (bug, new_bug) = match like {
        Some(bug) => (bug, groups::reopen(work, bug)?),
        None => (groups::new_bug(work)?, true),
    };
    work.execute(
        "INSERT INTO finding
         (bug, signature, kind, state, compiler, source, seed, size, record)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            bug,
            finding.signature,
            finding.kind.name(),
            finding.state.name(),
            finding.compiler.name,
            source,
            seed,
            i64::try_from(finding.program.size()).unwrap_or(i64::MAX),
            serde_json::to_string(finding)?,
        ],
    )?;
    let id = work.last_insert_rowid();
    groups::note(work, id, finding)?;
    let sql = "UPDATE bug SET seen = seen + 1, last = CURRENT_TIMESTAMP WHERE id = ?1";
    work.execute(sql, [bug])?;
    Ok(Some(Stored { id, new_bug }))
}

/// A source as the store names it.
fn stream(source: &Source) -> Result<String, StoreError> {
    Ok(serde_json::to_string(source)?)
}

/// SQLite has signed numbers only.
fn seed(seed: u64) -> i64 {
    i64::from_ne_bytes(seed.to_ne_bytes())
}

/// Refuses what is not ours, or damaged, before anything is written; gives its version.
fn check(db: &Connection, path: &Path) -> Result<usize, StoreError> {
    let damaged = |what: String| StoreError::Damaged { path: path.to_path_buf(), what };
    let number = |pragma: &str| {
        db.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0)).map_err(|error| match error
            .sqlite_error_code()
        {
            Some(rusqlite::ErrorCode::NotADatabase) => StoreError::Foreign(path.to_path_buf()),
            Some(rusqlite::ErrorCode::DatabaseCorrupt) => damaged(error.to_string()),
            _ => StoreError::Open { path: path.to_path_buf(), source: error },
        })
    };
    let is_new = number("schema_version")? == 0;
    if !is_new && number("application_id")? != APPLICATION {
        return Err(StoreError::Foreign(path.to_path_buf()));
    }
    let found = usize::try_from(number("user_version")?).unwrap_or(usize::MAX);
    if found > MIGRATIONS.len() {
        let path = path.to_path_buf();
        return Err(StoreError::Newer { path, found, known: MIGRATIONS.len() });
    }
    let answer: String = db
        .pragma_query_value(None, "quick_check", |row| row.get(0))
        .map_err(|error| damaged(error.to_string()))?;
    if answer == "ok" { Ok(found) } else { Err(damaged(answer)) }
}

/// Brings a store to the present version; two hunts may begin at once.
fn migrate(db: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let open = |source| StoreError::Open { path: path.to_path_buf(), source };
    let work = db.transaction_with_behavior(TransactionBehavior::Immediate).map_err(open)?;
    let version: i32 = work.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let missing = &MIGRATIONS[usize::try_from(version).unwrap_or(0).min(MIGRATIONS.len())..];
    // All tables first: what is computed then is written as the present version has it.
    for migration in missing {
        work.execute_batch(migration.sql)?;
    }
    for migration in missing {
        (migration.then)(&work)?;
    }
    work.pragma_update(None, "user_version", MIGRATIONS.len() as i32)?;
    work.pragma_update(None, "application_id", APPLICATION)?;
    work.commit()?;
    Ok(())
}
