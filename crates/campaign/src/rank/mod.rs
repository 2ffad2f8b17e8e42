//! In which order people should look at bugs: each as unlike those before it as can be.
//!
//! Bugs follow a power law, and people stop reading after the third duplicate. So the next
//! bug is always the one whose nearest neighbour among those before is furthest away
//! (furthest point first). What people know already counts as seen, and comes last.

pub mod distance;

use elenchus_compilers::breakdown::title;
use xxhash_rust::xxh3::xxh3_64;

use crate::finding::{Finding, State};
use crate::group::{about, text};
use crate::store::{Bug, Store, StoreError};
use distance::Pattern;

/// What is compared of a bug: that of its best finding.
#[derive(Clone, Debug)]
pub struct Traits {
    /// How soon it is looked at; all of a lower number come first.
    pub tier: Tier,
    /// The words of the program, names and constants alike.
    program: Vec<u32>,
    /// The words of what the compiler says, or what kind of wrong it is.
    output: Vec<u32>,
    /// The compiler and the symptom, the level, the guilty pass, the versions, the operation
    /// that gives the first wrong value.
    features: [Option<u64>; 5],
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tier {
    New,
    /// Most likely no bug of the compiler.
    Doubtful,
    /// Somebody has said what it is.
    Known,
}

/// Longer programs were not reduced; their beginning will do.
const LONGEST: usize = 1000;

/// How much two bugs differ where of one of them nothing is known.
const UNKNOWN: f64 = 0.5;

impl Traits {
    pub fn new(finding: &Finding, is_known: bool) -> Traits {
        let shown = finding.shown();
        let hash = |text: &str| xxh3_64(text.as_bytes());
        let words = |words: &[&str]| words.iter().map(|word| hash(word) as u32).collect();
        let output = match shown.actual.message() {
            Some(message) => title(message),
            None => finding.kind.name().to_owned(),
        };
        let pattern = text::pattern(&shown.program);
        let pattern: Vec<&str> = pattern.iter().take(LONGEST).map(String::as_str).collect();
        let level = finding.compiler.levels.first().map(|level| hash(&level.join(" ")));
        let blame = finding.blamed.as_deref().map(|blamed| &blamed.blame);
        let versions = blame.and_then(|blame| blame.versions.as_ref());
        let tier = match finding.state {
            _ if is_known => Tier::Known,
            State::Confirmed | State::Suspected => Tier::New,
            State::Disputed | State::Flaky => Tier::Doubtful,
        };
        Traits {
            tier,
            program: words(&pattern),
            output: words(&output.split_whitespace().collect::<Vec<_>>()),
            features: [
                Some(hash(&about(finding))),
                level,
                blame.and_then(|blame| blame.pass.as_deref()).map(hash),
                versions.map(|versions| hash(&versions.words)),
                blame.and_then(|blame| blame.value.as_ref()).map(|value| hash(&value.shape)),
            ],
        }
    }
}

/// All bugs of a store in the order in which to look at them.
pub fn ranked(store: &Store) -> Result<Vec<Bug>, StoreError> {
    let mut bugs = store.bugs()?;
    let traits = bugs.iter().map(|bug| {
        let finding = store.finding(bug.finding)?;
        Ok(Traits::new(&finding, bug.mark.is_some()))
    });
    let traits: Vec<Traits> = traits.collect::<Result<_, StoreError>>()?;
    let mut places = vec![0; bugs.len()];
    for (place, one) in order(&traits).into_iter().enumerate() {
        places[one] = place;
    }
    let mut places = places.into_iter();
    bugs.sort_by_cached_key(|_| places.next());
    Ok(bugs)
}

/// One bug, ready to be compared with many.
struct Point<'a> {
    traits: &'a Traits,
    program: Pattern,
    output: Pattern,
}

impl Point<'_> {
    fn new(traits: &Traits) -> Point<'_> {
        let (program, output) = (Pattern::new(&traits.program), Pattern::new(&traits.output));
        Point { traits, program, output }
    }

    /// From 0, for what is likely the same bug, to 3.
    fn distance(&self, other: &Traits) -> f64 {
        let features = self.traits.features.iter().zip(&other.features);
        let differences = features.map(|pair| match pair {
            (Some(one), Some(other)) => f64::from(u8::from(one != other)),
            (None, None) => 0.0,
            _ => UNKNOWN,
        });
        let features = differences.sum::<f64>() / other.features.len() as f64;
        self.program.normalised(&other.program) + self.output.normalised(&other.output) + features
    }
}

/// The order in which to look at bugs. Of those that are equally far the first one comes
/// first, and so does the first of all.
pub fn order(all: &[Traits]) -> Vec<usize> {
    let mut nearest = vec![f64::INFINITY; all.len()];
    let mut left: Vec<usize> = (0..all.len()).collect();
    let mut order = Vec::with_capacity(all.len());
    let see = |seen: usize, left: &[usize], nearest: &mut [f64]| {
        let point = Point::new(&all[seen]);
        for &other in left {
            nearest[other] = nearest[other].min(point.distance(&all[other]));
        }
    };
    left.retain(|&one| all[one].tier != Tier::Known);
    for known in (0..all.len()).filter(|&one| all[one].tier == Tier::Known) {
        see(known, &left, &mut nearest);
    }
    while let Some(tier) = left.iter().map(|&one| all[one].tier).min() {
        let candidates = left.iter().copied().filter(|&one| all[one].tier == tier);
        // The first of several that are equally far.
        let furthest =
            candidates.reduce(|best, one| if nearest[one] > nearest[best] { one } else { best });
        let Some(next) = furthest else { break };
        left.retain(|&one| one != next);
        see(next, &left, &mut nearest);
        order.push(next);
    }
    order.extend((0..all.len()).filter(|&one| all[one].tier == Tier::Known));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traits(program: &str, pass: Option<u64>, tier: Tier) -> Traits {
        let program = program.bytes().map(u32::from).collect();
        Traits { tier, program, output: vec![1], features: [Some(1), Some(2), pass, None, None] }
    }

    #[test]
    fn the_next_is_unlike_all_before() {
        let all = ["aaaa", "aaab", "bbbb", "aabb"].map(|text| traits(text, None, Tier::New));
        assert_eq!(order(&all), [0, 2, 3, 1]);
    }

    #[test]
    fn a_pass_counts_as_much_as_a_fifth_of_a_program() {
        let all = [(9, "aaaaaaaa"), (1, "aaaaaaaa"), (9, "aaaaaaab"), (9, "aaaaabbb")];
        let all = all.map(|(pass, text)| traits(text, Some(pass), Tier::New));
        assert_eq!(order(&all), [0, 3, 1, 2]);
    }

    #[test]
    fn what_is_known_comes_last_and_what_is_like_it_late() {
        let all = [
            traits("bbbb", None, Tier::Known),
            traits("bbba", None, Tier::New),
            traits("cccc", None, Tier::Doubtful),
            traits("aaaa", None, Tier::New),
        ];
        assert_eq!(order(&all), [3, 1, 2, 0]);
        assert_eq!(order(&[]), [] as [usize; 0]);
    }
}
