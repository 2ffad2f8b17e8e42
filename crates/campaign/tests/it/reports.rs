//! A finding shows itself: scripts, replay.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use elenchus_campaign::finding::State;
use elenchus_campaign::lab::Allowance;
use elenchus_campaign::replay::replay;
use elenchus_campaign::report;
use elenchus_compilers::run::{End, Limits, Task, run};

use crate::scripted::{Scripted, changing};

static NEVER: AtomicBool = AtomicBool::new(false);

const WRONG: &str = "s/\"checksum = /\"checksum = 7/";

#[test]
fn scripts_show_the_bug_and_its_absence() {
    let compiler = Scripted::new(&changing("-O2", WRONG));
    let lab = compiler.lab(&["-O0", "-O2"], false);
    let (found, _) = compiler.hunt(&lab, 1);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].state, State::Confirmed, "{:?}", found[0].reasons);
    let folder = compiler.folder.path().join("report");
    report::write(&found[0], &folder, Path::new("/opt/elenchus")).unwrap();
    let shown = || {
        let words = vec![folder.join("repro.sh").into()];
        run(&Task { words, folder: None }, &Limits::NONE, &NEVER).unwrap().end
    };
    assert_eq!(shown(), End::Exit(0));
    let text = std::fs::read_to_string(folder.join("README.md")).unwrap();
    for part in ["testcc: wrong code at -O2", "checksum = 7", "```c", "-O2", "gcc"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // What is reduced stays wrong in the same way, and valid.
    let text = std::fs::read_to_string(folder.join("interesting.sh")).unwrap();
    for part in ["/opt/elenchus run program.c", "-eq 125", "[ $actual -eq $expected ] && ! cmp"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Put right, the compiler no longer shows it.
    let fixed = Scripted::new("");
    std::fs::copy(&fixed.compiler, &compiler.compiler).unwrap();
    assert_eq!(shown(), End::Exit(1));
}

#[test]
fn a_crash_is_shown_by_its_own_signal() {
    let change = "s/int main(void)/int main(void) { *(volatile int *)8 = 1; } int m(void)/";
    let compiler = Scripted::new(&changing("-O2", change));
    let (found, _) = compiler.hunt(&compiler.lab(&["-O0", "-O2"], false), 1);
    let folder = compiler.folder.path().join("report");
    report::write(&found[0], &folder, Path::new("/opt/elenchus")).unwrap();
    // SIGSEGV, on every machine with Linux.
    let text = std::fs::read_to_string(folder.join("interesting.sh")).unwrap();
    assert!(text.contains("[ $actual -ne $expected ] && [ $actual -eq 139 ]"), "{text}");
}

#[test]
fn a_finding_is_replayed_from_its_seed() {
    let compiler = Scripted::new(&changing("-O2", WRONG));
    let lab = compiler.lab(&["-O0", "-O2"], false);
    let (found, _) = compiler.hunt(&lab, 1);
    let stop = Box::leak(Box::new(AtomicBool::new(false)));
    let replayed = replay(&found[0], Allowance::default(), stop).unwrap();
    assert!(replayed.same_program && replayed.same_version);
    assert_eq!(replayed.finding.map(|one| one.state), Some(State::Confirmed));
    let fixed = Scripted::new("");
    std::fs::copy(&fixed.compiler, &compiler.compiler).unwrap();
    assert_eq!(replay(&found[0], Allowance::default(), stop).unwrap().finding, None);
}
