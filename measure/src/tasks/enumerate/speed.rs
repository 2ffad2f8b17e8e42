//! How fast variants are enumerated, printed and counted.

use std::io::Write as _;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use elenchus_produce::enumerate::{Options, Space, UBig, Which, find};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use super::{load, parse};
use crate::corpus::{Group, STANDARD, texts};
use crate::tasks::Task;

pub const TASK: Task = Task::bench("enumerate", "variants enumerated, printed and counted", run);

const ENUMERATED: f64 = 1e6;
const PRINTED: f64 = 1e5;
const MEDIAN: Duration = Duration::from_millis(1);
const WORST: Duration = Duration::from_millis(50);

/// Ten holes, five variables.
const PROGRAM: &str = "int main(void) {\n    int a, b, c, d, e;\n    a = 1;\n    b = 2;\n    \
                       c = a + b;\n    while (c) c = d - e;\n    return a;\n}\n";

fn run(ctx: &Context, _: &[String]) -> Result<Vec<Figure>> {
    let mut figures = walking()?;
    figures.push(counting(ctx)?);
    Ok(figures)
}

fn walking() -> Result<Vec<Figure>> {
    let text = PROGRAM.as_bytes();
    let loaded = load(text, text, STANDARD, &Options::default()).context("it is C")?;
    let space = Space::new(loaded.found.skeleton.clone(), Which::Canonical)?;
    let holes = loaded.found.measures.holes;
    let enumerated = rate(&space, |_| Ok(()))?;
    let mut sink = std::io::BufWriter::new(std::fs::File::create("/dev/null")?);
    let mut buffer = Vec::new();
    let printed = rate(&space, |filling| {
        buffer.clear();
        loaded.found.render(text, filling, &mut buffer);
        Ok(sink.write_all(&buffer)?)
    })?;
    let figure = |name: &str, what: &str, rate: f64, bar: f64| Figure {
        name: name.to_string(),
        what: format!("variants of a file with {holes} holes, {what}"),
        figure: format!("{:.2} million a second", rate / 1e6),
        bar: format!("at least {:.1} million", bar / 1e6),
        holds: rate >= bar,
        skipped: None,
    };
    Ok(vec![
        figure("enumerate-walk", "without printing", enumerated, ENUMERATED),
        figure("enumerate-print", "printed", printed, PRINTED),
    ])
}

/// Variants a second, over one second at least.
fn rate(space: &Space, mut each: impl FnMut(&[u32]) -> Result<()>) -> Result<f64> {
    let start = Instant::now();
    let mut count = 0u64;
    while start.elapsed() < Duration::from_secs(1) {
        let mut walk = space.walk(&UBig::ZERO, space.size().clone());
        while let Some(filling) = walk.advance() {
            each(std::hint::black_box(filling))?;
            count += 1;
        }
    }
    Ok(count as f64 / start.elapsed().as_secs_f64())
}

/// From the tree to both numbers; and from the preprocessed text, for which
/// there is no bar: some texts of c-torture have 23 MB.
fn counting(ctx: &Context) -> Result<Figure> {
    let (mut counts, mut wholes) = (Vec::new(), Vec::new());
    for group in [Group::Execute, Group::Compile] {
        for text in texts(ctx, group)?.texts {
            let (parsed, user) = (text.read()?, std::fs::read(&text.source.path)?);
            // The machine is shared: the best of three.
            let times: Vec<(Duration, Duration)> =
                (0..3).filter_map(|_| once(&parsed, &user)).collect();
            if let Some(best) = times.iter().map(|(count, _)| *count).min() {
                counts.push((best, text.name));
                wholes.extend(times.iter().map(|(_, whole)| *whole).min());
            }
        }
    }
    counts.sort();
    wholes.sort();
    counts.iter().rev().take(5).for_each(|(time, name)| println!("{time:?} {name}"));
    let median = counts.get(counts.len() / 2).map_or(Duration::ZERO, |(time, _)| *time);
    let (worst, name) = counts.last().cloned().unwrap_or_default();
    let whole = wholes.get(wholes.len() / 2).copied().unwrap_or_default();
    let longest = wholes.last().copied().unwrap_or_default();
    Ok(Figure {
        name: "enumerate-count".to_string(),
        what: "counting a file of c-torture, from its tree".to_string(),
        figure: format!(
            "median {median:.0?}, worst {worst:.1?} ({name}); \
             with parsing median {whole:.0?}, worst {longest:.0?}"
        ),
        bar: format!("median under {MEDIAN:?}, worst {WORST:?}"),
        holds: median < MEDIAN && worst <= WORST,
        skipped: None,
    })
}

/// How long the count takes, and how long together with parsing.
fn once(text: &[u8], user: &[u8]) -> Option<(Duration, Duration)> {
    let start = Instant::now();
    let (_, count) = parse(text, user, STANDARD, |source| {
        let start = Instant::now();
        let found = find(source, &Options::default());
        for which in [Which::Naive, Which::Canonical] {
            let space = Space::new(found.skeleton.clone(), which);
            std::hint::black_box(space.map(|space| space.size().clone())).ok();
        }
        start.elapsed()
    })?;
    Some((count, start.elapsed()))
}
