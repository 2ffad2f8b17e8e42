//! What people know already, what an update of a compiler leaves of it, and what programs
//! that show a bug have in common.

use std::fs;
use std::sync::atomic::AtomicBool;

use elenchus_campaign::features::compare;
use elenchus_campaign::finding::Finding;
use elenchus_campaign::import::import;
use elenchus_campaign::lab::Allowance;
use elenchus_campaign::recheck::{Now, recheck};
use elenchus_campaign::source::Source;
use elenchus_campaign::store::Store;
use serde_json::json;

use crate::scripted::{Scripted, changing};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Every one is another text; the third is right.
const PROGRAMS: &[(&str, &str)] = &[
    (
        "a.c",
        "/* https://example.org/1 */ int puts(const char *);\nint main(void) { puts(\"wrong 1\"); return 0; }\n",
    ),
    (
        "b.c",
        "int puts(const char *);\nint main(void) { if (puts(\"wrong 2\") < 0) return 1; return 0; }\n",
    ),
    ("c.c", "int puts(const char *);\nint main(void) { puts(\"right\"); return 0; }\n"),
    (
        "d.c",
        "int puts(const char *);\nint main(void) { for (int i = 0; i < 2; i++) puts(\"wrong, and stays\"); }\n",
    ),
];

#[test]
fn known_bugs_are_imported_and_closed_when_they_are_fixed() {
    let compiler = Scripted::new(&changing("-O2", "s/\"wrong/\"WRONG/"));
    let folder = compiler.folder.path().join("known");
    fs::create_dir(&folder).unwrap();
    for (name, text) in PROGRAMS {
        fs::write(folder.join(name), text).unwrap();
    }
    let mut store = Store::open(&compiler.store()).unwrap();
    let lab = compiler.lab(&["-O0", "-O2"], false);
    let imported = |store: &mut Store| {
        let mut all = Vec::new();
        import(&lab, store, &folder, &[], &mut |one| {
            let name = one.file.file_name().unwrap().to_string_lossy().into_owned();
            all.push((name, one.findings.len(), one.url));
        })
        .unwrap();
        all
    };
    let url = Some("https://example.org/1".to_owned());
    let own = |name: &str, findings, url| (name.to_owned(), findings, url);
    let expected =
        [own("a.c", 1, url), own("b.c", 1, None), own("c.c", 0, None), own("d.c", 1, None)];
    assert_eq!(imported(&mut store), expected);
    let marks = |store: &Store| {
        let bugs = store.bugs().unwrap().into_iter();
        bugs.map(|bug| (bug.mark, bug.url)).collect::<Vec<_>>()
    };
    let known = |url: Option<&str>| (Some("known".to_owned()), url.map(str::to_owned));
    // Each is a bug of its own, and none comes twice.
    let three = [known(Some("https://example.org/1")), known(None), known(None)];
    assert_eq!(marks(&store), three);
    imported(&mut store);
    assert_eq!(marks(&store), three);
    // The next compiler is wrong about one of them.
    let fixed = Scripted::new(&changing("-O2", "s/\"wrong, and/\"WRONG, and/"));
    let text = fs::read_to_string(&fixed.compiler).unwrap();
    let [here, there] = [&fixed, &compiler].map(|one| one.folder.path().display().to_string());
    fs::write(&compiler.compiler, text.replace(&here, &there)).unwrap();
    let stop = Box::leak(Box::new(AtomicBool::new(false)));
    let mut now = Vec::new();
    recheck(&store, Allowance::default(), stop, &mut |one| now.push(one.now)).unwrap();
    assert_eq!(now, [Now::Fixed, Now::Fixed, Now::StillThere]);
    let closed = |url: Option<&str>| (Some("fixed".to_owned()), url.map(str::to_owned));
    assert_eq!(marks(&store), [closed(Some("https://example.org/1")), closed(None), known(None)]);
}

/// A finding of a program with a remainder in it, as a hunt would have it.
fn finding(source: &Source, seed: u64, text: &str) -> Finding {
    serde_json::from_value(json!({
        "kind": "wrong-output", "state": "confirmed", "signature": "gcc: wrong-output: -O2",
        "compiler": { "name": "gcc", "command": ["gcc"], "levels": [["-O2"]], "run": "native" },
        "version": "gcc 12", "target": "x86_64-linux", "compile": [["gcc"]], "execute": null,
        "expected": null, "actual": { "what": "compiled" }, "outcomes": [], "reasons": [],
        "source": source, "seed": seed, "elenchus": "0",
        "program": { "files": [["program.c", text]], "flags": [] },
    }))
    .unwrap()
}

#[test]
fn what_programs_with_a_bug_have_in_common() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("test.db")).unwrap();
    let (preset, size) = ("scalar".to_owned(), 600);
    let (split, portable, dice) = (false, false, false);
    let source = Source::Generate { preset, size, split, portable, dice };
    // A compiler that cannot do remainders.
    let mut failing = Vec::new();
    for seed in 0..150 {
        let Ok(test) = source.make(seed, folder.path(), &NEVER) else { continue };
        let text = String::from_utf8(test.program.files[0].text.clone()).unwrap();
        if text.contains(" % ") {
            failing.push(finding(&source, seed, &text));
        }
    }
    assert!(failing.len() > 8 && failing.len() < 140, "{}", failing.len());
    store.finish(None, &failing, &[]).unwrap();
    let found = compare(&store, 1, 40, &NEVER).unwrap();
    assert_eq!((found.programs, found.others), (failing.len(), 40));
    let remainder = found.features.iter().find(|one| one.name == "`%`").unwrap();
    assert_eq!(remainder.bug.with, failing.len() as u64);
    assert!(remainder.p < 0.05, "{remainder:?}");
    // The same by any other name would be an accident.
    assert_eq!(found.features[0].name, "`%`", "{:?}", found.features);
}
