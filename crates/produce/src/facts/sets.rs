//! Sets of what an object may hold, each stored once: the domain of all analyses.
//!
//! Bottom is the empty set, join is the union, and top is `Anything`.

use rustc_hash::FxHashMap;

use super::place::PlaceId;

/// One possibility.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Atom {
    /// A null pointer.
    Null,
    /// No value: never initialised, or a pointer to an object whose life has ended.
    Garbage,
    /// A value of a type that is no pointer; of a pointer, an address of no object.
    Data,
    /// The address of a label.
    Label,
    /// Nothing is known.
    Anything,
    /// A pointer to this place; in a set of effects, the place.
    Place(PlaceId),
    /// Of a union: the member that was written last, by the number of its field.
    Member(u32),
}

/// A set of atoms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SetId(u32);

impl SetId {
    /// Bottom.
    pub const NONE: SetId = SetId(0);
    /// Top.
    pub const ANYTHING: SetId = SetId(1);
    pub const DATA: SetId = SetId(2);
    pub const NULL: SetId = SetId(3);
    pub const GARBAGE: SetId = SetId(4);
    pub const LABEL: SetId = SetId(5);
}

/// All sets of an analysis.
#[derive(Debug)]
pub struct Sets {
    list: Vec<Box<[Atom]>>,
    known: FxHashMap<Box<[Atom]>, SetId>,
    joins: FxHashMap<(SetId, SetId), SetId>,
}

impl Default for Sets {
    fn default() -> Sets {
        let mut sets =
            Sets { list: Vec::new(), known: FxHashMap::default(), joins: FxHashMap::default() };
        use Atom::*;
        let fixed = [&[][..], &[Anything], &[Data], &[Null], &[Garbage], &[Label]];
        for (number, atoms) in fixed.into_iter().enumerate() {
            let set = sets.of(atoms.to_vec());
            debug_assert_eq!(set, SetId(number as u32));
        }
        sets
    }
}

impl Sets {
    pub fn atoms(&self, set: SetId) -> &[Atom] {
        &self.list[set.0 as usize]
    }

    pub fn of(&mut self, mut atoms: Vec<Atom>) -> SetId {
        if atoms.contains(&Atom::Anything) {
            atoms = vec![Atom::Anything];
        }
        atoms.sort_unstable();
        atoms.dedup();
        if let Some(&known) = self.known.get(&atoms[..]) {
            return known;
        }
        let set = SetId(self.list.len() as u32);
        self.list.push(atoms.clone().into());
        self.known.insert(atoms.into(), set);
        set
    }

    pub fn one(&mut self, atom: Atom) -> SetId {
        self.of(vec![atom])
    }

    pub fn join(&mut self, a: SetId, b: SetId) -> SetId {
        let (a, b) = (a.min(b), a.max(b));
        if a == b || a == SetId::NONE {
            return b;
        }
        if a == SetId::ANYTHING {
            return a;
        }
        if let Some(&known) = self.joins.get(&(a, b)) {
            return known;
        }
        let all = [self.atoms(a), self.atoms(b)].concat();
        let joined = self.of(all);
        self.joins.insert((a, b), joined);
        joined
    }

    pub fn has(&self, set: SetId, atom: Atom) -> bool {
        self.atoms(set).binary_search(&atom).is_ok()
    }

    /// Whether it may have no value.
    pub fn may_be_garbage(&self, set: SetId) -> bool {
        set == SetId::ANYTHING || self.has(set, Atom::Garbage)
    }

    /// The set without an atom.
    pub fn without(&mut self, set: SetId, atom: Atom) -> SetId {
        if !self.has(set, atom) {
            return set;
        }
        let rest = self.atoms(set).iter().copied().filter(|&other| other != atom).collect();
        self.of(rest)
    }

    /// What both may be.
    pub fn common(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || a == SetId::ANYTHING {
            return b;
        }
        if b == SetId::ANYTHING {
            return a;
        }
        let both = self.atoms(a).iter().copied().filter(|&atom| self.has(b, atom)).collect();
        self.of(both)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_a_lattice() {
        let mut sets = Sets::default();
        let either = sets.join(SetId::NULL, SetId::GARBAGE);
        assert_eq!(sets.atoms(either), [Atom::Null, Atom::Garbage]);
        assert_eq!(sets.join(either, SetId::NONE), either);
        assert_eq!(sets.join(either, SetId::NULL), either);
        assert_eq!(sets.join(either, SetId::ANYTHING), SetId::ANYTHING);
        assert_eq!(sets.without(either, Atom::Null), SetId::GARBAGE);
        assert_eq!(sets.common(either, SetId::NULL), SetId::NULL);
        assert_eq!(sets.common(either, SetId::ANYTHING), either);
    }
}
