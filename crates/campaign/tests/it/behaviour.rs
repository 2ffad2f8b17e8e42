//! Each misbehaviour is classified as what it is, and nothing is left of it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use elenchus_campaign::examine::{Examined, Origin, examine};
use elenchus_campaign::finding::{Kind, State};
use elenchus_campaign::lab::{Allowance, Lab};
use elenchus_campaign::levels::Levels;
use elenchus_campaign::source::{Source, Test};
use elenchus_produce::enumerate::Holes;

use crate::scripted::{Scripted, changing, names, runs};

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
fn two_gigabytes_of_words() {
    let before = peak();
    check(
        "case \"$*\" in *-O2*) head -c 2000000000 /dev/zero | tr '\\0' x >&2 ;; esac",
        &[(Kind::Flood, State::Confirmed, "-O2")],
    );
    assert!(peak() < before + (200 << 10), "{before} {} kB", peak());
}

/// The most memory that this process had, in kB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
fn a_fork_bomb() {
    let bomb = "case \"$*\" in *-O2*)\n\
                while [ $((i+=1)) -lt 2000 ]; do sleep 98763 & done; wait ;; esac";
    check(bomb, &[(Kind::Flood, State::Confirmed, "-O2")]);
    assert!(!runs("98763"));
}

#[test]
fn a_full_folder() {
    // What it leaves is not the fault of the next compiler. It ends by itself
    // after 3 GB: if this test is killed, nobody else ends it. Room that is only
    // asked for costs little time, however busy the machine is: this is no hang.
    let many = "case \"$*\" in *-O2*)\n\
                while [ $((i+=1)) -lt 100 ]; do fallocate -l 30000000 full$i; done ;; esac";
    check(many, &[(Kind::Flood, State::Confirmed, "-O2")]);
}

#[test]
fn who_ignores_being_asked_to_end() {
    let script = "case \"$*\" in *-O2*) trap '' TERM INT HUP; while :; do :; done ;; esac";
    check(script, &[(Kind::Hang, State::Confirmed, "-O2")]);
}

#[test]
fn a_daemon_that_ignores_all_signals() {
    let daemon = "setsid sh -c 'trap \"\" TERM INT HUP; sleep 98764; sleep 98764'";
    check(&format!("{daemon} >/dev/null 2>&1 &"), &[]);
    assert!(!runs("98764"));
}

#[test]
fn answers_that_change_from_time_to_time() {
    // Wrong the first time only.
    let wrong = miscompiling("s/\"checksum = /\"checksum = 7/");
    let script = format!("if mkdir $XDG_CACHE_HOME/done 2>/dev/null; then\n{wrong}\nfi");
    let script = script.replace("*-O2*)", "*)");
    check(&script, &[(Kind::WrongOutput, State::Flaky, "-O0")]);
}

#[test]
fn who_tries_to_get_out_is_kept_in() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let script = format!(
        "echo x > $here/escaped; echo x > $HOME/.elenchus-escaped\n\
         bash -c 'echo x > /dev/tcp/127.0.0.1/{port}'"
    );
    let compiler = Scripted::new(&script);
    let lab = compiler.lab(&["-O0"], false);
    if !lab.scratch.kept().fully() {
        eprintln!("skipped: {}", lab.scratch.kept());
        return;
    }
    let (found, summary) = compiler.hunt(&lab, 1);
    assert_eq!((found.len(), summary.tests), (0, 1));
    assert!(!compiler.folder.path().join("escaped").exists());
    assert!(listener.accept().is_err());
}

#[test]
fn a_program_that_tries_to_get_out_is_kept_in() {
    let compiler = Scripted::new("");
    let outside = compiler.folder.path().join("escaped");
    let script = miscompiling(&format!(
        "s|int main(void)|int system(const char *); int start(void) {{ \
         return system(\"echo x > {}\"); }} int main(void)|; s|return 0;|start(); return 0;|",
        outside.display()
    ));
    let compiler = Scripted::new(&script);
    let lab = compiler.lab(&["-O2"], false);
    if !lab.scratch.kept().fully() {
        eprintln!("skipped: {}", lab.scratch.kept());
        return;
    }
    compiler.hunt(&lab, 1);
    assert!(!outside.exists());
}

#[test]
fn what_the_user_runs_programs_with_is_free() {
    let compiler = Scripted::new("");
    let runner = compiler.folder.path().join("board");
    let marker = compiler.folder.path().join("log");
    let text = format!("#!/bin/sh\necho ran >> {}\nexec \"$@\"\n", marker.display());
    std::fs::write(&runner, text).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&runner, mode).unwrap();
    let run = elenchus_compilers::toolchain::Run::With(vec![runner.display().to_string()]);
    let lab = compiler.lab_run_by(&["-O0"], false, run);
    let (found, _) = compiler.hunt(&lab, 1);
    assert_eq!(found, []);
    // Twice when it was measured, with one file and with two; once for the test.
    assert_eq!(std::fs::read_to_string(marker).unwrap(), "ran\nran\nran\n");
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
    changing("-O2", change)
}

#[test]
fn wrong_code() {
    let script = miscompiling("s/\"checksum = /\"checksum = 7/");
    check(&script, &[(Kind::WrongOutput, State::Confirmed, "-O2")]);
}

/// A program is compiled at some levels only; what is suspect, at all of them,
/// so that the lowest is known and somebody can side with the machine.
#[test]
fn levels_are_drawn() {
    let compiler = Scripted::new(&changing("-O[23]", "s/\"7/\"8/"));
    let mut lab = compiler.lab(&["-O0", "-O1", "-O2", "-O3"], true);
    lab.allowance = Allowance::default();
    lab.levels = Levels::Drawn;
    let text = "int puts(const char *); int main(void) { puts(\"7\"); return 0; }";
    let command = format!("sh -c 'echo \"$1\" > $0' {{out}} '{text}'");
    let source = Source::Command { command, flags: Vec::new() };
    let mut tests = Vec::new();
    for seed in 0..12 {
        let made = source.make(seed, &lab.scratch.fresh("make").unwrap(), lab.stop).unwrap();
        let origin = Origin { source: &source, seed };
        let examine = |lab: &Lab| {
            let folder = lab.scratch.fresh("test").unwrap();
            examine(lab, &made, &origin, folder, &|_| true).unwrap().unwrap()
        };
        let examined = examine(&lab);
        tests.push(examined.tests);
        for one in examined.findings {
            let level = one.compiler.levels[0][0].as_str();
            assert_eq!((one.kind, one.state, level), (Kind::WrongOutput, State::Confirmed, "-O2"));
            // All levels of this compiler, one of the other.
            assert_eq!(one.outcomes.len(), 5);
        }
        // The same program and seed have the same levels again.
        assert_eq!(examine(&lab).outcomes, examined.outcomes);
    }
    // One level of each compiler, or all of the one that is wrong.
    assert!(tests.iter().all(|count| [2, 5].contains(count)), "{tests:?}");
    assert!(tests.contains(&2) && tests.contains(&5), "{tests:?}");
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
    let script = format!("if mkdir $XDG_CACHE_HOME/done 2>/dev/null; then {ICE}; fi");
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
    assert_eq!(examined(&compiler, &lab, text), [(Kind::Disagreement, State::Suspected)]);
}

#[test]
fn a_program_without_an_end_is_not_run_again_and_accuses_nobody() {
    // One compiler makes an end of it, as 6.8.5p6 may allow.
    let compiler = Scripted::new(&miscompiling("s/i > 0/i > 1000/"));
    let lab = compiler.lab(&["-O2", "-O0"], true);
    let text = "int main(void) { for (volatile unsigned i = 1; i > 0; i |= 1) {} return 0; }\n";
    let examined = examine_file(&compiler, &lab, text);
    assert!(examined.findings.is_empty(), "{:?}", examined.findings);
    assert_eq!((examined.tests, examined.spent.runs), (4, 2), "{:?}", examined.outcomes);
}

#[test]
fn a_long_program_that_ends_is_compared() {
    let compiler = Scripted::new(&miscompiling("s/return 0/return 1/"));
    let lab = compiler.lab(&["-O0", "-O2"], true);
    let text = "int main(void) { for (volatile int i = 0; i < 30000000; i++) {} return 0; }\n";
    let found = examined(&compiler, &lab, text);
    assert_eq!(found, [(Kind::Disagreement, State::Suspected)]);
}

/// What a hunt says of one program of somebody else.
fn examined(compiler: &Scripted, lab: &Lab, text: &str) -> Vec<(Kind, State)> {
    let examined = examine_file(compiler, lab, text);
    examined.findings.iter().map(|one| (one.kind, one.state)).collect()
}

fn examine_file(compiler: &Scripted, lab: &Lab, text: &str) -> Examined {
    let source = Source::folder(&corpus(compiler, text), Vec::new()).unwrap();
    let test = source.make(0, &lab.scratch.fresh("make").unwrap(), lab.stop).unwrap();
    let origin = Origin { source: &source, seed: 0 };
    let folder = lab.scratch.fresh("test").unwrap();
    examine(lab, &test, &origin, folder, &|_| true).unwrap().unwrap()
}

/// A folder with one file.
fn corpus(compiler: &Scripted, text: &str) -> PathBuf {
    let folder = compiler.folder.path().join("corpus");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("a.c"), text).unwrap();
    folder
}

#[test]
fn what_is_printed_before_an_abort_says_nothing() {
    let compiler = Scripted::new("");
    let lab = compiler.lab(&["-O0"], false);
    // It stays in a buffer where the output is no terminal.
    let text = "int printf(const char *, ...); void abort(void);\n\
                int main(void) { printf(\"lost\\n\"); abort(); }\n";
    assert_eq!(examined(&compiler, &lab, text), []);
}

#[test]
fn who_defines_a_function_of_the_library_has_no_answer() {
    // Compilers may expand the call as if it were the library's (7.1.3p2).
    let compiler = Scripted::new(&miscompiling("s/return x + 1/return x/"));
    let lab = compiler.lab(&["-O0", "-O2"], true);
    let text = "int printf(const char *, ...);\n\
                double rint(double x) { return x + 1; }\n\
                int main(void) { volatile double two = 2; printf(\"%d\\n\", (int)rint(two)); return 0; }\n";
    assert_eq!(examined(&compiler, &lab, text), [(Kind::Disagreement, State::Suspected)]);
}

#[test]
fn variants_of_a_file_are_tests() {
    let compiler = Scripted::new("");
    let lab = compiler.lab(&["-O0"], false);
    let text = "int main(void) { int a = 1, b = 2; return a - b + 1; }\n";
    let folder = corpus(&compiler, text);
    let source = elenchus_campaign::config::variants(&folder, "", &folder).unwrap();
    let test = |source: &Source, seed| {
        let folder = lab.scratch.fresh("make").unwrap();
        source.make(seed, &folder, lab.stop).unwrap()
    };
    let made = |source: &Source, seed| test(source, seed).program;
    let tests = (0..40).map(|seed| test(&source, seed));
    let typed = tests.filter(|test| test.holes == Some(Holes::Typed));
    let text_of = |test: Test| String::from_utf8(test.program.files[0].text.clone()).unwrap();
    let texts: BTreeSet<String> = typed.map(text_of).collect();
    let returns = |what: &str| text.replace("a - b", what);
    let all = ["a - a", "a - b", "b - a", "b - b"].map(returns);
    assert_eq!(texts, BTreeSet::from(all));
    // What a finding remembers gives the same program.
    let (narrow, seed) = source.narrow(7);
    assert_eq!(made(&narrow, seed), made(&source, 7));
}
