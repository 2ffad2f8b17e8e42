//! Different programs that show one bug: how many different texts are left of them, and
//! whether anything can go from one of these by itself.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use super::cases::{SMALL, several};
use super::minimal::deletions;
use super::ours::reduce;
use super::peers::JOBS;
use crate::elenchus;
use crate::faultbench::Faultbench;
use crate::tasks::{Task, share};

pub const TASK: Task = Task::soak(
    "canonical",
    "programs that show one bug, reduced: different texts, what can still go; given faultbench",
    run,
)
.placed();

/// Programs for each fault.
const EACH: usize = 6;

/// Different texts of so many, in the mean.
const BAR: f64 = 2.0;

/// Seconds for a reduction.
const CAP: u64 = 900;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// The folder of faultbench
    folder: Option<PathBuf>,
    #[arg(long, default_value_t = EACH)]
    each: usize,
    /// Only this case
    #[arg(long)]
    case: Option<String>,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let bench = Faultbench::within(args.folder.as_deref())?;
    bench.prepare(&["build"])?;
    let elenchus = elenchus::binary(ctx)?;
    let (mut distinct, mut good, mut all) = (Vec::new(), 0, 0);
    let (mut tried, mut minimal, mut looked_at) = (0, 0, 0);
    let wanted = |name: &str| args.case.as_deref().is_none_or(|case| case == name);
    for case in SMALL.iter().filter(|case| wanted(case.name)) {
        let mut texts: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
        for (number, ready) in several(ctx, &bench, case, args.each)?.iter().enumerate() {
            let ours = reduce(&elenchus, ready, JOBS, CAP)?;
            all += 1;
            good += usize::from(ours.report.finished && ours.kept.shows);
            // Of each fault one is looked at more closely.
            if number == 0 {
                let found = deletions(ready, &ours.text)?;
                found.shown.iter().for_each(|what| println!("  {}: {what} can go", case.name));
                tried += found.tried;
                looked_at += 1;
                minimal += usize::from(found.shown.is_empty());
            }
            *texts.entry(ours.text).or_default() += 1;
        }
        println!("  {}: {} texts of {} programs", case.name, texts.len(), args.each);
        for (text, times) in &texts {
            println!("  {times} times:\n{}", String::from_utf8_lossy(text));
        }
        distinct.push(texts.len() as f64);
    }
    let mean = distinct.iter().sum::<f64>() / distinct.len().max(1) as f64;
    let figure = |name: &str, what: &str, figure: String, bar: String, holds: bool| {
        let (name, what) = (format!("reduce-{name}"), what.to_owned());
        Figure { name, what, figure, bar, holds, skipped: None }
    };
    Ok(vec![
        figure(
            "canonical",
            "programs that show the same fault, reduced",
            format!(
                "{mean:.1} different texts of {} in the mean of {} faults; {}",
                args.each,
                distinct.len(),
                share("finished and still showing it:", good, all)
            ),
            format!("at most {BAR} of {EACH}, all showing it"),
            mean <= BAR && good == all,
        ),
        figure(
            "minimal",
            "single deletions of statements, declarations and operands that keep the bug",
            format!("{} ({tried} deletions)", share("none left in", minimal, looked_at)),
            "none left in any".to_owned(),
            minimal == looked_at,
        ),
    ])
}
