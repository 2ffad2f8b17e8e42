//! Expressions as they are written: what passes over expressions have in common.

use elenchus_lang::build;
use elenchus_lang::target::IntKind;
use elenchus_lang::tree::{Conversion, ExprId, ExprKind, Item, Program, UnaryOp};
use elenchus_lang::types::{TypeId, TypeKind};
use elenchus_lang::walk::{self, Child};

use crate::subject::Subject;

/// An expression, and how many others it stands in.
#[derive(Clone, Copy)]
pub struct Site {
    pub file: usize,
    /// With the conversions that nobody wrote.
    pub expr: ExprId,
    pub depth: usize,
}

/// All expressions that give a value and stand in the text, the outer ones first.
pub fn sites(subject: &Subject) -> Vec<Site> {
    let p = &subject.program;
    let mut found = Vec::new();
    for (file, unit) in p.units.iter().enumerate() {
        for &item in &unit.items {
            walk::item_children(p, item, |child| from(p, file, child, &mut found));
        }
    }
    found
}

fn from(p: &Program, file: usize, root: Child, found: &mut Vec<Site>) {
    let mut pending = vec![(root, 0)];
    while let Some((node, depth)) = pending.pop() {
        let mut below = 0;
        let mut next = node;
        if let Child::Expr(expr) = node {
            if is_value(p, expr) && !p.exprs[expr].span.is_none() {
                found.push(Site { file, expr, depth });
            }
            next = Child::Expr(written(p, expr));
            below = depth + 1;
        }
        let first = pending.len();
        walk::children(p, next, |child| pending.push((child, below)));
        pending[first..].reverse();
    }
}

/// Without the conversions around it that nobody wrote.
pub fn written(p: &Program, mut expr: ExprId) -> ExprId {
    while let ExprKind::Convert(_, inner) = p.exprs[expr].kind {
        expr = inner;
    }
    expr
}

/// Whether it is a scalar value, and not a place that is written or whose address is
/// taken, or a function that is called.
fn is_value(p: &Program, expr: ExprId) -> bool {
    let data = &p.exprs[expr];
    if !p.types.is_scalar(data.ty) {
        return false;
    }
    !matches!(
        data.kind,
        ExprKind::Convert(Conversion::Function | Conversion::Decay, _)
            | ExprKind::Name(_)
            | ExprKind::Index(..)
            | ExprKind::Member(..)
            | ExprKind::Unary(UnaryOp::Deref, _)
            | ExprKind::CompoundLiteral(..)
            | ExprKind::Error
            | ExprKind::String(_)
            | ExprKind::FunctionName(..)
    )
}

/// The number that is written there.
pub fn number(p: &Program, expr: ExprId) -> Option<i128> {
    let expr = written(p, expr);
    match p.exprs[expr].kind {
        ExprKind::Int(value, _) => Some(value.into()),
        ExprKind::Unary(UnaryOp::Neg, inner) => match p.exprs[written(p, inner)].kind {
            ExprKind::Int(value, _) => Some(-i128::from(value)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether it is a constant as it is written, of whatever type.
pub fn is_constant(p: &Program, expr: ExprId) -> bool {
    let inner = written(p, expr);
    number(p, expr).is_some()
        || matches!(p.exprs[inner].kind, ExprKind::Float(_) | ExprKind::Decimal(_))
}

/// A number of any scalar type, as one would write it.
pub fn constant(p: &mut Program, ty: TypeId, value: i128) -> ExprId {
    let has_constants = match p.types.kind(ty) {
        TypeKind::Int(kind) => !matches!(
            kind,
            IntKind::Bool
                | IntKind::Char
                | IntKind::SChar
                | IntKind::UChar
                | IntKind::Short
                | IntKind::UShort
                | IntKind::Int128
                | IntKind::UInt128
        ),
        _ => false,
    };
    if has_constants {
        return build::constant(p, ty, value);
    }
    let number = build::constant(p, TypeId::INT, value);
    if p.types.is_pointer(ty) {
        return build::expr(p, ExprKind::Convert(Conversion::Null, number), ty);
    }
    build::convert(p, number, ty)
}

/// Whether a value can be written as a constant of `constant`.
pub fn fits(p: &Program, ty: TypeId, value: i128) -> bool {
    let by_int = !matches!(p.types.kind(ty), TypeKind::Int(_))
        || build::int_type(p, ty).is_none_or(|int| int.bits < 32 || int.bits > 64);
    !by_int || i32::try_from(value).is_ok()
}

/// The definitions of functions, each with its file.
pub fn functions(subject: &Subject) -> Vec<(usize, elenchus_lang::tree::FunctionId)> {
    let p = &subject.program;
    let units = p.units.iter().enumerate();
    let all = units.flat_map(|(file, unit)| unit.items.iter().map(move |&item| (file, item)));
    all.filter_map(|(file, item)| match item {
        Item::Function(function) => Some((file, function)),
        _ => None,
    })
    .collect()
}
