//! Lvalues whose place in a variable is known before the program runs: its
//! members, and elements by a number. One operation loads them.

use elenchus_lang::tree::{
    Conversion, DeclId, DeclKind, ExprId, ExprKind, Linkage, MemberStyle, Storage as Class,
};
use elenchus_lang::types::{ArrayLength, FieldId, TypeId, TypeKind};

use super::place::{InMemory, Lvalue, low_bit};
use super::{Lowered, Lowerer, Storage};
use crate::code::{Form, Index, NO_REG, Op, Origin, Reg, StaticRef};

/// A number or a pointer in a variable.
struct KnownPlace {
    variable: Variable,
    bytes: u32,
    spot: InMemory,
    /// It is a member of something, or in one.
    in_record: bool,
}

enum Variable {
    /// By the entity of its declaration.
    Static(DeclId),
    Local(u16),
}

impl Lowerer<'_> {
    /// The value of such an lvalue; nothing where it is another.
    pub(super) fn load_known(&mut self, e: ExprId) -> Lowered<Option<Reg>> {
        if let Some((index, access)) = self.named_static(e) {
            self.at = Origin::Expr(e);
            let dst = self.temp()?;
            self.emit(Op::LoadStatic { dst, index, bytes: 0, access });
            return Ok(Some(dst));
        }
        let Some(KnownPlace { variable, bytes, spot, .. }) = self.known_place(e) else {
            return Ok(None);
        };
        self.at = Origin::Expr(e);
        let access = self.access_at(self.ty(e), &spot, false)?;
        let dst = self.temp()?;
        let load = match variable {
            Variable::Static(entity) => {
                let index = self.static_index(StaticRef::Decl(entity));
                self.know_static(e, index, access);
                Op::LoadStatic { dst, index, bytes, access }
            }
            Variable::Local(local) => Op::LoadLocal { dst, local, bytes, access },
        };
        self.emit(load);
        Ok(Some(dst))
    }

    /// The place of an lvalue whose value is read or written, and whose address is
    /// not asked for: such a place in a static variable, if a store to it leaves
    /// nothing open around it.
    pub(super) fn place_of_value(&mut self, e: ExprId) -> Lowered<Lvalue> {
        if let Some((index, access)) = self.named_static(e) {
            self.at = Origin::Expr(e);
            return Ok(Lvalue::Static { index, bytes: 0, access });
        }
        let Some(KnownPlace { variable: Variable::Static(entity), bytes, spot, in_record: false }) =
            self.known_place(e)
        else {
            return self.place(e);
        };
        self.at = Origin::Expr(e);
        let index = self.static_index(StaticRef::Decl(entity));
        let access = self.access_at(self.ty(e), &spot, false)?;
        self.know_static(e, index, access);
        Ok(Lvalue::Static { index, bytes, access })
    }

    /// A static scalar that was named before in this function: its index, and the
    /// access to it, which is the same for everybody who names it.
    fn named_static(&self, e: ExprId) -> Option<(Index, Index)> {
        match self.p.exprs[e].kind {
            ExprKind::Name(name) => {
                self.scratch.places.scalars.get(self.kept.number, name).copied()
            }
            _ => None,
        }
    }

    fn know_static(&mut self, e: ExprId, index: Index, access: Index) {
        if let ExprKind::Name(name) = self.p.exprs[e].kind {
            self.scratch.places.scalars.insert(self.kept.number, name, (index, access));
        }
    }

    fn known_place(&self, expr: ExprId) -> Option<KnownPlace> {
        let (mut e, mut bytes, mut align) = (expr, 0u64, u32::MAX);
        let mut in_record = false;
        let name = loop {
            let (whole, step) = match self.p.exprs[e].kind {
                ExprKind::Name(name) => break name,
                ExprKind::Member(whole, field, MemberStyle::Dot | MemberStyle::ImplicitDot) => {
                    in_record = true;
                    (whole, self.plain_member(self.ty(whole), field)?)
                }
                ExprKind::Index(array, index) => self.plain_element(array, index)?,
                _ => return None,
            };
            bytes = bytes.checked_add(step.bytes)?;
            align = align.min(step.align);
            e = whole;
        };
        let storage = self.storage_of(name);
        if let Some(Storage::Slot(_)) = storage {
            return None;
        }
        let ty = self.ty(expr);
        if !is_scalar(self.form(ty).ok()?) {
            return None;
        }
        let decl = &self.p.decls[name];
        let is_static = decl.linkage != Linkage::None || decl.storage.has(Class::STATIC);
        // If there is no such variable, that is told of its name.
        let may_lack = e != expr && decl.storage.has(Class::EXTERN);
        let variable = match storage {
            Some(Storage::Local(local)) => Variable::Local(local),
            None if decl.kind == DeclKind::Variable && is_static && !may_lack => {
                Variable::Static(decl.entity)
            }
            _ => return None,
        };
        let align = align.min(self.align_of(self.ty(e)).max(decl.align));
        let spot = InMemory { align, named: e == expr, ..InMemory::plain(NO_REG) };
        Some(KnownPlace { variable, bytes: u32::try_from(bytes).ok()?, spot, in_record })
    }

    /// A member whose bytes are just its own.
    fn plain_member(&self, record: TypeId, field: FieldId) -> Option<Step> {
        let info = &self.p.types.fields[field];
        let of = &self.p.types.records[info.record];
        let is_plain = info.width.is_none() && !of.is_union && !of.reversed && !record.is_atomic();
        let bytes = info.offset();
        is_plain.then(|| Step { bytes, align: low_bit(bytes) })
    }

    /// An element of an array that has it: the array, and how far in it.
    fn plain_element(&self, array: ExprId, index: ExprId) -> Option<(ExprId, Step)> {
        let ExprKind::Convert(Conversion::Decay, array) = self.p.exprs[array].kind else {
            return None;
        };
        let TypeKind::Array { element, length: ArrayLength::Fixed(count) } =
            self.p.types.kind(self.ty(array))
        else {
            return None;
        };
        let index = self.literal(index).filter(|&index| index < count)?;
        let size = u64::from(self.known(element)?.size);
        let step = Step { bytes: index.checked_mul(size)?, align: low_bit(size) };
        Some((array, step))
    }
}

/// From an object to a part of it.
struct Step {
    bytes: u64,
    /// What the place of the part is a multiple of, in the object.
    align: u32,
}

fn is_scalar(form: Form) -> bool {
    matches!(form, Form::Int(_) | Form::Bool | Form::Float(_) | Form::Pointer)
}
