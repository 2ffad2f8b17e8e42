//! Bytes for a second of CPU, beside other generators.

use std::path::Path;

use anyhow::Result;
use elenchus_produce::generate::Settings;
use elenchus_records::figures::Figure;
use elenchus_records::packages::has_command;

use super::{Bench, Made, faster};
use crate::call::{Call, call};
use crate::corpus::csmith_call;
use crate::generated::generated;

/// The sides are measured in turn, so that a noisy hour meets both.
const ROUNDS: u64 = 5;

/// Each process of a round is run so often, and its fastest time counts: what else the
/// machine does only ever adds to it.
const TURNS: usize = 5;

/// Our programs in a round, and their size.
const OURS: u64 = 40;
const SIZE: u64 = 40_000;

/// The peers' programs in a round.
const THEIRS: u64 = 8;

/// How many times the bytes of Csmith and of YARPGen v2 for a second.
const CSMITH_BAR: f64 = 20.0;
const YARPGEN_BAR: f64 = 10.0;

/// The most steps for a byte of text.
const STEPS_BAR: f64 = 5.0;

pub fn figures(bench: &Bench, yarpgen: Option<&Path>) -> Result<Vec<Figure>> {
    let has_csmith = has_command("csmith");
    let (mut ours, mut csmith, mut yarp) = (Made::default(), Made::default(), Made::default());
    for round in 0..ROUNDS {
        let seeds: Vec<u64> = (1 + round * THEIRS..).take(THEIRS as usize).collect();
        let mut we = None;
        let (mut cs, mut ya) = (vec![None; seeds.len()], vec![None; seeds.len()]);
        for _ in 0..TURNS {
            faster(&mut we, bench.ours(SIZE, 1 + round * OURS, OURS)?);
            for (at, &seed) in seeds.iter().enumerate() {
                if has_csmith {
                    faster(&mut cs[at], bench.make(|folder| csmith_call(seed, folder))?);
                }
                if let Some(yarpgen) = yarpgen {
                    let made = bench.make(|folder| yarpgen_call(yarpgen, folder, seed))?;
                    faster(&mut ya[at], made);
                }
            }
        }
        ours = ours.and(we.unwrap_or_default());
        csmith = cs.into_iter().flatten().fold(csmith, Made::and);
        yarp = ya.into_iter().flatten().fold(yarp, Made::and);
    }
    let steps = steps_for_a_byte()?;
    let missing = |there: bool, why: &str| (!there).then(|| why.to_string());
    Ok(vec![
        Figure {
            skipped: missing(has_csmith, "csmith is not here: apt-get install csmith"),
            ..figure("generate-csmith", "Csmith", CSMITH_BAR, &ours, &csmith, steps)
        },
        Figure {
            skipped: missing(yarpgen.is_some(), "no binary of YARPGen is given"),
            ..figure("generate-yarpgen", "YARPGen", YARPGEN_BAR, &ours, &yarp, steps)
        },
    ])
}

fn yarpgen_call(yarpgen: &Path, folder: &Path, seed: u64) -> Call {
    call(yarpgen).args(["--std=c", "-s", &seed.to_string(), "-o"]).arg(folder)
}

/// Of the same programs as are timed, the first of them.
fn steps_for_a_byte() -> Result<f64> {
    let settings = Settings { size: SIZE, ..Settings::default() };
    let (mut steps, mut bytes) = (0, 0);
    for seed in 1..=OURS {
        let stats = generated(&settings, seed)?.stats;
        steps += stats.steps;
        bytes += stats.bytes;
    }
    Ok(steps as f64 / bytes.max(1) as f64)
}

fn figure(name: &str, peer: &str, bar: f64, ours: &Made, theirs: &Made, steps: f64) -> Figure {
    let ratio = ours.rate() / theirs.rate().max(1e-9);
    Figure {
        name: name.to_string(),
        what: format!(
            "bytes of text, without comments and blanks, for a second of CPU, whole processes, \
             `mix` of {} kB beside {peer}",
            SIZE / 1000
        ),
        figure: format!(
            "{ratio:.1} times as many (we {:.2} MB/s, {peer} {:.2} MB/s); {steps:.1} steps for a \
             byte",
            ours.rate() / 1e6,
            theirs.rate() / 1e6,
        ),
        bar: format!("{bar} times as many, at most {STEPS_BAR} steps for a byte"),
        holds: ratio >= bar && steps <= STEPS_BAR,
        skipped: None,
    }
}
