//! The programs of tests/c/dialects: under their options they print on the machine what they
//! print on the host, and what `name.out` says; without them they mean something else.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

use elenchus_front::parse_unit;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::{Limits, Machine, Verdict};

use crate::gcc::scratch;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/c/dialects");

/// A kind of undefined behaviour, `rejected`, or what is printed.
fn on_the_machine(file: &Path, options: &[&str]) -> String {
    let output = Command::new("gcc").args(["-E", "-std=gnu11"]).args(options).arg(file).output();
    let language = Language::GNU11.with_options(options.iter().copied()).expect("known options");
    let mut program = Program::new(Target::x86_64(), language);
    let text = output.expect("gcc is there").stdout;
    if !parse_unit(&mut program, "main", &text).accepted() {
        return "rejected".to_owned();
    }
    let outcome = Machine::new(Rc::new(program), Limits::default()).run(&[]);
    match outcome.verdict {
        Verdict::Exit(0) => String::from_utf8(outcome.output).expect("text"),
        Verdict::Undefined { kind, .. } => kind.id().to_owned(),
        other => format!("{other:?}"),
    }
}

fn on_the_host(file: &Path, options: &[&str], level: &str) -> String {
    let name = file.file_stem().expect("a file").to_string_lossy();
    let program = scratch(&format!("dialect_{name}"));
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-Wno-psabi", "-std=gnu11", level]).args(options).arg(file);
    assert!(gcc.arg("-o").arg(&program).status().expect("gcc is there").success(), "{name}");
    let output = Command::new(program).output().expect("it runs");
    assert!(output.status.success(), "{name}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn options_mean_what_they_mean_to_gcc() {
    if !super::has_gcc_for_x86_64() {
        return;
    }
    let entries = fs::read_dir(FOLDER).expect("the folder is there").flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "c"));
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let name = file.display();
        let text = fs::read_to_string(&file).expect("readable");
        let mut header = text.lines();
        let mut says = |what: &str| {
            let line = header.next().and_then(|line| line.strip_prefix(what));
            line.unwrap_or_else(|| panic!("{name} has no line '{what}'"))
        };
        let options: Vec<&str> = says("// options: ").split(' ').collect();
        let without = says("// without: ");

        let expected = file.with_extension("out");
        let host = on_the_host(&file, &options, "-O0");
        if std::env::var_os("ELENCHUS_BLESS").is_some() {
            fs::write(&expected, &host).expect("writable");
        }
        let expected = fs::read_to_string(&expected).expect("blessed");
        assert_eq!(host, expected, "{name} on the host");
        assert_eq!(on_the_host(&file, &options, "-O2"), expected, "{name} on the host, -O2");
        assert_eq!(on_the_machine(&file, &options), expected, "{name}");

        let other = on_the_machine(&file, &[]);
        match without {
            "another output" => assert_ne!(other, expected, "{name} without options"),
            kind => assert_eq!(other, kind, "{name} without options"),
        }
    }
}
