//! How many ways are left from each hole on, for each number of variables met.
//!
//! A table for the holes of one part of a space, filled from the last hole
//! back. A state is how many variables of each class were met, of the classes
//! that were met before and are seen again.

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use super::skeleton::Skeleton;

pub(super) struct Table {
    /// For each hole, and the end.
    rows: Vec<Row>,
}

struct Row {
    /// Classes with the number of states of each; the first varies fastest.
    classes: Vec<(u32, u32)>,
    ways: Vec<UBig>,
}

/// No larger table is made: ways are counted one by one then.
const ENTRIES: u64 = 1 << 16;

impl Row {
    fn index(&self, met: impl Fn(u32) -> u32) -> usize {
        let mut index = 0;
        for &(class, states) in self.classes.iter().rev() {
            index = index * states as usize + met(class).min(states - 1) as usize;
        }
        index
    }
}

impl Table {
    /// None if it would be too large.
    pub fn new(skeleton: &Skeleton, holes: &[usize]) -> Option<Table> {
        let mut rows = shape(skeleton, holes)?;
        for at in (0..holes.len()).rev() {
            let set = skeleton.candidates(holes[at]);
            let classes: FxHashMap<u32, u32> = set
                .iter()
                .map(|&var| skeleton.member(var).class)
                .filter(|&class| skeleton.is_plural(class))
                .map(|class| (class, skeleton.classes()[class as usize].len() as u32))
                .collect();
            let plural: u32 = classes.values().sum();
            let single = set.len() as u64 - u64::from(plural);
            let states = rows[at].ways.len();
            for state in 0..states {
                let met = decode(&rows[at], state);
                let of = |class: u32| met.get(&class).copied().unwrap_or(0);
                let old: u64 = classes.keys().map(|&class| u64::from(of(class))).sum();
                let next = &rows[at + 1];
                let mut ways = &next.ways[next.index(of)] * UBig::from(single + old);
                for (&class, &size) in &classes {
                    if of(class) < size {
                        let more = |other| of(other) + u32::from(other == class);
                        ways += &next.ways[next.index(more)];
                    }
                }
                rows[at].ways[state] = ways;
            }
        }
        Some(Table { rows })
    }

    pub fn get(&self, at: usize, met: &[u32]) -> &UBig {
        let row = &self.rows[at];
        &row.ways[row.index(|class| met[class as usize])]
    }
}

fn decode(row: &Row, mut state: usize) -> FxHashMap<u32, u32> {
    let mut met = FxHashMap::default();
    for &(class, states) in &row.classes {
        met.insert(class, (state % states as usize) as u32);
        state /= states as usize;
    }
    met
}

/// The rows, with one way each.
fn shape(skeleton: &Skeleton, holes: &[usize]) -> Option<Vec<Row>> {
    let plural = |hole: usize| {
        let mut classes: Vec<u32> = skeleton
            .candidates(hole)
            .iter()
            .map(|&var| skeleton.member(var).class)
            .filter(|&class| skeleton.is_plural(class))
            .collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    };
    let mut last: FxHashMap<u32, usize> = FxHashMap::default();
    for (at, &hole) in holes.iter().enumerate() {
        plural(hole).into_iter().for_each(|class| _ = last.insert(class, at));
    }
    let mut seen: std::collections::BTreeMap<u32, u32> = Default::default();
    let mut rows = Vec::with_capacity(holes.len() + 1);
    let mut entries = 0u64;
    for at in 0..=holes.len() {
        let alive = seen.iter().filter(|(class, _)| last[class] >= at);
        let states = |(&class, &seen): (&u32, &u32)| {
            let size = skeleton.classes()[class as usize].len() as u32;
            (class, seen.min(size) + 1)
        };
        let classes: Vec<(u32, u32)> = alive.map(states).collect();
        let states =
            classes.iter().try_fold(1u64, |n, &(_, states)| n.checked_mul(states.into()))?;
        entries = entries.checked_add(states).filter(|&entries| entries <= ENTRIES)?;
        rows.push(Row { classes, ways: vec![UBig::ONE; states as usize] });
        for class in holes.get(at).map_or(Vec::new(), |&hole| plural(hole)) {
            *seen.entry(class).or_default() += 1;
        }
    }
    Some(rows)
}
