//! A program as holes and what may fill them, and nothing else.

use rustc_hash::FxHashMap;
use thiserror::Error;

/// A variable: its number in the order of declaration.
pub type Var = u32;

/// Holes, the variables that each may take, and which variables are
/// interchangeable.
///
/// A class is a set of variables that may be exchanged in all holes without
/// making another program. Each hole takes all of a class or none of it: so an
/// exchange makes a filling of a filling, always.
#[derive(Clone, Debug)]
pub struct Skeleton {
    /// The different sets of candidates, each in ascending order.
    sets: Vec<Vec<Var>>,
    /// For each hole, in the order of the text, the number of its set.
    holes: Vec<u32>,
    /// The members of each class, in ascending order.
    classes: Vec<Vec<Var>>,
    /// For each variable its class and its place there.
    member: Vec<Member>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    pub class: u32,
    pub place: u32,
}

/// Why something is no skeleton.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SkeletonError {
    #[error("hole {0} has a set of candidates that does not exist")]
    NoSet(usize),
    #[error("set {0} has a variable that does not exist")]
    NoVariable(usize),
}

impl Skeleton {
    /// Hole number `i` takes the variables of `sets[holes[i]]`. Variables with
    /// the same number in `groups` are interchangeable where the same holes
    /// may take them.
    pub fn new(
        mut sets: Vec<Vec<Var>>,
        holes: Vec<u32>,
        groups: &[u32],
    ) -> Result<Skeleton, SkeletonError> {
        let missing = holes.iter().position(|&set| set as usize >= sets.len());
        if let Some(hole) = missing {
            return Err(SkeletonError::NoSet(hole));
        }
        let mut used = vec![false; sets.len()];
        holes.iter().for_each(|&set| used[set as usize] = true);
        let mut seen_in = vec![Vec::new(); groups.len()];
        for (number, set) in sets.iter_mut().enumerate() {
            set.sort_unstable();
            set.dedup();
            for &var in set.iter() {
                let sets = seen_in.get_mut(var as usize);
                let sets = sets.ok_or(SkeletonError::NoVariable(number))?;
                if used[number] {
                    sets.push(number as u32);
                }
            }
        }
        let (classes, member) = classes(groups, seen_in);
        Ok(Skeleton { sets, holes, classes, member })
    }

    /// How many holes there are.
    pub fn len(&self) -> usize {
        self.holes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.holes.is_empty()
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.member.len()
    }

    /// The variables that a hole may take, in ascending order.
    pub fn candidates(&self, hole: usize) -> &[Var] {
        &self.sets[self.holes[hole] as usize]
    }

    pub(super) fn set(&self, hole: usize) -> u32 {
        self.holes[hole]
    }

    pub(super) fn sets(&self) -> &[Vec<Var>] {
        &self.sets
    }

    pub fn classes(&self) -> &[Vec<Var>] {
        &self.classes
    }

    pub fn member(&self, var: Var) -> Member {
        self.member[var as usize]
    }

    /// Whether a class has something to exchange.
    pub(super) fn is_plural(&self, class: u32) -> bool {
        self.classes[class as usize].len() > 1
    }

    /// Whether every hole has a variable that it may take.
    pub fn is_filling(&self, filling: &[Var]) -> bool {
        let fits = |(hole, var): (usize, &Var)| self.candidates(hole).binary_search(var).is_ok();
        filling.len() == self.len() && filling.iter().enumerate().all(fits)
    }

    /// The one filling that stands for all those that exchanges make of this
    /// one. `order` is the order in which holes are looked at.
    pub(super) fn canonical(&self, filling: &[Var], order: &[usize]) -> Vec<Var> {
        let mut result = filling.to_vec();
        let mut met = vec![0; self.classes.len()];
        let mut becomes: Vec<Option<Var>> = vec![None; self.member.len()];
        for &hole in order {
            let var = filling[hole];
            let class = self.member(var).class as usize;
            let new = *becomes[var as usize].get_or_insert_with(|| {
                met[class] += 1;
                self.classes[class][met[class] - 1]
            });
            result[hole] = new;
        }
        result
    }
}

/// Groups split by where their variables are seen.
fn classes(groups: &[u32], seen_in: Vec<Vec<u32>>) -> (Vec<Vec<Var>>, Vec<Member>) {
    let mut numbers: FxHashMap<(u32, Vec<u32>), u32> = FxHashMap::default();
    let mut classes: Vec<Vec<Var>> = Vec::new();
    let mut member = Vec::with_capacity(groups.len());
    for (var, (&group, seen)) in groups.iter().zip(seen_in).enumerate() {
        let class = *numbers.entry((group, seen)).or_insert_with(|| {
            classes.push(Vec::new());
            classes.len() as u32 - 1
        });
        let members = &mut classes[class as usize];
        member.push(Member { class, place: members.len() as u32 });
        members.push(var as Var);
    }
    (classes, member)
}
