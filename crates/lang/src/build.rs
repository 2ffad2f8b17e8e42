//! Typed nodes, as the front end makes them: every implicit conversion is a
//! node of its own.

use crate::arena::List;
use crate::arith::{self, BinaryOp};
use crate::span::Span;
use crate::symbol::Symbol;
use crate::target::{FloatKind, IntKind, IntType};
use crate::tree::{
    Conversion, Decl, DeclId, DeclKind, Expr, ExprId, ExprKind, Group, Init, InitId, InitKind,
    IntStyle, Linkage, Program, Scope, ScopeId, ScopeKind, Stmt, StmtId, StmtKind, Storage,
    UnaryOp,
};
use crate::types::{TypeId, TypeKind};

/// Nodes are made in so many places that the code of each had better be short.
#[inline(never)]
pub fn expr(p: &mut Program, kind: ExprKind, ty: TypeId) -> ExprId {
    p.exprs.push(Expr { kind, ty, span: Span::NONE, parens: false })
}

pub fn stmt(p: &mut Program, kind: StmtKind) -> StmtId {
    p.stmts.push(Stmt { kind, span: Span::NONE })
}

/// Statements that are to be written: the first, whose number the others' follow,
/// and all.
pub fn holes(p: &mut Program, count: usize) -> (StmtId, List<StmtId>) {
    let first = p.stmts.len();
    for _ in 0..count {
        stmt(p, StmtKind::Hole);
    }
    (StmtId::new(first), p.stmt_lists.collect((first..first + count).map(StmtId::new)))
}

/// The integer type behind a type, enums and `_Bool` included.
#[inline]
pub fn int_type(p: &Program, ty: TypeId) -> Option<IntType> {
    p.types.int_kind(ty).map(|kind| p.target.int_type(kind))
}

pub fn float_kind(p: &Program, ty: TypeId) -> Option<FloatKind> {
    match ty.as_int() {
        // Most types are.
        Some(_) => None,
        None => match p.types.kind(ty) {
            TypeKind::Float(kind) => Some(kind),
            _ => None,
        },
    }
}

/// A number of a type that is at least as wide as `int`. C has no negative
/// constants, and the lowest number is none's negation.
pub fn constant(p: &mut Program, ty: TypeId, value: i128) -> ExprId {
    let Some(int) = int_type(p, ty) else { return expr(p, ExprKind::Error, ty) };
    if int.bits > 64 {
        return wide_constant(p, ty, value);
    }
    if value < 0 && value == arith::int::min(int) {
        let low = constant(p, ty, value + 1);
        let one = constant(p, ty, 1);
        return expr(p, ExprKind::Binary(BinaryOp::Sub, low, one), ty);
    }
    let number = expr(p, ExprKind::Int(value.unsigned_abs() as u64, IntStyle::Decimal), ty);
    match value < 0 {
        true => expr(p, ExprKind::Unary(UnaryOp::Neg, number), ty),
        false => number,
    }
}

/// `(__int128)high << 64 | low`: no constant has more than 64 bits.
fn wide_constant(p: &mut Program, ty: TypeId, value: i128) -> ExprId {
    let low = constant(p, TypeId::ULONG_LONG, i128::from(value as u64));
    let low = cast(p, low, TypeId::UINT128);
    let high = (value >> 64) as u64;
    if high == 0 {
        return cast(p, low, ty);
    }
    let high = constant(p, TypeId::ULONG_LONG, i128::from(high));
    let high = cast(p, high, TypeId::UINT128);
    let count = constant(p, TypeId::INT, 64);
    let high = binary(p, BinaryOp::Shl, high, count);
    let both = binary(p, BinaryOp::Or, high, low);
    cast(p, both, ty)
}

pub fn name(p: &mut Program, decl: DeclId) -> ExprId {
    let ty = p.decls[decl].ty;
    expr(p, ExprKind::Name(decl), ty)
}

/// The value of an lvalue of scalar or struct type.
pub fn read(p: &mut Program, lvalue: ExprId) -> ExprId {
    let ty = p.types.value_type(p.exprs[lvalue].ty);
    expr(p, ExprKind::Convert(Conversion::Lvalue, lvalue), ty)
}

/// A value as another arithmetic type, by a conversion that nobody wrote.
pub fn convert(p: &mut Program, e: ExprId, to: TypeId) -> ExprId {
    match p.exprs[e].ty == to {
        true => e,
        false => expr(p, ExprKind::Convert(Conversion::Arithmetic, e), to),
    }
}

pub fn cast(p: &mut Program, e: ExprId, to: TypeId) -> ExprId {
    let conversion = if p.exprs[e].ty == to { Conversion::Same } else { Conversion::Arithmetic };
    expr(p, ExprKind::Cast(conversion, e, to), to)
}

/// The type after the integer promotions; bit-fields are promoted where they
/// are read.
pub fn promoted(p: &Program, ty: TypeId) -> TypeId {
    match p.types.int_kind(ty) {
        Some(kind) => TypeId::int(arith::promote(&p.target, kind)),
        None => ty,
    }
}

/// The common type of two arithmetic types (6.3.1.8).
pub fn usual(p: &Program, a: TypeId, b: TypeId) -> TypeId {
    if let (Some(x), Some(y)) = (p.types.int_kind(a), p.types.int_kind(b)) {
        return TypeId::int(arith::usual_int(&p.target, x, y));
    }
    match (float_kind(p, a), float_kind(p, b)) {
        (Some(x), Some(y)) => TypeId::float(arith::usual_float(&p.target, x, y)),
        (Some(x), None) | (None, Some(x)) => TypeId::float(x),
        (None, None) => a,
    }
}

/// The type in which an operator computes, and that of its result.
pub fn types_of(p: &Program, op: BinaryOp, a: TypeId, b: TypeId) -> (TypeId, TypeId) {
    if op.is_shift() {
        let ty = promoted(p, a);
        return (ty, ty);
    }
    let common = usual(p, a, b);
    (common, if op.is_comparison() { TypeId::INT } else { common })
}

pub fn binary(p: &mut Program, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
    let (ta, tb) = (p.exprs[a].ty, p.exprs[b].ty);
    let (common, result) = types_of(p, op, ta, tb);
    let right = if op.is_shift() { promoted(p, tb) } else { common };
    let (a, b) = (convert(p, a, common), convert(p, b, right));
    expr(p, ExprKind::Binary(op, a, b), result)
}

/// `+ - ~` after promotion; `!` of any scalar.
pub fn unary(p: &mut Program, op: UnaryOp, a: ExprId) -> ExprId {
    if op == UnaryOp::Not {
        return expr(p, ExprKind::Unary(op, a), TypeId::INT);
    }
    let ty = promoted(p, p.exprs[a].ty);
    let a = convert(p, a, ty);
    expr(p, ExprKind::Unary(op, a), ty)
}

pub fn conditional(p: &mut Program, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
    let ty = usual(p, p.exprs[a].ty, p.exprs[b].ty);
    let (a, b) = (convert(p, a, ty), convert(p, b, ty));
    expr(p, ExprKind::Conditional(c, a, b), ty)
}

pub fn logical(p: &mut Program, and: bool, a: ExprId, b: ExprId) -> ExprId {
    let kind = if and { ExprKind::LogAnd(a, b) } else { ExprKind::LogOr(a, b) };
    expr(p, kind, TypeId::INT)
}

/// `lvalue = value`
pub fn assign(p: &mut Program, lvalue: ExprId, value: ExprId) -> ExprId {
    let ty = p.types.value_type(p.exprs[lvalue].ty);
    let value = if p.types.is_arithmetic(ty) { convert(p, value, ty) } else { value };
    expr(p, ExprKind::Assign(lvalue, value), ty)
}

/// `lvalue op= value`; `promoted_left` is the left side's type after promotion.
pub fn compound(
    p: &mut Program,
    op: BinaryOp,
    lvalue: ExprId,
    promoted_left: TypeId,
    value: ExprId,
) -> ExprId {
    let ty = p.types.value_type(p.exprs[lvalue].ty);
    let (common, _) = types_of(p, op, promoted_left, p.exprs[value].ty);
    let right = if op.is_shift() { promoted(p, p.exprs[value].ty) } else { common };
    let value = convert(p, value, right);
    expr(p, ExprKind::CompoundAssign(op, lvalue, value, common), ty)
}

/// An element of an array that is an lvalue.
pub fn element(p: &mut Program, array: ExprId, index: ExprId) -> ExprId {
    let ty = p.exprs[array].ty;
    let TypeKind::Array { element, .. } = p.types.kind(ty) else {
        return expr(p, ExprKind::Error, ty);
    };
    let pointer = p.types.pointer(element);
    let decayed = expr(p, ExprKind::Convert(Conversion::Decay, array), pointer);
    expr(p, ExprKind::Index(decayed, index), element)
}

pub fn call(p: &mut Program, function: DeclId, args: &[ExprId]) -> ExprId {
    let callee = name(p, function);
    let ty = p.decls[function].ty;
    let result = p.types.as_function(ty).map_or(TypeId::ERROR, |f| f.result);
    let pointer = p.types.pointer(ty);
    let callee = expr(p, ExprKind::Convert(Conversion::Function, callee), pointer);
    let args = p.expr_lists.push(args);
    expr(p, ExprKind::Call(callee, args), result)
}

/// The initialiser of an object of scalar type.
pub fn initialiser(p: &mut Program, of: DeclId, value: ExprId) -> InitId {
    let ty = p.decls[of].ty;
    let plain = p.types.value_type(ty);
    let value = if p.types.is_arithmetic(plain) { convert(p, value, plain) } else { value };
    p.inits.push(Init { kind: InitKind::Expr(value), ty, span: Span::NONE })
}

/// A variable of a block.
pub fn variable(
    p: &mut Program,
    scope: ScopeId,
    name: Symbol,
    ty: TypeId,
    storage: Storage,
    init: InitKind,
) -> DeclId {
    let value = p.types.value_type(ty);
    let init = p.inits.push(Init { kind: init, ty: value, span: Span::NONE });
    let decl = p.decls.push(Decl {
        kind: DeclKind::Variable,
        name,
        ty,
        written: ty,
        storage,
        linkage: Linkage::None,
        attrs: List::EMPTY,
        asm_name: None,
        init: Some(init),
        scope,
        // Known once it is pushed.
        entity: DeclId::new(0),
        align: 0,
        span: Span::NONE,
        declarator: Span::NONE,
    });
    p.decls[decl].entity = decl;
    decl
}

/// The declaration of one variable.
pub fn declare(p: &mut Program, decl: DeclId, base: TypeId) -> StmtKind {
    let decls = p.decl_lists.push(&[decl]);
    let storage = p.decls[decl].storage;
    StmtKind::Declaration(p.groups.push(Group { base, decls, storage, span: Span::NONE }))
}

pub fn block_scope(p: &mut Program, parent: ScopeId) -> ScopeId {
    p.scopes.push(Scope { parent: Some(parent), kind: ScopeKind::Block, decls: List::EMPTY })
}

/// The unsigned type of the same width as an integer type.
pub fn unsigned(p: &Program, ty: TypeId) -> TypeId {
    use IntKind::*;
    let kind = match p.types.int_kind(ty) {
        Some(Char | SChar) => UChar,
        Some(Short) => UShort,
        Some(Int) => UInt,
        Some(Long) => ULong,
        Some(LongLong) => ULongLong,
        Some(Int128) => UInt128,
        Some(other) => other,
        None => return ty,
    };
    TypeId::int(kind)
}

/// A copy of an expression, all nodes new.
pub fn copy(p: &mut Program, e: ExprId) -> ExprId {
    use ExprKind::*;
    let Expr { kind, ty, .. } = p.exprs[e];
    let kind = match kind {
        Unary(op, a) => Unary(op, copy(p, a)),
        Convert(conversion, a) => Convert(conversion, copy(p, a)),
        Cast(conversion, a, written) => Cast(conversion, copy(p, a), written),
        Binary(op, a, b) => Binary(op, copy(p, a), copy(p, b)),
        LogAnd(a, b) => LogAnd(copy(p, a), copy(p, b)),
        LogOr(a, b) => LogOr(copy(p, a), copy(p, b)),
        Comma(a, b) => Comma(copy(p, a), copy(p, b)),
        Conditional(a, b, c) => Conditional(copy(p, a), copy(p, b), copy(p, c)),
        Index(a, b) => Index(copy(p, a), copy(p, b)),
        Member(a, field, style) => Member(copy(p, a), field, style),
        Call(callee, args) => {
            let args: Vec<ExprId> = p.expr_lists[args].to_vec();
            let args: Vec<ExprId> = args.into_iter().map(|arg| copy(p, arg)).collect();
            Call(copy(p, callee), p.expr_lists.push(&args))
        }
        leaf => leaf,
    };
    expr(p, kind, ty)
}
