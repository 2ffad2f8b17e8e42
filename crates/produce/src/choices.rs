//! The one source of randomness.
//!
//! The stream is xoshiro256++ (Blackman and Vigna), its state filled by
//! splitmix64 from a 64-bit seed. It and the way numbers are drawn from it are
//! ours and stay as they are, so that a seed means the same program on every
//! machine. Every draw names its decision: choices can be recorded, counted,
//! and replayed, also in part.

/// One decision: its name, how many ways there were, and which was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    pub name: &'static str,
    pub ways: u64,
    pub taken: u64,
}

#[derive(Clone, Debug)]
pub struct Choices {
    state: [u64; 4],
    /// If decisions are noted, or were: most are not.
    tape: Option<Box<Tape>>,
}

#[derive(Clone, Default, Debug)]
struct Tape {
    /// Where decisions are noted.
    record: Option<Vec<Choice>>,
    /// Decisions that are taken from here first.
    replay: std::collections::VecDeque<u64>,
}

impl Tape {
    /// What is decided, where `drawn` was drawn.
    #[cold]
    fn decide(&mut self, name: &'static str, ways: u64, drawn: u64) -> u64 {
        let taken = self.replay.pop_front().map_or(drawn, |old| old % ways.max(1));
        if let Some(record) = &mut self.record {
            record.push(Choice { name, ways, taken });
        }
        taken
    }
}

/// Weights that are used again and again, with their sum.
#[derive(Clone, Copy, Debug)]
pub struct Weights<const N: usize> {
    each: [u32; N],
    sum: u64,
}

impl<const N: usize> Weights<N> {
    pub fn new(each: [u32; N]) -> Weights<N> {
        Weights { each, sum: sum(&each) }
    }

    /// Whether nothing can be drawn by them.
    pub fn are_zero(&self) -> bool {
        self.sum == 0
    }
}

fn sum(weights: &[u32]) -> u64 {
    weights.iter().map(|&weight| u64::from(weight)).sum()
}

impl Choices {
    pub fn new(seed: u64) -> Choices {
        let mut mixer = seed;
        let state = [0; 4].map(|_: u64| splitmix(&mut mixer));
        Choices { state, tape: None }
    }

    /// From now on decisions are noted.
    pub fn recording(mut self) -> Choices {
        self.tape.get_or_insert_default().record = Some(Vec::new());
        self
    }

    /// Takes these decisions first, then goes on at random. A decision with
    /// fewer ways than the recorded one takes what is left of it.
    pub fn replaying(mut self, record: &[Choice]) -> Choices {
        let replay = record.iter().map(|choice| choice.taken).collect();
        self.tape.get_or_insert_default().replay = replay;
        self
    }

    /// What was decided since recording began.
    pub fn record(&self) -> &[Choice] {
        self.tape.as_ref().and_then(|tape| tape.record.as_deref()).unwrap_or_default()
    }

    #[inline]
    fn next(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number below `ways`; 0 if there is no way.
    ///
    /// It is drawn in some hundred places, each of them code that was last used a
    /// statement ago: they are shorter with a call.
    #[inline(never)]
    pub fn below(&mut self, name: &'static str, ways: u64) -> u64 {
        let drawn = ((u128::from(self.next()) * u128::from(ways)) >> 64) as u64;
        match &mut self.tape {
            Some(tape) => tape.decide(name, ways, drawn),
            None => drawn,
        }
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, name: &'static str, low: i64, high: i64) -> i64 {
        let ways = high.abs_diff(low).saturating_add(1);
        low.wrapping_add(self.below(name, ways) as i64)
    }

    pub fn bits(&mut self, name: &'static str) -> u64 {
        self.below(name, 1 << 32) << 32 | self.below(name, 1 << 32)
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, name: &'static str, percent: u32) -> bool {
        self.below(name, 100) < u64::from(percent)
    }

    /// The same, without a draw where it never is.
    pub fn chance(&mut self, name: &'static str, percent: u32) -> bool {
        percent > 0 && self.percent(name, percent)
    }

    /// One of several; they are not empty.
    pub fn pick<T: Copy>(&mut self, name: &'static str, from: &[T]) -> T {
        from[self.below(name, from.len() as u64) as usize]
    }

    /// An index, each as often as its weight says. The first if all are zero.
    pub fn weighted(&mut self, name: &'static str, weights: &[u32]) -> usize {
        self.by_weight(name, weights, sum(weights))
    }

    /// The same for weights whose sum is known.
    pub fn drawn_by<const N: usize>(&mut self, name: &'static str, weights: &Weights<N>) -> usize {
        self.by_weight(name, &weights.each, weights.sum)
    }

    #[inline(never)]
    fn by_weight(&mut self, name: &'static str, weights: &[u32], sum: u64) -> usize {
        let mut left = self.below(name, sum);
        for (index, &weight) in weights.iter().enumerate() {
            if left < u64::from(weight) {
                return index;
            }
            left -= u64::from(weight);
        }
        0
    }
}

fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(choices: &mut Choices) -> Vec<u64> {
        [10, 1 << 40, 2, 7].map(|ways| choices.below("test", ways)).to_vec()
    }

    /// These numbers may change with an entry in the changelog only.
    #[test]
    fn the_stream_is_the_same_everywhere() {
        let numbers = [0, 1, u64::MAX].map(|seed| draw(&mut Choices::new(seed)));
        expect_test::expect![
            "[[3, 420276551107, 0, 0], [8, 821450322582, 0, 5], [3, 990082777902, 1, 1]]"
        ]
        .assert_eq(&format!("{numbers:?}"));
    }

    #[test]
    fn a_record_can_be_replayed() {
        let mut first = Choices::new(5).recording();
        let drawn = draw(&mut first);
        let mut second = Choices::new(99).replaying(first.record());
        assert_eq!(draw(&mut second), drawn);
        assert_eq!(first.record()[2], Choice { name: "test", ways: 2, taken: drawn[2] });
    }

    #[test]
    fn weights_are_respected() {
        let mut choices = Choices::new(1);
        let mut counts = [0; 3];
        for _ in 0..10_000 {
            counts[choices.weighted("test", &[1, 0, 3])] += 1;
        }
        assert!((2_300..2_700).contains(&counts[0]), "{counts:?}");
        assert_eq!(counts[1], 0);
        assert_eq!(choices.weighted("test", &[0, 0]), 0);
    }
}
