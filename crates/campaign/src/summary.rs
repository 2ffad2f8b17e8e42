//! What kinds of bugs were found: how many show what, at which level, in which stage of a
//! compiler, in which versions.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::finding::{Finding, State};
use crate::store::{Store, StoreError};

/// One question, and how many bugs have each answer, the most frequent first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Table {
    pub what: &'static str,
    pub rows: Vec<(String, usize)>,
}

/// A question to a bug, asked of its best finding.
type Question = (&'static str, fn(&Finding) -> String);

const QUESTIONS: &[Question] = &[
    ("symptom", |finding| finding.kind.name().to_owned()),
    ("compiler", |finding| finding.version.clone()),
    ("lowest level", level),
    ("stage of the blamed pass", stage),
    ("versions", versions),
];

/// Of nothing that was found out.
const UNKNOWN: &str = "unknown";

/// The bugs of a store. Those of which it is doubtful whether they are any are left out.
pub fn summary(store: &Store) -> Result<Vec<Table>, StoreError> {
    let mut counts = vec![BTreeMap::<String, usize>::new(); QUESTIONS.len()];
    for bug in store.bugs()? {
        let finding = store.finding(bug.finding)?;
        if matches!(finding.state, State::Disputed | State::Flaky) {
            continue;
        }
        for ((_, answer), counts) in QUESTIONS.iter().zip(&mut counts) {
            *counts.entry(answer(&finding)).or_default() += 1;
        }
    }
    let table = |((what, _), counts): (&Question, BTreeMap<String, usize>)| {
        let mut rows: Vec<(String, usize)> = counts.into_iter().collect();
        rows.sort_by_key(|(_, count)| usize::MAX - count);
        Table { what, rows }
    };
    Ok(QUESTIONS.iter().zip(counts).map(table).collect())
}

fn level(finding: &Finding) -> String {
    let mut words = finding.compiler.command.iter().chain(finding.compiler.levels.iter().flatten());
    words.rfind(|word| word.starts_with("-O")).map_or("plain".to_owned(), Clone::clone)
}

/// gcc's passes say it in their names.
const STAGES: &[(&str, &str)] = &[
    ("tree-", "functions in GIMPLE (tree)"),
    ("ipa-", "the whole unit (ipa)"),
    ("rtl-", "machine instructions (rtl)"),
];

fn stage(finding: &Finding) -> String {
    let pass = finding.blamed.as_deref().and_then(|blamed| blamed.blame.pass.as_deref());
    let Some(pass) = pass else { return UNKNOWN.to_owned() };
    let stage = STAGES.iter().find(|(prefix, _)| pass.starts_with(prefix));
    stage.map_or("a pass of LLVM", |(_, stage)| stage).to_owned()
}

fn versions(finding: &Finding) -> String {
    let versions = finding.blamed.as_deref().and_then(|one| one.blame.versions.as_ref());
    versions.map_or(UNKNOWN.to_owned(), |versions| versions.words.clone())
}
