//! Flags drawn for a program, and which of them matter.

use std::io;

use elenchus_compilers::flags::LEVELS;
use elenchus_compilers::probe;
use elenchus_compilers::toolchain::words;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::bench::Bench;
use crate::confirm::is_same;
use crate::finding::Kind;
use crate::group;
use crate::lab::{Configuration, Lab, Spent};
use crate::oracle::{Suspect, Trial, Tried};
use crate::outcome::Outcome;
use crate::program::Program;

/// The most flags that are drawn.
const MOST: u64 = 8;

/// A level and flags out of `flags`: the same for the same program and seed.
pub fn draw(flags: &[String], compiler: &str, program: &Program, seed: u64) -> Option<Vec<String>> {
    if flags.is_empty() {
        return None;
    }
    let mut choices = Choices::new(compiler, program, seed);
    let mut level = vec![choices.of(LEVELS)?.to_string()];
    let mut keys: Vec<String> = Vec::new();
    for _ in 0..=choices.below(MOST) {
        let flag = choices.of(flags)?;
        // Some options are an error when they are given twice.
        let key = key(flag);
        if !keys.contains(&key) {
            keys.push(key);
            level.extend(words(flag));
        }
    }
    Some(level)
}

/// What a flag is about: its name without a value, and without `no-`.
fn key(flag: &str) -> String {
    flag.split('=').next().unwrap_or(flag).replacen("-fno-", "-f", 1)
}

/// Draws that are the same for the same program and seed.
pub struct Choices {
    state: u64,
}

impl Choices {
    pub fn new(compiler: &str, program: &Program, seed: u64) -> Choices {
        let mut state = xxh3_64_with_seed(compiler.as_bytes(), seed);
        for file in &program.files {
            state = xxh3_64_with_seed(&file.text, state);
        }
        Choices { state }
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.state = xxh3_64_with_seed(b"next", self.state);
        self.state % bound.max(1)
    }

    pub fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        let index = self.below(all.len() as u64);
        all.get(usize::try_from(index).unwrap_or(0))
    }
}

/// A suspect whose flags were drawn, with those only that it needs: findings
/// that need the same are likely one bug. Nothing if the flags are to blame, or
/// if we were interrupted.
pub fn narrow(
    lab: &Lab,
    bench: &Bench,
    trial: &mut Trial,
    suspect: Suspect,
) -> io::Result<Option<Suspect>> {
    if !suspect.configuration.fuzzed {
        return Ok(Some(suspect));
    }
    let toolchain = &lab.toolchains[suspect.configuration.toolchain];
    let Some(first) = trial.outcome(&suspect.configuration).cloned() else { return Ok(None) };
    let level = &suspect.configuration.level;
    if suspect.kind == Kind::Rejected && !probe::accepts(toolchain, level, &bench.folder) {
        return Ok(None);
    }
    let answer = trial.answer(&suspect.configuration).cloned();
    let mut flags = together(level);
    let mut seen = first.clone();
    let mut changes = Vec::new();
    let mut index = 1;
    while index < flags.len() {
        let mut less = flags.clone();
        less.remove(index);
        let run = suspect.kind.needs_validity();
        let tried = Configuration { level: less.concat(), ..suspect.configuration.clone() };
        if run {
            trial.readings.read(lab, bench, &tried)?;
        }
        if run && trial.answer(&tried) != answer.as_ref() {
            // Without this one, it is another program.
            index += 1;
            continue;
        }
        let attempt = lab.attempt_alone(toolchain, &less.concat(), bench, run)?;
        match attempt.outcome {
            Outcome::Stopped => return Ok(None),
            again if is_same(&first, &again, answer.as_ref()) => {
                (flags, seen, changes) = (less, again, attempt.changes);
            }
            _ => index += 1,
        }
    }
    flags[1..].sort();
    let level = flags.concat();
    let name = level.join(" ");
    let signature = group::signature(suspect.kind, &toolchain.name, &name, seen.message());
    let configuration = Configuration { level, ..suspect.configuration };
    trial.readings.read(lab, bench, &configuration)?;
    let (spent, hash) = (Spent::default(), None);
    trial.tried.push(Tried {
        configuration: configuration.clone(),
        outcome: seen,
        spent,
        hash,
        changes,
    });
    Ok(Some(Suspect { kind: suspect.kind, configuration, signature }))
}

/// Words that are one flag: `-mllvm` and what follows it.
fn together(level: &[String]) -> Vec<Vec<String>> {
    let mut flags: Vec<Vec<String>> = Vec::new();
    for word in level {
        match flags.last_mut() {
            Some(last) if last.len() == 1 && last[0] == "-mllvm" => last.push(word.clone()),
            _ => flags.push(vec![word.clone()]),
        }
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ProgramFile;

    fn program(text: &str) -> Program {
        Program { files: vec![ProgramFile::new("program.c", text)], flags: Vec::new() }
    }

    #[test]
    fn the_same_program_gets_the_same_flags() {
        let flags: Vec<String> = (0..50).map(|number| format!("-fx{number}")).collect();
        let drawn = |text: &str, seed| draw(&flags, "gcc", &program(text), seed).unwrap();
        assert_eq!(drawn("a", 1), drawn("a", 1));
        assert_ne!(drawn("a", 1), drawn("a", 2));
        assert_ne!(drawn("a", 1), drawn("b", 1));
        assert_eq!(draw(&[], "gcc", &program("a"), 1), None);
    }

    #[test]
    fn no_option_is_given_twice() {
        let flags = ["-fa", "-fno-a", "-mllvm -r=1", "-mllvm -r=2"].map(str::to_owned);
        for seed in 0..100 {
            let level = draw(&flags, "gcc", &program("a"), seed).unwrap();
            assert!(level.iter().filter(|word| word.ends_with('a')).count() <= 1, "{level:?}");
            assert!(level.iter().filter(|word| *word == "-mllvm").count() <= 1, "{level:?}");
            assert_eq!(together(&level).concat(), level);
        }
    }
}
