//! Selections that are written in another way, and statements under new ones.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::edits::keep_stmt;
use elenchus_lang::tree::{DeclId, ExprId, ExprKind, Program, ScopeId, StmtId, StmtKind, UnaryOp};
use elenchus_lang::types::TypeId;

use super::copy::Copier;
use super::draft::{Draft, Made, Spot};
use super::expression;
use super::jumps::{Jumps, is_pure};

/// A statement under a condition, and a copy of it under the opposite one.
pub fn twice(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let site = spot.site;
    let is_declaration = matches!(draft.p.stmts[site.stmt].kind, StmtKind::Declaration(_));
    if !site.whole || is_declaration || Jumps::of(&draft.p, site.stmt).entries {
        return None;
    }
    let Draft { p, choices, .. } = draft;
    let condition = expression::any(p, choices, spot.known())?.expr;
    let copy = Copier::twin(draft, spot, site.scope, site.stmt)?;
    let kept = keep_stmt(&mut draft.p, site.stmt);
    let mut blocks = [kept, copy].map(|stmt| draft.plain_block(site.scope, &[stmt]));
    if draft.choices.percent("the copy comes first", 50) {
        blocks.reverse();
    }
    let [first, other] = blocks;
    let with = build::stmt(&mut draft.p, StmtKind::If(condition, first, Some(other)));
    Some(draft.instead(spot, with))
}

/// A case of a switch that is made.
struct Case {
    value: ExprId,
    body: StmtId,
}

/// `if (x == 1) A else if (x == 2) B else C` becomes a switch, and so does `if (c) A`:
/// one on whether the condition holds.
pub fn switch(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let StmtKind::If(condition, then, otherwise) = draft.p.stmts[spot.site.stmt].kind else {
        return None;
    };
    let bodies = std::iter::once(then).chain(otherwise);
    let is_closed = |stmt: StmtId| {
        let jumps = Jumps::of(&draft.p, stmt);
        !jumps.breaks && !jumps.entries
    };
    if !spot.site.whole || !bodies.into_iter().all(is_closed) {
        return None;
    }
    if let Some(made) = chain(draft, spot) {
        return Some(made);
    }
    let truth = build::unary(&mut draft.p, UnaryOp::Not, condition);
    let of = build::unary(&mut draft.p, UnaryOp::Not, truth);
    // One of both is told by its number, the other is what is left.
    let holds = draft.choices.percent("the case that holds", 50);
    let value = build::constant(&mut draft.p, TypeId::INT, i128::from(holds));
    let empty = || build::stmt(&mut draft.p, StmtKind::Empty);
    let otherwise = otherwise.unwrap_or_else(empty);
    let (body, left) = if holds { (then, otherwise) } else { (otherwise, then) };
    let with = written(draft, spot.site.scope, of, vec![Case { value, body }], Some(left));
    Some(draft.instead(spot, with))
}

/// All of a chain of comparisons of one variable with numbers.
fn chain(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let mut cases: Vec<Case> = Vec::new();
    let mut of: Option<(DeclId, ExprId)> = None;
    let mut values = Vec::new();
    let mut next = Some(spot.site.stmt);
    let left = loop {
        let Some(stmt) = next else { break None };
        let StmtKind::If(condition, then, otherwise) = draft.p.stmts[stmt].kind else {
            break Some(stmt);
        };
        let Some(equal) = equality(&draft.p, condition) else { break Some(stmt) };
        let is_same = of.is_none_or(|(decl, _)| decl == equal.decl);
        if !is_same || values.contains(&equal.number) {
            break Some(stmt);
        }
        of = of.or(Some((equal.decl, equal.name)));
        values.push(equal.number);
        cases.push(Case { value: equal.value, body: then });
        next = otherwise;
    };
    let (_, name) = of?;
    let with = written(draft, spot.site.scope, name, cases, left);
    Some(draft.instead(spot, with))
}

/// `variable == number`.
struct Equality {
    decl: DeclId,
    /// The variable's value, promoted.
    name: ExprId,
    value: ExprId,
    number: u64,
}

fn equality(p: &Program, condition: ExprId) -> Option<Equality> {
    let ExprKind::Binary(BinaryOp::Eq, name, value) = p.exprs[condition].kind else { return None };
    let ExprKind::Int(number, _) = p.exprs[value].kind else { return None };
    let mut inner = name;
    while let ExprKind::Convert(_, of) = p.exprs[inner].kind {
        inner = of;
    }
    let ExprKind::Name(decl) = p.exprs[inner].kind else { return None };
    // A switch promotes, and does not convert otherwise.
    let is_promoted = p.types.is_integer(p.decls[decl].ty)
        && build::promoted(p, p.decls[decl].ty) == p.exprs[name].ty;
    (is_promoted && is_pure(p, name)).then_some(Equality { decl, name, value, number })
}

/// `switch (of) { case …: { … break; } default: … }`
fn written(
    draft: &mut Draft,
    scope: ScopeId,
    of: ExprId,
    cases: Vec<Case>,
    left: Option<StmtId>,
) -> StmtId {
    let block = build::block_scope(&mut draft.p, scope);
    let mut stmts = Vec::new();
    for Case { value, body } in cases {
        let end = build::stmt(&mut draft.p, StmtKind::Break);
        let body = draft.plain_block(block, &[body, end]);
        stmts.push(build::stmt(&mut draft.p, StmtKind::Case(value, None, body)));
    }
    if let Some(left) = left {
        let body = draft.plain_block(block, &[left]);
        stmts.push(build::stmt(&mut draft.p, StmtKind::Default(body)));
    }
    let body = draft.block(block, &[], &stmts);
    build::stmt(&mut draft.p, StmtKind::Switch(of, body))
}

/// What a switch does for some values.
#[derive(Default)]
struct Section {
    /// None for `default`.
    values: Vec<Option<ExprId>>,
    stmts: Vec<StmtId>,
}

/// A switch becomes a chain of `if`, if none of its cases runs into the next.
pub fn unswitch(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let StmtKind::Switch(of, body) = draft.p.stmts[spot.site.stmt].kind else { return None };
    let sections = spot.site.whole.then(|| sections(&draft.p, body)).flatten()?;
    let ty = draft.p.exprs[of].ty;
    let scope = build::block_scope(&mut draft.p, spot.site.scope);
    let (decl, declared) = draft.variable(scope, "chosen", ty, of);
    let mut chain = None;
    let is_default = |section: &&Section| section.values.contains(&None);
    for section in sections
        .iter()
        .filter(is_default)
        .chain(sections.iter().rev().filter(|section| !is_default(section)))
    {
        let then = draft.plain_block(scope, &section.stmts);
        let conditions = section.values.iter().flatten().map(|&value| {
            let chosen = build::name(&mut draft.p, decl);
            let chosen = build::read(&mut draft.p, chosen);
            build::binary(&mut draft.p, BinaryOp::Eq, chosen, value)
        });
        let conditions: Vec<ExprId> = conditions.collect();
        chain = Some(match section.values.contains(&None) {
            true => then,
            false => {
                let any = conditions.into_iter();
                let any = any.reduce(|a, b| build::logical(&mut draft.p, false, a, b))?;
                build::stmt(&mut draft.p, StmtKind::If(any, then, chain))
            }
        });
    }
    let stmts: Vec<StmtId> = std::iter::once(declared).chain(chain).collect();
    let with = draft.block(scope, &[decl], &stmts);
    Some(draft.instead(spot, with))
}

/// Whether a comparison says the same of a value as a switch, which converts it to its
/// own type first.
fn is_kept(p: &Program, value: ExprId) -> bool {
    let bits = |e: ExprId| build::int_type(p, p.exprs[e].ty).map(|int| int.bits);
    match p.exprs[value].kind {
        ExprKind::Convert(_, inner) => bits(inner) <= bits(value),
        _ => true,
    }
}

/// The cases of a switch, each with the statements before its `break`. None if one of
/// them is more than that.
fn sections(p: &Program, body: StmtId) -> Option<Vec<Section>> {
    let StmtKind::Compound(list, _) = p.stmts[body].kind else { return None };
    let mut found: Vec<Section> = Vec::new();
    let mut is_open = false;
    for &stmt in &p.stmt_lists[list] {
        let mut stmt = stmt;
        let mut values = Vec::new();
        loop {
            stmt = match p.stmts[stmt].kind {
                StmtKind::Case(value, None, inner) if is_kept(p, value) => {
                    values.push(Some(value));
                    inner
                }
                StmtKind::Default(inner) => {
                    values.push(None);
                    inner
                }
                _ => break,
            };
        }
        match (values.is_empty(), is_open) {
            (false, true) | (true, false) => return None,
            (false, false) => found.push(Section { values, stmts: Vec::new() }),
            (true, true) => {}
        }
        is_open = !matches!(p.stmts[stmt].kind, StmtKind::Break);
        let jumps = Jumps::of(p, stmt);
        let is_plain = !jumps.entries && !matches!(p.stmts[stmt].kind, StmtKind::Declaration(_));
        if is_open {
            if jumps.breaks || !is_plain {
                return None;
            }
            found.last_mut()?.stmts.push(stmt);
        }
    }
    Some(found)
}
