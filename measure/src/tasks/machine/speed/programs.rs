//! From preprocessed text to the verdict, over programs of Csmith that end. The
//! sanitizers are not asked for leaks, which are no undefined behaviour.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use elenchus_lang::target::Target;
use elenchus_machine::Limits;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::packages::need;

use crate::call::call;
use crate::compile;
use crate::corpus::{self, CSMITH_PROGRAMS, STANDARD};
use crate::cpu;
use crate::files;
use crate::machine::{self, Word};

/// How many programs.
const COUNT: usize = 100;

/// How many times less CPU than the peer.
const BAR: f64 = 40.0;

const ROUNDS: usize = 3;

/// Programs that take longer with the peer are left out: they are about the
/// speed of loops, which the kernels measure.
const LONGEST: Duration = Duration::from_secs(5);

const FUEL: u64 = 50_000_000;

pub fn figure(ctx: &Context) -> Result<Figure> {
    need(["clang"])?;
    let made = corpus::csmith(ctx, CSMITH_PROGRAMS)?;
    let folder = files::folder(ctx.path("target/run"))?;
    let mut chosen = 0;
    let (mut ours, mut theirs, mut bytes) = (Duration::ZERO, Duration::ZERO, 0);
    let mut slowest = (0.0, String::new());
    for file in &made.files {
        let text = preprocessed(&folder, file, &made.include)?;
        let Some((our_time, their_time)) = measure(&folder, &text)? else { continue };
        let size = text.metadata()?.len();
        let share = our_time.as_secs_f64() / their_time.as_secs_f64();
        if share > slowest.0 {
            slowest = (share, file.file_name().unwrap_or_default().to_string_lossy().into_owned());
        }
        (ours, theirs, bytes) = (ours + our_time, theirs + their_time, bytes + size);
        chosen += 1;
        if chosen == COUNT {
            break;
        }
    }
    let each = |time: Duration| time.as_secs_f64() * 1e3 / chosen.max(1) as f64;
    let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
    println!(
        "  {chosen} programs of {} kB on average; the worst for us, {}: {:.1} times less",
        bytes / 1000 / chosen.max(1) as u64,
        slowest.1,
        1.0 / slowest.0,
    );
    Ok(Figure {
        name: "run-programs".to_string(),
        what: format!(
            "CPU from text to verdict over {chosen} programs of Csmith that end, beside clang -O0 \
             -fsanitize=undefined,address and its program's run"
        ),
        figure: format!(
            "{ratio:.1} times less ({:.1} ms for each, {:.0} ms)",
            each(ours),
            each(theirs)
        ),
        bar: format!("{BAR} times less"),
        holds: ratio >= BAR && chosen == COUNT,
        skipped: None,
    })
}

/// The text, as clang preprocesses it: both sides read the same.
fn preprocessed(folder: &Path, file: &Path, include: &Path) -> Result<PathBuf> {
    let text = folder.join(file.file_name().unwrap_or_default()).with_extension("i");
    if !text.exists() {
        let made = compile::sources("clang", STANDARD).args(["-E", "-I"]).arg(include);
        made.arg(file).arg("-o").arg(&text).succeed()?;
    }
    Ok(text)
}

/// Our time and theirs, where both bring the program to its end.
fn measure(folder: &Path, text: &Path) -> Result<Option<(Duration, Duration)>> {
    let Some(first) = theirs(folder, text)? else { return Ok(None) };
    let source = [std::fs::read(text)?];
    let Some(mut ours) = ours(&source)? else { return Ok(None) };
    for _ in 1..ROUNDS {
        ours = ours.min(self::ours(&source)?.unwrap_or(ours));
    }
    Ok(Some((ours, first)))
}

/// Within this process: what starting one costs is measured by itself.
fn ours(source: &[Vec<u8>; 1]) -> Result<Option<Duration>> {
    let standard = corpus::standard()?;
    let limits = Limits { steps: FUEL, ..Limits::default() };
    let (time, (verdict, _)) =
        cpu::measure(|| machine::run_texts(source, Target::x86_64(), standard, limits));
    Ok((verdict.word == Word::Exit).then_some(time))
}

fn theirs(folder: &Path, text: &Path) -> Result<Option<Duration>> {
    let program = folder.join("program.exe");
    let build = compile::texts("clang", STANDARD).args(["-O0", "-fsanitize=undefined,address"]);
    let built = build.arg("-o").arg(&program).arg(text).seconds(120).run()?;
    if !built.succeeded() {
        return Ok(None);
    }
    let ran = call(&program).limit(LONGEST).run()?;
    Ok(ran.succeeded().then_some(built.cpu + ran.cpu))
}
