//! Typed nodes over `int`, as the front end makes them.

use elenchus_lang::arena::List;
use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{
    Conversion, DeclId, Expr, ExprId, ExprKind, Group, InitKind, IntStyle, Program, Scope, ScopeId,
    ScopeKind, Stmt, StmtId, StmtKind, Storage, UnaryOp,
};
use elenchus_lang::types::TypeId;

pub fn expr(p: &mut Program, kind: ExprKind, ty: TypeId) -> ExprId {
    p.exprs.push(Expr { kind, ty, span: Span::NONE, parens: false })
}

pub fn stmt(p: &mut Program, kind: StmtKind) -> StmtId {
    p.stmts.push(Stmt { kind, span: Span::NONE })
}

/// C has no negative constants, and the lowest number is none's negation.
pub fn constant(p: &mut Program, value: i32) -> ExprId {
    if value == i32::MIN {
        let (low, one) = (constant(p, -i32::MAX), constant(p, 1));
        return binary(p, BinaryOp::Sub, low, one);
    }
    let bits = u64::from(value.unsigned_abs());
    let number = expr(p, ExprKind::Int(bits, IntStyle::Decimal), TypeId::INT);
    if value < 0 { unary(p, UnaryOp::Neg, number) } else { number }
}

pub fn name(p: &mut Program, decl: DeclId) -> ExprId {
    let ty = p.decls[decl].ty;
    expr(p, ExprKind::Name(decl), ty)
}

/// The value of a variable.
pub fn read(p: &mut Program, decl: DeclId) -> ExprId {
    let name = name(p, decl);
    expr(p, ExprKind::Convert(Conversion::Lvalue, name), TypeId::INT)
}

pub fn unary(p: &mut Program, op: UnaryOp, a: ExprId) -> ExprId {
    expr(p, ExprKind::Unary(op, a), TypeId::INT)
}

pub fn binary(p: &mut Program, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
    expr(p, ExprKind::Binary(op, a, b), TypeId::INT)
}

pub fn assign(p: &mut Program, decl: DeclId, value: ExprId) -> ExprId {
    let target = name(p, decl);
    expr(p, ExprKind::Assign(target, value), TypeId::INT)
}

pub fn compound_assign(p: &mut Program, op: BinaryOp, decl: DeclId, value: ExprId) -> ExprId {
    let target = name(p, decl);
    expr(p, ExprKind::CompoundAssign(op, target, value, TypeId::INT), TypeId::INT)
}

pub fn call(p: &mut Program, function: DeclId, args: &[ExprId]) -> ExprId {
    let callee = name(p, function);
    let ty = p.decls[function].ty;
    let result = p.types.as_function(ty).expect("it is a function").result;
    let pointer = p.types.pointer(ty);
    let callee = expr(p, ExprKind::Convert(Conversion::Function, callee), pointer);
    let args = p.expr_lists.push(args);
    expr(p, ExprKind::Call(callee, args), result)
}

/// `int name = value;`
pub fn declaration(p: &mut Program, scope: ScopeId, name: &str, value: ExprId) -> DeclId {
    let name = p.symbols.intern(name);
    build::variable(p, scope, name, TypeId::INT, Storage::default(), InitKind::Expr(value))
}

pub fn declare(p: &mut Program, decl: DeclId) -> StmtKind {
    let decls = p.decl_lists.push(&[decl]);
    let storage = Storage::default();
    StmtKind::Declaration(p.groups.push(Group {
        base: TypeId::INT,
        decls,
        storage,
        span: Span::NONE,
    }))
}

pub fn scope(p: &mut Program, parent: ScopeId) -> ScopeId {
    p.scopes.push(Scope { parent: Some(parent), kind: ScopeKind::Block, decls: List::EMPTY })
}

/// A copy of an expression without calls.
pub fn copy(p: &mut Program, e: ExprId) -> ExprId {
    use ExprKind::*;
    let Expr { kind, ty, .. } = p.exprs[e];
    let kind = match kind {
        Int(..) | Name(_) => kind,
        Unary(op, a) => Unary(op, copy(p, a)),
        Convert(conversion, a) => Convert(conversion, copy(p, a)),
        Cast(conversion, a, written) => Cast(conversion, copy(p, a), written),
        Binary(op, a, b) => Binary(op, copy(p, a), copy(p, b)),
        LogAnd(a, b) => LogAnd(copy(p, a), copy(p, b)),
        LogOr(a, b) => LogOr(copy(p, a), copy(p, b)),
        Conditional(a, b, c) => Conditional(copy(p, a), copy(p, b), copy(p, c)),
        other => panic!("not written by the generator: {other:?}"),
    };
    expr(p, kind, ty)
}
