//! What is looked at besides answers.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use elenchus_campaign::examine::{Origin, examine};
use elenchus_campaign::finding::{Finding, Kind, State};
use elenchus_campaign::lab::{Allowance, Lab, Sanitized};
use elenchus_campaign::oracle::{self, ORACLES};
use elenchus_campaign::outcome::Outcome;
use elenchus_campaign::replay::replay;
use elenchus_campaign::report;
use elenchus_campaign::source::Source;
use elenchus_compilers::find;
use elenchus_compilers::run::{End, Limits, Task, run};

use crate::scripted::{BURN, Scripted, changing};

/// A lab at -O0 and -O2, with gcc, that looks at answers and at one thing more.
fn lab(compiler: &Scripted, more: &str) -> Lab {
    let mut lab = compiler.lab(&["-O0", "-O2"], true);
    look_at(&mut lab, &["answers", more]);
    lab.allowance = Allowance::default();
    lab
}

fn look_at(lab: &mut Lab, names: &[&str]) {
    lab.oracles = names.iter().map(|name| oracle::by_name(name).unwrap()).collect();
}

fn short(found: &[Finding]) -> Vec<(Kind, State, &str)> {
    found.iter().map(|one| (one.kind, one.state, one.compiler.levels[0][0].as_str())).collect()
}

/// One program of a given text.
fn corpus(compiler: &Scripted, text: &str) -> Source {
    let corpus = compiler.folder.path().join("corpus");
    std::fs::create_dir_all(&corpus).unwrap();
    std::fs::write(corpus.join("a.c"), text).unwrap();
    Source::folder(&corpus, Vec::new()).unwrap()
}

/// What is found with one program of a given text.
fn found(compiler: &Scripted, lab: &Lab, text: &str) -> Vec<Finding> {
    let source = corpus(compiler, text);
    let test = source.make(0, &lab.scratch.fresh("make").unwrap(), lab.stop).unwrap();
    let origin = Origin { source: &source, seed: 0 };
    let folder = lab.scratch.fresh("test").unwrap();
    examine(lab, &test, &origin, folder, &|_| true).unwrap().unwrap().findings
}

/// Its script shows it, and a replay finds it again.
pub fn shows_itself(compiler: &Scripted, finding: &Finding) {
    let folder = tempfile::tempdir_in(compiler.folder.path()).unwrap();
    let folder = folder.path();
    report::write(finding, folder, std::path::Path::new("elenchus")).unwrap();
    let stop = Box::leak(Box::new(AtomicBool::new(false)));
    let task = Task { words: vec![folder.join("repro.sh").into()], folder: None };
    let shown = run(&task, &Limits::NONE, stop).unwrap();
    assert_eq!(shown.end, End::Exit(0), "{}", String::from_utf8_lossy(&shown.stdout));
    let replayed = replay(finding, Allowance::default(), stop).unwrap();
    let signature = replayed.finding.map(|one| one.signature);
    assert_eq!(signature.as_ref(), Some(&finding.signature));
}

#[test]
fn good_compilers_pass_everything() {
    let mut compiler = Scripted::new("");
    compiler.split = true;
    let mut lab = lab(&compiler, "resources");
    // gcc itself accesses volatile objects too often, now and then.
    let pass = ORACLES.iter().copied().filter(|oracle| oracle.name() != "volatile");
    lab.oracles = pass.collect();
    let (found, summary) = compiler.hunt(&lab, 2);
    assert_eq!(short(&found), []);
    assert_eq!(summary.programs, 2);
}

#[test]
fn a_compiler_that_gives_another_program_each_time() {
    // Every compilation has another number in it: that of its process.
    let script = "case \"$*\" in *-O2*)\n\
                  echo \"const int number = $$;\" > number.c; set -- \"$@\" number.c ;; esac";
    let compiler = Scripted::new(script);
    let (found, _) = compiler.hunt(&lab(&compiler, "determinism"), 1);
    assert_eq!(short(&found), [(Kind::Unstable, State::Confirmed, "-O2")], "{found:?}");
    shows_itself(&compiler, &found[0]);
}

#[test]
fn debugging_information_that_changes_the_code() {
    let script = "case \"$*\" in *-O2*-fcompare-debug*|*-fcompare-debug*-O2*)\n\
                  echo \"gcc: error: program.c: '-fcompare-debug' failure\" >&2; exit 1 ;; esac";
    let compiler = Scripted::new(script);
    let (found, _) = compiler.hunt(&lab(&compiler, "determinism"), 1);
    assert_eq!(short(&found), [(Kind::CompareDebug, State::Confirmed, "-O2")]);
    shows_itself(&compiler, &found[0]);
}

#[test]
fn objects_that_do_not_work_together() {
    let compiler = Scripted::new("");
    // What is compiled apart has structs without padding.
    let text = std::fs::read_to_string(&compiler.compiler).unwrap();
    let text = text.replace(
        "exec gcc \"$@\" ;; esac",
        "exec gcc \"$@\" ;; esac\nset -- \"$@\" -fpack-struct=1",
    );
    std::fs::write(&compiler.compiler, text.replace("*program.c*", "*' -c '*")).unwrap();
    let lab = lab(&compiler, "abi");
    // Which two compile it is drawn for each program.
    let make = "echo \"$0\" | sed -n 1p > $2/a.c; echo \"$0\" | sed -n 2p | sed s/N/$1/ > $2/b.c";
    let files = "int puts(const char *); struct s { char c; int i; }; extern struct s all; \
                 int main(void) { puts(all.i > 9 ? \"big\" : \"small\"); return 0; }\n\
                 struct s { char c; int i; }; struct s all = { 1, N };";
    let command = format!("sh -c '{make}' '{files}' {{seed}} {{dir}}");
    let source = Source::Command { command, flags: Vec::new() };
    let mut found = Vec::new();
    for seed in 0..8 {
        let test = source.make(seed, &lab.scratch.fresh("make").unwrap(), lab.stop).unwrap();
        let origin = Origin { source: &source, seed };
        let folder = lab.scratch.fresh("test").unwrap();
        let examined = examine(&lab, &test, &origin, folder, &|_| true).unwrap().unwrap();
        found.extend(examined.findings);
    }
    assert!(!found.is_empty());
    for one in &found {
        assert_eq!((one.kind, one.state), (Kind::Abi, State::Confirmed), "{:?}", one.reasons);
        assert!(one.partner.is_some() && one.compile.len() == 3, "{:?}", one.compile);
    }
    shows_itself(&compiler, &found[0]);
}

const VOLATILE: &str = "int printf(const char *, ...);\n\
    volatile int port; static volatile unsigned char bytes[4];\n\
    int main(void) { int i; for (i = 0; i < 3; i++) { port = i; bytes[i] += port; }\n\
    /*again*/ printf(\"%d\\n\", port + bytes[2]); return 0; }\n";

#[test]
fn a_volatile_access_too_many() {
    if find::find("valgrind").is_none() {
        eprintln!("skipped: valgrind is not installed");
        return;
    }
    let compiler = Scripted::new(&changing("-O2", "s:/.again.*/:port;:"));
    let lab = lab(&compiler, "volatile");
    let found = found(&compiler, &lab, VOLATILE);
    assert_eq!(short(&found), [(Kind::Volatile, State::Confirmed, "-O2")]);
    let Outcome::Accesses { object, expected, actual, .. } = &found[0].actual else { panic!() };
    assert_eq!((object.as_str(), expected.as_str()), ("port", "w4r4w4r4w4r4r4"));
    assert_eq!(actual, "w4r4w4r4w4r4r4r4");
    shows_itself(&compiler, &found[0]);
}

/// Without optimisation gcc accesses what the text says, and as often.
#[test]
fn volatile_accesses_as_they_should_be() {
    if find::find("valgrind").is_none() {
        eprintln!("skipped: valgrind is not installed");
        return;
    }
    let compiler = Scripted::new("");
    let mut lab = compiler.lab(&["-O0"], false);
    look_at(&mut lab, &["answers", "volatile"]);
    lab.allowance = Allowance::default();
    assert_eq!(short(&found(&compiler, &lab, VOLATILE)), []);
    // And programs of ours, which have some, too.
    let (found, summary) = compiler.hunt(&lab, 3);
    assert_eq!((short(&found), summary.programs), (vec![], 3));
}

/// A lab where every program is compiled with sanitizers, too.
fn sanitizing(compiler: &Scripted) -> Lab {
    let mut lab = lab(compiler, "sanitizer");
    lab.sanitized = Sanitized::All;
    lab
}

#[test]
fn an_alarm_on_a_valid_program() {
    // The sanitizer build divides by zero.
    let change = "s/return 0/return *\"\" \\/ *\"\"/";
    let compiler = Scripted::new(&changing("-fsanitize", change));
    let found = found(&compiler, &sanitizing(&compiler), VOLATILE);
    let kinds: Vec<_> = found.iter().map(|one| (one.kind, one.compiler.name.as_str())).collect();
    assert_eq!(kinds, [(Kind::Alarm, "testcc")]);
    // gcc itself and clang have none.
    assert_eq!(found[0].state, State::Confirmed, "{:?}", found[0].reasons);
    assert!(found[0].signature.contains("runtime error: division by zero"), "{:?}", found[0]);
    shows_itself(&compiler, &found[0]);
}

#[test]
fn an_alarm_that_all_sanitizers_have_is_most_likely_ours() {
    let change = "s/return 0/return *\"\" \\/ *\"\"/";
    let compiler = Scripted::new(&changing("-fsanitize", change));
    let mut lab = sanitizing(&compiler);
    lab.ask_only(lab.toolchains.iter().take(1).cloned().collect());
    let found = found(&compiler, &lab, VOLATILE);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].kind, found[0].state), (Kind::Alarm, State::Disputed));
}

#[test]
fn a_sanitizer_build_is_tested_as_any_other() {
    let check = |script: &str, kind: Kind| {
        let compiler = Scripted::new(script);
        let found = found(&compiler, &sanitizing(&compiler), VOLATILE);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].kind, found[0].state), (kind, State::Confirmed), "{found:?}");
        let level = found[0].compiler.levels[0].join(" ");
        assert!(level.starts_with("-O0 -g -fsanitize="), "{level}");
        shows_itself(&compiler, &found[0]);
    };
    let crash = "case \"$*\" in *' -E '*) ;; *-fsanitize=*)\n\
                 echo 'program.c:1: internal compiler error: in odd_place, at asan.cc:7' >&2\n\
                 exit 1 ;; esac";
    check(crash, Kind::Crash);
    check(&changing("-fsanitize", "s/%d/1%d/"), Kind::WrongOutput);
}

/// What is compared with what takes time: the program is compiled once more.
#[test]
fn looking_closer_counts_as_time_of_the_compiler() {
    let compiler = Scripted::new(&BURN.replace("300", "40"));
    let spent = |more: &[&str]| {
        let mut lab = compiler.lab(&["-O1"], false);
        look_at(&mut lab, more);
        lab.allowance = Allowance::default();
        let source = corpus(&compiler, VOLATILE);
        let test = source.make(0, &lab.scratch.fresh("make").unwrap(), lab.stop).unwrap();
        let folder = lab.scratch.fresh("test").unwrap();
        let origin = Origin { source: &source, seed: 0 };
        examine(&lab, &test, &origin, folder, &|_| true).unwrap().unwrap().spent.compile
    };
    let (without, with) = (spent(&["answers"]), spent(&["answers", "determinism"]));
    assert!(with > without * 2, "{with:?} and {without:?}");
}

#[test]
fn a_compiler_that_is_far_slower_or_larger_than_others() {
    let check = |load: &str, kind: Kind| {
        let compiler = Scripted::new(&format!("case \"$*\" in *-O2*) {load} ;; esac"));
        let mut lab = lab(&compiler, "resources");
        lab.allowance.compile = Duration::from_secs(60);
        // A small program: what gcc takes for it stays far from what counts as slow.
        let mut found = found(&compiler, &lab, VOLATILE);
        // Where memory is slow, who takes much of it may take much time, too.
        found.retain(|one| one.kind == kind);
        assert_eq!(short(&found), [(kind, State::Confirmed, "-O2")]);
        shows_itself(&compiler, &found[0]);
    };
    check(BURN, Kind::Slow);
    check("perl -e '$x = \"a\" x 700000000' || exit 1", Kind::Bloated);
}
