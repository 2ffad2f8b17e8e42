//! Whether one sample is larger than another: the test of Mann and Whitney,
//! two-sided at 95%, with the normal approximation and its correction for
//! ties.

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Judgement {
    Better,
    Worse,
    Comparable,
}

impl Judgement {
    pub fn name(self) -> &'static str {
        match self {
            Judgement::Better => "better",
            Judgement::Worse => "worse",
            Judgement::Comparable => "comparable",
        }
    }
}

/// Of the normal distribution, for both ends of 95%.
const CRITICAL: f64 = 1.959_964;

/// Whether `ours` tends to be larger than `theirs`.
pub fn judge(ours: &[f64], theirs: &[f64]) -> Judgement {
    let (m, n) = (ours.len() as f64, theirs.len() as f64);
    let mut wins = 0.0;
    for a in ours {
        for b in theirs {
            wins += if a > b { 1.0 } else { f64::from(u8::from(a == b)) / 2.0 };
        }
    }
    let all = m + n;
    let spread = m * n / 12.0 * (all + 1.0 - ties(ours, theirs) / (all * (all - 1.0)));
    let distance = wins - m * n / 2.0;
    // The wins are a step function: half a step is taken off.
    let z = (distance.abs() - 0.5).max(0.0) / spread.sqrt().max(f64::MIN_POSITIVE);
    match distance {
        _ if spread <= 0.0 || z < CRITICAL => Judgement::Comparable,
        d if d > 0.0 => Judgement::Better,
        _ => Judgement::Worse,
    }
}

/// The sum of t³ - t over groups of t equal values.
fn ties(ours: &[f64], theirs: &[f64]) -> f64 {
    let mut all: Vec<f64> = ours.iter().chain(theirs).copied().collect();
    all.sort_by(f64::total_cmp);
    let groups = all.chunk_by(|a, b| a == b).map(|group| group.len() as f64);
    groups.map(|t| t * t * t - t).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_judged() {
        let low: Vec<f64> = (0..10).map(f64::from).collect();
        let high: Vec<f64> = (8..18).map(f64::from).collect();
        assert_eq!(judge(&high, &low), Judgement::Better);
        assert_eq!(judge(&low, &high), Judgement::Worse);
        assert_eq!(judge(&low, &low), Judgement::Comparable);
        assert_eq!(judge(&[1.0; 10], &[1.0; 10]), Judgement::Comparable);
        // Known: 23 and more wins of 25 are too many for chance, 22 are not.
        let five = [1.0, 2.0, 3.0, 4.0, 5.0];
        assert_eq!(judge(&[4.5, 5.1, 6.0, 7.0, 4.6], &five), Judgement::Better);
        assert_eq!(judge(&[3.5, 5.1, 6.0, 7.0, 4.5], &five), Judgement::Comparable);
    }
}
