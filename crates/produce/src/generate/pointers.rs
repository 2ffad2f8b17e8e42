//! Pointers: where they point, and what is stored through them.

use elenchus_lang::build;
use elenchus_lang::tree::{ExprId, InitKind, StmtKind, Storage};
use elenchus_lang::types::{ArrayLength, TypeId, TypeKind, Types};

use super::leaf::Access;
use super::state::{Gen, Role, Var, VarId, retain_from};

/// A pointer has at most so many stars.
const STARS: usize = 3;

/// The deepest type that is pointed to: of an array of arrays of structs, say.
const DEPTH: u32 = 12;

/// A place to which a pointer may lead.
struct Place {
    lvalue: ExprId,
    ty: TypeId,
    /// The variable that it is part of.
    var: VarId,
}

impl Gen<'_> {
    /// A local pointer.
    pub fn pointer(&mut self) -> StmtKind {
        match self.declare_pointer() {
            Some(kind) => kind,
            None => self.assign(),
        }
    }

    /// `T *p = &x;`: what it points to lives at least as long.
    fn declare_pointer(&mut self) -> Option<StmtKind> {
        let Place { lvalue, ty, var } = self.some_place()?;
        let pointer = self.p().types.pointer(ty);
        if self.tree().types.depth(pointer) > DEPTH {
            return None;
        }
        self.totals.stats.construct("local pointer");
        let address = self.address(lvalue);
        let init = InitKind::Expr(address);
        let made = self.new_var("q", pointer, Storage::default(), init, Role::Input);
        self.known.vars[made].pointee = Some(var);
        self.budget.bytes += 20;
        let decl = self.known.vars[made].decl;
        let mut base = ty;
        while let TypeKind::Pointer(to) = self.tree().types.kind(base) {
            base = to;
        }
        Some(build::declare(self.p(), decl, base))
    }

    /// A variable, an element or a member that a pointer declared here may lead to.
    fn some_place(&mut self) -> Option<Place> {
        let is_deep = self.choices.percent("pointer to a pointer", 20);
        let var = match is_deep {
            true => self.some_pointer(|types, var| stars(types, var.ty) < STARS),
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
        let Var { decl, ty, .. } = self.known.vars[var];
        let mut at = Place { lvalue: build::name(self.p(), decl), ty, var };
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
                let index = self.choices.below("pointee element", length);
                let index = self.int(index.into());
                at.lvalue = build::element(self.p(), at.lvalue, index.id);
                at.ty = element;
                self.inner_place(at)
            }
            TypeKind::Record(record) if self.choices.percent("pointee member", 40) => {
                let types = &self.tree().types;
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
                access.lvalue = at.lvalue;
                access.ty = at.ty;
                self.member(&mut access, field);
                (at.lvalue, at.ty) = (access.lvalue, access.ty);
                Some(())
            }
            _ => Some(()),
        }
    }

    /// A visible pointer that always points to something.
    fn some_pointer(&mut self, wanted: impl Fn(&Types, &Var) -> bool) -> Option<VarId> {
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
        if overwrite && self.block().turns > 1 {
            return None;
        }
        let access = self.access(pointer, true)?;
        if access.ty.is_const() || overwrite && self.is_kept(access.var) {
            return None;
        }
        self.totals.stats.construct("store through a pointer");
        Some(access)
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
