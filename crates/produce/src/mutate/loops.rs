//! Loops that are written in another way: what they do, and how often, stays.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::tree::{DeclId, ExprId, ExprKind, For, Program, ScopeId, StmtId, StmtKind};
use elenchus_lang::types::TypeId;
use elenchus_lang::walk::{self, Child};

use super::copy::Copier;
use super::draft::{Draft, Made, Spot};
use super::jumps::{Jumps, is_pure};
use super::leaf::Leaf;

/// A `while`, or a `for`, in parts.
#[derive(Clone, Copy)]
struct Loop {
    init: Option<StmtId>,
    condition: Option<ExprId>,
    step: Option<ExprId>,
    body: StmtId,
    /// Where the first part of a `for` declares.
    scope: Option<ScopeId>,
}

impl Loop {
    fn of(p: &Program, stmt: StmtId) -> Option<Loop> {
        match p.stmts[stmt].kind {
            StmtKind::While(condition, body) => {
                Some(Loop { init: None, condition: Some(condition), step: None, body, scope: None })
            }
            StmtKind::For(id) => {
                let For { init, condition, step, body, scope } = p.fors[id];
                Some(Loop { init, condition, step, body, scope: Some(scope) })
            }
            _ => None,
        }
    }

    /// What the loop is without its first part.
    fn rest(self, draft: &mut Draft, spot: &Spot) -> StmtId {
        let Loop { condition, step, body, .. } = self;
        match (self.scope, condition) {
            (None, Some(condition)) => build::stmt(&mut draft.p, StmtKind::While(condition, body)),
            _ => {
                let scope = build::block_scope(&mut draft.p, self.inner(spot));
                let parts = For { init: None, condition, step, body, scope };
                let id = draft.p.fors.push(parts);
                build::stmt(&mut draft.p, StmtKind::For(id))
            }
        }
    }

    /// The scope that its parts stand in.
    fn inner(self, spot: &Spot) -> ScopeId {
        self.scope.unwrap_or(spot.site.scope)
    }

    /// Its first part, then these: what that declares is seen by them, and by nobody else.
    fn begun(self, draft: &mut Draft, spot: &Spot, stmts: &[StmtId]) -> StmtId {
        let all: Vec<StmtId> = self.init.into_iter().chain(stmts.iter().copied()).collect();
        match self.scope {
            Some(scope) => {
                let list = draft.p.stmt_lists.push(&all);
                build::stmt(&mut draft.p, StmtKind::Compound(list, scope))
            }
            None => draft.plain_block(spot.site.scope, &all),
        }
    }

    /// Its condition a second time; one that always holds where it has none.
    fn condition_again(self, draft: &mut Draft, spot: &Spot) -> Option<ExprId> {
        match self.condition {
            Some(condition) => Copier::twin_expr(draft, spot, condition),
            None => Some(build::constant(&mut draft.p, TypeId::INT, 1)),
        }
    }

    /// Its body and its step, as statements of a block.
    fn turn(self, draft: &mut Draft, spot: &Spot, body: StmtId, step: Option<ExprId>) -> StmtId {
        let step = step.map(|step| build::stmt(&mut draft.p, StmtKind::Expr(step)));
        let stmts: Vec<StmtId> = std::iter::once(body).chain(step).collect();
        draft.plain_block(self.inner(spot), &stmts)
    }
}

/// The loop at a spot, if it stands whole in the user's text.
fn loop_at(draft: &Draft, spot: &Spot) -> Option<Loop> {
    let found = Loop::of(&draft.p, spot.site.stmt)?;
    spot.site.whole.then_some(found)
}

/// `while (c) S` becomes `if (c) do S while (c);`, and a `for` likewise.
pub fn turn(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let found = loop_at(draft, spot)?;
    // The step would be left out.
    if found.step.is_some() && Jumps::of(&draft.p, found.body).continues {
        return None;
    }
    let first = found.condition_again(draft, spot)?;
    let again = match found.condition {
        Some(condition) => condition,
        None => build::constant(&mut draft.p, TypeId::INT, 1),
    };
    let body = found.turn(draft, spot, found.body, found.step);
    let turned = build::stmt(&mut draft.p, StmtKind::DoWhile(body, again));
    let turned = draft.plain_block(found.inner(spot), &[turned]);
    let guarded = build::stmt(&mut draft.p, StmtKind::If(first, turned, None));
    let with = found.begun(draft, spot, &[guarded]);
    Some(draft.instead(spot, with))
}

/// The first turn of a loop comes before it: `if (c) { S while (c) S }`; that of a `do`
/// has no condition.
pub fn peel(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    if let StmtKind::DoWhile(body, condition) = draft.p.stmts[spot.site.stmt].kind {
        return peel_do(draft, spot, body, condition);
    }
    let found = loop_at(draft, spot)?;
    let jumps = Jumps::of(&draft.p, found.body);
    if jumps.breaks || jumps.continues {
        return None;
    }
    let condition = found.condition_again(draft, spot)?;
    let body = Copier::twin(draft, spot, found.inner(spot), found.body)?;
    let step = match found.step {
        Some(step) => Some(Copier::twin_expr(draft, spot, step)?),
        None => None,
    };
    let first = found.turn(draft, spot, body, step);
    let rest = found.rest(draft, spot);
    let both = draft.plain_block(found.inner(spot), &[first, rest]);
    let guarded = build::stmt(&mut draft.p, StmtKind::If(condition, both, None));
    let with = found.begun(draft, spot, &[guarded]);
    Some(draft.instead(spot, with))
}

fn peel_do(draft: &mut Draft, spot: &Spot, body: StmtId, condition: ExprId) -> Option<Made> {
    let jumps = Jumps::of(&draft.p, body);
    if !spot.site.whole || jumps.breaks || jumps.continues {
        return None;
    }
    let first = Copier::twin(draft, spot, spot.site.scope, body)?;
    let first = draft.plain_block(spot.site.scope, &[first]);
    let rest = build::stmt(&mut draft.p, StmtKind::While(condition, body));
    let with = draft.plain_block(spot.site.scope, &[first, rest]);
    Some(draft.instead(spot, with))
}

/// One loop becomes two, one after the other, that have the turns of it: the first ends
/// when some other condition does not hold any more, too.
pub fn split(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let found = loop_at(draft, spot)?;
    let jumps = Jumps::of(&draft.p, found.body);
    // What a `break` leaves is not gone on with, and the condition is asked once more.
    let may_ask_again = found.condition.is_none_or(|c| is_pure(&draft.p, c));
    if jumps.breaks || !may_ask_again {
        return None;
    }
    let own = found.condition_again(draft, spot)?;
    let other = any_comparison(draft, spot, found)?;
    let until = build::logical(&mut draft.p, true, own, other);
    let body = Copier::twin(draft, spot, found.inner(spot), found.body)?;
    let step = match found.step {
        Some(step) => Some(Copier::twin_expr(draft, spot, step)?),
        None => None,
    };
    let first = Loop { condition: Some(until), body, step, ..found };
    let (first, rest) = (first.rest(draft, spot), found.rest(draft, spot));
    let with = found.begun(draft, spot, &[first, rest]);
    Some(draft.instead(spot, with))
}

/// A comparison that is defined throughout the loop, whatever its truth: of an integer
/// that has a value, with a number.
fn any_comparison(draft: &mut Draft, spot: &Spot, of: Loop) -> Option<ExprId> {
    // The first part of a `for` may hide a name.
    let hidden = of.scope.map_or(Vec::new(), |scope| {
        let decls = draft.p.decl_lists[draft.p.scopes[scope].decls].iter();
        decls.map(|&decl| draft.p.decls[decl].name).collect()
    });
    let counted = of.condition.map_or(Vec::new(), |condition| counters(&draft.p, condition));
    let known: Vec<&Leaf> = spot.known().iter().map(|known| &known.leaf).collect();
    let stays = |leaf: &&&Leaf| {
        leaf.int(&draft.p).is_some() && !hidden.contains(&draft.p.decls[leaf.decl].name)
    };
    let of_condition: Vec<&Leaf> = known.iter().filter(stays).copied().collect();
    let used = of_condition.iter().copied().filter(|leaf| counted.contains(&leaf.decl));
    let used: Vec<&Leaf> = used.collect();
    let from = if used.is_empty() { of_condition } else { used };
    if from.is_empty() {
        return None;
    }
    let leaf = draft.choices.pick("what a split loop compares", &from).clone();
    let op = draft.choices.pick("how it compares", &[BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Ne]);
    let number = draft.choices.between("where it is split", -1, 9);
    let value = leaf.value(&mut draft.p);
    let number = build::constant(&mut draft.p, TypeId::INT, number.into());
    Some(build::binary(&mut draft.p, op, value, number))
}

/// The variables that an expression names.
fn counters(p: &Program, e: ExprId) -> Vec<DeclId> {
    let mut found = Vec::new();
    walk::descend(p, Child::Expr(e), |node| {
        if let Child::Expr(e) = node {
            if let ExprKind::Name(decl) = p.exprs[e].kind {
                found.push(decl);
            }
        }
    });
    found
}
