//! Arithmetic, comparison and logic (6.5.3.3, 6.5.5 to 6.5.15, 6.5.17).

use elenchus_lang::arith::{self, BinaryOp};
use elenchus_lang::span::Span;
use elenchus_lang::target::IntKind;
use elenchus_lang::tree::{Conversion, ExprId, ExprKind, UnaryOp};
use elenchus_lang::types::{Quals, TypeId, TypeKind};

use super::Checker;
use crate::syntax::{self as syn, BinaryOp as S};

impl Checker<'_> {
    /// Operators of equal rank lean to the left, and chains of them can be
    /// very long: the left spine is walked, not recursed into.
    pub(super) fn binary_chain(
        &mut self,
        op: S,
        a: syn::ExprId,
        b: syn::ExprId,
        span: Span,
    ) -> ExprId {
        if !matches!(self.s.exprs[a].kind, syn::ExprKind::Binary(..)) {
            let left = self.expr(a);
            let right = self.expr(b);
            return self.binary(op, left, right, span);
        }
        let mark = self.spine.len();
        self.spine.push((op, b, span));
        let mut left = a;
        while let syn::Expr { kind: syn::ExprKind::Binary(op, a, b), span } = self.s.exprs[left] {
            self.spine.push((op, b, span));
            left = a;
        }
        let mut result = self.expr(left);
        while self.spine.len() > mark {
            let Some((op, b, span)) = self.spine.pop() else { break };
            let right = self.expr(b);
            result = self.binary(op, result, right, span);
        }
        result
    }

    fn binary(&mut self, op: S, a: ExprId, b: ExprId, span: Span) -> ExprId {
        match op {
            S::Comma => {
                let a = self.rvalue(a);
                let b = self.rvalue(b);
                self.push(ExprKind::Comma(a, b), self.ty(b), span)
            }
            S::LogAnd | S::LogOr => {
                let (sa, sb) = (self.span(a), self.span(b));
                if self.is_vector(self.ty(a)) || self.is_vector(self.ty(b)) {
                    return self.error(span, "'&&' and '||' do not take vectors");
                }
                let a = self.condition(a, sa);
                let b = self.condition(b, sb);
                let kind = match op {
                    S::LogAnd => ExprKind::LogAnd(a, b),
                    _ => ExprKind::LogOr(a, b),
                };
                self.push(kind, TypeId::INT, span)
            }
            _ => {
                let a = self.rvalue(a);
                let b = self.rvalue(b);
                self.arithmetic(operator(op), a, b, span)
            }
        }
    }

    /// An operator on two values.
    pub(super) fn arithmetic(&mut self, op: BinaryOp, a: ExprId, b: ExprId, span: Span) -> ExprId {
        use BinaryOp::*;
        let (ta, tb) = (self.ty(a), self.ty(b));
        if let (Some(x), Some(y)) = (ta.plain_int(), tb.plain_int()) {
            return self.int_arithmetic(op, (a, x), (b, y), span);
        }
        if self.p.types.is_error(ta) || self.p.types.is_error(tb) {
            return self.error_expr(span);
        }
        if self.is_vector(ta) || self.is_vector(tb) {
            return self.vector_binary(op, a, b, span);
        }
        let (pa, pb) = (self.p.types.is_pointer(ta), self.p.types.is_pointer(tb));
        match op {
            Add | Sub if pa || pb => self.pointer_arithmetic(op, a, b, span),
            Lt | Gt | Le | Ge | Eq | Ne if pa || pb => self.pointer_comparison(op, a, b, span),
            Shl | Shr => {
                if !self.both(a, b, |c, ty| c.p.types.is_integer(ty)) {
                    return self.bad_operands(op, a, b, span);
                }
                // Each is promoted by itself (6.5.7p3).
                let a = self.promote(a);
                let b = self.promote(b);
                self.push(ExprKind::Binary(op, a, b), self.ty(a), span)
            }
            Rem | And | Or | Xor => {
                if !self.both(a, b, |c, ty| c.p.types.is_integer(ty)) {
                    return self.bad_operands(op, a, b, span);
                }
                self.usual(op, a, b, span)
            }
            Mul | Div | Add | Sub | Eq | Ne => {
                if !self.both(a, b, |c, ty| c.p.types.is_arithmetic(ty)) {
                    return self.bad_operands(op, a, b, span);
                }
                self.usual(op, a, b, span)
            }
            Lt | Gt | Le | Ge => {
                let real = |c: &Self, ty| {
                    c.p.types.is_arithmetic(ty)
                        && !matches!(c.p.types.kind(ty), TypeKind::Complex(_))
                };
                if !self.both(a, b, real) {
                    return self.bad_operands(op, a, b, span);
                }
                self.usual(op, a, b, span)
            }
        }
    }

    /// The same on two integers, which every operator takes.
    fn int_arithmetic(
        &mut self,
        op: BinaryOp,
        (a, x): (ExprId, IntKind),
        (b, y): (ExprId, IntKind),
        span: Span,
    ) -> ExprId {
        let (p, q) = (self.promoted_int(a, x), self.promoted_int(b, y));
        // Each operand of a shift is promoted by itself (6.5.7p3).
        let (p, q) = match op {
            BinaryOp::Shl | BinaryOp::Shr => (p, q),
            _ => {
                let common = arith::usual_int(&self.p.target, p, q);
                (common, common)
            }
        };
        let a = self.convert_int(a, x, p);
        let b = self.convert_int(b, y, q);
        let ty = if is_comparison(op) { TypeId::INT } else { TypeId::int(p) };
        self.push(ExprKind::Binary(op, a, b), ty, span)
    }

    fn both(&self, a: ExprId, b: ExprId, test: impl Fn(&Self, TypeId) -> bool) -> bool {
        test(self, self.ty(a)) && test(self, self.ty(b))
    }

    pub(super) fn bad_operands(
        &mut self,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
        span: Span,
    ) -> ExprId {
        let (ta, tb) = (self.show(self.ty(a)), self.show(self.ty(b)));
        let symbol = op_symbol(op);
        self.error(span, format!("'{symbol}' cannot be applied to '{ta}' and '{tb}'"))
    }

    /// Converts both to their common type.
    fn usual(&mut self, op: BinaryOp, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let common = self.usual_type(a, b);
        let mixed = matches!(self.p.types.kind(common), TypeKind::Complex(_));
        // A real operand of a complex operation stays real, as gcc computes it.
        let (ca, cb) = match mixed {
            true => (self.complex_operand(a, common), self.complex_operand(b, common)),
            false => (common, common),
        };
        let a = self.convert(a, ca);
        let b = self.convert(b, cb);
        let ty = if is_comparison(op) { TypeId::INT } else { common };
        self.push(ExprKind::Binary(op, a, b), ty, span)
    }

    fn complex_operand(&self, e: ExprId, common: TypeId) -> TypeId {
        match (self.type_kind(e), self.p.types.kind(common)) {
            (TypeKind::Complex(_), _) => common,
            (_, TypeKind::Complex(element)) => element,
            _ => common,
        }
    }

    /// 6.5.6
    fn pointer_arithmetic(&mut self, op: BinaryOp, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let (ta, tb) = (self.ty(a), self.ty(b));
        let (pa, pb) = (self.p.types.pointee(ta), self.p.types.pointee(tb));
        match (pa, pb) {
            (Some(x), Some(y)) if op == BinaryOp::Sub => {
                if !self.p.types.compatible_unqualified(x, y) && !self.gnu_void_pair(x, y) {
                    return self.bad_operands(op, a, b, span);
                }
                let ty = TypeId::int(self.p.target.ptrdiff_type);
                if !self.steppable(x) {
                    return self.bad_operands(op, a, b, span);
                }
                self.push(ExprKind::Binary(op, a, b), ty, span)
            }
            (Some(to), None) if self.p.types.is_integer(tb) => {
                if !self.steppable(to) {
                    let shown = self.show(to);
                    return self.error(
                        span,
                        format!("arithmetic on a pointer to incomplete type '{shown}'"),
                    );
                }
                let b = self.promote(b);
                self.push(ExprKind::Binary(op, a, b), ta, span)
            }
            (None, Some(to)) if op == BinaryOp::Add && self.p.types.is_integer(ta) => {
                if !self.steppable(to) {
                    let shown = self.show(to);
                    return self.error(
                        span,
                        format!("arithmetic on a pointer to incomplete type '{shown}'"),
                    );
                }
                let a = self.promote(a);
                self.push(ExprKind::Binary(op, a, b), tb, span)
            }
            _ => self.bad_operands(op, a, b, span),
        }
    }

    fn gnu_void_pair(&self, x: TypeId, y: TypeId) -> bool {
        // gcc refuses `void *` minus `char *`; equal kinds only.
        self.p.types.is_void(x) && self.p.types.is_void(y)
    }

    /// Objects have a size; GNU C steps over void and functions by one.
    pub(super) fn steppable(&self, to: TypeId) -> bool {
        self.p.types.is_complete(to)
            || self.p.types.is_void(to)
            || self.p.types.is_function(to)
            || self.p.types.is_error(to)
    }

    /// 6.5.8, 6.5.9. gcc only warns of most mixtures.
    fn pointer_comparison(&mut self, op: BinaryOp, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let (ta, tb) = (self.ty(a), self.ty(b));
        let (a, b) = match (self.p.types.pointee(ta), self.p.types.pointee(tb)) {
            (Some(x), Some(y)) => {
                // Both take the type that the other can be converted to.
                if self.is_null_constant(b) {
                    (a, self.convert(b, ta))
                } else if self.is_null_constant(a) {
                    (self.convert(a, tb), b)
                } else if !self.p.types.compatible_unqualified(x, y)
                    && !self.p.types.is_void(x)
                    && !self.p.types.is_void(y)
                {
                    self.warn(span, "comparison of pointers to different types");
                    (a, b)
                } else {
                    (a, b)
                }
            }
            (Some(_), None) if self.p.types.is_integer(tb) => (a, self.convert(b, ta)),
            (None, Some(_)) if self.p.types.is_integer(ta) => (self.convert(a, tb), b),
            _ => return self.bad_operands(op, a, b, span),
        };
        self.push(ExprKind::Binary(op, a, b), TypeId::INT, span)
    }

    /// GNU C's vectors: element by element; a scalar is spread.
    fn vector_binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let (a, b) = match (self.is_vector(self.ty(a)), self.is_vector(self.ty(b))) {
            (true, false) => {
                let to = self.ty(a);
                (a, self.splat(b, to))
            }
            (false, true) => {
                let to = self.ty(b);
                (self.splat(a, to), b)
            }
            _ => (a, b),
        };
        let (ta, tb) = (self.ty(a), self.ty(b));
        let TypeKind::Vector { element, count } = self.p.types.kind(ta) else {
            return self.bad_operands(op, a, b, span);
        };
        let TypeKind::Vector { element: other, count: others } = self.p.types.kind(tb) else {
            return self.bad_operands(op, a, b, span);
        };
        let same_size = self.size_of(element) == self.size_of(other) && count == others;
        let same_kind = self.p.types.is_integer(element) == self.p.types.is_integer(other);
        if !same_size || !same_kind {
            return self.bad_operands(op, a, b, span);
        }
        let integers_only =
            !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div)
                && !is_comparison(op);
        if integers_only && !self.p.types.is_integer(element) {
            return self.bad_operands(op, a, b, span);
        }
        let ty = if is_comparison(op) {
            self.vector_mask(element, count)
        } else {
            self.p.types.value_type(ta)
        };
        self.push(ExprKind::Binary(op, a, b), ty, span)
    }

    /// What a comparison of vectors gives: signed integers of the same width.
    pub(super) fn vector_mask(&mut self, element: TypeId, count: u32) -> TypeId {
        use elenchus_lang::target::IntKind::*;
        let size = self.size_of(element).unwrap_or(0);
        let kind = [SChar, Short, Int, Long, LongLong, Int128]
            .into_iter()
            .find(|&k| u64::from(self.p.target.int_extent(k).size) == size);
        let element = TypeId::int(kind.unwrap_or(Int));
        self.p.types.intern(TypeKind::Vector { element, count })
    }

    pub(super) fn splat(&mut self, scalar: ExprId, vector: TypeId) -> ExprId {
        let TypeKind::Vector { element, .. } = self.p.types.kind(vector) else { return scalar };
        if !self.p.types.is_arithmetic(self.ty(scalar)) {
            return scalar;
        }
        let scalar = self.convert(scalar, element);
        let span = self.span(scalar);
        let ty = self.p.types.value_type(vector);
        self.push(ExprKind::Convert(Conversion::Splat, scalar), ty, span)
    }

    /// `+ - ~` (6.5.3.3); on complex numbers `~` is conjugation.
    pub(super) fn arithmetic_unary(
        &mut self,
        op: UnaryOp,
        operand: syn::ExprId,
        span: Span,
    ) -> ExprId {
        let operand = self.value(operand);
        let ty = self.ty(operand);
        if self.p.types.is_error(ty) {
            return self.error_expr(span);
        }
        let fits = match (op, self.p.types.kind(ty)) {
            (UnaryOp::BitNot, TypeKind::Vector { element, .. }) => self.p.types.is_integer(element),
            (_, TypeKind::Vector { .. }) => true,
            (UnaryOp::BitNot, TypeKind::Complex(_)) => true,
            (UnaryOp::BitNot, _) => self.p.types.is_integer(ty),
            _ => self.p.types.is_arithmetic(ty),
        };
        if !fits {
            let shown = self.show(ty);
            return self.error(span, format!("unary operator on a value of type '{shown}'"));
        }
        let operand = self.promote(operand);
        self.push(ExprKind::Unary(op, operand), self.ty(operand), span)
    }

    pub(super) fn logical_not(&mut self, operand: syn::ExprId, span: Span) -> ExprId {
        let operand = self.value(operand);
        if let TypeKind::Vector { element, count } = self.type_kind(operand) {
            let ty = self.vector_mask(element, count);
            return self.push(ExprKind::Unary(UnaryOp::Not, operand), ty, span);
        }
        let operand = self.condition(operand, span);
        if self.p.types.is_error(self.ty(operand)) {
            return operand;
        }
        self.push(ExprKind::Unary(UnaryOp::Not, operand), TypeId::INT, span)
    }

    /// 6.5.15; without the middle operand, GNU's.
    pub(super) fn conditional(
        &mut self,
        c: syn::ExprId,
        a: Option<syn::ExprId>,
        b: syn::ExprId,
        span: Span,
    ) -> ExprId {
        let c = self.value(c);
        if self.is_vector(self.ty(c)) && a.is_some() {
            return self.vector_conditional(c, a, b, span);
        }
        let c_span = self.span(c);
        let c = self.condition(c, c_span);
        let first = match a {
            Some(a) => self.value(a),
            None => c,
        };
        let second = self.value(b);
        let Some(ty) = self.conditional_type(first, second) else {
            if self.p.types.is_error(self.ty(first)) || self.p.types.is_error(self.ty(second)) {
                return self.error_expr(span);
            }
            let (x, y) = (self.show(self.ty(first)), self.show(self.ty(second)));
            return self.error(span, format!("'?:' cannot join '{x}' and '{y}'"));
        };
        let second = self.convert(second, ty);
        if a.is_none() {
            return self.push(ExprKind::Elvis(c, second), ty, span);
        }
        let first = self.convert(first, ty);
        self.push(ExprKind::Conditional(c, first, second), ty, span)
    }

    fn vector_conditional(
        &mut self,
        c: ExprId,
        a: Option<syn::ExprId>,
        b: syn::ExprId,
        span: Span,
    ) -> ExprId {
        let Some(a) = a else { return self.error(span, "'?:' on a vector needs all operands") };
        let mut first = self.value(a);
        let mut second = self.value(b);
        if !self.is_vector(self.ty(first)) && self.is_vector(self.ty(second)) {
            first = self.splat(first, self.ty(second));
        } else if !self.is_vector(self.ty(second)) && self.is_vector(self.ty(first)) {
            second = self.splat(second, self.ty(first));
        }
        if !self.is_vector(self.ty(first)) {
            // Two scalars: vectors as long as the condition.
            let TypeKind::Vector { count, .. } = self.type_kind(c) else { return c };
            let element = self.usual_type(first, second);
            let ty = self.p.types.intern(TypeKind::Vector { element, count });
            first = self.splat(first, ty);
            second = self.splat(second, ty);
        }
        let ty = self.ty(first);
        self.push(ExprKind::Conditional(c, first, second), ty, span)
    }

    /// The type of a conditional's result; `None` where there is none.
    fn conditional_type(&mut self, a: ExprId, b: ExprId) -> Option<TypeId> {
        use TypeKind::*;
        let (ta, tb) = (self.ty(a), self.ty(b));
        if self.p.types.is_error(ta) || self.p.types.is_error(tb) {
            return None;
        }
        if self.p.types.is_arithmetic(ta) && self.p.types.is_arithmetic(tb) {
            if ta == tb && !self.p.types.is_integer(ta) {
                return Some(ta);
            }
            return Some(self.usual_type(a, b));
        }
        match (self.p.types.kind(ta), self.p.types.kind(tb)) {
            (Void, _) | (_, Void) => Some(TypeId::VOID),
            (Pointer(x), Pointer(y)) => Some(self.conditional_pointer(a, x, b, y)),
            (Pointer(_), Int(_) | Enum(_)) => Some(ta),
            (Int(_) | Enum(_), Pointer(_)) => Some(tb),
            _ if self.p.types.compatible_unqualified(ta, tb) => Some(ta),
            (Vector { .. }, _) if self.p.types.is_arithmetic(tb) => Some(ta),
            (_, Vector { .. }) if self.p.types.is_arithmetic(ta) => Some(tb),
            _ => None,
        }
    }

    /// 6.5.15p6
    fn conditional_pointer(&mut self, a: ExprId, x: TypeId, b: ExprId, y: TypeId) -> TypeId {
        if self.is_null_constant(b) && self.p.types.is_void(y) && y.quals().is_empty() {
            return self.ty(a);
        }
        if self.is_null_constant(a) && self.p.types.is_void(x) && x.quals().is_empty() {
            return self.ty(b);
        }
        let (to, quals) = if self.p.types.compatible_unqualified(x, y) {
            let quals = self.p.types.quals(x).union(self.p.types.quals(y));
            let (x, y) = (self.strip(x), self.strip(y));
            (self.p.types.composite(x, y), quals)
        } else if self.p.types.is_void(x) || self.p.types.is_void(y) {
            // The qualifiers of an array's elements are not the array's before C23.
            (TypeId::VOID, x.quals().union(y.quals()))
        } else {
            // A mismatch, of which gcc warns.
            (TypeId::VOID, Quals::NONE)
        };
        let to = self.p.types.qualify(to, quals.without(Quals::ATOMIC));
        let to = self.p.types.canonical(to);
        self.p.types.pointer(to)
    }

    /// Without qualifiers, those of array elements included.
    fn strip(&mut self, ty: TypeId) -> TypeId {
        match self.p.types.kind(ty) {
            TypeKind::Array { element, length } => {
                let element = self.strip(element);
                self.p.types.array(element, length)
            }
            _ => self.p.types.canonical(ty).unqualified(),
        }
    }
}

pub(super) fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Lt | Gt | Le | Ge | Eq | Ne)
}

/// The arithmetic operator of a syntactic one; `&&`, `||` and the comma have
/// none and do not come here.
pub(super) fn operator(op: S) -> BinaryOp {
    match op {
        S::Mul => BinaryOp::Mul,
        S::Div => BinaryOp::Div,
        S::Rem => BinaryOp::Rem,
        S::Add => BinaryOp::Add,
        S::Sub => BinaryOp::Sub,
        S::Shl => BinaryOp::Shl,
        S::Shr => BinaryOp::Shr,
        S::Lt => BinaryOp::Lt,
        S::Gt => BinaryOp::Gt,
        S::Le => BinaryOp::Le,
        S::Ge => BinaryOp::Ge,
        S::Eq => BinaryOp::Eq,
        S::Ne => BinaryOp::Ne,
        S::And => BinaryOp::And,
        S::Xor => BinaryOp::Xor,
        S::Or | S::LogAnd | S::LogOr | S::Comma => BinaryOp::Or,
    }
}

fn op_symbol(op: BinaryOp) -> &'static str {
    use BinaryOp::*;
    match op {
        Mul => "*",
        Div => "/",
        Rem => "%",
        Add => "+",
        Sub => "-",
        Shl => "<<",
        Shr => ">>",
        Lt => "<",
        Gt => ">",
        Le => "<=",
        Ge => ">=",
        Eq => "==",
        Ne => "!=",
        And => "&",
        Xor => "^",
        Or => "|",
    }
}
