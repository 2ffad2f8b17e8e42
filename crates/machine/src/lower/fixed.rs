//! Lvalues whose place in a variable is known before the program runs: its
//! members, and elements by a number. One operation loads them.

use elenchus_lang::tree::{
    Conversion, DeclId, DeclKind, ExprId, ExprKind, Linkage, MemberStyle, Storage as Class,
};
use elenchus_lang::types::{ArrayLength, FieldId, TypeId, TypeKind};

use super::place::{Spot, low_bit};
use super::{Lowered, Lowerer, Storage};
use crate::code::{Form, Index, NO_REG, Op, Origin, Reg, StaticRef};

/// A number or a pointer in a variable.
struct Fixed {
    variable: Variable,
    bytes: u32,
    spot: Spot,
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
    pub(super) fn load_fixed(&mut self, e: ExprId) -> Lowered<Option<Reg>> {
        let Some(Fixed { variable, bytes, spot, .. }) = self.fixed(e) else { return Ok(None) };
        self.at = Origin::Expr(e);
        let access = self.access_at(self.ty(e), &spot, false)?;
        let dst = self.temp()?;
        let load = match variable {
            Variable::Static(entity) => {
                let index = self.static_index(StaticRef::Decl(entity));
                Op::LoadStatic { dst, index, bytes, access }
            }
            Variable::Local(local) => Op::LoadLocal { dst, local, bytes, access },
        };
        self.emit(load);
        Ok(Some(dst))
    }

    /// Where such an lvalue is in a static variable, if a store to it leaves nothing
    /// open around it: the variable, how far in it, and what is known of it.
    pub(super) fn stored_static(&mut self, e: ExprId) -> Option<(Index, u32, Spot)> {
        match self.fixed(e)? {
            Fixed { variable: Variable::Static(entity), bytes, spot, in_record: false } => {
                Some((self.static_index(StaticRef::Decl(entity)), bytes, spot))
            }
            _ => None,
        }
    }

    fn fixed(&self, expr: ExprId) -> Option<Fixed> {
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
        let ty = self.ty(expr);
        if !is_scalar(self.form(ty).ok()?) {
            return None;
        }
        let decl = &self.p.decls[name];
        let is_static = decl.linkage != Linkage::None || decl.storage.has(Class::STATIC);
        // If there is no such variable, that is told of its name.
        let may_lack = e != expr && decl.storage.has(Class::EXTERN);
        let variable = match self.storage_of(name) {
            Some(Storage::Local(local)) => Variable::Local(local),
            None if decl.kind == DeclKind::Variable && is_static && !may_lack => {
                Variable::Static(decl.entity)
            }
            _ => return None,
        };
        let align = align.min(self.align_of(self.ty(e)).max(decl.align));
        let spot = Spot { align, named: e == expr, ..Spot::plain(NO_REG) };
        Some(Fixed { variable, bytes: u32::try_from(bytes).ok()?, spot, in_record })
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
