//! Findings made small.

use std::sync::atomic::AtomicBool;

use elenchus_campaign::finding::{Kind, State};
use elenchus_campaign::lab::Allowance;
use elenchus_campaign::reduced::reduce_finding;
use elenchus_reduce::reduction::Bounds;

use crate::mutants::Silent;
use crate::scripted::Scripted;

/// Breaks down over programs with a word, and in another way over those without.
const TWO: &str = "case \"$*\" in *-O2*) for last; do :; done\n\
                   if grep -q checksum $last; then bug=foo; else bug=bar; fi\n\
                   echo \"program.c:3:1: internal compiler error: in $bug, at a.c:1\" >&2\n\
                   exit 1 ;; esac";

#[test]
fn another_bug_that_is_met_is_a_finding_of_its_own() {
    let compiler = Scripted::new(TWO);
    let lab = compiler.lab(&["-O0", "-O2"], false);
    let (found, _) = compiler.hunt(&lab, 1);
    let [found] = &found[..] else { panic!("{found:?}") };
    assert!(found.kind == Kind::Crash && found.signature.contains("foo"), "{}", found.signature);
    let stop = Box::leak(Box::new(AtomicBool::new(false)));
    let bounds = Bounds { time: None, bytes: None, jobs: 1 };
    let made = reduce_finding(found, Allowance::default(), bounds, stop, &mut Silent).unwrap();
    let text = String::from_utf8_lossy(&made.reduced.program.files[0].text).into_owned();
    assert!(text.contains("checksum") && text.len() < 60, "{text}");
    let [met] = &made.met[..] else { panic!("{:?}", made.met) };
    assert_eq!((met.kind, met.state), (Kind::Crash, State::Confirmed));
    assert!(met.signature.contains("bar"), "{}", met.signature);
    assert!(met.reasons[0].starts_with("met while"), "{:?}", met.reasons);
}
