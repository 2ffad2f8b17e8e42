//! New blocks: one that is never executed, and one that changes variables, uses what they
//! hold, and restores them (Hermes, Figures 4 and 6).

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::target::IntType;
use elenchus_lang::tree::{
    Conversion, DeclId, ExprId, ExprKind, For, ScopeId, StepOp, StmtId, StmtKind, Storage, UnaryOp,
};
use elenchus_lang::types::TypeId;

use super::body::Body;
use super::draft::{Draft, Made, Spot};
use super::expression;
use super::leaf::{Kind, Leaf};
use super::predicate::Predicates;
use super::profile::Known;
use super::term::Term;
use super::values::Values;

/// A block under a condition that never holds.
pub fn never(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let condition = condition(draft, spot.known(), false)?;
    let is_loop = draft.choices.percent("while", 30);
    let body = Body::new(draft, spot).block(is_loop);
    let stmt = guarded(draft, condition, body, is_loop);
    let mut made = draft.before(spot, stmt);
    made.dead.push(body);
    Some(made)
}

/// Variables that a block changes at most.
const CHANGED: u64 = 3;

/// A variable with its back-up.
struct Saved {
    known: Known,
    backup: Leaf,
}

/// A block that is executed: it saves variables, changes them, uses them and restores
/// them.
pub fn always(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let mut env: Vec<Known> = spot.known().to_vec();
    let chosen = changed(draft, spot);
    if chosen.is_empty() {
        return None;
    }
    let scope = build::block_scope(&mut draft.p, spot.site.scope);
    let (mut decls, mut stmts, mut saved) = (Vec::new(), Vec::new(), Vec::new());
    for known in chosen {
        let (decl, declared, backup) = back_up(draft, spot, &mut env, &known, scope)?;
        decls.push(decl);
        stmts.push(declared);
        saved.push(Saved { known, backup });
    }
    let holds = condition(draft, &env, true)?;
    let mut inner = Vec::new();
    for Saved { known, backup } in &saved {
        let held = known.leaf.held(&mut draft.p);
        inner.push(store(draft, backup, held));
        learn(&mut env, backup, Some(known.values.clone()));
        let (value, values) = new_value(draft, spot, &env, &known.leaf)?;
        inner.push(store(draft, &known.leaf, value));
        learn(&mut env, &known.leaf, values);
    }
    let used = draft.choices.pick("what is used", &saved.iter().collect::<Vec<_>>());
    let (user, body) = used_never(draft, spot, &env, &used.known.leaf)?;
    inner.push(user);
    let inner = draft.plain_block(scope, &inner);
    stmts.push(build::stmt(&mut draft.p, StmtKind::If(holds, inner, None)));
    let mut writes = Vec::new();
    for Saved { known, backup } in saved.iter().rev() {
        let kept = backup.held(&mut draft.p);
        stmts.push(store(draft, &known.leaf, kept));
        writes.push(known.leaf.decl);
    }
    let block = draft.block(scope, &decls, &stmts);
    Some(restoring(draft, spot, block, writes, body))
}

/// How often a loop is gone through, at most.
const TURNS: i64 = 6;

/// A loop that is gone through a known number of times changes a variable, which is
/// restored behind it.
pub fn repeat(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let mut env: Vec<Known> = spot.known().to_vec();
    let chosen = changed(draft, spot).into_iter().find_map(|known| {
        let Kind::Int(int) = known.leaf.kind(&draft.p)? else { return None };
        // Whatever a turn leaves there, the next one finds.
        let width = known.leaf.width.unwrap_or(int.bits);
        let any = Values::all(IntType { bits: width, ..int });
        Some((known.leaf, any))
    });
    let (leaf, any) = chosen?;
    let scope = build::block_scope(&mut draft.p, spot.site.scope);
    let held = leaf.held(&mut draft.p);
    let (backup, kept) = draft.variable(scope, "backup", leaf.ty, held);
    let first = draft.choices.between("the first turn", -2, 8);
    let turns = draft.choices.between("how many turns", 1, TURNS);
    let start = build::constant(&mut draft.p, TypeId::INT, first.into());
    let end = bound(draft, &env, &leaf, first + turns);
    let inner = build::block_scope(&mut draft.p, scope);
    let (turn, declared) = draft.variable(inner, "turn", TypeId::INT, start);
    draft.p.scopes[inner].decls = draft.p.decl_lists.push(&[turn]);
    let counter = Leaf { decl: turn, path: Vec::new(), ty: TypeId::INT, width: None };
    learn(&mut env, &leaf, Some(any));
    env.push(Known {
        leaf: counter.clone(),
        values: Values::Range(first.into(), (first + turns - 1).into()),
    });
    let (value, _) = new_value(draft, spot, &env, &leaf)?;
    let changes = store(draft, &leaf, value);
    let (user, body) = used_never(draft, spot, &env, &leaf)?;
    let loop_body = draft.plain_block(inner, &[changes, user]);
    let now = counter.value(&mut draft.p);
    let condition = build::binary(&mut draft.p, BinaryOp::Lt, now, end);
    let lvalue = counter.lvalue(&mut draft.p);
    let step = build::expr(&mut draft.p, ExprKind::Step(StepOp::PreInc, lvalue), TypeId::INT);
    let parts = For {
        init: Some(declared),
        condition: Some(condition),
        step: Some(step),
        body: loop_body,
        scope: inner,
    };
    let id = draft.p.fors.push(parts);
    let repeated = build::stmt(&mut draft.p, StmtKind::For(id));
    let backup = Leaf { decl: backup, path: Vec::new(), ty: leaf.ty, width: None };
    let kept_value = backup.held(&mut draft.p);
    let restored = store(draft, &leaf, kept_value);
    let block = draft.block(scope, &[backup.decl], &[kept, repeated, restored]);
    Some(restoring(draft, spot, block, vec![leaf.decl], body))
}

/// Where a loop ends: a number, or a variable that holds one, and what is missing.
fn bound(draft: &mut Draft, env: &[Known], changed: &Leaf, end: i64) -> ExprId {
    let single = |known: &&Known| known.leaf != *changed && known.values.single().is_some();
    let singles: Vec<&Known> = env.iter().filter(single).collect();
    let number = |draft: &mut Draft, value| Term::constant(&mut draft.p, TypeId::INT, value);
    if !singles.is_empty() && draft.choices.percent("a bound that a variable holds", 60) {
        let known = draft.choices.pick("the variable of a bound", &singles);
        let rest = i128::from(end) - known.values.low();
        if let Some(term) = Term::of(&mut draft.p, known).filter(|_| i32::try_from(rest).is_ok()) {
            let rest = number(draft, rest);
            let sum = term.binary(&mut draft.p, BinaryOp::Add, &rest);
            let is_it =
                |sum: &Term| sum.ty == TypeId::INT && sum.values.single() == Some(end.into());
            if let Some(sum) = sum.filter(is_it) {
                return sum.expr;
            }
        }
    }
    number(draft, end.into()).expr
}

/// A block before the statement, which changes variables and restores them; a part of it
/// is never executed.
fn restoring(
    draft: &mut Draft,
    spot: &Spot,
    block: StmtId,
    writes: Vec<DeclId>,
    never: StmtId,
) -> Made {
    let mut made = draft.before(spot, block);
    if let Some(snippet) = &mut made.snippet {
        snippet.writes = writes;
    }
    made.dead.push(never);
    made
}

/// A statement that uses what a leaf holds under a condition that never holds, and the
/// part of it that is not executed.
fn used_never(
    draft: &mut Draft,
    spot: &Spot,
    env: &[Known],
    leaf: &Leaf,
) -> Option<(StmtId, StmtId)> {
    let used = leaf.value(&mut draft.p);
    let never = condition(draft, env, false)?;
    let is_loop = draft.choices.percent("while", 30);
    let user = Body::new(draft, spot).user(used, is_loop);
    Some((guarded(draft, never, user, is_loop), user))
}

/// Known variables that may be changed for a while.
fn changed(draft: &mut Draft, spot: &Spot) -> Vec<Known> {
    let may_change = |known: &&Known| {
        let is_static = known.leaf.is_static(&draft.p);
        known.leaf.is_writable()
            && !known.leaf.ty.is_restrict()
            && (spot.env.alone || !is_static)
            && !spot.keeps_locals(is_static)
    };
    let mut left: Vec<&Known> = spot.known().iter().filter(may_change).collect();
    let count = 1 + draft.choices.below("how many are changed", CHANGED);
    let mut chosen = Vec::new();
    while (chosen.len() as u64) < count && !left.is_empty() {
        let next = draft.choices.below("what is changed", left.len() as u64) as usize;
        chosen.push(left.swap_remove(next).clone());
    }
    chosen
}

/// The variable that keeps what another one holds, with some value at first.
fn back_up(
    draft: &mut Draft,
    spot: &Spot,
    env: &mut Vec<Known>,
    known: &Known,
    scope: ScopeId,
) -> Option<(DeclId, StmtId, Leaf)> {
    // An enumeration may have no name.
    let ty = match draft.p.types.int_kind(known.leaf.ty) {
        Some(kind) => TypeId::int(kind),
        None => draft.p.types.value_type(known.leaf.ty),
    };
    let plain = Leaf { ty, width: None, ..known.leaf.clone() };
    let (value, values) = new_value(draft, spot, env, &plain)?;
    let (decl, declared) = draft.variable(scope, "backup", ty, value);
    let leaf = Leaf { decl, path: Vec::new(), ty, width: None };
    env.extend(values.map(|values| Known { leaf: leaf.clone(), values }));
    Some((decl, declared, leaf))
}

/// Something that a leaf can be given, and what it holds then, if that can be used.
fn new_value(
    draft: &mut Draft,
    spot: &Spot,
    env: &[Known],
    leaf: &Leaf,
) -> Option<(ExprId, Option<Values>)> {
    let kind = leaf.kind(&draft.p)?;
    if kind == Kind::Pointer {
        return pointer(draft, spot, env, leaf.ty);
    }
    let Term { expr, values, .. } = expression::any(&mut draft.p, &mut draft.choices, env)?;
    let values = match kind {
        Kind::Float(_) => {
            let is_exact = |value: i128| value.abs() <= EXACT;
            (is_exact(values.low()) && is_exact(values.high())).then_some(values)
        }
        _ => Some(stored(draft, leaf, &values)?),
    };
    Some((expr, values))
}

/// Every integer up to here is a `float`.
const EXACT: i128 = 1 << 24;

/// A pointer of a type: null, one that another variable holds, or to a variable.
fn pointer(
    draft: &mut Draft,
    spot: &Spot,
    env: &[Known],
    ty: TypeId,
) -> Option<(ExprId, Option<Values>)> {
    let ty = draft.p.types.value_type(ty);
    let p = &draft.p;
    let pointee = p.types.pointee(ty)?;
    let held = |known: &&Known| p.types.value_type(known.leaf.ty) == ty;
    let others: Vec<&Known> = env.iter().filter(held).collect();
    let has_address = |decl: &&DeclId| {
        let decl = &p.decls[**decl];
        let odd = Storage::REGISTER.with(Storage::THREAD).with(Storage::IMPLICIT);
        decl.ty == pointee && !decl.storage.has(odd) && decl.asm_name.is_none()
    };
    let variables: Vec<DeclId> = spot.variables.iter().filter(has_address).copied().collect();
    match draft.choices.below("what a pointer becomes", 3) {
        0 if !others.is_empty() => {
            let known = draft.choices.pick("another pointer", &others);
            Some((known.leaf.held(&mut draft.p), Some(known.values.clone())))
        }
        1 if !variables.is_empty() => {
            let decl = draft.choices.pick("what a pointer points to", &variables);
            let name = build::name(&mut draft.p, decl);
            let address = build::expr(&mut draft.p, ExprKind::Unary(UnaryOp::AddressOf, name), ty);
            Some((address, Some(Values::one(0))))
        }
        _ => {
            let zero = build::constant(&mut draft.p, TypeId::INT, 0);
            let null = build::expr(&mut draft.p, ExprKind::Convert(Conversion::Null, zero), ty);
            Some((null, Some(Values::one(1))))
        }
    }
}

fn condition(draft: &mut Draft, known: &[Known], holds: bool) -> Option<ExprId> {
    let Draft { p, choices, .. } = draft;
    Predicates { p, choices, known }.any(holds)
}

fn store(draft: &mut Draft, leaf: &Leaf, value: ExprId) -> StmtId {
    let lvalue = leaf.lvalue(&mut draft.p);
    let assigned = build::assign(&mut draft.p, lvalue, value);
    build::stmt(&mut draft.p, StmtKind::Expr(assigned))
}

/// What a leaf holds after it was given values.
fn stored(draft: &Draft, leaf: &Leaf, values: &Values) -> Option<Values> {
    let int = leaf.int(&draft.p)?;
    let converted = values.converted(int);
    Some(match leaf.width {
        Some(width) => converted.cut_to(width, int.signed),
        None => converted,
    })
}

/// From now on a leaf holds these values; without any it is not used any more.
fn learn(env: &mut Vec<Known>, leaf: &Leaf, values: Option<Values>) {
    env.retain(|known| known.leaf != *leaf);
    env.extend(values.map(|values| Known { leaf: leaf.clone(), values }));
}

fn guarded(draft: &mut Draft, condition: ExprId, body: StmtId, is_loop: bool) -> StmtId {
    let kind = match is_loop {
        true => StmtKind::While(condition, body),
        false => StmtKind::If(condition, body, None),
    };
    build::stmt(&mut draft.p, kind)
}
