//! What optimisers say that they did, of programs with variants and without.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::packages::need;

use super::originals::{Origin, Original, originals, usual};
use crate::call::Call;
use crate::compile;
use crate::corpus::STANDARD;
use crate::tasks::Task;
use crate::{files, parallel};

pub const TASK: Task =
    Task::show("mutate-effect", "what optimisers say of programs with variants and without", run);

/// Programs whose records are counted, with and without variants.
const PROGRAMS: usize = 50;
/// Variants of each, and so many other programs beside.
const EACH: usize = 3;

fn run(ctx: &Context, _: &[String]) -> Result<Vec<Figure>> {
    need(["gcc", "clang"])?;
    let folder = files::fresh_folder(ctx.path("target/mutate/effect"))?;
    let all = originals(ctx, Origin::Csmith, PROGRAMS * (EACH + 1))?;
    let (programs, others) = all.split_at(PROGRAMS.min(all.len()));
    let of = |index: usize, original: &Original, variants: bool| {
        of_program(&folder, index, original, variants)
    };
    let numbered: Vec<(usize, &Original)> = programs.iter().enumerate().collect();
    let with = parallel::map(&numbered, ctx.threads, |&(at, original)| of(at, original, true));
    let numbered: Vec<(usize, &Original)> =
        others.iter().enumerate().map(|(at, original)| (PROGRAMS + at, original)).collect();
    let beside = parallel::map(&numbered, ctx.threads, |&(at, original)| of(at, original, false));
    let with = with.into_iter().collect::<Result<Vec<_>>>()?;
    let beside = beside.into_iter().collect::<Result<Vec<_>>>()?;
    let figures = COMPILERS.iter().enumerate().map(|(at, compiler)| {
        let own = |of: &Records| of.own[at].clone();
        let alone: BTreeSet<String> = with.iter().flat_map(own).collect();
        let added = |of: &Records| of.variants[at].clone();
        let variants: BTreeSet<String> = with.iter().flat_map(added).collect();
        let others: BTreeSet<String> = beside.iter().flat_map(own).collect();
        figure(compiler.name, &alone, &variants, &others)
    });
    Ok(figures.collect())
}

fn figure(
    compiler: &str,
    alone: &BTreeSet<String>,
    variants: &BTreeSet<String>,
    others: &BTreeSet<String>,
) -> Figure {
    let (with, beside) = (alone.union(variants).count(), alone.union(others).count());
    let new: Vec<&str> = variants.difference(alone).map(String::as_str).take(6).collect();
    Figure {
        name: format!("mutate-effect-{compiler}"),
        what: format!(
            "kinds of optimisation records of {compiler}, by pass and wording, of {PROGRAMS} \
             programs of Csmith with {EACH} variants each, and beside as many other programs"
        ),
        figure: format!(
            "{} alone, {with} with variants, {beside} with other programs; new are {}",
            alone.len(),
            if new.is_empty() { "none".to_string() } else { new.join("; ") }
        ),
        bar: "more with variants than alone".to_string(),
        holds: with > alone.len(),
        skipped: None,
    }
}

/// A compiler and how it tells what it did.
struct Compiler {
    name: &'static str,
    options: &'static [&'static str],
    /// The kinds of records in what it wrote.
    kinds: fn(&str) -> BTreeSet<String>,
}

const COMPILERS: &[Compiler] = &[
    Compiler { name: "gcc", options: &["-O3", "-fopt-info-all=records"], kinds: gcc_kinds },
    Compiler {
        name: "clang",
        options: &["-O3", "-fsave-optimization-record", "-foptimization-record-file=records"],
        kinds: clang_kinds,
    },
];

/// By compiler, what is said of a program and of its variants.
struct Records {
    own: Vec<BTreeSet<String>>,
    variants: Vec<BTreeSet<String>>,
}

fn of_program(
    folder: &Path,
    index: usize,
    original: &Original,
    with_variants: bool,
) -> Result<Records> {
    let none = || vec![BTreeSet::new(); COMPILERS.len()];
    let mut records = Records { own: none(), variants: none() };
    let folder = files::fresh_folder(folder.join(index.to_string()))?;
    let add = |into: &mut Vec<BTreeSet<String>>, text: &[u8]| -> Result<()> {
        for (compiler, into) in COMPILERS.iter().zip(into) {
            into.extend(of_text(compiler, &folder, text, original)?);
        }
        Ok(())
    };
    add(&mut records.own, original.user())?;
    if with_variants {
        if let Ok(found) = original.variants(EACH as u64, &usual(1))? {
            for variant in &found.list {
                add(&mut records.variants, &variant.texts[0])?;
            }
        }
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(records)
}

fn of_text(
    compiler: &Compiler,
    folder: &Path,
    text: &[u8],
    original: &Original,
) -> Result<BTreeSet<String>> {
    std::fs::write(folder.join("program.c"), text)?;
    let call = compile::sources(compiler.name, STANDARD).args(compiler.options);
    let add = |call: Call, include: &std::path::PathBuf| call.arg("-I").arg(include);
    let call = original.folders.iter().fold(call, add);
    let call = call.args(["-w", "-c", "program.c", "-o", "program.o"]).within(folder);
    if !call.seconds(300).run()?.succeeded() {
        return Ok(BTreeSet::new());
    }
    let said = std::fs::read(folder.join("records")).unwrap_or_default();
    Ok((compiler.kinds)(&String::from_utf8_lossy(&said)))
}

/// `t.c:3:4: optimized: loop vectorized using 16 byte vectors` without the place and
/// without what is this program's: names and numbers.
fn gcc_kinds(said: &str) -> BTreeSet<String> {
    let kind = |line: &str| {
        let (_, rest) = line.split_once(": ")?;
        let (kind, words) = rest.split_once(": ")?;
        let is_kind = matches!(kind, "optimized" | "missed" | "note");
        let words = words.split_whitespace().filter(|word| is_word(word)).take(6);
        let words: Vec<&str> = words.collect();
        (is_kind && !words.is_empty()).then(|| format!("{kind}: {}", words.join(" ")))
    };
    said.lines().filter_map(kind).collect()
}

/// Plain English, and no name of a program.
fn is_word(word: &str) -> bool {
    let word = word.trim_end_matches([',', '.', ':', ';']);
    !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
}

/// `--- !Passed`, `Pass: …`, `Name: …`.
fn clang_kinds(said: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let (mut kind, mut pass) = ("", "");
    for line in said.lines() {
        if let Some(rest) = line.strip_prefix("--- !") {
            kind = rest.trim();
        } else if let Some(rest) = line.strip_prefix("Pass:") {
            pass = rest.trim();
        } else if let Some(name) = line.strip_prefix("Name:") {
            found.insert(format!("{kind}: {pass}: {}", name.trim()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_told_apart_by_their_wording() {
        let said = "t.c:3:4: optimized: loop vectorized using 16 byte vectors\n\
                    t.c:9:1: optimized: loop vectorized using 32 byte vectors\n\
                    t.c:1:1: missed: not inlinable: main/3 -> f/2, too large\nnothing\n";
        let found: Vec<String> = gcc_kinds(said).into_iter().collect();
        assert_eq!(
            found,
            ["missed: not inlinable: too large", "optimized: loop vectorized using byte vectors"]
        );
        let said = "--- !Passed\nPass:            inline\nName:            Inlined\n...\n";
        assert_eq!(clang_kinds(said).first().map(String::as_str), Some("Passed: inline: Inlined"));
    }
}
