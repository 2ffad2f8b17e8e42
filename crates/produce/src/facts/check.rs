//! Facts beside a run: at every full expression each fact must be true of the state, and
//! each access one that the effects foresaw.
//!
//! Not looked at are facts of memory without a type, those of a variable of which several
//! are alive whose function does not run, and accesses to objects without a name.

use std::fmt;
use std::rc::Rc;

use elenchus_lang::span::Span;
use elenchus_lang::tree::{DeclId, DeclKind, ExprId, ExprKind, Program};
use elenchus_lang::types::{FieldId, TypeId};
use elenchus_machine::Origin;
use elenchus_machine::observe::{
    AccessKind, Accessed, Ended, Flow, Held, ON, ObjectId, ObjectKind, ObjectRef, Observer, Part,
    Pointer, Step, View, Wants,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::place::{self, Base, Leaf, PlaceId, is_static};
use super::sets::{Atom, SetId};
use super::{Facts, Point};

/// A fact that is not true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refuted {
    pub at: Span,
    pub fact: String,
    pub held: String,
}

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the fact that {} is not true: {}", self.fact, self.held)
    }
}

/// Who compares.
pub struct Check {
    program: Rc<Program>,
    facts: Facts,
    /// The first refuted facts.
    pub refuted: Vec<Refuted>,
    /// How many facts were compared.
    pub compared: u64,
    /// Objects that live, by what they are.
    live: FxHashMap<Base, Vec<ObjectId>>,
    /// Objects of numbers only that may have no value yet.
    fresh: FxHashSet<ObjectId>,
    /// The last stores in objects with unions: offset, size, and of which type.
    stores: FxHashMap<ObjectId, Vec<(u64, u64, Option<TypeId>)>>,
    /// Counts what may change the truth of a fact, and when a point was looked at last.
    version: u64,
    looked: FxHashMap<Point, u64>,
    /// Accesses that effects were found to have.
    foreseen: FxHashSet<(Point, bool, ObjectId, u64, u64)>,
    /// The full expressions that calls are in.
    points: Vec<Option<Point>>,
    /// Variables by what is in them: pointers or unions, or unions.
    kinds: FxHashMap<DeclId, Kinds>,
}

#[derive(Clone, Copy, Default)]
struct Kinds {
    pointers: bool,
    unions: bool,
}

/// More is not told.
const MOST: usize = 20;

impl Check {
    pub fn new(program: Rc<Program>, facts: Facts) -> Check {
        Check {
            program,
            facts,
            refuted: Vec::new(),
            compared: 0,
            live: FxHashMap::default(),
            fresh: FxHashSet::default(),
            stores: FxHashMap::default(),
            version: 1,
            looked: FxHashMap::default(),
            foreseen: FxHashSet::default(),
            points: Vec::new(),
            kinds: FxHashMap::default(),
        }
    }

    fn refute(&mut self, at: Span, fact: String, held: String) -> Flow {
        self.refuted.push(Refuted { at, fact, held });
        match self.refuted.len() < MOST {
            true => ON,
            false => Flow::Break(()),
        }
    }

    fn base_of(&self, object: &ObjectRef) -> Option<Base> {
        match (object.decl, object.kind, object.site) {
            (Some(decl), ObjectKind::Function, _) => Some(Base::Function(self.entity(decl))),
            (Some(decl), ..) => Some(Base::Variable(self.entity(decl))),
            (None, ObjectKind::Allocated, Origin::Expr(e)) => Some(Base::Made(e)),
            _ => None,
        }
    }

    fn entity(&self, decl: DeclId) -> DeclId {
        self.facts.entities.of(&self.program, decl)
    }

    fn kinds(&mut self, decl: DeclId) -> Kinds {
        if let Some(&known) = self.kinds.get(&decl) {
            return known;
        }
        let p = Rc::clone(&self.program);
        let whole = self.facts.places.shape(p.decls[decl].ty);
        let mut kinds = Kinds::default();
        for &leaf in self.facts.places.leaves(&p, whole).iter() {
            let leaf = self.facts.places.leaf(&p, leaf);
            kinds.pointers |= leaf == Some(Leaf::Pointer);
            kinds.unions |= leaf == Some(Leaf::Union);
        }
        self.kinds.insert(decl, kinds);
        kinds
    }

    // ---- states ----

    fn look(&mut self, view: &View<'_>, point: Point) -> Flow {
        if self.looked.insert(point, self.version) == Some(self.version) {
            return ON;
        }
        let cells = match self.facts.points.get(&point) {
            Some(state) => state.cells().to_vec(),
            None => {
                let at = point.span(&self.program);
                return self.refute(at, "it is never reached".into(), "it is".into());
            }
        };
        for (cell, set) in cells {
            for whole in self.objects(view, cell) {
                let mut found = Vec::new();
                self.parts(view, whole, cell, &mut found);
                for part in found {
                    self.compared += 1;
                    if let Some(held) = self.differs(view, cell, part, set) {
                        let fact = format!(
                            "{} is {}",
                            self.facts.name(&self.program, cell),
                            self.facts.set_name(&self.program, set)
                        );
                        self.refute(point.span(&self.program), fact, held)?;
                    }
                }
            }
        }
        ON
    }

    /// The objects that a fact is about.
    fn objects(&self, view: &View<'_>, cell: PlaceId) -> Vec<Part> {
        let whole = self.facts.places[self.facts.places.whole(cell)];
        let Some(ty) = whole.ty else { return Vec::new() };
        let all = self.live.get(&whole.base).map_or(&[][..], |all| all);
        let at = |&id: &ObjectId| view.at(id, 0, ty);
        match whole.base {
            Base::Variable(decl) if !is_static(&self.program, decl) => {
                match view.known_variable(decl) {
                    Some(part) => vec![part],
                    None if all.len() == 1 => all.iter().filter_map(at).collect(),
                    None => Vec::new(),
                }
            }
            _ => all.iter().filter_map(at).collect(),
        }
    }

    /// The parts of an object that a place means: all elements of an array.
    fn parts(&self, view: &View<'_>, whole: Part, place: PlaceId, found: &mut Vec<Part>) {
        let Some((parent, step)) = self.facts.places[place].parent else {
            found.push(whole);
            return;
        };
        let mut holders = Vec::new();
        self.parts(view, whole, parent, &mut holders);
        for holder in holders {
            match step {
                place::Step::Field(field) => found.extend(view.member(holder, field)),
                place::Step::Element => {
                    let length = view.length(holder).unwrap_or(0);
                    found.extend((0..length).filter_map(|at| view.element(holder, at)));
                }
                place::Step::Bytes => {}
            }
        }
    }

    /// What a part holds, if that is none of what it may hold.
    fn differs(&self, view: &View<'_>, cell: PlaceId, part: Part, set: SetId) -> Option<String> {
        if set == SetId::ANYTHING {
            return None;
        }
        let may_be = |atom| self.facts.sets.has(set, atom);
        if self.facts.places.leaf(&self.program, cell) == Some(Leaf::Union) {
            return self.last_member_differs(part, set);
        }
        let held = view.value(part);
        let is_true = match held {
            Held::Nothing => may_be(Atom::Garbage),
            Held::Int { .. } | Held::Float(_) | Held::OpenFloat => may_be(Atom::Data),
            // Whether a complex number or a vector has a value at all is not seen.
            Held::Parts => may_be(Atom::Data) || may_be(Atom::Garbage),
            Held::Pointer(pointer) => self.may_point(pointer, set),
        };
        (!is_true).then(|| format!("it holds {held:?}"))
    }

    fn may_point(&self, pointer: Pointer, set: SetId) -> bool {
        let p = &*self.program;
        let may_be = |atom| self.facts.sets.has(set, atom);
        let leads = |wanted: Option<Base>, offset: i64| {
            self.facts.sets.atoms(set).iter().any(|atom| match *atom {
                Atom::Place(place) => {
                    is_base(self.facts.places[place].base, wanted)
                        && self.facts.places.is_at(p, place, offset)
                }
                _ => false,
            })
        };
        match pointer {
            Pointer::Null => may_be(Atom::Null) || may_be(Atom::Data),
            Pointer::Gone => may_be(Atom::Garbage),
            Pointer::Address(_) => may_be(Atom::Data),
            Pointer::Label => may_be(Atom::Label),
            Pointer::Function(decl) => leads(Some(Base::Function(self.entity(decl))), 0),
            Pointer::Object { decl: Some(decl), offset, .. } => {
                leads(Some(Base::Variable(self.entity(decl))), offset)
            }
            Pointer::Object { offset, .. } => leads(None, offset),
        }
    }

    /// The last store in a union must be one that a member takes which may be the last.
    fn last_member_differs(&self, union: Part, set: SetId) -> Option<String> {
        let p = &*self.program;
        let size = elenchus_lang::layout::size_of(&p.types, &p.target, union.ty)?;
        let stores = self.stores.get(&union.object)?;
        let (start, end) = (union.offset, union.offset + size);
        let &(offset, bytes, ty) =
            stores.iter().rev().find(|store| store.0 < end && start < store.0 + store.1)?;
        if bytes >= size || offset < start || offset + bytes > end {
            return None;
        }
        let ty = ty?;
        let takes = |atom: &Atom| match *atom {
            Atom::Member(field) => {
                let member = p.types.fields[FieldId::new(field as usize)].ty;
                has_part(p, member, offset - start, ty)
            }
            _ => false,
        };
        let known = self.facts.sets.atoms(set).iter().any(takes);
        (!known).then(|| format!("{bytes} bytes of another type were stored in it last"))
    }

    // ---- accesses ----

    fn look_at_access(&mut self, view: &View<'_>, access: &Accessed) -> Flow {
        let is_write = match access.kind {
            AccessKind::Read => false,
            AccessKind::Write => true,
            AccessKind::Forget | AccessKind::Open => return ON,
        };
        let Some(base) = self.base_of(&access.object) else { return ON };
        let is_parameter = |decl: DeclId| {
            self.program.decls[decl].kind == DeclKind::Parameter && self.is_call(access.at)
        };
        if matches!(base, Base::Variable(decl) if is_parameter(decl)) {
            return ON;
        }
        let depth = view.depth();
        for number in 0..depth.min(self.points.len()) {
            let Some(point) = self.points[number] else { continue };
            let is_own = number + 1 == depth;
            let is_shared = matches!(base, Base::Variable(decl) if is_static(&self.program, decl));
            let key = (point, is_write, access.object.id, access.offset, access.size);
            if self.foreseen.contains(&key) {
                continue;
            }
            let effects = self.facts.effects.get(&point).copied().unwrap_or_default();
            let set = if is_write { effects.writes } else { effects.reads };
            if !(is_own || is_shared) || self.foresees(set, base, access) {
                self.foreseen.insert(key);
                continue;
            }
            let what = if is_write { "writes" } else { "reads" };
            let name = match base {
                Base::Variable(decl) => self.program.name(self.program.decls[decl].name),
                _ => "an object without a name",
            };
            let fact = format!("it {what} {}", self.facts.set_name(&self.program, set));
            let held = format!("{} bytes at {} of {name} are accessed", access.size, access.offset);
            self.refute(point.span(&self.program), fact, held)?;
        }
        ON
    }

    fn is_call(&self, at: Origin) -> bool {
        let is_call = |e: ExprId| matches!(self.program.exprs[e].kind, ExprKind::Call(..));
        matches!(at, Origin::Expr(e) if is_call(e))
    }

    fn foresees(&mut self, set: SetId, base: Base, access: &Accessed) -> bool {
        self.compared += 1;
        let (offset, size) = (access.offset as i64, access.size as i64);
        set == SetId::ANYTHING
            || self.facts.sets.atoms(set).iter().any(|atom| match *atom {
                Atom::Place(place) => {
                    self.facts.places[place].base == base
                        && self.facts.places.contains(&self.program, place, offset, size)
                }
                _ => false,
            })
    }

    fn note_store(&mut self, view: &View<'_>, access: &Accessed) {
        let Some(decl) = access.object.decl else {
            self.version += 1;
            return;
        };
        let kinds = self.kinds(decl);
        let is_forgotten = access.kind == AccessKind::Forget;
        if kinds.pointers || kinds.unions || is_forgotten {
            self.version += 1;
        }
        if kinds.unions && access.kind != AccessKind::Open {
            let ty = match access.at {
                Origin::Expr(e) => Some(self.program.exprs[e].ty),
                _ => None,
            };
            let stores = self.stores.entry(access.object.id).or_default();
            let (start, end) = (access.offset, access.offset + access.size);
            stores.retain(|store| store.0 < start || store.0 + store.1 > end);
            stores.push((start, access.size, ty));
        }
        if is_forgotten {
            self.fresh.insert(access.object.id);
        } else if self.fresh.contains(&access.object.id) {
            self.version += 1;
            let size = view.size(access.object.id).unwrap_or(0);
            let bytes = view.bytes(access.object.id, 0, size);
            let is_known = |known: &[u8]| known.iter().all(|&bits| bits == u8::MAX);
            if bytes.is_some_and(|bytes| bytes.known.is_none_or(is_known)) {
                self.fresh.remove(&access.object.id);
            }
        }
    }
}

/// Whether an object is the one that is meant: those without a name are all one here.
fn is_base(base: Base, wanted: Option<Base>) -> bool {
    match wanted {
        Some(wanted) => base == wanted,
        None => matches!(base, Base::Text(_) | Base::Made(_)),
    }
}

/// Whether a type has a part so far from its start that a store of a type may be for.
fn has_part(p: &Program, ty: TypeId, offset: u64, stored: TypeId) -> bool {
    use elenchus_lang::types::TypeKind;
    let size = |ty| elenchus_lang::layout::size_of(&p.types, &p.target, ty).unwrap_or(0);
    match p.types.kind(ty) {
        TypeKind::Array { element, .. } => {
            size(element) > 0 && has_part(p, element, offset % size(element), stored)
        }
        TypeKind::Record(record) => p.types.fields(record).iter().any(|&field| {
            let info = &p.types.fields[field];
            let start = info.offset_bits / 8;
            let is_bits = info.width.is_some();
            let is_in = offset >= start && offset < start + size(info.ty).max(1);
            is_bits && p.types.is_integer(stored)
                || is_in && !is_bits && has_part(p, info.ty, offset - start, stored)
        }),
        _ => {
            let class = |ty| (p.types.is_pointer(ty), p.types.is_integer(ty), size(ty));
            // Something other than a scalar is stored as a whole.
            !p.types.is_scalar(stored) || offset == 0 && class(ty) == class(stored)
        }
    }
}

impl Observer for Check {
    fn wants(&self) -> Wants {
        Wants { values: false, volatiles: false, ..Wants::ALL }
    }

    fn statement(&mut self, view: &View<'_>, step: Step) -> Flow {
        let point = match step.at {
            Origin::Stmt(stmt) => Point::Stmt(stmt),
            Origin::Expr(e) => Point::Expr(e),
            Origin::Decl(decl) => Point::Decl(decl),
            Origin::None | Origin::End(_) => return ON,
        };
        let depth = view.depth();
        self.points.resize(depth, None);
        if let Some(last) = self.points.last_mut() {
            *last = Some(point);
        }
        self.look(view, point)
    }

    fn access(&mut self, view: &View<'_>, access: &Accessed) -> Flow {
        if access.kind != AccessKind::Read {
            self.note_store(view, access);
        }
        self.look_at_access(view, access)
    }

    fn entered(&mut self, view: &View<'_>) -> Flow {
        self.points.resize(view.depth().saturating_sub(1), None);
        self.points.push(None);
        ON
    }

    fn left(&mut self, view: &View<'_>, _: elenchus_machine::observe::Left) -> Flow {
        self.points.truncate(view.depth().saturating_sub(1));
        // Other variables of the same name are meant now.
        self.version += 1;
        ON
    }

    fn made(&mut self, _: &View<'_>, object: &ObjectRef) -> Flow {
        self.version += 1;
        if let Some(base) = self.base_of(object) {
            self.live.entry(base).or_default().push(object.id);
        }
        if object.kind != ObjectKind::Static {
            self.fresh.insert(object.id);
        }
        ON
    }

    fn ended(&mut self, _: &View<'_>, object: &ObjectRef, _: Ended) -> Flow {
        self.version += 1;
        if let Some(all) = self.base_of(object).and_then(|base| self.live.get_mut(&base)) {
            all.retain(|id| *id != object.id);
        }
        self.fresh.remove(&object.id);
        self.stores.remove(&object.id);
        ON
    }
}
