//! Programs of Csmith on the machine, beside the same programs compiled by
//! gcc without optimisation: the same output and status, or a reason.
//!
//! The program that both take is the same preprocessed text. Everything is
//! kept in target/csmith, in a folder for each compiler: the texts, what the
//! compiler's program did, and in `report.txt` every verdict that is not plain
//! agreement.

mod judge;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Parser;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::listed;
use elenchus_records::packages;

use crate::corpus::{self, CSMITH_PROGRAMS};
use crate::files;
use crate::groups::grouped;
use crate::machine::{self, Order};
use crate::native::{self, Ended, Peer};
use crate::tasks::Task;
use crate::{parallel, unlisted};
use judge::{Class, Judged, judge};

pub const TASK: Task =
    Task::soak("csmith", "Csmith's programs on the machine, beside gcc -O0", run).optimised();

pub const TARGETS: Task = Task::soak(
    "targets",
    "the same for 32 bits, aarch64 and s390x, with cross compilers",
    run_targets,
)
.optimised();

/// Programs for each of the other targets.
const FOR_EACH_TARGET: usize = 100;

/// Statements, for a program that ends natively: no lack of them is an excuse.
const FUEL: u64 = 5_000_000_000;

/// And for one that does not: it takes far more than these.
const ENDLESS_FUEL: u64 = 3_000_000;

/// What the machine may take for either.
const SECONDS: u64 = 300;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// How many programs, from the first on
    #[arg(long)]
    count: Option<usize>,
    /// Only this program, by its number
    #[arg(long)]
    only: Option<usize>,
    /// Only this compiler
    #[arg(long)]
    peer: Option<String>,
}

impl Args {
    fn programs(&self, usual: usize) -> Vec<usize> {
        match self.only {
            Some(number) => vec![number],
            None => (1..=self.count.unwrap_or(usual)).collect(),
        }
    }
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    Ok(vec![compare(ctx, &native::GCC, &args.programs(CSMITH_PROGRAMS))?])
}

fn run_targets(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let mut figures = Vec::new();
    packages::ensure_for_soaks(&ctx.shell()?)?;
    for peer in native::OTHERS {
        if args.peer.as_ref().is_some_and(|wanted| wanted != peer.name) {
            continue;
        }
        figures.push(match peer.missing() {
            Some(skip) => Figure { skipped: Some(skip.to_string()), ..figure(peer, &[], &[]) },
            None => compare(ctx, peer, &args.programs(FOR_EACH_TARGET))?,
        });
    }
    Ok(figures)
}

/// Runs these programs both ways.
fn compare(ctx: &Context, peer: &Peer, numbers: &[usize]) -> Result<Figure> {
    if let Some(skip) = peer.missing() {
        return Err(skip.into());
    }
    let made = corpus::csmith(ctx, numbers.iter().copied().max().unwrap_or(0))?;
    let folder = files::folder(ctx.path("target/csmith").join(peer.folder()?))?;
    let work: Vec<(String, &PathBuf)> = numbers
        .iter()
        .filter_map(|number| Some((format!("{number:03}.c"), made.files.get(number - 1)?)))
        .collect();
    let judged = parallel::map(&work, ctx.threads, |(name, source)| {
        let text = folder.join(name).with_extension("i");
        peer.preprocess(source, &made.include, &text)?;
        let native = peer.run(&text)?;
        let order = Order {
            target: peer.target.to_string(),
            fuel: if native.end == Ended::Never { ENDLESS_FUEL } else { FUEL },
            seconds: SECONDS,
            ..Order::new([text.clone()])
        };
        let ran = machine::run(&order)?;
        let misaligned = ran.verdict.kind == "misaligned" && packed(&text)?;
        let confirmed = misaligned
            && misaligned_lines(ctx, peer, source, &made.include)?.contains(&ran.verdict.line);
        Ok(judge(name, ran, &native, confirmed))
    });
    let judged = judged.into_iter().collect::<Result<Vec<_>>>()?;
    let unlisted = unlisted(ctx, peer, &judged, numbers.len())?;
    report(&folder.join("report.txt"), &judged, &unlisted)?;
    Ok(figure(peer, &judged, &unlisted))
}

/// Where a sanitizer sees misaligned accesses. Cross compilers come without its
/// library; what is packed has the same layout here.
fn misaligned_lines(
    ctx: &Context,
    peer: &Peer,
    source: &Path,
    include: &Path,
) -> Result<BTreeSet<u32>> {
    let peer = if peer.emulated() { &native::GCC } else { peer };
    let folder = files::folder(ctx.path("target/csmith").join(peer.folder()?))?;
    let text = folder.join(source.file_name().unwrap_or_default()).with_extension("i");
    peer.preprocess(source, include, &text)?;
    peer.misaligned_lines(&text)
}

/// Whether a program has packed structs, into which Csmith lets pointers point.
fn packed(text: &Path) -> Result<bool> {
    Ok(std::fs::read_to_string(text)?.contains("#pragma pack"))
}

/// Undefined behaviour that is not in the list, and what the list has too
/// many. Other targets have other behaviour: their reports are only for
/// reading.
fn unlisted(
    ctx: &Context,
    peer: &Peer,
    judged: &[Judged],
    asked: usize,
) -> Result<Vec<(String, String)>> {
    let known = |judged: &&Judged| judged.class != Class::Packed;
    let verdicts: Vec<_> =
        judged.iter().filter(known).map(|judged| (&judged.name[..], &judged.verdict)).collect();
    let mut rows = listed::read(ctx, listed::CSMITH)?;
    let whole = peer.name == native::GCC.name && asked >= CSMITH_PROGRAMS;
    if !whole {
        rows.retain(|row| verdicts.iter().any(|(name, v)| *name == row.file && v.kind == row.kind));
    }
    Ok(unlisted::differences(&rows, &verdicts))
}

fn report(file: &Path, judged: &[Judged], unlisted: &[(String, String)]) -> Result<()> {
    let mut text = String::new();
    for (name, why) in unlisted {
        writeln!(text, "{name}: {why}")?;
    }
    let plain = |j: &&Judged| !matches!(j.class, Class::Equal | Class::Endless);
    let odd: Vec<&Judged> = judged.iter().filter(plain).collect();
    for judged in &odd {
        writeln!(text, "{}: {}: {}", judged.name, judged.class.name(), judged.why)?;
    }
    std::fs::write(file, text)?;
    if !odd.is_empty() {
        println!("each is in {}:", file.display());
        let line = |j: &&Judged| format!("{}: {}", j.class.name(), j.why);
        print!("{}", grouped(odd.iter().map(|j| (j.name.as_str(), line(j)))));
    }
    Ok(())
}

fn figure(peer: &Peer, judged: &[Judged], unlisted: &[(String, String)]) -> Figure {
    let mut counts: BTreeMap<Class, usize> = BTreeMap::new();
    for judged in judged {
        *counts.entry(judged.class).or_default() += 1;
    }
    let parts: Vec<String> =
        counts.iter().map(|(class, count)| format!("{count} {}", class.name())).collect();
    let good = judged.iter().filter(|judged| judged.class.good()).count();
    let mut figure = format!("{} programs: {}", judged.len(), parts.join(", "));
    if !unlisted.is_empty() {
        let _ = write!(figure, "; {} not as listed", unlisted.len());
    }
    let (name, of) = match peer.name {
        "gcc" => ("csmith".to_string(), CSMITH_PROGRAMS),
        other => (format!("csmith-{other}"), FOR_EACH_TARGET),
    };
    Figure {
        name,
        what: format!("Csmith's programs for {}, beside -O0 of {}", peer.target, peer.name),
        figure,
        bar: format!(
            "{of} programs: the same output and status, or undefined behaviour that is really \
             there, or no end in either"
        ),
        holds: good == judged.len() && good >= of && unlisted.is_empty(),
        skipped: None,
    }
}
