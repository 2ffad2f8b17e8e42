//! Variants with answers: compilers must give the same, and sanitizers be
//! silent.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use elenchus_compilers::run::{End, Finished};
use elenchus_judge::{Answer, Ended as Ending};
use elenchus_produce::choices::Choices;
use elenchus_produce::enumerate::valid::VariantJudge;
use elenchus_produce::enumerate::{Options, Space, UBig, Which};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::packages::need;

use super::load;
use crate::call::{call, complaint};
use crate::corpus::gcc;
use crate::files;
use crate::tasks::Task;
use crate::tasks::machine::{Passing, passing};
use crate::{compile, ours, parallel};

pub const TASK: Task = Task::show("enumerate-valid", "answers of variants, against compilers", run);

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// How many variants
    #[arg(long, default_value_t = 2000)]
    sample: usize,
    /// Only programs whose name contains this
    part: Option<String>,
}

/// Variants drawn of each file, and what one may take.
const DRAWN: u64 = 24;
const FUEL: u64 = 300_000;

/// Neither is undefined in C: memory that is left to the system, and what C++
/// forbids by its rule of one definition.
const QUIET: &str = "ASAN_OPTIONS=detect_leaks=0:detect_odr_violation=0";

const COMPILE: Duration = Duration::from_secs(120);
const RUN: Duration = Duration::from_secs(20);
const KEPT: u64 = 1 << 20;

/// Compilers and options; the last alarms.
const BUILDS: &[Build] = &[
    ("gcc", &["-O0"]),
    ("gcc", &["-O2"]),
    ("clang", &["-O2"]),
    ("gcc", &["-O0", "-fsanitize=undefined,address"]),
];

/// Asked about the alarms of the other: gcc's takes `*(&a[0][0] + 1) + 10` for
/// an index into `a[0][0]`.
const SECOND: Build = ("clang", &["-O0", "-fsanitize=undefined,address"]);

type Build = (&'static str, &'static [&'static str]);

/// What a build said otherwise.
enum Trouble {
    Answer(String),
    Alarm(String),
    /// Nothing: it does not take the original either.
    Unbuilt,
}

/// A variant, as preprocessed text, and its answer.
struct Variant {
    name: String,
    standard: String,
    text: Vec<u8>,
    answer: Answer,
    /// What it is a variant of.
    original: PathBuf,
}

#[derive(Default)]
struct Tried {
    troubles: Vec<String>,
    /// Compilers that could not be asked.
    unbuilt: usize,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    need(["gcc", "clang"])?;
    let mut programs = passing(ctx)?;
    programs.retain(|program| {
        program.texts.len() == 1
            && args.part.as_ref().is_none_or(|part| program.name.contains(part))
    });
    let suite = gcc(ctx)?.join("gcc.c-torture/execute");
    let numbered: Vec<(usize, &Passing)> = programs.iter().enumerate().collect();
    let drawn = parallel::map(&numbered, ctx.threads, |&(number, program)| {
        draw(program, &suite, number as u64)
    });
    let mut files = drawn.into_iter().collect::<Result<Vec<_>>>()?;
    let judged: usize = files.iter().map(|(judged, _)| judged).sum();
    // One of each file, then another of each: no file starves the others.
    let mut chosen: Vec<Variant> = Vec::new();
    while chosen.len() < args.sample && files.iter().any(|(_, variants)| !variants.is_empty()) {
        chosen.extend(files.iter_mut().filter_map(|(_, variants)| variants.pop()));
    }
    chosen.truncate(args.sample);
    let folder = files::folder(ctx.path("target/enumerate/valid"))?;
    println!("{} variants of {judged} that were judged; compiling", chosen.len());
    let numbered: Vec<(usize, &Variant)> = chosen.iter().enumerate().collect();
    let tried = AtomicUsize::new(0);
    let troubles = parallel::map(&numbered, ctx.threads, |&(number, variant)| {
        let troubles = variant.try_builds(&folder.join(format!("{number}.i")));
        let tried = tried.fetch_add(1, Ordering::Relaxed) + 1;
        if tried % 200 == 0 {
            println!("{tried} tried");
        }
        troubles
    });
    let mut all = Vec::new();
    let mut unbuilt = 0;
    for tried in troubles {
        let tried = tried?;
        all.extend(tried.troubles);
        unbuilt += tried.unbuilt;
    }
    all.iter().for_each(|line| println!("{line}"));
    Ok(vec![Figure {
        name: "enumerate-valid".to_string(),
        what: "--valid-only over c-torture/execute: no alarm that two sanitizers give, \
               gcc -O0, gcc -O2 and clang -O2 agree"
            .to_string(),
        figure: format!(
            "{} variants, {} troubles ({unbuilt} not taken by clang, nor is their original)",
            chosen.len(),
            all.len()
        ),
        bar: "2000 variants, none".to_string(),
        holds: all.is_empty() && chosen.len() >= 2000,
        skipped: None,
    }])
}

/// Variants of a program that have an answer, and how many were judged.
fn draw(program: &Passing, suite: &Path, seed: u64) -> Result<(usize, Vec<Variant>)> {
    let original = suite.join(&program.name);
    let (text, user) = (std::fs::read(&program.texts[0])?, std::fs::read(&original)?);
    let loaded = load(&text, &user, &program.standard, &Options::default());
    let Some(loaded) = loaded else { return Ok((0, Vec::new())) };
    let space = Space::new(loaded.found.skeleton.clone(), Which::Canonical)?;
    if *space.size() <= UBig::ONE {
        return Ok((0, Vec::new()));
    }
    let judge = VariantJudge::new(&loaded.program, &loaded.found, &text, FUEL);
    let numbers = space.sample(&space.whole(), DRAWN, &mut Choices::new(seed));
    let mut variants = Vec::new();
    for index in &numbers {
        let Some(filling) = space.unrank(index) else { continue };
        let judged = ours::guarded(|| judge.judge(&filling)).map_err(anyhow::Error::msg)?;
        let Ok(answer) = judged else { continue };
        let mut variant = Vec::new();
        loaded.found.render_parsed(&text, &filling, &mut variant);
        variants.push(Variant {
            name: format!("{} {index}", program.name),
            standard: program.standard.clone(),
            text: variant,
            answer,
            original: program.texts[0].clone(),
        });
    }
    Ok((numbers.len(), variants))
}

impl Variant {
    /// All that compilers and sanitizers say otherwise. The text of a variant
    /// in trouble stays.
    fn try_builds(&self, file: &Path) -> Result<Tried> {
        std::fs::write(file, &self.text)?;
        let mut tried = Tried::default();
        for (compiler, options) in BUILDS {
            let said = match self.try_build(compiler, options, file)? {
                None => continue,
                Some(Trouble::Unbuilt) => {
                    tried.unbuilt += 1;
                    continue;
                }
                Some(Trouble::Answer(said)) => said,
                Some(Trouble::Alarm(said)) => {
                    let (name, second) = (&self.name, self.try_build(SECOND.0, SECOND.1, file)?);
                    if matches!(second, None | Some(Trouble::Answer(_))) {
                        println!("{name}: of one sanitizer only: {said}");
                        continue;
                    }
                    said
                }
            };
            let (name, options) = (&self.name, options.join(" "));
            let kept = file.file_name().unwrap_or_default().to_string_lossy();
            tried.troubles.push(format!("{name} ({kept}): {compiler} {options}: {said}"));
        }
        if tried.troubles.is_empty() {
            std::fs::remove_file(file)?;
        }
        Ok(tried)
    }

    fn try_build(&self, compiler: &str, options: &[&str], file: &Path) -> Result<Option<Trouble>> {
        let program = file.with_extension("exe");
        let build = |text: &Path| {
            let build = compile::texts(compiler, &self.standard).args(options).arg("-o");
            build.arg(&program).arg(text).arg("-lm").limit(COMPILE).keep(KEPT).run()
        };
        let built = build(file)?;
        if !built.succeeded() {
            // What clang does not take of the original is no trouble.
            if !build(&self.original)?.succeeded() {
                return Ok(Some(Trouble::Unbuilt));
            }
            std::fs::remove_file(&program)?;
            let said = format!("rejected: {}", complaint(&built));
            return Ok(Some(Trouble::Answer(said)));
        }
        let ran = call("env").arg(QUIET).arg(&program).limit(RUN).keep(KEPT).run();
        std::fs::remove_file(&program)?;
        Ok(self.compare(&ran?))
    }

    fn compare(&self, ran: &Finished) -> Option<Trouble> {
        let said = String::from_utf8_lossy(&ran.stderr);
        let mut lines = said.lines();
        let alarm = lines.find(|l| l.contains("runtime error: ") || l.contains("ERROR: "));
        if let Some(alarm) = alarm {
            return Some(Trouble::Alarm(format!("alarm: {}", alarm.trim())));
        }
        let end = match self.answer.end {
            Ending::Status(status) => End::Exit(status),
            Ending::Signal(signal) => End::Signal(signal),
        };
        let aborts = matches!(self.answer.end, Ending::Signal(_));
        let same = ran.end == end && (aborts || ran.stdout == self.answer.output);
        let output = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let told = || {
            let (theirs, ours) = (output(&ran.stdout), output(&self.answer.output));
            format!("{}: {theirs:?}, the machine says {end}: {ours:?}", ran.end)
        };
        (!same).then(|| Trouble::Answer(told()))
    }
}
