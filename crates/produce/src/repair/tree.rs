//! Repairs of the tree.

use elenchus_lang::arith::{self, BinaryOp};
use elenchus_lang::build;
use elenchus_lang::edits;
use elenchus_lang::target::IntKind;
use elenchus_lang::tree::{Conversion, ExprId, ExprKind, Program, StepOp, UnaryOp};
use elenchus_lang::types::{ArrayLength, TypeId, TypeKind};
use elenchus_lang::undefined::Undefined;
use elenchus_lang::walk::{self, Child};

use super::form::{Maker, Number, Type};
use super::rows::{Op, REPAIRS, Times};
use crate::choices::Choices;

/// Whether evaluating an expression does more than give a value.
pub fn has_effects(p: &Program, e: ExprId) -> bool {
    let mut found = false;
    walk::descend(p, Child::Expr(e), |child| {
        let Child::Expr(e) = child else { return };
        use ExprKind::*;
        found |= match p.exprs[e].kind {
            Call(..) | Assign(..) | CompoundAssign(..) | Step(..) | StmtExpr(_) => true,
            Convert(Conversion::Lvalue, of) => p.exprs[of].ty.is_volatile(),
            _ => false,
        };
    });
    found
}

/// Replaces an operation that was executed before by a form that is equal
/// wherever it was defined. False if no row fits; the tree is as before then.
pub fn repair(p: &mut Program, e: ExprId, kind: Undefined, choices: &mut Choices) -> bool {
    use Undefined::*;
    if matches!(kind, OutOfBounds | InnerBounds | PointerArithmetic | OnePastAccess) {
        return repair_index(p, e, choices);
    }
    match p.exprs[e].kind {
        ExprKind::Unary(UnaryOp::Neg, a) => {
            let ty = p.exprs[e].ty;
            let made = by_row(p, Op::Neg, kind, ty, (a, a), choices);
            put(p, e, made)
        }
        ExprKind::Binary(op, a, b) => {
            let ty = p.exprs[a].ty;
            let made = by_row(p, Op::Binary(op), kind, ty, (a, b), choices);
            put(p, e, made)
        }
        ExprKind::CompoundAssign(op, target, b, ty) => {
            repair_compound(p, e, (op, target, b, ty), kind, choices)
        }
        ExprKind::Step(op, target) => repair_step(p, e, op, target, kind, choices),
        _ => false,
    }
}

/// The node becomes what was made, if something was.
fn put(p: &mut Program, e: ExprId, made: Option<ExprId>) -> bool {
    let Some(made) = made else { return false };
    edits::replace_expr(p, e, made);
    true
}

/// `target op= b` as `target = target op b`, if the target can be named twice.
fn repair_compound(
    p: &mut Program,
    e: ExprId,
    (op, target, b, ty): (BinaryOp, ExprId, ExprId, TypeId),
    kind: Undefined,
    choices: &mut Choices,
) -> bool {
    if has_effects(p, target) || p.exprs[target].ty.is_volatile() {
        return false;
    }
    let again = build::copy(p, target);
    let value = build::read(p, again);
    let value = build::convert(p, value, ty);
    let Some(made) = by_row(p, Op::Binary(op), kind, ty, (value, b), choices) else {
        return false;
    };
    let assigned = build::assign(p, target, made);
    put(p, e, Some(assigned))
}

/// `++x` as `x = x + 1`. The old value of `x++` has no other form.
fn repair_step(
    p: &mut Program,
    e: ExprId,
    op: StepOp,
    target: ExprId,
    kind: Undefined,
    choices: &mut Choices,
) -> bool {
    let (op, post) = match op {
        StepOp::PreInc => (BinaryOp::Add, false),
        StepOp::PreDec => (BinaryOp::Sub, false),
        StepOp::PostInc => (BinaryOp::Add, true),
        StepOp::PostDec => (BinaryOp::Sub, true),
    };
    if post {
        return false;
    }
    let ty = build::promoted(p, p.types.value_type(p.exprs[target].ty));
    let one = build::constant(p, TypeId::INT, 1);
    let one = build::convert(p, one, ty);
    repair_compound(p, e, (op, target, one, ty), kind, choices)
}

/// One of the rows that fit. `ty` is what the operation computes in.
fn by_row(
    p: &mut Program,
    op: Op,
    kind: Undefined,
    ty: TypeId,
    (a, b): (ExprId, ExprId),
    choices: &mut Choices,
) -> Option<ExprId> {
    let (pure_a, pure_b) = (!has_effects(p, a), !has_effects(p, b));
    let wide = wider(p, ty);
    let fits = |row: &&super::Repair| {
        row.op == op
            && row.kind == kind
            && (pure_a || row.a == Times::Once)
            && (pure_b || row.b == Times::Once || op == Op::Neg)
            && (wide.is_some() || !row.form.mentions(Type::Wide))
    };
    let rows: Vec<&super::Repair> = REPAIRS.iter().filter(fits).collect();
    if rows.is_empty() {
        return None;
    }
    let row = choices.pick("repair", &rows);
    let right = p.exprs[b].ty;
    let mut maker = TreeMaker { p, result: ty, right, wide, choices };
    Some(row.form.make(&mut maker, a, b))
}

/// A signed type of at least twice the width that every C has.
fn wider(p: &Program, ty: TypeId) -> Option<TypeId> {
    let int = build::int_type(p, ty)?;
    let wide = p.target.int_type(IntKind::LongLong);
    (wide.bits / 2 >= int.bits).then_some(TypeId::LONG_LONG)
}

struct TreeMaker<'a> {
    p: &'a mut Program,
    result: TypeId,
    right: TypeId,
    wide: Option<TypeId>,
    choices: &'a mut Choices,
}

impl Maker for TreeMaker<'_> {
    type Expr = ExprId;

    fn number(&mut self, number: Number) -> ExprId {
        let Some(int) = build::int_type(self.p, self.result) else {
            return build::constant(self.p, TypeId::INT, 0);
        };
        let (ty, value) = match number {
            Number::Small(value) => (TypeId::INT, value.into()),
            Number::LastBit => (TypeId::INT, i128::from(int.bits) - 1),
            Number::Width => (TypeId::INT, int.bits.into()),
            Number::Min => (self.result, arith::int::min(int)),
            Number::Max => (self.result, arith::int::max(int)),
            Number::Free => {
                let bits = self.choices.bits("fallback") >> self.choices.below("fallback size", 64);
                (self.result, arith::int::wrap(int, bits.into()))
            }
            // Only rewrites compute their numbers.
            Number::FixA | Number::FixB => (self.result, 0),
        };
        build::constant(self.p, ty, value)
    }

    fn unary(&mut self, op: UnaryOp, a: ExprId) -> ExprId {
        build::unary(self.p, op, a)
    }

    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        build::binary(self.p, op, a, b)
    }

    fn logical(&mut self, and: bool, a: ExprId, b: ExprId) -> ExprId {
        build::logical(self.p, and, a, b)
    }

    fn conditional(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        build::conditional(self.p, c, a, b)
    }

    fn cast(&mut self, ty: Type, a: ExprId) -> ExprId {
        let ty = match ty {
            Type::Result => self.result,
            Type::Unsigned => build::unsigned(self.p, self.result),
            Type::UnsignedRight => build::unsigned(self.p, self.right),
            Type::Wide => self.wide.unwrap_or(self.result),
        };
        build::cast(self.p, a, ty)
    }

    fn again(&mut self, operand: ExprId) -> ExprId {
        build::copy(self.p, operand)
    }
}

/// The subscripts of an access that are no constants, made to fit their
/// arrays. Every one of them: which went wrong does not matter.
fn repair_index(p: &mut Program, e: ExprId, choices: &mut Choices) -> bool {
    let mut found = false;
    let mut place = match p.exprs[e].kind {
        ExprKind::Assign(target, _)
        | ExprKind::CompoundAssign(_, target, ..)
        | ExprKind::Step(_, target) => target,
        _ => e,
    };
    loop {
        place = match p.exprs[place].kind {
            ExprKind::Convert(Conversion::Lvalue | Conversion::Decay, of) => of,
            ExprKind::Member(of, ..) => of,
            ExprKind::Unary(UnaryOp::Deref, of) => of,
            ExprKind::Index(array, index) => {
                if let Some(fitting) = fitting_index(p, array, index, choices) {
                    edits::change_expr(p, place, ExprKind::Index(array, fitting));
                    found = true;
                }
                array
            }
            _ => return found,
        };
    }
}

fn fitting_index(
    p: &mut Program,
    array: ExprId,
    index: ExprId,
    choices: &mut Choices,
) -> Option<ExprId> {
    let ExprKind::Convert(Conversion::Decay, of) = p.exprs[array].kind else { return None };
    let TypeKind::Array { length: ArrayLength::Fixed(length), .. } = p.types.kind(p.exprs[of].ty)
    else {
        return None;
    };
    if matches!(p.exprs[index].kind, ExprKind::Int(..)) || length == 0 {
        return None;
    }
    let ty = build::promoted(p, p.exprs[index].ty);
    let index = build::convert(p, index, ty);
    let mask = length.is_power_of_two() && length <= 1 << 14 && choices.percent("mask index", 50);
    if mask {
        let mask = build::constant(p, TypeId::INT, i128::from(length) - 1);
        return Some(build::binary(p, BinaryOp::And, index, mask));
    }
    let unsigned = build::unsigned(p, ty);
    let cast = build::cast(p, index, unsigned);
    let length = build::constant(p, unsigned, length.into());
    Some(build::binary(p, BinaryOp::Rem, cast, length))
}
