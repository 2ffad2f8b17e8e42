//! Typed nodes over `int`, as the front end makes them.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
pub use elenchus_lang::build::{block_scope as scope, copy};
use elenchus_lang::span::Span;
use elenchus_lang::tree::{
    Conversion, DeclId, Expr, ExprId, ExprKind, InitKind, IntStyle, Program, ScopeId, Stmt, StmtId,
    StmtKind, Storage, UnaryOp,
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
    build::declare(p, decl, TypeId::INT)
}
