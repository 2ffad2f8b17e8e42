//! Generated programs at gcc and clang, with and without optimisation, and
//! under sanitizers: all must give the answer that the generator foretold.
//!
//! A program that does not is kept in target/generate, with the reason beside
//! it.

mod judge;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use clap::Parser;
use elenchus_produce::generate::{Dropped, Preset, Settings, generate};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::packages::{Skip, clang_has_sanitizers, has_command};

use crate::files;
use crate::generated::text;
use crate::tasks::Task;
use crate::{ours, parallel};
use judge::{Builds, Trouble, What};

pub const TASK: Task =
    Task::soak("generate", "generated programs at gcc, clang and sanitizers", run);

pub const WHOLE: Task =
    Task::soak("whole", "programs of `whole` at gcc, clang and sanitizers", run_whole);

const PROGRAMS: usize = 1500;
const WHOLES: usize = 1000;

/// The presets of the first; `whole` has a task of its own.
const PRESETS: [Preset; 3] = [Preset::Arithmetic, Preset::Scalar, Preset::Mix];

/// Sizes in bytes, and how many of 50 programs of a preset have each.
const SIZES: &[(u64, usize)] = &[
    (1_000, 14),
    (2_000, 12),
    (4_000, 9),
    (8_000, 6),
    (16_000, 4),
    (32_000, 3),
    (100_000, 1),
    (200_000, 1),
];

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// How many programs
    #[arg(long)]
    count: Option<usize>,
    /// The seed of the first
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only this preset
    #[arg(long)]
    preset: Option<String>,
    /// Only this size
    #[arg(long)]
    size: Option<u64>,
}

/// Which program.
#[derive(Clone, Copy)]
pub struct Case {
    preset: Preset,
    pub size: u64,
    pub seed: u64,
}

impl Case {
    fn name(&self) -> String {
        format!("{}-{}-{}", self.preset.name(), self.size, self.seed)
    }
}

/// What became of it.
struct Tried {
    case: Case,
    /// Of its text; 0 where there is none.
    bytes: u64,
    troubles: Vec<Trouble>,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    soak(ctx, args, "generate", &PRESETS, PROGRAMS)
}

fn run_whole(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    soak(ctx, args, "generate-whole-soak", &[Preset::Whole], WHOLES)
}

fn soak(
    ctx: &Context,
    args: &[String],
    name: &str,
    presets: &[Preset],
    programs: usize,
) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    if let Some(skip) = missing() {
        return Err(skip.into());
    }
    let mut cases = cases(args.count.unwrap_or(programs), args.seed, args.size, presets);
    cases.retain(|case| args.preset.as_ref().is_none_or(|name| name == case.preset.name()));
    let tried = try_all(ctx, &cases)?;
    for tried in tried.iter().filter(|tried| !tried.troubles.is_empty()) {
        let first = &tried.troubles[0];
        println!("  target/generate/{}.c: {}", tried.case.name(), first.shown());
    }
    Ok(vec![figure(name, &tried, programs)])
}

/// What the builds need and this machine lacks.
fn missing() -> Option<Skip> {
    let here = [
        ("gcc", has_command("gcc")),
        ("clang", has_command("clang")),
        ("libclang-rt-dev", clang_has_sanitizers()),
    ];
    let (name, _) = here.into_iter().find(|(_, here)| !here)?;
    Some(Skip(format!("{name} is not here: apt-get install {name}")))
}

/// Presets in turn, sizes in their shares, a seed of its own for each.
pub fn cases(count: usize, first: u64, only: Option<u64>, presets: &[Preset]) -> Vec<Case> {
    let round: Vec<u64> =
        SIZES.iter().flat_map(|(size, times)| std::iter::repeat_n(*size, *times)).collect();
    let case = |at: usize| Case {
        preset: presets[at % presets.len()],
        // A step that is prime to the length, so that large ones are spread.
        size: only.unwrap_or(round[at / presets.len() * 17 % round.len()]),
        seed: first + at as u64,
    };
    (0..count).map(case).collect()
}

fn try_all(ctx: &Context, cases: &[Case]) -> Result<Vec<Tried>> {
    let folder = files::folder(ctx.path("target/generate"))?;
    let builds = Builds::new();
    let tried = parallel::map(cases, ctx.threads, |case| try_one(&folder, &builds, *case));
    tried.into_iter().collect()
}

fn try_one(folder: &Path, builds: &Builds, case: Case) -> Result<Tried> {
    let settings = Settings { preset: case.preset, size: case.size, ..Settings::default() };
    let source = folder.join(case.name()).with_extension("c");
    let note = source.with_extension("txt");
    let (bytes, troubles) = match ours::guarded(|| generate(&settings, case.seed)) {
        Ok(Ok(generated)) => {
            let text = text(&generated.files);
            std::fs::write(&source, &text)?;
            (text.len() as u64, builds.try_program(&source, generated.output.as_bytes())?)
        }
        Ok(Err(dropped)) => {
            let text = match &dropped {
                Dropped::Unproven { files, .. } => text(files),
                _ => String::new(),
            };
            std::fs::write(&source, text)?;
            (0, vec![Trouble::new(What::Dropped, "the generator", dropped.to_string())])
        }
        Err(panic) => {
            std::fs::write(&source, "")?;
            (0, vec![Trouble::new(What::Dropped, "the generator", panic)])
        }
    };
    if troubles.is_empty() {
        std::fs::remove_file(&source)?;
    } else {
        let shown: Vec<String> = troubles.iter().map(Trouble::shown).collect();
        std::fs::write(note, shown.join("\n") + "\n")?;
    }
    Ok(Tried { case, bytes, troubles })
}

fn figure(name: &str, tried: &[Tried], programs: usize) -> Figure {
    let mut counts: BTreeMap<What, usize> = What::ALL.iter().map(|what| (*what, 0)).collect();
    for trouble in tried.iter().flat_map(|tried| &tried.troubles) {
        *counts.entry(trouble.what).or_default() += 1;
    }
    let counts: Vec<String> =
        counts.iter().map(|(what, count)| format!("{count} {}", what.name())).collect();
    // A bug of a compiler is no fault of the program.
    let is_good = |tried: &&Tried| tried.troubles.iter().all(|t| t.what == What::Trophy);
    let good = tried.iter().filter(is_good).count();
    let sizes = || tried.iter().map(|tried| tried.bytes).filter(|bytes| *bytes > 0);
    Figure {
        name: name.to_string(),
        what: match name {
            "generate" => "generated programs at gcc and clang -O0 to -O3 and under sanitizers",
            _ => "programs of `whole` at gcc and clang -O0 to -O3 and under sanitizers",
        }
        .to_string(),
        figure: format!(
            "{good} of {} programs of {:.1} to {:.0} kB as foretold; {}",
            tried.len(),
            sizes().min().unwrap_or(0) as f64 / 1e3,
            sizes().max().unwrap_or(0) as f64 / 1e3,
            counts.join(", "),
        ),
        bar: format!(
            "{programs} programs, all with the foretold answer (or a compiler's bug: wrong by one \
             optimiser alone, kept); none dropped, rejected, with an alarm or without an end"
        ),
        holds: good == tried.len() && good >= programs,
        skipped: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_presets_are_spread() {
        let cases = cases(PROGRAMS, 1, None, &PRESETS);
        for preset in PRESETS {
            for (size, times) in SIZES {
                let here = |case: &&Case| case.preset == preset && case.size == *size;
                assert_eq!(cases.iter().filter(here).count(), times * 10);
            }
        }
    }

    /// The soak in short.
    #[test]
    fn a_dozen_programs_are_as_foretold() {
        if let Some(skip) = missing() {
            println!("skipped: {skip}");
            return;
        }
        let ctx = Context::new().unwrap();
        let cases = cases(12, 1_000_001, Some(2_000), &Preset::ALL);
        for tried in try_all(&ctx, &cases).unwrap() {
            let shown: Vec<String> = tried.troubles.iter().map(Trouble::shown).collect();
            assert!(shown.is_empty(), "{}: {shown:?}", tried.case.name());
        }
    }
}
