//! How many words must be changed to make one text of another: Levenshtein's distance,
//! computed for 64 words of the one text at a time.
//!
//! A row of the table of distances is kept as differences between neighbours, which are
//! -1, 0 or 1: bits of two words. All bits of a word are computed together from the row
//! before (Myers 1999, in blocks as Hyyrö 2003 describes them).

use std::collections::BTreeMap;

/// A text that others are compared with.
pub struct Pattern {
    length: usize,
    /// In which places a word stands.
    places: BTreeMap<u32, Vec<u64>>,
}

/// 64 places of a column: whether the distance grows or shrinks from each to the next.
#[derive(Clone, Copy)]
struct Block {
    grows: u64,
    shrinks: u64,
}

const BITS: usize = u64::BITS as usize;

impl Pattern {
    pub fn new(text: &[u32]) -> Pattern {
        let blocks = text.len().div_ceil(BITS);
        let mut places: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        for (place, word) in text.iter().enumerate() {
            let bits = places.entry(*word).or_insert_with(|| vec![0; blocks]);
            bits[place / BITS] |= 1 << (place % BITS);
        }
        Pattern { length: text.len(), places }
    }

    /// The distance to another text, in words.
    pub fn distance(&self, other: &[u32]) -> usize {
        if self.length == 0 {
            return other.len();
        }
        let count = self.length.div_ceil(BITS);
        let mut blocks = vec![Block { grows: u64::MAX, shrinks: 0 }; count];
        // The last place of the text, in its block.
        let last = 1 << ((self.length - 1) % BITS);
        let mut distance = self.length;
        let nowhere = vec![0; count];
        for word in other {
            let places = self.places.get(word).unwrap_or(&nowhere);
            // Above the first place, the distance grows with every word.
            let mut carry = Carry::Grows;
            for (number, (block, places)) in blocks.iter_mut().zip(places).enumerate() {
                let out = if number + 1 == count { last } else { 1 << (BITS - 1) };
                carry = block.step(*places, carry, out);
            }
            match carry {
                Carry::Grows => distance += 1,
                Carry::Shrinks => distance -= 1,
                Carry::Stays => {}
            }
        }
        distance
    }

    /// The distance as a part of the longer text: 0 for equal ones, 1 where nothing is
    /// the same.
    pub fn normalised(&self, other: &[u32]) -> f64 {
        let longer = self.length.max(other.len());
        if longer == 0 { 0.0 } else { self.distance(other) as f64 / longer as f64 }
    }
}

/// How the distance differs from the column before, at the edge of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Carry {
    Grows,
    Stays,
    Shrinks,
}

impl Block {
    /// Goes to the next column, whose word stands at `places`; gives what happens at the
    /// place `out`.
    fn step(&mut self, places: u64, carry: Carry, out: u64) -> Carry {
        let Block { grows, shrinks } = *self;
        let down = u64::from(carry == Carry::Shrinks);
        let stays = places | shrinks;
        let places = places | down;
        let diagonal = (((places & grows).wrapping_add(grows)) ^ grows) | places;
        let mut up = shrinks | !(diagonal | grows);
        let mut less = grows & diagonal;
        let result = match (up & out != 0, less & out != 0) {
            (true, _) => Carry::Grows,
            (_, true) => Carry::Shrinks,
            _ => Carry::Stays,
        };
        up = up << 1 | u64::from(carry == Carry::Grows);
        less = less << 1 | down;
        *self = Block { grows: less | !(stays | up), shrinks: up & stays };
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table itself.
    fn plain(a: &[u32], b: &[u32]) -> usize {
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, x) in a.iter().enumerate() {
            let mut corner = row[0];
            row[0] = i + 1;
            for (j, y) in b.iter().enumerate() {
                let changed = corner + usize::from(x != y);
                corner = row[j + 1];
                row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
            }
        }
        row[b.len()]
    }

    fn texts(longest: u32) -> Vec<Vec<u32>> {
        let of = |length: u32| {
            (0..3u32.pow(length)).map(move |n| (0..length).map(|at| n / 3u32.pow(at) % 3).collect())
        };
        (0..=longest).flat_map(of).collect()
    }

    #[test]
    fn all_short_texts() {
        let texts = texts(4);
        for a in &texts {
            let pattern = Pattern::new(a);
            for b in &texts {
                assert_eq!(pattern.distance(b), plain(a, b), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn texts_of_several_blocks() {
        // Any numbers will do, as long as they do not repeat soon.
        let mut state = 1u32;
        let mut drawn = |length: usize| -> Vec<u32> {
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state >> 29
            };
            (0..length).map(|_| next()).collect()
        };
        for length in [1, 63, 64, 65, 127, 128, 129, 200] {
            for other in [0, 1, 64, 100, 191, 192, 193] {
                let (a, b) = (drawn(length), drawn(other));
                assert_eq!(Pattern::new(&a).distance(&b), plain(&a, &b), "{length} {other}");
            }
        }
    }

    #[test]
    fn from_equal_to_nothing_in_common() {
        let check = |a: &[u32], b: &[u32], expected: f64| {
            assert_eq!(Pattern::new(a).normalised(b), expected);
        };
        check(&[], &[], 0.0);
        check(&[1, 2], &[1, 2], 0.0);
        check(&[1, 2], &[3, 4], 1.0);
        check(&[], &[3], 1.0);
        check(&[1, 2, 3, 4], &[1, 2, 4], 0.25);
    }
}
