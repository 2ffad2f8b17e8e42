//! Initialisers.

use elenchus_lang::layout;
use elenchus_lang::tree::{Designator, ExprId, ExprKind, InitId, InitItem, InitKind, Program};
use elenchus_lang::types::{ArrayLength, FieldId, TypeKind};
use rustc_hash::FxHashMap;

use super::expr::Operand;
use super::place::{Entities, Leaf, PlaceId, Step, is_static};
use super::sets::{Atom, SetId};
use super::{Analysis, Done, Value};

/// A value for a part of an object, and for how many of its kind.
struct Item {
    place: PlaceId,
    expr: ExprId,
    count: u64,
}

impl Analysis<'_> {
    /// All objects that live as long as the program, as they are when it begins.
    pub(super) fn static_objects(&mut self) -> Done<()> {
        let p = self.p;
        let mut found: FxHashMap<_, Option<InitId>> = FxHashMap::default();
        let mut order = Vec::new();
        for (id, decl) in p.decls.iter() {
            if !is_static(p, id) {
                continue;
            }
            let entity = Entities::of(&self.facts.entities, p, id);
            let init = found.entry(entity).or_insert_with(|| {
                order.push(entity);
                None
            });
            *init = init.or(decl.init);
        }
        for entity in order {
            let place = self.variable(entity);
            let is_defined = self.defined.contains(&entity);
            match found[&entity] {
                Some(init) => self.initialise(place, init, true)?,
                None if is_defined => self.zero(place),
                None => {}
            }
        }
        for base in self.summaries.clone() {
            if let super::Base::Variable(decl) = base {
                let place = self.variable(decl);
                for &leaf in self.facts.places.leaves(p, place).iter() {
                    self.put(leaf, SetId::NONE);
                }
            }
        }
        Ok(())
    }

    fn zero(&mut self, place: PlaceId) {
        for (leaf, set) in self.zeros(place) {
            self.put(leaf, set);
        }
    }

    /// What the leaves of an object hold that is all zero.
    fn zeros(&mut self, place: PlaceId) -> Vec<(PlaceId, SetId)> {
        let leaves = self.facts.places.leaves(self.p, place);
        leaves.iter().map(|&leaf| (leaf, self.zero_of(leaf))).collect()
    }

    fn zero_of(&mut self, leaf: PlaceId) -> SetId {
        match self.facts.places.leaf(self.p, leaf) {
            Some(Leaf::Data) | None => SetId::DATA,
            Some(Leaf::Pointer) => SetId::NULL,
            Some(Leaf::Union) => {
                let record = self.facts.places[leaf].ty.and_then(|ty| self.p.types.as_record(ty));
                let fields = record.map_or(&[][..], |record| self.p.types.fields(record));
                let first = fields.iter().find(|&&f| self.p.types.fields[f].name.is_some());
                match first.or(fields.first()) {
                    Some(first) => self.facts.sets.one(Atom::Member(first.index() as u32)),
                    None => SetId::DATA,
                }
            }
        }
    }

    /// An object gets its first value.
    pub(super) fn initialise(&mut self, place: PlaceId, init: InitId, strong: bool) -> Done<()> {
        let strong = strong && self.is_single(place);
        if let InitKind::Expr(e) = self.p.inits[init].kind {
            let value = match self.facts.places[place].ty.is_some_and(|t| self.p.types.is_array(t))
            {
                // A string literal for an array of characters.
                true => Value::Scalar(SetId::DATA),
                false => self.value(e)?,
            };
            self.written(place);
            self.store(place, &value, strong);
            return Ok(());
        }
        let mut items = Vec::new();
        self.items(place, init, 1, &mut items);
        let operands: Vec<Operand> = items.iter().map(|item| Operand::Value(item.expr)).collect();
        let values = match items.first() {
            Some(first) => self.operands(first.expr, &operands)?,
            None => Vec::new(),
        };
        self.written(place);
        self.fill(place, &items, &values, strong);
        Ok(())
    }

    fn written(&mut self, place: PlaceId) {
        let set = self.place_set(place);
        self.effects.writes = self.join(self.effects.writes, set);
    }

    /// The values of a list in braces, with where they go.
    fn items(&mut self, place: PlaceId, init: InitId, count: u64, found: &mut Vec<Item>) {
        match self.p.inits[init].kind {
            InitKind::Expr(expr) => found.push(Item { place, expr, count }),
            InitKind::List(list) => {
                for item in &self.p.init_items[list] {
                    let repeats = self.p.repeats[item.repeats].iter().map(|repeat| repeat.count);
                    let count = count * repeats.product::<u64>().max(1);
                    match self.place_of_item(place, item) {
                        Some(part) => self.items(part, item.init, count, found),
                        None => {
                            let bytes = self.facts.places.bytes(self.p, place);
                            self.items(bytes, item.init, count, found);
                        }
                    }
                }
            }
        }
    }

    fn place_of_item(&mut self, place: PlaceId, item: &InitItem) -> Option<PlaceId> {
        let named: Vec<FieldId> = self.p.designators[item.designators]
            .iter()
            .filter_map(|designator| match designator {
                Designator::Field(field) => Some(*field),
                _ => None,
            })
            .collect();
        self.part_at(place, item.offset, item, &named, true)
    }

    /// The part that begins so far into a place and has the type of the item.
    fn part_at(
        &mut self,
        place: PlaceId,
        offset: u64,
        item: &InitItem,
        named: &[FieldId],
        is_whole: bool,
    ) -> Option<PlaceId> {
        let p = self.p;
        let (ty, wanted) = (self.facts.places[place].ty?, p.inits[item.init].ty);
        let is_text = |e: ExprId| matches!(p.exprs[e].kind, ExprKind::String(_));
        let fits = match p.inits[item.init].kind {
            InitKind::Expr(e) if is_text(e) && p.types.is_array(ty) => true,
            _ => p.types.compatible_unqualified(ty, wanted),
        };
        if !is_whole && offset == 0 && item.bit_field.is_none() && fits {
            return Some(place);
        }
        let size = |ty| layout::size_of(&p.types, &p.target, ty).unwrap_or(0);
        match p.types.kind(ty) {
            TypeKind::Array { element, .. } => {
                let rest = offset.checked_rem(size(element))?;
                let part = self.part(place, Step::Element);
                self.part_at(part, rest, item, named, false)
            }
            TypeKind::Record(record) => {
                let mut fields = p.types.fields(record).to_vec();
                // Of a union, that which is named.
                fields.sort_by_key(|field| !named.contains(field));
                fields.into_iter().find_map(|field| {
                    let info = &p.types.fields[field];
                    if item.bit_field == Some(field) {
                        return Some(self.part(place, Step::Field(field)));
                    }
                    let start = info.offset_bits / 8;
                    let end = start + size(info.ty).max(1);
                    if info.width.is_some() || offset < start || offset >= end {
                        return None;
                    }
                    let part = self.part(place, Step::Field(field));
                    self.part_at(part, offset - start, item, named, false)
                })
            }
            _ => None,
        }
    }

    /// Values for the leaves: of arrays together, and zero where some are left out.
    fn fill(&mut self, place: PlaceId, items: &[Item], values: &[Value], strong: bool) {
        let mut filled: FxHashMap<PlaceId, (SetId, u64)> = FxHashMap::default();
        for (item, value) in items.iter().zip(values) {
            if self.facts.places.is_bytes(item.place) {
                self.store(place, &Value::Scalar(SetId::ANYTHING), false);
                return;
            }
            let is_array =
                self.facts.places[item.place].ty.is_some_and(|t| self.p.types.is_array(t));
            for (number, &leaf) in self.facts.places.leaves(self.p, item.place).iter().enumerate() {
                let set = match value {
                    _ if is_array => SetId::DATA,
                    Value::Scalar(set) => *set,
                    Value::Whole(sets) => sets.get(number).copied().unwrap_or(SetId::ANYTHING),
                };
                let within = self.times(item.place, leaf);
                let known = filled.entry(leaf).or_insert((SetId::NONE, 0));
                *known = (self.facts.sets.join(known.0, set), known.1 + item.count * within);
            }
        }
        for (leaf, zero) in self.zeros(place) {
            let set = match filled.get(&leaf) {
                Some(&(set, count)) if count >= self.times(place, leaf) => set,
                Some(&(set, _)) => self.join(set, zero),
                None => zero,
            };
            self.set_leaf(leaf, set, strong);
        }
        let mut written: Vec<PlaceId> = items.iter().map(|item| item.place).collect();
        written.sort_unstable();
        written.dedup();
        for part in written {
            let inner = self.facts.places.unions(self.p, part);
            for (union, member) in inner {
                let last = self.facts.sets.one(Atom::Member(member.index() as u32));
                let only = self.times(place, union) == 1;
                self.set_leaf(union, last, strong && only);
                let kept = self.part(union, Step::Field(member));
                let kept = self.facts.places.leaves(self.p, kept);
                for &leaf in self.facts.places.leaves(self.p, union).iter() {
                    let is_pointer = self.facts.places.leaf(self.p, leaf) == Some(Leaf::Pointer);
                    if is_pointer && !kept.contains(&leaf) {
                        self.put(leaf, SetId::ANYTHING);
                    }
                }
            }
        }
    }

    fn set_leaf(&mut self, leaf: PlaceId, set: SetId, strong: bool) {
        let set = if strong { set } else { self.join(self.holds(leaf), set) };
        self.put(leaf, set);
    }

    /// How many there are of a part in a whole.
    fn times(&self, whole: PlaceId, part: PlaceId) -> u64 {
        let (mut at, mut times) = (part, 1u64);
        while let Some((parent, step)) = self.facts.places[at].parent.filter(|_| at != whole) {
            let kind = self.facts.places[parent].ty.map(|ty| self.p.types.kind(ty));
            if let (Step::Element, Some(TypeKind::Array { length, .. })) = (step, kind) {
                times = match length {
                    ArrayLength::Fixed(length) => times.saturating_mul(length),
                    _ => u64::MAX,
                };
            }
            at = parent;
        }
        times
    }
}

/// The variables that a program defines, tentative definitions included.
pub(super) fn defined(p: &Program, entities: &Entities) -> rustc_hash::FxHashSet<super::DeclId> {
    let is_definition = |decl: &elenchus_lang::tree::Decl| {
        decl.init.is_some() || !decl.storage.has(elenchus_lang::tree::Storage::EXTERN)
    };
    let definitions = p.decls.iter().filter(|(_, decl)| is_definition(decl));
    definitions.map(|(id, _)| entities.of(p, id)).collect()
}
