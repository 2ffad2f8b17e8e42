//! What a compiler says that it did to a program.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use crate::call::call;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Compiler {
    Gcc,
    Clang,
}

/// Counters by name, and the time in which they were counted.
#[derive(Default)]
pub struct Counts {
    pub cpu: Duration,
    counters: BTreeMap<String, u64>,
}

impl Counts {
    pub fn get(&self, name: &str) -> u64 {
        self.counters.get(name).copied().unwrap_or(0)
    }

    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.counters.keys()
    }

    pub fn add(&mut self, name: String, count: u64) {
        *self.counters.entry(name).or_default() += count;
    }
}

impl Compiler {
    pub fn command(self) -> &'static str {
        match self {
            Compiler::Gcc => "gcc",
            Compiler::Clang => "clang",
        }
    }

    pub fn counters(self) -> &'static str {
        match self {
            Compiler::Gcc => "gcc's counters of passes",
            Compiler::Clang => "clang's records of optimisations",
        }
    }

    /// Compiles a text with -O3 and adds what was done.
    pub fn count(self, folder: &Path, text: &str, counts: &mut Counts) -> Result<()> {
        let (source, record) = (folder.join("program.c"), folder.join("program.record"));
        std::fs::write(&source, text)?;
        let file = record.display();
        let telling = match self {
            Compiler::Gcc => vec![format!("-fdump-statistics-stats={file}")],
            Compiler::Clang => vec![
                "-fsave-optimization-record".to_string(),
                format!("-foptimization-record-file={file}"),
            ],
        };
        let compile = call(self.command()).args(["-O3", "-w", "-c", "-o", "/dev/null"]);
        counts.cpu += compile.arg(&source).args(telling).seconds(300).succeed()?.cpu;
        let said = std::fs::read_to_string(&record)?;
        match self {
            Compiler::Gcc => read_gcc(&said, counts),
            Compiler::Clang => read_clang(&said, counts),
        }
        std::fs::remove_file(&record)?;
        Ok(())
    }
}

/// Lines `NUMBER PASS "COUNTER" VALUE`. All instances of a pass are one.
fn read_gcc(text: &str, counts: &mut Counts) {
    for line in text.lines() {
        let Some((head, rest)) = line.split_once(" \"") else { continue };
        let Some((counter, value)) = rest.rsplit_once("\" ") else { continue };
        let Some((_, pass)) = head.split_once(' ') else { continue };
        // Histograms are no counters of what was done.
        if counter.contains(" == ") {
            continue;
        }
        if let Ok(value) = value.trim().parse() {
            counts.add(format!("{pass} {counter}"), value);
        }
    }
}

/// Documents of YAML, those of what was done: `--- !Passed`, `Pass:`, `Name:`.
fn read_clang(text: &str, counts: &mut Counts) {
    for document in text.split("--- ").filter(|document| document.starts_with("!Passed")) {
        let field = |key: &str| {
            let mut lines = document.lines();
            lines.find_map(|line| line.strip_prefix(key)).map(str::trim).unwrap_or("?")
        };
        counts.add(format!("{} {}", field("Pass:"), field("Name:")), 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_read() {
        let mut counts = Counts::default();
        let text = "39 ccp \"Copies propagated\" 7\n44 fre \"RPO iterations == 16\" 1\n\
                    60 ccp \"Copies propagated\" 2\n";
        read_gcc(text, &mut counts);
        assert_eq!(counts.get("ccp Copies propagated"), 9);
        assert_eq!(counts.names().count(), 1);
    }

    #[test]
    fn records_are_read() {
        let mut counts = Counts::default();
        let text = "--- !Passed\nPass:            licm\nName:            Hoisted\n...\n\
                    --- !Missed\nPass:            licm\nName:            Load\n...\n";
        read_clang(text, &mut counts);
        assert_eq!((counts.get("licm Hoisted"), counts.names().count()), (1, 1));
    }
}
