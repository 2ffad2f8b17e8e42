//! Which findings are one bug: what is known of them decides, and people do.

use std::time::Duration;

use elenchus_campaign::finding::{Blamed, Finding, Reduced};
use elenchus_campaign::group::Why;
use elenchus_campaign::program::{Program, ProgramFile};
use elenchus_campaign::rank::ranked;
use elenchus_campaign::store::{Bug, Store, StoreError, Want};
use elenchus_campaign::summary::summary;
use serde_json::{Value, json};

/// Wrong code of gcc at a level.
fn wrong_code(seed: u64, level: &str) -> Value {
    json!({
        "kind": "wrong-output", "state": "confirmed",
        "signature": format!("gcc-12: wrong-output: {level}"),
        "compiler": { "name": "gcc-12", "command": ["gcc-12"], "levels": [[level]],
                      "run": "native" },
        "version": "gcc 12", "target": "x86_64-linux", "compile": [["gcc-12"]], "execute": null,
        "expected": null, "actual": { "what": "compiled" }, "outcomes": [], "reasons": [],
        "source": { "source": "generate", "preset": "mix", "size": 1000 }, "seed": seed,
        "elenchus": "0", "program": { "files": [["program.c", "int x;\n"]], "flags": [] },
    })
}

/// The compiler breaks down with a message.
fn crash(seed: u64, message: &str) -> Value {
    let mut finding = wrong_code(seed, "-O2");
    finding["kind"] = json!("crash");
    finding["actual"] = json!({ "what": "crash", "message": message });
    finding["signature"] = json!(format!("gcc-12: crash: {message}"));
    finding
}

fn finding(value: Value) -> Finding {
    serde_json::from_value(value).unwrap()
}

fn reduced(text: &str) -> Reduced {
    let program = Program { files: vec![ProgramFile::new("program.c", text)], flags: Vec::new() };
    let wrong = finding(wrong_code(0, "-O2"));
    Reduced {
        program,
        expected: None,
        actual: wrong.actual,
        mutations: Vec::new(),
        outcomes: Vec::new(),
    }
}

fn blamed(pass: &str, versions: &str) -> Blamed {
    let versions = json!({ "tried": [], "words": versions });
    serde_json::from_value(json!({
        "version": "gcc 12", "pass": pass, "function": "f", "evidence": [], "cures": [],
        "flags": null, "versions": versions, "cut": null,
    }))
    .unwrap()
}

struct Findings {
    _folder: tempfile::TempDir,
    store: Store,
}

impl Findings {
    fn new(all: impl IntoIterator<Item = Value>) -> Findings {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("a.db")).unwrap();
        let all: Vec<Finding> = all.into_iter().map(finding).collect();
        store.finish(None, &all, &[]).unwrap();
        Findings { _folder: folder, store }
    }

    /// The findings of each bug, and why each is of it.
    fn bugs(&self) -> String {
        bugs(&self.store)
    }
}

fn bugs(store: &Store) -> String {
    let bugs = store.bugs().unwrap();
    let mut all: Vec<Vec<(i64, Why)>> =
        bugs.iter().map(|bug| store.siblings(bug.finding).unwrap()).collect();
    all.sort_by_key(|bug| bug[0].0);
    let words = |(id, why): &(i64, Why)| match why {
        Why::First => id.to_string(),
        why => format!("{id} ({why})"),
    };
    let line = |bug: &Vec<(i64, Why)>| bug.iter().map(words).collect::<Vec<_>>().join(", ");
    all.iter().map(line).collect::<Vec<_>>().join("\n")
}

const SAME_SYMPTOM: &str = "the same symptom at the same level, and nothing else is known";

#[test]
fn what_is_found_out_tells_bugs_apart() {
    let all = Findings::new((1..=4).map(|seed| wrong_code(seed, "-O2")));
    let like_1 = format!("(like 1: {SAME_SYMPTOM})");
    assert_eq!(all.bugs(), format!("1, 2 {like_1}, 3 {like_1}, 4 {like_1}"));
    all.store.keep_blamed(1, blamed("tree-vrp1", "wrong in all")).unwrap();
    all.store.keep_blamed(2, blamed("tree-vrp1", "since gcc-12")).unwrap();
    all.store.keep_blamed(3, blamed("tree-vrp1", "wrong in all")).unwrap();
    let same = "(like 1: the same pass is guilty, in the same versions)";
    assert_eq!(all.bugs(), format!("1, 3 {same}\n2\n4"));
}

#[test]
fn reduced_programs_are_the_same_but_for_names_and_constants() {
    let all = Findings::new((1..=4).map(|seed| wrong_code(seed, "-O2")));
    all.store.keep_reduced(1, reduced("int a = 1; int f(void) { return a + 2; }")).unwrap();
    all.store.keep_reduced(2, reduced("int b = 1; int g(void) { return b + 2; }")).unwrap();
    all.store.keep_reduced(3, reduced("int b = 5; int g(void) { return b + 7; }")).unwrap();
    all.store.keep_reduced(4, reduced("int b = 5; int g(void) { return b - 7; }")).unwrap();
    let text = "2 (like 1: reduced to the same program)";
    let pattern = "3 (like 1: reduced to the same program but for constants)";
    assert_eq!(all.bugs(), format!("1, {text}, {pattern}\n4"));
    // Another pass counts more than a pattern, and less than a text.
    for (id, pass) in [(1, "tree-vrp1"), (2, "tree-dom2"), (3, "tree-dom2")] {
        all.store.keep_blamed(id, blamed(pass, "")).unwrap();
    }
    let pass = "3 (like 2: the same pass is guilty, in the same versions)";
    assert_eq!(all.bugs(), format!("1, {text}, {pass}\n4"));
}

#[test]
fn messages_tell_breakdowns_apart_whatever_they_were_reduced_to() {
    let all =
        Findings::new([crash(1, "error: in f"), crash(2, "error: in g"), crash(3, "error: in f")]);
    for id in 1..=3 {
        all.store.keep_reduced(id, reduced("int a;")).unwrap();
    }
    assert_eq!(all.bugs(), "1, 3 (like 1: the compiler says the same)\n2");
}

#[test]
fn what_people_say_is_kept() {
    let all =
        Findings::new((1..=5).map(|seed| {
            crash(seed, ["error: in f", "error: in g", "error: in h"][seed as usize % 3])
        }));
    let message = "the compiler says the same";
    assert_eq!(all.bugs(), format!("1, 4 (like 1: {message})\n2, 5 (like 2: {message})\n3"));
    all.store.merge(&[1, 3]).unwrap();
    all.store.split(&[5]).unwrap();
    let expected = format!("1, 3 (somebody says so), 4 (like 1: {message})\n2\n5");
    assert_eq!(all.bugs(), expected);
    // More is known of all, and it changes nothing.
    for id in 1..=5 {
        all.store
            .keep_reduced(id, reduced(&format!("int a = {};", "1 + ".repeat(id as usize))))
            .unwrap();
    }
    assert_eq!(all.bugs(), expected);
    assert!(all.store.merge(&[1, 99]).is_err() && all.store.split(&[99]).is_err());
    assert_eq!(all.bugs(), expected);
}

#[test]
fn a_mark_stays_with_the_finding_of_which_it_was_said() {
    let all = Findings::new((1..=3).map(|seed| wrong_code(seed, "-O2")));
    let signature = "gcc-12: wrong-output: -O2";
    all.store.mark(2, Some("reported"), Some("https://example.org/1")).unwrap();
    assert_ne!(all.store.wants(signature).unwrap(), Want::More);
    all.store.keep_blamed(2, blamed("tree-vrp1", "")).unwrap();
    let marks: Vec<(i64, Option<String>)> =
        all.store.bugs().unwrap().into_iter().map(|bug| (bug.finding, bug.mark)).collect();
    assert_eq!(marks, [(1, None), (2, Some("reported".to_owned()))]);
    // Other bugs have the same signature.
    assert_eq!(all.store.wants(signature).unwrap(), Want::More);
}

#[test]
fn programs_that_are_not_kept_are_counted() {
    let mut all = Findings::new((1..=2).map(|seed| wrong_code(seed, "-O2")));
    let more = ["gcc-12: wrong-output: -O2".to_owned(), "another".to_owned()];
    all.store.finish(None, &[], &more).unwrap();
    assert_eq!(all.store.bugs().unwrap()[0].seen, 3);
    all.store.keep_blamed(1, blamed("tree-vrp1", "")).unwrap();
    let seen: Vec<i64> = all.store.bugs().unwrap().iter().map(|bug| bug.seen).collect();
    assert_eq!(seen, [2, 1]);
    all.store.merge(&[1, 2]).unwrap();
    assert_eq!(all.store.bugs().unwrap()[0].seen, 3);
}

#[test]
fn of_wrong_code_more_is_kept_until_it_is_told_apart() {
    let all = Findings::new((1..=49).map(|seed| wrong_code(seed, "-O2")));
    assert_eq!(all.store.wants("gcc-12: wrong-output: -O2").unwrap(), Want::More);
    let all = Findings::new((1..=50).map(|seed| wrong_code(seed, "-O2")));
    assert_ne!(all.store.wants("gcc-12: wrong-output: -O2").unwrap(), Want::More);
    let all = Findings::new((1..=10).map(|seed| crash(seed, "error: in f")));
    assert_ne!(all.store.wants("gcc-12: crash: error: in f").unwrap(), Want::More);
}

#[test]
fn a_store_of_the_first_version_is_brought_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(include_str!("../../src/store/migrations/0001.sql")).unwrap();
    old.execute_batch("PRAGMA user_version = 1; PRAGMA application_id = 0x656c656e").unwrap();
    let signature = "gcc-12: wrong-output: -O2";
    let sql = "INSERT INTO bug (id, signature, seen, mark) VALUES (7, ?1, 30, 'known')";
    old.execute(sql, [signature]).unwrap();
    let mut records = [1, 2, 3].map(|seed| wrong_code(seed, "-O2"));
    records[2]["blamed"] = serde_json::to_value(blamed("tree-vrp1", "")).unwrap();
    for (seed, record) in (1..).zip(&records) {
        let sql = "INSERT INTO finding (bug, kind, state, compiler, source, seed, size, record)
                   VALUES (7, 'wrong-output', 'confirmed', 'gcc-12', 's', ?1, 7, ?2)";
        old.execute(sql, rusqlite::params![seed, record.to_string()]).unwrap();
    }
    drop(old);
    let store = Store::open(&path).unwrap();
    assert_eq!(bugs(&store), format!("1, 2 (like 1: {SAME_SYMPTOM})\n3"));
    let all = store.bugs().unwrap();
    assert_eq!((all[0].seen, all[0].mark.as_deref()), (29, Some("known")));
    assert_eq!((all[1].pass.as_deref(), all[1].seen), (Some("tree-vrp1"), 1));
    assert_eq!(all[0].signature, signature);
}

#[test]
fn breakdowns_that_were_one_bug_by_the_signal_handler_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let message = |name: &str| {
        format!(
            "Stack dump:\n #1 0x2f llvm::sys::RunSignalHandlers() (/l.so+0x1)\n\
             #2 0x30 llvm::{name}(llvm::Value*) (/l.so+0x2)\n\
             clang: error: clang frontend command failed with exit code 139"
        )
    };
    let all = ["sink", "hoist", "sink"].map(message);
    let all: Vec<Finding> =
        (1..).zip(&all).map(|(seed, message)| finding(crash(seed, message))).collect();
    Store::open(&path).unwrap().finish(None, &all, &[]).unwrap();
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(
        "UPDATE finding SET bug = 1, signature = 'handlers'; DELETE FROM bug WHERE id <> 1;
         UPDATE clue SET value = 'handlers'; UPDATE bug SET mark = 'known', marked = 2;
         ALTER TABLE bug DROP COLUMN last; PRAGMA user_version = 2",
    )
    .unwrap();
    drop(old);
    let store = Store::open(&path).unwrap();
    assert_eq!(bugs(&store), "1, 3 (like 1: the compiler says the same)\n2");
    let bugs = store.bugs().unwrap();
    // What was said of the second goes with it.
    let marked = |bug: &Bug| bug.mark.is_some();
    assert_eq!(bugs.iter().map(marked).collect::<Vec<_>>(), [false, true]);
    assert!(bugs[0].signature.ends_with("exit code N in llvm::sink"), "{}", bugs[0].signature);
}

#[test]
fn unlike_ones_come_first_and_marked_ones_last() {
    let all = Findings::new([
        wrong_code(1, "-O1"),
        wrong_code(2, "-O2"),
        wrong_code(3, "-O3"),
        crash(4, "error: in f"),
    ]);
    all.store.keep_blamed(3, blamed("tree-vrp1", "since gcc-12")).unwrap();
    all.store.mark(1, Some("known"), None).unwrap();
    let ids: Vec<i64> = ranked(&all.store).unwrap().iter().map(|bug| bug.finding).collect();
    assert_eq!(ids, [4, 3, 2, 1]);
    let tables = summary(&all.store).unwrap();
    let rows = |what: &str| {
        let table = tables.iter().find(|table| table.what == what).unwrap();
        let rows = table.rows.iter().map(|(answer, count)| format!("{count} {answer}"));
        rows.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(rows("symptom"), "3 wrong-output, 1 crash");
    assert_eq!(rows("lowest level"), "2 -O2, 1 -O1, 1 -O3");
    assert_eq!(rows("stage of the blamed pass"), "3 unknown, 1 functions in GIMPLE (tree)");
    assert_eq!(rows("versions"), "3 unknown, 1 since gcc-12");
}

#[test]
fn what_is_taken_out_leaves_the_others() {
    let of = |seed| wrong_code(seed, "-O2");
    let Findings { store, .. } = &Findings::new([of(1), of(2), crash(3, "in f"), of(4)]);
    store.mark(1, Some("known"), None).unwrap();
    // Nothing is taken out where one of them is not there.
    assert!(matches!(store.delete(&[2, 9]), Err(StoreError::NoFinding(9))));
    assert_eq!(store.bugs().unwrap().len(), 2);
    // The mark of a bug stays with those that are left.
    assert_eq!(store.delete(&[1, 3]).unwrap(), 1);
    let left = store.bugs().unwrap();
    let [bug] = &left[..] else { panic!("{left:?}") };
    assert_eq!((bug.finding, bug.seen, bug.mark.as_deref()), (2, 2, Some("known")));
    assert_eq!(store.delete(&[2, 4]).unwrap(), 1);
    assert_eq!(store.bugs().unwrap(), []);
}

#[test]
fn when_a_bug_was_seen() {
    let Findings { _folder: folder, mut store } = Findings::new([wrong_code(1, "-O2")]);
    let db = rusqlite::Connection::open(folder.path().join("a.db")).unwrap();
    let old = "2001-02-03 04:05:06";
    db.execute("UPDATE finding SET found = ?1", [old]).unwrap();
    db.execute("UPDATE bug SET last = ?1", [old]).unwrap();
    let seen = |store: &Store| {
        let bug = store.bugs().unwrap().remove(0);
        (bug.first_seen == old, bug.last_seen == old)
    };
    assert_eq!(seen(&store), (true, true));
    // Another program shows it, which is only counted.
    store.finish(None, &[], &[finding(wrong_code(2, "-O2")).signature]).unwrap();
    assert_eq!(seen(&store), (true, false));
    let day = Duration::from_secs(86400);
    assert!(store.bugs().unwrap()[0].last_seen > store.ago(day).unwrap());
}
