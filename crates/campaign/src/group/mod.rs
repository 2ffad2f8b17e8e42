//! Which findings are likely to be one bug.
//!
//! When it is found, nothing is known of wrong code but the compiler, the lowest level at
//! which it is wrong, and how; a compiler that breaks down says where. That is the
//! [`signature`]. When a finding was reduced and blamed, more is known: its [`clues`]. Two
//! findings that have a clue in common are one bug, unless other clues speak against it.

pub mod text;

use std::fmt;

use elenchus_compilers::breakdown::title;
use xxhash_rust::xxh3::xxh3_128;

use crate::finding::{Finding, Kind};
use crate::oracle;

/// The signature of a finding.
pub fn signature(kind: Kind, toolchain: &str, level: &str, message: Option<&str>) -> String {
    let detail = match (oracle::row(kind).told_by_message, message) {
        (true, Some(message)) => title(message),
        _ if level.is_empty() => "plain".to_owned(),
        _ => level.to_owned(),
    };
    format!("{toolchain}: {}: {detail}", kind.name())
}

/// What findings of one bug have in common, the strongest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Clue {
    /// What the compiler says.
    Message,
    /// The reduced program, but for its names.
    Text,
    /// The guilty pass, and the versions of the compiler that are wrong.
    Pass,
    /// The reduced program, but for its names and constants.
    Pattern,
    /// The operation that gives the first wrong value, with the types of its operands.
    Value,
    /// The signature, where nothing else is known.
    Signature,
}

impl Clue {
    pub const ALL: &[Clue] =
        &[Clue::Message, Clue::Text, Clue::Pass, Clue::Pattern, Clue::Value, Clue::Signature];

    pub fn by_name(name: &str) -> Option<Clue> {
        Clue::ALL.iter().copied().find(|clue| clue.name() == name)
    }

    /// As the store has it.
    pub fn name(self) -> &'static str {
        match self {
            Clue::Text => "text",
            Clue::Message => "message",
            Clue::Pattern => "pattern",
            Clue::Pass => "pass",
            Clue::Value => "value",
            Clue::Signature => "signature",
        }
    }

    /// Why two findings are one bug.
    pub fn reason(self) -> &'static str {
        match self {
            Clue::Text => "reduced to the same program",
            Clue::Message => "the compiler says the same",
            Clue::Pattern => "reduced to the same program but for constants",
            Clue::Pass => "the same pass is guilty, in the same versions",
            Clue::Value => "the same operation on the same types gives the first wrong value",
            Clue::Signature => "the same symptom at the same level, and nothing else is known",
        }
    }

    /// Whether two findings that differ in this are two bugs, whatever weaker clues they
    /// have in common.
    pub fn tells_apart(self) -> bool {
        matches!(self, Clue::Message | Clue::Pass)
    }
}

/// Why a finding is of a bug.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    First,
    /// It has this in common with an earlier finding.
    Like {
        finding: i64,
        clue: Clue,
    },
    /// Somebody has said so.
    Person,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::First => write!(f, "the first"),
            Why::Like { finding, clue } => write!(f, "like {finding}: {}", clue.reason()),
            Why::Person => write!(f, "somebody says so"),
        }
    }
}

/// What is known of a finding, the strongest first. Equal clues have equal values; they
/// never lead from one compiler to another, nor from wrong code to a breakdown.
pub fn clues(finding: &Finding) -> Vec<(Clue, String)> {
    let about = about(finding);
    let mut found = Vec::new();
    if let Some(reduced) = finding.reduced.as_deref() {
        let hash =
            |words: Vec<String>| format!("{about}: {:032x}", xxh3_128(words.join("\n").as_bytes()));
        found.push((Clue::Text, hash(text::canonical(&reduced.program))));
        found.push((Clue::Pattern, hash(text::pattern(&reduced.program))));
    }
    if let Some(blamed) = finding.blamed.as_deref() {
        if let Some(pass) = &blamed.blame.pass {
            let versions = blamed.blame.versions.as_ref().map_or("", |found| &found.words);
            found.push((Clue::Pass, format!("{about}: {pass}, {versions}")));
        }
        let value = blamed.blame.value.as_ref().filter(|value| is_telling(&value.shape));
        found.extend(value.map(|value| (Clue::Value, format!("{about}: {}", value.shape))));
    }
    let told = oracle::row(finding.kind).told_by_message;
    if let Some(message) = finding.actual.message().filter(|_| told) {
        found.push((Clue::Message, format!("{about}: {}", title(message))));
    }
    if found.is_empty() {
        found.push((Clue::Signature, finding.signature.clone()));
    }
    found.sort_by_key(|(clue, _)| *clue);
    found
}

/// Whether an operation is part of a shape: a copy of a variable may be wrong for any
/// reason.
fn is_telling(shape: &str) -> bool {
    shape.contains('(')
}

/// The compiler, and what it does: of wrong code it does not matter how it is wrong.
pub fn about(finding: &Finding) -> String {
    let symptom = if finding.kind.is_wrong_code() { "wrong code" } else { finding.kind.name() };
    format!("{}, {symptom}", product(&finding.compiler.name))
}

/// A compiler without its version and its options: `gcc` for `gcc-12 -m32`.
fn product(name: &str) -> &str {
    let name = name.split(' ').next().unwrap_or(name);
    match name.rsplit_once('-') {
        Some((product, version)) if version.parse::<u32>().is_ok() => product,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_and_options_are_not_part_of_a_compiler() {
        let names = ["gcc-12", "gcc -m32", "aarch64-linux-gnu-gcc", "clang-14 -O2", "gcc-F012", ""];
        let products = ["gcc", "gcc", "aarch64-linux-gnu-gcc", "clang", "gcc-F012", ""];
        assert_eq!(names.map(product), products);
    }
}
