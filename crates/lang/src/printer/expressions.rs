//! Expressions, with as few parentheses as the grammar allows.

use super::{Parens, Printer};
use crate::arena::List;
use crate::arith::BinaryOp;
use crate::tree::{
    AlignofStyle, Association, Designator, Expr, ExprId, ExprKind, MemberStyle, StepOp, UnaryOp,
};
use crate::types::{FieldId, TypeId};

/// How tightly an expression holds together: an operand that holds less
/// tightly than its place demands needs parentheses.
pub(crate) type Level = u8;

const COMMA: Level = 1;
pub(super) const ASSIGN: Level = 2;
pub(super) const CONDITIONAL: Level = 3;
const LOG_OR: Level = 4;
const LOG_AND: Level = 5;
const RELATION: Level = 10;
pub(super) const MULTIPLY: Level = 13;
pub(super) const CAST: Level = 14;
const UNARY: Level = 15;
const POSTFIX: Level = 16;
const PRIMARY: Level = 17;

/// An operator between two operands, with the spaces around it.
#[derive(Clone, Copy)]
pub(super) struct Infix {
    text: &'static str,
    level: Level,
}

const fn infix(text: &'static str, level: Level) -> Infix {
    Infix { text, level }
}

/// Those that compute, in the order of `BinaryOp`.
static BINARY: [Infix; BinaryOp::ALL.len()] = [
    infix(" + ", 12),
    infix(" - ", 12),
    infix(" * ", MULTIPLY),
    infix(" / ", MULTIPLY),
    infix(" % ", MULTIPLY),
    infix(" << ", 11),
    infix(" >> ", 11),
    infix(" & ", 8),
    infix(" | ", 6),
    infix(" ^ ", 7),
    infix(" < ", RELATION),
    infix(" > ", RELATION),
    infix(" <= ", RELATION),
    infix(" >= ", RELATION),
    infix(" == ", 9),
    infix(" != ", 9),
];

pub(super) fn level(kind: &ExprKind) -> Level {
    use ExprKind::*;
    match kind {
        Comma(..) => COMMA,
        Assign(..) | CompoundAssign(..) => ASSIGN,
        Conditional(..) | Elvis(..) => CONDITIONAL,
        LogOr(..) => LOG_OR,
        LogAnd(..) => LOG_AND,
        Binary(op, ..) => BINARY[*op as usize].level,
        Cast(..) | CastToUnion(..) => CAST,
        Unary(..) | SizeofExpr(_) | SizeofType(_) | AlignofExpr(..) | AlignofType(..)
        | LabelAddress(_) => UNARY,
        Step(StepOp::PreInc | StepOp::PreDec, _) => UNARY,
        Step(..) | CompoundLiteral(..) | Index(..) | Member(..) | Call(..) => POSTFIX,
        _ => PRIMARY,
    }
}

impl<'a> Printer<'a> {
    /// An expression where the grammar asks for one of at least level `min`.
    pub(super) fn expr(&mut self, id: ExprId, min: Level) {
        self.note(id, min);
        let (id, node, written) = self.peel(id);
        let program = self.program;
        // Most are, and fit everywhere.
        if !written && self.standing.is_none() {
            match node.kind {
                ExprKind::Name(decl) => return self.name(program.decls[decl].name),
                ExprKind::Int(bits, style) => return self.integer(bits, style, node.ty),
                _ => {}
            }
        }
        self.grouped(id, node, written || level(&node.kind) < min);
    }

    #[inline(never)]
    fn grouped(&mut self, id: ExprId, node: &Expr, parens: bool) {
        if parens {
            self.text("(");
        }
        self.bare(id, node);
        if parens {
            self.text(")");
        }
    }

    /// What stands in the text, and whether the parentheses around it are
    /// wanted: nobody writes conversions.
    #[inline]
    pub(super) fn peel(&self, mut id: ExprId) -> (ExprId, &'a Expr, bool) {
        let mut node = &self.program.exprs[id];
        let mut parens = node.parens;
        while let ExprKind::Convert(_, operand) = node.kind {
            id = operand;
            node = &self.program.exprs[id];
            parens |= node.parens;
        }
        (id, node, parens && self.options.parens == Parens::AsWritten)
    }

    #[inline(always)]
    fn bare(&mut self, id: ExprId, node: &Expr) {
        use ExprKind::*;
        let program = self.program;
        if let Some(text) = self.standing(node.span) {
            return self.out.extend_from_slice(text);
        }
        match node.kind {
            Error => self.text("<error>"),
            Int(bits, style) => self.integer(bits, style, node.ty),
            Float(bits) => {
                let bits = program.floats[bits].first().copied().unwrap_or(0);
                self.floating(bits, node.ty);
            }
            Imaginary(real) => self.imaginary(real),
            Decimal(text) | Verbatim(text) | FunctionName(text, _) => self.name(text),
            String(literal) => self.string(literal),
            Name(decl) | Enumerator(decl) => self.name(program.decls[decl].name),

            Unary(op, operand) => self.unary(op, operand),
            Binary(..) | LogAnd(..) | LogOr(..) | Comma(..) => self.infix(id),
            Assign(to, value) => self.assign(to, "", value),
            CompoundAssign(op, to, value, _) => self.assign(to, op.symbol(), value),
            Step(op, operand) => self.step(op, operand),
            Conditional(condition, a, b) => self.conditional(condition, Some(a), b),
            Elvis(condition, other) => self.conditional(condition, None, other),

            Convert(_, operand) => self.expr(operand, 0),
            Cast(_, operand, ty) | CastToUnion(operand, _, ty) => {
                self.parenthesised_type(ty);
                self.expr(operand, CAST);
            }
            CompoundLiteral(init, ty, _) => {
                self.parenthesised_type(ty);
                self.init(init);
            }

            SizeofExpr(operand) => self.of_expr("sizeof", operand),
            AlignofExpr(operand, style) => self.of_expr(alignof(style), operand),
            SizeofType(ty) => self.of_type("sizeof", ty),
            AlignofType(ty, style) => self.of_type(alignof(style), ty),
            Offsetof(ty, path) => self.offsetof(ty, path),

            Index(array, index) => {
                self.expr(array, POSTFIX);
                if program.exprs[index].span.start < program.exprs[array].span.start {
                    // It was written `i[a]`.
                    self.note(index, POSTFIX);
                }
                self.text("[");
                self.expr(index, 0);
                self.text("]");
            }
            Member(of, field, style) => self.member(of, field, style),
            Call(function, args) => {
                self.expr(function, POSTFIX);
                self.arguments(args);
            }
            Shuffle(name, args) => {
                self.name(name);
                self.arguments(args);
            }
            StmtExpr(body) => {
                self.text("(");
                self.block(body);
                self.text(")");
            }
            LabelAddress(label) => {
                self.text("&&");
                self.name(program.labels[label].name);
            }
            Generic(..) | TypesCompatible(..) | VaArg(..) | Choose { .. } | ConvertVector(..) => {
                self.special(node.kind);
            }
        }
    }

    // ---- operators ----

    fn unary(&mut self, op: UnaryOp, operand: ExprId) {
        self.text(match op {
            UnaryOp::Plus => "+",
            UnaryOp::Neg => "-",
            UnaryOp::BitNot => "~",
            UnaryOp::Not => "!",
            UnaryOp::Deref => "*",
            UnaryOp::AddressOf => "&",
            UnaryOp::Real => "__real__ ",
            UnaryOp::Imag => "__imag__ ",
        });
        if self.would_join(op, operand) {
            self.text(" ");
        }
        self.expr(operand, CAST);
    }

    /// The operator and the start of its operand would be read as one token.
    fn would_join(&self, op: UnaryOp, operand: ExprId) -> bool {
        use ExprKind::{LabelAddress, Step, Unary};
        let (_, node, _) = self.peel(operand);
        let start = node.kind;
        match op {
            UnaryOp::Plus => {
                matches!(start, Unary(UnaryOp::Plus, _) | Step(StepOp::PreInc, _))
            }
            UnaryOp::Neg => matches!(start, Unary(UnaryOp::Neg, _) | Step(StepOp::PreDec, _)),
            UnaryOp::AddressOf => {
                matches!(start, Unary(UnaryOp::AddressOf, _) | LabelAddress(_))
            }
            _ => false,
        }
    }

    fn as_infix(&self, id: ExprId) -> Option<(Infix, ExprId, ExprId)> {
        match self.program.exprs[id].kind {
            ExprKind::Binary(op, left, right) => Some((BINARY[op as usize], left, right)),
            ExprKind::LogAnd(left, right) => Some((infix(" && ", LOG_AND), left, right)),
            ExprKind::LogOr(left, right) => Some((infix(" || ", LOG_OR), left, right)),
            ExprKind::Comma(left, right) => Some((infix(", ", COMMA), left, right)),
            _ => None,
        }
    }

    /// Operators that group to the left. Sums of thousands of terms occur:
    /// the left side is a loop.
    fn infix(&mut self, id: ExprId) {
        let bottom = self.spine.len();
        let mut id = id;
        while let Some((operator, left, right)) = self.as_infix(id) {
            self.spine.push((operator, right));
            // By the grammar `a < b < c` is fine; clang takes it for a mistake.
            let min = operator.level + u8::from(operator.level == RELATION);
            let (inner, node, written) = self.peel(left);
            // The rest is for `expr` to print, with its parentheses.
            let is_rest = written || !is_infix(&node.kind) || level(&node.kind) < min;
            if is_rest || self.stands(inner) {
                self.expr(left, min);
                break;
            }
            self.note(left, min);
            id = inner;
        }
        while self.spine.len() > bottom {
            let Some((operator, right)) = self.spine.pop() else { break };
            self.text(operator.text);
            self.expr(right, operator.level + 1);
        }
    }

    fn assign(&mut self, to: ExprId, operator: &str, value: ExprId) {
        self.expr(to, UNARY);
        self.text(" ");
        self.text(operator);
        self.text("= ");
        self.expr(value, ASSIGN);
    }

    fn step(&mut self, op: StepOp, operand: ExprId) {
        let (before, after, min) = match op {
            StepOp::PreInc => ("++", "", UNARY),
            StepOp::PreDec => ("--", "", UNARY),
            StepOp::PostInc => ("", "++", POSTFIX),
            StepOp::PostDec => ("", "--", POSTFIX),
        };
        self.text(before);
        self.expr(operand, min);
        self.text(after);
    }

    /// Without a value in the middle it is GNU's `a ?: b`.
    fn conditional(&mut self, condition: ExprId, value: Option<ExprId>, other: ExprId) {
        self.expr(condition, LOG_OR);
        self.text(" ?");
        if let Some(value) = value {
            self.text(" ");
            // The grammar takes a comma here; readers do not.
            self.expr(value, ASSIGN);
            self.text(" ");
        }
        self.text(": ");
        self.expr(other, CONDITIONAL);
    }

    /// Steps into anonymous members are not written: their arrow, if they
    /// have one, goes before the name.
    fn member(&mut self, of: ExprId, field: FieldId, style: MemberStyle) {
        let program = self.program;
        let (mut of, mut style) = (of, style);
        let named = !matches!(style, MemberStyle::ImplicitDot | MemberStyle::ImplicitArrow);
        loop {
            let (_, node, _) = self.peel(of);
            match node.kind {
                ExprKind::Member(next, _, MemberStyle::ImplicitDot) => of = next,
                ExprKind::Member(next, _, MemberStyle::ImplicitArrow) => {
                    (of, style) = (next, MemberStyle::Arrow);
                }
                _ => break,
            }
        }
        self.expr(of, POSTFIX);
        if named {
            self.text(if style == MemberStyle::Arrow { "->" } else { "." });
            if let Some(name) = program.types.fields[field].name {
                self.name(name);
            }
        }
    }

    // ---- everything with parentheses of its own ----

    fn parenthesised_type(&mut self, ty: TypeId) {
        self.text("(");
        self.type_name(ty);
        self.text(")");
    }

    fn of_type(&mut self, keyword: &str, ty: TypeId) {
        self.text(keyword);
        self.parenthesised_type(ty);
    }

    fn of_expr(&mut self, keyword: &str, operand: ExprId) {
        self.text(keyword);
        // It may have been written without parentheses.
        self.note(operand, UNARY);
        let (inner, _, written) = self.peel(operand);
        if written {
            return self.expr(operand, 0);
        }
        self.text("(");
        self.expr(inner, 0);
        self.text(")");
    }

    fn arguments(&mut self, args: List<ExprId>) {
        self.text("(");
        self.separated(&self.program.expr_lists[args], |printer, arg| printer.expr(arg, ASSIGN));
        self.text(")");
    }

    fn offsetof(&mut self, ty: TypeId, path: List<Designator>) {
        self.text("__builtin_offsetof(");
        self.type_name(ty);
        self.text(", ");
        let start = self.out.len();
        for &designator in &self.program.designators[path] {
            match designator {
                Designator::Field(field) if self.out.len() == start => {
                    let name = self.program.types.fields[field].name;
                    self.text(name.map_or("", |name| self.program.name(name)));
                }
                _ => self.designator(designator),
            }
        }
        self.text(")");
    }

    fn special(&mut self, kind: ExprKind) {
        match kind {
            ExprKind::Generic(control, associations) => {
                self.text("_Generic(");
                self.expr(control, ASSIGN);
                for &association in &self.program.associations[associations] {
                    self.association(association);
                }
            }
            ExprKind::TypesCompatible(a, b) => {
                self.text("__builtin_types_compatible_p(");
                self.type_name(a);
                self.text(", ");
                self.type_name(b);
            }
            ExprKind::VaArg(list, ty) => {
                self.text("__builtin_va_arg(");
                self.expr(list, ASSIGN);
                self.text(", ");
                self.type_name(ty);
            }
            ExprKind::ConvertVector(vector, ty) => {
                self.text("__builtin_convertvector(");
                self.expr(vector, ASSIGN);
                self.text(", ");
                self.type_name(ty);
            }
            ExprKind::Choose { condition, chosen, other, first } => {
                let (a, b) = if first { (chosen, other) } else { (other, chosen) };
                self.text("__builtin_choose_expr(");
                self.separated(&[condition, a, b], |printer, part| printer.expr(part, ASSIGN));
            }
            _ => return,
        }
        self.text(")");
    }

    fn association(&mut self, association: Association) {
        self.text(", ");
        match association.ty {
            Some(ty) => self.type_name(ty),
            None => self.text("default"),
        }
        self.text(": ");
        self.expr(association.expr, ASSIGN);
    }
}

fn is_infix(kind: &ExprKind) -> bool {
    use ExprKind::*;
    matches!(kind, Binary(..) | LogAnd(..) | LogOr(..) | Comma(..))
}

fn alignof(style: AlignofStyle) -> &'static str {
    match style {
        AlignofStyle::Standard => "_Alignof",
        AlignofStyle::Gnu => "__alignof__",
    }
}
