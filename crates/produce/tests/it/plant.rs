//! Planted defects: the machine confirms each of them, or there is none.

use elenchus_lang::undefined::Undefined;
use elenchus_produce::generate::{Check, Layout, Preset, Settings};
use elenchus_produce::plant::{Planted, Planting, Unplanted, plant, refusal};

fn settings() -> Settings {
    super::settings(Preset::Mix, 2500)
}

fn planted(kind: Undefined, reached: bool, seed: u64) -> Planted {
    plant(&settings(), Planting { kind, reached }, seed)
        .unwrap_or_else(|error| panic!("{} {seed}: {error}", kind.id()))
}

fn plantable() -> impl Iterator<Item = Undefined> {
    Undefined::all().iter().copied().filter(|kind| refusal(*kind).is_none())
}

/// A long version is `cargo xtask soak plant`.
#[test]
fn every_kind_is_reached_at_the_line_that_the_text_names() {
    for kind in plantable() {
        for seed in 1..=5 {
            let Planted { text, line, twin, .. } = planted(kind, true, seed);
            let guilty = text.lines().nth(line - 1).unwrap_or_default();
            let mark = format!(" /* planted: {} */", kind.id());
            assert!(guilty.ends_with(&mark), "{guilty}");
            assert_eq!(text.matches(&mark).count(), 1);
            let first = text.lines().next().unwrap_or_default();
            assert!(first.starts_with("/* Undefined on purpose: "), "{first}");
            assert!(first.ends_with(&format!("at line {line}, which is executed first. */")));
            assert!(twin.is_some());
        }
    }
}

#[test]
fn what_is_never_reached_leaves_the_program_valid() {
    for kind in plantable() {
        for seed in 1..=3 {
            let Planted { text, line, twin, output, .. } = planted(kind, false, seed);
            let guilty = text.lines().nth(line - 1).unwrap_or_default();
            assert!(guilty.ends_with(&format!(" /* planted: {} */", kind.id())), "{guilty}");
            assert!(text.starts_with("/* Undefined on purpose: "));
            assert_eq!(twin, None);
            assert!(output.starts_with("checksum = "));
        }
    }
}

#[test]
fn the_same_seed_plants_the_same() {
    let text = |seed| planted(Undefined::UseAfterFree, true, seed).text;
    assert_eq!(text(5), text(5));
    assert_ne!(text(5), text(6));
}

#[test]
fn what_cannot_be_planted_is_refused_by_name() {
    let try_with = |settings: &Settings, kind| {
        plant(settings, Planting { kind, reached: true }, 1).map(|planted| planted.line)
    };
    let refused = try_with(&settings(), Undefined::MultipleDefinitions).expect_err("one file");
    assert_eq!(
        refused.to_string(),
        "cannot plant multiple-definitions: it takes two files that define the same name"
    );
    let alone = Settings { freestanding: true, check: Check::Expected, ..settings() };
    let refused = try_with(&alone, Undefined::DoubleFree).expect_err("no library");
    assert!(matches!(refused, Unplanted::Refused { .. }));
    assert!(try_with(&alone, Undefined::NullAccess).is_ok());
    let split = Settings { layout: Layout::Split, ..settings() };
    assert_eq!(try_with(&split, Undefined::NullAccess), Err(Unplanted::Layout));
}

/// A form that declares `pair` goes into programs that have one, too.
#[test]
fn names_of_the_program_are_left_alone() {
    let kinds = [Undefined::AtomicMember, Undefined::Arguments, Undefined::VaListPassed];
    let settings = super::settings(Preset::Mix, 600);
    let mut renamed = 0;
    for kind in kinds {
        for seed in 1..=40 {
            match plant(&settings, Planting { kind, reached: true }, seed) {
                Ok(planted) => {
                    let others = ["struct pair_ ", "int sum_(", "int head_("];
                    renamed += usize::from(others.iter().any(|name| planted.text.contains(name)));
                }
                Err(error) => assert_eq!(error, Unplanted::NoPlace, "{} {seed}", kind.id()),
            }
        }
    }
    assert!(renamed > 0);
}
