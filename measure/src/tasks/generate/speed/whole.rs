//! The preset `whole`: beside Csmith, and whether some seed takes very long.

use std::time::Duration;

use anyhow::Result;
use elenchus_produce::generate::{Preset, Settings};
use elenchus_records::figures::Figure;
use elenchus_records::packages::has_command;

use super::{Bench, Made, faster};
use crate::corpus::csmith_call;
use crate::cpu;
use crate::generated::generated;

/// Programs of both sides in a round, and the size of ours: about that of Csmith's.
const OURS: u64 = 40;
const THEIRS: u64 = 8;
const SIZE: u64 = 40_000;
const ROUNDS: u64 = 3;
const TURNS: usize = 3;

/// How many times the bytes of Csmith for a second.
const BAR: f64 = 15.0;

/// No seed among so many takes so many times as long as the median.
const SEEDS: u64 = 20_000;
const WORST: f64 = 100.0;

/// Who is slow once may have been disturbed.
const AGAIN: usize = 3;

pub fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    Ok(vec![beside_csmith(bench)?, slowest_seed()?])
}

fn beside_csmith(bench: &Bench) -> Result<Figure> {
    let has_csmith = has_command("csmith");
    let (mut ours, mut theirs) = (Made::default(), Made::default());
    for round in 0..ROUNDS {
        let seeds: Vec<u64> = (1 + round * THEIRS..).take(THEIRS as usize).collect();
        let (mut we, mut they) = (None, vec![None; seeds.len()]);
        for _ in 0..TURNS {
            faster(&mut we, bench.preset("whole", SIZE, 1 + round * OURS, OURS)?);
            for (best, &seed) in they.iter_mut().zip(&seeds).filter(|_| has_csmith) {
                faster(best, bench.make(|folder| csmith_call(seed, folder))?);
            }
        }
        ours = ours.and(we.unwrap_or_default());
        theirs = they.into_iter().flatten().fold(theirs, Made::and);
    }
    let ratio = ours.rate() / theirs.rate().max(1e-9);
    Ok(Figure {
        name: "generate-whole-speed".to_string(),
        what: format!(
            "bytes of text, without comments and blanks, for a second of CPU, whole processes, \
             `whole` of {} kB beside Csmith",
            SIZE / 1000
        ),
        figure: format!(
            "{ratio:.1} times as many (we {:.2} MB/s, Csmith {:.2} MB/s)",
            ours.rate() / 1e6,
            theirs.rate() / 1e6,
        ),
        bar: format!("{BAR} times as many"),
        holds: ratio >= BAR,
        skipped: (!has_csmith).then(|| "csmith is not here: apt-get install csmith".into()),
    })
}

fn slowest_seed() -> Result<Figure> {
    let settings = Settings { preset: Preset::Whole, ..Settings::default() };
    let mut times: Vec<(Duration, u64)> = Vec::with_capacity(SEEDS as usize);
    for seed in 1..=SEEDS {
        let (time, made) = cpu::measure(|| generated(&settings, seed));
        made?;
        times.push((time, seed));
    }
    times.sort_unstable();
    let (median, _) = times[times.len() / 2];
    let slow = times.iter().rev().take(10).map(|&(_, seed)| {
        let again = (0..AGAIN).map(|_| cpu::measure(|| generated(&settings, seed)).0);
        (again.min().unwrap_or_default(), seed)
    });
    let (worst, seed) = slow.max().unwrap_or_default();
    let ratio = worst.as_secs_f64() / median.as_secs_f64().max(1e-9);
    Ok(Figure {
        name: "generate-whole-seeds".to_string(),
        what: format!("the slowest of {SEEDS} seeds of `whole` beside the median"),
        figure: format!(
            "{ratio:.0} times the median of {:.1} ms (seed {seed})",
            median.as_secs_f64() * 1e3
        ),
        bar: format!("at most {WORST} times; none is dropped"),
        holds: ratio <= WORST,
        skipped: None,
    })
}
