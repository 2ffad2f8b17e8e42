//! Which bug a finding is of: what its clues say, or what a person says, which stays.

use rusqlite::{OptionalExtension, Transaction, params};

use super::{FIXED, Store, StoreError};
use crate::finding::Finding;
use crate::group::{Clue, Why, clues, signature};
use crate::oracle;

impl Store {
    /// Makes one bug of those of some findings, which stays one.
    pub fn merge(&self, findings: &[i64]) -> Result<(), StoreError> {
        let work = self.writing()?;
        let bugs: Result<Vec<i64>, _> = findings.iter().map(|id| bug_of(&work, *id)).collect();
        let bugs = bugs?;
        let Some((&bug, others)) = bugs.split_first() else { return Ok(()) };
        for other in others.iter().filter(|other| **other != bug) {
            for finding in findings_of(&work, *other)? {
                put(&work, finding, bug)?;
            }
        }
        work.execute("UPDATE finding SET by_hand = 1 WHERE bug = ?1", [bug])?;
        Ok(work.commit()?)
    }

    /// Makes a bug of these findings alone, which stays one.
    pub fn split(&self, findings: &[i64]) -> Result<(), StoreError> {
        let work = self.writing()?;
        for id in findings {
            bug_of(&work, *id)?;
        }
        let bug = new_bug(&work)?;
        for id in findings {
            put(&work, *id, bug)?;
            work.execute("UPDATE finding SET by_hand = 1 WHERE id = ?1", [id])?;
        }
        Ok(work.commit()?)
    }

    /// All findings of the bug of one in their order, and why each is of it.
    pub fn siblings(&self, id: i64) -> Result<Vec<(i64, Why)>, StoreError> {
        let work = self.db.unchecked_transaction()?;
        let all = findings_of(&work, bug_of(&work, id)?)?;
        let mut seen: Vec<(Clue, String, i64)> = Vec::new();
        let mut whys = Vec::new();
        for (at, id) in all.iter().copied().enumerate() {
            let clues = noted(&work, id)?;
            let like = |(clue, value): &(Clue, String)| {
                let first = seen.iter().find(|one| one.0 == *clue && one.1 == *value);
                first.map(|(clue, _, id)| Why::Like { finding: *id, clue: *clue })
            };
            let why = match clues.iter().find_map(like) {
                Some(why) => why,
                None if at == 0 => Why::First,
                // By a clue that is forgotten since it was put here, or by a person.
                None => Why::Person,
            };
            whys.push((id, why));
            seen.extend(clues.into_iter().map(|(clue, value)| (clue, value, id)));
        }
        Ok(whys)
    }
}

/// The bug of which a new finding is, if there is one with its clues.
pub fn like(work: &Transaction, finding: &Finding) -> Result<Option<i64>, StoreError> {
    find(work, None, &clues(finding))
}

/// Puts a finding of which more is known now where its clues say, unless a person has put
/// it somewhere.
pub fn place(work: &Transaction, id: i64, finding: &Finding) -> Result<(), StoreError> {
    let clues = note(work, id, finding)?;
    let sql = "SELECT bug, by_hand FROM finding WHERE id = ?1";
    let (bug, by_hand): (i64, bool) =
        work.query_row(sql, [id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if by_hand {
        return Ok(());
    }
    match find(work, Some(id), &clues)? {
        Some(bug) => put(work, id, bug),
        None if is_alone(work, bug, id)? => Ok(()),
        None => put(work, id, new_bug(work)?),
    }
}

/// Keeps the clues of a finding.
pub fn note(
    work: &Transaction,
    id: i64,
    finding: &Finding,
) -> Result<Vec<(Clue, String)>, StoreError> {
    work.execute("DELETE FROM clue WHERE finding = ?1", [id])?;
    let clues = clues(finding);
    for (clue, value) in &clues {
        let sql = "INSERT INTO clue (finding, kind, value) VALUES (?1, ?2, ?3)";
        work.execute(sql, params![id, clue.name(), value])?;
    }
    Ok(clues)
}

/// The bug of the first finding that has the strongest clue in common, and none that
/// speaks against it. Findings that a person has put somewhere come last, and a finding that
/// was there already does not follow them: it may be the one they were split from.
fn find(
    work: &Transaction,
    own: Option<i64>,
    clues: &[(Clue, String)],
) -> Result<Option<i64>, StoreError> {
    let sql = "SELECT id, bug FROM clue JOIN finding ON id = finding
               WHERE clue.kind = ?1 AND value = ?2 AND id IS NOT ?3
               AND (?3 IS NULL OR by_hand = 0
                    OR bug = (SELECT bug FROM finding WHERE id = ?3))
               ORDER BY by_hand, id";
    let mut query = work.prepare_cached(sql)?;
    for (at, (clue, value)) in clues.iter().enumerate() {
        let stronger = &clues[..at];
        let mut rows = query.query(params![clue.name(), value, own])?;
        while let Some(row) = rows.next()? {
            let (id, bug): (i64, i64) = (row.get(0)?, row.get(1)?);
            if !are_apart(work, id, stronger)? {
                return Ok(Some(bug));
            }
        }
    }
    Ok(None)
}

/// Whether a finding has another clue of a kind that tells bugs apart.
fn are_apart(work: &Transaction, id: i64, clues: &[(Clue, String)]) -> Result<bool, StoreError> {
    let others = noted(work, id)?;
    let is_other = |(clue, value): &(Clue, String)| {
        clue.tells_apart() && others.iter().any(|(other, of)| other == clue && of != value)
    };
    Ok(clues.iter().any(is_other))
}

/// The clues of a finding, as they are kept.
fn noted(work: &Transaction, id: i64) -> Result<Vec<(Clue, String)>, StoreError> {
    let mut query = work.prepare_cached("SELECT kind, value FROM clue WHERE finding = ?1")?;
    let mut rows = query.query([id])?;
    let mut clues = Vec::new();
    while let Some(row) = rows.next()? {
        let (name, value): (String, String) = (row.get(0)?, row.get(1)?);
        clues.extend(Clue::by_name(&name).map(|clue| (clue, value)));
    }
    clues.sort_by_key(|(clue, _)| *clue);
    Ok(clues)
}

/// Another program showed what has this signature, and is not kept. It counts for a bug of
/// which nothing more is known, if there is one.
pub fn count(work: &Transaction, signature: &str) -> Result<(), StoreError> {
    let sql = "UPDATE bug SET seen = seen + 1, last = CURRENT_TIMESTAMP WHERE id = (
                   SELECT bug FROM finding LEFT JOIN clue ON finding = id AND clue.kind = ?2
                   WHERE signature = ?1 ORDER BY value IS NULL, id LIMIT 1)";
    work.execute(sql, [signature, Clue::Signature.name()])?;
    Ok(())
}

/// Puts all findings where their clues say: those of stores that had none.
pub fn place_all(work: &Transaction) -> Result<(), StoreError> {
    // All clues first: nobody is like one that has none yet.
    for step in [|work: &_, id, finding: &_| note(work, id, finding).map(drop), place] {
        let mut query = work.prepare("SELECT id, record FROM finding ORDER BY id")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let (id, record): (i64, String) = (row.get(0)?, row.get(1)?);
            step(work, id, &serde_json::from_str(&record)?)?;
        }
    }
    Ok(())
}

/// A bug that was closed is shown again; whether it was.
pub fn reopen(work: &Transaction, bug: i64) -> Result<bool, StoreError> {
    let sql = "UPDATE bug SET mark = NULL, marked = NULL WHERE id = ?1 AND mark = ?2";
    Ok(work.execute(sql, params![bug, FIXED])? > 0)
}

/// Gives breakdowns the names that they have now, and puts all findings where their clues
/// say.
pub fn name_breakdowns_anew(work: &Transaction) -> Result<(), StoreError> {
    let mut query = work.prepare("SELECT id FROM finding ORDER BY id")?;
    let ids: Vec<i64> = query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for id in ids {
        let sql = "SELECT record FROM finding WHERE id = ?1";
        let record: String = work.query_row(sql, [id], |row| row.get(0))?;
        let mut finding: Finding = serde_json::from_str(&record)?;
        let told = oracle::row(finding.kind).told_by_message;
        let Some(message) = finding.actual.message().filter(|_| told) else { continue };
        finding.signature = signature(finding.kind, &finding.compiler.name, "", Some(message));
        // Another of the same program may have that name by now.
        let sql = "UPDATE OR IGNORE finding SET signature = ?2, record = ?3 WHERE id = ?1";
        work.execute(sql, params![id, finding.signature, serde_json::to_string(&finding)?])?;
    }
    place_all(work)
}

pub fn new_bug(work: &Transaction) -> Result<i64, StoreError> {
    work.execute("INSERT INTO bug DEFAULT VALUES", [])?;
    Ok(work.last_insert_rowid())
}

fn bug_of(work: &Transaction, id: i64) -> Result<i64, StoreError> {
    let sql = "SELECT bug FROM finding WHERE id = ?1";
    let bug = work.query_row(sql, [id], |row| row.get(0)).optional()?;
    bug.ok_or(StoreError::NoFinding(id))
}

fn findings_of(work: &Transaction, bug: i64) -> Result<Vec<i64>, StoreError> {
    let sql = "SELECT id FROM finding WHERE bug = ?1 ORDER BY id";
    let mut query = work.prepare_cached(sql)?;
    let found = query.query_map([bug], |row| row.get(0))?;
    Ok(found.collect::<Result<_, _>>()?)
}

fn is_alone(work: &Transaction, bug: i64, id: i64) -> Result<bool, StoreError> {
    let sql = "SELECT id FROM finding WHERE bug = ?1 AND id <> ?2 LIMIT 1";
    Ok(!work.prepare_cached(sql)?.exists([bug, id])?)
}

/// Takes a finding out; whether it was the last of its bug, which is gone then. What people
/// said of the bug stays with those that are left.
pub fn delete(work: &Transaction, id: i64) -> Result<bool, StoreError> {
    let bug = bug_of(work, id)?;
    work.execute("DELETE FROM clue WHERE finding = ?1", [id])?;
    work.execute("DELETE FROM finding WHERE id = ?1", [id])?;
    let Some(&left) = findings_of(work, bug)?.first() else {
        work.execute("DELETE FROM bug WHERE id = ?1", [bug])?;
        return Ok(true);
    };
    work.execute("UPDATE bug SET marked = ?2 WHERE id = ?1 AND marked = ?3", [bug, left, id])?;
    work.execute("UPDATE bug SET seen = max(seen - 1, 1) WHERE id = ?1", [bug])?;
    Ok(false)
}

/// Moves a finding to a bug. It takes along what was said of it; the last one takes all,
/// and its bug is no more.
fn put(work: &Transaction, id: i64, to: i64) -> Result<(), StoreError> {
    let from = bug_of(work, id)?;
    if from == to {
        return Ok(());
    }
    work.execute("UPDATE finding SET bug = ?2 WHERE id = ?1", [id, to])?;
    let sql = "SELECT seen, mark, url, marked FROM bug WHERE id = ?1";
    type Row = (i64, Option<String>, Option<String>, Option<i64>);
    let (seen, mark, url, marked): Row = work
        .query_row(sql, [from], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    let last = is_alone(work, from, id)?;
    let seen = if last { seen } else { 1 };
    let sql = "UPDATE bug SET seen = seen + ?2, last = nullif(max(
                   coalesce(last, ''), (SELECT coalesce(last, '') FROM bug WHERE id = ?3)), '')
               WHERE id = ?1";
    work.execute(sql, [to, seen, from])?;
    if mark.is_some() && (last || marked == Some(id)) {
        let sql = "UPDATE bug SET mark = ?2, url = ?3, marked = ?4 WHERE id = ?1 AND mark IS NULL";
        work.execute(sql, params![to, mark, url, marked])?;
        let sql = "UPDATE bug SET mark = NULL, url = NULL, marked = NULL WHERE id = ?1";
        work.execute(sql, [from])?;
    }
    match last {
        true => work.execute("DELETE FROM bug WHERE id = ?1", [from])?,
        false => {
            work.execute("UPDATE bug SET seen = max(seen - ?2, 1) WHERE id = ?1", [from, seen])?
        }
    };
    Ok(())
}
