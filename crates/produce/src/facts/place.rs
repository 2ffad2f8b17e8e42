//! Places: variables and their parts, members apart and the elements of an array as one.

use std::sync::Arc;

use elenchus_lang::layout;
use elenchus_lang::tree::{
    DeclId, DeclKind, ExprId, Linkage, Program, ScopeKind, Storage, StringId,
};
use elenchus_lang::types::{FieldId, TypeId, TypeKind};
use rustc_hash::FxHashMap;

/// A place, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlaceId(u32);

/// A whole object, by the number of its place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Base {
    /// A variable or parameter, by its entity.
    Variable(DeclId),
    Function(DeclId),
    /// A string literal, or a name like `__func__`.
    Text(StringId),
    /// An object without a name that an expression makes: a compound literal, a value of
    /// a struct, memory that was allocated there. All that it ever makes are one.
    Made(ExprId),
    /// Of no program: it only shows what an object of a type is made of.
    Shape,
}

/// From a place to a part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    Field(FieldId),
    Element,
    /// Some bytes of it, nobody knows which: only of a whole object.
    Bytes,
}

/// What a place is.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub base: Base,
    pub parent: Option<(PlaceId, Step)>,
    /// Nothing of bytes.
    pub ty: Option<TypeId>,
}

/// How what a place holds is described.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// A number, or what else has no parts that are looked at.
    Data,
    Pointer,
    /// The union as a whole: which member was written last.
    Union,
}

/// All places of a program that somebody asked for.
#[derive(Debug, Default)]
pub struct Places {
    list: Vec<Place>,
    roots: FxHashMap<Base, PlaceId>,
    parts: FxHashMap<(PlaceId, Step), PlaceId>,
    /// Of each type an object that nobody has: its leaves are those of all.
    shapes: FxHashMap<TypeId, PlaceId>,
    leaves: FxHashMap<PlaceId, Arc<[PlaceId]>>,
    fits: FxHashMap<(PlaceId, TypeId), PlaceId>,
}

impl std::ops::Index<PlaceId> for Places {
    type Output = Place;
    fn index(&self, place: PlaceId) -> &Place {
        &self.list[place.0 as usize]
    }
}

impl Places {
    /// A whole object; `ty` is nothing for memory without a type.
    pub fn root(&mut self, base: Base, ty: Option<TypeId>) -> PlaceId {
        if let Some(&known) = self.roots.get(&base) {
            return known;
        }
        let place = self.push(Place { base, parent: None, ty });
        self.roots.insert(base, place);
        place
    }

    /// The place of an object of a type that is in no program.
    pub fn shape(&mut self, ty: TypeId) -> PlaceId {
        if let Some(&known) = self.shapes.get(&ty) {
            return known;
        }
        let place = self.push(Place { base: Base::Shape, parent: None, ty: Some(ty) });
        self.shapes.insert(ty, place);
        place
    }

    fn push(&mut self, place: Place) -> PlaceId {
        let id = PlaceId(self.list.len() as u32);
        self.list.push(place);
        id
    }

    pub fn part(&mut self, p: &Program, of: PlaceId, step: Step) -> PlaceId {
        if let Some(&known) = self.parts.get(&(of, step)) {
            return known;
        }
        let place = self[of];
        let ty = match (step, place.ty.map(|ty| p.types.kind(ty))) {
            (Step::Field(field), _) => Some(p.types.fields[field].ty),
            (Step::Element, Some(TypeKind::Array { element, .. })) => Some(element),
            _ => None,
        };
        let part = self.push(Place { base: place.base, parent: Some((of, step)), ty });
        self.parts.insert((of, step), part);
        part
    }

    pub fn whole(&self, mut place: PlaceId) -> PlaceId {
        while let Some((parent, _)) = self[place].parent {
            place = parent;
        }
        place
    }

    /// Some bytes of the object that a place is in. Memory without a type is nothing
    /// else.
    pub fn bytes(&mut self, p: &Program, place: PlaceId) -> PlaceId {
        let whole = self.whole(place);
        match self[whole].ty {
            None => whole,
            Some(_) => self.part(p, whole, Step::Bytes),
        }
    }

    pub fn is_bytes(&self, place: PlaceId) -> bool {
        self[place].ty.is_none()
    }

    /// An element of an array is in its way: a write of it leaves others as they are.
    pub fn is_one_of_many(&self, place: PlaceId) -> bool {
        let mut next = Some(place);
        while let Some(at) = next {
            match self[at].parent {
                Some((_, Step::Element | Step::Bytes)) => return true,
                Some((parent, Step::Field(_))) => next = Some(parent),
                None => next = None,
            }
        }
        self.is_bytes(place)
    }

    pub fn leaf(&self, p: &Program, place: PlaceId) -> Option<Leaf> {
        let Some(ty) = self[place].ty else { return Some(Leaf::Pointer) };
        match p.types.kind(ty) {
            TypeKind::Pointer(_) => Some(Leaf::Pointer),
            TypeKind::Record(record) => p.types.records[record].is_union.then_some(Leaf::Union),
            TypeKind::Array { .. } | TypeKind::Function(_) | TypeKind::Void => None,
            _ => Some(Leaf::Data),
        }
    }

    /// All parts of a place that hold something, itself included, in the order of the
    /// declarations: for two places of one type the same ones.
    pub fn leaves(&mut self, p: &Program, place: PlaceId) -> Arc<[PlaceId]> {
        if let Some(known) = self.leaves.get(&place) {
            return Arc::clone(known);
        }
        let mut found = Vec::new();
        self.leaves_in(p, place, &mut found);
        let found: Arc<[PlaceId]> = found.into();
        self.leaves.insert(place, Arc::clone(&found));
        found
    }

    fn leaves_in(&mut self, p: &Program, place: PlaceId, found: &mut Vec<PlaceId>) {
        if self.leaf(p, place).is_some() {
            found.push(place);
        }
        match self[place].ty.map(|ty| p.types.kind(ty)) {
            Some(TypeKind::Array { .. }) => {
                let element = self.part(p, place, Step::Element);
                self.leaves_in(p, element, found);
            }
            Some(TypeKind::Record(record)) => {
                for &field in p.types.fields(record) {
                    let info = &p.types.fields[field];
                    if info.name.is_some() || info.width.is_none() {
                        let member = self.part(p, place, Step::Field(field));
                        self.leaves_in(p, member, found);
                    }
                }
            }
            _ => {}
        }
    }

    /// The part that an lvalue of this type means which was made from a pointer to the
    /// place: itself, what begins there, or what it is the beginning of. If it is
    /// nothing of these, some bytes of the object.
    pub fn fit(&mut self, p: &Program, place: PlaceId, ty: TypeId) -> PlaceId {
        let ty = p.types.value_type(ty);
        if let Some(&known) = self.fits.get(&(place, ty)) {
            return known;
        }
        let found = self.first_part(p, place, ty).or_else(|| self.beginning_of(p, place, ty));
        let fit = found.unwrap_or_else(|| self.bytes(p, place));
        self.fits.insert((place, ty), fit);
        fit
    }

    fn first_part(&mut self, p: &Program, place: PlaceId, ty: TypeId) -> Option<PlaceId> {
        let own = self[place].ty?;
        if is_same(p, own, ty) {
            return Some(place);
        }
        match p.types.kind(own) {
            TypeKind::Array { .. } => {
                let element = self.part(p, place, Step::Element);
                self.first_part(p, element, ty)
            }
            TypeKind::Record(record) => {
                let at_start = |field: &&FieldId| p.types.fields[**field].offset_bits == 0;
                let first = p.types.fields(record).iter().filter(at_start);
                let first: Vec<FieldId> = first.copied().collect();
                first.into_iter().find_map(|field| {
                    let member = self.part(p, place, Step::Field(field));
                    self.first_part(p, member, ty)
                })
            }
            _ => None,
        }
    }

    fn beginning_of(&self, p: &Program, mut place: PlaceId, ty: TypeId) -> Option<PlaceId> {
        while let Some((parent, step)) = self[place].parent {
            match step {
                Step::Field(field) if p.types.fields[field].offset_bits > 0 => return None,
                Step::Bytes => return None,
                Step::Field(_) | Step::Element => place = parent,
            }
            if self[place].ty.is_some_and(|own| is_same(p, own, ty)) {
                return Some(place);
            }
        }
        None
    }

    fn way(&self, place: PlaceId) -> Vec<PlaceId> {
        let mut way = vec![place];
        let mut at = place;
        while let Some((parent, _)) = self[at].parent {
            way.push(parent);
            at = parent;
        }
        way.reverse();
        way
    }

    /// Whether two places may have a byte in common.
    pub fn overlap(&self, p: &Program, a: PlaceId, b: PlaceId) -> bool {
        if self[a].base != self[b].base {
            return false;
        }
        if self.is_bytes(a) || self.is_bytes(b) {
            return true;
        }
        let (a, b) = (self.way(a), self.way(b));
        let common = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        if common == a.len() || common == b.len() {
            return true;
        }
        let holder = self[a[common - 1]].ty.and_then(|ty| p.types.as_record(ty));
        holder.is_some_and(|record| p.types.records[record].is_union)
    }

    /// The unions that a place is in, from the inside out, each with the member.
    pub fn unions(&self, p: &Program, place: PlaceId) -> Vec<(PlaceId, FieldId)> {
        let mut found = Vec::new();
        let mut at = place;
        while let Some((parent, step)) = self[at].parent {
            let record = self[parent].ty.and_then(|ty| p.types.as_record(ty));
            let is_union = record.is_some_and(|record| p.types.records[record].is_union);
            if let (Step::Field(field), true) = (step, is_union) {
                found.push((parent, field));
            }
            at = parent;
        }
        found
    }

    /// Whether a pointer so far into the whole object may be one to the place, or to
    /// just behind it.
    pub fn is_at(&self, p: &Program, place: PlaceId, offset: i64) -> bool {
        match self.rest(p, place, offset) {
            Rest::Open => true,
            Rest::Outside => false,
            Rest::At(rest) => rest == 0 || self.size(p, place).is_none_or(|size| rest == size),
        }
    }

    /// Whether some bytes of the whole object may be all in the place.
    pub fn contains(&self, p: &Program, place: PlaceId, offset: i64, bytes: i64) -> bool {
        match self.rest(p, place, offset) {
            Rest::Open => true,
            Rest::Outside => false,
            Rest::At(rest) => {
                let is_bits = match self[place].parent {
                    Some((_, Step::Field(field))) => p.types.fields[field].width.is_some(),
                    _ => false,
                };
                // The bytes that bits lie in may begin elsewhere than those of their type.
                is_bits || self.size(p, place).is_none_or(|s| rest >= 0 && rest + bytes <= s)
            }
        }
    }

    /// The bytes of a whole in which a part lies: with all elements of an array.
    pub fn extent(&self, p: &Program, whole: PlaceId, part: PlaceId) -> Option<(i64, i64)> {
        let (mut at, mut start, mut size) = (part, 0, self.size(p, part)?);
        while at != whole {
            let (parent, step) = self[at].parent?;
            match step {
                Step::Field(field) => start += (p.types.fields[field].offset_bits / 8) as i64,
                Step::Element => (start, size) = (0, self.size(p, parent)?),
                Step::Bytes => return None,
            }
            at = parent;
        }
        Some((start, start + size))
    }

    pub fn size(&self, p: &Program, place: PlaceId) -> Option<i64> {
        i64::try_from(layout::size_of(&p.types, &p.target, self[place].ty?)?).ok()
    }

    /// Where a byte of the whole object is, counted from the place: in one of the
    /// elements, if it is in an array.
    fn rest(&self, p: &Program, place: PlaceId, offset: i64) -> Rest {
        if self.is_bytes(place) {
            return Rest::Open;
        }
        let mut rest = offset;
        for part in self.way(place).into_iter().skip(1) {
            match self[part].parent {
                Some((_, Step::Field(field))) => {
                    rest -= (p.types.fields[field].offset_bits / 8) as i64;
                }
                Some((array, Step::Element)) => {
                    let is_in = self.size(p, array).is_none_or(|size| rest <= size);
                    match self.size(p, part) {
                        Some(element) if element > 0 && rest >= 0 && is_in => rest %= element,
                        None if rest >= 0 => return Rest::Open,
                        _ => return Rest::Outside,
                    }
                }
                _ => return Rest::Open,
            }
        }
        Rest::At(rest)
    }
}

/// Where a byte is, seen from a place.
enum Rest {
    At(i64),
    Outside,
    /// Nobody can say: the place is some bytes, or sizes are not constant.
    Open,
}

/// Whether an lvalue of one type reads what was written by one of the other.
fn is_same(p: &Program, a: TypeId, b: TypeId) -> bool {
    if p.types.compatible_unqualified(a, b) {
        return true;
    }
    match (p.types.int_kind(a), p.types.int_kind(b)) {
        (Some(a), Some(b)) => {
            let bits = |kind| p.target.int_type(kind).bits;
            a != elenchus_lang::target::IntKind::Bool
                && b != elenchus_lang::target::IntKind::Bool
                && bits(a) == bits(b)
        }
        _ => match (p.types.pointee(a), p.types.pointee(b)) {
            // What a pointer points to does not change by how it is read.
            (Some(a), Some(b)) => !p.types.is_function(a) && !p.types.is_function(b),
            _ => false,
        },
    }
}

/// The declaration that stands for all of one thing, in all files of the program.
#[derive(Debug)]
pub struct Entities {
    by_name: FxHashMap<elenchus_lang::symbol::Symbol, DeclId>,
}

impl Entities {
    pub fn new(p: &Program) -> Entities {
        let mut by_name = FxHashMap::default();
        for (id, decl) in p.decls.iter() {
            let is_object = matches!(decl.kind, DeclKind::Variable | DeclKind::Function);
            if is_object && decl.linkage == Linkage::External {
                by_name.entry(decl.name).or_insert(p.decls[id].entity);
            }
        }
        Entities { by_name }
    }

    pub fn of(&self, p: &Program, decl: DeclId) -> DeclId {
        let found = &p.decls[decl];
        match found.linkage {
            Linkage::External => self.by_name.get(&found.name).copied().unwrap_or(found.entity),
            _ => found.entity,
        }
    }
}

/// Whether a variable lives as long as the program.
pub fn is_static(p: &Program, decl: DeclId) -> bool {
    let decl = &p.decls[decl];
    decl.kind == DeclKind::Variable
        && (p.scopes[decl.scope].kind == ScopeKind::File
            || decl.storage.has(Storage::STATIC)
            || decl.storage.has(Storage::EXTERN))
}
