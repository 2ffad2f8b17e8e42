//! `qsort` and `bsearch` (7.22.5), a comparison at a time.
//!
//! The comparison is a function of the program. So that it runs like any
//! other, neither algorithm calls it: each says which elements to compare, and
//! goes on when it is told how. What it holds between two steps is plain data.
//!
//! A comparison that contradicts itself gives some order, and always ends; the
//! sort says so.

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
    /// Elements in sorted runs of `width`.
    order: Vec<Sorted>,
    /// What is merged so far, in runs of twice the width.
    merged: Vec<Sorted>,
    width: usize,
    /// What is left of the two runs that are merged: `left..middle` and
    /// `right..end`.
    left: usize,
    middle: usize,
    right: usize,
    end: usize,
    /// The last answer about the two runs: it tells which of them gave an
    /// element last.
    last: Option<Ordering>,
    contradiction: bool,
}

/// An element by its number, and whether it is equal to the one before it in
/// its run.
#[derive(Clone, Copy, Debug)]
struct Sorted {
    element: u32,
    tied: bool,
}

impl Sort {
    pub fn new(count: u32) -> Sort {
        let mut sort = Sort {
            order: (0..count).map(|element| Sorted { element, tied: false }).collect(),
            merged: Vec::with_capacity(count as usize),
            width: 1,
            left: 0,
            middle: 0,
            right: 0,
            end: 0,
            last: None,
            contradiction: false,
        };
        sort.begin(0);
        sort
    }

    /// Which element comes first, second and so on.
    pub fn order(&self) -> impl Iterator<Item = usize> + '_ {
        self.order.iter().map(|sorted| sorted.element as usize)
    }

    /// Whether there is no order that all answers so far agree with.
    pub fn contradicts(&self) -> bool {
        self.contradiction
    }

    /// The first step, and the one after an answer.
    pub fn step(&mut self, answer: Option<Ordering>) -> Step {
        if let Some(answer) = answer {
            self.contradiction |= self.implied().is_some_and(|implied| implied != answer);
            match answer {
                // Of equal elements the first stays first.
                Ordering::Greater => self.take_right(),
                _ => self.take_left(answer),
            }
        }
        while self.width < self.order.len() {
            match (self.left < self.middle, self.right < self.end) {
                (true, true) => {
                    let (left, right) = (self.order[self.left], self.order[self.right]);
                    return Step::Compare(left.element as usize, right.element as usize);
                }
                (true, false) => self.take_left(Ordering::Less),
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
        self.last = None;
    }

    /// What the answer must be after the last one, which was about one of the
    /// same two elements.
    fn implied(&self) -> Option<Ordering> {
        let tied = |at: usize| self.order.get(at).is_some_and(|sorted| sorted.tied);
        match (self.last?, tied(self.left)) {
            (Ordering::Greater, _) => tied(self.right).then_some(Ordering::Greater),
            (last, true) => Some(last),
            (Ordering::Equal, false) => Some(Ordering::Greater),
            (Ordering::Less, false) => None,
        }
    }

    fn take_left(&mut self, answer: Ordering) {
        if self.left < self.middle {
            let Sorted { element, tied } = self.order[self.left];
            let after_left = matches!(self.last, Some(Ordering::Less | Ordering::Equal));
            self.merged.push(Sorted { element, tied: tied && after_left });
            self.left += 1;
            self.last = Some(answer);
        }
    }

    fn take_right(&mut self) {
        if self.right < self.end {
            let Sorted { element, tied } = self.order[self.right];
            let tied = match self.last {
                Some(Ordering::Greater) => tied,
                last => last == Some(Ordering::Equal),
            };
            self.merged.push(Sorted { element, tied });
            self.right += 1;
            self.last = Some(Ordering::Greater);
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
        let mut sort = Sort::new(keys.len() as u32);
        let (mut answer, mut count) = (None, 0);
        while let Step::Compare(a, b) = sort.step(answer) {
            answer = Some(compare(keys[a], keys[b]));
            count += 1;
        }
        (sort.order().collect(), count)
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

    /// Every order of a few elements, where some may be equal.
    fn ranks(count: usize) -> impl Iterator<Item = Vec<usize>> {
        let all = count.pow(count as u32);
        (0..all).map(move |n| (0..count).map(|i| n / count.pow(i as u32) % count).collect())
    }

    /// Comparisons that answer anything, beside all orders there are.
    #[test]
    fn a_contradiction_is_one() {
        const COUNT: usize = 4;
        const ORDERS: [Ordering; 3] = [Ordering::Less, Ordering::Equal, Ordering::Greater];
        let mut contradictions = 0;
        for table in 0..3usize.pow((COUNT * (COUNT - 1) / 2) as u32) {
            // The answer for a pair is a digit of the table's number.
            let compare = |a: usize, b: usize| {
                let (low, high) = (a.min(b), a.max(b));
                let digit = high * (high - 1) / 2 + low;
                let answer = ORDERS[table / 3usize.pow(digit as u32) % 3];
                if a == low { answer } else { answer.reverse() }
            };
            let mut sort = Sort::new(COUNT as u32);
            let (mut answer, mut seen) = (None, Vec::new());
            while let Step::Compare(a, b) = sort.step(answer) {
                answer = Some(compare(a, b));
                seen.push((a, b, compare(a, b)));
            }
            let fits = |rank: &Vec<usize>| seen.iter().all(|&(a, b, o)| rank[a].cmp(&rank[b]) == o);
            let ordered = ranks(COUNT).any(|rank| fits(&rank));
            assert_eq!(sort.contradicts(), !ordered, "{seen:?}");
            contradictions += usize::from(!ordered);
        }
        assert!(contradictions > 0);
    }

    #[test]
    fn an_order_has_no_contradiction() {
        for count in 0..70 {
            let keys = numbers(count, 9);
            let mut sort = Sort::new(keys.len() as u32);
            let mut answer = None;
            while let Step::Compare(a, b) = sort.step(answer) {
                answer = Some(keys[a].cmp(&keys[b]));
            }
            assert!(!sort.contradicts(), "{keys:?}");
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
