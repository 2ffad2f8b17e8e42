//! The programs of tests/c/undefined are C, and keep the form that its README
//! gives them. Whether they are undefined is for the machine's tests.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use elenchus_front::diagnostic::Severity;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_lang::undefined::Undefined;

use crate::support::preprocess;

const MARK: &str = "// undefined: ";

/// The texts of one program.
#[derive(Default)]
struct Pair {
    undefined: String,
    twin: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c/undefined")
}

/// Every C file, as `kind/name.c`, in order.
fn files() -> Vec<String> {
    let mut files = Vec::new();
    for kind in std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap()) {
        if !kind.file_type().unwrap().is_dir() {
            continue;
        }
        for file in std::fs::read_dir(kind.path()).unwrap().map(|entry| entry.unwrap()) {
            let [kind, file] = [kind.file_name(), file.file_name()].map(|n| n.into_string());
            files.push(format!("{}/{}", kind.unwrap(), file.unwrap()));
        }
    }
    files.sort();
    files
}

fn read(file: &str) -> String {
    std::fs::read_to_string(folder().join(file)).unwrap()
}

/// The pairs by `kind/name`.
fn pairs() -> BTreeMap<String, Pair> {
    let mut pairs: BTreeMap<String, Pair> = BTreeMap::new();
    for file in files() {
        let stem = file.strip_suffix(".c").unwrap_or_else(|| panic!("{file} is not a C file"));
        if let Some(name) = stem.strip_suffix(".ok") {
            pairs.entry(name.to_owned()).or_default().twin = read(&file);
        } else if let Some(name) = stem.strip_suffix(".with") {
            assert!(folder().join(format!("{name}.c")).is_file(), "{file} belongs to no pair");
        } else {
            pairs.entry(stem.to_owned()).or_default().undefined = read(&file);
        }
    }
    pairs
}

#[test]
fn all_are_accepted() {
    let language = Language::by_name("gnu11").unwrap();
    let mut rejected = String::new();
    for file in files() {
        let text = read(&file);
        let text = if text.contains('#') {
            let path = folder().join(&file);
            let Some(text) = preprocess("gcc", &["-std=gnu11"], &path) else { continue };
            text
        } else {
            text.into_bytes()
        };
        let mut program = Program::new(Target::x86_64(), language);
        let parsed = elenchus_front::parse_unit(&mut program, &file, &text);
        let errors = parsed.diagnostics.list.iter().filter(|d| d.severity == Severity::Error);
        rejected.extend(errors.map(|error| format!("{file}: {}\n", error.message)));
    }
    assert!(rejected.is_empty(), "{rejected}");
}

#[test]
fn each_has_a_kind_and_a_twin() {
    for (name, pair) in pairs() {
        assert!(!pair.undefined.is_empty(), "{name}.c is missing");
        assert!(!pair.twin.is_empty(), "{name}.ok.c is missing");
        let marks: Vec<&str> =
            pair.undefined.lines().filter_map(|line| Some(line.split_once(MARK)?.1)).collect();
        let [kind] = marks[..] else { panic!("{name}.c: one line is the guilty one: {marks:?}") };
        assert!(Undefined::by_id(kind).is_some(), "{name}.c: no kind {kind} in the table");
        assert!(name.starts_with(&format!("{kind}/")), "{name}.c: in the folder of another kind");
        assert!(!pair.twin.contains(MARK), "{name}.ok.c: the twin is defined");
    }
}

/// The first line says why, after the twin's output if it has one.
#[test]
fn each_says_why() {
    let says_why = |line: Option<&str>| {
        let clause = line.and_then(|line| line.strip_prefix("// ")?.split_once(": "));
        clause.is_some_and(|(clause, _)| {
            clause.starts_with(|c: char| c.is_ascii_digit() || "FG".contains(c))
        })
    };
    for (name, pair) in pairs() {
        assert!(says_why(pair.undefined.lines().next()), "{name}.c: begin with the clause");
        let mut lines = pair.twin.lines().peekable();
        lines.next_if(|line| line.starts_with("// output: "));
        assert!(says_why(lines.next()), "{name}.ok.c: begin with the clause");
    }
}

#[test]
fn each_kind_has_some() {
    let pairs = pairs();
    for kind in Undefined::all() {
        let of_kind = pairs.keys().filter(|name| name.starts_with(&format!("{}/", kind.id())));
        assert!(of_kind.count() >= 3, "tests/c/undefined/{} wants more programs", kind.id());
    }
}

#[test]
fn the_table_of_peers_has_all() {
    let table = read("peers.tsv");
    let rows: Vec<&str> = table.lines().skip(1).collect();
    let names: Vec<&str> = rows.iter().filter_map(|row| Some(row.split_once('\t')?.0)).collect();
    let pairs = pairs();
    assert_eq!(names, pairs.keys().map(String::as_str).collect::<Vec<_>>());
    for row in rows {
        let answers = row.split('\t').skip(1);
        let valid = answers.clone().all(|answer| ["yes", "no"].contains(&answer));
        assert!(valid && answers.count() == 3, "{row}");
    }
}
