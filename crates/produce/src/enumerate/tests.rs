//! The paper's examples, and random skeletons against brute force.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::choices::Choices;

/// Each hole with its candidates; the variables with their groups.
fn space(holes: &[&[Var]], groups: &[u32], which: Which) -> Space {
    let sets = holes.iter().map(|set| set.to_vec()).collect();
    let numbers = (0..holes.len() as u32).collect();
    Space::new(Skeleton::new(sets, numbers, groups).unwrap(), which).unwrap()
}

fn sizes(holes: &[&[Var]], groups: &[u32]) -> (String, String) {
    let size = |which| space(holes, groups, which).size().to_string();
    (size(Which::Naive), size(Which::Canonical))
}

fn all(space: &Space) -> Vec<Vec<Var>> {
    let mut walk = space.walk(&UBig::ZERO, space.size().clone());
    let mut fillings = Vec::new();
    while let Some(filling) = walk.advance() {
        fillings.push(filling.to_vec());
    }
    fillings
}

fn check(holes: &[&[Var]], groups: &[u32], naive: &str, canonical: &str) {
    assert_eq!(sizes(holes, groups), (naive.to_owned(), canonical.to_owned()));
}

const AB: &[Var] = &[0, 1];
const ABCD: &[Var] = &[0, 1, 2, 3];

#[test]
fn figure_5() {
    check(&[AB; 6], &[0, 0], "64", "32");
}

#[test]
fn figure_6_with_its_declarators_as_holes() {
    check(&[ABCD; 10], &[0; 4], "1048576", "43947");
    let holes = [AB, AB, AB, ABCD, ABCD, ABCD, ABCD, ABCD, AB, AB];
    check(&holes, &[0, 0, 1, 1], "32768", "8448");
}

#[test]
fn figure_6_with_its_uses_only() {
    check(&[AB, ABCD, ABCD, ABCD, AB, AB], &[0, 0, 1, 1], "512", "144");
}

/// The paper says 36.
#[test]
fn example_6_has_40_orbits() {
    check(&[AB, AB, ABCD, ABCD, AB], &[0, 0, 1, 1], "128", "40");
}

#[test]
fn five_holes_over_five_variables() {
    check(&[&[0, 1, 2, 3, 4][..]; 5], &[0; 5], "3125", "52");
}

#[test]
fn restricted_growth_strings_of_example_5() {
    let space = space(&[AB; 6], &[0, 0], Which::Canonical);
    let [p, p1, p2] = [[0, 1, 0, 0, 0, 1], [1, 0, 1, 1, 1, 0], [0, 1, 1, 1, 0, 1]];
    assert_eq!(space.rank(&p), space.rank(&p1));
    assert_eq!(space.unrank(&space.rank(&p1).unwrap()).unwrap(), p);
    assert_eq!(space.unrank(&space.rank(&p2).unwrap()).unwrap(), p2);
    assert_eq!(all(&space)[0], [0; 6]);
}

#[test]
fn spaces_may_be_empty_or_trivial() {
    check(&[], &[], "1", "1");
    check(&[], &[0, 0], "1", "1");
    check(&[&[], AB], &[0, 0], "0", "0");
    let empty = space(&[&[], AB], &[0, 0], Which::Canonical);
    assert!(all(&empty).is_empty() && empty.unrank(&UBig::ZERO).is_none());
    assert!(empty.sample(&empty.whole(), 3, &mut Choices::new(1)).is_empty());
    assert_eq!(all(&space(&[], &[], Which::Canonical)), [Vec::<Var>::new()]);
    assert!(Skeleton::new(vec![vec![7]], vec![0], &[0]).is_err());
    assert!(Skeleton::new(vec![], vec![0], &[0]).is_err());
}

#[test]
fn large_spaces_are_counted_and_ranked() {
    let wide: Vec<Var> = (0..40).collect();
    let inner: Vec<Var> = (0..80).collect();
    let mut holes: Vec<&[Var]> = vec![&wide; 100];
    holes.extend([&inner[..]; 100]);
    let mut groups = vec![0; 40];
    groups.extend([1; 40]);
    let space = space(&holes, &groups, Which::Canonical);
    assert!(space.size().to_string().len() > 200);
    let mut choices = Choices::new(1);
    for index in space.sample(&space.whole(), 3, &mut choices) {
        let filling = space.unrank(&index).unwrap();
        assert_eq!(space.rank(&filling), Some(index));
    }
}

#[test]
fn samples_are_uniform() {
    let space = space(&[AB; 4], &[0, 0], Which::Canonical);
    let mut times = BTreeMap::new();
    let mut choices = Choices::new(3);
    for _ in 0..8000 {
        for index in space.sample(&space.whole(), 3, &mut choices) {
            *times.entry(index).or_insert(0) += 1;
        }
    }
    // 24,000 numbers on 8 places.
    assert_eq!(times.len(), 8);
    assert!(times.values().all(|n| (2_800..3_200).contains(n)), "{times:?}");
    assert_eq!(space.sample(&space.whole(), 99, &mut choices).len(), 8);
    let range = UBig::from(5u8)..UBig::from(7u8);
    let numbers = space.sample(&range, 99, &mut choices);
    assert_eq!(numbers, [UBig::from(5u8), UBig::from(6u8)]);
}

/// Scopes, declarations and holes as they could stand in a text.
struct Random {
    holes: Vec<Vec<Var>>,
    /// For each variable its scope and type.
    vars: Vec<(u32, u32)>,
}

impl Random {
    fn new(choices: &mut Choices) -> Random {
        let mut random = Random { holes: Vec::new(), vars: Vec::new() };
        let types = choices.between("types", 1, 2) as u64;
        // Open scopes: their numbers, and names with variables.
        let mut scopes: Vec<(u32, Vec<(u64, Var)>)> = vec![(0, Vec::new())];
        let mut count = 1;
        for _ in 0..choices.between("events", 5, 22) {
            match choices.weighted("event", &[4, 4, 1, 1]) {
                0 if random.vars.len() < 7 => {
                    let name = choices.below("name", 6);
                    let depth = scopes.len() - 1;
                    let (scope, names) = &mut scopes[depth];
                    if names.iter().all(|(other, _)| *other != name) {
                        names.push((name, random.vars.len() as Var));
                        random.vars.push((*scope, choices.below("type", types) as u32));
                    }
                }
                1 if random.holes.len() < 7 => {
                    let ty = choices.below("type", types) as u32;
                    let mut seen = BTreeSet::new();
                    let names = scopes.iter().rev().flat_map(|(_, names)| names.iter().rev());
                    let visible = names.filter(|(name, _)| seen.insert(*name));
                    let fits = visible.map(|(_, var)| *var);
                    let fits: Vec<Var> =
                        fits.filter(|var| random.vars[*var as usize].1 == ty).collect();
                    if !fits.is_empty() {
                        random.holes.push(fits);
                    }
                }
                2 if scopes.len() < 4 => {
                    scopes.push((count, Vec::new()));
                    count += 1;
                }
                3 if scopes.len() > 1 => _ = scopes.pop(),
                _ => {}
            }
        }
        random
    }

    fn groups(&self) -> Vec<u32> {
        self.vars.iter().map(|(scope, ty)| scope * 2 + ty).collect()
    }

    fn naive(&self) -> Vec<Vec<Var>> {
        let mut fillings = vec![Vec::new()];
        for hole in &self.holes {
            let longer = |filling: &Vec<Var>| {
                let filling = filling.clone();
                hole.iter().map(move |&var| [&filling[..], &[var]].concat()).collect::<Vec<_>>()
            };
            fillings = fillings.iter().flat_map(longer).collect();
        }
        fillings
    }

    /// Pairs of variables that may change places.
    fn exchanges(&self) -> Vec<(Var, Var)> {
        let groups = self.groups();
        let same = |a: Var, b: Var| {
            groups[a as usize] == groups[b as usize]
                && self.holes.iter().all(|hole| hole.contains(&a) == hole.contains(&b))
        };
        let vars = 0..self.vars.len() as Var;
        let pairs = vars.clone().flat_map(|a| (0..a).map(move |b| (b, a)));
        pairs.filter(|&(b, a)| same(a, b)).collect()
    }
}

/// Everything that exchanges make of a filling.
fn orbit(filling: &[Var], exchanges: &[(Var, Var)]) -> BTreeSet<Vec<Var>> {
    let mut found = BTreeSet::from([filling.to_vec()]);
    let mut pending = vec![filling.to_vec()];
    while let Some(filling) = pending.pop() {
        for &(a, b) in exchanges {
            let swap = |&var: &Var| match var {
                _ if var == a => b,
                _ if var == b => a,
                _ => var,
            };
            let next: Vec<Var> = filling.iter().map(swap).collect();
            if found.insert(next.clone()) {
                pending.push(next);
            }
        }
    }
    found
}

#[test]
fn one_of_each_orbit_is_enumerated() {
    let mut choices = Choices::new(17);
    let mut with_exchanges = 0;
    for case in 0..4000 {
        let random = Random::new(&mut choices);
        let naive = random.naive();
        if naive.len() > 1500 {
            continue;
        }
        let holes: Vec<&[Var]> = random.holes.iter().map(Vec::as_slice).collect();
        let groups = random.groups();
        let exchanges = random.exchanges();
        with_exchanges += usize::from(!exchanges.is_empty());
        let mut orbits: BTreeMap<Vec<Var>, BTreeSet<Vec<Var>>> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for filling in &naive {
            if !seen.contains(filling) {
                let orbit = orbit(filling, &exchanges);
                seen.extend(orbit.iter().cloned());
                orbits.insert(filling.clone(), orbit);
            }
        }
        let canonical = space(&holes, &groups, Which::Canonical);
        let found = all(&canonical);
        assert_eq!(canonical.size().to_string(), orbits.len().to_string(), "case {case}");
        assert_eq!(found.len(), orbits.len(), "case {case}");
        for orbit in orbits.values() {
            let members = found.iter().filter(|filling| orbit.contains(*filling)).count();
            assert_eq!(members, 1, "case {case}: {orbit:?}");
            let ranks: BTreeSet<_> = orbit.iter().map(|member| canonical.rank(member)).collect();
            assert_eq!(ranks.len(), 1, "case {case}");
        }
        let everything = all(&space(&holes, &groups, Which::Naive));
        assert_eq!(everything, naive_in_order(&random), "case {case}");
    }
    assert!(with_exchanges > 1500, "{with_exchanges}");
}

fn naive_in_order(random: &Random) -> Vec<Vec<Var>> {
    let mut naive = random.naive();
    naive.sort();
    naive
}

#[test]
fn ranks_ranges_and_shards_agree() {
    let mut choices = Choices::new(5);
    for case in 0..1500 {
        let random = Random::new(&mut choices);
        let holes: Vec<&[Var]> = random.holes.iter().map(Vec::as_slice).collect();
        for which in [Which::Canonical, Which::Naive] {
            let space = space(&holes, &random.groups(), which);
            let Some(size) = u64::try_from(space.size()).ok().filter(|size| *size < 400) else {
                continue;
            };
            let fillings = all(&space);
            for (index, filling) in fillings.iter().enumerate() {
                let index = UBig::from(index);
                assert_eq!(space.unrank(&index).as_ref(), Some(filling), "case {case}");
                assert_eq!(space.rank(filling), Some(index), "case {case}");
            }
            let shards = choices.between("shards", 1, 5) as u64;
            let mut covered = Vec::new();
            for shard in 0..shards {
                let range = space.shard(shard, shards);
                let mut walk = space.walk(&range.start, &range.end - &range.start);
                while let Some(filling) = walk.advance() {
                    covered.push(filling.to_vec());
                }
            }
            assert_eq!(covered, fillings, "case {case}");
            assert!(space.unrank(&UBig::from(size)).is_none());
        }
    }
}

/// The numbers that ranks are made of, with and without the table.
#[test]
fn the_table_agrees_with_the_sum() {
    let mut choices = Choices::new(23);
    for _ in 0..500 {
        let random = Random::new(&mut choices);
        let holes: Vec<&[Var]> = random.holes.iter().map(Vec::as_slice).collect();
        let space = space(&holes, &random.groups(), Which::Canonical);
        space.check_tables();
    }
}
