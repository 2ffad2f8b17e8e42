//! Fisher's exact test: two groups, in each of which some have something and others have
//! not. How likely is a difference at least so large, if it is by chance?

use serde::Serialize;

/// How many of a group have something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Share {
    pub with: u64,
    pub all: u64,
}

/// The probability, from both sides: of all tables with these sums, those that are no more
/// likely than this one.
pub fn fisher(one: Share, other: Share) -> f64 {
    let with = one.with + other.with;
    let all = one.all + other.all;
    let low = with.saturating_sub(other.all);
    let high = with.min(one.all);
    let factorials = logarithms(all);
    let choose = |n: u64, k: u64| {
        factorials[n as usize] - factorials[k as usize] - factorials[(n - k) as usize]
    };
    let likely = |k: u64| choose(one.all, k) + choose(other.all, with - k) - choose(all, with);
    let own = likely(one.with);
    // Tables that are equally likely differ in rounding.
    let rare = (low..=high).map(likely).filter(|other| *other <= own + 1e-9);
    rare.map(f64::exp).sum::<f64>().min(1.0)
}

/// Of the factorials of all numbers up to this one.
fn logarithms(most: u64) -> Vec<f64> {
    let mut all = vec![0.0];
    for n in 1..=most {
        all.push(all[n as usize - 1] + (n as f64).ln());
    }
    all
}

/// Holm's correction: many questions are asked, and some seem to have an answer by chance.
/// The probabilities in their order, each as if it had been the only one.
pub fn holm(all: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|a, b| all[*a].total_cmp(&all[*b]));
    let mut corrected = vec![0.0; all.len()];
    let mut largest: f64 = 0.0;
    for (rank, at) in order.into_iter().enumerate() {
        largest = largest.max(all[at] * (all.len() - rank) as f64).min(1.0);
        corrected[at] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(with: u64, all: u64, other: u64, others: u64) -> f64 {
        fisher(Share { with, all }, Share { with: other, all: others })
    }

    #[test]
    fn what_a_table_says() {
        let check = |found: f64, expected: f64| {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        };
        // The tea and its milk (Fisher 1935): 34 of 70 ways.
        check(p(3, 4, 1, 4), 34.0 / 70.0);
        check(p(4, 4, 0, 4), 2.0 / 70.0);
        check(p(5, 10, 5, 10), 1.0);
        check(p(0, 0, 5, 10), 1.0);
        // The same from either side, and for those who have it not.
        check(p(8, 10, 12, 100), p(12, 100, 8, 10));
        check(p(8, 10, 12, 100), p(2, 10, 88, 100));
        assert!(p(10, 10, 12, 100) < 1e-7);
    }

    #[test]
    fn many_questions_make_each_answer_weaker() {
        let found = holm(&[0.01, 0.5, 0.02, 0.04]);
        let expected = [0.04, 0.5, 0.06, 0.08];
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        assert_eq!(holm(&[]), [0.0; 0]);
    }
}
