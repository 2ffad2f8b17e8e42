//! Assignment, `++` and `--`, and what may be assigned to what (6.5.16).

use elenchus_lang::span::Span;
use elenchus_lang::tree::{Conversion, ExprId, ExprKind, StepOp};
use elenchus_lang::types::{Quals, RecordId, TypeId, TypeKind};

use super::Checker;
use super::operators::operator;
use crate::syntax as syn;

impl Checker<'_> {
    /// 6.5.16.1
    pub(super) fn assign(&mut self, a: syn::ExprId, b: syn::ExprId, span: Span) -> ExprId {
        let target = self.expr(a);
        let value = self.value(b);
        if !self.check_modifiable(target, span) {
            return self.error_expr(span);
        }
        let value = self.assign_convert(value, self.ty(target), "assignment", span);
        let ty = self.p.types.value_type(self.ty(target));
        self.push(ExprKind::Assign(target, value), ty, span)
    }

    /// 6.5.16.2
    pub(super) fn compound_assign(
        &mut self,
        op: syn::BinaryOp,
        a: syn::ExprId,
        b: syn::ExprId,
        span: Span,
    ) -> ExprId {
        let target = self.expr(a);
        let value = self.value(b);
        if !self.check_modifiable(target, span) {
            return self.error_expr(span);
        }
        // The operation is typed as a binary one on the target's value; the
        // nodes made for that are only looked at.
        let op = operator(op);
        let read = self.rvalue(target);
        let result = self.arithmetic(op, read, value, span);
        let ExprKind::Binary(_, left, right) = self.kind(result) else {
            return self.error_expr(span);
        };
        let ty = self.p.types.value_type(self.ty(target));
        let computed = self.ty(left);
        if !self.can_assign_back(self.ty(result), ty) {
            return self.bad_operands(op, read, value, span);
        }
        self.push(ExprKind::CompoundAssign(op, target, right, computed), ty, span)
    }

    fn can_assign_back(&self, from: TypeId, to: TypeId) -> bool {
        let arithmetic = self.p.types.is_arithmetic(from) && self.p.types.is_arithmetic(to);
        // `int += pointer` gets a warning only.
        let address = self.p.types.is_pointer(from) && self.p.types.is_integer(to);
        arithmetic
            || address
            || self.p.types.is_pointer(to)
            || self.is_vector(from) && self.is_vector(to)
    }

    /// 6.5.2.4, 6.5.3.1
    pub(super) fn step(&mut self, op: StepOp, operand: syn::ExprId, span: Span) -> ExprId {
        let target = self.expr(operand);
        if !self.check_modifiable(target, span) {
            return self.error_expr(span);
        }
        let ty = self.p.types.value_type(self.ty(target));
        let fits = match self.p.types.kind(ty) {
            TypeKind::Pointer(to) => self.steppable(to),
            TypeKind::Vector { .. } => true,
            _ => self.p.types.is_arithmetic(ty),
        };
        if !fits {
            let shown = self.show(ty);
            return self.error(span, format!("'++' or '--' on a value of type '{shown}'"));
        }
        self.push(ExprKind::Step(op, target), ty, span)
    }

    /// 6.3.2.1p1: a modifiable lvalue. Reports if it is none.
    fn check_modifiable(&mut self, target: ExprId, span: Span) -> bool {
        let ty = self.ty(target);
        if self.p.types.is_error(ty) {
            return false;
        }
        let problem = if !self.is_lvalue(target) {
            "the left side of an assignment is no object"
        } else if self.p.types.is_array(ty) {
            "an array cannot be assigned to"
        } else if self.p.types.quals(ty).has(Quals::CONST) {
            "a constant object is assigned to"
        } else if matches!(self.kind(target), ExprKind::String(_)) {
            "a string literal is assigned to"
        } else if self.p.types.is_void(ty) || !self.p.types.is_complete(ty) {
            "an object of incomplete type is assigned to"
        } else if self.p.types.as_record(ty).is_some_and(|r| self.has_const_member(r)) {
            "an object with a constant member is assigned to"
        } else {
            return true;
        };
        self.report(span, problem);
        false
    }

    fn has_const_member(&self, record: RecordId) -> bool {
        self.p.types.fields(record).iter().any(|&f| {
            let field = &self.p.types.fields[f];
            let mut ty = field.ty;
            while let TypeKind::Array { element, .. } = self.p.types.kind(ty) {
                ty = element;
            }
            let quals = self.p.types.quals(ty);
            quals.has(Quals::CONST)
                || self.p.types.as_record(ty).is_some_and(|r| self.has_const_member(r))
        })
    }

    /// Converts a value as if by assignment (6.5.16.1p1). gcc 12 takes any
    /// pointer for any other, and integers for pointers, with a warning.
    pub(super) fn assign_convert(
        &mut self,
        value: ExprId,
        to: TypeId,
        what: &str,
        span: Span,
    ) -> ExprId {
        use TypeKind::*;
        let from = self.ty(value);
        let to = self.p.types.value_type(to);
        if from == to {
            return value;
        }
        if from.plain_int().is_some() && to.plain_int().is_some() {
            return self.convert(value, to);
        }
        let allowed = match (self.p.types.kind(from), self.p.types.kind(to)) {
            (Error, _) | (_, Error) => return value,
            (Void, _) => false,
            (Pointer(x), Pointer(y)) => {
                self.check_pointers(value, x, y, what, span);
                true
            }
            (Int(_) | Enum(_), Pointer(_)) => {
                if !self.is_null_constant(value) {
                    self.warn(span, format!("{what} makes a pointer from an integer"));
                }
                true
            }
            (Pointer(_), Int(elenchus_lang::target::IntKind::Bool)) => true,
            (Pointer(_), Int(_) | Enum(_)) => {
                self.warn(span, format!("{what} makes an integer from a pointer"));
                true
            }
            (Vector { element: x, count: m }, Vector { element: y, count: n }) => {
                // What comparisons give fits any vector of integers as wide.
                let integers = self.p.types.is_integer(x) && self.p.types.is_integer(y);
                let same = integers || self.p.types.compatible_unqualified(x, y);
                m == n && self.size_of(from) == self.size_of(to) && same
            }
            (Record(_), Record(_)) => self.p.types.compatible_unqualified(from, to),
            _ => self.p.types.is_arithmetic(from) && self.p.types.is_arithmetic(to),
        };
        if !allowed {
            let (f, t) = (self.show(from), self.show(to));
            return self.error(span, format!("{what}: a value of type '{f}' does not fit '{t}'"));
        }
        self.convert(value, to)
    }

    fn check_pointers(&mut self, value: ExprId, x: TypeId, y: TypeId, what: &str, span: Span) {
        if self.is_null_constant(value) {
            return;
        }
        let (qx, qy) = (self.p.types.quals(x), self.p.types.quals(y));
        if !qy.has(qx) {
            self.warn(span, format!("{what} discards qualifiers from what the pointer points to"));
        } else if !self.p.types.is_void(x)
            && !self.p.types.is_void(y)
            && !self.p.types.compatible_unqualified(x, y)
        {
            self.warn(span, format!("{what} from a pointer to a different type"));
        }
    }

    /// An argument for a parameter of this type; a transparent union takes
    /// what any of its members would.
    pub(super) fn argument(&mut self, value: ExprId, to: TypeId, span: Span) -> ExprId {
        let target = self.p.types.value_type(to);
        if let Some(record) = self.p.types.as_record(target) {
            let transparent = self.p.types.records[record].transparent;
            if transparent && !self.p.types.compatible_unqualified(self.ty(value), target) {
                return self.push(
                    ExprKind::Convert(Conversion::TransparentUnion, value),
                    target,
                    span,
                );
            }
        }
        self.assign_convert(value, to, "argument", span)
    }
}
