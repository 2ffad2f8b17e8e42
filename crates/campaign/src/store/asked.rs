//! Small questions to a store.

use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError, seed, stream};
use crate::source::Source;

impl Store {
    /// What people say of the bug of a finding.
    pub fn mark_of(&self, id: i64) -> Result<Option<String>, StoreError> {
        let sql = "SELECT mark FROM bug WHERE id = (SELECT bug FROM finding WHERE id = ?1)";
        let mark: Option<Option<String>> =
            self.db.query_row(sql, [id], |row| row.get(0)).optional()?;
        mark.ok_or(StoreError::NoFinding(id))
    }

    /// Whether a program shows anything that is kept here.
    pub fn has_finding(&self, source: &Source, at: u64) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM finding WHERE source = ?1 AND seed = ?2";
        Ok(self.db.prepare_cached(sql)?.exists(params![stream(source)?, seed(at)])?)
    }

    /// Where the findings of all other bugs than that of a finding come from.
    pub fn sources_of_others(&self, id: i64) -> Result<Vec<Source>, StoreError> {
        let sql = "SELECT source FROM finding
                   WHERE bug <> (SELECT bug FROM finding WHERE id = ?1)";
        let mut query = self.db.prepare(sql)?;
        let names = query.query_map([id], |row| row.get::<_, String>(0))?;
        names.map(|name| Ok(serde_json::from_str(&name?)?)).collect()
    }
}
