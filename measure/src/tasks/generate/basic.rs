//! Whether small compilers take the programs of `--conform basic`, and what they
//! make of them.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Parser;
use elenchus_produce::generate::{Generated, Preset, Settings};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::packages::has_command;

use crate::call::call;
use crate::files;
use crate::generated::generated;
use crate::parallel;
use crate::tasks::Task;

pub const TASK: Task =
    Task::show("basic", "small compilers take the programs of --conform basic", run);

const COMPILERS: [&str; 3] = ["tcc", "pcc", "chibicc"];

const PROGRAMS: u64 = 300;

/// Sizes in bytes, in turn.
const SIZES: [u64; 5] = [1_000, 3_000, 8_000, 20_000, 60_000];

/// For one compilation or run.
const PATIENCE: Duration = Duration::from_secs(20);

/// Of what a program prints, so much is looked at.
const KEPT: u64 = 1 << 16;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// How many programs
    #[arg(long, default_value_t = PROGRAMS)]
    count: u64,
    /// Tell each program that is not taken, or has another answer
    #[arg(long)]
    tell: bool,
}

/// What became of a program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    Right,
    /// The compiler takes it, and its code gives another answer: a bug of its own.
    Wrong,
    Rejected,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let folder = files::folder(ctx.path("target/generate/basic"))?;
    let seeds: Vec<u64> = (1..=args.count).collect();
    let (mut parts, mut holds) = (Vec::new(), true);
    let here: Vec<&str> = COMPILERS.into_iter().filter(|name| has_command(name)).collect();
    for &compiler in &here {
        let tried =
            parallel::map(&seeds, ctx.threads, |&seed| (seed, attempt(&folder, compiler, seed)));
        let (mut taken, mut right) = (0, 0);
        for (seed, outcome) in tried {
            let outcome = outcome?;
            taken += u64::from(outcome != Taken::Rejected);
            right += u64::from(outcome == Taken::Right);
            if args.tell && outcome != Taken::Right {
                let what = if outcome == Taken::Wrong { "another answer" } else { "rejected" };
                println!("  {compiler}, seed {seed}: {what}");
            }
        }
        holds &= taken == args.count;
        parts.push(format!("{compiler} takes {taken} of {}, {right} right", args.count));
    }
    let absent = COMPILERS.into_iter().filter(|name| !here.contains(name));
    parts.extend(absent.map(|name| format!("{name} is not here")));
    Ok(vec![Figure {
        name: "generate-basic".to_string(),
        what: "programs of `--conform basic`, without a header, that small compilers take; how \
               many give the foretold answer there"
            .to_string(),
        figure: parts.join("; "),
        bar: "all are taken".to_string(),
        holds,
        skipped: here.is_empty().then(|| "none of them is here: apt-get install tcc".to_string()),
    }])
}

fn attempt(folder: &Path, compiler: &str, seed: u64) -> Result<Taken> {
    let preset = Preset::ALL[seed as usize % Preset::ALL.len()];
    let size = SIZES[seed as usize / Preset::ALL.len() % SIZES.len()];
    let settings = Settings { preset, size, basic: true, ..Settings::default() };
    let Generated { files, output, .. } = generated(&settings, seed)?;
    let [(_, text)] = &files[..] else { bail!("seed {seed}: not one file") };
    if text.contains('#') {
        bail!("seed {seed}: there is something for a preprocessor");
    }
    let source = folder.join(format!("{compiler}-{seed}.c"));
    let program = source.with_extension("out");
    std::fs::write(&source, text)?;
    let compile = call(compiler).arg(&source).arg("-o").arg(&program);
    let compiled = compile.limit(PATIENCE).run()?;
    std::fs::remove_file(&source)?;
    if !compiled.succeeded() {
        return Ok(Taken::Rejected);
    }
    let ran = call(&program).limit(PATIENCE).keep(KEPT).run()?;
    std::fs::remove_file(&program)?;
    let is_right = ran.succeeded() && ran.stdout == output.as_bytes();
    Ok(if is_right { Taken::Right } else { Taken::Wrong })
}
