//! The C programs in tests/c: those in `reject` have one mistake each, those
//! in `pass` have none.
//!
//! A rejected program says on the guilty line what is wrong with it:
//!
//! ```c
//! int a[-1]; // error: the length of an array is negative
//! ```
//!
//! Every line so marked has exactly one error, which contains the text, and
//! no other line has one; gcc rejects the program too. `// std: gnu90` in the
//! first line names another edition than gnu11.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use elenchus_front::diagnostic::Severity;
use elenchus_front::source::{Original, SourceFile, SourceText};
use elenchus_lang::dump::dump;
use elenchus_lang::printer;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;

/// A file of tests/c, without its comments.
struct Source {
    name: String,
    standard: String,
    /// Comments are blanked, as a preprocessor would do.
    text: String,
    /// Line number and text of each `// error:`.
    errors: Vec<(u32, String)>,
}

fn sources(folder: &str) -> Vec<Source> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c").join(folder);
    let entries = std::fs::read_dir(&folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files.iter().map(|file| source(file)).collect()
}

fn source(file: &Path) -> Source {
    let whole = std::fs::read_to_string(file).expect("the file is text");
    let mut source = Source {
        name: file.file_name().expect("it has a name").to_string_lossy().into_owned(),
        standard: "gnu11".to_string(),
        text: String::new(),
        errors: Vec::new(),
    };
    for (number, line) in (1..).zip(whole.lines()) {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        if let Some(standard) = comment.trim().strip_prefix("std: ") {
            source.standard = standard.to_string();
        }
        if let Some(error) = comment.trim().strip_prefix("error: ") {
            source.errors.push((number, error.to_string()));
        }
        source.text.push_str(code);
        source.text.push('\n');
    }
    source
}

/// Parses a text; the errors come with their lines.
fn parse(text: &str, standard: &str) -> (Program, Vec<(u32, String)>) {
    let standard = Language::by_name(standard).expect("the edition is known");
    let mut program = Program::new(Target::x86_64(), standard);
    let text = SourceText { name: "test.c".into(), text: text.into(), original: Original::Itself };
    let file = SourceFile::parse(&mut program, text);
    let errors = file.diagnostics().list.iter().filter(|d| d.severity == Severity::Error);
    let errors = errors.map(|d| (file.place(d.span.start).line, d.message.clone())).collect();
    (program, errors)
}

/// Runs gcc on a text: its output, or its messages if it rejects it. `None`
/// where there is no gcc.
fn gcc(text: &str, standard: &str, options: &[&str]) -> Option<Result<String, String>> {
    let mut child = Command::new("gcc")
        .arg(format!("-std={standard}"))
        .args(["-w", "-x", "c"])
        .args(options)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(text.as_bytes()).expect("gcc reads its input");
    drop(input);
    let output = child.wait_with_output().expect("gcc ends");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Some(if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) })
}

fn shown(errors: &[(u32, String)]) -> String {
    errors.iter().fold(String::new(), |mut out, (line, message)| {
        writeln!(out, "    {line}: {message}").expect("a string takes it");
        out
    })
}

/// What is wrong with our answer to a program with a mistake.
fn rejection_problem(source: &Source) -> Option<String> {
    let (_, mut found) = parse(&source.text, &source.standard);
    found.sort();
    let fits = found.len() == source.errors.len()
        && found.iter().zip(&source.errors).all(|((line, message), (marked, text))| {
            line == marked && message.contains(text.as_str())
        });
    if !fits || source.errors.is_empty() {
        let (marked, found) = (shown(&source.errors), shown(&found));
        return Some(format!("  marked:\n{marked}  found:\n{found}"));
    }
    let accepted = gcc(&source.text, &source.standard, &["-fsyntax-only"])?.is_ok();
    accepted.then(|| "  gcc accepts it\n".to_string())
}

/// What is wrong with our answer to a program without mistakes: it is printed
/// and parsed again, and gcc must make the same code of both.
fn acceptance_problem(source: &Source) -> Option<String> {
    let (program, errors) = parse(&source.text, &source.standard);
    if !errors.is_empty() {
        return Some(format!("  rejected:\n{}", shown(&errors)));
    }
    let printed = printer::print(&program, 0);
    let (again, errors) = parse(&printed, &source.standard);
    if !errors.is_empty() {
        return Some(format!("  its print is rejected:\n{}{printed}", shown(&errors)));
    }
    if dump(&program, 0) != dump(&again, 0) {
        return Some(format!("  its print has another tree:\n{printed}"));
    }
    match (assembly(&source.text, &source.standard)?, assembly(&printed, &source.standard)?) {
        (Err(message), _) => Some(format!("  gcc rejects it:\n{message}")),
        (_, Err(message)) => Some(format!("  gcc rejects its print:\n{message}{printed}")),
        (Ok(original), Ok(print)) if original != print => {
            Some(format!("  its print compiles to other code:\n{printed}"))
        }
        _ => None,
    }
}

/// gcc's code for a text, without the comments that name its lines.
fn assembly(text: &str, standard: &str) -> Option<Result<String, String>> {
    let code = gcc(text, standard, &["-O0", "-S", "-o", "-"])?;
    let instructions = |code: String| {
        let lines = code.lines().filter(|line| !line.starts_with('#'));
        lines.collect::<Vec<&str>>().join("\n")
    };
    Some(code.map(instructions))
}

fn run(folder: &str, least: usize, problem: fn(&Source) -> Option<String>) {
    let sources = sources(folder);
    assert!(sources.len() >= least, "programs are missing in tests/c/{folder}");
    let mut failures = String::new();
    for source in &sources {
        if let Some(problem) = problem(source) {
            failures += &format!("tests/c/{folder}/{}\n{problem}", source.name);
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn programs_with_a_mistake_are_rejected() {
    run("reject", 100, rejection_problem);
}

#[test]
fn programs_without_mistakes_survive_printing() {
    run("pass", 40, acceptance_problem);
}
