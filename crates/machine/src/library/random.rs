//! `rand` and `random` as glibc has them: each number is the sum of two earlier ones.

use elenchus_lang::target::IntType;

use super::{Args, Function};
use crate::Machine;
use crate::choose::Open;
use crate::stop::Stop;
use crate::value::Value;

pub(super) const TABLE: &[(&str, Function)] =
    &[("rand", next), ("random", next), ("srand", start), ("srandom", start)];

/// How many numbers are remembered, and how far back the nearer one of two lies.
const MEMORY: usize = 31;
/// A number is not negative, and this is all that is known of it.
const BITS: u8 = 31;
const INT: IntType = IntType { bits: 32, signed: true };
const NEAR: usize = 3;
/// So many of the first numbers are thrown away.
const WARM_UP: usize = 10 * MEMORY;

/// The numbers that the next ones are made of.
#[derive(Clone, Debug)]
pub(super) struct Random {
    numbers: [u32; MEMORY],
    /// The oldest of them.
    at: usize,
}

impl Random {
    pub(super) fn new(seed: u32) -> Random {
        let mut numbers = [0; MEMORY];
        // By Schrage's method, which keeps what is below zero.
        let mut word = seed.max(1) as i32;
        for (at, number) in numbers.iter_mut().enumerate() {
            if at > 0 {
                word = (i64::from(word) * 16807 % 2_147_483_647) as i32;
                word += if word < 0 { 2_147_483_647 } else { 0 };
            }
            *number = word as u32;
        }
        let mut random = Random { numbers, at: NEAR };
        for _ in 0..WARM_UP {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u32 {
        let near = (self.at + MEMORY - NEAR) % MEMORY;
        let sum = self.numbers[self.at].wrapping_add(self.numbers[near]);
        self.numbers[self.at] = sum;
        self.at = (self.at + 1) % MEMORY;
        sum >> 1
    }
}

/// Which numbers these are is open: the sequence is the library's.
fn next(m: &mut Machine, _: &Args<'_>) -> Result<Value, Stop> {
    let number = m.library.random.get_or_insert_with(|| Random::new(1)).next();
    m.open_number(Open::Random, number.into(), INT, BITS)
}

/// Whether a function of this name may be given an open number: what follows from it is
/// open in any case.
pub(super) fn takes_open(name: &str) -> bool {
    matches!(name, "srand" | "srandom")
}

fn start(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    m.library.random = Some(Random::new(args.get(0)?.lo as u32));
    Ok(Value::default())
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_numbers_are_those_of_glibc() {
        let first = |seed| {
            let mut random = Random::new(seed);
            [0; 4].map(|_| random.next())
        };
        assert_eq!(first(1), [1_804_289_383, 846_930_886, 1_681_692_777, 1_714_636_915]);
        assert_eq!(first(0), first(1));
        assert_eq!(first(42), [71_876_166, 708_592_740, 1_483_128_881, 907_283_241]);
        assert_eq!(first(u32::MAX), [254_925_627, 1_205_188_300, 366_127_624, 1_401_405_153]);
    }
}
