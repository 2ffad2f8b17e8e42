//! Conversions (6.3): reading lvalues, decay, promotions, the usual arithmetic
//! conversions, and which conversion leads from one type to another.

use elenchus_lang::arith;
use elenchus_lang::span::Span;
use elenchus_lang::target::{FloatKind, IntKind};
use elenchus_lang::tree::{self, Conversion, DeclId, DeclKind, ExprId, ExprKind, UnaryOp};
use elenchus_lang::types::{TypeId, TypeKind};

use super::Checker;

impl Checker<'_> {
    /// Whether the expression designates an object (6.3.2.1p1).
    #[inline(never)]
    pub(super) fn is_lvalue(&self, expr: ExprId) -> bool {
        match self.kind(expr) {
            ExprKind::Error | ExprKind::String(_) | ExprKind::FunctionName(..) => true,
            ExprKind::Name(decl) => self.is_object(decl),
            ExprKind::CompoundLiteral(..) | ExprKind::Unary(UnaryOp::Deref, _) => true,
            ExprKind::Index(a, i) => {
                let vector = [a, i].into_iter().find(|e| self.is_vector(self.ty(*e)));
                vector.is_none_or(|v| self.is_lvalue(v))
            }
            ExprKind::Member(base, _, style) => {
                use elenchus_lang::tree::MemberStyle::*;
                matches!(style, Arrow | ImplicitArrow) || self.is_lvalue(base)
            }
            ExprKind::Unary(UnaryOp::Real | UnaryOp::Imag, e) => self.is_lvalue(e),
            ExprKind::Generic(_, list) => {
                let chosen = self.p.associations[list].iter().find(|a| a.chosen);
                chosen.is_some_and(|a| self.is_lvalue(a.expr))
            }
            ExprKind::Choose { chosen, .. } => self.is_lvalue(chosen),
            _ => false,
        }
    }

    #[inline]
    fn is_object(&self, decl: DeclId) -> bool {
        matches!(self.p.decls[decl].kind, DeclKind::Variable | DeclKind::Parameter)
    }

    pub(super) fn is_vector(&self, ty: TypeId) -> bool {
        matches!(self.p.types.kind(ty), TypeKind::Vector { .. })
    }

    /// The value of an expression: reads lvalues, turns arrays and functions
    /// into pointers (6.3.2.1).
    #[inline]
    pub(super) fn rvalue(&mut self, expr: ExprId) -> ExprId {
        use ExprKind::*;
        match self.p.exprs[expr].kind {
            // What these give is a value, and neither an array nor a function.
            Int(..) | Binary(..) | LogAnd(..) | LogOr(..) | Convert(..) | Cast(..) | Call(..) => {
                expr
            }
            Unary(UnaryOp::Neg | UnaryOp::BitNot | UnaryOp::Not, _) => expr,
            _ => self.rvalue_of(expr),
        }
    }

    #[inline(never)]
    fn rvalue_of(&mut self, expr: ExprId) -> ExprId {
        let tree::Expr { kind, ty, span, .. } = self.p.exprs[expr];
        if ty.plain_int().is_none() {
            return self.rvalue_of_type(expr, ty, span);
        }
        let is_lvalue = match kind {
            ExprKind::Name(decl) => self.is_object(decl),
            _ => self.is_lvalue(expr),
        };
        let read = ExprKind::Convert(Conversion::Lvalue, expr);
        if is_lvalue { self.push(read, ty, span) } else { expr }
    }

    /// The same for an expression of this type, which is no plain integer.
    #[inline(never)]
    fn rvalue_of_type(&mut self, expr: ExprId, ty: TypeId, span: Span) -> ExprId {
        match self.p.types.kind(ty) {
            TypeKind::Array { element, .. } => {
                if !self.p.language.values_of_arrays_decay() && !self.is_lvalue(expr) {
                    return self.error(span, "an array that is no object is used, as C90 forbids");
                }
                self.decay(expr, element)
            }
            TypeKind::Function(_) => {
                let pointer = self.p.types.pointer(ty);
                self.push(ExprKind::Convert(Conversion::Function, expr), pointer, span)
            }
            _ if !self.is_lvalue(expr) => expr,
            TypeKind::Record(_) | TypeKind::Enum(_) if self.is_unknown(ty) => {
                self.unknown_value(expr)
            }
            _ => {
                let value = self.p.types.value_type(ty);
                self.push(ExprKind::Convert(Conversion::Lvalue, expr), value, span)
            }
        }
    }

    /// An array as a pointer to its first element (6.3.2.1p3).
    pub(super) fn decay(&mut self, expr: ExprId, element: TypeId) -> ExprId {
        let pointer = self.p.types.pointer(element);
        let span = self.span(expr);
        self.push(ExprKind::Convert(Conversion::Decay, expr), pointer, span)
    }

    /// The width of a bit-field that is being read or named.
    #[inline]
    pub(super) fn bit_field_width(&self, expr: ExprId) -> Option<u8> {
        let named = match self.p.exprs[expr].kind {
            ExprKind::Convert(Conversion::Lvalue, e) => e,
            _ => expr,
        };
        match self.p.exprs[named].kind {
            ExprKind::Member(_, field, _) => self.p.types.fields[field].width,
            ExprKind::Comma(..) | ExprKind::Assign(..) => self.width_of_result(named),
            ExprKind::CompoundAssign(..) | ExprKind::Step(..) => self.width_of_result(named),
            _ => None,
        }
    }

    /// The same for what assignments, `++` and commas give.
    #[inline(never)]
    fn width_of_result(&self, expr: ExprId) -> Option<u8> {
        let mut expr = expr;
        loop {
            expr = match self.p.exprs[expr].kind {
                ExprKind::Member(_, field, _) => return self.p.types.fields[field].width,
                ExprKind::Convert(Conversion::Lvalue, e) => e,
                ExprKind::Comma(_, e) | ExprKind::Assign(e, _) => e,
                ExprKind::CompoundAssign(_, e, ..) | ExprKind::Step(_, e) => e,
                _ => return None,
            };
        }
    }

    /// The type after the integer promotions (6.3.1.1p2).
    pub(super) fn promoted(&self, expr: ExprId) -> TypeId {
        let ty = self.ty(expr);
        if let Some(kind) = ty.plain_int() {
            return TypeId::int(self.promoted_int(expr, kind));
        }
        let ty = self.p.types.value_type(ty);
        match self.p.types.int_kind(ty) {
            Some(kind) => TypeId::int(self.promoted_int(expr, kind)),
            None => ty,
        }
    }

    /// The same for an expression whose type is this integer.
    #[inline]
    pub(super) fn promoted_int(&self, expr: ExprId, kind: IntKind) -> IntKind {
        // That of a bit-field, however wide, is an int too.
        if kind == IntKind::Int {
            return kind;
        }
        match self.bit_field_width(expr) {
            Some(width) => arith::promote_bitfield(&self.p.target, kind, width),
            None => arith::promote(&self.p.target, kind),
        }
    }

    #[inline]
    pub(super) fn promote(&mut self, expr: ExprId) -> ExprId {
        let to = self.promoted(expr);
        self.convert(expr, to)
    }

    /// The default argument promotions (6.5.2.2p6).
    pub(super) fn promote_argument(&mut self, expr: ExprId) -> ExprId {
        match self.type_kind(expr) {
            TypeKind::Float(FloatKind::Float) => self.convert(expr, TypeId::DOUBLE),
            _ => self.promote(expr),
        }
    }

    /// What the default argument promotions make of a value of this type.
    pub(super) fn promoted_type(&self, ty: TypeId) -> TypeId {
        let ty = self.p.types.value_type(ty);
        match self.p.types.kind(ty) {
            TypeKind::Float(FloatKind::Float) => TypeId::DOUBLE,
            _ => match self.p.types.int_kind(ty) {
                Some(kind) => TypeId::int(arith::promote(&self.p.target, kind)),
                None => ty,
            },
        }
    }

    /// The common real type of two arithmetic operands, or its complex
    /// companion (6.3.1.8). The operands are values.
    pub(super) fn usual_type(&mut self, a: ExprId, b: ExprId) -> TypeId {
        let (ta, tb) = (self.promoted(a), self.promoted(b));
        self.check_decimal_alone(ta, b);
        self.check_decimal_alone(tb, a);
        self.usual_of_types(ta, tb)
    }

    /// A decimal operand goes with decimal ones and integers only (TR 24732).
    fn check_decimal_alone(&mut self, ty: TypeId, other: ExprId) {
        use TypeKind::*;
        if !matches!(self.p.types.kind(ty), Decimal(_))
            || !matches!(self.type_kind(other), Float(_) | Complex(_))
        {
            return;
        }
        // After this pragma, which we do not follow, constants are decimal.
        let pragma = b"FLOAT_CONST_DECIMAL64";
        if self.source.windows(pragma.len()).any(|text| text == pragma) {
            return;
        }
        self.report(self.span(other), "a decimal operand with a binary floating one");
    }

    pub(super) fn usual_of_types(&mut self, a: TypeId, b: TypeId) -> TypeId {
        use TypeKind::*;
        match (self.p.types.kind(a), self.p.types.kind(b)) {
            (Complex(x), Complex(y)) => {
                let element = self.usual_of_types(x, y);
                self.p.types.corresponding_complex(element)
            }
            (Complex(x), _) => {
                let element = self.usual_of_types(x, b);
                self.p.types.corresponding_complex(element)
            }
            (_, Complex(y)) => {
                let element = self.usual_of_types(a, y);
                self.p.types.corresponding_complex(element)
            }
            (Decimal(x), Decimal(y)) => {
                if x as u8 >= y as u8 {
                    a
                } else {
                    b
                }
            }
            (Decimal(_), _) => a,
            (_, Decimal(_)) => b,
            (Float(x), Float(y)) => TypeId::float(arith::usual_float(&self.p.target, x, y)),
            (Float(_), _) => a,
            (_, Float(_)) => b,
            (Int(x), Int(y)) => TypeId::int(arith::usual_int(
                &self.p.target,
                arith::promote(&self.p.target, x),
                arith::promote(&self.p.target, y),
            )),
            _ => a,
        }
    }

    /// Converts a value implicitly; the caller has checked that it may.
    #[inline]
    pub(super) fn convert(&mut self, expr: ExprId, to: TypeId) -> ExprId {
        match (self.ty(expr).plain_int(), to.plain_int()) {
            (Some(x), Some(y)) => self.convert_int(expr, x, y),
            _ => self.convert_to(expr, to),
        }
    }

    /// The same for a value of an integer type.
    #[inline]
    pub(super) fn convert_int(&mut self, expr: ExprId, from: IntKind, to: IntKind) -> ExprId {
        if from == to { expr } else { self.convert_arithmetic(expr, TypeId::int(to)) }
    }

    #[inline(never)]
    fn convert_arithmetic(&mut self, expr: ExprId, to: TypeId) -> ExprId {
        let span = self.span(expr);
        self.push(ExprKind::Convert(Conversion::Arithmetic, expr), to, span)
    }

    #[inline(never)]
    fn convert_to(&mut self, expr: ExprId, to: TypeId) -> ExprId {
        let to = self.p.types.value_type(to);
        if self.ty(expr) == to {
            return expr;
        }
        let conversion = self.conversion(expr, to);
        let span = self.span(expr);
        self.push(ExprKind::Convert(conversion, expr), to, span)
    }

    /// What happens between the type of a value and another type.
    pub(super) fn conversion(&self, expr: ExprId, to: TypeId) -> Conversion {
        use TypeKind::*;
        let from = self.ty(expr);
        if from != to && from.plain_int().is_some() && to.plain_int().is_some() {
            return Conversion::Arithmetic;
        }
        if self.p.types.value_type(from) == self.p.types.value_type(to) {
            return Conversion::Same;
        }
        match (self.p.types.kind(from), self.p.types.kind(to)) {
            (_, Void) => Conversion::Void,
            (Pointer(_), Int(elenchus_lang::target::IntKind::Bool)) => Conversion::PointerToBool,
            (Pointer(_), Int(_) | Enum(_)) => Conversion::PointerToInt,
            (Pointer(_), Pointer(_)) => match self.is_null_constant(expr) {
                true => Conversion::Null,
                false => Conversion::Pointer,
            },
            (Int(_) | Enum(_), Pointer(_)) => match self.is_null_constant(expr) {
                true => Conversion::Null,
                false => Conversion::IntToPointer,
            },
            (Vector { .. }, _) | (_, Vector { .. }) => Conversion::Bits,
            _ if self.p.types.is_arithmetic(from) && self.p.types.is_arithmetic(to) => {
                Conversion::Arithmetic
            }
            _ => Conversion::Same,
        }
    }

    /// 6.3.2.3p3: an integer constant expression with the value 0, or such a
    /// one cast to `void *`.
    pub(super) fn is_null_constant(&self, expr: ExprId) -> bool {
        let void_pointer = |ty: TypeId| {
            matches!(self.p.types.kind(ty), TypeKind::Pointer(to)
                if to == TypeId::VOID)
        };
        match self.kind(expr) {
            ExprKind::Cast(_, operand, _) if void_pointer(self.ty(expr)) => {
                self.p.types.is_integer(self.ty(operand)) && self.is_zero_constant(operand)
            }
            _ => self.p.types.is_integer(self.ty(expr)) && self.is_zero_constant(expr),
        }
    }

    fn is_zero_constant(&self, expr: ExprId) -> bool {
        match self.kind(expr) {
            ExprKind::Int(value, _) => value == 0,
            // Reading an object is never constant: spare the evaluation.
            ExprKind::Convert(Conversion::Lvalue, _) | ExprKind::Call(..) => false,
            _ => self.constant_int(expr) == Some(0),
        }
    }

    /// Checks that a value may be tested: conditions, `!`, `&&`, `||`.
    pub(super) fn condition(&mut self, expr: ExprId, span: Span) -> ExprId {
        let value = self.rvalue(expr);
        let ty = self.ty(value);
        if self.p.types.is_scalar(ty) || self.p.types.is_error(ty) {
            return value;
        }
        let shown = self.show(ty);
        self.error(
            span,
            format!("a value of type '{shown}' cannot be a condition: a scalar is needed"),
        )
    }
}
