//! The speed of the generator: whole processes on one core, beside other
//! generators in the same run; that it is linear; what memory it takes.
//!
//! CPU time, user and system. Bytes of text are counted without comments and
//! blanks on every side. Programs are taken from standard output where a generator
//! writes them there: what a file costs is the system's affair.

pub mod dense;
mod growth;
mod race;
mod whole;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::call::{Call, call};
use crate::elenchus;
use crate::tasks::Task;

pub const TASK: Task =
    Task::bench("generate", "the generator beside Csmith; linear time; memory", run).placed();

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// A YARPGen, to be measured too
    yarpgen: Option<PathBuf>,
    /// Only `race`, `growth` or `whole`
    #[arg(long)]
    part: Option<String>,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let wanted = |name: &str| args.part.as_deref().is_none_or(|part| part == name);
    let bench = Bench::new(ctx)?;
    let mut figures = Vec::new();
    // First, while this process is small: a child's peak is at least that.
    if wanted("growth") {
        figures.extend(growth::figures(&bench)?);
    }
    if wanted("race") {
        figures.extend(race::figures(&bench, args.yarpgen.as_deref())?);
    }
    if wanted("whole") {
        figures.extend(whole::figures(&bench)?);
    }
    Ok(figures)
}

/// The program that is measured, and where it writes.
struct Bench {
    elenchus: PathBuf,
    folder: PathBuf,
}

/// What a process made, and what it took.
#[derive(Clone, Copy, Default)]
struct Made {
    /// Without comments and blanks.
    dense: u64,
    /// As it is written.
    bytes: u64,
    cpu: Duration,
    /// The largest resident size of a process.
    peak: u64,
}

impl Made {
    fn and(self, other: Made) -> Made {
        Made {
            dense: self.dense + other.dense,
            bytes: self.bytes + other.bytes,
            cpu: self.cpu + other.cpu,
            peak: self.peak.max(other.peak),
        }
    }

    fn count(&mut self, text: &[u8]) {
        self.dense += dense::bytes(text);
        self.bytes += text.len() as u64;
    }

    fn seconds(&self) -> f64 {
        self.cpu.as_secs_f64()
    }

    /// In bytes for a second of CPU.
    fn rate(&self) -> f64 {
        self.dense as f64 / self.seconds().max(1e-9)
    }
}

/// Keeps what took less time.
fn faster(best: &mut Option<Made>, made: Made) {
    if best.is_none_or(|best| made.cpu < best.cpu) {
        *best = Some(made);
    }
}

/// What a generator may take.
const PATIENCE: Duration = Duration::from_secs(600);

impl Bench {
    fn new(ctx: &Context) -> Result<Bench> {
        let folder = ctx.path("target/generate/speed");
        Ok(Bench { elenchus: elenchus::binary(ctx)?, folder })
    }

    /// Our programs of one size, made by one process.
    fn ours(&self, size: u64, seed: u64, count: u64) -> Result<Made> {
        self.preset("mix", size, seed, count)
    }

    fn preset(&self, preset: &str, size: u64, seed: u64, count: u64) -> Result<Made> {
        self.make(|_| {
            let size = size.to_string();
            let generate =
                call(&self.elenchus).args(["generate", "--preset", preset, "--size", &size]);
            generate.args(["--seed", &seed.to_string(), "--count", &count.to_string()])
        })
    }

    /// Runs a generator that writes to standard output, or into an empty folder.
    fn make(&self, command: impl FnOnce(&Path) -> Call) -> Result<Made> {
        if self.folder.exists() {
            std::fs::remove_dir_all(&self.folder)?;
        }
        std::fs::create_dir_all(&self.folder)?;
        let ran = command(&self.folder).within(&self.folder).limit(PATIENCE).succeed()?;
        let mut made = Made { cpu: ran.cpu, peak: ran.memory, ..Made::default() };
        made.count(&ran.stdout);
        for entry in std::fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "c" || ending == "h") {
                made.count(&std::fs::read(&path)?);
            }
        }
        std::fs::remove_dir_all(&self.folder)?;
        Ok(made)
    }
}
