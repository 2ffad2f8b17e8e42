//! Fillings one after another, each made from the one before.

use dashu_int::UBig;

use super::skeleton::Var;
use super::space::Space;

/// Goes through a range of a space. It holds one filling and no more; on the
/// average a step changes a few holes.
pub struct Walk<'a> {
    space: &'a Space,
    filling: Vec<Var>,
    /// For each hole, in the order of the space, which candidate it has.
    places: Vec<u32>,
    /// For each of them whether its variable came up there first.
    is_new: Vec<bool>,
    /// How many variables of each class came up.
    met: Vec<u32>,
    left: UBig,
    started: bool,
}

impl<'a> Walk<'a> {
    pub(super) fn new(space: &'a Space, from: &UBig, count: UBig) -> Walk<'a> {
        let first = space.unrank(from);
        let left = match &first {
            Some(_) => count.min(space.size() - from),
            None => UBig::ZERO,
        };
        let filling = first.unwrap_or_default();
        let mut walk = Walk {
            space,
            places: vec![0; filling.len()],
            is_new: vec![false; filling.len()],
            met: vec![0; space.skeleton().classes().len()],
            filling,
            left,
            started: false,
        };
        for at in 0..walk.filling.len() {
            let hole = space.order()[at];
            let var = walk.filling[hole];
            let place = space.skeleton().candidates(hole).binary_search(&var);
            walk.places[at] = place.unwrap_or(0) as u32;
            walk.is_new[at] = space.meet(var, &mut walk.met);
        }
        walk
    }

    /// How many are still to come.
    pub fn left(&self) -> &UBig {
        &self.left
    }

    /// The next filling, by holes in the order of the text.
    pub fn advance(&mut self) -> Option<&[Var]> {
        if self.left.is_zero() {
            return None;
        }
        self.left -= UBig::ONE;
        if self.started {
            self.step();
        }
        self.started = true;
        Some(&self.filling)
    }

    /// To the next filling in the order; there is one.
    fn step(&mut self) {
        for at in (0..self.places.len()).rev() {
            let hole = self.space.order()[at];
            if self.is_new[at] {
                let class = self.space.skeleton().member(self.filling[hole]).class;
                self.met[class as usize] -= 1;
            }
            let candidates = self.space.skeleton().candidates(hole);
            let rest = (self.places[at] as usize + 1)..candidates.len();
            let mut rest = rest.filter(|&place| self.space.allows(candidates[place], &self.met));
            if let Some(place) = rest.next() {
                self.put(at, place);
                // The first candidate is the first of its class: it may
                // always come up.
                (at + 1..self.places.len()).for_each(|after| self.put(after, 0));
                return;
            }
        }
    }

    fn put(&mut self, at: usize, place: usize) {
        let hole = self.space.order()[at];
        let var = self.space.skeleton().candidates(hole)[place];
        self.filling[hole] = var;
        self.places[at] = place as u32;
        self.is_new[at] = self.space.meet(var, &mut self.met);
    }
}
