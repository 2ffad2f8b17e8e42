//! A compiler with two faults: whether a reduction ends with the one that its input
//! shows.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Parser;
use elenchus_compilers::run::End;
use elenchus_produce::generate::{Preset, Settings};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::call::call;
use crate::faultbench::Faultbench;
use crate::generated::{generated, text};
use crate::tasks::{Task, share};
use crate::{elenchus, files};

pub const TASK: Task = Task::soak(
    "slippage",
    "compilers with two faults: each reduction keeps its own; given faultbench",
    run,
)
.placed();

/// Wrong code and a crash of the compiler; wrong code and a compiler that does not end.
const PAIRS: &[[&str; 2]] = &[["F053", "F059"], ["F056", "F061"]];

/// Reductions for each pair.
const EACH: usize = 10;

/// Programs that are looked at until there are so many.
const SEEDS: u64 = 200;

const SIZE: u64 = 8_000;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// The folder of faultbench
    folder: Option<PathBuf>,
    #[arg(long, default_value_t = EACH)]
    each: usize,
}

/// What a compiler does to a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Does {
    Right,
    Breaks,
    Output,
    Status,
    Signal,
    Endless,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let bench = Faultbench::within(args.folder.as_deref())?;
    bench.prepare(&["build"])?;
    let elenchus = elenchus::binary(ctx)?;
    let (mut kept, mut all) = (0, 0);
    for pair in PAIRS {
        let folder = files::fresh_folder(ctx.path("target/slippage").join(pair.concat()))?;
        let wrapper = |faults: &str| -> Result<String> {
            bench.call().args(["wrapper", faults]).arg(&folder).succeed()?;
            Ok(folder.join(format!("gcc-{faults}")).display().to_string())
        };
        let alone = [wrapper(pair[0])?, wrapper(pair[1])?];
        let both = folder.join("both");
        let name = wrapper(&pair.join(","))?;
        fs::rename(name, &both)?;
        let mut tried = 0;
        for seed in 1..=SEEDS {
            if tried == args.each {
                break;
            }
            let work = files::fresh_folder(folder.join(seed.to_string()))?;
            let Some(fault) = shown(&work, seed, &alone)? else { continue };
            tried += 1;
            let input = work.join("prog.c");
            let reduce = call(&elenchus).args(["reduce", "--against", "gcc -O0", "--cc"]);
            let reduce = reduce.arg(format!("{} -O2", both.display())).arg(&input);
            reduce.seconds(600).succeed()?;
            let output = work.join("prog.reduced.c");
            let now = does_both(&output, &alone)?;
            let good = now[fault] != Does::Right && now[1 - fault] == Does::Right;
            kept += usize::from(good);
            let word = if good { "kept" } else { "LOST" };
            println!("  seed {seed}: {} {word}: {now:?}", pair[fault]);
        }
        if tried < args.each {
            bail!("only {tried} of {SEEDS} programs show {} or {}", pair[0], pair[1]);
        }
        all += tried;
    }
    Ok(vec![Figure {
        name: "reduce-slippage".to_owned(),
        what: "compilers with two faults that show in different ways".to_owned(),
        figure: share("reductions end with the fault of their input:", kept, all),
        bar: "all".to_owned(),
        holds: kept == all,
        skipped: None,
    }])
}

/// Which of two faults a program shows where both are there; nothing where that is not
/// clear. The program is left in the folder.
fn shown(folder: &Path, seed: u64, alone: &[String; 2]) -> Result<Option<usize>> {
    let settings = Settings { preset: Preset::Mix, size: SIZE, ..Settings::default() };
    let input = folder.join("prog.c");
    fs::write(&input, text(&generated(&settings, seed)?.files))?;
    Ok(match does_both(&input, alone)? {
        // It breaks before anything else is seen.
        [_, Does::Breaks] => Some(1),
        [Does::Right, Does::Right] => None,
        [_, Does::Right] => Some(0),
        [Does::Right, _] => Some(1),
        _ => None,
    })
}

fn does_both(file: &Path, alone: &[String; 2]) -> Result<[Does; 2]> {
    let right = answer("gcc -O0", file)?;
    let does = |cc: &String| -> Result<Does> {
        let found = answer(&format!("{cc} -O2"), file)?;
        Ok(match (&found, &right) {
            (None, _) => Does::Breaks,
            (Some(found), Some(right)) if found == right => Does::Right,
            (Some((End::Signal(_), _)), _) => Does::Signal,
            (Some((End::Exit(_), output)), Some((_, right))) if output == right => Does::Status,
            (Some((End::Exit(_), _)), _) => Does::Output,
            _ => Does::Endless,
        })
    };
    Ok([does(&alone[0])?, does(&alone[1])?])
}

/// What the compiled program does; nothing if there is none.
fn answer(command: &str, file: &Path) -> Result<Option<(End, Vec<u8>)>> {
    let program = file.with_extension("exe");
    let mut words = command.split(' ');
    let compiler = call(words.next().unwrap_or_default()).args(words).arg("-w").arg(file);
    if !compiler.arg("-o").arg(&program).run()?.succeeded() {
        return Ok(None);
    }
    let ran = call(&program).seconds(5).keep(1 << 20).run()?;
    Ok(Some((ran.end, ran.stdout)))
}
