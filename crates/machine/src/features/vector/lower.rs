//! Vectors (GNU): the same operation on each element.
//!
//! The value of a vector expression is the address of where it lies.

use elenchus_lang::arith;
use elenchus_lang::constant;
use elenchus_lang::tree::{Conversion, ExprId, UnaryOp};
use elenchus_lang::types::{TypeId, TypeKind};

use crate::code::{Form, Index, LaneKind, LaneOp, Lanes, Op, Reg};
pub(crate) use crate::core::lower::place::{InMemory, Lvalue};
use crate::core::lower::{Lowered, Lowerer};
use crate::features::vla::Bound;

impl Lowerer<'_> {
    pub(crate) fn is_vector(&self, ty: TypeId) -> bool {
        matches!(self.p.types.kind(ty), TypeKind::Vector { .. })
    }

    /// The elements of a vector; any other type is one by itself.
    fn lanes(&mut self, ty: TypeId) -> Lowered<Lanes> {
        let (element, count) = match self.p.types.kind(ty) {
            TypeKind::Vector { element, count } => (element, count),
            _ => (ty, 1),
        };
        let index = self.access(element, true)?;
        let access = &self.code.accesses[index as usize];
        Ok(Lanes { element: index, size: access.size, form: access.form, count })
    }

    /// An operation that gives a vector (or what has its bits).
    fn lane_op(
        &mut self,
        kind: LaneKind,
        from: [TypeId; 2],
        to: TypeId,
        operands: [Reg; 3],
    ) -> Lowered<Reg> {
        let to = self.p.types.value_type(to);
        let op = LaneOp {
            kind,
            from: self.lanes(from[0])?,
            other: self.lanes(from[1])?,
            to: self.lanes(to)?,
        };
        let index = self.code.lane_ops.len() as Index;
        self.code.lane_ops.push(op);
        let dst = self.temporary(to)?;
        let [a, b, c] = operands;
        self.emit(Op::Lane { op: index, dst, a, b, c });
        Ok(dst)
    }

    pub(crate) fn vector_binary(
        &mut self,
        op: arith::BinaryOp,
        a: (Reg, TypeId),
        b: (Reg, TypeId),
        ty: TypeId,
    ) -> Lowered<Reg> {
        self.lane_op(LaneKind::Binary(op), [a.1, b.1], ty, [a.0, b.0, b.0])
    }

    pub(crate) fn vector_unary(&mut self, op: UnaryOp, e: ExprId, ty: TypeId) -> Lowered<Reg> {
        let a = self.value(e)?;
        let op = match op {
            UnaryOp::Neg => arith::UnaryOp::Neg,
            UnaryOp::BitNot => arith::UnaryOp::BitNot,
            _ => return Err("this operator on vectors"),
        };
        let from = self.ty(e);
        self.lane_op(LaneKind::Unary(op), [from, from], ty, [a, a, a])
    }

    /// Conversions from or to vectors.
    pub(crate) fn convert_vector(
        &mut self,
        conversion: Conversion,
        a: Reg,
        from: TypeId,
        to: TypeId,
    ) -> Lowered<Reg> {
        if conversion == Conversion::Splat {
            return self.lane_op(LaneKind::Splat, [from, from], to, [a, a, a]);
        }
        let source = match self.form(from)? {
            Form::Aggregate => a,
            _ => {
                let scalar = self.temporary(self.p.types.value_type(from))?;
                self.store(Lvalue::Memory(InMemory::plain(scalar)), a, from, true)?;
                scalar
            }
        };
        let result = self.lane_op(LaneKind::Bits, [from, from], to, [source, source, source])?;
        match self.is_vector(to) {
            true => Ok(result),
            false => {
                self.load(Lvalue::Memory(InMemory::plain(result)), self.p.types.value_type(to))
            }
        }
    }

    /// The value of an object that was found to be one.
    pub(crate) fn copied_vector(&mut self, from: Reg, ty: TypeId) -> Lowered<Reg> {
        self.lane_op(LaneKind::Bits, [ty, ty], ty, [from, from, from])
    }

    /// `__builtin_convertvector`
    pub(crate) fn vector_convert(&mut self, e: ExprId, ty: TypeId) -> Lowered<Reg> {
        let a = self.value(e)?;
        let from = self.ty(e);
        self.lane_op(LaneKind::Convert, [from, from], ty, [a, a, a])
    }

    /// `__builtin_shuffle` and `__builtin_shufflevector`
    pub(crate) fn vector_shuffle(
        &mut self,
        name: &str,
        args: &[ExprId],
        ty: TypeId,
    ) -> Lowered<Reg> {
        match (name, args) {
            ("__builtin_shuffle", &[a, mask]) => self.shuffle(a, None, mask, ty),
            ("__builtin_shuffle", &[a, b, mask]) => self.shuffle(a, Some(b), mask, ty),
            ("__builtin_shufflevector", [a, b, places @ ..]) => {
                self.shuffle_fixed(*a, *b, places, ty)
            }
            _ => Err("this shuffle"),
        }
    }

    fn shuffle(&mut self, a: ExprId, b: Option<ExprId>, mask: ExprId, ty: TypeId) -> Lowered<Reg> {
        let from = [self.ty(a), self.ty(mask)];
        let first = self.value(a)?;
        let second = b.map(|b| self.value(b)).transpose()?;
        let mask = self.value(mask)?;
        let kind = LaneKind::Shuffle { two: second.is_some() };
        self.lane_op(kind, from, ty, [first, mask, second.unwrap_or(first)])
    }

    /// The places are constants; at -1 anything may be.
    fn shuffle_fixed(
        &mut self,
        a: ExprId,
        b: ExprId,
        places: &[ExprId],
        ty: TypeId,
    ) -> Lowered<Reg> {
        let lanes = self.lanes(self.ty(a))?;
        let size = i128::from(lanes.size);
        let (first, second) = (self.value(a)?, self.value(b)?);
        let dst = self.temporary(ty)?;
        for (i, &place) in places.iter().enumerate() {
            let place = constant::as_int(self.p, place).ok_or("this shuffle")?;
            if place == -1 {
                continue;
            }
            let count = i128::from(lanes.count);
            let (source, lane) =
                if place < count { (first, place) } else { (second, place - count) };
            let from = self.offset(source, (lane * size) as u64)?;
            let to = self.offset(dst, (i as i128 * size) as u64)?;
            self.emit(Op::Copy { to, from, access: lanes.element });
        }
        Ok(dst)
    }

    /// `v[i]`
    pub(crate) fn vector_element(
        &mut self,
        vector: ExprId,
        index: ExprId,
        ty: TypeId,
    ) -> Lowered<InMemory> {
        let TypeKind::Vector { element, count } = self.p.types.kind(self.ty(vector)) else {
            return Err("this subscript");
        };
        let watched = self.watch(&[vector, index]);
        let at = self.at;
        let Lvalue::Memory(spot) = self.place(vector)? else {
            return Err("a vector in a register");
        };
        self.next_operand(watched);
        let reg = self.value(index)?;
        self.at = at;
        if watched {
            self.emit(Op::Settle { sequenced: false });
            self.close_watch(false);
        }
        let bound = Bound::Fixed(count.into());
        let pointer =
            self.advance(spot.pointer, reg, self.ty(index), element, false, bound, true)?;
        Ok(InMemory { pointer, align: self.align_of(ty), named: false, ..spot })
    }

    /// The new value of `v++`, and the old one, which no longer changes.
    pub(crate) fn vector_step(&mut self, old: Reg, ty: TypeId, down: bool) -> Lowered<(Reg, Reg)> {
        let TypeKind::Vector { element, .. } = self.p.types.kind(ty) else {
            return Err("this operand of ++ or --");
        };
        let ty = self.p.types.value_type(ty);
        let int = self.constant(1)?;
        let one = self.arithmetic(int, TypeId::INT, element)?;
        let ones = self.lane_op(LaneKind::Splat, [element, element], ty, [one, one, one])?;
        let op = if down { arith::BinaryOp::Sub } else { arith::BinaryOp::Add };
        let new = self.vector_binary(op, (old, ty), (ones, ty), ty)?;
        let kept = self.temporary(ty)?;
        self.store(Lvalue::Memory(InMemory::plain(kept)), old, ty, true)?;
        Ok((new, kept))
    }
}
