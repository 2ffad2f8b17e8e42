//! What a byte costs in small and in large programs.

use anyhow::Result;
use elenchus_records::figures::Figure;

use super::{Bench, Made, faster};

/// Bytes, and how many programs.
const SIZES: &[(u64, u64)] =
    &[(1_000, 1_000), (10_000, 200), (100_000, 20), (1_000_000, 3), (10_000_000, 1)];

/// In a larger program a byte may cost so many times as much as in a smaller.
const LINEAR_BAR: f64 = 1.5;

/// Resident bytes for a byte of output.
const MEMORY_BAR: f64 = 100.0;

/// All sizes are measured in turn, so often, and the fastest time of each counts: a
/// noisy moment does not make one of them look slow.
const ROUNDS: usize = 5;

pub fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let mut fastest: Vec<Option<Made>> = vec![None; SIZES.len()];
    for _ in 0..ROUNDS {
        for (&(size, count), best) in SIZES.iter().zip(&mut fastest) {
            faster(best, bench.ours(size, 1, count)?);
        }
    }
    let sizes = SIZES.iter().map(|&(size, _)| size);
    let all: Vec<(u64, Made)> =
        sizes.zip(fastest).filter_map(|(size, made)| Some((size, made?))).collect();
    let costs: Vec<f64> = all.iter().map(|(_, made)| 1e9 / made.rate()).collect();
    let parts: Vec<String> = all
        .iter()
        .zip(&costs)
        .map(|((size, _), cost)| format!("{} kB {cost:.0} ns", size / 1000))
        .collect();
    let worst = growth(&costs);
    let linear = Figure {
        name: "generate-linear".to_string(),
        what: "CPU for a byte of generated text, from 1 kB to 10 MB: growth from any size to a \
               larger one"
            .to_string(),
        figure: format!("{worst:.2} times as much at most ({})", parts.join(", ")),
        bar: format!("at most {LINEAR_BAR} times as much"),
        holds: worst <= LINEAR_BAR,
        skipped: None,
    };
    let memory = all.last().map(|(_, made)| memory_figure(made));
    Ok([linear].into_iter().chain(memory).collect())
}

fn memory_figure(made: &Made) -> Figure {
    let share = made.peak as f64 / made.bytes.max(1) as f64;
    Figure {
        name: "generate-memory".to_string(),
        what: "largest resident size for a byte of output, in a program of 10 MB".to_string(),
        figure: format!(
            "{share:.0} bytes ({} MB for {:.1} MB)",
            made.peak / 1_000_000,
            made.bytes as f64 / 1e6
        ),
        bar: format!("under {MEMORY_BAR} bytes"),
        holds: share < MEMORY_BAR,
        skipped: None,
    }
}

/// The largest ratio of a later cost to an earlier one.
fn growth(costs: &[f64]) -> f64 {
    let mut least = f64::INFINITY;
    let mut worst = 0.0_f64;
    for cost in costs {
        worst = worst.max(cost / least);
        least = least.min(*cost);
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::growth;

    #[test]
    fn growth_is_upwards_only() {
        assert_eq!(growth(&[4.0, 2.0, 3.0]), 1.5);
        assert_eq!(growth(&[4.0, 2.0, 1.0]), 0.5);
    }
}
