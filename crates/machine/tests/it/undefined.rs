//! The corpus of tests/c/undefined: each program must be reported, with its
//! kind and on its line; its defined twin must end with status 0.
//!
//! What the machine cannot do yet is listed in `not-yet.txt` beside the
//! programs, with what it says instead. The list must match: a program that is
//! found now leaves it (`cargo xtask bless`), and none may join it unseen.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use elenchus_front::parse_unit;
use elenchus_front::source::{Original, SourceFile, SourceText};
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::{Limits, Machine, Verdict};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/c/undefined");

#[test]
fn undefined_programs_are_reported_and_their_twins_are_not() {
    if !super::has_gcc_for_x86_64() {
        return;
    }
    let files = programs(Path::new(FOLDER));
    assert!(files.len() > 400, "the corpus is in tests/c/undefined");
    let found = Mutex::new(BTreeMap::new());
    let next = Mutex::new(files.iter());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(file) = { next.lock().expect("no panic").next() } {
                    if let Some(problem) = judge(file) {
                        let name = file.strip_prefix(FOLDER).expect("in the folder");
                        let name = name.to_string_lossy().into_owned();
                        found.lock().expect("no panic").insert(name, problem);
                    }
                }
            });
        }
    });
    let mut list = String::new();
    for (name, problem) in found.into_inner().expect("no panic") {
        let _ = writeln!(list, "{name}: {problem}");
    }
    compare(&list);
}

fn compare(list: &str) {
    let path = Path::new(FOLDER).join("not-yet.txt");
    if std::env::var_os("ELENCHUS_BLESS").is_some() {
        std::fs::write(&path, list).expect("the list can be written");
        return;
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    let joined: Vec<&str> =
        list.lines().filter(|line| !known.lines().any(|k| k == *line)).collect();
    let left: Vec<&str> = known.lines().filter(|line| !list.lines().any(|l| l == *line)).collect();
    assert!(
        joined.is_empty() && left.is_empty(),
        "not-yet.txt differs; `cargo xtask bless` if this is right.\nnew:\n{}\ngone:\n{}",
        joined.join("\n"),
        left.join("\n"),
    );
}

fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        let name = path.to_string_lossy().into_owned();
        if path.is_dir() {
            files.extend(programs(&path));
        } else if name.ends_with(".c") && !name.ends_with(".with.c") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// What is wrong with the machine's verdict on a program; `None` if nothing.
fn judge(file: &Path) -> Option<String> {
    let text = std::fs::read_to_string(file).expect("readable");
    let is_twin = file.to_string_lossy().ends_with(".ok.c");
    let (verdict, line) = run(file)?;
    if is_twin {
        return (verdict != Verdict::Exit(0)).then(|| shown(&verdict, line));
    }
    let wanted = text.lines().enumerate().find_map(|(i, l)| {
        l.split("// undefined: ").nth(1).map(|kind| (kind.trim().to_string(), i as u32 + 1))
    });
    let (kind, at) = wanted.expect("the guilty line is annotated");
    match &verdict {
        Verdict::Undefined { kind: found, .. } if found.id() == kind && line == at => None,
        _ => Some(shown(&verdict, line)),
    }
}

fn shown(verdict: &Verdict, line: u32) -> String {
    match verdict {
        Verdict::Undefined { kind, .. } => format!("{} in line {line}", kind.id()),
        _ => verdict.to_string(),
    }
}

/// Runs a program, with the unit beside it if it has one; the verdict, and
/// the line that it points to.
fn run(file: &Path) -> Option<(Verdict, u32)> {
    let language = Language::by_name("gnu11").expect("known");
    let mut program = Program::new(Target::x86_64(), language);
    let text = preprocess(file);
    let text = SourceText { name: "main".into(), text, original: Original::Itself };
    let main = SourceFile::parse(&mut program, text);
    assert!(main.accepted(), "{}: {:?}", file.display(), main.diagnostics().list.first());
    let stem = file.to_string_lossy().replace(".ok.c", ".c").replace(".c", ".with.c");
    if Path::new(&stem).exists() {
        parse_unit(&mut program, "with", &preprocess(Path::new(&stem)));
    }
    let limits = Limits { steps: 10_000_000, ..Limits::default() };
    let outcome = Machine::new(std::rc::Rc::new(program), limits).run(&[]);
    let span = match &outcome.verdict {
        Verdict::Undefined { span, .. }
        | Verdict::Unspecified { span, .. }
        | Verdict::Unsupported { span, .. } => *span,
        _ => return Some((outcome.verdict, 0)),
    };
    let is_main = (span.start as usize) < main.text().len();
    let line = if is_main { main.place(span.start).line } else { 0 };
    Some((outcome.verdict, line))
}

fn preprocess(file: &Path) -> Vec<u8> {
    let output = Command::new("gcc").args(["-E", "-std=gnu11"]).arg(file).output();
    output.expect("gcc is there").stdout
}
