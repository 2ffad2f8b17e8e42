//! Flags that are drawn for each program.

use std::sync::atomic::AtomicBool;

use elenchus_campaign::finding::{Kind, State};
use elenchus_campaign::lab::Allowance;
use elenchus_campaign::replay::replay;
use elenchus_judge::bytes::Word;

use crate::scripted::{Scripted, changing};

#[test]
fn a_finding_has_the_flags_that_it_needs() {
    let compiler = Scripted::new(&changing("-fno-", "s/\"checksum = /\"checksum = 7/"));
    let mut lab = compiler.lab(&["-O0"], true);
    lab.fuzz_flags().unwrap();
    let (found, summary) = compiler.hunt(&lab, 3);
    assert_eq!((summary.programs, summary.tests), (3, 12));
    assert!(!found.is_empty());
    for one in &found {
        assert_eq!((one.kind, one.state), (Kind::WrongOutput, State::Confirmed), "{one:?}");
        let level = &one.compiler.levels[0];
        assert!(level.len() == 2 && level[1].starts_with("-fno-"), "{level:?}");
        assert!(one.signature.ends_with(&level.join(" ")), "{}", one.signature);
        assert!(
            level.iter().all(|flag| one.compile[0].contains(&Word::from(flag.as_str()))),
            "{:?}",
            one.compile
        );
    }
    let stop = Box::leak(Box::new(AtomicBool::new(false)));
    let replayed = replay(&found[0], Allowance::default(), stop).unwrap();
    assert!(replayed.same_program);
    assert_eq!(replayed.finding.map(|one| one.signature), Some(found[0].signature.clone()));
}

#[test]
fn flags_that_the_compiler_refuses_are_no_finding() {
    // It takes all of them when asked, which is at -O3, and none elsewhere.
    let script = "case \"$*\" in *-O[12s]*-f*) echo 'error: no' >&2; exit 1 ;; esac";
    let compiler = Scripted::new(script);
    let text = std::fs::read_to_string(&compiler.compiler).unwrap();
    let text = text.replace("*program.c*) ;;", "*-std=gnu11*) ;;");
    std::fs::write(&compiler.compiler, text).unwrap();
    let mut lab = compiler.lab(&["-O0"], false);
    lab.fuzz_flags().unwrap();
    let (found, summary) = compiler.hunt(&lab, 3);
    assert_eq!(summary.tests, 6);
    assert!(found.is_empty(), "{found:?}");
}

/// What is for another machine is compiled, and not run.
#[test]
fn machines_that_this_one_may_not_be() {
    let compiler = Scripted::new(&changing("-march=", "s/\"checksum = /\"checksum = 7/"));
    let mut lab = compiler.lab(&["-O2"], true);
    lab.fuzz_flags().unwrap();
    let (found, summary) = compiler.hunt(&lab, 40);
    assert_eq!(summary.programs, 40);
    let foreign = |one: &str| one.starts_with("-march=") && one != "-march=native";
    for one in found {
        assert!(!one.compiler.levels[0].iter().any(|flag| foreign(flag)), "{one:?}");
    }
}
