//! Conversions between values.

use elenchus_lang::layout;
use elenchus_lang::target::IntType;
use elenchus_lang::tree::{Conversion, ExprId, ExprKind};
use elenchus_lang::types::{FieldId, TypeId};

use super::place::{InMemory, Lvalue};
use super::{Lowered, Lowerer};
use crate::Origin;
use crate::code::{Form, Op, Reg, Scalar};

const BOOL: IntType = IntType { bits: 1, signed: false };

impl Lowerer<'_> {
    /// The value in `a` as another type.
    pub(super) fn convert(
        &mut self,
        conversion: Conversion,
        a: Reg,
        from: TypeId,
        to: TypeId,
    ) -> Lowered<Reg> {
        match conversion {
            Conversion::Same | Conversion::Void => Ok(a),
            Conversion::Pointer => {
                // 6.3.2.3p7: the result must be aligned for what it points to.
                let (from, to) = (self.pointee_align(from), self.pointee_align(to));
                if to > from {
                    self.emit(Op::CheckAlign { pointer: a, align: to });
                }
                Ok(a)
            }
            Conversion::Null => self.constant(0),
            Conversion::Arithmetic => self.arithmetic(a, from, to),
            Conversion::PointerToBool => {
                let dst = self.temp()?;
                self.emit(Op::IsTrue { dst, a, scalar: Scalar::Pointer });
                Ok(dst)
            }
            Conversion::PointerToInt => {
                let Form::Int(to) = self.form(to)? else { return Err("this conversion") };
                let dst = self.temp()?;
                self.emit(Op::PointerToInt { dst, a, to });
                Ok(dst)
            }
            Conversion::IntToPointer => {
                let from = self.int_of(from)?;
                let dst = self.temp()?;
                self.emit(Op::IntToPointer { dst, a, from });
                Ok(dst)
            }
            Conversion::Lvalue | Conversion::Decay | Conversion::Function => Ok(a),
            Conversion::TransparentUnion => self.transparent_union(a, from, to),
            Conversion::Bits | Conversion::Splat => self.convert_vector(conversion, a, from, to),
        }
    }

    /// An argument goes into the member of its own type (GNU); a null pointer
    /// or one to void, into a pointer.
    fn transparent_union(&mut self, a: Reg, from: TypeId, to: TypeId) -> Lowered<Reg> {
        let types = &self.p.types;
        let record = types.as_record(to).ok_or("transparent unions")?;
        let fields = types.fields(record).iter().map(|&f| types.fields[f].ty);
        let same = fields.clone().find(|&ty| types.compatible_unqualified(ty, from));
        let found = same.or_else(|| fields.clone().find(|&ty| types.is_pointer(ty)));
        let member = types.canonical(found.ok_or("transparent unions")?);
        let null = same.is_none() && !types.is_pointer(from);
        let a = if null { self.constant(0)? } else { a };
        let whole = self.temporary(self.p.types.value_type(to))?;
        let spot = InMemory { through_union: true, ..InMemory::plain(whole) };
        self.store(Lvalue::Memory(spot), a, member, true)?;
        Ok(whole)
    }

    /// A value becomes a member of a union (GNU).
    pub(super) fn cast_to_union(&mut self, e: ExprId, field: FieldId, ty: TypeId) -> Lowered<Reg> {
        let value = self.value(e)?;
        let temporary = self.temporary(ty)?;
        let member = self.p.types.canonical(self.p.types.fields[field].ty);
        self.store(Lvalue::Memory(InMemory::plain(temporary)), value, member, true)?;
        Ok(temporary)
    }

    /// What the targets of a pointer are aligned to; 1 where that says nothing.
    fn pointee_align(&self, pointer: TypeId) -> u32 {
        let types = &self.p.types;
        match types.pointee(pointer) {
            Some(to) if types.is_complete(to) => layout::align_of(types, &self.p.target, to).max(1),
            _ => 1,
        }
    }

    /// Width and sign of an integer type, `_Bool` included.
    pub(crate) fn int_of(&self, ty: TypeId) -> Lowered<IntType> {
        match self.form(ty)? {
            Form::Int(ty) => Ok(ty),
            Form::Bool => Ok(BOOL),
            _ => Err("an integer of this type"),
        }
    }

    pub(crate) fn arithmetic(&mut self, a: Reg, from: TypeId, to: TypeId) -> Lowered<Reg> {
        let source = match self.form(from)? {
            Form::Bool => Form::Int(BOOL),
            source => source,
        };
        let target = self.form(to)?;
        let is_same = match (source, target) {
            (Form::Int(from), Form::Int(to)) => {
                from == to || is_widening(from, to) || self.is_masked(a, to)
            }
            (Form::Aggregate, _) | (_, Form::Aggregate)
                if self.complex_element(from).or(self.complex_element(to)).is_some() =>
            {
                return self.convert_complex(a, from, to);
            }
            _ => source == target,
        };
        if is_same {
            return Ok(a);
        }
        let dst = self.temp()?;
        self.emit(match (source, target) {
            (Form::Int(ty), Form::Bool) => Op::IsTrue { dst, a, scalar: int_scalar(ty) },
            (Form::Float(f), Form::Bool) => Op::IsTrue { dst, a, scalar: Scalar::Float(f) },
            (Form::Int(from), Form::Int(to)) => Op::IntToInt { dst, a, from, to },
            (Form::Int(from), Form::Float(to)) => Op::IntToFloat { dst, a, from, to },
            (Form::Float(from), Form::Int(to)) => Op::FloatToInt { dst, a, from, to },
            (Form::Float(from), Form::Float(to)) => Op::FloatToFloat { dst, a, from, to },
            _ => return Err("this conversion"),
        });
        Ok(dst)
    }

    /// A value for a bit-field. Its type has just its width (6.7.2.1p10): what comes
    /// from a floating type must fit that (6.3.1.4p1), all else is cut when it is
    /// stored.
    pub(super) fn fit_bit_field(&mut self, a: Reg, from: TypeId, field: FieldId) -> Lowered<Reg> {
        let info = &self.p.types.fields[field];
        let (to, width) = (info.ty, info.width);
        let Form::Int(int) = self.form(to)? else { return self.arithmetic(a, from, to) };
        let (a, from) = match self.complex_element(from) {
            Some(part) => (self.convert_complex(a, from, part)?, part),
            None => (a, from),
        };
        let Form::Float(from) = self.form(from)? else { return self.arithmetic(a, from, to) };
        let to = IntType { bits: width.unwrap_or(int.bits), signed: int.signed };
        let dst = self.temp()?;
        self.emit(Op::FloatToInt { dst, a, from, to });
        Ok(dst)
    }

    /// The value of an expression that is stored, perhaps in a bit-field.
    pub(super) fn value_for(&mut self, field: Option<FieldId>, value: ExprId) -> Lowered<Reg> {
        let kind = self.p.exprs[value].kind;
        let (Some(field), ExprKind::Convert(Conversion::Arithmetic, of)) = (field, kind) else {
            return self.value(value);
        };
        if self.p.types.is_integer(self.ty(of)) {
            return self.value(value);
        }
        let a = self.value(of)?;
        self.at = Origin::Expr(value);
        self.fit_bit_field(a, self.ty(of), field)
    }

    /// The bit-field that an lvalue names.
    pub(super) fn bit_field(&self, lvalue: ExprId) -> Option<FieldId> {
        match self.p.exprs[lvalue].kind {
            ExprKind::Member(_, field, _) => self.p.types.fields[field].width.and(Some(field)),
            _ => None,
        }
    }

    /// A bit-field wider than int keeps its own width in gcc and is widened in
    /// clang (6.3.1.1p2 leaves it open): arithmetic on it can tell.
    #[inline]
    pub(super) fn check_wide_bit_field(&mut self, e: ExprId) {
        if self.traits.has_wide_bit_fields {
            self.check_if_wide(e);
        }
    }

    fn check_if_wide(&mut self, e: ExprId) {
        let mut e = e;
        while let ExprKind::Convert(Conversion::Lvalue | Conversion::Arithmetic, inner) =
            self.p.exprs[e].kind
        {
            e = inner;
        }
        let ExprKind::Member(_, field, _) = self.p.exprs[e].kind else { return };
        let info = &self.p.types.fields[field];
        let (Some(width), Some(kind)) = (info.width, self.p.types.int_kind(info.ty)) else {
            return;
        };
        let int = self.p.target.int.size * 8;
        if width > int && width < self.p.target.int_type(kind).bits {
            self.emit(Op::WideBitField);
        }
    }

    /// How a value of this type is tested.
    pub(crate) fn scalar(&self, ty: TypeId) -> Lowered<Scalar> {
        Ok(match self.form(ty)? {
            Form::Int(ty) => int_scalar(ty),
            Form::Bool => Scalar::Word,
            Form::Pointer => Scalar::Pointer,
            Form::Float(format) => Scalar::Float(format),
            _ => return Err("a condition of this type"),
        })
    }
}

/// Whether a value looks the same in the wider type: a register holds it
/// extended by its sign anyway.
fn is_widening(from: IntType, to: IntType) -> bool {
    from.bits < to.bits && to.bits <= 64 && (to.signed || !from.signed)
}

fn int_scalar(ty: IntType) -> Scalar {
    if ty.bits <= 64 { Scalar::Word } else { Scalar::Wide }
}
