//! `qsort` and `bsearch` (7.22.5), a comparison at a time.
//!
//! The comparison is a function of the program. So that it runs like any
//! other, neither algorithm calls it: each says which elements to compare, and
//! goes on when it is told how. What it holds between two steps is plain data.
//!
//! A comparison that contradicts itself gives some order, and always ends.

use std::cmp::Ordering;

/// What an algorithm wants next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The elements with these numbers, in this order.
    Compare(usize, usize),
    Done,
}

/// A stable merge sort, as glibc's. The elements keep their places until it is
/// done; then [`Sort::order`] says which belongs where.
#[derive(Clone, Debug)]
pub struct Sort {
    /// Numbers of elements, in sorted runs of `width`.
    order: Vec<usize>,
    /// What is merged so far, in runs of twice the width.
    merged: Vec<usize>,
    width: usize,
    /// What is left of the two runs that are merged: `left..middle` and
    /// `right..end`.
    left: usize,
    middle: usize,
    right: usize,
    end: usize,
}

impl Sort {
    pub fn new(count: usize) -> Sort {
        let mut sort = Sort {
            order: (0..count).collect(),
            merged: Vec::with_capacity(count),
            width: 1,
            left: 0,
            middle: 0,
            right: 0,
            end: 0,
        };
        sort.begin(0);
        sort
    }

    /// Which element comes first, second and so on.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The first step, and the one after an answer.
    pub fn step(&mut self, answer: Option<Ordering>) -> Step {
        match answer {
            // Of equal elements the first stays first.
            Some(Ordering::Greater) => self.take_right(),
            Some(_) => self.take_left(),
            None => {}
        }
        while self.width < self.order.len() {
            match (self.left < self.middle, self.right < self.end) {
                (true, true) => {
                    return Step::Compare(self.order[self.left], self.order[self.right]);
                }
                (true, false) => self.take_left(),
                (false, true) => self.take_right(),
                (false, false) if self.end < self.order.len() => self.begin(self.end),
                (false, false) => {
                    std::mem::swap(&mut self.order, &mut self.merged);
                    self.merged.clear();
                    self.width *= 2;
                    self.begin(0);
                }
            }
        }
        Step::Done
    }

    /// Starts to merge the two runs at `start`.
    fn begin(&mut self, start: usize) {
        self.left = start;
        self.middle = (start + self.width).min(self.order.len());
        self.right = self.middle;
        self.end = (self.middle + self.width).min(self.order.len());
    }

    fn take_left(&mut self) {
        if self.left < self.middle {
            self.merged.push(self.order[self.left]);
            self.left += 1;
        }
    }

    fn take_right(&mut self) {
        if self.right < self.end {
            self.merged.push(self.order[self.right]);
            self.right += 1;
        }
    }
}

/// A search by halves. The key is compared with an element, in this order.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    low: usize,
    high: usize,
}

/// What a search wants next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Looking {
    /// The key with this element.
    Compare(usize),
    Found(usize),
    Missing,
}

impl Search {
    pub fn new(count: usize) -> Search {
        Search { low: 0, high: count }
    }

    /// The first step, and the one after an answer.
    pub fn step(&mut self, answer: Option<Ordering>) -> Looking {
        let middle = self.low + (self.high - self.low) / 2;
        match answer {
            Some(Ordering::Equal) => return Looking::Found(middle),
            Some(Ordering::Less) => self.high = middle,
            Some(Ordering::Greater) => self.low = (middle + 1).min(self.high),
            None => {}
        }
        match self.low < self.high {
            true => Looking::Compare(self.low + (self.high - self.low) / 2),
            false => Looking::Missing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(keys: &[u32], compare: impl Fn(u32, u32) -> Ordering) -> (Vec<usize>, usize) {
        let mut sort = Sort::new(keys.len());
        let (mut answer, mut count) = (None, 0);
        while let Step::Compare(a, b) = sort.step(answer) {
            answer = Some(compare(keys[a], keys[b]));
            count += 1;
        }
        (sort.order().to_vec(), count)
    }

    fn numbers(count: usize, below: u32) -> Vec<u32> {
        let mut state = count as u32 ^ 0x9e37_79b9;
        let next = |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        (0..count).map(next).collect()
    }

    #[test]
    fn sorting_is_stable() {
        for count in 0..70 {
            let keys = numbers(count, 20);
            let mut expected: Vec<usize> = (0..count).collect();
            expected.sort_by_key(|&i| keys[i]);
            assert_eq!(sorted(&keys, |a, b| a.cmp(&b)).0, expected, "{keys:?}");
        }
    }

    #[test]
    fn a_wrong_comparison_ends_too() {
        for order in [Ordering::Less, Ordering::Greater, Ordering::Equal] {
            let (mut found, count) = sorted(&numbers(100, 9), |_, _| order);
            found.sort_unstable();
            assert_eq!(found, (0..100).collect::<Vec<_>>());
            assert!(count < 700, "{count}");
        }
    }

    #[test]
    fn searching() {
        for count in 0..40usize {
            for key in 0..2 * count + 1 {
                let mut search = Search::new(count);
                let mut answer = None;
                let found = loop {
                    match search.step(answer) {
                        // The elements are the odd numbers.
                        Looking::Compare(i) => answer = Some(key.cmp(&(2 * i + 1))),
                        end => break end,
                    }
                };
                let expected = match key % 2 {
                    1 => Looking::Found(key / 2),
                    _ => Looking::Missing,
                };
                assert_eq!(found, expected, "{key} in {count}");
            }
        }
    }
}
