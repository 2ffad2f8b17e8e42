//! Every operation that could be undefined becomes a call of its guard, every index of an
//! array stays within it (section 3.6.4 of Csmith's description).

use std::collections::BTreeSet;

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::constant;
use elenchus_lang::edits;
use elenchus_lang::target::FloatKind;
use elenchus_lang::tree::{
    Conversion, ExprId, ExprKind, FunctionId, IntStyle, Item, Program, StepOp, StmtKind, Storage,
    UnaryOp,
};
use elenchus_lang::types::{ArrayLength, TypeId, TypeKind};
use elenchus_lang::walk::{self, Child};

use super::guards::{self, Declared, Float, Guard, Guarded};
use crate::repair::has_effects;

/// The functions of a program that are not guards.
pub fn functions(p: &Program) -> Vec<FunctionId> {
    let items = p.units.iter().flat_map(|unit| &unit.items);
    let all = items.filter_map(|item| match *item {
        Item::Function(function) => Some(function),
        _ => None,
    });
    let name = |f: &FunctionId| p.name(p.decls[p.functions[*f].decl].name);
    all.filter(|f| !guards::is_guard(name(f))).collect()
}

/// The expressions of a function that are evaluated when it runs, parents first.
pub fn evaluated(p: &Program, function: FunctionId) -> Vec<ExprId> {
    let mut found = Vec::new();
    let mut pending = vec![Child::Stmt(p.functions[function].body)];
    while let Some(node) = pending.pop() {
        let mut skipped = Vec::new();
        match node {
            Child::Expr(e) => {
                found.push(e);
                match p.exprs[e].kind {
                    ExprKind::SizeofExpr(_) | ExprKind::AlignofExpr(..) => continue,
                    ExprKind::Generic(control, list) => {
                        skipped.push(control);
                        let others = p.associations[list].iter().filter(|one| !one.chosen);
                        skipped.extend(others.map(|one| one.expr));
                    }
                    ExprKind::Choose { condition, other, .. } => skipped.extend([condition, other]),
                    _ => {}
                }
            }
            Child::Stmt(stmt) => match p.stmts[stmt].kind {
                StmtKind::Case(low, high, _) => {
                    skipped.extend([Some(low), high].into_iter().flatten())
                }
                StmtKind::StaticAssert(..) => continue,
                StmtKind::Declaration(group) => {
                    for &decl in &p.decl_lists[p.groups[group].decls] {
                        let is_static = p.decls[decl].storage.has(Storage::STATIC);
                        if let (Some(init), false) = (p.decls[decl].init, is_static) {
                            pending.push(Child::Init(init));
                        }
                    }
                    continue;
                }
                _ => {}
            },
            Child::Init(_) => {}
        }
        walk::children(p, node, |child| {
            if !matches!(child, Child::Expr(e) if skipped.contains(&e)) {
                pending.push(child);
            }
        });
    }
    found
}

/// The guards that a program needs.
pub fn needed(p: &Program) -> Vec<Guard> {
    let mut needed = BTreeSet::new();
    for function in functions(p) {
        for e in evaluated(p, function) {
            let Some(guard) = guard_of(p, e) else { continue };
            needed.insert(guard);
            if let ExprKind::Step(StepOp::PostInc | StepOp::PostDec, _) = p.exprs[e].kind {
                needed.insert(back(guard));
            }
        }
    }
    needed.into_iter().collect()
}

/// The guard of the step in the other direction.
fn back((what, ty): Guard) -> Guard {
    match what {
        Guarded::Add => (Guarded::Sub, ty),
        _ => (Guarded::Add, ty),
    }
}

/// The guard of an operation.
fn guard_of(p: &Program, e: ExprId) -> Option<Guard> {
    match p.exprs[e].kind {
        ExprKind::Unary(UnaryOp::Neg, _) if is_constant(p, e) => None,
        ExprKind::Unary(UnaryOp::Neg, a) => guards::guard(p, Guarded::Neg, p.exprs[a].ty),
        ExprKind::Binary(op, a, b) => {
            let pointers = [a, b].iter().any(|&x| p.types.is_pointer(p.exprs[x].ty));
            if pointers || is_constant(p, e) {
                return None;
            }
            guards::guard(p, guards::of_operator(op)?, p.exprs[a].ty)
        }
        // `i += f`: the sum is a floating value, which `i` may not have room for.
        ExprKind::CompoundAssign(_, to, _, ty) if float(p, ty).is_some() => {
            guards::guard(p, Guarded::FromFloat(float(p, ty)?), p.exprs[to].ty)
        }
        ExprKind::CompoundAssign(op, _, _, ty) => guards::guard(p, guards::of_operator(op)?, ty),
        ExprKind::Step(op, of) => {
            let ty = p.types.value_type(p.exprs[of].ty);
            let what = match op {
                StepOp::PreInc | StepOp::PostInc => Guarded::Add,
                StepOp::PreDec | StepOp::PostDec => Guarded::Sub,
            };
            // A narrow type is computed in `int`, which has room.
            guards::guard(p, what, ty).filter(|_| build::promoted(p, ty) == ty)
        }
        ExprKind::Convert(Conversion::Arithmetic, of)
        | ExprKind::Cast(Conversion::Arithmetic, of, _) => {
            let float = float(p, p.exprs[of].ty)?;
            guards::guard(p, Guarded::FromFloat(float), p.exprs[e].ty)
        }
        _ => None,
    }
}

/// The floating types that guards know.
fn float(p: &Program, ty: TypeId) -> Option<Float> {
    match p.types.kind(ty) {
        TypeKind::Float(FloatKind::Float) => Some(Float::Single),
        TypeKind::Float(FloatKind::Double) => Some(Float::Double),
        TypeKind::Float(FloatKind::LongDouble) => Some(Float::Extended),
        _ => None,
    }
}

/// A constant that has its value: it is defined.
fn is_constant(p: &Program, e: ExprId) -> bool {
    constant::as_int(p, e).is_some()
}

/// Puts the guards in. What could not be guarded is given back.
pub fn guard_all(p: &mut Program) -> Vec<ExprId> {
    let declared = Declared::in_program(p);
    let mut left = Vec::new();
    for function in functions(p) {
        // Children first: a place that is named twice is guarded in both.
        for e in evaluated(p, function).into_iter().rev() {
            guard_index(p, e);
            let guard = guard_of(p, e);
            if guard.is_some_and(|guard| !put(p, e, guard, &declared)) {
                left.push(e);
            }
        }
    }
    left
}

fn put(p: &mut Program, e: ExprId, guard: Guard, declared: &Declared) -> bool {
    let is_shift = matches!(guard.0, Guarded::Shl | Guarded::Shr);
    let made = match p.exprs[e].kind {
        ExprKind::Unary(_, a) => declared.call(p, guard, &[a]),
        ExprKind::Binary(_, a, b) => {
            let b = if is_shift { build::convert(p, b, TypeId::LONG_LONG) } else { b };
            declared.call(p, guard, &[a, b])
        }
        ExprKind::Convert(_, a) | ExprKind::Cast(_, a, _) => declared.call(p, guard, &[a]),
        ExprKind::CompoundAssign(op, to, b, ty) => {
            let b = if is_shift { build::convert(p, b, TypeId::LONG_LONG) } else { b };
            match guard.0 {
                Guarded::FromFloat(_) => converted(p, op, to, b, ty, guard, declared),
                _ => assigned(p, to, b, ty, guard, declared),
            }
        }
        ExprKind::Step(op, to) => {
            let ty = p.types.value_type(p.exprs[to].ty);
            let one = build::constant(p, TypeId::INT, 1);
            let one = build::convert(p, one, ty);
            match op {
                StepOp::PreInc | StepOp::PreDec => assigned(p, to, one, ty, guard, declared),
                // The old value again: the step back from the new one, which is the same
                // where the step was defined.
                StepOp::PostInc | StepOp::PostDec => stepped_back(p, to, one, ty, guard, declared),
            }
        }
        _ => None,
    };
    let Some(made) = made else { return false };
    let made = build::convert(p, made, p.exprs[e].ty);
    edits::replace_expr(p, e, made);
    true
}

/// `(to = guard(to, 1), back(to, 1))`
fn stepped_back(
    p: &mut Program,
    to: ExprId,
    one: ExprId,
    ty: TypeId,
    guard: Guard,
    declared: &Declared,
) -> Option<ExprId> {
    let (first, second) = (build::copy(p, to), build::copy(p, one));
    let assigned = assigned(p, to, one, ty, guard, declared)?;
    let value = build::read(p, first);
    let value = declared.call(p, back(guard), &[value, second])?;
    Some(build::expr(p, ExprKind::Comma(assigned, value), ty))
}

/// What a place holds, as a value of a type, if the place can be named twice.
fn read_again(p: &mut Program, to: ExprId, ty: TypeId) -> Option<ExprId> {
    if has_effects(p, to) || p.exprs[to].ty.is_volatile() {
        return None;
    }
    let again = build::copy(p, to);
    let value = build::read(p, again);
    Some(build::convert(p, value, ty))
}

/// `to = guard(to, b)`, if the place can be named twice.
fn assigned(
    p: &mut Program,
    to: ExprId,
    b: ExprId,
    ty: TypeId,
    guard: Guard,
    declared: &Declared,
) -> Option<ExprId> {
    let value = read_again(p, to, ty)?;
    let made = declared.call(p, guard, &[value, b])?;
    Some(build::assign(p, to, made))
}

/// `to = guard(to op b)`, if the place can be named twice.
fn converted(
    p: &mut Program,
    op: BinaryOp,
    to: ExprId,
    b: ExprId,
    ty: TypeId,
    guard: Guard,
    declared: &Declared,
) -> Option<ExprId> {
    let value = read_again(p, to, ty)?;
    let sum = build::binary(p, op, value, b);
    let made = declared.call(p, guard, &[sum])?;
    Some(build::assign(p, to, made))
}

/// `a[i]` becomes `a[(unsigned long)i % n]`, unless it is a constant within the array.
fn guard_index(p: &mut Program, e: ExprId) {
    let ExprKind::Index(array, index) = p.exprs[e].kind else { return };
    let ExprKind::Convert(Conversion::Decay, of) = p.exprs[array].kind else { return };
    let TypeKind::Array { length: ArrayLength::Fixed(length), .. } = p.types.kind(p.exprs[of].ty)
    else {
        return;
    };
    let known = constant::as_int(p, index);
    if length == 0 || known.is_some_and(|at| at >= 0 && at < i128::from(length)) {
        return;
    }
    // What indexes is promoted: a narrow type would be cut off.
    let unsigned = build::unsigned(p, build::promoted(p, p.exprs[index].ty));
    let cast = build::cast(p, index, unsigned);
    let style = IntStyle::Decimal;
    let bound = build::expr(p, ExprKind::Int(length, style), TypeId::INT);
    let within = build::binary(p, BinaryOp::Rem, cast, bound);
    edits::change_expr(p, e, ExprKind::Index(array, within));
}

/// Steps whose value nobody uses: `x++;` does the same as `++x;`.
pub fn unused_steps(p: &mut Program) {
    for function in functions(p) {
        let mut unused = Vec::new();
        walk::descend(p, Child::Stmt(p.functions[function].body), |child| {
            let Child::Stmt(stmt) = child else { return };
            match p.stmts[stmt].kind {
                StmtKind::Expr(e) => unused.push(e),
                StmtKind::For(parts) => unused.extend(p.fors[parts].step),
                _ => {}
            }
        });
        while let Some(e) = unused.pop() {
            match p.exprs[e].kind {
                ExprKind::Comma(a, b) => unused.extend([a, b]),
                ExprKind::Step(op, of) => {
                    let op = match op {
                        StepOp::PostInc => StepOp::PreInc,
                        StepOp::PostDec => StepOp::PreDec,
                        other => other,
                    };
                    edits::change_expr(p, e, ExprKind::Step(op, of));
                }
                _ => {}
            }
        }
    }
}
