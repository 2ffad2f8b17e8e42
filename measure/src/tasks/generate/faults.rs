//! Seeded faults of a compiler that our programs expose, beside Csmith's.
//!
//! The faults are those of faultbench, a gcc with a plugin, which is not in
//! this repository: the folder is given. Kills are summed over the ranges of
//! seeds, since one range differs from another by a few.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use serde::Deserialize;

use crate::faultbench::Faultbench;
use crate::files;
use crate::tasks::Task;
use crate::{corpus, elenchus};

pub const TASK: Task =
    Task::show("faults", "seeded faults of faultbench, whose folder is given", run).placed();

/// The first seed of each range.
const SEEDS: [u32; 3] = [1, 1_000_001, 2_000_001];

/// Charged CPU seconds for each.
const BUDGET: u32 = 60;

/// How many times as many as the better peer, and how many classes.
const BAR: f64 = 1.5;
const WHOLE_BAR: f64 = 2.5;
const CLASSES: usize = 10;

/// A run compiles each program many times beyond what is charged.
const PATIENCE: Duration = Duration::from_secs(3600);

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// The folder of faultbench
    folder: Option<PathBuf>,
    /// A YARPGen, to be measured too
    #[arg(long)]
    yarpgen: Option<PathBuf>,
    #[arg(long, default_value_t = BUDGET)]
    budget: u32,
    /// How many ranges of seeds
    #[arg(long, default_value_t = SEEDS.len())]
    ranges: usize,
    /// The preset of our programs
    #[arg(long, default_value = "mix")]
    preset: String,
    /// Bytes of our programs, instead of the default
    #[arg(long)]
    size: Option<u64>,
}

struct Generator {
    name: &'static str,
    command: String,
    flags: String,
}

/// What faultbench writes of a run, as far as it is used.
#[derive(Deserialize)]
struct Report {
    faults: usize,
    killed: usize,
    programs: usize,
    wasted: usize,
    bytes: u64,
    by_class: BTreeMap<String, Class>,
    killed_faults: BTreeMap<String, serde_json::Value>,
}

#[derive(Deserialize)]
struct Class {
    killed: usize,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let bench = Faultbench::within(args.folder.as_deref())?;
    bench.prepare(&["list"])?;
    let generators = generators(ctx, &args)?;
    let mut reports: BTreeMap<&str, Vec<Report>> = BTreeMap::new();
    for seed in SEEDS.into_iter().take(args.ranges) {
        for generator in &generators {
            let report = measure(ctx, &bench, generator, seed, args.budget)?;
            println!(
                "  {} from seed {seed}: {} of {} killed by {} programs ({} wasted, {} kB)",
                generator.name,
                report.killed,
                report.faults,
                report.programs,
                report.wasted,
                report.bytes / 1000
            );
            reports.entry(generator.name).or_default().push(report);
        }
    }
    Ok(vec![figure(&reports, &args)])
}

fn generators(ctx: &Context, args: &Args) -> Result<Vec<Generator>> {
    let quoted = |path: &Path| format!("'{}'", path.display());
    let size = args.size.map_or(String::new(), |size| format!(" --size {size}"));
    let ours = quoted(&elenchus::binary(ctx)?);
    let mut list = vec![Generator {
        name: "ours",
        command: format!(
            "{ours} generate --preset {} --seed {{seed}} --out {{dir}}{size}",
            args.preset
        ),
        flags: "-w".to_string(),
    }];
    list.push(Generator {
        name: "csmith",
        command: "csmith --seed {seed} -o {out}".to_string(),
        flags: format!("-w -I{}", corpus::csmith_include()?.display()),
    });
    match &args.yarpgen {
        Some(yarpgen) => list.push(Generator {
            name: "yarpgen",
            command: format!("{} --std=c -s {{seed}} -o {{dir}}", quoted(yarpgen)),
            flags: "-w -mcmodel=large".to_string(),
        }),
        None => println!("  yarpgen: skipped: no binary is given with --yarpgen"),
    }
    Ok(list)
}

fn measure(
    ctx: &Context,
    bench: &Faultbench,
    generator: &Generator,
    seed: u32,
    budget: u32,
) -> Result<Report> {
    let folder = files::folder(ctx.path("target/generate"))?;
    let json = folder.join(format!("faults-{}-{seed}.json", generator.name));
    let run = bench.call().args(["run", "--name", generator.name, "--gen", &generator.command]);
    let run = run.args(["--cflags", &generator.flags, "--seed", &seed.to_string()]);
    let run = run.args(["--budget", &budget.to_string(), "--json"]).arg(&json);
    run.limit(PATIENCE).succeed()?;
    Ok(serde_json::from_slice(&std::fs::read(&json)?)?)
}

fn figure(reports: &BTreeMap<&str, Vec<Report>>, args: &Args) -> Figure {
    let kills = |reports: &[Report]| reports.iter().map(|report| report.killed).sum::<usize>();
    let ours = reports.get("ours").map_or(&[][..], |reports| reports);
    let peers = reports.iter().filter(|(name, _)| **name != "ours");
    let (peer, best) = peers
        .map(|(name, reports)| (*name, kills(reports)))
        .max_by_key(|(_, kills)| *kills)
        .unwrap_or(("no peer", 0));
    let ratio = kills(ours) as f64 / best.max(1) as f64;
    let missed = missed(ours);
    let different: BTreeSet<&String> =
        ours.iter().flat_map(|report| report.killed_faults.keys()).collect();
    let parts: Vec<String> = reports
        .iter()
        .map(|(name, reports)| {
            let each: Vec<String> = reports.iter().map(|r| r.killed.to_string()).collect();
            format!("{name} {}", each.join(" + "))
        })
        .collect();
    let classes = ours.first().map_or(0, |report| report.by_class.len());
    let mut text = format!(
        "{ratio:.2} times {peer} ({}); ours {} different of {} faults, {} of {classes} classes",
        parts.join(", "),
        different.len(),
        ours.first().map_or(0, |report| report.faults),
        classes - missed.len(),
    );
    if !missed.is_empty() {
        text += &format!("; none of {}", missed.join(", "));
    }
    let bar = if args.preset == "whole" { WHOLE_BAR } else { BAR };
    let whole = args.budget >= BUDGET && args.ranges >= SEEDS.len();
    Figure {
        name: match args.preset.as_str() {
            "whole" => "generate-whole-faults".to_string(),
            _ => "generate-faults".to_string(),
        },
        what: format!(
            "seeded faults killed by `{}` in {} ranges of seeds, {} CPU seconds each",
            args.preset, args.ranges, args.budget
        ),
        figure: text,
        bar: format!("{bar} times the better peer, and one of each of {CLASSES} classes"),
        holds: whole && ratio >= bar && missed.is_empty() && classes >= CLASSES,
        skipped: None,
    }
}

/// The classes of which no report has a kill.
fn missed(reports: &[Report]) -> Vec<&str> {
    let all = reports.iter().flat_map(|report| report.by_class.keys()).collect::<BTreeSet<_>>();
    let killed = |class: &String| {
        let here = |report: &Report| report.by_class.get(class).is_some_and(|c| c.killed > 0);
        reports.iter().any(here)
    };
    all.into_iter().filter(|class| !killed(class)).map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(loops: usize, shifts: usize) -> Report {
        let json = format!(
            r#"{{"faults": 9, "killed": {}, "programs": 5, "wasted": 1, "bytes": 7, "by_class":
               {{"loop": {{"killed": {loops}}}, "shift": {{"killed": {shifts}}}}},
               "killed_faults": {{"F1": {{"how": "output"}}}}}}"#,
            loops + shifts
        );
        serde_json::from_str(&json).unwrap()
    }

    #[test]
    fn ranges_are_summed() {
        let ours = vec![report(3, 0), report(1, 0)];
        assert_eq!(missed(&ours), ["shift"]);
        assert_eq!(missed(&[report(1, 0), report(0, 2)]), [""; 0]);
        let reports = BTreeMap::from([("ours", ours), ("csmith", vec![report(1, 0)])]);
        let figure = figure(&reports, &Args::parse_from(["folder"]));
        assert!(figure.figure.contains("4.00 times csmith (csmith 1, ours 3 + 1)"), "{figure:?}");
        assert!(!figure.holds);
    }
}
