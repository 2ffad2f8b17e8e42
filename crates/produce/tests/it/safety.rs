//! Programs with guards, and programs that are valid for any values of their variables.

use std::rc::Rc;

use elenchus_front::parse_unit;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::{Limits, Machine, Verdict};
use elenchus_produce::facts::{self, Kind};
use elenchus_produce::generate::{Check, Dropped, Layout, Preset, Safety, Settings, generate};

use crate::{made, settings};

fn with(safety: Safety, inputs: u64) -> Settings {
    Settings { safety, inputs, ..settings(Preset::Mix, 4_000) }
}

fn parsed(text: &str) -> Program {
    let mut program = Program::new(Target::x86_64(), Language::GNU11);
    assert!(parse_unit(&mut program, "text.i", text.as_bytes()).accepted());
    program
}

#[test]
fn guards_change_nothing() {
    let mut guarded = 0;
    for seed in 1..=5 {
        let wrapped = made(&with(Safety::Wrap, 0), seed);
        assert_eq!(wrapped.output, made(&settings(Preset::Mix, 4_000), seed).output);
        guarded += wrapped.files[0].1.matches("safe_").count();
    }
    assert!(guarded > 50, "{guarded}");
}

/// What the facts say of the finished text is what it was made by: nothing that they
/// could not show to be safe is left.
#[test]
fn programs_for_any_input_have_no_problems() {
    for seed in 1..=5 {
        let made = made(&with(Safety::Static, 3), seed);
        let facts = facts::analyse(&parsed(&made.files[0].1)).expect("facts");
        let left = facts.problems().iter().filter(|problem| problem.kind != Kind::Volatile);
        assert_eq!(left.count(), 0, "seed {seed}");
        assert_eq!(made.inputs.len(), 3);
        for input in made.inputs {
            assert_ne!(input.text, made.files[0].1);
            let outcome = Machine::new(Rc::new(parsed(&input.text)), Limits::default()).run(&[]);
            assert_eq!(outcome.verdict, Verdict::Exit(0));
            assert_eq!(outcome.output, input.output.as_bytes());
        }
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |settings: Settings| generate(&settings, 1).map(drop).unwrap_err();
    let split = Settings { layout: Layout::Split, ..with(Safety::Wrap, 0) };
    let values = Settings { check: Check::Values, ..with(Safety::Static, 0) };
    assert_eq!(refused(split), Dropped::OneFile);
    assert_eq!(refused(values), Dropped::OneFile);
    assert_eq!(refused(with(Safety::Repair, 2)), Dropped::OneInput);
}
