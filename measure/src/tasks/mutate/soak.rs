//! Every variant compiles wherever its original does, gives the same output without
//! optimisation, and sanitizers are as silent of it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context as _, Result, bail};
use clap::Parser;
use elenchus_judge::{Answer, Ended};
use elenchus_produce::mutate::Variant;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::packages::need;

use super::compare::{BUILDS, Done};
use super::originals::{Origin, Original, originals, usual};
use crate::tasks::Task;
use crate::{files, parallel};
use elenchus_compilers::run::End;

pub const TASK: Task = Task::soak("mutate", "variants do what their originals do", run);

/// How many programs of each origin must have variants, and how many each has.
const WANTED: &[(Origin, usize, u64)] =
    &[(Origin::Csmith, 100, 5), (Origin::Ours, 100, 5), (Origin::Torture, 400, 4)];

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// Only programs from here: csmith, ours, torture
    #[arg(long)]
    only: Option<String>,
    /// So many programs of each origin instead of all
    #[arg(long)]
    programs: Option<usize>,
    /// What variants are drawn by
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What became of the variants of one program.
struct Tried {
    variants: usize,
    /// What is wrong, a line each.
    troubles: Vec<String>,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let only = args.only.as_deref().map(|name| Origin::by_name(name).context("no such origin"));
    let only = only.transpose()?;
    need(["gcc", "clang"])?;
    let wanted = WANTED.iter().filter(|(origin, ..)| only.is_none_or(|only| only == *origin));
    wanted.map(|&(origin, count, each)| of(ctx, origin, count, each, &args)).collect()
}

fn of(ctx: &Context, origin: Origin, count: usize, each: u64, args: &Args) -> Result<Figure> {
    let count = args.programs.unwrap_or(count);
    let programs = originals(ctx, origin, count)?;
    // Some have no variants: others take their place, from all over the set.
    let stride = programs.len().div_ceil(count).max(1);
    let order: Vec<(usize, &Original)> = (0..stride)
        .flat_map(|first| programs.iter().enumerate().skip(first).step_by(stride))
        .collect();
    let folder = files::fresh_folder(ctx.path("target/mutate").join(origin.name()))?;
    let done = AtomicUsize::new(0);
    let tried = parallel::map(&order, ctx.threads, |&(number, original)| {
        if done.load(Ordering::Relaxed) >= count {
            return Ok(None);
        }
        let file = folder.join(format!("{number}.c"));
        let tried = try_program(original, &file, each, args.seed)?;
        if tried.is_some() && (done.fetch_add(1, Ordering::Relaxed) + 1) % 20 == 0 {
            println!("{}: {} of {count}", origin.name(), done.load(Ordering::Relaxed));
        }
        anyhow::Ok(tried)
    });
    let tried = tried.into_iter().collect::<Result<Vec<_>>>()?;
    let tried: Vec<Tried> = tried.into_iter().flatten().collect();
    let troubles: Vec<&String> = tried.iter().flat_map(|tried| &tried.troubles).collect();
    troubles.iter().for_each(|line| println!("{line}"));
    let variants: usize = tried.iter().map(|tried| tried.variants).sum();
    let builds: Vec<String> = BUILDS.iter().map(|build| build.name()).collect();
    Ok(Figure {
        name: format!("mutate-{}", origin.name()),
        what: format!("variants that differ from their original, by {}", builds.join(", ")),
        figure: format!("{} of {variants} variants of {} programs", troubles.len(), tried.len()),
        bar: format!("none, of {each} variants of each of {count} programs"),
        holds: troubles.is_empty() && tried.len() >= count,
        skipped: None,
    })
}

/// None if it has no variants. What is wrong stays in the folder.
fn try_program(original: &Original, file: &Path, each: u64, seed: u64) -> Result<Option<Tried>> {
    let Ok(found) = original.variants(each, &usual(seed))? else { return Ok(None) };
    if found.list.is_empty() {
        return Ok(None);
    }
    let [answer] = &found.answers[..] else { bail!("{}: one input", original.name) };
    std::fs::write(file, original.user())?;
    let folders = &original.folders;
    let run = |file: &Path| -> Result<Vec<Done>> {
        BUILDS.iter().map(|build| build.run(file, folders)).collect()
    };
    let theirs = run(file)?;
    // What compilers do not take has options of its own.
    if !matches!(theirs[0], Done::Ended(..)) {
        std::fs::remove_file(file)?;
        return Ok(None);
    }
    let name = &original.name;
    let mut troubles = Vec::new();
    if let Some(why) = contradicts(answer, &theirs[0]) {
        troubles.push(format!("{name}: {}: {why}", BUILDS[0].name()));
    }
    let mut variants = 0;
    for variant in &found.list {
        variants += 1;
        let at = write(variant, file)?;
        let done = run(&at)?;
        let mut differing = BUILDS.iter().zip(theirs.iter().zip(&done)).peekable();
        let before = troubles.len();
        troubles.extend(differing.by_ref().filter_map(|(build, (theirs, done))| {
            let why = theirs.differs(done)?;
            Some(format!("{}: {}: {why}", at.display(), build.name()))
        }));
        if troubles.len() == before {
            std::fs::remove_file(at)?;
        }
    }
    if troubles.is_empty() {
        std::fs::remove_file(file)?;
    }
    Ok(Some(Tried { variants, troubles }))
}

fn write(variant: &Variant, file: &Path) -> Result<PathBuf> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let at = file.with_file_name(format!("{stem}-{}.c", variant.number));
    std::fs::write(&at, &variant.texts[0])?;
    Ok(at)
}

/// What the machine says of an original must be what it does.
fn contradicts(answer: &Answer, done: &Done) -> Option<String> {
    let end = match answer.end {
        Ended::Status(status) => End::Exit(status),
        Ended::Signal(signal) => End::Signal(signal),
    };
    let output = match answer.end {
        Ended::Status(_) => answer.output.clone(),
        // Of what an aborted program printed, nobody knows how much came out.
        Ended::Signal(_) => return None,
    };
    Done::Ended(end, output).differs(done)
}
