//! The reader of gcc's dumps: of all functions after all passes, how many are read and
//! compile, and whether those do what the program must.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::Parser;
use elenchus_blame::bench::{Bench, Patience};
use elenchus_blame::case::{Case, parted};
use elenchus_blame::gcc::dump::read;
use elenchus_blame::gcc::first_wrong::{AS_IT_IS, dumps, whole};
use elenchus_blame::gcc::passes::passes;
use elenchus_blame::judged::judged;
use elenchus_blame::symptom::Seen;
use elenchus_compilers::probe;
use elenchus_compilers::run::family;
use elenchus_compilers::scratch::Scratch;
use elenchus_compilers::toolchain::Toolchain;
use elenchus_judge::{Judgement, Program, ProgramFile};
use elenchus_produce::generate::{Preset, Settings};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::corpus::{self, Group};
use crate::generated::{generated, text};
use crate::tasks::Task;

pub const TASK: Task =
    Task::show("dumps", "the share of gcc's dumps that are read, and are right", run);

/// Programs of each source.
const PROGRAMS: usize = 200;

/// Of each program so many functions after passes are compiled and run.
const TRIED: usize = 12;

const SIZE: u64 = 3000;

const BAR: f64 = 0.85;

static NEVER: AtomicBool = AtomicBool::new(false);

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// The compiler, with its level
    #[arg(long, default_value = "gcc -O2")]
    cc: String,
    /// Of each source
    #[arg(long, default_value_t = PROGRAMS)]
    programs: usize,
}

/// What became of functions after passes, each counted once.
#[derive(Default)]
struct Counts {
    programs: usize,
    all: usize,
    unread: usize,
    tried: usize,
    compiled: usize,
    wrong: Vec<String>,
    /// Why functions are not read, and how often.
    why: BTreeMap<String, usize>,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    family::adopt_orphans()?;
    let scratch = Scratch::new()?;
    let (given, level) = parted(&args.cc);
    let toolchain = probe::measure(&given, &scratch.fresh("probe")?)
        .map_err(|trouble| anyhow::anyhow!("{}: {trouble}", args.cc))?;
    let settings = Settings { preset: Preset::Mix, size: SIZE, ..Settings::default() };
    let mut ours = Counts::default();
    for seed in 0..args.programs as u64 {
        // A seed that gives no program is left out, as a hunt does.
        let Ok(program) = generated(&settings, seed) else { continue };
        let text = text(&program.files).into_bytes();
        count(text, &format!("mix {seed}"), &toolchain, &level, &scratch, &mut ours)?;
    }
    let mut figures = vec![figure("ours", &ours, &args)];
    let mut theirs = Counts::default();
    for (number, text) in
        corpus::texts(ctx, Group::Csmith)?.texts.iter().take(args.programs).enumerate()
    {
        let name = format!("Csmith {number}");
        count(text.read()?, &name, &toolchain, &level, &scratch, &mut theirs)?;
    }
    figures.push(figure("csmith", &theirs, &args));
    Ok(figures)
}

/// One program; one without a known answer is left out.
fn count(
    text: Vec<u8>,
    name: &str,
    toolchain: &Toolchain,
    level: &[String],
    scratch: &Scratch,
    counts: &mut Counts,
) -> Result<()> {
    let files = vec![ProgramFile::new("program.i", text)];
    let program = Program { files, flags: Vec::new() };
    let case = Case {
        toolchain,
        level: level.to_vec(),
        program: &program,
        input: Vec::new(),
        args: Vec::new(),
        expected: None,
    };
    let folder = scratch.fresh("dumps")?;
    let mut bench = Bench::new(case, folder.clone(), Patience::default(), &NEVER)?;
    let judged = judged(&program, toolchain, level, &[], &[], &folder);
    let Judgement::Valid(answer) = judged else { return Ok(()) };
    bench.case.expected = Some(answer);
    let as_it_is: Vec<String> = AS_IT_IS.iter().map(|flag| (*flag).to_owned()).collect();
    let Some(whole) = whole(&bench)? else { return Ok(()) };
    counts.programs += 1;
    let passes = passes(&mut bench)?;
    let (mut seen, mut texts) = (BTreeSet::new(), Vec::new());
    for dump in dumps(&mut bench, &passes)? {
        for function in dump.functions.iter().filter(|one| whole.has(&one.name)) {
            if !seen.insert((function.name.clone(), function.lines.clone())) {
                continue;
            }
            counts.all += 1;
            let text = read(function).and_then(|read| whole.with(&read, &dump.read));
            match text {
                Ok(text) => texts.push((passes[dump.place].full_name(), text)),
                Err(why) => {
                    counts.unread += 1;
                    *counts.why.entry(why).or_default() += 1;
                }
            }
        }
    }
    // Evenly from all passes.
    for (pass, text) in texts.iter().step_by(texts.len().div_ceil(TRIED).max(1)) {
        counts.tried += 1;
        match bench.tried_text(text, &as_it_is)? {
            Seen::Right => counts.compiled += 1,
            Seen::NoProgram { line, .. } => *counts.why.entry(line).or_default() += 1,
            wrong => {
                counts.compiled += 1;
                counts.wrong.push(format!("{name} after {pass}: {wrong}"));
            }
        }
    }
    Ok(())
}

fn figure(source: &str, counts: &Counts, args: &Args) -> Figure {
    let read = 1.0 - counts.unread as f64 / counts.all.max(1) as f64;
    let compiled = counts.compiled as f64 / counts.tried.max(1) as f64;
    let mut why: Vec<(&String, &usize)> = counts.why.iter().collect();
    why.sort_by_key(|(_, count)| usize::MAX - **count);
    for (why, count) in why.iter().take(10) {
        println!("  {source}: {count} times {why}");
    }
    for wrong in &counts.wrong {
        println!("  {source}: WRONG: {wrong}");
    }
    Figure {
        name: format!("blame-dumps-{source}"),
        what: format!("functions after passes of {}, each once, read into C", args.cc),
        figure: format!(
            "{:.1}% of {} in {} programs are read; {:.1}% of {} that were tried compile, {} of \
             them wrong",
            100.0 * read,
            counts.all,
            counts.programs,
            100.0 * compiled,
            counts.tried,
            counts.wrong.len()
        ),
        bar: format!("{:.0}% are read and compile, none wrong", 100.0 * BAR),
        holds: counts.tried > 0 && read * compiled >= BAR && counts.wrong.is_empty(),
        skipped: None,
    }
}
