//! Complex numbers, of floating and (GNU) integer types.
//!
//! The value of a complex expression is the address of a temporary that holds
//! both parts. All but products and quotients of floating numbers is done part
//! by part.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::builtins;
use elenchus_lang::layout;
use elenchus_lang::tree::{DeclId, ExprId, Storage as Class, UnaryOp};
use elenchus_lang::types::{TypeId, TypeKind};

use crate::code::{Form, Op, Reg, Scalar};
pub(crate) use crate::core::lower::place::{InMemory, Lvalue};
use crate::core::lower::{Lowered, Lowerer};

/// The registers of both parts.
type Parts = (Reg, Reg);

impl Lowerer<'_> {
    /// What the parts of a complex type are.
    pub(crate) fn complex_element(&self, ty: TypeId) -> Option<TypeId> {
        match self.p.types.kind(ty) {
            TypeKind::Complex(element) => Some(element),
            _ => None,
        }
    }

    fn part_size(&self, element: TypeId) -> u32 {
        layout::size_of(&self.p.types, &self.p.target, element).unwrap_or(0) as u32
    }

    /// Where a part lies.
    pub(crate) fn part_spot(
        &mut self,
        whole: InMemory,
        element: TypeId,
        imag: bool,
    ) -> Lowered<InMemory> {
        if !imag {
            return Ok(whole);
        }
        let bytes = self.part_size(element);
        let dst = self.temp()?;
        self.emit(Op::Offset { dst, pointer: whole.pointer, bytes });
        Ok(InMemory { pointer: dst, ..whole })
    }

    fn load_part(&mut self, whole: InMemory, element: TypeId, imag: bool) -> Lowered<Reg> {
        let spot = self.part_spot(whole, element, imag)?;
        // What qualifies the object was checked for all of it.
        let access = self.access_at(element, &spot, true)?;
        let dst = self.temp()?;
        self.emit(Op::Load { dst, pointer: spot.pointer, access });
        Ok(dst)
    }

    /// Reads an object; its value no longer changes with it.
    pub(crate) fn load_complex(&mut self, spot: InMemory, ty: TypeId) -> Lowered<Reg> {
        let element = self.complex_element(ty).ok_or("this complex number")?;
        let access = self.access_at(ty, &spot, false)?;
        self.emit(Op::CheckWhole { pointer: spot.pointer, access });
        let re = self.load_part(spot, element, false)?;
        let im = self.load_part(spot, element, true)?;
        self.make_complex(self.p.types.value_type(ty), (re, im))
    }

    /// The parts of a value.
    fn both_parts(&mut self, value: Reg, element: TypeId) -> Lowered<Parts> {
        let spot = InMemory::plain(value);
        Ok((self.load_part(spot, element, false)?, self.load_part(spot, element, true)?))
    }

    fn make_complex(&mut self, ty: TypeId, (re, im): Parts) -> Lowered<Reg> {
        let element = self.complex_element(ty).ok_or("this complex number")?;
        let whole = self.temporary(ty)?;
        for (imag, src) in [(false, re), (true, im)] {
            let spot = self.part_spot(InMemory::plain(whole), element, imag)?;
            self.store(Lvalue::Memory(spot), src, element, true)?;
        }
        Ok(whole)
    }

    /// `1.0i`
    pub(crate) fn imaginary(&mut self, e: ExprId, ty: TypeId) -> Lowered<Reg> {
        let im = self.value(e)?;
        let re = self.constant(0)?;
        self.make_complex(ty, (re, im))
    }

    /// A conversion from or to a complex type (6.3.1.6, 6.3.1.7).
    pub(crate) fn convert_complex(&mut self, a: Reg, from: TypeId, to: TypeId) -> Lowered<Reg> {
        match (self.complex_element(from), self.complex_element(to)) {
            (Some(x), Some(y)) => {
                let (re, im) = self.both_parts(a, x)?;
                let re = self.arithmetic(re, x, y)?;
                let im = self.arithmetic(im, x, y)?;
                self.make_complex(to, (re, im))
            }
            (Some(_), None) if self.form(to)? == Form::Bool => {
                self.tested(a, from).map(|(truth, _)| truth)
            }
            (Some(x), None) => {
                let (re, _) = self.both_parts(a, x)?;
                self.arithmetic(re, x, to)
            }
            (None, Some(y)) => {
                let re = self.arithmetic(a, from, y)?;
                let im = self.constant(0)?;
                self.make_complex(to, (re, im))
            }
            (None, None) => self.arithmetic(a, from, to),
        }
    }

    /// What says whether a value is zero, and how it is read.
    pub(crate) fn tested(&mut self, value: Reg, ty: TypeId) -> Lowered<(Reg, Scalar)> {
        let Some(element) = self.complex_element(ty) else {
            return Ok((value, self.scalar(ty)?));
        };
        let (re, im) = self.both_parts(value, element)?;
        let scalar = self.scalar(element)?;
        let (a, b, dst) = (self.temp()?, self.temp()?, self.temp()?);
        self.emit(Op::IsTrue { dst: a, a: re, scalar });
        self.emit(Op::IsTrue { dst: b, a: im, scalar });
        let int = self.int_of(TypeId::INT)?;
        self.emit(Op::Int { op: BinaryOp::Or, ty: int, dst, a, b });
        Ok((dst, Scalar::Word))
    }

    // ---- operators ----

    /// `__real__` or `__imag__` of a value.
    pub(crate) fn complex_part(&mut self, op: UnaryOp, e: ExprId) -> Lowered<Reg> {
        let value = self.value(e)?;
        match self.complex_element(self.ty(e)) {
            Some(element) => self.load_part(InMemory::plain(value), element, op == UnaryOp::Imag),
            None if op == UnaryOp::Imag => self.constant(0),
            None => Ok(value),
        }
    }

    pub(crate) fn complex_unary(&mut self, op: UnaryOp, e: ExprId, ty: TypeId) -> Lowered<Reg> {
        let element = self.complex_element(ty).ok_or("this complex number")?;
        let value = self.value(e)?;
        self.negate_parts(value, ty, element, op == UnaryOp::BitNot)
    }

    fn negate_parts(
        &mut self,
        value: Reg,
        ty: TypeId,
        element: TypeId,
        conjugate: bool,
    ) -> Lowered<Reg> {
        let (re, im) = self.both_parts(value, element)?;
        let re = if conjugate { re } else { self.negative(re, element)? };
        let im = self.negative(im, element)?;
        self.make_complex(ty, (re, im))
    }

    fn negative(&mut self, a: Reg, element: TypeId) -> Lowered<Reg> {
        let dst = self.temp()?;
        match self.form(element)? {
            Form::Float(format) => self.emit(Op::FloatNeg { format, dst, a }),
            _ => {
                let ty = self.int_of(element)?;
                self.emit(Op::IntUnary { op: elenchus_lang::arith::UnaryOp::Neg, ty, dst, a })
            }
        };
        Ok(dst)
    }

    /// The parts of an operand that may be real: then there is only one.
    fn operand(&mut self, value: Reg, ty: TypeId) -> Lowered<(Reg, Option<Reg>)> {
        match self.complex_element(ty) {
            None => Ok((value, None)),
            Some(element) => self.both_parts(value, element).map(|(re, im)| (re, Some(im))),
        }
    }

    /// An operator of which an operand is complex. A real one stays real, as
    /// G.5 has it and compilers do.
    pub(crate) fn complex_binary(
        &mut self,
        op: BinaryOp,
        a: (Reg, TypeId),
        b: (Reg, TypeId),
        ty: TypeId,
    ) -> Lowered<Reg> {
        let element = self.complex_element(a.1).or_else(|| self.complex_element(b.1));
        let element = element.ok_or("this complex number")?;
        let (x, y) = (self.operand(a.0, a.1)?, self.operand(b.0, b.1)?);
        let is_float = matches!(self.form(element)?, Form::Float(_));
        let part =
            |l: &mut Self, a: Reg, b: Reg| l.arithmetic_op(op, a, element, b, element, element);
        let parts = match (op, x.1, y.1) {
            (BinaryOp::Eq | BinaryOp::Ne, ..) => return self.complex_equal(op, x, y, element),
            (BinaryOp::Add | BinaryOp::Sub, Some(im), None) => (part(self, x.0, y.0)?, im),
            (BinaryOp::Add, None, Some(im)) => (part(self, x.0, y.0)?, im),
            (BinaryOp::Sub, None, Some(im)) => (part(self, x.0, y.0)?, self.negative(im, element)?),
            (BinaryOp::Add | BinaryOp::Sub, Some(p), Some(q)) => {
                (part(self, x.0, y.0)?, part(self, p, q)?)
            }
            (BinaryOp::Mul, Some(im), None) => (part(self, x.0, y.0)?, part(self, im, y.0)?),
            (BinaryOp::Mul, None, Some(im)) => (part(self, x.0, y.0)?, part(self, x.0, im)?),
            // Compilers disagree on what integers give.
            (BinaryOp::Div, ..) if !is_float => {
                return Err("division of complex integers");
            }
            (BinaryOp::Div, Some(im), None) => (part(self, x.0, y.0)?, part(self, im, y.0)?),
            (BinaryOp::Mul, Some(p), Some(q)) if !is_float => {
                self.integer_product((x.0, p), (y.0, q), element)?
            }
            (BinaryOp::Mul | BinaryOp::Div, _, Some(q)) => {
                self.float_product(op, x, (y.0, q), element)?
            }
            _ => return Err("this operator on complex numbers"),
        };
        self.make_complex(ty, parts)
    }

    fn complex_equal(
        &mut self,
        op: BinaryOp,
        x: (Reg, Option<Reg>),
        y: (Reg, Option<Reg>),
        element: TypeId,
    ) -> Lowered<Reg> {
        let zero = self.constant(0)?;
        let a = self.arithmetic_op(op, x.0, element, y.0, element, TypeId::INT)?;
        let (p, q) = (x.1.unwrap_or(zero), y.1.unwrap_or(zero));
        let b = self.arithmetic_op(op, p, element, q, element, TypeId::INT)?;
        let op = if op == BinaryOp::Eq { BinaryOp::And } else { BinaryOp::Or };
        self.arithmetic_op(op, a, TypeId::INT, b, TypeId::INT, TypeId::INT)
    }

    fn integer_product(&mut self, x: Parts, y: Parts, element: TypeId) -> Lowered<Parts> {
        let mut apply = |op, a, b| self.arithmetic_op(op, a, element, b, element, element);
        let (ac, bd) = (apply(BinaryOp::Mul, x.0, y.0)?, apply(BinaryOp::Mul, x.1, y.1)?);
        let (ad, bc) = (apply(BinaryOp::Mul, x.0, y.1)?, apply(BinaryOp::Mul, x.1, y.0)?);
        Ok((apply(BinaryOp::Sub, ac, bd)?, apply(BinaryOp::Add, ad, bc)?))
    }

    /// The four parts in a row, and the two of the result.
    fn float_product(
        &mut self,
        op: BinaryOp,
        x: (Reg, Option<Reg>),
        y: Parts,
        element: TypeId,
    ) -> Lowered<Parts> {
        let Form::Float(format) = self.form(element)? else { return Err("this product") };
        let zero = self.constant(0)?;
        let first = self.temp()?;
        let (re, im) = (self.temp()?, self.temp()?);
        let last = self.temp()?;
        debug_assert!(last == first + 3, "registers come in a row");
        for (dst, src) in [(first, x.0), (re, x.1.unwrap_or(zero)), (im, y.0), (last, y.1)] {
            self.emit(Op::Move { dst, src });
        }
        let divide = op == BinaryOp::Div;
        self.emit(Op::ComplexFloat { divide, format, dst: first, a: first });
        Ok((first, re))
    }

    /// `++` and `--` change the real part.
    pub(crate) fn complex_step(&mut self, old: Reg, ty: TypeId, down: bool) -> Lowered<Reg> {
        let element = self.complex_element(ty).ok_or("this complex number")?;
        let int = self.constant(1)?;
        let one = self.arithmetic(int, TypeId::INT, element)?;
        let op = if down { BinaryOp::Sub } else { BinaryOp::Add };
        self.complex_binary(op, (old, ty), (one, element), self.p.types.value_type(ty))
    }

    /// Functions of `<complex.h>` that only take numbers apart, and
    /// `__builtin_complex`.
    pub(crate) fn complex_function(
        &mut self,
        decl: DeclId,
        args: &[ExprId],
        ty: TypeId,
    ) -> Lowered<Option<Reg>> {
        let decl = &self.p.decls[decl];
        let name = self.p.name(decl.name);
        let name = builtins::stem(name).unwrap_or(name);
        if decl.storage.has(Class::STATIC) {
            return Ok(None);
        }
        match (name, args) {
            ("complex", [re, im]) if self.complex_element(ty).is_some() => {
                let (re, im) = (self.value(*re)?, self.value(*im)?);
                self.make_complex(ty, (re, im)).map(Some)
            }
            ("creal" | "crealf" | "creall", [e]) if self.complex_element(self.ty(*e)).is_some() => {
                self.complex_part(UnaryOp::Real, *e).map(Some)
            }
            ("cimag" | "cimagf" | "cimagl", [e]) if self.complex_element(self.ty(*e)).is_some() => {
                self.complex_part(UnaryOp::Imag, *e).map(Some)
            }
            ("conj" | "conjf" | "conjl", [e]) if self.complex_element(ty).is_some() => {
                self.complex_unary(UnaryOp::BitNot, *e, ty).map(Some)
            }
            _ => Ok(None),
        }
    }
}
