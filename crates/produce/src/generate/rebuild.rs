//! Subexpressions that are written again, with the values of now.

use elenchus_lang::arith::{self, Float};
use elenchus_lang::build;
use elenchus_lang::layout;
use elenchus_lang::tree::{Conversion, ExprId, ExprKind, UnaryOp};
use elenchus_lang::types::TypeKind;

use super::leaf::Access;
use super::state::Gen;
use super::value::{Built, Known};

impl Gen<'_> {
    /// The same expression again; operations that would be undefined now are
    /// replaced. Nothing for what the buffer does not hold.
    pub fn rebuild(&mut self, e: ExprId) -> Option<Built> {
        let ty = self.tree().exprs[e].ty;
        match self.tree().exprs[e].kind {
            ExprKind::Int(bits, _) => {
                let int = self.int_type(ty)?;
                let value = arith::int::wrap(int, i128::from(bits));
                Some(self.constant(ty, value))
            }
            ExprKind::Float(bits) => {
                let bits = *self.tree().floats[bits].first()?;
                let kind = build::float_kind(self.tree(), ty)?;
                let format = self.tree().target.float_format(kind);
                let value = Known::Float(Float::from_bits(format, bits));
                let list = self.p().floats.push(&[bits]);
                let id = build::expr(self.p(), ExprKind::Float(list), ty);
                Some(Built { id, ty, value, chars: 8, effects: false, constant: true })
            }
            ExprKind::Convert(Conversion::Lvalue, of) => {
                let access = self.relocate(of)?;
                Some(self.load(access))
            }
            ExprKind::Convert(Conversion::Arithmetic, a) => {
                let a = self.rebuild(a)?;
                Some(self.convert(a, ty))
            }
            ExprKind::Cast(_, a, to) => {
                let a = self.rebuild(a)?;
                Some(self.cast(a, to))
            }
            ExprKind::Unary(op, a) => {
                let a = self.rebuild(a)?;
                Some(self.unary(op, a))
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.rebuild(a)?, self.rebuild(b)?);
                Some(self.binary(op, a, b))
            }
            ExprKind::LogAnd(a, b) => {
                let (a, b) = (self.rebuild(a)?, self.rebuild(b)?);
                Some(self.logical(true, a, b))
            }
            ExprKind::LogOr(a, b) => {
                let (a, b) = (self.rebuild(a)?, self.rebuild(b)?);
                Some(self.logical(false, a, b))
            }
            ExprKind::Conditional(c, a, b) => {
                let (c, a, b) = (self.rebuild(c)?, self.rebuild(a)?, self.rebuild(b)?);
                Some(self.conditional(c, a, b))
            }
            _ => None,
        }
    }

    fn relocate(&mut self, lvalue: ExprId) -> Option<Access> {
        let ty = self.tree().exprs[lvalue].ty;
        match self.tree().exprs[lvalue].kind {
            ExprKind::Name(decl) => {
                let var = (*self.known.var_of.get(decl.index())?)?;
                let lvalue = build::name(self.p(), decl);
                let spot = if self.now.live { self.machine.spot_of(decl) } else { None };
                Some(Access { lvalue, ty, field: None, spot, var, chars: 3, moving: false })
            }
            ExprKind::Index(array, index) => {
                let ExprKind::Convert(Conversion::Decay, array) = self.tree().exprs[array].kind
                else {
                    return None;
                };
                let mut at = self.relocate(array)?;
                let index = self.rebuild(index)?;
                let p = self.tree();
                let size = layout::size_of(&p.types, &p.target, ty)?;
                at.spot = match (at.spot, index.int()) {
                    (Some(spot), Some(index)) => Some(spot.plus(size.wrapping_mul(index as u64))),
                    _ => None,
                };
                at.lvalue = build::element(self.p(), at.lvalue, index.id);
                at.ty = ty;
                at.chars += index.chars + 2;
                Some(at)
            }
            ExprKind::Member(of, field, style) => {
                use elenchus_lang::tree::MemberStyle;
                let mut at = match style {
                    MemberStyle::Dot => self.relocate(of)?,
                    MemberStyle::Arrow => self.pointee(of)?,
                    _ => return None,
                };
                self.member(&mut at, field);
                Some(at)
            }
            ExprKind::Unary(UnaryOp::Deref, pointer) => self.pointee(pointer),
            _ => None,
        }
    }

    fn pointee(&mut self, pointer: ExprId) -> Option<Access> {
        let ExprKind::Convert(Conversion::Lvalue, of) = self.tree().exprs[pointer].kind else {
            return None;
        };
        let mut at = self.relocate(of)?;
        let TypeKind::Pointer(to) = self.tree().types.kind(at.ty) else { return None };
        self.dereference(&mut at, to)?;
        Some(at)
    }
}
