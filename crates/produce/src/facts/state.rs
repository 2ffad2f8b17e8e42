//! What is known at one point of a program: a set for each place that holds something.
//!
//! A place that is not listed has what is usual: a number some value, a pointer or a
//! union anything. So a state of nothing is top, and what nobody can see costs nothing.

use elenchus_lang::tree::Program;

use super::place::{Leaf, PlaceId, Places};
use super::sets::{SetId, Sets};

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct State {
    cells: Vec<(PlaceId, SetId)>,
}

/// What a place holds of which nothing is said.
pub fn usual(p: &Program, places: &Places, place: PlaceId) -> SetId {
    match places.leaf(p, place) {
        Some(Leaf::Data) => SetId::DATA,
        _ => SetId::ANYTHING,
    }
}

impl State {
    pub fn cells(&self) -> &[(PlaceId, SetId)] {
        &self.cells
    }

    pub fn listed(&self, place: PlaceId) -> Option<SetId> {
        let at = self.cells.binary_search_by_key(&place, |cell| cell.0).ok()?;
        Some(self.cells[at].1)
    }

    pub fn get(&self, p: &Program, places: &Places, place: PlaceId) -> SetId {
        self.listed(place).unwrap_or_else(|| usual(p, places, place))
    }

    pub fn set(&mut self, p: &Program, places: &Places, place: PlaceId, set: SetId) {
        let is_usual = set == usual(p, places, place);
        match self.cells.binary_search_by_key(&place, |cell| cell.0) {
            Ok(at) if is_usual => drop(self.cells.remove(at)),
            Ok(at) => self.cells[at].1 = set,
            Err(_) if is_usual => {}
            Err(at) => self.cells.insert(at, (place, set)),
        }
    }

    /// Keeps only some cells; gives the others.
    pub fn split(&mut self, mut keep: impl FnMut(PlaceId) -> bool) -> Vec<(PlaceId, SetId)> {
        let (kept, rest) = std::mem::take(&mut self.cells).into_iter().partition(|c| keep(c.0));
        self.cells = kept;
        rest
    }

    /// Puts cells back that a split has taken out.
    pub fn unite(&mut self, rest: &[(PlaceId, SetId)]) {
        self.cells.extend_from_slice(rest);
        self.cells.sort_unstable_by_key(|cell| cell.0);
        self.cells.dedup_by_key(|cell| cell.0);
    }

    /// Changes what listed places hold.
    pub fn map(
        &mut self,
        p: &Program,
        places: &Places,
        mut f: impl FnMut(PlaceId, SetId) -> SetId,
    ) {
        self.cells.retain_mut(|(place, set)| {
            *set = f(*place, *set);
            *set != usual(p, places, *place)
        });
    }

    /// What holds when either state may be. Whether this state changed.
    pub fn join(&mut self, p: &Program, places: &Places, sets: &mut Sets, other: &State) -> bool {
        if self.cells == other.cells {
            return false;
        }
        let mut joined = Vec::with_capacity(self.cells.len().max(other.cells.len()));
        let (mut a, mut b) = (self.cells.iter().peekable(), other.cells.iter().peekable());
        loop {
            let next = match (a.peek(), b.peek()) {
                (None, None) => break,
                (Some(x), None) => x.0,
                (None, Some(y)) => y.0,
                (Some(x), Some(y)) => x.0.min(y.0),
            };
            let take = |cells: &mut std::iter::Peekable<std::slice::Iter<'_, _>>| {
                let found: Option<&(PlaceId, SetId)> =
                    cells.next_if(|cell: &&(PlaceId, SetId)| cell.0 == next);
                found.map_or_else(|| usual(p, places, next), |cell| cell.1)
            };
            let set = sets.join(take(&mut a), take(&mut b));
            if set != usual(p, places, next) {
                joined.push((next, set));
            }
        }
        let changed = joined != self.cells;
        self.cells = joined;
        changed
    }
}

/// The same of states that may be unreached.
pub fn join_into(
    p: &Program,
    places: &Places,
    sets: &mut Sets,
    into: &mut Option<State>,
    other: &Option<State>,
) -> bool {
    match (into.as_mut(), other) {
        (_, None) => false,
        (None, Some(other)) => {
            *into = Some(other.clone());
            true
        }
        (Some(state), Some(other)) => state.join(p, places, sets, other),
    }
}
