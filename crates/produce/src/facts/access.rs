//! Reading and writing places.

use std::sync::Arc;

use elenchus_lang::layout;
use elenchus_lang::target::IntKind;
use elenchus_lang::tree::ExprId;
use elenchus_lang::types::{FieldId, Quals, TypeId};

use super::place::{Base, Leaf, PlaceId};
use super::problem::Kind;
use super::sets::{Atom, SetId};
use super::{Analysis, Value, place, state};

impl Analysis<'_> {
    pub(super) fn holds(&self, place: PlaceId) -> SetId {
        match &self.now {
            Some(now) => now.get(self.p, &self.facts.places, place),
            None => SetId::NONE,
        }
    }

    pub(super) fn put(&mut self, place: PlaceId, set: SetId) {
        if let Some(now) = &mut self.now {
            now.set(self.p, &self.facts.places, place, set);
        }
    }

    /// The places that a pointer leads to, seen with a type. What is wrong with it is
    /// noted.
    pub(super) fn follow(&mut self, pointer: SetId, ty: TypeId, at: ExprId) -> SetId {
        let mut places = Vec::new();
        for atom in self.facts.sets.atoms(pointer).to_vec() {
            match atom {
                Atom::Null => self.problem(Kind::Null, at),
                Atom::Garbage => self.problem(Kind::Dangling, at),
                Atom::Data | Atom::Label | Atom::Member(_) => self.problem(Kind::Stray, at),
                Atom::Anything => {
                    self.problem(Kind::Stray, at);
                    places.push(Atom::Anything);
                }
                Atom::Place(place) => {
                    let fit = self.fit(place, ty);
                    let has_type = self.facts.places[self.facts.places.whole(fit)].ty.is_some();
                    if has_type && self.facts.places.is_bytes(fit) && !self.is_character(ty) {
                        self.problem(Kind::Untyped, at);
                    }
                    places.push(Atom::Place(fit));
                }
            }
        }
        self.facts.sets.of(places)
    }

    /// The value of an lvalue that may be any of the places.
    pub(super) fn read(&mut self, targets: SetId, ty: TypeId, at: ExprId) -> Value {
        self.effects.reads = self.join(self.effects.reads, targets);
        self.effects.volatile |= self.p.types.quals(ty).has(Quals::VOLATILE);
        let is_scalar = self.p.types.is_scalar(ty) || !self.has_parts(ty);
        let mut value = None;
        for atom in self.facts.sets.atoms(targets).to_vec() {
            let found = match atom {
                Atom::Place(place) if is_scalar => Value::Scalar(self.read_scalar(place, ty, at)),
                Atom::Place(place) => self.read_whole(place, ty),
                _ => self.unknown(ty),
            };
            value = Some(match value {
                None => found,
                Some(value) => self.join_values(value, found),
            });
        }
        let value = value.unwrap_or_else(|| self.filled(ty, SetId::NONE));
        if is_scalar && self.facts.sets.may_be_garbage(value.set()) {
            self.problem(Kind::Unset, at);
        }
        value
    }

    /// Any object may be accessed by a type of characters (6.5p7).
    pub(super) fn is_character(&self, ty: TypeId) -> bool {
        let kind = self.p.types.int_kind(ty);
        matches!(kind, Some(IntKind::Char | IntKind::SChar | IntKind::UChar))
    }

    fn has_parts(&self, ty: TypeId) -> bool {
        self.p.types.as_record(ty).is_some() || self.p.types.is_array(ty)
    }

    /// A value of which nothing is known.
    pub(super) fn unknown(&mut self, ty: TypeId) -> Value {
        let set = match self.p.types.is_pointer(ty) || self.has_parts(ty) {
            true => SetId::ANYTHING,
            false => SetId::DATA,
        };
        self.filled(ty, set)
    }

    /// A value with the same set everywhere.
    pub(super) fn filled(&mut self, ty: TypeId, set: SetId) -> Value {
        if !self.has_parts(ty) {
            return Value::Scalar(set);
        }
        Value::Whole(vec![set; self.shape(ty).len()].into())
    }

    /// The leaves of some object of a type: as many as any other of that type has.
    fn shape(&mut self, ty: TypeId) -> Arc<[PlaceId]> {
        let ty = self.p.types.value_type(ty);
        let root = self.facts.places.shape(ty);
        self.facts.places.leaves(self.p, root)
    }

    fn read_scalar(&mut self, place: PlaceId, ty: TypeId, at: ExprId) -> SetId {
        let whole = self.facts.places.whole(place);
        let is_pointer = self.p.types.is_pointer(ty);
        if !self.facts.places.is_bytes(place) {
            self.look_at_unions(place, ty, at);
            return self.holds(place);
        }
        if place == whole {
            let held = self.holds(place);
            return match (is_pointer, self.facts.sets.has(held, Atom::Garbage)) {
                (true, _) => held,
                (false, true) => self.join(SetId::DATA, SetId::GARBAGE),
                (false, false) if held == SetId::ANYTHING => held,
                (false, false) => SetId::DATA,
            };
        }
        if is_pointer {
            return SetId::ANYTHING;
        }
        let leaves = self.facts.places.leaves(self.p, whole);
        let garbage =
            leaves.iter().any(|&leaf| self.facts.sets.has(self.holds(leaf), Atom::Garbage));
        let held = if garbage { SetId::GARBAGE } else { SetId::NONE };
        self.join(SetId::DATA, held)
    }

    fn read_whole(&mut self, place: PlaceId, ty: TypeId) -> Value {
        if self.facts.places.is_bytes(place) {
            return self.unknown(ty);
        }
        let leaves = self.facts.places.leaves(self.p, place);
        Value::Whole(leaves.iter().map(|&leaf| self.holds(leaf)).collect())
    }

    /// Whether the members that were written last make a value of the one that is read.
    fn look_at_unions(&mut self, place: PlaceId, ty: TypeId, at: ExprId) {
        for (union, member) in self.facts.places.unions(self.p, place) {
            let last = self.holds(union);
            let atoms = self.facts.sets.atoms(last).to_vec();
            let is_good = |atom: &Atom| match *atom {
                Atom::Member(last) => {
                    let last = FieldId::new(last as usize);
                    last == member || self.makes(union, last, place, ty)
                }
                _ => false,
            };
            if !atoms.iter().all(is_good) {
                self.problem(Kind::Stale, at);
            }
        }
    }

    /// Whether the bytes of one member always make a value of what is read: an integer
    /// that lies within one (6.5.2.3p3), or a pointer in place of another.
    fn makes(&self, union: PlaceId, last: FieldId, read: PlaceId, ty: TypeId) -> bool {
        let types = &self.p.types;
        let last = &types.fields[last];
        if types.is_pointer(last.ty) && types.is_pointer(ty) {
            return self.facts.places[read].parent.is_some_and(|(parent, _)| parent == union);
        }
        let plain = |ty| types.int_kind(ty).is_some_and(|kind| kind != IntKind::Bool);
        let is_bits = match self.facts.places[read].parent {
            Some((_, place::Step::Field(field))) => types.fields[field].width.is_some(),
            _ => false,
        };
        let size = layout::size_of(types, &self.p.target, last.ty).unwrap_or(0);
        let extent = self.facts.places.extent(self.p, union, read);
        let is_within = extent.is_some_and(|(_, end)| end as u64 <= size);
        last.width.is_none() && !is_bits && plain(last.ty) && plain(ty) && is_within
    }

    /// Stores a value in one of the places.
    pub(super) fn write(&mut self, targets: SetId, ty: TypeId, value: &Value, at: ExprId) {
        self.effects.writes = self.join(self.effects.writes, targets);
        self.effects.pending = self.join(self.effects.pending, targets);
        self.effects.volatile |= self.p.types.quals(ty).has(Quals::VOLATILE);
        let atoms = self.facts.sets.atoms(targets).to_vec();
        let only = atoms.len() == 1;
        for atom in atoms {
            match atom {
                Atom::Place(place) => {
                    if self.is_constant(place) {
                        self.problem(Kind::Constant, at);
                    }
                    let strong = only && self.is_single(place);
                    self.store(place, value, strong);
                }
                _ => self.forget_all(),
            }
        }
    }

    /// The object is defined to be constant (6.7.3p6), or a string literal (6.4.5p7).
    fn is_constant(&self, place: PlaceId) -> bool {
        let whole = self.facts.places[self.facts.places.whole(place)];
        let is_const = |ty| self.p.types.quals(ty).has(Quals::CONST);
        matches!(whole.base, Base::Text(_)) || whole.ty.is_some_and(is_const)
    }

    /// There is one object of this kind, so that what it held is gone.
    pub(super) fn is_single(&self, place: PlaceId) -> bool {
        let base = self.facts.places[place].base;
        !matches!(base, Base::Made(_))
            && !self.summaries.contains(&base)
            && !self.facts.places.is_one_of_many(place)
    }

    pub(super) fn store(&mut self, place: PlaceId, value: &Value, strong: bool) {
        if self.facts.places.is_bytes(place) {
            return self.store_bytes(place, value);
        }
        let leaves = self.facts.places.leaves(self.p, place);
        for (number, &leaf) in leaves.iter().enumerate() {
            let set = match value {
                Value::Scalar(set) => *set,
                Value::Whole(sets) => sets.get(number).copied().unwrap_or(SetId::ANYTHING),
            };
            self.store_leaf(leaf, set, strong);
        }
        self.note_members(place, value, strong);
    }

    fn store_leaf(&mut self, leaf: PlaceId, set: SetId, strong: bool) {
        let set = match strong {
            true => set,
            false => self.join(self.holds(leaf), set),
        };
        self.put(leaf, set);
    }

    /// Some bytes get a value: where pointers are nobody knows any more.
    fn store_bytes(&mut self, place: PlaceId, value: &Value) {
        let whole = self.facts.places.whole(place);
        if place == whole {
            let set = match value {
                Value::Scalar(set) => *set,
                Value::Whole(sets) => {
                    let sets = sets.to_vec();
                    sets.into_iter().fold(SetId::NONE, |all, set| self.join(all, set))
                }
            };
            return self.store_leaf(place, set, false);
        }
        let unset = value.set() == SetId::ANYTHING;
        for &leaf in self.facts.places.leaves(self.p, whole).iter() {
            let is_data = self.facts.places.leaf(self.p, leaf) == Some(Leaf::Data);
            let set = if is_data && !unset { SetId::DATA } else { SetId::ANYTHING };
            self.store_leaf(leaf, set, false);
        }
    }

    /// A part of a union was written: the other members do not hold what they did.
    fn note_members(&mut self, place: PlaceId, value: &Value, strong: bool) {
        for (union, member) in self.facts.places.unions(self.p, place) {
            let last = self.facts.sets.one(Atom::Member(member.index() as u32));
            self.store_leaf(union, last, strong);
            let inside = self.part(union, place::Step::Field(member));
            let inside = self.facts.places.leaves(self.p, inside);
            let written = self.facts.places.extent(self.p, union, place);
            for &leaf in self.facts.places.leaves(self.p, union).iter() {
                if leaf == union || inside.contains(&leaf) {
                    continue;
                }
                let bytes = self.facts.places.extent(self.p, union, leaf);
                let covers = written.zip(bytes).is_some_and(|(w, b)| w.0 <= b.0 && b.1 <= w.1);
                let (set, strong) = match (self.facts.places.leaf(self.p, leaf), value) {
                    (Some(Leaf::Data), Value::Scalar(set)) if covers => {
                        (self.as_data(*set), strong)
                    }
                    (Some(Leaf::Data), _) => (SetId::DATA, false),
                    (_, Value::Scalar(set)) if self.are_members(union, place, leaf) => {
                        (*set, strong)
                    }
                    _ => (SetId::ANYTHING, strong),
                };
                self.store_leaf(leaf, set, strong);
            }
        }
    }

    /// A value seen as a number.
    fn as_data(&mut self, set: SetId) -> SetId {
        match self.facts.sets.may_be_garbage(set) {
            true => SetId::ANYTHING,
            false => SetId::DATA,
        }
    }

    /// Both are pointers, and members of a union: what one holds can be read as the other.
    fn are_members(&self, union: PlaceId, a: PlaceId, b: PlaceId) -> bool {
        let is_one = |place: PlaceId| {
            self.facts.places[place].parent.is_some_and(|(parent, _)| parent == union)
                && self.facts.places.leaf(self.p, place) == Some(Leaf::Pointer)
        };
        is_one(a) && is_one(b)
    }

    /// Any object may have been written.
    pub(super) fn forget_all(&mut self) {
        let Some(now) = &mut self.now else { return };
        let places = &self.facts.places;
        now.map(self.p, places, |place, set| match places.leaf(self.p, place) {
            Some(Leaf::Data) => set,
            _ => SetId::ANYTHING,
        });
    }

    /// Nothing is known of what any object holds, not even that it has a value.
    pub(super) fn forget_values(&mut self) {
        let Some(now) = &mut self.now else { return };
        now.map(self.p, &self.facts.places, |_, _| SetId::ANYTHING);
    }

    /// An object begins to live, without a value.
    pub(super) fn begin(&mut self, place: PlaceId, set: SetId) {
        let strong = self.is_single(place);
        for &leaf in self.facts.places.leaves(self.p, place).iter() {
            self.store_leaf(leaf, set, strong);
        }
    }

    /// Objects end to live: pointers to them have no value any more.
    pub(super) fn end(&mut self, ended: &[Base]) {
        let Some(mut now) = self.now.take() else { return };
        if !ended.is_empty() {
            self.end_in(&mut now, ended);
        }
        self.now = Some(now);
    }

    pub(super) fn end_in(&mut self, state: &mut state::State, ended: &[Base]) {
        let facts = &mut self.facts;
        let summaries = &self.summaries;
        let places = &facts.places;
        let is_ended = |place: PlaceId| ended.contains(&places[place].base);
        drop(state.split(|place| !is_ended(place) || summaries.contains(&places[place].base)));
        let mut pointing = Vec::new();
        for &(cell, set) in state.cells() {
            let points = |atom: &Atom| matches!(atom, Atom::Place(place) if is_ended(*place));
            if facts.sets.atoms(set).iter().any(points) {
                pointing.push((cell, set));
            }
        }
        for (cell, set) in pointing {
            let mut atoms = facts.sets.atoms(set).to_vec();
            atoms.retain(|atom| match atom {
                Atom::Place(place) => {
                    !ended.contains(&places[*place].base)
                        || summaries.contains(&places[*place].base)
                }
                _ => true,
            });
            atoms.push(Atom::Garbage);
            let set = facts.sets.of(atoms);
            state.set(self.p, places, cell, set);
        }
    }
}
