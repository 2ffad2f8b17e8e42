//! Variants that do the same.

mod chains;
mod figures;
mod programs;
mod rows;

use std::ffi::OsStr;

use elenchus_front::source::{Original, SourceFile, SourceText};
use elenchus_judge::{Answer, Judge, Judgement, Unit};
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::Limits;
use elenchus_produce::mutate::strategy::{self, Strategy};
use elenchus_produce::mutate::{Seed, Settings, Unfit, Variants};

fn limits() -> Limits {
    Limits { steps: 2_000_000, ..Limits::default() }
}

fn judge(input: &str) -> Judge<'static> {
    let judge = Judge::new(Target::x86_64(), Language::GNU17, limits());
    Judge { input: input.into(), ..judge }
}

fn rows(names: &[&str]) -> Vec<&'static Strategy> {
    names.iter().flat_map(|name| strategy::by_name(name).unwrap()).collect()
}

fn settings(names: &[&str], share: u32, seed: u64) -> Settings {
    Settings { strategies: rows(names), share, seed }
}

fn source(text: &str) -> SourceText {
    let text = text.as_bytes().to_vec();
    SourceText { name: "t.c".into(), text, original: Original::Itself }
}

/// Variants of a program of these files, with each input.
fn variants(
    texts: &[&str],
    inputs: &[&str],
    count: u64,
    settings: &Settings,
) -> Result<Variants, Unfit> {
    let mut program = Program::new(Target::x86_64(), Language::GNU17);
    let mut files = Vec::new();
    for text in texts {
        let file = SourceFile::parse(&mut program, source(text));
        assert!(file.accepted(), "{:?}", file.diagnostics().list);
        files.push(file);
    }
    let judges = inputs.iter().map(|input| judge(input)).collect();
    Seed::new(program, &files, judges).variants(count, settings)
}

/// What texts do as a program of their own.
fn answer(texts: &[impl AsRef<[u8]>], input: &str) -> Answer {
    let unit = |text| Unit { name: OsStr::new("t.c"), text };
    let units: Vec<Unit> = texts.iter().map(|text| unit(text.as_ref())).collect();
    match judge(input).judge(&units) {
        Judgement::Valid(answer) => answer,
        other => panic!("{other}\n{}", String::from_utf8_lossy(texts[0].as_ref())),
    }
}

/// All variants, read again as texts, do what the program does, and all that was made
/// was proven.
fn check(texts: &[&str], inputs: &[&str], names: &[&str]) -> Variants {
    let found = variants(texts, inputs, 12, &settings(names, 300_000, 1)).unwrap();
    for (input, expected) in inputs.iter().zip(&found.answers) {
        assert_eq!(answer(texts, input), *expected);
        for variant in &found.list {
            assert_eq!(answer(&variant.texts, input), *expected);
        }
    }
    for (row, tally) in rows(names).iter().zip(&found.tally) {
        assert_eq!(tally.proven, tally.proposed, "{}", row.name);
    }
    found
}
