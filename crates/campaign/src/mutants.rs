//! Programs of another source, and variants of each that do the same.
//!
//! Of every `each` + 1 seeds the first is the program itself, and the others are its
//! variants: where one of them fails and the program does not, the compiler is wrong
//! about one of the two.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use elenchus_compilers::Preprocess;
use elenchus_front::source::{Original as Written, SourceFile, SourceText, file_of};
use elenchus_judge::Judge;
use elenchus_lang::target::Target;
use elenchus_lang::tree;
use elenchus_produce::mutate::strategy::STRATEGIES;
use elenchus_produce::mutate::{Drafted, Mutation, SHARE, Seed, Settings};

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::bench::Bench;
use crate::folder::has_ending;
use crate::judge::{LIMITS, language};
use crate::lab::{Configuration, Lab, RunBefore};
use crate::oracle::Trial;
use crate::oracle::answers::against;
use crate::outcome::Outcome;
use crate::program::{self, Program, ProgramFile};
use crate::source::{NoTest, Source, Test};

/// What a program is a variant of.
pub struct Mutated {
    pub original: Program,
    /// What was changed: place and strategy of each.
    pub mutations: Vec<String>,
}

/// The seed of the program, and the number of the variant from 1 on; 0 is the program
/// itself.
pub fn divided(each: u64, seed: u64) -> (u64, u64) {
    let all = each.saturating_add(1);
    (seed / all, seed % all)
}

/// The seed of a variant.
pub fn joined(each: u64, original: u64, number: u64) -> u64 {
    original.saturating_mul(each.saturating_add(1)).saturating_add(number)
}

/// The test of a seed; `folder` is empty and stays ours.
pub fn make(
    of: &Source,
    each: u64,
    seed: u64,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<Test, NoTest> {
    let (original, number) = divided(each, seed);
    let test = of.make(original, folder, stop)?;
    let Some(number) = number.checked_sub(1) else { return Ok(test) };
    let (program, mutations) = variant(&test.program, number, folder, |_| true)?;
    let variant = Some(Mutated { original: test.program, mutations });
    Ok(Test { variant, extended: test.extended, ..Test::of(program) })
}

/// A variant of a program, or a part of one: only the changes with some numbers.
pub fn variant(
    original: &Program,
    number: u64,
    folder: &Path,
    keep: impl Fn(usize) -> bool,
) -> Result<(Program, Vec<String>), NoTest> {
    let wrong = |what: String| NoTest::Mutant(what);
    let language = language(&original.flags).map_err(|error| wrong(error.to_string()))?;
    let target = Target::x86_64();
    let mut tree = tree::Program::new(target, language);
    let texts = preprocessed(original, language.name(), folder)?;
    let mut files = Vec::new();
    for text in texts {
        let name = text.name.clone();
        let file = SourceFile::parse(&mut tree, text);
        if !file.accepted() {
            return Err(wrong(format!("our front end does not take {name}")));
        }
        files.push(file);
    }
    let judge = Judge::new(target, language, LIMITS);
    let seed = drawn_by(original);
    let settings = Settings { strategies: STRATEGIES.iter().collect(), share: SHARE, seed };
    let of = Seed::new(tree, &files, vec![judge]);
    let drafted = of.variant(number, &settings);
    let drafted = drafted.map_err(|unfit| wrong(unfit.judgement.to_string()))?;
    let found = drafted.as_ref().and_then(|drafted: &Drafted| drafted.part(keep));
    let found = found.ok_or_else(|| wrong("nothing in it could be changed".into()))?;
    let place = |mutation: &Mutation| {
        let spot = file_of(&files, mutation.span).map(|file| file.spot(mutation.span));
        let place = spot.map_or(String::new(), |spot| match spot.column {
            Some(column) => format!("{}:{}:{column}: ", spot.file, spot.line),
            None => format!("{}:{}: ", spot.file, spot.line),
        });
        format!("{place}{}", mutation.strategy)
    };
    let mutations = found.mutations.iter().map(place).collect();
    let mut texts = found.texts.into_iter();
    let unit = |file: &ProgramFile| original.units().any(|unit| unit.name == file.name);
    let changed = |file: &ProgramFile| match unit(file) {
        true => texts.next().map(|text| ProgramFile::new(file.name.clone(), text)),
        false => Some(file.clone()),
    };
    let files = original.files.iter().map(changed).collect::<Option<Vec<_>>>();
    let files = files.ok_or_else(|| wrong("a file is lost".into()))?;
    Ok((Program { files, flags: original.flags.clone() }, mutations))
}

/// What the original does where a variant does not do what it must, in a sentence;
/// nothing if we were interrupted.
pub fn beside(
    lab: &Lab,
    mutated: &Mutated,
    trial: &Trial,
    configuration: &Configuration,
) -> io::Result<Option<String>> {
    let bench = Bench::new(&mutated.original, lab.scratch.unique("original")?);
    let attempt = lab.attempt(configuration, &bench, true, &mut RunBefore::default());
    let removed = fs::remove_dir_all(&bench.folder);
    let outcome = attempt?.outcome;
    removed?;
    if outcome == Outcome::Stopped {
        return Ok(None);
    }
    let of = "the program that it is a variant of, and does the same as";
    let answer = trial.answer(configuration);
    Ok(Some(match answer.and_then(|answer| against(answer, &outcome)) {
        Some(_) => format!("{of}, fails there, too: {}", outcome.in_words()),
        None if answer.is_none() => format!("{of}: {}", outcome.in_words()),
        None => format!("{of}, does what it must on the same configuration"),
    }))
}

/// What the variants of a program are drawn by: the program, whatever its number is.
fn drawn_by(original: &Program) -> u64 {
    let files = original.files.iter();
    files.fold(0, |hash, file| xxh3_64_with_seed(&file.text, hash))
}

/// The units after preprocessing, in their order.
fn preprocessed(
    original: &Program,
    standard: &str,
    folder: &Path,
) -> Result<Vec<SourceText>, NoTest> {
    let folder = folder.join("original");
    let unread = |source| NoTest::Read { path: folder.clone(), source };
    fs::create_dir_all(&folder).map_err(unread)?;
    program::write(original, &folder).map_err(unread)?;
    let text = |unit: &ProgramFile| {
        let command = Preprocess::default().standard(standard).within(&folder);
        let command = original.flags.iter().fold(command, |command, flag| command.flag(flag));
        let path = folder.join(&unit.name);
        let text = command.run(&path).map_err(|error| NoTest::Mutant(error.to_string()))?;
        let written = match has_ending(&path, &["i"]) {
            true => Written::Itself,
            false => Written::File(unit.text.clone()),
        };
        let name = unit.name.to_string_lossy().into_owned();
        Ok(SourceText { name, text, original: written })
    };
    original.units().map(text).collect()
}
