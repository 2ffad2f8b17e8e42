//! Ground truth: compilers with one seeded fault each, of faultbench, whose folder is given.
//! Each fault is a pass of gcc with a name, at some place among the others, and has a
//! program that shows it. Is this pass blamed, and never another?

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Parser;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use serde::Deserialize;

use crate::call::call;
use crate::faultbench::Faultbench;
use crate::tasks::Task;
use crate::{elenchus, files};

pub const TASK: Task =
    Task::bench("blame", "the right pass of faultbench, whose folder is given", run).placed();

/// How many failing programs it takes, and which part must be blamed rightly.
const PROGRAMS: usize = 60;
const BAR: f64 = 0.9;

/// For each program.
const SECONDS: u64 = 300;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// The folder of faultbench
    folder: Option<PathBuf>,
    /// Every so many-th fault only
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// For each program
    #[arg(long, default_value_t = SECONDS)]
    seconds: u64,
}

/// What `blame --json` prints, as far as it is used.
#[derive(Deserialize)]
struct Blamed {
    pass: Option<String>,
    evidence: Vec<Evidence>,
}

#[derive(Deserialize)]
struct Evidence {
    method: String,
    guilty: Option<Guilty>,
}

#[derive(Deserialize)]
struct Guilty {
    pass: String,
}

/// How often somebody was right, wrong, and said nothing.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Score {
    right: usize,
    wrong: usize,
    unknown: usize,
}

impl Score {
    fn count(&mut self, named: Option<&str>, truth: &str) {
        match named {
            Some(pass) if pass == truth => self.right += 1,
            Some(_) => self.wrong += 1,
            None => self.unknown += 1,
        }
    }

    fn all(self) -> usize {
        self.right + self.wrong + self.unknown
    }
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let bench = Faultbench::within(args.folder.as_deref())?;
    bench.prepare(&["build"])?;
    let folder = args.folder.as_deref().context("a folder is given")?;
    let elenchus = elenchus::binary(ctx)?;
    let wrappers = files::fresh_folder(ctx.path("target/blame"))?;
    let (mut together, mut methods) = (Score::default(), BTreeMap::<String, Score>::new());
    let mut hidden = Vec::new();
    for (trigger, fault) in triggers(folder)?.into_iter().step_by(args.every as usize) {
        bench.prepare(&["wrapper", &fault, &wrappers.to_string_lossy()])?;
        let compiler = wrappers.join(format!("gcc-{fault}"));
        let Some(blamed) = blame(&elenchus, &trigger, &compiler, args.seconds)? else {
            hidden.push(fault);
            continue;
        };
        let truth = format!("tree-fault_{fault}");
        together.count(blamed.pass.as_deref(), &truth);
        for Evidence { method, guilty } in blamed.evidence {
            let pass = guilty.as_ref().map(|guilty| guilty.pass.as_str());
            methods.entry(method).or_default().count(pass, &truth);
        }
        println!("  {fault}: {}", blamed.pass.as_deref().unwrap_or("unknown"));
    }
    Ok(vec![figure(together, &methods, &hidden)])
}

/// The programs that show a fault, and the fault of each.
fn triggers(folder: &Path) -> Result<Vec<(PathBuf, String)>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder.join("triggers"))? {
        let path = entry?.path();
        if let (Some("c"), Some(stem)) =
            (path.extension().and_then(|one| one.to_str()), path.file_stem())
        {
            let fault = stem.to_string_lossy().into_owned();
            found.push((path, fault));
        }
    }
    found.sort();
    Ok(found)
}

/// Nothing if the compiler does not show the fault, or the program has no known answer.
fn blame(elenchus: &Path, trigger: &Path, compiler: &Path, seconds: u64) -> Result<Option<Blamed>> {
    let blame = call(elenchus).arg("blame").arg(trigger).arg("--cc").arg(compiler);
    let blame = blame.args(["--json", "--time", &format!("{seconds}s")]);
    let ran = blame.seconds(seconds + 120).run()?;
    // Whoever has nothing to blame prints nothing.
    match ran.stdout.is_empty() {
        true => {
            println!("  {}", String::from_utf8_lossy(&ran.stderr).trim());
            Ok(None)
        }
        false => Ok(Some(serde_json::from_slice(&ran.stdout)?)),
    }
}

fn figure(together: Score, methods: &BTreeMap<String, Score>, hidden: &[String]) -> Figure {
    let words = |score: &Score| {
        format!("{} right, {} wrong, {} unknown", score.right, score.wrong, score.unknown)
    };
    let mut text = format!("{} of {} programs", words(&together), together.all());
    for (method, score) in methods {
        text += &format!("; {method} alone: {}", words(score));
    }
    if !hidden.is_empty() {
        text += &format!("; nothing to blame for {}", hidden.join(", "));
    }
    let share = together.right as f64 / together.all().max(1) as f64;
    Figure {
        name: "blame".to_string(),
        what: "passes blamed for the faults of faultbench, each by the program that shows it"
            .to_string(),
        figure: text,
        bar: format!("{:.0}% right of at least {PROGRAMS}, none wrong", 100.0 * BAR),
        holds: together.all() >= PROGRAMS && share >= BAR && together.wrong == 0,
        skipped: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_pass_is_a_failure_and_so_are_too_few() {
        let check = |right: usize, wrong: usize, unknown: usize, holds: bool| {
            let score = Score { right, wrong, unknown };
            assert_eq!(figure(score, &BTreeMap::new(), &[]).holds, holds, "{score:?}");
        };
        check(54, 0, 6, true);
        check(53, 0, 7, false);
        check(59, 1, 0, false);
        check(50, 0, 0, false);
    }
}
