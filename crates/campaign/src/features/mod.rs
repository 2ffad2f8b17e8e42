//! What programs that show a bug have in common, and what they lack: swarm testing's
//! question.
//!
//! They are compared with programs of the same sources that did not show it, made anew
//! from seeds beside theirs. What is asked of each: the words of C and of the library in
//! its text, the numbers of its policy, the strategies of its mutations. Which source it
//! comes from is compared with the findings of all other bugs. Fisher's exact test says
//! how likely a difference is by chance, and Holm's correction that many were asked.

mod fisher;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use elenchus_compilers::scratch::Scratch;
use serde::Serialize;
use thiserror::Error;

use crate::finding::Finding;
use crate::group::text;
use crate::program::Program;
use crate::source::Source;
use crate::store::{Store, StoreError};
use fisher::{Share, fisher, holm};

/// Something that a program has or has not, and how often.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Feature {
    pub name: String,
    /// Of the programs that show the bug.
    pub bug: Share,
    /// Of the others.
    pub others: Share,
    /// As if it had been the only question.
    pub p: f64,
}

/// What was found, the least likely first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Compared {
    pub features: Vec<Feature>,
    /// The test, and how its answers were corrected.
    pub test: &'static str,
    /// How many differences were asked about.
    pub asked: usize,
    pub programs: usize,
    pub others: usize,
}

#[derive(Debug, Error)]
pub enum NotCompared {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("interrupted")]
    Stopped,
    #[error("no program of the same sources can be made to compare with")]
    NoOthers,
}

/// What is less likely than this by chance is told.
pub const SIGNIFICANT: f64 = 0.05;

const TEST: &str = "Fisher's exact test, two-sided, with Holm's correction";

/// What is known of one program.
#[derive(Default)]
struct Traits {
    words: BTreeSet<String>,
    numbers: Vec<(&'static str, u32)>,
}

/// Compares the findings of a bug with about `wanted` other programs.
pub fn compare(
    store: &Store,
    id: i64,
    wanted: usize,
    stop: &AtomicBool,
) -> Result<Compared, NotCompared> {
    let mut findings = Vec::new();
    for (id, _) in store.siblings(id)? {
        findings.push(store.finding(id)?);
    }
    let bug: Vec<Traits> = findings
        .iter()
        .map(|one| traits(&one.program, &one.mutations, &one.source, one.seed))
        .collect();
    let others = others(store, &findings, wanted, stop)?;
    if others.is_empty() {
        return Err(NotCompared::NoOthers);
    }
    let mut asked = shares(&bug, &others);
    asked.extend(sources(&findings, &store.sources_of_others(id)?));
    let raw: Vec<f64> = asked.iter().map(|one| fisher(one.bug, one.others)).collect();
    let count = asked.len();
    for (one, p) in asked.iter_mut().zip(holm(&raw)) {
        one.p = p;
    }
    asked.retain(|one| one.p < SIGNIFICANT);
    asked.sort_by(|a, b| a.p.total_cmp(&b.p).then_with(|| a.name.cmp(&b.name)));
    let (programs, others) = (bug.len(), others.len());
    Ok(Compared { features: asked, test: TEST, asked: count, programs, others })
}

fn traits(program: &Program, mutations: &[String], source: &Source, seed: u64) -> Traits {
    let mut words: BTreeSet<String> =
        text::known(program).into_iter().map(|word| format!("`{word}`")).collect();
    // `program.c:3:1: never: …`: what it is called stands behind the place.
    let strategies = mutations.iter().filter_map(|one| one.split(": ").nth(1));
    words.extend(strategies.map(|name| format!("mutation {name}")));
    Traits { words, numbers: source.policy(seed) }
}

/// Programs beside those of the findings, which showed nothing.
fn others(
    store: &Store,
    findings: &[Finding],
    wanted: usize,
    stop: &AtomicBool,
) -> Result<Vec<Traits>, NotCompared> {
    let scratch = Scratch::new()?;
    let mut others = Vec::new();
    for step in 1..=MOST {
        for finding in findings {
            if others.len() >= wanted {
                return Ok(others);
            }
            if stop.load(Ordering::Relaxed) {
                return Err(NotCompared::Stopped);
            }
            let Finding { source, seed, .. } = finding;
            let seed = match source.count() {
                Some(count) if step >= count => continue,
                Some(count) => (seed + step) % count,
                None => seed.wrapping_add(step),
            };
            if store.has_finding(source, seed)? {
                continue;
            }
            // A seed that gives no program is left out, as a hunt does.
            let Ok(test) = source.make(seed, &scratch.fresh("other")?, stop) else { continue };
            let mutations = test.variant.map(|one| one.mutations).unwrap_or_default();
            others.push(traits(&test.program, &mutations, source, seed));
        }
    }
    Ok(others)
}

/// So far away from a finding others are looked for.
const MOST: u64 = 1000;

/// All questions to two groups of programs; what all have or nobody has is none.
fn shares(bug: &[Traits], others: &[Traits]) -> Vec<Feature> {
    let both = || bug.iter().chain(others);
    let mut found = Vec::new();
    let mut ask = |name: String, has: &dyn Fn(&Traits) -> bool| {
        let share = |of: &[Traits]| Share {
            with: of.iter().filter(|one| has(one)).count() as u64,
            all: of.len() as u64,
        };
        let (bug, others) = (share(bug), share(others));
        let with = bug.with + others.with;
        if with > 0 && with < bug.all + others.all {
            found.push(Feature { name, bug, others, p: 1.0 });
        }
    };
    let words: BTreeSet<&String> = both().flat_map(|one| &one.words).collect();
    for word in words {
        ask(word.clone(), &|one| one.words.contains(word));
    }
    let mut numbers: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (name, number) in both().flat_map(|one| &one.numbers) {
        numbers.entry(name).or_default().push(*number);
    }
    for (name, mut values) in numbers {
        values.sort_unstable();
        let middle = values[values.len() / 2];
        let is_high = |one: &Traits| {
            one.numbers.iter().any(|(other, number)| *other == name && *number > middle)
        };
        ask(format!("policy: {name} above {middle}"), &is_high);
    }
    found
}

/// Which sources the bug comes from more often than all other bugs of the store.
fn sources(findings: &[Finding], others: &[Source]) -> Vec<Feature> {
    let count = |all: &[Source]| {
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for source in all {
            *counts.entry(source.in_words()).or_default() += 1;
        }
        counts
    };
    let own: Vec<Source> = findings.iter().map(|one| one.source.clone()).collect();
    let (bug, rest) = (count(&own), count(others));
    let names: BTreeSet<&String> = bug.keys().chain(rest.keys()).collect();
    if names.len() < 2 || others.is_empty() {
        return Vec::new();
    }
    let share = |counts: &BTreeMap<String, u64>, name: &String, all: usize| Share {
        with: counts.get(name).copied().unwrap_or(0),
        all: all as u64,
    };
    let feature = |name: &String| Feature {
        name: format!("source: {name}"),
        bug: share(&bug, name, own.len()),
        others: share(&rest, name, others.len()),
        p: 1.0,
    };
    names.into_iter().map(feature).collect()
}
