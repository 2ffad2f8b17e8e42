//! Compilers that change what others compile, or what others made, accuse themselves.

use elenchus_campaign::finding::{Finding, Kind, State};
use elenchus_campaign::lab::Allowance;

use crate::scripted::Scripted;

/// One program of several files at -O0 and -O2, the hostile compiler before gcc.
fn found(script: &str) -> Vec<Finding> {
    let mut compiler = Scripted::new(script);
    compiler.split = true;
    let text = std::fs::read_to_string(&compiler.compiler).unwrap();
    std::fs::write(&compiler.compiler, text.replace("*program.c*", "*tests.c*")).unwrap();
    let mut lab = compiler.lab(&["-O0", "-O2"], true);
    if !lab.scratch.kept().writes {
        panic!("this test needs a kernel that confines: {}", lab.scratch.kept());
    }
    lab.allowance = Allowance::default();
    let (found, summary) = compiler.hunt(&lab, 1);
    assert_eq!((summary.programs, summary.tests), (1, 4), "{script}");
    for one in &found {
        assert_eq!(one.compiler.name, "testcc", "{one:?}");
        let innocent = one.outcomes.iter().filter(|(name, _)| name.starts_with("gcc"));
        let expected = one.expected.as_ref().unwrap();
        for (name, outcome) in innocent {
            let right = elenchus_campaign::outcome::Outcome::Ran(expected.clone());
            assert_eq!(outcome, &right, "{script}: {name}");
        }
    }
    found
}

#[track_caller]
fn check(script: &str, kind: Kind, named: &str) {
    let found = found(script);
    assert!(found.len() == 1, "{script}: {found:?}");
    for one in found {
        assert_eq!((one.kind, one.state), (kind, State::Confirmed), "{:?}", one.reasons);
        assert!(one.reasons.iter().any(|said| said.contains(named)), "{:?}", one.reasons);
    }
}

#[test]
fn who_removes_its_input() {
    check("rm -f *.c", Kind::Rejected, "tests.c is gone");
    check("rm -f *.h", Kind::Rejected, ".h is gone");
    check("rm -f *.c; mkdir tests.c", Kind::Rejected, "tests.c was changed");
    let locks = "rm -f *.c; mkdir -p tests.c/a/b; chmod 0 tests.c/a/b tests.c/a tests.c";
    check(locks, Kind::Rejected, "tests.c was changed");
    // It is too late for itself, and for others there are fresh ones.
    assert_eq!(found("gcc \"$@\"; status=$?; rm -f *.c *.h; exit $status"), []);
}

#[test]
fn who_rewrites_its_input() {
    let rewrite = "sed -i 's/\"checksum = /\"checksum = 7/' *.c";
    check(rewrite, Kind::WrongOutput, ".c was changed");
    assert_eq!(found(&format!("gcc \"$@\"; status=$?; {rewrite}; exit $status")), []);
}

/// Wherever it finds files of others: beside, above, and later, by a name that it knows.
#[test]
fn who_reaches_for_what_others_work_on() {
    let reach = "for one in $(find $here/elenchus-0 -name '*.c' -o -name '*.exe' -o -name '*.h')\n\
                 do case $one in $PWD/*) ;; *) echo x > $one; rm -f $one ;; esac; done";
    assert_eq!(found(&reach.replace("elenchus-0", "elenchus-*")), []);
    let later = "export place=$PWD; setsid sh -c 'cd /; i=0\n\
                 while [ $((i+=1)) -lt 20 ]; do sleep 0.05; rm -f $place/*.c\n\
                 for one in $place/*.exe; do echo x > $one; done; done' > /dev/null 2>&1 &";
    // Its own programs it may spoil.
    found(later);
}

/// What it keeps for itself, in its cache, is no other compiler's.
#[test]
fn who_poisons_caches() {
    assert_eq!(
        found(
            "echo x > $XDG_CACHE_HOME/mine; for one in $XDG_CACHE_HOME/../*; do\n\
                      [ $one -ef $XDG_CACHE_HOME ] || ! echo x > $one/theirs || exit 1; done"
        ),
        []
    );
}

/// It fails for want of memory, under our limit and without it: that is no rejection.
#[test]
fn who_takes_all_memory() {
    let eat = "exec perl -e 'while (1) { push @x, \"a\" x 50000000 }'";
    let eat = format!("case \"$*\" in *-O2*) {eat} ;; esac");
    let compiler = Scripted::new(&eat);
    let mut lab = compiler.lab(&["-O0", "-O2"], true);
    lab.allowance = Allowance { memory: Some(800 << 20), ..Allowance::default() };
    let (found, _) = compiler.hunt(&lab, 1);
    let short: Vec<_> = found.iter().map(|one| (one.kind, one.state)).collect();
    assert_eq!(short, [(Kind::Bloated, State::Confirmed)], "{found:?}");
}

/// What it is when it is looked at is not what it is when it compiles.
#[test]
fn who_changes_its_version() {
    let compiler = Scripted::new("echo 'error: no such thing' >&2; exit 1");
    let script = std::fs::read_to_string(&compiler.compiler).unwrap();
    let each = "case $1 in --version) date +%N; exit ;; esac\nhere=";
    std::fs::write(&compiler.compiler, script.replacen("here=", each, 1)).unwrap();
    let (found, _) = compiler.hunt(&compiler.lab(&["-O1"], true), 1);
    assert_eq!((found.len(), found[0].state), (1, State::Suspected));
    let why = found[0].reasons.last().unwrap();
    assert!(why.starts_with("which compiler this is nobody knows"), "{why}");
}

/// It dies in the same way each time, whatever it says.
#[test]
fn who_says_something_else_each_time() {
    let compiler =
        Scripted::new("echo \"error: $(od -An -N8 -tx8 /dev/urandom)\" >&2; kill -SEGV $$");
    let (found, _) = compiler.hunt(&compiler.lab(&["-O1"], true), 1);
    let short: Vec<_> = found.iter().map(|one| (one.kind, one.state)).collect();
    assert_eq!(short, [(Kind::Crash, State::Confirmed)]);
    let compiler = Scripted::new("echo \"error: no $(od -An -N8 -tx8 /dev/urandom)\" >&2; exit 1");
    let (found, _) = compiler.hunt(&compiler.lab(&["-O1"], true), 1);
    let short: Vec<_> = found.iter().map(|one| one.compiler.name.as_str()).collect();
    assert_eq!(short, ["testcc"]);
}
