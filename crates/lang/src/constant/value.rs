//! Operators and conversions on constants.

use std::cmp::Ordering;

use super::{Address, Base, Constant, Evaluator, Number};
use crate::arith::{BinaryOp, Float, int};
use crate::target::{FloatFormat, IntKind, IntType};
use crate::tree::{Conversion, UnaryOp};
use crate::types::{TypeId, TypeKind};
use crate::undefined::Undefined;

/// A value and its type.
type Typed = (Constant, TypeId);

impl Constant {
    pub(super) fn as_number(self) -> Option<Number> {
        match self {
            Constant::Int(value) => Some(Number::Int(value)),
            Constant::Float(value) => Some(Number::Float(value)),
            _ => None,
        }
    }
}

impl From<Number> for Constant {
    fn from(number: Number) -> Constant {
        match number {
            Number::Int(value) => Constant::Int(value),
            Number::Float(value) => Constant::Float(value),
        }
    }
}

impl Number {
    /// Zero of the same type.
    pub(super) fn zero(self) -> Number {
        match self {
            Number::Int(_) => Number::Int(0),
            Number::Float(value) => Number::Float(Float::zero(value.format())),
        }
    }

    fn is_zero(self) -> bool {
        match self {
            Number::Int(value) => value == 0,
            Number::Float(value) => value.is_zero(),
        }
    }
}

impl Evaluator<'_> {
    /// The format, if it is a binary floating type.
    pub(super) fn float_format(&self, ty: TypeId) -> Option<FloatFormat> {
        match self.program.types.kind(ty) {
            TypeKind::Float(kind) => Some(self.program.target.float_format(kind)),
            _ => None,
        }
    }

    /// Whether a value compares unequal to 0.
    pub(super) fn truth(&self, value: Constant) -> Option<bool> {
        match value {
            Constant::Int(value) => Some(value != 0),
            Constant::Float(value) => Some(!value.is_zero()),
            Constant::Complex(real, imaginary) => Some(!real.is_zero() || !imaginary.is_zero()),
            Constant::Address(address) => self.is_not_null(address),
            Constant::LabelDifference(..) => None,
        }
    }

    // ---- conversions ----

    pub(super) fn convert(
        &mut self,
        conversion: Conversion,
        value: Constant,
        from: TypeId,
        to: TypeId,
    ) -> Option<Constant> {
        match conversion {
            Conversion::Arithmetic => self.arithmetic(value, from, to),
            Conversion::PointerToBool => Some(Constant::Int(self.truth(value)?.into())),
            Conversion::PointerToInt => match value {
                Constant::Address(Address { base: Base::Null, offset }) => {
                    Some(Constant::Int(int::wrap(self.int_type(to)?, offset.into())))
                }
                _ => self.is_as_wide_as_pointer(to).then_some(value),
            },
            Conversion::IntToPointer => match value {
                Constant::Int(value) => {
                    let offset = self.wrap_offset(value);
                    Some(Constant::Address(Address { base: Base::Null, offset }))
                }
                _ => self.is_as_wide_as_pointer(from).then_some(value),
            },
            Conversion::Null => Some(Constant::Address(Address { base: Base::Null, offset: 0 })),
            Conversion::Pointer | Conversion::Same => Some(value),
            Conversion::Lvalue
            | Conversion::Decay
            | Conversion::Function
            | Conversion::Void
            | Conversion::Bits
            | Conversion::Splat
            | Conversion::TransparentUnion => None,
        }
    }

    fn is_as_wide_as_pointer(&self, ty: TypeId) -> bool {
        self.size_of(ty) == Some(self.program.target.pointer.size.into())
    }

    /// Between arithmetic types (6.3.1).
    pub(super) fn arithmetic(
        &mut self,
        value: Constant,
        from: TypeId,
        to: TypeId,
    ) -> Option<Constant> {
        let types = &self.program.types;
        let parts = |ty| match types.kind(ty) {
            TypeKind::Complex(element) => (element, true),
            _ => (ty, false),
        };
        let ((from_part, _), (to_part, to_complex)) = (parts(from), parts(to));
        let is_bool = types.int_kind(to) == Some(IntKind::Bool);
        match value {
            // Both parts count.
            Constant::Complex(..) if is_bool => Some(Constant::Int(self.truth(value)?.into())),
            Constant::Complex(real, imaginary) => {
                let real = self.number(real, from_part, to_part)?;
                if !to_complex {
                    return Some(real.into());
                }
                Some(Constant::Complex(real, self.number(imaginary, from_part, to_part)?))
            }
            Constant::Int(_) | Constant::Float(_) => {
                let real = self.number(value.as_number()?, from_part, to_part)?;
                Some(if to_complex { Constant::Complex(real, real.zero()) } else { real.into() })
            }
            Constant::Address(_) if is_bool => Some(Constant::Int(self.truth(value)?.into())),
            Constant::Address(_) => {
                (types.is_integer(to) && self.is_as_wide_as_pointer(to)).then_some(value)
            }
            Constant::LabelDifference(..) => (types.is_integer(to) && !is_bool).then_some(value),
        }
    }

    fn number(&mut self, number: Number, from: TypeId, to: TypeId) -> Option<Number> {
        let to_int = self.int_type(to);
        let is_bool = self.program.types.int_kind(to) == Some(IntKind::Bool);
        Some(match number {
            _ if is_bool => Number::Int((!number.is_zero()).into()),
            Number::Int(value) => match to_int {
                Some(ty) => Number::Int(int::wrap(ty, value)),
                None => {
                    let from = self.int_type(from)?;
                    Number::Float(Float::from_int(self.float_format(to)?, from, value))
                }
            },
            Number::Float(value) => match to_int {
                Some(ty) => Number::Int(value.to_int(ty).unwrap_or_else(|_| {
                    self.overflowed = true;
                    nearest(ty, value)
                })),
                None => Number::Float(value.convert(self.float_format(to)?)),
            },
        })
    }

    // ---- operators ----

    pub(super) fn unary(&mut self, op: UnaryOp, ty: TypeId, value: Constant) -> Option<Constant> {
        match (op, value) {
            (UnaryOp::Plus, _) => Some(value),
            (UnaryOp::Not, _) => Some(Constant::Int((!self.truth(value)?).into())),
            (UnaryOp::BitNot, Constant::Int(value)) => {
                Some(Constant::Int(int::bit_not(self.int_type(ty)?, value)))
            }
            // GNU: the conjugate.
            (UnaryOp::BitNot, Constant::Complex(real, imaginary)) => {
                let imaginary = self.negate(self.part_type(ty)?, imaginary)?;
                Some(Constant::Complex(real, imaginary))
            }
            (UnaryOp::Neg, Constant::Int(_) | Constant::Float(_)) => {
                Some(self.negate(ty, value.as_number()?)?.into())
            }
            (UnaryOp::Neg, Constant::Complex(real, imaginary)) => {
                let part = self.part_type(ty)?;
                Some(Constant::Complex(self.negate(part, real)?, self.negate(part, imaginary)?))
            }
            (UnaryOp::Real, Constant::Complex(real, _)) => Some(real.into()),
            (UnaryOp::Imag, Constant::Complex(_, imaginary)) => Some(imaginary.into()),
            (UnaryOp::Real, Constant::Int(_) | Constant::Float(_)) => Some(value),
            (UnaryOp::Imag, Constant::Int(_) | Constant::Float(_)) => {
                Some(value.as_number()?.zero().into())
            }
            _ => None,
        }
    }

    fn part_type(&self, ty: TypeId) -> Option<TypeId> {
        match self.program.types.kind(ty) {
            TypeKind::Complex(element) => Some(element),
            _ => None,
        }
    }

    fn negate(&mut self, ty: TypeId, number: Number) -> Option<Number> {
        match number {
            Number::Int(value) => {
                let ty = self.int_type(ty)?;
                Some(Number::Int(self.integers(BinaryOp::Sub, ty, 0, value)?))
            }
            Number::Float(value) => Some(Number::Float(-value)),
        }
    }

    /// `result` is the type of the expression.
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        result: TypeId,
        left: Typed,
        right: Typed,
    ) -> Option<Constant> {
        match (left.0, right.0) {
            (Constant::Int(_) | Constant::Float(_), Constant::Int(_) | Constant::Float(_)) => {
                let (a, b) = (left.0.as_number()?, right.0.as_number()?);
                Some(self.numbers(op, left.1, a, b)?.into())
            }
            (Constant::Complex(a, b), Constant::Complex(c, d)) => {
                self.complex(op, self.part_type(left.1)?, (a, b), (c, d))
            }
            (Constant::Address(a), Constant::Address(b)) => {
                self.addresses(op, result, left.1, a, b)
            }
            (Constant::Address(a), Constant::Int(b)) => {
                self.address_and_int(op, result, (a, left.1), b)
            }
            (Constant::Int(a), Constant::Address(b)) => match op {
                BinaryOp::Add | BinaryOp::Eq | BinaryOp::Ne => {
                    self.address_and_int(op, result, (b, right.1), a)
                }
                _ => None,
            },
            (Constant::Complex(a, b), Constant::Int(_) | Constant::Float(_)) => {
                let number = right.0.as_number()?;
                self.complex_and_real(op, right.1, (a, b), number)
            }
            (Constant::Int(_) | Constant::Float(_), Constant::Complex(c, d)) => {
                let number = left.0.as_number()?;
                self.real_and_complex(op, left.1, number, (c, d))
            }
            _ => None,
        }
    }

    /// Operands of the same type, or of integer types for a shift.
    fn numbers(&mut self, op: BinaryOp, ty: TypeId, a: Number, b: Number) -> Option<Number> {
        match (a, b) {
            (Number::Int(a), Number::Int(b)) => {
                let ty = self.int_type(ty)?;
                Some(Number::Int(self.integers(op, ty, a, b)?))
            }
            (Number::Float(a), Number::Float(b)) if op.is_comparison() => {
                Some(Number::Int(Float::compare_by(op, a, b)?.into()))
            }
            (Number::Float(a), Number::Float(b)) => {
                let by_zero = op == BinaryOp::Div && b.is_zero();
                if by_zero && !self.program.target.annex_f {
                    return None;
                }
                Some(Number::Float(Float::binary(op, a, b)?))
            }
            _ => None,
        }
    }

    /// What is undefined but has a value in gcc is marked.
    pub(super) fn integers(&mut self, op: BinaryOp, ty: IntType, a: i128, b: i128) -> Option<i128> {
        let wrapped = match int::binary_in(self.program.language.overflow(), op, ty, a, b) {
            Ok(value) => return Some(value),
            Err(Undefined::SignedOverflow) => match op {
                BinaryOp::Add => int::wrapping_add(ty, a, b),
                BinaryOp::Sub => int::wrapping_sub(ty, a, b),
                BinaryOp::Mul => int::wrapping_mul(ty, a, b),
                _ => return None,
            },
            // The least value by -1.
            Err(Undefined::DivisionOverflow) => match op {
                BinaryOp::Div => a,
                _ => 0,
            },
            Err(Undefined::LeftShift) => int::wrapping_shl(ty, a, b)?,
            // Shifts by the width or more shift everything out; the count of
            // a negative shift has no meaning even in gcc.
            Err(Undefined::ShiftCount) if b >= 0 => match op {
                BinaryOp::Shr if ty.signed && a < 0 => -1,
                _ => 0,
            },
            Err(_) => return None,
        };
        self.overflowed = true;
        Some(wrapped)
    }

    /// The parts have type `ty`.
    fn complex(
        &mut self,
        op: BinaryOp,
        ty: TypeId,
        (a, b): (Number, Number),
        (c, d): (Number, Number),
    ) -> Option<Constant> {
        let (real, imaginary) = match op {
            BinaryOp::Add | BinaryOp::Sub => {
                (self.numbers(op, ty, a, c)?, self.numbers(op, ty, b, d)?)
            }
            BinaryOp::Eq | BinaryOp::Ne => {
                let real = self.numbers(BinaryOp::Eq, ty, a, c)?;
                let imaginary = self.numbers(BinaryOp::Eq, ty, b, d)?;
                let equal = !real.is_zero() && !imaginary.is_zero();
                return Some(Constant::Int((equal == (op == BinaryOp::Eq)).into()));
            }
            BinaryOp::Mul => self.complex_product(ty, (a, b), (c, d))?,
            // By a real number, each part is rounded once and nothing is in
            // doubt; other quotients depend on how they are computed.
            BinaryOp::Div if d.is_zero() => {
                (self.numbers(op, ty, a, c)?, self.numbers(op, ty, b, c)?)
            }
            _ => return None,
        };
        Some(Constant::Complex(real, imaginary))
    }

    /// Floating products only where each part is one product, rounded once:
    /// otherwise gcc's constants are more exact than its code.
    fn complex_product(
        &mut self,
        ty: TypeId,
        (a, b): (Number, Number),
        (c, d): (Number, Number),
    ) -> Option<(Number, Number)> {
        use BinaryOp::{Add, Mul, Sub};
        let is_exact = matches!(a, Number::Int(_)) || [a, b, c, d].iter().any(|n| n.is_zero());
        if !is_exact {
            return None;
        }
        let mut product = |x, y| self.numbers(Mul, ty, x, y);
        let (ac, bd, ad, bc) = (product(a, c)?, product(b, d)?, product(a, d)?, product(b, c)?);
        Some((self.numbers(Sub, ty, ac, bd)?, self.numbers(Add, ty, ad, bc)?))
    }

    /// gcc does not give a real operand an imaginary part: the zeros would
    /// have other signs. `ty` is the type of the number and of the parts.
    fn complex_and_real(
        &mut self,
        op: BinaryOp,
        ty: TypeId,
        (a, b): (Number, Number),
        number: Number,
    ) -> Option<Constant> {
        let (real, imaginary) = match op {
            BinaryOp::Add | BinaryOp::Sub => (self.numbers(op, ty, a, number)?, b),
            BinaryOp::Mul | BinaryOp::Div => {
                (self.numbers(op, ty, a, number)?, self.numbers(op, ty, b, number)?)
            }
            _ => return self.complex(op, ty, (a, b), (number, number.zero())),
        };
        Some(Constant::Complex(real, imaginary))
    }

    fn real_and_complex(
        &mut self,
        op: BinaryOp,
        ty: TypeId,
        number: Number,
        (c, d): (Number, Number),
    ) -> Option<Constant> {
        match op {
            BinaryOp::Sub => {
                let real = self.numbers(op, ty, number, c)?;
                Some(Constant::Complex(real, self.negate(ty, d)?))
            }
            BinaryOp::Div => self.complex(op, ty, (number, number.zero()), (c, d)),
            // The others know no order.
            _ => self.complex_and_real(op, ty, (c, d), number),
        }
    }

    // ---- addresses ----

    /// Bytes that adding 1 to a value of this type moves it by; 1 for an
    /// integer that a pointer was converted to.
    fn step(&self, ty: TypeId) -> Option<i128> {
        match self.program.types.pointee(ty) {
            Some(to) => self.gnu_size_of(to).map(i128::from),
            None => Some(1),
        }
    }

    fn address_and_int(
        &mut self,
        op: BinaryOp,
        result: TypeId,
        (address, ty): (Address, TypeId),
        number: i128,
    ) -> Option<Constant> {
        let direction = match op {
            BinaryOp::Add => 1,
            BinaryOp::Sub => -1,
            // The address as an integer, compared with one.
            _ => {
                let offset = self.wrap_offset(number);
                return self.addresses(
                    op,
                    result,
                    ty,
                    address,
                    Address { base: Base::Null, offset },
                );
            }
        };
        let bytes = number.checked_mul(self.step(ty)?)?.checked_mul(direction)?;
        Some(Constant::Address(self.advance(address, bytes)?))
    }

    fn addresses(
        &mut self,
        op: BinaryOp,
        result: TypeId,
        ty: TypeId,
        a: Address,
        b: Address,
    ) -> Option<Constant> {
        if self.first_declaration(a.base) == self.first_declaration(b.base) {
            return self.same_object(op, result, ty, a, b);
        }
        if let (BinaryOp::Sub, Base::Label(x), Base::Label(y)) = (op, a.base, b.base) {
            let plain = (a.offset, b.offset) == (0, 0) && self.step(ty)? == 1;
            return plain.then_some(Constant::LabelDifference(x, y));
        }
        let null = Address { base: Base::Null, offset: 0 };
        let differ = match (a, b) {
            (other, zero) | (zero, other) if zero == null => self.is_not_null(other)?,
            _ => self.are_distinct(a, b).then_some(true)?,
        };
        match op {
            BinaryOp::Eq => Some(Constant::Int((!differ).into())),
            BinaryOp::Ne => Some(Constant::Int(differ.into())),
            _ => None,
        }
    }

    fn same_object(
        &self,
        op: BinaryOp,
        result: TypeId,
        ty: TypeId,
        a: Address,
        b: Address,
    ) -> Option<Constant> {
        if op == BinaryOp::Sub {
            let bytes = i128::from(a.offset) - i128::from(b.offset);
            let steps = bytes.checked_div(self.step(ty)?)?;
            return Some(Constant::Int(int::wrap(self.int_type(result)?, steps)));
        }
        // Bare addresses compare as the machine does, unsigned; places in an
        // object by where they are in it.
        let order = match a.base {
            Base::Null => (a.offset as u64).cmp(&(b.offset as u64)),
            _ => a.offset.cmp(&b.offset),
        };
        let holds = match op {
            BinaryOp::Lt => order == Ordering::Less,
            BinaryOp::Gt => order == Ordering::Greater,
            BinaryOp::Le => order != Ordering::Greater,
            BinaryOp::Ge => order != Ordering::Less,
            BinaryOp::Eq => order == Ordering::Equal,
            BinaryOp::Ne => order != Ordering::Equal,
            _ => return None,
        };
        Some(Constant::Int(holds.into()))
    }
}

/// gcc's value for a floating value that the integer type cannot hold.
fn nearest(ty: IntType, value: Float) -> i128 {
    if value.is_nan() {
        0
    } else if value.is_negative() {
        int::min(ty)
    } else {
        int::max(ty)
    }
}
