//! Pointers: where they lead, and what is stored through them.
//!
//! A pointer leads to an object that lives at least as long as the pointer, in this
//! execution and in all others: so what is written through it is always there. A pointer
//! that may be null is used where a test guards it ([`super::guards`]).

use elenchus_lang::build;
use elenchus_lang::tree::{Conversion, ExprId, ExprKind, InitKind, StmtKind, Storage, UnaryOp};
use elenchus_lang::types::{ArrayLength, Quals, TypeId, TypeKind, Types};
use elenchus_machine::LivePlace;

use super::leaf::Access;
use super::state::{Gen, Role, Var, VarId, retain_from};
use super::value::{Built, truth};
use crate::policy::Policy;

/// A pointer has at most so many stars.
const STARS: u64 = 3;

/// The deepest type that is pointed to: of an array of arrays of structs, say.
const DEPTH: u32 = 12;

/// A place to which a pointer may lead.
#[derive(Clone, Copy)]
struct Place {
    lvalue: ExprId,
    ty: TypeId,
    spot: Option<LivePlace>,
    /// The variable that it is part of.
    var: VarId,
}

/// The value of a pointer.
#[derive(Clone, Copy)]
pub struct Way {
    pub id: ExprId,
    /// Of the pointer.
    pub ty: TypeId,
    /// Where it leads now, if that is known.
    pub spot: Option<LivePlace>,
    /// The variable that it leads to, if that is known.
    pub var: Option<VarId>,
    pub chars: u32,
}

impl Gen<'_> {
    /// A local pointer, or another value for one that is there.
    pub fn pointer(&mut self) -> StmtKind {
        let again = self.choices.percent("assign a pointer", 55);
        let made = again.then(|| self.assign_pointer()).flatten();
        match made.or_else(|| self.declare_pointer()) {
            Some(kind) => kind,
            None => self.assign(),
        }
    }

    /// `T *p = &x;`: what it points to lives at least as long.
    fn declare_pointer(&mut self) -> Option<StmtKind> {
        let place = self.some_place()?;
        let pointer = self.p().types.pointer(place.ty);
        if self.tree().types.depth(pointer) > DEPTH {
            return None;
        }
        self.totals.stats.construct("local pointer");
        let mut way = self.way_to(place);
        if self.choices.percent("pointer from a choice", 25) {
            let kept = |g: &Gen<'_>, var: VarId| g.known.vars[var].ty == pointer;
            way = self.chosen(way, kept).unwrap_or(way);
        }
        let (pointer, fixed) = self.qualified_pointer(pointer, &mut way);
        let init = InitKind::Expr(way.id);
        let made = self.new_var("q", pointer, Storage::default(), init, Role::Input);
        self.known.vars[made].pointee = way.var;
        self.known.vars[made].fixed = fixed;
        self.budget.bytes += u64::from(way.chars) + 14;
        Some(self.declare_as_pointer(made))
    }

    /// The type of a pointer that is declared, with more qualifiers for what it points to
    /// (6.5.16.1p1), or for itself: is no other value assigned to it?
    fn qualified_pointer(&mut self, pointer: TypeId, way: &mut Way) -> (TypeId, bool) {
        let TypeKind::Pointer(to) = self.tree().types.kind(pointer) else {
            return (pointer, false);
        };
        let p = &self.odds.policy;
        let drawn = [
            ("to const", p.pointer_const, Quals::CONST),
            ("to volatile", p.pointer_volatile, Quals::VOLATILE),
        ];
        let mut more = Quals::NONE;
        for (name, percent, quals) in drawn {
            if self.choices.chance(name, percent) {
                more = more.union(quals);
            }
        }
        let to = self.p().types.qualify(to, more);
        let qualified = self.p().types.pointer(to);
        if qualified != pointer {
            let converted = ExprKind::Convert(Conversion::Pointer, way.id);
            way.id = build::expr(self.p(), converted, qualified);
        }
        match self.choices.chance("const pointer", self.odds.policy.const_pointer) {
            true => (self.p().types.qualify(qualified, Quals::CONST), true),
            false => (qualified, false),
        }
    }

    /// The declaration of a variable whose type has stars.
    pub fn declare_as_pointer(&mut self, var: VarId) -> StmtKind {
        let Var { decl, ty, .. } = self.known.vars[var];
        let mut base = ty;
        while let TypeKind::Pointer(to) = self.tree().types.kind(base) {
            base = to;
        }
        self.skipped.told = None;
        build::declare(self.p(), decl, base)
    }

    /// `p = &y;`, `p = q;` or `p = c ? &y : q;`
    fn assign_pointer(&mut self) -> Option<StmtKind> {
        let var = self.some_pointer(|_, var| !var.fixed)?;
        let Var { decl, ty, .. } = self.known.vars[var];
        let way = self.way_for(var)?;
        self.totals.stats.construct("pointer assigned");
        self.budget.bytes += u64::from(way.chars) + 8;
        debug_assert_eq!(ty.unqualified(), way.ty.unqualified());
        if self.now.live {
            self.known.vars[var].pointee = way.var;
        }
        let name = build::name(self.p(), decl);
        let e = build::assign(self.p(), name, way.id);
        self.skipped.told = None;
        Some(StmtKind::Expr(e))
    }

    /// A value that a pointer may have: of its type, and leading to what lives as long.
    pub fn way_for(&mut self, pointer: VarId) -> Option<Way> {
        let ty = self.known.vars[pointer].ty.unqualified();
        let TypeKind::Pointer(to) = self.tree().types.kind(ty) else { return None };
        let first = self.gather(|var| var.is_pointee() || var.role == Role::Input);
        self.keep_found(first, |g, id| {
            let (types, var) = (&g.tree().types, &g.known.vars[id]);
            let is_there = holds(types, var.ty, to) && (var.is_pointee() || types.is_pointer(to));
            (is_there || var.ty == ty && var.role == Role::Input)
                && id != pointer
                && g.lives_as_long(id, pointer)
        });
        let var = self.take_found("pointed to", first)?;
        let way = self.way_from(var, to)?;
        match self.choices.percent("pointer from a choice", 25) {
            true => {
                let kept =
                    |g: &Gen<'_>, other: VarId| other != pointer && g.lives_as_long(other, pointer);
                Some(self.chosen(way, kept).unwrap_or(way))
            }
            false => Some(way),
        }
    }

    /// The value of a pointer, or the address of a variable or of what is in it.
    fn way_from(&mut self, var: VarId, to: TypeId) -> Option<Way> {
        let pointer = self.p().types.pointer(to);
        if self.known.vars[var].ty.unqualified() == pointer {
            return Some(self.read_pointer(var));
        }
        self.known.vars[var].addressed = true;
        let access = self.access_to(var, true, Some(to))?;
        let Access { lvalue, spot, .. } = access;
        if access.field.is_some() || access.ty != to {
            return None;
        }
        let way = self.way_to(Place { lvalue, ty: to, spot, var });
        Some(Way { chars: access.chars + 1, ..way })
    }

    /// Some pointer of a type, or an address that fits it.
    pub fn some_way(&mut self, ty: TypeId) -> Option<Way> {
        let first = self.gather(|var| var.is_pointee() || var.role == Role::Input);
        self.keep_found(first, |g, id| g.leads_to(id, ty));
        let var = self.take_found("pointer argument", first)?;
        self.way_from_any(var, ty)
    }

    pub fn way_from_any(&mut self, var: VarId, ty: TypeId) -> Option<Way> {
        let TypeKind::Pointer(to) = self.tree().types.kind(ty) else { return None };
        self.way_from(var, to)
    }

    /// Whether a variable is a pointer of a type, or an object for one.
    pub fn leads_to(&self, var: VarId, ty: TypeId) -> bool {
        let (types, var) = (&self.tree().types, &self.known.vars[var]);
        let TypeKind::Pointer(to) = types.kind(ty) else { return false };
        let is_pointer = var.ty.unqualified() == ty && var.role == Role::Input;
        is_pointer || holds(types, var.ty, to) && var.is_pointee()
    }

    /// `c ? way : q`, with another pointer of the same type that fulfils a condition.
    fn chosen(&mut self, way: Way, wanted: impl Fn(&Gen<'_>, VarId) -> bool) -> Option<Way> {
        let first = self.gather(|var| var.role == Role::Input && var.int.is_none());
        self.keep_found(first, |g, id| {
            g.known.vars[id].ty.unqualified() == way.ty && wanted(g, id)
        });
        let other = self.take_found("other pointer", first)?;
        let other = self.read_pointer(other);
        let condition = self.pure_condition()?;
        self.totals.stats.construct("pointer chosen");
        let takes = truth(condition.value);
        let (a, b) = match self.choices.percent("swap the choice", 50) {
            true => (other, way),
            false => (way, other),
        };
        let id = ExprKind::Conditional(condition.id, a.id, b.id);
        let id = build::expr(self.p(), id, way.ty);
        let chars = condition.chars + a.chars + b.chars + 6;
        let (spot, var) = match takes {
            Some(true) => (a.spot, a.var),
            Some(false) => (b.spot, b.var),
            None => (None, None),
        };
        Some(Way { id, ty: way.ty, spot, var, chars })
    }

    /// Takes out the others of those that were found.
    fn keep_found(&mut self, first: usize, wanted: impl Fn(&Gen<'_>, VarId) -> bool) {
        let mut found = std::mem::take(&mut self.scratch.found);
        retain_from(&mut found, first, |id| wanted(self, id));
        self.scratch.found = found;
    }

    /// A small condition without side effects.
    pub fn pure_condition(&mut self) -> Option<Built> {
        self.now.lossy += 1;
        let size = 1 + self.choices.below("condition size", 2) as u32;
        let made = self.expression(size, 3);
        self.now.lossy -= 1;
        (!made.effects).then_some(made)
    }

    pub fn read_pointer(&mut self, var: VarId) -> Way {
        let at = self.whole(var);
        let spot = at.spot.and_then(|spot| self.machine.pointer_at(spot));
        let id = build::read(self.p(), at.lvalue);
        let pointee = self.known.vars[var].pointee;
        Way { id, ty: self.tree().exprs[id].ty, spot, var: pointee, chars: 3 }
    }

    fn way_to(&mut self, place: Place) -> Way {
        let id = self.address(place.lvalue);
        let ty = self.tree().exprs[id].ty;
        Way { id, ty, spot: place.spot, var: Some(place.var), chars: 6 }
    }

    /// Whether a variable, and what it points to, lives as long as another one.
    fn lives_as_long(&self, var: VarId, other: VarId) -> bool {
        let is_static =
            |var: &Var| var.global || self.tree().decls[var.decl].storage.has(Storage::STATIC);
        let (var, other) = (&self.known.vars[var], &self.known.vars[other]);
        if is_static(var) {
            return true;
        }
        match (var.block, other.block) {
            _ if is_static(other) => false,
            // Parameters live as long as anything in the function.
            (None, _) => true,
            (Some(block), None) => self.known.blocks[block].outer.is_none(),
            (Some(block), Some(inner)) => {
                let mut around = Some(inner);
                while let Some(at) = around {
                    if at == block {
                        return true;
                    }
                    around = self.known.blocks[at].outer;
                }
                false
            }
        }
    }

    /// A variable, an element or a member that a pointer declared here may lead to.
    fn some_place(&mut self) -> Option<Place> {
        let is_deep = self.choices.percent("pointer to a pointer", 20);
        let var = match is_deep {
            true => {
                let most = Policy::limit(self.odds.policy.pointer_depth, STARS) as usize;
                self.some_pointer(|types, var| stars(types, var.ty) < most && !var.fixed)
            }
            false => None,
        };
        let var = match var {
            Some(var) => var,
            // What values are collected in is visible everywhere: others are rarer.
            None => match self.pick_visible("pointee", |var| var.is_pointee() && !var.collects) {
                Some(var) => var,
                None => self.pick_visible("pointee", Var::is_pointee)?,
            },
        };
        self.known.vars[var].addressed = true;
        let at = self.whole(var);
        let mut at = Place { lvalue: at.lvalue, ty: at.ty, spot: at.spot, var };
        self.inner_place(&mut at)?;
        Some(at)
    }

    /// An element of an array; of a struct often a member.
    fn inner_place(&mut self, at: &mut Place) -> Option<()> {
        match self.tree().types.kind(at.ty) {
            TypeKind::Array { element, length } => {
                let ArrayLength::Fixed(length) = length else { return None };
                if self.tree().types.is_array(element) {
                    return None;
                }
                let p = self.tree();
                let size = elenchus_lang::layout::size_of(&p.types, &p.target, element)?;
                let index = self.choices.below("pointee element", length);
                at.spot = at.spot.map(|spot| spot.plus(index * size));
                let index = self.int(index.into());
                at.lvalue = build::element(self.p(), at.lvalue, index.id);
                at.ty = element;
                self.inner_place(at)
            }
            TypeKind::Record(record) if self.choices.percent("pointee member", 40) => {
                let types = &self.tree().types;
                // What is stored through a pointer to a member of a union is of its type
                // for good, and one to a packed member is not aligned.
                if types.records[record].is_union || types.records[record].packed {
                    return Some(());
                }
                let mut fields = types.fields(record).to_vec();
                fields.retain(|&field| {
                    let field = types.fields[field];
                    field.width.is_none() && types.int_kind(field.ty).is_some()
                });
                if fields.is_empty() {
                    return Some(());
                }
                let field = self.choices.pick("which pointee member", &fields);
                let mut access = self.whole(at.var);
                (access.lvalue, access.ty, access.spot) = (at.lvalue, at.ty, at.spot);
                self.member(&mut access, field);
                (at.lvalue, at.ty, at.spot) = (access.lvalue, access.ty, access.spot);
                Some(())
            }
            _ => Some(()),
        }
    }

    /// A visible pointer that always points to something.
    pub fn some_pointer(&mut self, wanted: impl Fn(&Types, &Var) -> bool) -> Option<VarId> {
        let first = self.gather(|var| var.role == Role::Input && var.int.is_none());
        let types = &self.machine.program().types;
        retain_from(&mut self.scratch.found, first, |id| {
            let var = &self.known.vars[id];
            types.is_pointer(var.ty) && !var.ty.is_volatile() && wanted(types, var)
        });
        self.take_found("pointer", first)
    }

    /// A scalar that a pointer leads to. Values are lost there no more than elsewhere.
    pub fn indirect_target(&mut self, overwrite: bool) -> Option<Access> {
        let pointer = self.some_pointer(|_, _| true)?;
        let repeats = overwrite && self.block().turns > 1;
        if repeats && self.known.vars[pointer].walks.is_none() {
            return None;
        }
        let access = match self.choices.percent("one of two pointers", 15) {
            true => self.access_to_chosen(pointer)?,
            false => self.access(pointer, true)?,
        };
        let is_second = self.now.volatile_is_spent && access.ty.is_volatile();
        if access.ty.is_const() || is_second || overwrite && self.is_kept(access.var) {
            return None;
        }
        self.note_volatile(access);
        self.totals.stats.construct("store through a pointer");
        Some(access)
    }

    /// `*(c ? p : q)`
    fn access_to_chosen(&mut self, pointer: VarId) -> Option<Access> {
        let way = self.read_pointer(pointer);
        let way = self.chosen(way, |_, other| other != pointer)?;
        let TypeKind::Pointer(ty) = self.tree().types.kind(way.ty) else { return None };
        let deref = ExprKind::Unary(UnaryOp::Deref, way.id);
        let lvalue = build::expr(self.p(), deref, ty);
        let var = way.var.unwrap_or(pointer);
        let (spot, chars) = (way.spot, way.chars + 3);
        let at = Access { lvalue, ty, field: None, spot, var, chars, moving: false };
        self.descend(at, true, None)
    }

    /// `p == q` or `p != &x`, as an operand; of a pointer that walks through an array
    /// also how far it is.
    pub fn pointer_leaf(&mut self) -> Option<Built> {
        if self.now.private_only || self.now.taboo.is_some() || self.function().pure_ {
            return None;
        }
        let pointer = self.some_pointer(|_, _| true)?;
        if self.known.vars[pointer].walks.is_some() && self.choices.percent("distance", 60) {
            if let Some(distance) = self.walked(pointer) {
                return Some(distance);
            }
        }
        let left = self.read_pointer(pointer);
        let TypeKind::Pointer(to) = self.tree().types.kind(left.ty) else { return None };
        let first = self.gather(|var| var.is_pointee() || var.role == Role::Input);
        let types = &self.machine.program().types;
        retain_from(&mut self.scratch.found, first, |id| {
            let var = &self.known.vars[id];
            let is_pointer = var.ty.unqualified() == left.ty && var.role == Role::Input;
            id != pointer && (is_pointer || holds(types, var.ty, to) && var.is_pointee())
        });
        let other = self.take_found("compared with", first)?;
        let right = self.way_from(other, to)?;
        self.totals.stats.construct("pointers compared");
        use elenchus_lang::arith::BinaryOp::{Eq, Ne};
        let op = self.choices.pick("pointer comparison", &[Eq, Ne]);
        let same = left.spot.zip(right.spot).map(|(a, b)| a == b);
        let value = same.map(|same| same == (op == Eq));
        let kind = ExprKind::Binary(op, left.id, right.id);
        let id = build::expr(self.p(), kind, TypeId::INT);
        let chars = left.chars + right.chars + 4;
        Some(Built { effects: false, constant: false, ..self.known_truth(id, value, chars) })
    }

    /// A condition whose value may be known.
    pub fn known_truth(&self, id: ExprId, value: Option<bool>, chars: u32) -> Built {
        use super::value::Known;
        let value = value.map_or(Known::No, |value| Known::Int(value.into()));
        Built { id, ty: TypeId::INT, value, chars, effects: false, constant: false }
    }

    /// A null pointer.
    pub fn null(&mut self, ty: TypeId) -> ExprId {
        let zero = build::constant(self.p(), TypeId::INT, 0);
        build::expr(self.p(), ExprKind::Convert(Conversion::Null, zero), ty)
    }
}

/// Whether a variable of a type is an object of another one, or an array of such, or
/// has one as a member.
fn holds(types: &Types, mut ty: TypeId, wanted: TypeId) -> bool {
    loop {
        if ty.is_volatile() || ty.is_const() {
            return false;
        }
        if ty == wanted {
            return true;
        }
        ty = match types.kind(ty) {
            TypeKind::Array { element, .. } => element,
            _ => return false,
        };
    }
}

/// How many stars there are in a type.
fn stars(types: &Types, mut ty: TypeId) -> usize {
    let mut count = 0;
    while let TypeKind::Pointer(to) = types.kind(ty) {
        count += 1;
        ty = to;
    }
    count
}
