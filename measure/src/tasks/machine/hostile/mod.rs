//! Hostile programs on the machine: each gets a verdict, in time and within
//! memory, and nothing panics.
//!
//! First programs that ask for too much, then programs of c-torture that were
//! mutated and are still C. Each runs in a process of its own. Those that fail
//! are kept in target/hostile.

mod shapes;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::corpus::{self, Group, Text};
use crate::files;
use crate::groups::grouped;
use crate::machine::{self, Order, Ran, Word};
use crate::mutate::mutate;
use crate::parallel;
use crate::random::Random;
use crate::tasks::Task;

pub const TASK: Task = Task::soak("hostile", "programs that ask the machine for too much", run);

/// How many mutated programs that are still C are run.
const MUTANTS: usize = 1000;

/// Larger programs are not mutated: the time is better spent on more of them.
const LARGEST: u64 = 100 << 10;

/// Statements: few, since what is asked is that the run ends at all.
const FUEL: u64 = 5_000_000;

/// What a run may take: wall time, and resident memory. The machine's own
/// limit is 1 GiB for objects, and it knows more of a byte than its value.
const TIME: Duration = Duration::from_secs(20);
const MEMORY: u64 = 3 << 30;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// How many mutated programs
    #[arg(long, default_value_t = MUTANTS)]
    mutants: usize,
    /// Only hostile programs whose name contains this, and no mutated ones
    #[arg(long)]
    only: Option<String>,
}

/// What became of a program.
struct Judged {
    name: String,
    ran: Ran,
    complaint: Option<String>,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    // What an earlier run left may be put right by now.
    let folder = files::fresh_folder(ctx.path("target/hostile"))?;
    let shapes = run_shapes(ctx, &folder, args.only.as_deref())?;
    let mutants = match args.only {
        None => run_mutants(ctx, &folder, args.mutants)?,
        Some(_) => Vec::new(),
    };
    for judged in &shapes {
        let (verdict, peak) = (judged.ran.verdict.shown(), judged.ran.peak >> 20);
        let bad = if judged.complaint.is_some() { "BAD " } else { "" };
        println!("  {bad}{}: {:.1?}, {peak} MB: {verdict}", judged.name, judged.ran.wall);
    }
    let bad: Vec<(&str, String)> = shapes
        .iter()
        .chain(&mutants)
        .filter_map(|judged| Some((judged.name.as_str(), judged.complaint.clone()?)))
        .collect();
    if !bad.is_empty() {
        println!("programs that fail are in target/hostile:");
        print!("{}", grouped(bad));
    }
    Ok(vec![
        figure("hostile", "programs that ask for too much", &shapes, 50),
        figure(
            "hostile-mutants",
            "mutated programs of c-torture that are still C",
            &mutants,
            MUTANTS,
        ),
    ])
}

fn figure(name: &str, what: &str, judged: &[Judged], asked: usize) -> Figure {
    let count = |wanted: fn(&Judged) -> bool| judged.iter().filter(|j| wanted(j)).count();
    let bad = count(|j| j.complaint.is_some());
    let peak = judged.iter().map(|j| j.ran.peak).max().unwrap_or(0);
    let slowest = judged.iter().map(|j| j.ran.wall).max().unwrap_or_default();
    Figure {
        name: name.to_string(),
        what: what.to_string(),
        figure: format!(
            "{} programs, {} with a verdict; {} crashes, {} hangs; the slowest {:.1} s, at most \
             {} MB resident; {bad} bad",
            judged.len(),
            count(|j| !matches!(j.ran.verdict.word, Word::Crash | Word::Hang)),
            count(|j| j.ran.verdict.word == Word::Crash),
            count(|j| j.ran.verdict.word == Word::Hang),
            slowest.as_secs_f64(),
            peak >> 20,
        ),
        bar: format!(
            "{asked} programs or more: a verdict each within {} s and {} MB, no panic",
            TIME.as_secs(),
            MEMORY >> 20
        ),
        holds: bad == 0 && judged.len() >= asked,
        skipped: None,
    }
}

fn run_shapes(ctx: &Context, folder: &Path, only: Option<&str>) -> Result<Vec<Judged>> {
    let mut shapes = shapes::shapes();
    shapes.retain(|shape| only.is_none_or(|part| shape.name.contains(part)));
    let judged = parallel::map(&shapes, ctx.threads, |shape| {
        let file = folder.join(format!("{}.i", shape.name.replace(' ', "-")));
        std::fs::write(&file, &shape.text)?;
        let ran = run_one(&file)?;
        let mut complaint = complaint(&ran);
        let word = ran.verdict.word;
        if word == Word::Rejected || (word == Word::Undefined && !shape.undefined) {
            complaint = Some(ran.verdict.shown());
        }
        Ok(Judged { name: shape.name.to_string(), ran, complaint })
    });
    judged.into_iter().collect()
}

fn run_one(file: &Path) -> Result<Ran> {
    let seconds = TIME.as_secs();
    // More address space than resident memory: much of it is never touched.
    let memory = 8192;
    let order = Order { fuel: FUEL, seconds, memory, ..Order::new([file.to_path_buf()]) };
    // What it printed is of no interest, and may be much.
    Ok(Ran { output: Vec::new(), ..machine::run(&order)? })
}

/// What is wrong with a run, whatever the program.
fn complaint(ran: &Ran) -> Option<String> {
    match ran.verdict.word {
        Word::Crash | Word::Hang => Some(ran.verdict.shown()),
        _ if ran.peak > MEMORY => Some(format!("{} MB resident", ran.peak >> 20)),
        _ => None,
    }
}

/// Mutates programs until `count` of them are still C and have run.
fn run_mutants(ctx: &Context, folder: &Path, count: usize) -> Result<Vec<Judged>> {
    let mut texts = corpus::texts(ctx, Group::Execute)?.texts;
    texts.retain(|text| text.file.metadata().is_ok_and(|data| data.len() <= LARGEST));
    let (seed, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let workers: Vec<usize> = (0..ctx.threads).collect();
    let results = parallel::map(&workers, ctx.threads, |_| -> Result<Vec<Judged>> {
        let mut judged = Vec::new();
        while done.load(Ordering::Relaxed) < count {
            let seed = seed.fetch_add(1, Ordering::Relaxed);
            let name = format!("mutant-{seed}.i");
            if let Some(one) = run_mutant(&texts, seed as u64, folder.join(&name), name)? {
                done.fetch_add(1, Ordering::Relaxed);
                judged.push(one);
            }
        }
        Ok(judged)
    });
    let mut all = Vec::new();
    for result in results {
        all.extend(result?);
    }
    Ok(all)
}

/// Nothing where the mutated text is not C.
fn run_mutant(texts: &[Text], seed: u64, file: PathBuf, name: String) -> Result<Option<Judged>> {
    let mut random = Random::new(seed);
    let text = texts[random.below(texts.len())].read()?;
    let other = texts[random.below(texts.len())].read()?;
    let mutant = mutate(&mut random, &text, &other);
    if mutant == text {
        return Ok(None);
    }
    std::fs::write(&file, mutant)?;
    let ran = run_one(&file)?;
    let complaint = complaint(&ran);
    if complaint.is_none() {
        std::fs::remove_file(&file)?;
    }
    let rejected = ran.verdict.word == Word::Rejected;
    Ok((!rejected).then_some(Judged { name, ran, complaint }))
}

#[cfg(test)]
mod tests {
    use elenchus_lang::rules::Language;
    use elenchus_lang::target::Target;
    use elenchus_machine::Limits;

    use super::*;

    /// The short version of the soak, with small limits and in this process.
    #[test]
    fn hostile_programs_get_a_verdict() {
        let limits = Limits { steps: 5_000, memory: 1 << 20, output: 1 << 20, ..Limits::default() };
        let standard = Language::by_name(corpus::STANDARD).unwrap();
        let shapes: Vec<_> =
            shapes::shapes().into_iter().filter(|shape| shape.text.len() < 10_000).collect();
        let bad = parallel::map(&shapes, 2, |shape| {
            let texts = [shape.text.as_bytes().to_vec()];
            let run = || machine::run_texts(&texts, Target::x86_64(), standard, limits).0;
            match crate::ours::guarded(run) {
                Ok(verdict) if verdict.word == Word::Rejected => Some(verdict.shown()),
                Ok(verdict) if verdict.word == Word::Undefined && !shape.undefined => {
                    Some(verdict.shown())
                }
                Ok(_) => None,
                Err(panic) => Some(panic),
            }
            .map(|why| format!("{}: {why}", shape.name))
        });
        let bad: Vec<String> = bad.into_iter().flatten().collect();
        assert!(bad.is_empty(), "{}", bad.join("\n"));
    }
}
