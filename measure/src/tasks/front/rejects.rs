//! Constraint violations: what gcc rejects, and whether we do.
//!
//! The tests: files of gcc.dg with `dg-error` that need no target and no
//! option beyond the edition, `-pedantic…`, warnings and what does not change
//! the language. A file without options is compiled as its folder says: with
//! `-ansi -pedantic-errors` in gcc.dg itself, with none in its subfolders.
//! gcc must reject the text after preprocessing, as we get it. Without
//! `-pedantic-errors` what is left are the errors that gcc never forgives.
//!
//! The other way round, a file of the corpus that gcc accepts and we reject
//! is listed with its reason.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use elenchus_compilers::preprocess::Preprocess;
use elenchus_lang::rules::Language;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::packages::need;

use crate::call::call;
use crate::compile;
use crate::corpus::{self, Group, Text};
use crate::files;
use crate::groups::grouped;
use crate::hash::fnv1a;
use crate::tasks::{Task, share};
use crate::{ours, parallel};

pub const TASK: Task =
    Task::show("rejects", "what gcc rejects and we do, and the other way round", run);

/// How long gcc may take for a file.
const SECONDS: u64 = 20;

fn run(ctx: &Context, _args: &[String]) -> Result<Vec<Figure>> {
    need(["gcc"])?;
    let folder = files::folder(ctx.path("target/rejects"))?;
    Ok(vec![rejected_too(ctx, &folder)?, rejected_wrongly(ctx, &folder)?])
}

// ---- what gcc rejects ----

/// A test that gcc is expected to reject.
#[derive(Debug, PartialEq, Eq)]
struct Test {
    file: PathBuf,
    /// As `-std=` names it.
    standard: String,
    pedantic: bool,
}

/// What became of a test.
enum Outcome {
    /// gcc does not reject it after preprocessing, or cannot preprocess it.
    NotRejected,
    Rejected {
        /// gcc's first error without `-pedantic-errors`; none if it needs them.
        always: Option<String>,
        /// Whether we reject it too.
        too: bool,
    },
}

fn rejected_too(ctx: &Context, folder: &Path) -> Result<Figure> {
    let suite = corpus::gcc(ctx)?;
    let tests = tests(&suite)?;
    let outcomes = parallel::map(&tests, ctx.threads, |test| try_test(test, folder));
    let outcomes = outcomes.into_iter().collect::<Result<Vec<Outcome>>>()?;
    let (mut all, mut all_too, mut hard, mut hard_too) = (0, 0, 0, 0);
    let mut missed = Vec::new();
    for (test, outcome) in tests.iter().zip(outcomes) {
        let Outcome::Rejected { always, too } = outcome else { continue };
        all += 1;
        all_too += usize::from(too);
        if let Some(error) = always {
            hard += 1;
            hard_too += usize::from(too);
            if !too {
                let name = test.file.strip_prefix(&suite).unwrap_or(&test.file);
                missed.push((name.display().to_string(), error));
            }
        }
    }
    let mut list = String::new();
    for (name, error) in &missed {
        writeln!(list, "{name}: {error}")?;
    }
    std::fs::write(folder.join("accepted.txt"), list)?;
    println!("accepted though gcc always rejects it (target/rejects/accepted.txt):");
    print!("{}", grouped(missed.iter().map(|(name, error)| (name.as_str(), error.clone()))));
    Ok(Figure {
        name: "rejects".to_string(),
        what: "tests of gcc.dg marked dg-error, rejected by gcc, that we reject too".to_string(),
        figure: format!(
            "{}; {}",
            share("with the test's options", all_too, all),
            share("without -pedantic-errors", hard_too, hard)
        ),
        bar: "the share is printed".to_string(),
        holds: all > 0,
        skipped: None,
    })
}

fn try_test(test: &Test, folder: &Path) -> Result<Outcome> {
    let preprocess = Preprocess::new(["gcc"]).standard(&test.standard).flag("-w");
    // What the preprocessor rejects never reaches us.
    let Ok(text) = preprocess.run(&test.file) else { return Ok(Outcome::NotRejected) };
    let name = format!("{:016x}", fnv1a(test.file.as_os_str().as_encoded_bytes()));
    let file = folder.join(name).with_extension("i");
    std::fs::write(&file, &text)?;
    let always = gcc_error(&file, &test.standard, false)?;
    let rejected =
        always.is_some() || (test.pedantic && gcc_error(&file, &test.standard, true)?.is_some());
    std::fs::remove_file(&file)?;
    if !rejected {
        return Ok(Outcome::NotRejected);
    }
    let standard = Language::by_name(&test.standard)
        .with_context(|| format!("{}: -std={}", test.file.display(), test.standard))?;
    // A panic is no clean rejection.
    let rejected = ours::watched(move || !ours::parse("test.i", &text, standard).accepted());
    let too = rejected.unwrap_or(false);
    Ok(Outcome::Rejected { always, too })
}

/// The first error that gcc has for a preprocessed file.
fn gcc_error(file: &Path, standard: &str, pedantic: bool) -> Result<Option<String>> {
    let standard = format!("-std={standard}");
    let pedantic = if pedantic { "-pedantic-errors" } else { "-w" };
    // Not as others are called: without warnings there are no pedantic errors.
    let options = ["-x", "cpp-output", &standard, pedantic, "-fsyntax-only"];
    compile::objection(call("gcc").args(options).arg(file).seconds(SECONDS))
}

/// The tests in the folder of GCC's test suite, in the order of their names.
fn tests(suite: &Path) -> Result<Vec<Test>> {
    let root = suite.join("gcc.dg");
    let mut tests = Vec::new();
    for file in files::below(&root, "c")? {
        let text = std::fs::read(&file)?;
        let text = String::from_utf8_lossy(&text);
        let in_root = file.parent() == Some(&root);
        if let Some((standard, pedantic)) = options(&text, in_root) {
            tests.push(Test { file, standard, pedantic });
        }
    }
    Ok(tests)
}

/// What gcc takes when nothing is said.
const DEFAULT: &str = "gnu17";

/// The edition of a test, and whether it is pedantic; `None` if it is not
/// one of ours.
fn options(text: &str, in_root: bool) -> Option<(String, bool)> {
    const NOT_OURS: &[&str] =
        &["dg-require-", "dg-skip-if", "dg-add-options", "dg-do preprocess", "dg-lto-"];
    if !text.contains("dg-error") || NOT_OURS.iter().any(|word| text.contains(word)) {
        return None;
    }
    let mut given: Option<Vec<&str>> = None;
    for line in text.lines() {
        if line.contains("dg-do") && line.contains("target") {
            return None;
        }
        for directive in ["dg-options", "dg-additional-options"] {
            let Some((_, rest)) = line.split_once(directive) else { continue };
            let (_, quoted) = rest.split_once('"')?;
            let (words, after) = quoted.split_once('"')?;
            // Options for some targets only.
            if after.contains("target") {
                return None;
            }
            given.get_or_insert_default().extend(words.split_whitespace());
        }
    }
    let given = match given {
        Some(given) => given,
        None if in_root => vec!["-ansi", "-pedantic-errors"],
        None => Vec::new(),
    };
    let mut result = (DEFAULT.to_string(), false);
    for option in given {
        match option {
            "-ansi" => result.0 = "c90".to_string(),
            "-pedantic-errors" => result.1 = true,
            _ if option.starts_with("-std=") => result.0 = option["-std=".len()..].to_string(),
            _ if !changes_nothing(option) => return None,
            _ => {}
        }
    }
    Some(result)
}

/// Options that change neither the language nor what is an error.
fn changes_nothing(option: &str) -> bool {
    const BEGINNINGS: &[&str] =
        &["-O", "-fdiagnostics-", "-ftrack-macro-expansion=", "-fshow-column", "-fmax-errors"];
    let warning = option.starts_with("-W") && !option.starts_with("-Werror");
    let plain = ["-w", "-pedantic", "-fsyntax-only", "-g"].contains(&option);
    warning || plain || BEGINNINGS.iter().any(|beginning| option.starts_with(beginning))
}

// ---- what only we reject ----

fn rejected_wrongly(ctx: &Context, folder: &Path) -> Result<Figure> {
    let standard = corpus::standard()?;
    let mut parts = Vec::new();
    let mut in_torture = 0;
    let mut list = String::new();
    for group in Group::ALL {
        let texts = corpus::texts(ctx, group)?;
        let files = texts.texts.len() + texts.unreadable.len();
        let reasons = parallel::map(&texts.texts, ctx.threads, |text| reason(text, standard));
        let mut rejected = Vec::new();
        for (text, reason) in texts.texts.iter().zip(reasons) {
            rejected.extend(reason?.map(|reason| (text.name.as_str(), reason)));
        }
        let unreadable = texts.unreadable.iter();
        rejected.extend(unreadable.map(|(n, why)| (n.as_str(), format!("gcc -E alone: {why}"))));
        for (name, reason) in &rejected {
            writeln!(list, "{name}: {reason}")?;
        }
        if matches!(group, Group::Execute | Group::Compile) {
            in_torture += rejected.len();
        }
        parts.push(share(group.name(), rejected.len(), files));
        if !rejected.is_empty() {
            println!("{}: rejected though gcc accepts it:", group.name());
            print!("{}", grouped(rejected));
        }
    }
    std::fs::write(folder.join("rejected.txt"), &list)?;
    const SHOWN: usize = 100;
    list.lines().take(SHOWN).for_each(|line| println!("{line}"));
    if list.lines().count() > SHOWN {
        println!("… all in target/rejects/rejected.txt");
    }
    Ok(Figure {
        name: "rejected-wrongly".to_string(),
        what: "programs that gcc accepts and we reject".to_string(),
        figure: parts.join(", "),
        bar: "none in c-torture; each is listed with its reason".to_string(),
        holds: in_torture == 0,
        skipped: None,
    })
}

/// Why we reject a text.
fn reason(text: &Text, standard: Language) -> Result<Option<String>> {
    let (name, source) = (text.name.clone(), text.read()?);
    let parsed = ours::watched(move || {
        let parsed = ours::parse(&name, &source, standard);
        (!parsed.accepted()).then(|| parsed.first_error(&source))
    });
    Ok(parsed.unwrap_or_else(Some))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_decide() {
        let error = "int x = y; /* { dg-error \"undeclared\" } */\n";
        let with = |line: &str| options(&format!("/* {{ {line} }} */\n{error}"), true);
        let some = |standard: &str, pedantic| Some((standard.to_string(), pedantic));
        assert_eq!(options("int x;\n", true), None);
        assert_eq!(options(error, true), some("c90", true));
        assert_eq!(options(error, false), some("gnu17", false));
        assert_eq!(with("dg-options \"\""), some("gnu17", false));
        assert_eq!(with("dg-options \"-std=c11 -Wall -O2\""), some("c11", false));
        assert_eq!(with("dg-options \"-pedantic-errors\""), some("gnu17", true));
        for not_ours in [
            "dg-options \"-fopenmp\"",
            "dg-options \"-Werror\"",
            "dg-options \"-O2\" { target i?86-*-* }",
            "dg-do compile { target int128 }",
            "dg-require-effective-target int32",
        ] {
            assert_eq!(with(not_ours), None, "{not_ours}");
        }
    }
}
