//! Each misbehaviour is classified as what it is, and nothing is left of it.

use elenchus_campaign::finding::{Kind, State};

use crate::scripted::{Scripted, names, runs};

/// Hunts with one program at -O0 and -O2; `expected` are kinds, states and the
/// lowest level.
fn check(script: &str, expected: &[(Kind, State, &str)]) {
    let compiler = Scripted::new(script);
    let lab = compiler.lab(&["-O0", "-O2"], true);
    let (found, summary) = compiler.hunt(&lab, 1);
    let found: Vec<_> = found
        .iter()
        .inspect(|one| assert_eq!(one.compiler.name, "testcc", "{one:?}"))
        .map(|one| (one.kind, one.state, one.compiler.levels[0][0].as_str()))
        .collect();
    assert_eq!(found, expected, "{script}");
    assert_eq!((summary.programs, summary.tests), (1, 4));
    let scratch = lab.scratch.path().parent().unwrap().to_path_buf();
    drop(lab);
    assert_eq!(names(&scratch), ["lock"], "{script}");
}

const ICE: &str = "echo 'program.c:3:1: internal compiler error: in foo, at bar.c:12' >&2; exit 1";

#[test]
fn a_good_compiler_is_left_in_peace() {
    check("", &[]);
}

#[test]
fn a_crash() {
    check(ICE, &[(Kind::Crash, State::Confirmed, "-O0")]);
    check("kill -SEGV $$", &[(Kind::Crash, State::Confirmed, "-O0")]);
    let at_o2 = format!("case \"$*\" in *-O2*) {ICE} ;; esac");
    check(&at_o2, &[(Kind::Crash, State::Confirmed, "-O2")]);
}

#[test]
fn a_hang() {
    check(
        "case \"$*\" in *-O2*) while :; do :; done ;; esac",
        &[(Kind::Hang, State::Confirmed, "-O2")],
    );
}

#[test]
fn a_flood() {
    check("case \"$*\" in *-O2*) yes >&2 ;; esac", &[(Kind::Flood, State::Confirmed, "-O2")]);
}

#[test]
fn a_rejection() {
    let script = "echo 'program.c:7:9: error: no such thing' >&2; exit 1";
    check(script, &[(Kind::Rejected, State::Confirmed, "-O0")]);
}

#[test]
fn no_program_is_a_rejection_too() {
    check("exit 0", &[(Kind::Rejected, State::Confirmed, "-O0")]);
}

/// Compiles something that differs in `change`.
fn miscompiling(change: &str) -> String {
    format!(
        "case \"$*\" in *-O2*)\n\
         for last; do :; done\n\
         sed '{change}' \"$last\" > changed.c\n\
         exec gcc -w -O0 -o program.exe changed.c ;;\nesac"
    )
}

#[test]
fn wrong_code() {
    let script = miscompiling("s/\"checksum = /\"checksum = 7/");
    check(&script, &[(Kind::WrongOutput, State::Confirmed, "-O2")]);
}

#[test]
fn a_program_that_crashes_or_hangs() {
    let crash =
        miscompiling("s/int main(void)/int main(void) { *(volatile int *)8 = 1; } int m(void)/");
    check(&crash, &[(Kind::RunCrash, State::Confirmed, "-O2")]);
    let hang = miscompiling("s/int main(void)/int main(void) { for (;;); } int m(void)/");
    check(&hang, &[(Kind::RunHang, State::Confirmed, "-O2")]);
}

#[test]
fn what_is_not_seen_again_is_flaky() {
    let script = format!("if mkdir $here/done 2>/dev/null; then {ICE}; fi");
    check(&script, &[(Kind::Crash, State::Flaky, "-O0")]);
}

#[test]
fn trouble_that_limits_make_is_not_believed() {
    // Breaks down under a limit on memory only, as a gcc does.
    let script = format!("if [ \"$(ulimit -v)\" != unlimited ]; then {ICE}; fi");
    let compiler = Scripted::new(&script);
    let lab = compiler.lab(&["-O0"], false);
    let (found, _) = compiler.hunt(&lab, 1);
    assert!(found.iter().all(|one| one.state == State::Flaky), "{found:?}");
}

#[test]
fn what_it_leaves_running_is_ended() {
    let script = "sleep 98761 &\nsetsid sleep 98762 >/dev/null 2>&1 &";
    check(script, &[]);
    assert!(!runs("98761") && !runs("98762"));
}

#[test]
fn what_it_leaves_in_its_scratch_is_removed() {
    check("head -c 50000000 /dev/zero > $TMPDIR/full; mkdir -p a/b; echo x > a/b/c", &[]);
}

#[test]
fn known_bugs_are_counted_and_not_kept_for_ever() {
    let compiler = Scripted::new(ICE);
    let lab = compiler.lab(&["-O0"], false);
    let (found, summary) = compiler.hunt(&lab, 13);
    assert_eq!((found.len(), summary.known, summary.new_bugs), (10, 3, 1));
    let store = elenchus_campaign::store::Store::open(&compiler.store()).unwrap();
    let bugs = store.bugs().unwrap();
    assert_eq!((bugs.len(), bugs[0].seen), (1, 13));
    // The same seeds once more: nothing is new.
    let (found, summary) = compiler.hunt(&lab, 5);
    assert_eq!((found.len(), summary.new_bugs), (0, 0));
}

#[test]
fn a_program_that_is_the_same_is_not_run_again() {
    let compiler = Scripted::new("");
    let (_, summary) = compiler.hunt(&compiler.lab(&["-O0", "-O0", "-O1"], false), 1);
    assert_eq!((summary.tests, summary.runs, summary.spared), (3, 2, 1));
}

#[test]
fn programs_without_an_answer_are_compared() {
    let compiler = Scripted::new(&miscompiling("s/4711/4712/"));
    let lab = compiler.lab(&["-O0", "-O2"], true);
    // The machine does not know this function, so it cannot say.
    let text = "int printf(const char *, ...); int atexit(void (*)(void));\n\
                static void end(void) {}\n\
                int main(void) { atexit(end); printf(\"4711\\n\"); return 0; }\n";
    let corpus = compiler.folder.path().join("corpus");
    std::fs::create_dir(&corpus).unwrap();
    std::fs::write(corpus.join("a.c"), text).unwrap();
    let source = elenchus_campaign::source::Source::folder(&corpus, Vec::new()).unwrap();
    let test = source.make(0, &lab.scratch.fresh("make").unwrap(), lab.stop).unwrap();
    let origin = elenchus_campaign::examine::Origin { source: &source, seed: 0 };
    let folder = lab.scratch.fresh("test").unwrap();
    let examined =
        elenchus_campaign::examine::examine(&lab, &test, &origin, folder, &|_| true).unwrap();
    let found: Vec<_> =
        examined.unwrap().findings.iter().map(|one| (one.kind, one.state)).collect();
    assert_eq!(found, [(Kind::Disagreement, State::Suspected)]);
}
