//! Seeded faults of a compiler that programs show with variants of them, and without.
//!
//! The faults are those of faultbench, whose folder is given. Each side has the same
//! processor time: what its programs take to be made, compiled and run. All variants of a
//! program are made together, and the first of them pays for all.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Parser;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use serde::Deserialize;

use super::needed::{Kill, needed};
use super::originals::Origin;
use crate::corpus::{STANDARD, csmith_include};
use crate::faultbench::Faultbench;
use crate::tasks::Task;
use crate::{elenchus, files};

pub const TASK: Task = Task::bench(
    "mutate-power",
    "seeded faults of faultbench, whose folder is given, with variants and without",
    run,
)
.placed();

/// Variants of each program, as many as the paper makes.
pub const EACH: u64 = 10;

/// The first program of each range.
const RANGES: [u64; 3] = [1, 1_000_001, 2_000_001];

/// Charged CPU seconds for each range.
const BUDGET: u32 = 60;

/// A run compiles each program many times beyond what is charged.
const PATIENCE: Duration = Duration::from_secs(4 * 3600);

/// How variants are made, if they are: the strategies and the share.
const WAYS: &[Option<(&str, &str)>] = &[
    None,
    Some(("all", "0.1")),
    Some(("hermes", "0.1")),
    Some(("athena", "0.1")),
    Some(("orion", "0.1")),
    Some(("all", "0.02")),
    Some(("all", "0.3")),
    Some(("all", "1")),
];

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// The folder of faultbench
    folder: Option<PathBuf>,
    #[arg(long, default_value_t = BUDGET)]
    budget: u32,
    /// How many ranges of seeds
    #[arg(long, default_value_t = RANGES.len())]
    ranges: usize,
    /// Only programs from here: csmith, ours
    #[arg(long)]
    only: Option<String>,
    /// Only the first ways to make variants; the first is not to make any
    #[arg(long, default_value_t = WAYS.len())]
    ways: usize,
}

/// What faultbench writes of a run, as far as it is used.
#[derive(Deserialize)]
struct Report {
    killed: usize,
    programs: usize,
    wasted: usize,
    by_class: BTreeMap<String, Class>,
    killed_faults: BTreeMap<String, Killed>,
}

#[derive(Deserialize)]
struct Class {
    killed: usize,
}

#[derive(Deserialize)]
struct Killed {
    seed: u64,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let bench = Faultbench::within(args.folder.as_deref())?;
    bench.prepare(&["list"])?;
    let mut figures = Vec::new();
    for origin in [Origin::Csmith, Origin::Ours] {
        if args.only.as_deref().is_none_or(|only| only == origin.name()) {
            figures.extend(of_origin(ctx, &bench, origin, &args)?);
        }
    }
    Ok(figures)
}

fn of_origin(
    ctx: &Context,
    bench: &Faultbench,
    origin: Origin,
    args: &Args,
) -> Result<Vec<Figure>> {
    let mut results: Vec<(String, Vec<Report>)> = Vec::new();
    let mut kills = Vec::new();
    for way in WAYS.iter().take(args.ways) {
        let name = way.map_or("alone".to_string(), |(set, share)| format!("{set} {share}"));
        let mut reports = Vec::new();
        for (range, first) in RANGES.into_iter().take(args.ranges).enumerate() {
            let side = Side::new(ctx, origin, *way, range)?;
            let report = side.measure(bench, first, args.budget)?;
            println!(
                "  {} {name} from {first}: {} killed by {} programs ({} wasted)",
                origin.name(),
                report.killed,
                report.programs,
                report.wasted,
            );
            if *way == Some(("all", "0.1")) {
                kills.extend(side.kills(&report));
            }
            reports.push(report);
        }
        results.push((name, reports));
    }
    let whole = args.budget >= BUDGET && args.ranges >= RANGES.len() && args.ways >= WAYS.len();
    let mut figures = vec![power(origin, &results, args, whole)];
    if !kills.is_empty() {
        figures.push(needed(ctx, bench, origin, &kills)?);
    }
    Ok(figures)
}

/// Programs of one origin, made in one way.
struct Side {
    origin: Origin,
    way: Option<(&'static str, &'static str)>,
    folder: PathBuf,
    include: PathBuf,
}

impl Side {
    fn new(
        ctx: &Context,
        origin: Origin,
        way: Option<(&'static str, &'static str)>,
        range: usize,
    ) -> Result<Side> {
        let name = way.map_or("alone".to_string(), |(set, share)| format!("{set}-{share}"));
        let folder = format!("target/mutate/power/{}-{name}-{range}", origin.name());
        let folder = files::fresh_folder(ctx.path(&folder))?;
        let side = Side { origin, way, folder, include: csmith_include()? };
        std::fs::write(side.folder.join("make.sh"), side.script(&elenchus::binary(ctx)?))?;
        Ok(side)
    }

    fn each(&self) -> u64 {
        if self.way.is_some() { EACH } else { 0 }
    }

    /// Writes the program of a seed into a folder: of every `EACH` + 1 seeds the first is
    /// a program, and the others are its variants.
    fn script(&self, elenchus: &Path) -> String {
        let (each, elenchus) = (self.each(), elenchus.display());
        let (folder, include) = (self.folder.display(), self.include.display());
        let made = match self.origin {
            Origin::Ours => format!(
                "'{elenchus}' generate --preset mix --seed $of --out \"$kept/made\" >&2\n  \
                 mv \"$kept\"/made/*.c \"$kept/program.c\""
            ),
            _ => "csmith --seed $of -o \"$kept/program.c\"".to_string(),
        };
        let variants = self.way.map_or(String::new(), |(set, share)| {
            format!(
                "'{elenchus}' mutate \"$kept/program.c\" --std {STANDARD} -I '{include}' --variants {each} \
                 --strategy {set} --share {share} --out \"$kept/variants\" >&2 || :"
            )
        });
        format!(
            "set -e\nof=$(($1 / ({each} + 1))) number=$(($1 % ({each} + 1)))\n\
             kept='{folder}'/kept/$of\nif [ ! -d \"$kept\" ]; then\n  mkdir -p \"$kept\"\n  {made}\n  \
             {variants}\nfi\nif [ $number = 0 ]; then cp \"$kept/program.c\" \"$2\"\n\
             else cp \"$kept/variants/program-$((number - 1)).c\" \"$2\"; fi\n"
        )
    }

    fn measure(&self, bench: &Faultbench, first: u64, budget: u32) -> Result<Report> {
        let json = self.folder.join("report.json");
        let make = format!("sh '{}' {{seed}} {{dir}}", self.folder.join("make.sh").display());
        let flags = format!("-w -I{}", self.include.display());
        let seed = first * (self.each() + 1);
        let run = bench.call().args(["run", "--name", self.origin.name(), "--gen", &make]);
        let run = run.args(["--cflags", &flags, "--seed", &seed.to_string()]);
        let run = run.args(["--budget", &budget.to_string(), "--json"]).arg(&json);
        run.limit(PATIENCE).succeed()?;
        let text = std::fs::read(&json).context("faultbench wrote no report")?;
        Ok(serde_json::from_slice(&text)?)
    }

    /// The faults that a variant showed, and which one.
    fn kills(&self, report: &Report) -> Vec<Kill> {
        let all = self.each() + 1;
        let kill = |(fault, killed): (&String, &Killed)| {
            let number = (killed.seed % all).checked_sub(1)?;
            let folder = self.folder.join("kept").join((killed.seed / all).to_string());
            let variant = folder.join(format!("variants/program-{number}.c"));
            let program = folder.join("program.c");
            Some(Kill { fault: fault.clone(), program, variant, number })
        };
        report.killed_faults.iter().filter_map(kill).collect()
    }
}

fn sum(reports: &[Report]) -> usize {
    reports.iter().map(|report| report.killed).sum()
}

fn power(origin: Origin, results: &[(String, Vec<Report>)], args: &Args, whole: bool) -> Figure {
    let parts: Vec<String> = results
        .iter()
        .map(|(name, reports)| {
            let each: Vec<String> = reports.iter().map(|r| r.killed.to_string()).collect();
            format!("{name} {}", each.join(" + "))
        })
        .collect();
    let alone = results.first().map_or(0, |(_, reports)| sum(reports));
    let usual = results.get(1).map_or(0, |(_, reports)| sum(reports));
    let changes = classes(results);
    let classes = if changes.is_empty() { "no class".to_string() } else { changes.join(", ") };
    let claim = origin == Origin::Csmith;
    Figure {
        name: format!("mutate-power-{}", origin.name()),
        what: format!(
            "seeded faults killed by programs of {} with {EACH} variants each by strategies and \
             share, and alone; {} ranges of {} CPU seconds each",
            origin.name(),
            args.ranges,
            args.budget
        ),
        figure: format!("{}; all 0.1 beside alone, by class: {classes}", parts.join(", ")),
        bar: match claim {
            true => "more with variants than alone, as the paper says of Csmith's".to_string(),
            false => "none: it decides what a hunt does".to_string(),
        },
        holds: whole && (!claim || usual > alone),
        skipped: None,
    }
}

/// What the usual variants add or lose, by class of faults.
fn classes(results: &[(String, Vec<Report>)]) -> Vec<String> {
    let [(_, alone), (_, usual), ..] = results else { return Vec::new() };
    let of = |reports: &[Report], class: &str| -> i64 {
        let killed = reports.iter().filter_map(|report| report.by_class.get(class));
        killed.map(|class| class.killed as i64).sum()
    };
    let names = alone.first().map(|report| report.by_class.keys()).into_iter().flatten();
    let changed = names.map(|name| (name, of(usual, name) - of(alone, name)));
    changed.filter(|change| change.1 != 0).map(|(name, by)| format!("{name} {by:+}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(loops: usize, shifts: usize) -> Report {
        let json = format!(
            r#"{{"killed": {}, "programs": 5, "wasted": 1, "by_class":
               {{"loop": {{"killed": {loops}}}, "shift": {{"killed": {shifts}}}}},
               "killed_faults": {{"F1": {{"seed": 14}}, "F2": {{"seed": 22}}}}}}"#,
            loops + shifts
        );
        serde_json::from_str(&json).unwrap()
    }

    #[test]
    fn what_variants_add_is_said_by_class() {
        let results = [
            ("alone".to_string(), vec![report(3, 1), report(1, 0)]),
            ("all 0.1".to_string(), vec![report(3, 0), report(2, 0)]),
        ];
        assert_eq!(classes(&results), ["loop +1", "shift -1"]);
        let figure = power(Origin::Csmith, &results, &Args::parse_from(["folder"]), true);
        assert!(figure.figure.starts_with("alone 4 + 1, all 0.1 3 + 2;"), "{figure:?}");
        assert!(!figure.holds);
    }

    #[test]
    fn seeds_are_programs_and_their_variants() {
        let way = Some(("all", "0.1"));
        let (folder, include) = (PathBuf::from("/f"), PathBuf::from("/i"));
        let side = Side { origin: Origin::Csmith, way, folder, include };
        let kills = side.kills(&report(1, 1));
        // 14 is the third of the second program; 22 the third program itself.
        let [kill] = &kills[..] else { panic!("one") };
        assert_eq!(kill.variant, Path::new("/f/kept/1/variants/program-2.c"));
    }
}
