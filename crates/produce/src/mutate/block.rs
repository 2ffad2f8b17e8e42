//! New blocks: one that is never executed, and one that changes variables, uses what they
//! hold, and restores them (Hermes, Figures 4 and 6).

use elenchus_lang::build;
use elenchus_lang::tree::{ExprId, StmtId, StmtKind};
use elenchus_lang::types::TypeId;

use super::body::Body;
use super::draft::{Draft, Made, Spot};
use super::expression;
use super::leaf::Leaf;
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
    backup: Known,
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
        let (decl, declared, backup) = back_up(draft, &env, &known, scope)?;
        decls.push(decl);
        stmts.push(declared);
        env.push(backup.clone());
        saved.push(Saved { known, backup });
    }
    let holds = condition(draft, &env, true)?;
    let mut inner = Vec::new();
    for Saved { known, backup } in &saved {
        let held = known.leaf.value(&mut draft.p);
        inner.push(store(draft, &backup.leaf, held));
        learn(&mut env, &backup.leaf, known.values.clone());
        let Term { expr, values, .. } = expression::any(&mut draft.p, &mut draft.choices, &env)?;
        inner.push(store(draft, &known.leaf, expr));
        learn(&mut env, &known.leaf, stored(draft, &known.leaf, &values)?);
    }
    let used = draft.choices.pick("what is used", &saved.iter().collect::<Vec<_>>());
    let used = used.known.leaf.value(&mut draft.p);
    let never = condition(draft, &env, false)?;
    let is_loop = draft.choices.percent("while", 30);
    let user = Body::new(draft, spot).user(used, is_loop);
    inner.push(guarded(draft, never, user, is_loop));
    let inner = draft.plain_block(scope, &inner);
    stmts.push(build::stmt(&mut draft.p, StmtKind::If(holds, inner, None)));
    let mut writes = Vec::new();
    for Saved { known, backup } in saved.iter().rev() {
        let kept = backup.leaf.value(&mut draft.p);
        stmts.push(store(draft, &known.leaf, kept));
        writes.push(known.leaf.decl);
    }
    let block = draft.block(scope, &decls, &stmts);
    let mut made = draft.before(spot, block);
    if let Some(snippet) = &mut made.snippet {
        snippet.writes = writes;
    }
    made.dead.push(user);
    Some(made)
}

/// Known variables that may be changed for a while.
fn changed(draft: &mut Draft, spot: &Spot) -> Vec<Known> {
    let may_change = |known: &&Known| {
        let is_static = known.leaf.is_static(&draft.p);
        known.leaf.is_writable() && (spot.env.alone || !is_static) && !spot.keeps_locals(is_static)
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
    env: &[Known],
    known: &Known,
    scope: elenchus_lang::tree::ScopeId,
) -> Option<(elenchus_lang::tree::DeclId, StmtId, Known)> {
    let kind = draft.p.types.int_kind(known.leaf.ty)?;
    let ty = TypeId::int(kind);
    let Term { expr, values, .. } = expression::any(&mut draft.p, &mut draft.choices, env)?;
    let (decl, declared) = draft.variable(scope, "backup", ty, expr);
    let leaf = Leaf { decl, path: Vec::new(), ty, width: None };
    let values = stored(draft, &leaf, &values)?;
    Some((decl, declared, Known { leaf, values }))
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

/// From now on a leaf holds these values.
fn learn(env: &mut [Known], leaf: &Leaf, values: Values) {
    for known in env.iter_mut().filter(|known| known.leaf == *leaf) {
        known.values = values.clone();
    }
}

fn guarded(draft: &mut Draft, condition: ExprId, body: StmtId, is_loop: bool) -> StmtId {
    let kind = match is_loop {
        true => StmtKind::While(condition, body),
        false => StmtKind::If(condition, body, None),
    };
    build::stmt(&mut draft.p, kind)
}
