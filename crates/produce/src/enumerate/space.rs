//! All fillings of a skeleton in one order: counted, ranked, drawn.
//!
//! Holes that share a class of several variables belong together; the others
//! are independent. So the space is a product: its parts are ordered one after
//! another, the last varies fastest, and within a part fillings are in
//! lexicographic order.

use std::collections::BTreeSet;
use std::ops::Range;

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use super::count::{Tangled, Term, count, merged};
use super::skeleton::{Skeleton, Var};
use super::table::Table;
use super::walk::Walk;
use crate::choices::Choices;

/// Which fillings there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// All of them.
    Naive,
    /// One for all that exchanges make of it: the one in which the variables
    /// of each class come up in the order of their declarations.
    Canonical,
}

/// The fillings of a skeleton, in order, without any of them being there.
pub struct Space {
    skeleton: Skeleton,
    which: Which,
    /// The holes, those of each part together.
    order: Vec<usize>,
    parts: Vec<Part>,
    size: UBig,
}

struct Part {
    /// In `Space::order`.
    first: usize,
    holes: usize,
    size: UBig,
    /// Where holes hang together.
    linked: Option<Linked>,
}

struct Linked {
    /// The classes of several variables, with their sizes.
    sizes: FxHashMap<u32, u64>,
    table: std::sync::OnceLock<Option<Table>>,
}

impl Space {
    pub fn new(skeleton: Skeleton, which: Which) -> Result<Space, Tangled> {
        let groups = match which {
            Which::Naive => (0..skeleton.len()).map(|hole| vec![hole]).collect(),
            Which::Canonical => together(&skeleton),
        };
        let mut order = Vec::with_capacity(skeleton.len());
        let mut parts = Vec::with_capacity(groups.len());
        let mut size = UBig::ONE;
        for holes in groups {
            let part = Part::new(&skeleton, which, order.len(), &holes)?;
            size *= &part.size;
            parts.push(part);
            order.extend(holes);
        }
        Ok(Space { skeleton, which, order, parts, size })
    }

    /// How many fillings there are.
    pub fn size(&self) -> &UBig {
        &self.size
    }

    pub fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    pub(super) fn order(&self) -> &[usize] {
        &self.order
    }

    /// Whether a variable may come up when so many of its class have.
    pub(super) fn allows(&self, var: Var, met: &[u32]) -> bool {
        let member = self.skeleton.member(var);
        self.which == Which::Naive || member.place <= met[member.class as usize]
    }

    /// Filling number `index`.
    pub fn unrank(&self, index: &UBig) -> Option<Vec<Var>> {
        if *index >= self.size {
            return None;
        }
        let mut filling = vec![0; self.skeleton.len()];
        let mut left = index.clone();
        for part in self.parts.iter().rev() {
            let digit = &left % &part.size;
            left /= &part.size;
            self.unrank_part(part, digit, &mut filling);
        }
        Some(filling)
    }

    /// The number of a filling, or of the one that stands for it.
    pub fn rank(&self, filling: &[Var]) -> Option<UBig> {
        if !self.skeleton.is_filling(filling) {
            return None;
        }
        let canonical = match self.which {
            Which::Naive => filling.to_vec(),
            Which::Canonical => self.skeleton.canonical(filling, &self.order),
        };
        let mut rank = UBig::ZERO;
        for part in &self.parts {
            rank = rank * &part.size + self.rank_part(part, &canonical);
        }
        Some(rank)
    }

    /// The fillings from number `from` on, at most `count` of them.
    pub fn walk(&self, from: &UBig, count: UBig) -> Walk<'_> {
        Walk::new(self, from, count)
    }

    /// Part number `shard` of `shards`, from 0 on: all parts together are the
    /// whole, in order.
    pub fn shard(&self, shard: u64, shards: u64) -> Range<UBig> {
        let bound = |shard: u64| &self.size * UBig::from(shard.min(shards)) / shards.max(1);
        bound(shard)..bound(shard.saturating_add(1))
    }

    /// The numbers of `wanted` different fillings of a range, each set of them
    /// as likely as any other; all if there are no more. In order.
    pub fn sample(&self, range: &Range<UBig>, wanted: u64, choices: &mut Choices) -> Vec<UBig> {
        let end = (&range.end).min(&self.size);
        let Some(size) = (*end > range.start).then(|| end - &range.start) else {
            return Vec::new();
        };
        let wanted = UBig::from(wanted).min(size.clone());
        let mut taken = BTreeSet::new();
        let mut bound = &size - wanted;
        // Floyd's way: a number that is there already stands for the bound.
        while bound < size {
            let drawn = below(&(&bound + UBig::ONE), choices);
            if !taken.insert(drawn) {
                taken.insert(bound.clone());
            }
            bound += UBig::ONE;
        }
        taken.into_iter().map(|number| number + &range.start).collect()
    }

    /// All numbers.
    pub fn whole(&self) -> Range<UBig> {
        UBig::ZERO..self.size.clone()
    }

    fn unrank_part(&self, part: &Part, mut left: UBig, filling: &mut [Var]) {
        let Some(linked) = &part.linked else {
            let hole = self.order[part.first];
            let place = usize::try_from(left).unwrap_or(0);
            filling[hole] = self.skeleton.candidates(hole)[place];
            return;
        };
        let mut met = vec![0; self.skeleton.classes().len()];
        for at in 0..part.holes {
            let hole = self.order[part.first + at];
            let mut after = After::new(self, part, linked, at + 1);
            for &var in self.skeleton.candidates(hole) {
                if !self.allows(var, &met) {
                    continue;
                }
                let ways = after.ways(var, &mut met);
                if left < *ways {
                    filling[hole] = var;
                    break;
                }
                left -= ways;
            }
            self.meet(filling[hole], &mut met);
        }
    }

    fn rank_part(&self, part: &Part, filling: &[Var]) -> UBig {
        let Some(linked) = &part.linked else {
            let hole = self.order[part.first];
            let place = self.skeleton.candidates(hole).binary_search(&filling[hole]);
            return UBig::from(place.unwrap_or(0));
        };
        let mut rank = UBig::ZERO;
        let mut met = vec![0; self.skeleton.classes().len()];
        for at in 0..part.holes {
            let hole = self.order[part.first + at];
            let mut after = After::new(self, part, linked, at + 1);
            for &var in self.skeleton.candidates(hole) {
                if var == filling[hole] {
                    break;
                }
                if self.allows(var, &met) {
                    rank += after.ways(var, &mut met);
                }
            }
            self.meet(filling[hole], &mut met);
        }
        rank
    }

    /// Counts a variable that comes up; whether it is the first time.
    pub(super) fn meet(&self, var: Var, met: &mut [u32]) -> bool {
        let member = self.skeleton.member(var);
        let is_new = member.place == met[member.class as usize];
        met[member.class as usize] += u32::from(is_new);
        is_new
    }

    /// In how many ways the holes of a part can be filled from `at` on.
    fn completions(&self, part: &Part, linked: &Linked, at: usize, met: &[u32]) -> UBig {
        let holes = &self.order[part.first..part.first + part.holes];
        let table = linked.table.get_or_init(|| Table::new(&self.skeleton, holes));
        match table {
            Some(table) => table.get(at, met).clone(),
            None => self.summed(part, linked, at, met),
        }
    }

    /// The same without a table.
    fn summed(&self, part: &Part, linked: &Linked, at: usize, met: &[u32]) -> UBig {
        let holes = &self.order[part.first..part.first + part.holes];
        let left: FxHashMap<u32, u64> = linked
            .sizes
            .iter()
            .map(|(&class, &size)| (class, size - u64::from(met[class as usize]).min(size)))
            .collect();
        // The whole part could be counted: what is left of it can be, too.
        count(terms(&self.skeleton, &holes[at..], Some(met)), &left).unwrap_or_default()
    }
}

#[cfg(test)]
impl Space {
    /// Asks both ways of counting for what is left along some fillings.
    pub(super) fn check_tables(&self) {
        for index in self.sample(&self.whole(), 3, &mut Choices::new(1)) {
            let filling = self.unrank(&index).unwrap_or_default();
            for part in &self.parts {
                let Some(linked) = &part.linked else { continue };
                let mut met = vec![0; self.skeleton.classes().len()];
                for at in 0..part.holes {
                    self.meet(filling[self.order[part.first + at]], &mut met);
                    let ways = self.completions(part, linked, at + 1, &met);
                    assert_eq!(ways, self.summed(part, linked, at + 1, &met));
                }
            }
        }
    }
}

/// The ways that are left after one hole: one number for each class that a new
/// variable may come from, and one for all the rest.
struct After<'a> {
    space: &'a Space,
    part: &'a Part,
    linked: &'a Linked,
    at: usize,
    known: FxHashMap<Option<u32>, UBig>,
}

impl<'a> After<'a> {
    fn new(space: &'a Space, part: &'a Part, linked: &'a Linked, at: usize) -> After<'a> {
        After { space, part, linked, at, known: FxHashMap::default() }
    }

    fn ways(&mut self, var: Var, met: &mut [u32]) -> &UBig {
        let class = self.space.skeleton.member(var).class;
        let is_new = self.space.skeleton.is_plural(class)
            && self.space.skeleton.member(var).place == met[class as usize];
        let (space, part, linked, at) = (self.space, self.part, self.linked, self.at);
        self.known.entry(is_new.then_some(class)).or_insert_with(|| {
            met[class as usize] += u32::from(is_new);
            let ways = space.completions(part, linked, at, met);
            met[class as usize] -= u32::from(is_new);
            ways
        })
    }
}

impl Part {
    fn new(
        skeleton: &Skeleton,
        which: Which,
        first: usize,
        holes: &[usize],
    ) -> Result<Part, Tangled> {
        let plural = holes
            .iter()
            .flat_map(|&hole| skeleton.candidates(hole))
            .map(|&var| skeleton.member(var).class)
            .filter(|&class| which == Which::Canonical && skeleton.is_plural(class));
        let sizes: FxHashMap<u32, u64> =
            plural.map(|class| (class, skeleton.classes()[class as usize].len() as u64)).collect();
        if sizes.is_empty() {
            let size = holes.iter().map(|&hole| UBig::from(skeleton.candidates(hole).len()));
            return Ok(Part { first, holes: holes.len(), size: size.product(), linked: None });
        }
        let size = count(terms(skeleton, holes, None), &sizes)?;
        let linked = Some(Linked { sizes, table: std::sync::OnceLock::new() });
        Ok(Part { first, holes: holes.len(), size, linked })
    }
}

/// The holes as terms of a sum; variables that were met do not move.
fn terms(skeleton: &Skeleton, holes: &[usize], met: Option<&[u32]>) -> Vec<Term> {
    let mut times: FxHashMap<u32, u64> = FxHashMap::default();
    holes.iter().for_each(|&hole| *times.entry(skeleton.set(hole)).or_default() += 1);
    let term = |(set, holes): (u32, u64)| {
        let mut term = Term { fixed: 0, classes: Vec::new(), holes };
        for &var in &skeleton.sets()[set as usize] {
            let member = skeleton.member(var);
            match met {
                _ if !skeleton.is_plural(member.class) => term.fixed += 1,
                Some(met) if member.place < met[member.class as usize] => term.fixed += 1,
                _ => term.classes.push(member.class),
            }
        }
        term.classes.sort_unstable();
        term.classes.dedup();
        term
    };
    merged(times.into_iter().map(term).collect())
}

/// The holes in groups that share no class of several variables; in the order
/// of their first holes.
fn together(skeleton: &Skeleton) -> Vec<Vec<usize>> {
    let mut root: Vec<u32> = (0..skeleton.classes().len() as u32).collect();
    let find = |root: &mut Vec<u32>, mut class: u32| {
        while root[class as usize] != class {
            let next = root[root[class as usize] as usize];
            root[class as usize] = next;
            class = next;
        }
        class
    };
    let mut class_of_set = vec![None; skeleton.sets().len()];
    for (number, set) in skeleton.sets().iter().enumerate() {
        for &var in set {
            let class = skeleton.member(var).class;
            if skeleton.is_plural(class) {
                let first = *class_of_set[number].get_or_insert(class);
                let (a, b) = (find(&mut root, first), find(&mut root, class));
                root[a as usize] = b;
            }
        }
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut group_of: FxHashMap<u32, usize> = FxHashMap::default();
    for hole in 0..skeleton.len() {
        let class = class_of_set[skeleton.set(hole) as usize];
        match class.map(|class| find(&mut root, class)) {
            None => groups.push(vec![hole]),
            Some(class) => {
                let group = *group_of.entry(class).or_insert(groups.len());
                if group == groups.len() {
                    groups.push(Vec::new());
                }
                groups[group].push(hole);
            }
        }
    }
    groups
}

/// A number below `bound`, each as likely as any other.
fn below(bound: &UBig, choices: &mut Choices) -> UBig {
    use dashu_int::ops::BitTest;
    let bits = bound.bit_len();
    loop {
        let mut drawn = UBig::ZERO;
        for _ in 0..bits.div_ceil(32) {
            drawn = (drawn << 32) + UBig::from(choices.below("part of a number", 1 << 32));
        }
        drawn >>= bits.div_ceil(32) * 32 - bits;
        if drawn < *bound {
            return drawn;
        }
    }
}
