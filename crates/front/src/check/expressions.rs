//! Primary, postfix and unary expressions (6.5.1 to 6.5.4).

use elenchus_lang::arena::List;
use elenchus_lang::span::Span;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{
    AlignofStyle, Association, Conversion, DeclKind, Designator, ExprId, ExprKind, LiteralStorage,
    MemberStyle, ScopeKind, StmtKind, UnaryOp,
};
use elenchus_lang::types::{FieldId, RecordId, TypeId, TypeKind};

use super::Checker;
use crate::syntax::{self as syn, ExprKind as S};

impl Checker<'_> {
    /// The value of an expression.
    pub(super) fn value(&mut self, id: syn::ExprId) -> ExprId {
        let expr = self.expr(id);
        self.rvalue(expr)
    }

    /// An expression as it stands: lvalues, arrays and functions stay what
    /// they are.
    pub(super) fn expr(&mut self, id: syn::ExprId) -> ExprId {
        let syn::Expr { kind, span } = &self.s.exprs[id];
        match *kind {
            // Half of all expressions are one of these, and nothing is in them.
            S::Name(symbol) => self.identifier(symbol, *span),
            S::Number => self.number(*span),
            S::Paren(inner) => self.parenthesised(inner),
            _ => self.nested_expr(id),
        }
    }

    /// Parentheses are no level: those around others are taken together.
    fn parenthesised(&mut self, inner: syn::ExprId) -> ExprId {
        let mut inner = inner;
        while let S::Paren(e) = self.s.exprs[inner].kind {
            inner = e;
        }
        let expr = self.expr(inner);
        self.p.exprs[expr].parens = true;
        expr
    }

    #[inline(never)]
    fn nested_expr(&mut self, id: syn::ExprId) -> ExprId {
        match self.nested(|c| c.expr_of_kind(id)) {
            Some(expr) => expr,
            None => self.error(self.s.exprs[id].span, "an expression is nested too deeply"),
        }
    }

    fn expr_of_kind(&mut self, id: syn::ExprId) -> ExprId {
        let syn::Expr { kind, span } = self.s.exprs[id];
        match kind {
            S::Error => self.error_expr(span),
            S::HasAttribute => {
                let text = self.text(span).to_string();
                let symbol = self.p.symbols.intern(&text);
                self.push(ExprKind::Verbatim(symbol), TypeId::BOOL, span)
            }
            S::Name(symbol) => self.identifier(symbol, span),
            S::Number => self.number(span),
            S::Char => self.char_constant(span),
            S::Str(parts) => {
                let syntax = self.s;
                self.string_expr(&syntax.spans[parts], span)
            }
            S::Paren(inner) => self.parenthesised(inner),
            S::Unary(op, operand) => self.unary(op, operand, span),
            S::Binary(op, a, b) => self.binary_chain(op, a, b, span),
            S::Assign(a, b) => self.assign(a, b, span),
            S::CompoundAssign(op, a, b) => self.compound_assign(op, a, b, span),
            S::Conditional(c, a, b) => self.conditional(c, a, b, span),
            S::Cast(type_name, operand) => self.cast(type_name, operand, span),
            S::CompoundLiteral(type_name, init) => self.compound_literal(type_name, init, span),
            S::SizeofExpr(operand) => self.sizeof_expr(operand, span),
            S::SizeofType(type_name) => {
                let ty = self.type_name(type_name);
                self.sizeof_check(ty, span);
                self.push(ExprKind::SizeofType(ty), self.size_type(), span)
            }
            S::AlignofExpr(style, operand) => {
                let operand = self.unevaluated(|c| c.expr(operand));
                self.check_no_bit_field(operand, "alignof", span);
                self.push(
                    ExprKind::AlignofExpr(operand, alignof_style(style)),
                    self.size_type(),
                    span,
                )
            }
            S::AlignofType(style, type_name) => {
                let ty = self.type_name(type_name);
                self.sizeof_check(ty, span);
                self.push(ExprKind::AlignofType(ty, alignof_style(style)), self.size_type(), span)
            }
            S::Index(a, i) => self.index(a, i, span),
            S::Call(callee, args) => self.call(callee, args, span),
            S::Dot(base, name) => self.member(base, name, false, span),
            S::Arrow(base, name) => self.member(base, name, true, span),
            S::StmtExpr(body) => self.stmt_expr(body, span),
            S::LabelAddress(name) => self.label_address(name, span),
            S::Generic(control, list) => self.generic(control, list, span),
            S::VaArg(list, type_name) => self.va_arg(list, type_name, span),
            S::Offsetof(type_name, path) => self.offsetof(type_name, path, span),
            S::TypesCompatible(a, b) => {
                let a = self.type_name(a);
                let b = self.type_name(b);
                self.push(ExprKind::TypesCompatible(a, b), TypeId::INT, span)
            }
            S::ChooseExpr(c, a, b) => self.choose(c, a, b, span),
            S::ConvertVector(operand, type_name) => {
                let operand = self.value(operand);
                let written = self.type_name(type_name);
                let ty = self.p.types.value_type(written);
                self.push(ExprKind::ConvertVector(operand, written), ty, span)
            }
        }
    }

    pub(super) fn size_type(&self) -> TypeId {
        TypeId::int(self.p.target.size_type)
    }

    pub(super) fn unevaluated<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        self.unevaluated += 1;
        let result = f(self);
        self.unevaluated -= 1;
        result
    }

    /// 6.5.1
    #[inline]
    fn identifier(&mut self, symbol: Symbol, span: Span) -> ExprId {
        match self.lookup(symbol) {
            Some(decl) => self.name_expr(decl, span),
            None => self.undeclared(symbol, span),
        }
    }

    #[cold]
    fn undeclared(&mut self, symbol: Symbol, span: Span) -> ExprId {
        if let Some(expr) = self.function_name(symbol, span) {
            return expr;
        }
        if let Some(decl) = self.builtin(symbol) {
            return self.name_expr(decl, span);
        }
        let name = self.name(symbol).to_string();
        self.error(span, format!("'{name}' is not declared"))
    }

    pub(super) fn name_expr(&mut self, decl: elenchus_lang::tree::DeclId, span: Span) -> ExprId {
        let found = &self.p.decls[decl];
        let ty = self.p.types.canonical(found.ty);
        match found.kind {
            DeclKind::Enumerator { .. } => self.push(ExprKind::Enumerator(decl), ty, span),
            DeclKind::Typedef => self.type_as_expr(found.name, span),
            _ => self.push(ExprKind::Name(decl), ty, span),
        }
    }

    #[cold]
    fn type_as_expr(&mut self, name: Symbol, span: Span) -> ExprId {
        let name = self.name(name).to_string();
        self.error(span, format!("'{name}' is a type, an expression is needed here"))
    }

    /// `__func__` (6.4.2.2) and GNU's relatives.
    fn function_name(&mut self, symbol: Symbol, span: Span) -> Option<ExprId> {
        use elenchus_lang::tree::{CharKind, StringLiteral};
        use elenchus_lang::types::{ArrayLength, Quals};
        let words = &self.words;
        let is_func = symbol == words.func || symbol == words.function;
        if !is_func && symbol != words.pretty_function {
            return None;
        }
        let name = match &self.function {
            Some(function) => self.name(self.p.decls[function.decl].name).to_string(),
            None if is_func => String::new(),
            None => "top level".to_string(),
        };
        let bytes = self.p.bytes.push(name.as_bytes());
        let string = self.p.strings.push(StringLiteral { kind: CharKind::Char, bytes });
        let element = self.p.types.qualify(TypeId::CHAR, Quals::CONST);
        let length = ArrayLength::Fixed(name.len() as u64 + 1);
        let ty = self.p.types.array(element, length);
        Some(self.push(ExprKind::FunctionName(symbol, string), ty, span))
    }

    /// 6.5.2.1; GNU C subscripts vectors too.
    fn index(&mut self, a: syn::ExprId, i: syn::ExprId, span: Span) -> ExprId {
        let a = self.expr(a);
        let i = self.expr(i);
        let a = self.index_operand(a);
        let i = self.index_operand(i);
        let (ta, ti) = (self.ty(a), self.ty(i));
        if let (TypeKind::Pointer(to), Some(kind)) = (self.p.types.kind(ta), ti.plain_int()) {
            let promoted = self.promoted_int(i, kind);
            let i = self.convert_int(i, kind, promoted);
            return self.element(a, i, to, span);
        }
        let (base, index) = match (self.p.types.kind(ta), self.p.types.kind(ti)) {
            (TypeKind::Error, _) | (_, TypeKind::Error) => return self.error_expr(span),
            (TypeKind::Pointer(_) | TypeKind::Vector { .. }, _) => (a, i),
            (_, TypeKind::Pointer(_) | TypeKind::Vector { .. }) => (i, a),
            _ => {
                let shown = self.show(ta);
                return self
                    .error(span, format!("a value of type '{shown}' cannot be subscripted"));
            }
        };
        if !self.p.types.is_integer(self.ty(index)) {
            let shown = self.show(self.ty(index));
            return self.error(span, format!("a subscript must be an integer, not '{shown}'"));
        }
        // Which one is the pointer stays visible; only the index is promoted.
        let promoted = self.promote(index);
        let (a, i) = if base == a { (a, promoted) } else { (promoted, i) };
        let element = match self.p.types.kind(self.ty(base)) {
            TypeKind::Pointer(to) => to,
            TypeKind::Vector { element, .. } => {
                let quals = self.p.types.quals(self.ty(base));
                self.p.types.qualify(element, quals)
            }
            _ => TypeId::ERROR,
        };
        self.element(a, i, element, span)
    }

    fn index_operand(&mut self, operand: ExprId) -> ExprId {
        match self.type_kind(operand) {
            // It stays an lvalue, so that its elements can be assigned.
            TypeKind::Vector { .. } => operand,
            // gcc subscripts an array that is no object even in C90.
            TypeKind::Array { element, .. } => self.decay(operand, element),
            _ => self.rvalue(operand),
        }
    }

    /// `a[i]`, of this type.
    fn element(&mut self, a: ExprId, i: ExprId, element: TypeId, span: Span) -> ExprId {
        if self.p.types.is_function(element) {
            return self.error(span, "a pointer to a function cannot be subscripted");
        }
        // As `*p` may be, `p[i]` is void where `p` points to void (GNU).
        let known = self.p.types.is_complete(element) || self.p.types.is_void(element);
        if !known && !self.p.types.is_array(element) {
            let shown = self.show(element);
            return self
                .error(span, format!("subscript of a pointer to incomplete type '{shown}'"));
        }
        self.push(ExprKind::Index(a, i), element, span)
    }

    /// 6.5.2.3
    fn member(&mut self, base: syn::ExprId, name: Symbol, arrow: bool, span: Span) -> ExprId {
        let base = if arrow { self.value(base) } else { self.expr(base) };
        let ty = self.ty(base);
        let record_type = match (arrow, self.p.types.kind(ty)) {
            (_, TypeKind::Error) => return self.error_expr(span),
            (true, TypeKind::Pointer(to)) => to,
            (true, _) => {
                let shown = self.show(ty);
                return self.error(
                    span,
                    format!("'->' needs a pointer to a struct or union, not '{shown}'"),
                );
            }
            (false, _) => ty,
        };
        let Some(record) = self.p.types.as_record(record_type) else {
            if self.p.types.is_error(record_type) {
                return self.error_expr(span);
            }
            let member = self.name(name).to_string();
            let shown = self.show(ty);
            return self.error(
                span,
                format!("member '{member}' asked of '{shown}', which is no struct or union"),
            );
        };
        if !self.p.types.records[record].complete {
            let shown = self.show(record_type);
            return self.error(span, format!("the members of '{shown}' are not known here"));
        }
        let mut path = std::mem::take(&mut self.member_path);
        path.clear();
        let member = match self.find_member(record, name, &mut path) {
            true => self.member_path(base, &path, arrow, span),
            false => {
                let member = self.name(name).to_string();
                let shown = self.show(record_type);
                self.error(span, format!("'{shown}' has no member named '{member}'"))
            }
        };
        self.member_path = path;
        member
    }

    /// The way to a member, through anonymous ones, is added to the path;
    /// false if there is none.
    pub(super) fn find_member(
        &self,
        record: RecordId,
        name: Symbol,
        path: &mut Vec<FieldId>,
    ) -> bool {
        for &field in self.p.types.fields(record) {
            let found = &self.p.types.fields[field];
            if found.name == Some(name) {
                path.push(field);
                return true;
            }
            if found.name.is_none() && found.width.is_none() {
                let Some(inner) = self.p.types.as_record(found.ty) else { continue };
                path.push(field);
                if self.find_member(inner, name, path) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }

    fn member_path(&mut self, base: ExprId, path: &[FieldId], arrow: bool, span: Span) -> ExprId {
        let mut expr = base;
        for (i, &field) in path.iter().enumerate() {
            let implicit = i + 1 < path.len();
            let style = match (arrow && i == 0, implicit) {
                (true, true) => MemberStyle::ImplicitArrow,
                (true, false) => MemberStyle::Arrow,
                (false, true) => MemberStyle::ImplicitDot,
                (false, false) => MemberStyle::Dot,
            };
            let object = match style {
                MemberStyle::Arrow | MemberStyle::ImplicitArrow => {
                    self.p.types.pointee(self.ty(expr)).unwrap_or(TypeId::ERROR)
                }
                _ => self.ty(expr),
            };
            let quals = self.p.types.quals(object);
            let ty = self.p.types.canonical(self.p.types.fields[field].ty);
            let ty = self.p.types.qualify(ty, quals);
            let ty = self.p.types.canonical(ty);
            expr = self.push(ExprKind::Member(expr, field, style), ty, span);
        }
        expr
    }

    fn unary(&mut self, op: syn::UnaryOp, operand: syn::ExprId, span: Span) -> ExprId {
        use elenchus_lang::tree::StepOp;
        match op {
            syn::UnaryOp::Plus => self.arithmetic_unary(UnaryOp::Plus, operand, span),
            syn::UnaryOp::Neg => self.arithmetic_unary(UnaryOp::Neg, operand, span),
            syn::UnaryOp::BitNot => self.arithmetic_unary(UnaryOp::BitNot, operand, span),
            syn::UnaryOp::Not => self.logical_not(operand, span),
            syn::UnaryOp::Deref => self.dereference(operand, span),
            syn::UnaryOp::AddressOf => self.address_of(operand, span),
            syn::UnaryOp::PreInc => self.step(StepOp::PreInc, operand, span),
            syn::UnaryOp::PreDec => self.step(StepOp::PreDec, operand, span),
            syn::UnaryOp::PostInc => self.step(StepOp::PostInc, operand, span),
            syn::UnaryOp::PostDec => self.step(StepOp::PostDec, operand, span),
            syn::UnaryOp::Real => self.complex_part(UnaryOp::Real, operand, span),
            syn::UnaryOp::Imag => self.complex_part(UnaryOp::Imag, operand, span),
            syn::UnaryOp::Extension => self.expr(operand),
        }
    }

    /// 6.5.3.2
    fn dereference(&mut self, operand: syn::ExprId, span: Span) -> ExprId {
        let operand = self.value(operand);
        let ty = self.ty(operand);
        match self.p.types.kind(ty) {
            TypeKind::Error => self.error_expr(span),
            TypeKind::Pointer(to) => self.push(ExprKind::Unary(UnaryOp::Deref, operand), to, span),
            _ => {
                let shown = self.show(ty);
                self.error(span, format!("unary '*' needs a pointer, not '{shown}'"))
            }
        }
    }

    /// 6.5.3.2
    fn address_of(&mut self, operand: syn::ExprId, span: Span) -> ExprId {
        let operand = self.expr(operand);
        let ty = self.ty(operand);
        if self.p.types.is_error(ty) {
            return self.error_expr(span);
        }
        if self.bit_field_width(operand).is_some()
            && matches!(self.kind(operand), ExprKind::Member(..))
        {
            return self.error(span, "a bit-field has no address");
        }
        if !self.is_lvalue(operand) && !self.p.types.is_function(ty) {
            return self.error(span, "unary '&' needs an object or a function");
        }
        if let Some(name) = self.register_object(operand) {
            return self.error(span, format!("the address of register variable '{name}' is taken"));
        }
        let pointer = self.p.types.pointer(ty);
        self.push(ExprKind::Unary(UnaryOp::AddressOf, operand), pointer, span)
    }

    fn register_object(&self, expr: ExprId) -> Option<String> {
        use elenchus_lang::tree::Storage;
        match self.kind(expr) {
            ExprKind::Name(decl) => {
                let decl = &self.p.decls[decl];
                // A global register variable is gcc's extension; its address is an error too.
                decl.storage.has(Storage::REGISTER).then(|| self.name(decl.name).to_string())
            }
            ExprKind::Member(base, _, MemberStyle::Dot | MemberStyle::ImplicitDot) => {
                self.register_object(base)
            }
            _ => None,
        }
    }

    fn complex_part(&mut self, op: UnaryOp, operand: syn::ExprId, span: Span) -> ExprId {
        let operand = self.expr(operand);
        let operand = match self.is_lvalue(operand) {
            true => operand,
            false => self.rvalue(operand),
        };
        let ty = self.ty(operand);
        let part = match self.p.types.kind(ty) {
            TypeKind::Complex(element) => {
                let quals = self.p.types.quals(ty);
                self.p.types.qualify(element, quals)
            }
            _ if self.p.types.is_arithmetic(ty) || self.p.types.is_error(ty) => ty,
            _ => {
                let shown = self.show(ty);
                return self.error(
                    span,
                    format!("a value of type '{shown}' has no real or imaginary part"),
                );
            }
        };
        // Of a real object the imaginary part is no object.
        if op == UnaryOp::Imag && !matches!(self.p.types.kind(ty), TypeKind::Complex(_)) {
            let operand = self.rvalue(operand);
            let part = self.ty(operand);
            return self.push(ExprKind::Unary(op, operand), part, span);
        }
        self.push(ExprKind::Unary(op, operand), part, span)
    }

    /// 6.5.4
    fn cast(&mut self, type_name: syn::TypeNameId, operand: syn::ExprId, span: Span) -> ExprId {
        let written = self.type_name(type_name);
        let operand = self.value(operand);
        let (from, to) = (self.ty(operand), self.p.types.value_type(written));
        if self.p.types.is_error(from) || self.p.types.is_error(to) {
            return self.push(ExprKind::Cast(Conversion::Same, operand, written), to, span);
        }
        let scalar = |c: &Self, ty| c.p.types.is_scalar(ty);
        if let TypeKind::Record(record) = self.p.types.kind(to) {
            if self.p.types.value_type(from) == to {
                return self.push(ExprKind::Cast(Conversion::Same, operand, written), to, span);
            }
            return self.cast_to_union(record, operand, written, span);
        }
        let vectors = self.is_vector(from) || self.is_vector(to);
        let allowed = self.p.types.is_void(to)
            || (scalar(self, from) && scalar(self, to) && !self.float_and_pointer(from, to))
            || (vectors && self.size_of(from) == self.size_of(to) && !self.p.types.is_void(from));
        if !allowed {
            let (f, t) = (self.show(from), self.show(to));
            return self.error(span, format!("a value of type '{f}' cannot be cast to '{t}'"));
        }
        let conversion = self.conversion(operand, to);
        self.push(ExprKind::Cast(conversion, operand, written), to, span)
    }

    fn float_and_pointer(&self, a: TypeId, b: TypeId) -> bool {
        let float = |ty| {
            use TypeKind::*;
            matches!(self.p.types.kind(ty), Float(_) | Decimal(_) | Complex(_))
        };
        (float(a) && self.p.types.is_pointer(b)) || (float(b) && self.p.types.is_pointer(a))
    }

    /// GNU's cast to union type.
    fn cast_to_union(
        &mut self,
        record: RecordId,
        operand: ExprId,
        written: TypeId,
        span: Span,
    ) -> ExprId {
        let ty = self.p.types.value_type(written);
        let from = self.ty(operand);
        if self.p.types.records[record].is_union {
            let member =
                self.p.types.fields(record).iter().copied().find(|&f| {
                    self.p.types.compatible_unqualified(self.p.types.fields[f].ty, from)
                });
            if let Some(field) = member {
                return self.push(ExprKind::CastToUnion(operand, field, written), ty, span);
            }
        }
        let (f, t) = (self.show(from), self.show(ty));
        self.error(span, format!("a value of type '{f}' cannot be cast to '{t}'"))
    }

    /// 6.5.2.5
    fn compound_literal(
        &mut self,
        type_name: syn::TypeNameId,
        init: syn::InitId,
        span: Span,
    ) -> ExprId {
        let written = self.literal_type_name(type_name);
        if self.p.types.has_variable_size(written) {
            return self.error(span, "a compound literal cannot have variable size");
        }
        let is_static = self.function.is_none();
        let outer = std::mem::take(&mut self.braces);
        let (init, ty) = self.initializer(init, written, is_static);
        self.braces = outer;
        if is_static {
            self.check_static_init(init);
        }
        let storage = match is_static {
            true => LiteralStorage::Static,
            false => LiteralStorage::Automatic,
        };
        if !self.p.types.is_complete(ty) && !self.p.types.is_error(ty) {
            let shown = self.show(ty);
            return self.error(span, format!("a compound literal of incomplete type '{shown}'"));
        }
        let ty = self.p.types.canonical(ty);
        self.push(ExprKind::CompoundLiteral(init, written, storage), ty, span)
    }

    fn sizeof_expr(&mut self, operand: syn::ExprId, span: Span) -> ExprId {
        let operand = self.unevaluated(|c| c.expr(operand));
        self.check_no_bit_field(operand, "sizeof", span);
        self.sizeof_check(self.ty(operand), span);
        self.push(ExprKind::SizeofExpr(operand), self.size_type(), span)
    }

    fn check_no_bit_field(&mut self, operand: ExprId, what: &str, span: Span) {
        if matches!(self.kind(operand), ExprKind::Member(..))
            && self.bit_field_width(operand).is_some()
        {
            self.report(span, format!("'{what}' of a bit-field"));
        }
    }

    /// Only incomplete types have no size; GNU C gives void and functions 1.
    fn sizeof_check(&mut self, ty: TypeId, span: Span) {
        let ok = self.p.types.is_complete(ty)
            || self.p.types.is_void(ty)
            || self.p.types.is_function(ty)
            || self.p.types.is_error(ty);
        if !ok {
            let shown = self.show(ty);
            self.report(span, format!("the size of incomplete type '{shown}' is asked"));
        }
    }

    fn stmt_expr(&mut self, body: syn::StmtId, span: Span) -> ExprId {
        if self.function.is_none() {
            return self.error(span, "a statement expression outside of functions");
        }
        let place = self.jump_place();
        self.enter_statement_expression();
        let body = self.compound_in(body, ScopeKind::Block);
        self.back_to(place);
        let ty = self.stmt_expr_value(body);
        self.push(ExprKind::StmtExpr(body), ty, span)
    }

    /// Turns the last statement into a value and gives its type.
    fn stmt_expr_value(&mut self, body: elenchus_lang::tree::StmtId) -> TypeId {
        let StmtKind::Compound(list, _) = self.p.stmts[body].kind else { return TypeId::VOID };
        let Some(&last) = self.p.stmt_lists[list].last() else { return TypeId::VOID };
        let mut last = last;
        while let StmtKind::Label(_, _, inner) = self.p.stmts[last].kind {
            last = inner;
        }
        let StmtKind::Expr(expr) = self.p.stmts[last].kind else { return TypeId::VOID };
        let value = self.rvalue(expr);
        self.p.stmts[last].kind = StmtKind::Expr(value);
        self.p.types.value_type(self.ty(value))
    }

    fn label_address(&mut self, name: Symbol, span: Span) -> ExprId {
        if self.function.is_none() {
            return self.error(span, "the address of a label outside of functions");
        }
        let label = self.label(name, span);
        self.p.labels[label].address_taken = true;
        self.note_label_address(label, span);
        let ty = self.p.types.pointer(TypeId::VOID);
        self.push(ExprKind::LabelAddress(label), ty, span)
    }

    /// 6.5.1.1
    fn generic(
        &mut self,
        control: syn::ExprId,
        list: List<syn::Association>,
        span: Span,
    ) -> ExprId {
        let control = self.unevaluated(|c| c.value(control));
        let ty = self.p.types.value_type(self.ty(control));
        let syntax = self.s;
        let mut associations = Vec::new();
        let mut default = None;
        let mut chosen = None;
        for association in &syntax.associations[list] {
            let written = association.type_name.map(|t| self.type_name(t));
            let expr = self.expr(association.expr);
            if let Some(written) = written {
                self.check_association(written, &associations, span);
            }
            let matches = written.is_some_and(|w| self.p.types.compatible(w, ty));
            if matches {
                chosen = Some(associations.len());
            }
            if written.is_none() && default.replace(associations.len()).is_some() {
                self.report(span, "'_Generic' has two defaults");
            }
            associations.push(Association { ty: written, expr, chosen: false });
        }
        let Some(index) = chosen.or(default) else {
            let shown = self.show(ty);
            return self.error(span, format!("no association of '_Generic' fits type '{shown}'"));
        };
        associations[index].chosen = true;
        let ty = self.ty(associations[index].expr);
        let list = self.p.associations.push(&associations);
        self.push(ExprKind::Generic(control, list), ty, span)
    }

    /// 6.5.1.1p2: a complete object type, compatible with no other one.
    fn check_association(&mut self, ty: TypeId, earlier: &[Association], span: Span) {
        if self.p.types.is_error(ty) {
            return;
        }
        let shown = self.show(ty);
        let mut known = earlier.iter().filter_map(|a| a.ty);
        if !self.p.types.is_complete(ty) {
            self.report(span, format!("an association of '_Generic' has no size: '{shown}'"));
        } else if self.p.types.has_variable_size(ty) {
            self.report(span, format!("an association of '_Generic' has variable size: '{shown}'"));
        } else if known.any(|other| self.p.types.compatible(other, ty)) {
            self.report(span, format!("'_Generic' has two associations for '{shown}'"));
        }
    }

    fn va_arg(&mut self, list: syn::ExprId, type_name: syn::TypeNameId, span: Span) -> ExprId {
        let list = self.expr(list);
        let expected = self.p.types.va_list();
        let list = if self.p.types.is_array(expected) { self.rvalue(list) } else { list };
        let written = self.type_name(type_name);
        let given = self.ty(list);
        let fits = match self.p.types.kind(expected) {
            TypeKind::Array { element, .. } => self
                .p
                .types
                .pointee(given)
                .is_some_and(|to| self.p.types.compatible_unqualified(to, element)),
            _ => self.p.types.compatible_unqualified(given, expected),
        };
        let fits = fits || self.is_ms_va_list(given);
        if !fits && !self.p.types.is_error(given) {
            return self.error(span, "the first argument of 'va_arg' is not a 'va_list'");
        }
        if !self.p.types.is_complete(written) && !self.p.types.is_void(written) {
            let shown = self.show(written);
            return self.error(span, format!("'va_arg' of incomplete type '{shown}'"));
        }
        let ty = self.p.types.value_type(written);
        self.push(ExprKind::VaArg(list, written), ty, span)
    }

    /// Microsoft's `va_list`, which x86-64 has beside the system's own.
    fn is_ms_va_list(&self, ty: TypeId) -> bool {
        self.p.types.pointee(ty).is_some_and(|to| self.p.types.value_type(to) == TypeId::CHAR)
    }

    /// 7.19
    fn offsetof(
        &mut self,
        type_name: syn::TypeNameId,
        path: List<syn::Designator>,
        span: Span,
    ) -> ExprId {
        let written = self.type_name(type_name);
        let syntax = self.s;
        let mut ty = self.p.types.canonical(written);
        let mut steps = Vec::new();
        for designator in &syntax.designators[path] {
            let next = match designator.kind {
                syn::DesignatorKind::Field(name) => {
                    ty = self.offsetof_arrow(ty, designator.span, &mut steps);
                    self.offsetof_field(ty, name, &mut steps)
                }
                syn::DesignatorKind::Index(index) | syn::DesignatorKind::Range(index, _) => {
                    let index = self.value(index);
                    let index = self.promote(index);
                    steps.push(
                        match self.constant_int(index).and_then(|v| u64::try_from(v).ok()) {
                            Some(value) => Designator::Index(value),
                            None => Designator::Computed(index),
                        },
                    );
                    match self.p.types.kind(ty) {
                        TypeKind::Array { element, .. } => Some(element),
                        _ => None,
                    }
                }
            };
            let Some(next) = next else {
                if self.p.types.is_error(ty) {
                    return self.error_expr(span);
                }
                let shown = self.show(ty);
                return self.error(
                    designator.span,
                    format!("'offsetof' asks for what '{shown}' does not have"),
                );
            };
            ty = next;
        }
        let steps = self.p.designators.push(&steps);
        self.push(ExprKind::Offsetof(written, steps), self.size_type(), span)
    }

    /// GNU's `a->m` is `a[0].m`.
    fn offsetof_arrow(&self, ty: TypeId, span: Span, steps: &mut Vec<Designator>) -> TypeId {
        match self.p.types.kind(ty) {
            TypeKind::Array { element, .. } if self.text(span).starts_with("->") => {
                steps.push(Designator::Index(0));
                element
            }
            _ => ty,
        }
    }

    fn offsetof_field(
        &mut self,
        ty: TypeId,
        name: Symbol,
        steps: &mut Vec<Designator>,
    ) -> Option<TypeId> {
        let record = self.p.types.as_record(ty)?;
        let mut path = Vec::new();
        if !self.find_member(record, name, &mut path) {
            return None;
        }
        steps.extend(path.iter().map(|&f| Designator::Field(f)));
        let last = *path.last()?;
        Some(self.p.types.canonical(self.p.types.fields[last].ty))
    }

    fn choose(&mut self, c: syn::ExprId, a: syn::ExprId, b: syn::ExprId, span: Span) -> ExprId {
        let condition = self.value(c);
        let a = self.expr(a);
        let b = self.expr(b);
        let Some(value) = self.constant_int(condition) else {
            return self
                .error(span, "the first operand of '__builtin_choose_expr' is not a constant");
        };
        let first = value != 0;
        let (chosen, other) = if first { (a, b) } else { (b, a) };
        let ty = self.ty(chosen);
        self.push(ExprKind::Choose { condition, chosen, other, first }, ty, span)
    }
}

fn alignof_style(style: syn::Alignof) -> AlignofStyle {
    match style {
        syn::Alignof::Standard => AlignofStyle::Standard,
        syn::Alignof::Gnu => AlignofStyle::Gnu,
    }
}
