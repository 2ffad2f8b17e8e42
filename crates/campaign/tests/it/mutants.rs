//! Variants in hunts.

use std::sync::atomic::AtomicBool;

use elenchus_campaign::finding::{Finding, Kind, State};
use elenchus_campaign::lab::Allowance;
use elenchus_campaign::program::ProgramFile;
use elenchus_campaign::reduced::reduce_finding;
use elenchus_campaign::replay::replay;
use elenchus_campaign::report::markdown;
use elenchus_campaign::source::Source;
use elenchus_reduce::reduction::{Audience, Bounds, Progress};

use crate::scripted::Scripted;

/// The ways to change a program that keep variables in others.
const KEEP: [&str; 2] = [": always", ": repeat"];

/// Breaks down where a variable is kept in another one, which only a variant does.
const BROKEN: &str = "case \"$*\" in *-O2*) for last; do :; done\n\
                      if grep -q 'backup_[0-9]* = ' $last; then\n\
                      echo 'program.c:3:1: internal compiler error: in foo' >&2; exit 1; fi ;; esac";

const SAME: &str = "the program that it is a variant of, and does the same as, does what it must \
                    on the same configuration";

fn mutants(size: u64, each: u64) -> Source {
    let of =
        Source::Generate { preset: "mix".into(), size, split: false, portable: false, dice: false };
    Source::Mutants { of: Box::new(of), each }
}

pub struct Silent;

impl Audience for Silent {
    fn better(&mut self, _: &[ProgramFile]) -> std::io::Result<()> {
        Ok(())
    }

    fn progress(&mut self, _: &Progress) {}
}

/// The first crash of a hunt with programs of about this size.
fn crash(compiler: &Scripted, size: u64) -> Finding {
    let lab = compiler.lab(&["-O0", "-O2"], false);
    let (found, summary) = compiler.hunt_at(&lab, mutants(size, 3), 4, 8);
    assert_eq!(summary.programs + summary.dropped, 8);
    assert!(found.iter().all(|one| one.kind == Kind::Crash), "{found:?}");
    found.into_iter().next().unwrap()
}

#[test]
fn a_variant_fails_where_its_original_does_not() {
    let found = crash(&Scripted::new(BROKEN), 2000);
    assert_eq!(found.state, State::Confirmed);
    assert_eq!(found.reasons[0], SAME);
    let keeps = |one: &String| KEEP.iter().any(|name| one.ends_with(name));
    assert!(found.mutations.iter().any(keeps), "{:?}", found.mutations);
    assert!(
        markdown(&found).contains("## What was changed in the program that it is a variant of")
    );
}

#[test]
fn a_variant_is_made_again_from_its_seed() {
    let compiler = Scripted::new(BROKEN);
    let found = crash(&compiler, 2000);
    let stop = Box::leak(Box::new(AtomicBool::new(false)));
    let replayed = replay(&found, Allowance::default(), stop).unwrap();
    assert!(replayed.same_program);
    let again = replayed.finding.unwrap();
    assert_eq!((again.state, again.mutations), (found.state, found.mutations));
}

#[test]
fn what_is_needed_of_the_changes_is_found_first() {
    let compiler = Scripted::new(BROKEN);
    // Large enough for several changes.
    let found = crash(&compiler, 5000);
    assert!(found.mutations.len() > 1, "{:?}", found.mutations);
    let stop = Box::leak(Box::new(AtomicBool::new(false)));
    let bounds = Bounds { time: Some(std::time::Duration::ZERO), bytes: None, jobs: 1 };
    let reduced = reduce_finding(&found, Allowance::default(), bounds, stop, &mut Silent).unwrap();
    let reduced = reduced.reduced;
    let [needed] = &reduced.mutations[..] else { panic!("{:?}", reduced.mutations) };
    let keeps = KEEP.iter().any(|name| needed.ends_with(name));
    assert!(keeps && found.mutations.contains(needed), "{needed}");
}

#[test]
fn an_original_that_fails_as_well_is_told() {
    let always = "case \"$*\" in *-O2*) echo 'program.c:3:1: internal compiler error: in foo' >&2;\n\
                  exit 1 ;; esac";
    let compiler = Scripted::new(always);
    let lab = compiler.lab(&["-O0", "-O2"], false);
    let Source::Mutants { of, each } = mutants(2000, 1) else { panic!() };
    // The first seed is the original's own.
    let (found, _) = compiler.hunt_at(&lab, Source::Mutants { of, each }, 3, 1);
    assert!(found[0].reasons[0].contains("fails there, too: "), "{:?}", found[0].reasons);
}
