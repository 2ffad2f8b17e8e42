//! Constant expressions over the typed tree (6.6), as far as gcc folds them.
//!
//! There are two questions. [`evaluate`] and [`as_int`] answer for array
//! lengths, case labels, enumerators, widths and static assertions.
//! [`evaluate_initializer`] answers for objects with static storage, where gcc
//! also reads objects that are `const` and elements of string literals.
//!
//! - `value`: operators and conversions on constants;
//! - `place`: addresses, and what is read from constant objects;
//! - `builtin`: calls of functions that the compiler knows.

mod builtin;
mod place;
#[cfg(test)]
mod tests;
mod value;

use crate::arith::{Float, int};
use crate::layout;
use crate::target::IntType;
use crate::tree::{
    AlignofStyle, Conversion, DeclId, Designator, Expr, ExprId, ExprKind, LabelId, Program,
    StringId, UnaryOp,
};
use crate::types::{ArrayLength, TypeId, TypeKind};

/// The value of a constant expression; its type is the expression's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constant {
    /// As [`int`] represents values.
    Int(i128),
    Float(Float),
    /// Real and imaginary part.
    Complex(Number, Number),
    /// A pointer, or a pointer converted to an integer of its size.
    Address(Address),
    /// `&&a - &&b`, of pointer or integer type: known to the assembler only.
    LabelDifference(LabelId, LabelId),
}

/// A value of real type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    Int(i128),
    Float(Float),
}

/// A place in memory: bytes from the start of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address {
    pub base: Base,
    pub offset: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// The offset is all of the address: null pointers and converted integers.
    Null,
    /// A variable or function, by its first declaration.
    Decl(DeclId),
    String(StringId),
    /// A compound literal: its expression.
    Literal(ExprId),
    Label(LabelId),
}

/// A constant, and whether gcc had to bend a rule for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Folded {
    pub value: Constant,
    /// There was signed overflow, a shift that loses bits, or a floating value
    /// that its integer type cannot hold. gcc wraps (or takes the nearest
    /// value) and diagnoses: an enumerator or an initialiser may be so, but
    /// for the length of an array it is no constant expression.
    pub overflowed: bool,
}

/// Beyond this the expression is no constant. Chains of left operands do not
/// count: they are walked in a loop. A level takes about a kilobyte of stack,
/// and who parses deep text provides it.
const MAX_DEPTH: u32 = 100_000;

/// Constant objects whose initialisers read constant objects, and so on.
const MAX_READS: u32 = 100;

/// The value of a constant expression; `None` if it is none, or undefined.
pub fn evaluate(program: &Program, expr: ExprId) -> Option<Folded> {
    Evaluator::new(program, false).run(expr)
}

/// The value of an integer constant expression, whether or not it overflowed.
pub fn as_int(program: &Program, expr: ExprId) -> Option<i128> {
    let Expr { kind, ty, .. } = program.exprs[expr];
    // Labels and lengths mostly are plain numbers.
    if let (ExprKind::Int(bits, _), Some(kind)) = (kind, ty.as_int()) {
        return Some(int::wrap(program.target.int_type(kind), bits.into()));
    }
    match evaluate(program, expr)?.value {
        Constant::Int(value) => Some(value),
        _ => None,
    }
}

/// The value of an initialiser of an object with static storage.
pub fn evaluate_initializer(program: &Program, expr: ExprId) -> Option<Folded> {
    Evaluator::new(program, true).run(expr)
}

struct Evaluator<'a> {
    program: &'a Program,
    /// Objects may be read.
    may_read: bool,
    depth: u32,
    reads: u32,
    overflowed: bool,
}

impl<'a> Evaluator<'a> {
    fn new(program: &'a Program, may_read: bool) -> Evaluator<'a> {
        Evaluator { program, may_read, depth: 0, reads: 0, overflowed: false }
    }

    fn run(mut self, expr: ExprId) -> Option<Folded> {
        let mut value = self.value(expr)?;
        if let Constant::Address(address) = &mut value {
            self.is_static(address.base).then_some(())?;
            address.base = self.first_declaration(address.base);
        }
        Some(Folded { value, overflowed: self.overflowed })
    }

    fn ty(&self, expr: ExprId) -> TypeId {
        self.program.exprs[expr].ty
    }

    /// Width and signedness, if it is an integer type.
    fn int_type(&self, ty: TypeId) -> Option<IntType> {
        Some(self.program.target.int_type(self.program.types.int_kind(ty)?))
    }

    fn size_of(&self, ty: TypeId) -> Option<u64> {
        layout::size_of(&self.program.types, &self.program.target, ty)
    }

    /// GNU's arithmetic on `void *` and pointers to functions counts bytes.
    fn gnu_size_of(&self, ty: TypeId) -> Option<u64> {
        match self.program.types.kind(ty) {
            TypeKind::Void | TypeKind::Function(_) => Some(1),
            _ => self.size_of(ty),
        }
    }

    fn value(&mut self, expr: ExprId) -> Option<Constant> {
        self.deeper(|this| this.walk(expr))
    }

    fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth == MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    /// Goes down to the leftmost operand, then applies what was passed on the
    /// way back up: `a + b + c…` may have tens of thousands of terms.
    fn walk(&mut self, expr: ExprId) -> Option<Constant> {
        use ExprKind::*;
        let mut passed = Vec::new();
        let mut at = expr;
        let mut value = loop {
            let operand = match self.program.exprs[at].kind {
                Binary(_, left, _) | LogAnd(left, _) | LogOr(left, _) | Elvis(left, _) => left,
                Conditional(condition, ..) => condition,
                Unary(UnaryOp::AddressOf | UnaryOp::Deref, _) => break self.leaf(at)?,
                Unary(_, operand) => operand,
                Convert(conversion, operand) | Cast(conversion, operand, _) => match conversion {
                    Conversion::Lvalue => break self.read(operand)?,
                    Conversion::Decay | Conversion::Function => {
                        break Constant::Address(self.place(operand)?);
                    }
                    _ => operand,
                },
                Generic(..) | Choose { .. } => {
                    at = self.chosen(at)?;
                    continue;
                }
                _ => break self.leaf(at)?,
            };
            passed.push(at);
            at = operand;
        };
        while let Some(node) = passed.pop() {
            value = self.apply(node, value)?;
        }
        Some(value)
    }

    /// The operand that stands for a `_Generic` or `__builtin_choose_expr`.
    fn chosen(&self, expr: ExprId) -> Option<ExprId> {
        match self.program.exprs[expr].kind {
            ExprKind::Generic(_, associations) => {
                let associations = &self.program.associations[associations];
                associations.iter().find(|a| a.chosen).map(|a| a.expr)
            }
            ExprKind::Choose { chosen, .. } => Some(chosen),
            _ => None,
        }
    }

    /// Given the value of its first operand, the value of an expression.
    fn apply(&mut self, expr: ExprId, operand: Constant) -> Option<Constant> {
        let ty = self.ty(expr);
        match self.program.exprs[expr].kind {
            ExprKind::Binary(op, left, right) => {
                let second = self.value(right)?;
                self.binary(op, ty, (operand, self.ty(left)), (second, self.ty(right)))
            }
            ExprKind::LogAnd(_, right) => {
                let holds = self.truth(operand)? && self.truth_of(right)?;
                Some(Constant::Int(holds.into()))
            }
            ExprKind::LogOr(_, right) => {
                let holds = self.truth(operand)? || self.truth_of(right)?;
                Some(Constant::Int(holds.into()))
            }
            ExprKind::Conditional(_, yes, no) => {
                let arm = if self.truth(operand)? { yes } else { no };
                self.value(arm)
            }
            ExprKind::Elvis(first, second) => {
                if !self.truth(operand)? {
                    return self.value(second);
                }
                let is_pointer = self.program.types.is_pointer(ty);
                if is_pointer {
                    Some(operand)
                } else {
                    self.arithmetic(operand, self.ty(first), ty)
                }
            }
            ExprKind::Unary(op, inner) => self.unary(op, self.ty(inner), operand),
            ExprKind::Convert(conversion, inner) | ExprKind::Cast(conversion, inner, _) => {
                self.convert(conversion, operand, self.ty(inner), ty)
            }
            _ => None,
        }
    }

    fn truth_of(&mut self, expr: ExprId) -> Option<bool> {
        let value = self.value(expr)?;
        self.truth(value)
    }

    /// An expression without an operand that is a value.
    fn leaf(&mut self, expr: ExprId) -> Option<Constant> {
        let program = self.program;
        let ty = self.ty(expr);
        match program.exprs[expr].kind {
            ExprKind::Int(bits, _) => {
                Some(Constant::Int(int::wrap(self.int_type(ty)?, bits.into())))
            }
            ExprKind::Float(bits) => {
                let bits = program.floats[bits].first()?;
                Some(Constant::Float(Float::from_bits(self.float_format(ty)?, *bits)))
            }
            ExprKind::Imaginary(real) => {
                let part = self.value(real)?.as_number()?;
                Some(Constant::Complex(part.zero(), part))
            }
            ExprKind::Enumerator(decl) => {
                use crate::tree::DeclKind::Enumerator;
                let Enumerator { value, .. } = program.decls[decl].kind else { return None };
                Some(Constant::Int(int::wrap(self.int_type(ty)?, value.into())))
            }
            ExprKind::SizeofExpr(inner) => self.size(ty, self.gnu_size_of(self.ty(inner))?),
            ExprKind::SizeofType(of) => self.size(ty, self.gnu_size_of(of)?),
            ExprKind::AlignofExpr(inner, _) => self.size(ty, self.align_of_expr(inner).into()),
            ExprKind::AlignofType(of, style) => {
                let align = match style {
                    AlignofStyle::Standard => layout::align_of(&program.types, &program.target, of),
                    AlignofStyle::Gnu => {
                        layout::preferred_align_of(&program.types, &program.target, of)
                    }
                };
                self.size(ty, align.into())
            }
            ExprKind::Offsetof(of, path) => {
                let offset = self.offset_of(of, &program.designators[path])?;
                self.size(ty, offset)
            }
            ExprKind::TypesCompatible(a, b) => {
                Some(Constant::Int(self.are_compatible(a, b).into()))
            }
            ExprKind::Call(callee, args) => self.call(ty, callee, &program.expr_lists[args]),
            ExprKind::LabelAddress(label) => {
                Some(Constant::Address(Address { base: Base::Label(label), offset: 0 }))
            }
            ExprKind::Unary(UnaryOp::AddressOf, inner) => {
                Some(Constant::Address(self.place(inner)?))
            }
            _ => None,
        }
    }

    fn size(&self, ty: TypeId, bytes: u64) -> Option<Constant> {
        Some(Constant::Int(int::wrap(self.int_type(ty)?, bytes.into())))
    }

    /// As `__builtin_types_compatible_p` has it: without qualifiers, those of
    /// elements included.
    fn are_compatible(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.program.types;
        let (mut a, mut b) = (a, b);
        while let (
            TypeKind::Array { element: x, length: m },
            TypeKind::Array { element: y, length: n },
        ) = (types.kind(a), types.kind(b))
        {
            if let (ArrayLength::Fixed(m), ArrayLength::Fixed(n)) = (m, n) {
                if m != n {
                    return false;
                }
            }
            (a, b) = (x, y);
        }
        types.compatible_unqualified(a, b)
    }

    fn offset_of(&mut self, of: TypeId, path: &[Designator]) -> Option<u64> {
        let types = &self.program.types;
        let mut ty = of;
        let mut offset = 0u64;
        for &step in path {
            let index = match step {
                Designator::Field(field) => {
                    let field = &types.fields[field];
                    offset = offset.checked_add(field.offset())?;
                    ty = field.ty;
                    continue;
                }
                Designator::Index(index) => index,
                Designator::Computed(index) => match self.value(index)? {
                    Constant::Int(index) => u64::try_from(index).ok()?,
                    _ => return None,
                },
                Designator::Range(..) => return None,
            };
            let TypeKind::Array { element, .. } = types.kind(ty) else { return None };
            offset = offset.checked_add(self.size_of(element)?.checked_mul(index)?)?;
            ty = element;
        }
        Some(offset)
    }
}
