//! Flags drawn for a program, and which of them matter.

use std::io;

use elenchus_compilers::flags::is_foreign;
use elenchus_compilers::probe;
use elenchus_compilers::toolchain::Toolchain;
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

/// One of the tool chain's own levels, and flags out of `flags`: the same for the same
/// program and seed. Most flags do nothing at `-O0`: it is taken if there is no other.
pub fn draw(
    flags: &[String],
    toolchain: &Toolchain,
    program: &Program,
    seed: u64,
) -> Option<Vec<String>> {
    if flags.is_empty() {
        return None;
    }
    let mut choices = Choices::new(&toolchain.name, program, seed);
    let all = &toolchain.levels;
    let optimise = all.iter().filter(|level| !level.iter().any(|flag| flag == "-O0"));
    let mut levels: Vec<&Vec<String>> = optimise.collect();
    if levels.is_empty() {
        levels.extend(all);
    }
    let mut level = choices.of(&levels).map_or_else(Vec::new, |level| (*level).clone());
    let mut keys: Vec<String> = Vec::new();
    for _ in 0..=choices.below(MOST) {
        let flag = choices.of(flags)?;
        // Some options are an error when they are given twice.
        let key = key(flag);
        if !keys.contains(&key) {
            keys.push(key);
            level.push(flag.clone());
        }
    }
    Some(level)
}

/// What a flag is about: its name without a value, and without `no-`.
fn key(flag: &str) -> String {
    let (start, name) = match flag.strip_prefix(PARAM) {
        Some(name) => (PARAM, name),
        None => ("", flag),
    };
    start.to_owned() + &name.split('=').next().unwrap_or(name).replacen("-fno-", "-f", 1)
}

/// How gcc's parameters begin.
const PARAM: &str = "--param=";

/// Whether a program may not run on this machine, by flags that were drawn for it.
pub fn is_for_another_machine(configuration: &Configuration) -> bool {
    configuration.fuzzed && configuration.level.iter().any(|flag| is_foreign(flag))
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
    let own = toolchain.levels.iter().filter(|own| level.starts_with(own));
    let (base, drawn) = level.split_at(own.map(Vec::len).max().unwrap_or(0));
    let mut flags = drawn.to_vec();
    let mut seen = first.clone();
    let mut changes = Vec::new();
    let mut index = 0;
    while index < flags.len() {
        let mut less = flags.clone();
        less.remove(index);
        let run = suspect.kind.needs_validity();
        let level = [base, &less].concat();
        let tried = Configuration { level: level.clone(), ..suspect.configuration.clone() };
        if run {
            trial.readings.read(lab, bench, &tried)?;
        }
        if run && trial.answer(&tried) != answer.as_ref() {
            // Without this one, it is another program.
            index += 1;
            continue;
        }
        let run = run && !is_for_another_machine(&tried);
        let attempt = lab.attempt_alone(toolchain, &level, bench, run)?;
        match attempt.outcome {
            Outcome::Stopped => return Ok(None),
            again if is_same(&first, &again, answer.as_ref()) => {
                (flags, seen, changes) = (less, again, attempt.changes);
            }
            _ => index += 1,
        }
    }
    flags.sort();
    let level = [base, &flags].concat();
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

#[cfg(test)]
mod tests {
    use elenchus_compilers::toolchain::{Given, words};

    use super::*;
    use crate::program::ProgramFile;

    fn program(text: &str) -> Program {
        Program { files: vec![ProgramFile::new("program.c", text)], flags: Vec::new() }
    }

    fn toolchain(levels: &[&str]) -> Toolchain {
        let folder = tempfile::tempdir().unwrap();
        let levels = levels.iter().map(|level| words(level)).collect();
        let given = Given { levels, ..Given::command("gcc") };
        probe::measure(&given, folder.path()).unwrap()
    }

    #[test]
    fn the_same_program_gets_the_same_flags() {
        let flags: Vec<String> = (0..50).map(|number| format!("-fx{number}")).collect();
        let gcc = toolchain(&["-O0", "-O2", "-O3"]);
        let drawn = |text: &str, seed| draw(&flags, &gcc, &program(text), seed).unwrap();
        assert_eq!(drawn("a", 1), drawn("a", 1));
        assert_ne!(drawn("a", 1), drawn("a", 2));
        assert_ne!(drawn("a", 1), drawn("b", 1));
        assert_eq!(draw(&[], &gcc, &program("a"), 1), None);
    }

    #[test]
    fn levels_are_those_of_the_user() {
        let flags = vec!["-fx".to_owned()];
        let drawn = |gcc: &Toolchain| -> Vec<Vec<String>> {
            (0..60).map(|seed| draw(&flags, gcc, &program("a"), seed).unwrap()).collect()
        };
        let all = drawn(&toolchain(&["-O0", "-O2 -g", "-Os"]));
        assert!(all.iter().all(|level| level[0] == "-O2" && level[1] == "-g" || level[0] == "-Os"));
        assert!(all.iter().any(|level| level[0] == "-Os") && all.iter().any(|one| one.len() == 3));
        // A level in the command is there already.
        assert!(drawn(&toolchain(&[""])).iter().all(|level| level == &["-fx"]));
        assert!(drawn(&toolchain(&["-O0"])).iter().all(|level| level == &["-O0", "-fx"]));
    }

    #[test]
    fn no_option_is_given_twice() {
        let flags = ["--param=a=1", "--param=a=2", "--param=b=1", "-fa", "-fno-a"];
        let (flags, gcc) = (flags.map(str::to_owned), toolchain(&["-O2"]));
        let mut most = 0;
        for seed in 0..100 {
            let level = draw(&flags, &gcc, &program("a"), seed).unwrap();
            let count = |what: &str| level.iter().filter(|word| word.contains(what)).count();
            assert!(count("-fa") + count("-fno-a") <= 1, "{level:?}");
            assert!(count("=a=") <= 1, "{level:?}");
            most = most.max(level.len());
        }
        assert_eq!(most, 4);
    }

    #[test]
    fn what_is_for_another_machine_is_not_run() {
        let configuration = |fuzzed, flag: &str| {
            let level = vec!["-O2".to_owned(), flag.to_owned()];
            is_for_another_machine(&Configuration { toolchain: 0, level, fuzzed })
        };
        assert!(configuration(true, "-march=skylake-avx512"));
        assert!(!configuration(true, "-march=native"));
        // Whoever asks for it has such a machine.
        assert!(!configuration(false, "-march=skylake-avx512"));
    }
}
