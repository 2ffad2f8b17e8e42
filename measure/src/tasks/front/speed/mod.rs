//! The speed of the front end beside gcc's and clang's, and proof that no
//! text takes it more than linear time.
//!
//! Each compiler reads the text of its own preprocessor, and so do we: the
//! two sides of a ratio read the same bytes. A compiler runs as a process for
//! each file; what an empty file costs is subtracted, because we are asked
//! for the speed of the work and not of starting. The figures with starting
//! included, where we too run as a process for each file, are printed beside.
//! CPU time, user and system; of five runs of each file the fastest.

mod shapes;

use std::env::current_exe;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use clap::Parser;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::call::{Call, call};
use crate::compile;
use crate::corpus::{self, Compiler, Group, Preprocessor, STANDARD, Text};
use crate::cpu;
use crate::files;
use crate::machine::last_words;
use crate::tasks::Task;
use crate::{ours, parallel};

pub const TASK: Task =
    Task::bench("front", "the front end beside gcc's and clang's; linear time", run);

/// How many programs of Csmith are read.
const CSMITH: usize = 60;

/// How many programs of c-torture: the largest up to a size. Beyond it they
/// are one thing over and over, such as a string of 23 MB, and are not what
/// compilers spend their time on; `linear` has texts like these.
const TORTURE: usize = 100;
const LARGEST: u64 = 256 << 10;

const ROUNDS: usize = 5;

/// How many times less CPU than a compiler: with types, and without.
const TYPES_BAR: f64 = 7.0;
const SYNTAX_BAR: f64 = 14.0;

/// How deep texts nest, and what each may take. The first depth is mostly
/// accepted, so that all steps recurse; the second is mostly too deep.
const DEPTHS: [usize; 2] = [30_000, 100_000];
const DEEP_TIME: Duration = Duration::from_secs(2);

/// A text ten times as large may take so many times longer for each byte.
const LINEAR_BAR: f64 = 1.5;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// Only `speed`, `deep` or `linear`
    part: Option<String>,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let part = Args::try_parse_from(args)?.part;
    let wanted = |name: &str| part.as_deref().is_none_or(|part| part == name);
    let folder = files::folder(ctx.path("target/front"))?;
    let mut figures = Vec::new();
    if wanted("speed") {
        figures.extend(speed(ctx, &folder)?);
    }
    if wanted("deep") {
        figures.push(deep(&folder)?);
    }
    if wanted("linear") {
        figures.push(linear()?);
    }
    Ok(figures)
}

// ---- speed ----

/// The fastest CPU times for one file, or their sum over all files.
#[derive(Clone, Copy)]
struct Times {
    /// The compiler, as a process.
    theirs: Duration,
    /// We, as a process.
    process: Duration,
    /// We, within this process: with types, and without.
    types: Duration,
    syntax: Duration,
}

impl Times {
    const LONGEST: Times = Times {
        theirs: Duration::MAX,
        process: Duration::MAX,
        types: Duration::MAX,
        syntax: Duration::MAX,
    };

    fn fastest(self, other: Times) -> Times {
        Times {
            theirs: self.theirs.min(other.theirs),
            process: self.process.min(other.process),
            types: self.types.min(other.types),
            syntax: self.syntax.min(other.syntax),
        }
    }

    fn and(self, other: Times) -> Times {
        Times {
            theirs: self.theirs + other.theirs,
            process: self.process + other.process,
            types: self.types + other.types,
            syntax: self.syntax + other.syntax,
        }
    }
}

/// What one compiler and we need for the same texts.
struct Race {
    compiler: Compiler,
    bytes: usize,
    /// The sum over all files.
    total: Times,
    /// What an empty file costs the compiler, times the number of files.
    start_up: Duration,
}

impl Race {
    fn theirs(&self) -> f64 {
        self.total.theirs.saturating_sub(self.start_up).as_secs_f64()
    }
    fn types_ratio(&self) -> f64 {
        self.theirs() / self.total.types.as_secs_f64()
    }
    fn syntax_ratio(&self) -> f64 {
        self.theirs() / self.total.syntax.as_secs_f64()
    }
    fn with_start_up(&self) -> f64 {
        self.total.theirs.as_secs_f64() / self.total.process.as_secs_f64()
    }
    fn rate(&self, seconds: f64) -> String {
        format!("{:.1} MB/s", self.bytes as f64 / 1e6 / seconds)
    }
}

fn speed(ctx: &Context, folder: &Path) -> Result<Vec<Figure>> {
    let programs = choose(ctx)?;
    let mut races = Vec::new();
    for compiler in [Compiler::Gcc, Compiler::Clang] {
        let texts = programs.iter().map(|(gcc, clang)| match compiler {
            Compiler::Gcc => gcc,
            Compiler::Clang => clang,
        });
        races.push(race(compiler, &texts.collect::<Vec<_>>(), folder)?);
    }
    for race in &races {
        println!(
            "{}: {} files, {:.1} MB: {} of CPU, {} without starting; we {} with types, {} without; \
             as a process for each file {}: {:.1} times less",
            race.compiler.command(),
            programs.len(),
            race.bytes as f64 / 1e6,
            seconds(race.total.theirs),
            seconds(race.total.theirs.saturating_sub(race.start_up)),
            seconds(race.total.types),
            seconds(race.total.syntax),
            seconds(race.total.process),
            race.with_start_up(),
        );
    }
    let what = |with: &str| format!("CPU for each byte, {with}, beside -fsyntax-only");
    let figure = |name: &str,
                  what: String,
                  ratio: fn(&Race) -> f64,
                  time: fn(&Race) -> Duration,
                  bar: f64| {
        let part = |race: &Race| {
            format!(
                "{:.1} times less than {} (we {}, {} {})",
                ratio(race),
                race.compiler.command(),
                race.rate(time(race).as_secs_f64()),
                race.compiler.command(),
                race.rate(race.theirs()),
            )
        };
        Figure {
            name: name.to_string(),
            what,
            figure: races.iter().map(part).collect::<Vec<_>>().join("; "),
            bar: format!("{bar} times less than either"),
            holds: races.iter().all(|race| ratio(race) >= bar),
            skipped: None,
        }
    };
    Ok(vec![
        figure("front-types", what("with types"), Race::types_ratio, |r| r.total.types, TYPES_BAR),
        figure(
            "front-syntax",
            what("lexing and parsing"),
            Race::syntax_ratio,
            |r| r.total.syntax,
            SYNTAX_BAR,
        ),
    ])
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// The programs that gcc, clang and we accept, each as gcc's and as clang's
/// preprocessor gives it.
fn choose(ctx: &Context) -> Result<Vec<(Text, Text)>> {
    let mut torture = corpus::texts(ctx, Group::Execute)?.texts;
    torture.extend(corpus::texts(ctx, Group::Compile)?.texts);
    let size = |text: &Text| text.file.metadata().map_or(0, |data| data.len());
    torture.retain(|text| size(text) <= LARGEST);
    torture.sort_by_cached_key(|text| (std::cmp::Reverse(size(text)), text.name.clone()));
    let csmith = corpus::texts(ctx, Group::Csmith)?.texts;
    let clang = Preprocessor::new(ctx, Compiler::Clang)?;
    let mut chosen = Vec::new();
    for (texts, count) in [(csmith, CSMITH), (torture, TORTURE)] {
        chosen.extend(choose_from(ctx, &texts, count, &clang)?);
    }
    Ok(chosen)
}

/// The first `count` texts that all accept.
fn choose_from(
    ctx: &Context,
    texts: &[Text],
    count: usize,
    clang: &Preprocessor,
) -> Result<Vec<(Text, Text)>> {
    let mut chosen = Vec::new();
    let mut refused = Vec::new();
    for batch in texts.chunks(50) {
        for pair in parallel::map(batch, ctx.threads, |text| accepted_by_all(clang, text)) {
            match pair? {
                Ok(pair) => chosen.push(pair),
                Err(why) => refused.push(why),
            }
        }
        if chosen.len() >= count {
            chosen.truncate(count);
            return Ok(chosen);
        }
    }
    let first = refused.first().map_or("", String::as_str);
    bail!("only {} programs of {count} are accepted by all: {first}", chosen.len())
}

/// The text and clang's if all accept them, or else who does not.
fn accepted_by_all(clang: &Preprocessor, text: &Text) -> Result<Result<(Text, Text), String>> {
    // What is made for gcc alone clang may not even preprocess.
    let theirs = match clang.text(&text.source) {
        Ok(theirs) => theirs,
        Err(error) => return Ok(Err(format!("{}: {error:#}", text.name))),
    };
    let standard = corpus::standard()?;
    for text in [text, &theirs] {
        let (name, source) = (text.name.clone(), text.read()?);
        let error = ours::watched(move || {
            let parsed = ours::parse(&name, &source, standard);
            (!parsed.accepted()).then(|| parsed.first_error(&source))
        });
        if let Some(why) = error.unwrap_or_else(Some) {
            return Ok(Err(format!("{}: {why}", text.file.display())));
        }
    }
    if let Some(error) = compile::objection(check(Compiler::Clang, &theirs.file))? {
        return Ok(Err(format!("{}: clang: {error}", text.name)));
    }
    Ok(Ok((text.clone(), theirs)))
}

/// What a compiler is raced at.
fn check(compiler: Compiler, file: &Path) -> Call {
    compile::texts(compiler.command(), STANDARD).arg("-fsyntax-only").arg(file)
}

fn race(compiler: Compiler, texts: &[&Text], folder: &Path) -> Result<Race> {
    let empty = folder.join("empty.i");
    std::fs::write(&empty, "")?;
    let sources = texts.iter().map(|text| text.read()).collect::<Result<Vec<_>>>()?;
    let mut fastest = vec![Times::LONGEST; texts.len()];
    let mut start_up = Duration::MAX;
    for _ in 0..ROUNDS {
        start_up = start_up.min(check(compiler, &empty).succeed()?.cpu);
        for ((text, source), times) in texts.iter().zip(&sources).zip(&mut fastest) {
            *times = times.fastest(measure(compiler, text, source)?);
        }
    }
    let nothing = Times {
        theirs: Duration::ZERO,
        process: Duration::ZERO,
        types: Duration::ZERO,
        syntax: Duration::ZERO,
    };
    Ok(Race {
        compiler,
        bytes: sources.iter().map(Vec::len).sum(),
        total: fastest.into_iter().fold(nothing, Times::and),
        start_up: start_up * texts.len() as u32,
    })
}

fn measure(compiler: Compiler, text: &Text, source: &[u8]) -> Result<Times> {
    let standard = corpus::standard()?;
    let (types, accepted) = cpu::measure(|| ours::parse(&text.name, source, standard).accepted());
    let (syntax, tokens) = cpu::measure(|| elenchus_front::parse_syntax(standard, source));
    if !accepted || tokens == 0 {
        bail!("{} is no longer accepted", text.name);
    }
    Ok(Times {
        theirs: check(compiler, &text.file).succeed()?.cpu,
        process: call(current_exe()?).args(["work", "parse"]).arg(&text.file).succeed()?.cpu,
        types,
        syntax,
    })
}

// ---- no text takes too long ----

/// What became of a shape.
struct Deep {
    name: &'static str,
    time: Duration,
    /// What the process says; an error is a crash.
    answer: Result<String, String>,
}

impl Deep {
    fn good(&self) -> bool {
        self.answer.is_ok() && self.time <= DEEP_TIME
    }
}

fn deep(folder: &Path) -> Result<Figure> {
    let mut results = Vec::new();
    for shape in DEPTHS.into_iter().flat_map(shapes::shapes) {
        let file = folder.join(format!("{}.i", shape.name.replace(' ', "-")));
        std::fs::write(&file, &shape.text)?;
        let parse = call(current_exe()?).args(["work", "parse", "--print"]).arg(&file);
        let ran = parse.seconds(30).run()?;
        let said = String::from_utf8_lossy(&ran.stdout).trim().replace('\n', ", ");
        let answer = match ran.succeeded() {
            true => Ok(said),
            false => Err(format!("{said} then {}: {}", ran.end, last_words(&ran.stderr))),
        };
        let result = Deep { name: shape.name, time: ran.wall, answer };
        let (Ok(said) | Err(said)) = &result.answer;
        let judgement = if result.good() { "" } else { "BAD " };
        println!("  {judgement}{}: {}: {said}", result.name, seconds(result.time));
        results.push(result);
    }
    let bad: Vec<&str> = results.iter().filter(|r| !r.good()).map(|r| r.name).collect();
    let longest = results.iter().max_by_key(|r| r.time).context("there are shapes")?;
    Ok(Figure {
        name: "front-deep".to_string(),
        what: format!(
            "{} texts that nest or repeat one thing {} or {} times, parsed, printed and dumped",
            results.len(),
            DEPTHS[0],
            DEPTHS[1],
        ),
        figure: format!(
            "{} work or give a clear error, the slowest ({}) in {}{}",
            results.len() - bad.len(),
            longest.name,
            seconds(longest.time),
            if bad.is_empty() { String::new() } else { format!("; bad: {}", bad.join(", ")) }
        ),
        bar: format!("all, each within {} s", DEEP_TIME.as_secs()),
        holds: bad.is_empty(),
        skipped: None,
    })
}

fn linear() -> Result<Figure> {
    let standard = corpus::standard()?;
    let measure = |size: usize| -> Result<f64> {
        let text = shapes::program(size);
        let mut fastest = Duration::MAX;
        for _ in 0..ROUNDS {
            let (time, parsed) =
                cpu::measure(|| ours::parse("program.i", text.as_bytes(), standard));
            if !parsed.accepted() {
                bail!("the program is rejected: {}", parsed.first_error(text.as_bytes()));
            }
            fastest = fastest.min(time);
        }
        Ok(fastest.as_secs_f64() * 1e9 / text.len() as f64)
    };
    let (small, large) = (measure(1_000_000)?, measure(10_000_000)?);
    let ratio = large / small;
    Ok(Figure {
        name: "front-linear".to_string(),
        what: "CPU for each byte of a file of 10 MB beside one of 1 MB".to_string(),
        figure: format!("{ratio:.2} times as much: {large:.1} ns and {small:.1} ns"),
        bar: format!("at most {LINEAR_BAR} times as much"),
        holds: ratio <= LINEAR_BAR,
        skipped: None,
    })
}
