//! The programs of tests/c/library and tests/c/language: what they print on the machine is what
//! they print on the host, and what `name.out` says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::gcc::scratch;
use elenchus_front::parse_unit;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::{Limits, Machine, Outcome, Verdict};

const LIBRARY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/c/library");
const LANGUAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/c/language");

/// A text run on the machine, with its standard input.
pub fn run(text: &[u8], input: Vec<u8>) -> Outcome {
    let language = Language::by_name("gnu11").expect("known");
    let mut program = Program::new(Target::x86_64(), language);
    let parsed = parse_unit(&mut program, "main", text);
    assert!(parsed.accepted(), "{:?}", parsed.diagnostics.list.first());
    let limits = Limits { steps: 10_000_000, ..Limits::default() };
    let machine = Machine::new(std::rc::Rc::new(program), limits).with_input(input);
    machine.run(&[])
}

fn on_the_machine(file: &Path, input: Vec<u8>) -> String {
    let output = Command::new("gcc").args(["-E", "-std=gnu11"]).arg(file).output();
    let outcome = run(&output.expect("gcc is there").stdout, input);
    let printed = String::from_utf8_lossy(&outcome.output).into_owned();
    assert_eq!(outcome.verdict, Verdict::Exit(0), "{}, after\n{printed}", file.display());
    printed
}

fn on_the_host(file: &Path, input: &Path) -> String {
    let name = file.file_stem().expect("a file").to_string_lossy();
    let program = scratch(&format!("library_{name}"));
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-Wno-sync-nand", "-Wno-psabi", "-std=gnu11", "-o"])
        .arg(&program)
        .arg(file)
        .arg("-lm");
    assert!(gcc.status().expect("gcc is there").success(), "{}", file.display());
    let stdin = match input.exists() {
        true => fs::File::open(input).expect("readable").into(),
        false => Stdio::null(),
    };
    let output = Command::new(program).stdin(stdin).output().expect("it runs");
    assert!(output.status.success(), "{}", file.display());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn programs_print_what_they_print_on_the_host() {
    compare_with_the_host(LIBRARY);
}

#[test]
fn extensions_do_what_they_do_on_the_host() {
    compare_with_the_host(LANGUAGE);
}

fn compare_with_the_host(folder: &str) {
    if !super::has_gcc_for_x86_64() {
        return;
    }
    let entries = fs::read_dir(folder).expect("the folder is there").flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "c"));
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let input = file.with_extension("in");
        let expected = file.with_extension("out");
        let host = on_the_host(&file, &input);
        if std::env::var_os("ELENCHUS_BLESS").is_some() {
            fs::write(&expected, &host).expect("writable");
        }
        let expected = fs::read_to_string(&expected).expect("blessed");
        let machine = on_the_machine(&file, fs::read(&input).unwrap_or_default());
        for (ours, who) in [(machine, "the machine"), (host, "the host")] {
            let line = ours.lines().zip(expected.lines()).take_while(|(a, b)| a == b).count();
            let differs = format!("{} in line {} on {who}", file.display(), line + 1);
            let (found, wanted) = (ours.lines().nth(line), expected.lines().nth(line));
            assert_eq!(found, wanted, "{differs}");
        }
    }
}
