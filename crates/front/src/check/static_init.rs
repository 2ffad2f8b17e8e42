//! Initialisers of objects with static storage (6.7.9p4): constants, and
//! addresses that the linker knows.
//!
//! gcc folds more than we do (decimal arithmetic, all of libm). So an
//! initialiser is rejected only if it does not fold and also holds something
//! that can be no part of a constant.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::builtins;
use elenchus_lang::constant::{self, Base, Constant};
use elenchus_lang::span::Span;
use elenchus_lang::tree::{
    Conversion, DeclId, DeclKind, ExprId, ExprKind, InitId, InitKind, Linkage, MemberStyle,
    Storage, UnaryOp,
};
use elenchus_lang::types::{Quals, TypeKind};

use super::Checker;

/// How many operations of an initialiser are looked at closely.
const MOST_ASKED: u32 = 100;

/// Why an initialiser is not constant.
struct Culprit {
    span: Span,
    what: String,
}

impl Checker<'_> {
    /// Reports the first part of the initialiser that is no constant.
    pub(super) fn check_static_init(&mut self, init: InitId) {
        if let Some(Culprit { span, what }) = self.culprit_of_init(init) {
            self.report(span, format!("the initialiser of a static object {what}"));
        }
    }

    fn culprit_of_init(&self, init: InitId) -> Option<Culprit> {
        let mut pending = Vec::new();
        let mut next = Some(init);
        while let Some(init) = next {
            match self.p.inits[init].kind {
                InitKind::List(items) => {
                    let items = self.p.init_items[items].iter().rev().map(|item| item.init);
                    pending.extend(items.filter(|&init| !self.is_number_init(init)));
                }
                InitKind::Expr(expr) => match self.literal(expr) {
                    Some(inner) => pending.push(inner),
                    None => {
                        let culprit = self.culprit_of_value(expr);
                        if culprit.is_some() {
                            return culprit;
                        }
                    }
                },
            }
            next = pending.pop();
        }
        None
    }

    fn is_number_init(&self, init: InitId) -> bool {
        matches!(self.p.inits[init].kind, InitKind::Expr(expr) if self.is_number(expr))
    }

    /// GNU C initialises an aggregate by a compound literal.
    fn literal(&self, expr: ExprId) -> Option<InitId> {
        match self.kind(expr) {
            ExprKind::CompoundLiteral(init, ..) => Some(init),
            ExprKind::Convert(Conversion::Lvalue | Conversion::Same | Conversion::Bits, inner)
            | ExprKind::Cast(Conversion::Same | Conversion::Bits, inner, _) => self.literal(inner),
            _ => None,
        }
    }

    /// Whether it is a number and what conversions and signs make of it, as
    /// most items of large initialisers are.
    fn is_number(&self, expr: ExprId) -> bool {
        let mut at = expr;
        loop {
            at = match self.kind(at) {
                ExprKind::Int(..) | ExprKind::Float(_) => return true,
                ExprKind::Convert(_, inner)
                | ExprKind::Cast(_, inner, _)
                | ExprKind::Unary(_, inner) => inner,
                _ => return false,
            }
        }
    }

    fn culprit_of_value(&self, expr: ExprId) -> Option<Culprit> {
        if self.is_number(expr) || constant::evaluate_initializer(self.p, expr).is_some() {
            return None;
        }
        let truncated = self.truncated_address(expr);
        truncated.or_else(|| self.culprit(expr))
    }

    /// The linker cannot cut an address down to a smaller integer.
    fn truncated_address(&self, expr: ExprId) -> Option<Culprit> {
        let mut at = expr;
        let mut narrowest = self.size_of(self.ty(expr))?;
        while let ExprKind::Convert(conversion, inner) | ExprKind::Cast(conversion, inner, _) =
            self.kind(at)
        {
            if conversion == Conversion::PointerToInt {
                let value = constant::evaluate_initializer(self.p, inner)?.value;
                let known = matches!(value, Constant::Address(a) if a.base != Base::Null);
                let cut = known && narrowest < self.size_of(self.ty(inner))?;
                let what = "cuts an address down to a smaller integer".to_string();
                return cut.then(|| Culprit { span: self.span(expr), what });
            }
            at = inner;
            narrowest = narrowest.min(self.size_of(self.ty(at))?);
        }
        None
    }

    /// The first node that no constant has. Effects and calls never fold away;
    /// a read does in `x * 0`, `x - x`, `x ? 1 : 1`: it counts only where no
    /// such operation is above it.
    fn culprit(&self, expr: ExprId) -> Option<Culprit> {
        use ExprKind::*;
        let mut pending = vec![(expr, true)];
        let mut asked = 0;
        while let Some((at, firm)) = pending.pop() {
            let mut then = |below: &[ExprId], firm: bool| {
                pending.extend(below.iter().rev().map(|&e| (e, firm)));
            };
            let what = match self.kind(at) {
                Assign(..) | CompoundAssign(..) | Step(..) => Some("changes an object".to_string()),
                StmtExpr(_) => Some("holds statements".to_string()),
                VaArg(..) => Some("takes an argument from a list".to_string()),
                Call(callee, args) => {
                    then(&self.p.expr_lists[args], false);
                    self.called_function(callee)
                }
                Convert(Conversion::Lvalue, object) => {
                    then(&self.pointer_within(object), firm);
                    self.variable_read(object).filter(|_| firm)
                }
                Convert(Conversion::Decay, object) | Unary(UnaryOp::AddressOf, object) => {
                    then(&self.pointer_within(object), firm);
                    self.automatic_object(object).filter(|_| firm)
                }
                Binary(op, a, b) => {
                    // Each question costs as much as the operand is long.
                    asked += 1;
                    then(&[a, b], firm && asked < MOST_ASKED && self.keeps_operands(op, a, b));
                    None
                }
                LogAnd(a, b) | LogOr(a, b) | Comma(a, b) | Elvis(a, b) => {
                    then(&[a, b], false);
                    None
                }
                Conditional(c, a, b) => {
                    then(&[c, a, b], false);
                    None
                }
                Unary(_, a) | Convert(_, a) | Cast(_, a, _) | CastToUnion(a, ..) => {
                    then(&[a], firm);
                    None
                }
                // Evaluated nowhere, constant in itself, or reported already.
                _ => None,
            };
            if let Some(what) = what {
                return Some(Culprit { span: self.span(at), what });
            }
        }
        None
    }

    /// Whether an operation of which one operand is constant depends on the
    /// other one for certain.
    fn keeps_operands(&self, op: BinaryOp, a: ExprId, b: ExprId) -> bool {
        let value = |e| constant::evaluate_initializer(self.p, e).map(|folded| folded.value);
        match (op, value(a), value(b)) {
            (BinaryOp::Add | BinaryOp::Sub, a, b) => a.is_some() != b.is_some(),
            (BinaryOp::Mul, Some(Constant::Int(n)), None)
            | (BinaryOp::Mul | BinaryOp::Div, None, Some(Constant::Int(n))) => n != 0,
            _ => false,
        }
    }

    /// The variable that an lvalue is part of.
    fn root(&self, object: ExprId) -> Option<DeclId> {
        match self.kind(object) {
            ExprKind::Name(decl) => Some(decl),
            ExprKind::Member(base, _, MemberStyle::Dot | MemberStyle::ImplicitDot) => {
                self.root(base)
            }
            ExprKind::Index(base, _) => match self.kind(base) {
                ExprKind::Convert(Conversion::Decay, array) => self.root(array),
                _ => None,
            },
            _ => None,
        }
    }

    /// The pointer and the indices that an lvalue is reached by.
    fn pointer_within(&self, object: ExprId) -> Vec<ExprId> {
        match self.kind(object) {
            ExprKind::Unary(UnaryOp::Deref, pointer) => vec![pointer],
            ExprKind::Index(a, i) => vec![i, a],
            ExprKind::Member(base, _, MemberStyle::Arrow | MemberStyle::ImplicitArrow) => {
                vec![base]
            }
            ExprKind::Member(base, ..) => self.pointer_within(base),
            _ => Vec::new(),
        }
    }

    /// gcc reads constants (`const`, not volatile) that stand in the file.
    fn variable_read(&self, object: ExprId) -> Option<String> {
        let decl = self.root(object)?;
        let quals = self.p.types.quals(self.ty(object));
        let constant = quals.has(Quals::CONST) && !quals.has(Quals::VOLATILE);
        if constant && !self.is_automatic(decl) {
            return None;
        }
        let name = self.name(self.p.decls[decl].name);
        Some(format!("reads variable '{name}'"))
    }

    fn automatic_object(&self, object: ExprId) -> Option<String> {
        let decl = self.root(object)?;
        let name = self.name(self.p.decls[decl].name);
        if self.is_automatic(decl) {
            Some(format!("takes the address of '{name}', which is not static"))
        } else if self.p.decls[decl].storage.has(Storage::THREAD) {
            Some(format!("takes the address of '{name}', which every thread has its own of"))
        } else {
            None
        }
    }

    fn is_automatic(&self, decl: DeclId) -> bool {
        let decl = &self.p.decls[decl];
        matches!(decl.kind, DeclKind::Variable | DeclKind::Parameter)
            && decl.linkage == Linkage::None
            && !decl.storage.has(Storage::STATIC)
    }

    /// Calls of functions that gcc knows may fold.
    fn called_function(&self, callee: ExprId) -> Option<String> {
        let ExprKind::Convert(Conversion::Function, function) = self.kind(callee) else {
            return None;
        };
        let ExprKind::Name(decl) = self.kind(function) else { return None };
        let name = self.name(self.p.decls[decl].name);
        let known = builtins::lookup(name.as_bytes()).is_some();
        let is_function = matches!(self.type_kind(function), TypeKind::Function(_));
        (is_function && !known).then(|| format!("calls '{name}'"))
    }
}
