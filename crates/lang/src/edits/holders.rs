//! Where declarations stand.

use rustc_hash::FxHashMap;

use crate::arena::Id;
use crate::tree::{DeclId, For, GroupId, Item, Program, StmtId, StmtKind};

/// What holds a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holder {
    Unit(usize, usize),
    Block(StmtId, usize),
    /// The first part of a `for`.
    For(Id<For>),
    /// Where a single statement stands, such as after a label.
    Alone(StmtId),
}

/// The declarations that lose declarators, with those that they lose.
pub(super) struct Losses {
    pub groups: Vec<(GroupId, Vec<DeclId>)>,
}

impl Losses {
    /// `lost` in order.
    pub fn new(p: &Program, lost: &[DeclId]) -> Losses {
        if lost.is_empty() {
            return Losses { groups: Vec::new() };
        }
        let is_lost = |decl: &DeclId| lost.binary_search(decl).is_ok();
        let losing = |(id, group): (GroupId, &crate::tree::Group)| {
            let lost = p.decl_lists[group.decls].iter().copied().filter(is_lost);
            let lost: Vec<DeclId> = lost.collect();
            (!lost.is_empty()).then_some((id, lost))
        };
        Losses { groups: p.groups.iter().filter_map(losing).collect() }
    }

    /// Those that lose all, and define no struct, union or enum: they go.
    pub fn whole<'a>(&'a self, p: &'a Program) -> impl Iterator<Item = (GroupId, &'a [DeclId])> {
        let is_whole = |group: GroupId, lost: &[DeclId]| {
            lost.len() == p.groups[group].decls.len()
                && super::gone::defined(p, p.groups[group].base).is_none()
        };
        let groups = self.groups.iter().map(|(group, lost)| (*group, lost.as_slice()));
        groups.filter(move |&(group, lost)| is_whole(group, lost))
    }
}

/// The holders of all declarations. On a program that was edited, nodes that
/// belong to nothing may answer for those that do.
pub(super) fn holders(p: &Program) -> FxHashMap<GroupId, Holder> {
    let mut holders = FxHashMap::default();
    for (unit, data) in p.units.iter().enumerate() {
        for (index, item) in data.items.iter().enumerate() {
            if let Item::Declaration(group) = *item {
                holders.insert(group, Holder::Unit(unit, index));
            }
        }
    }
    let mut alone: FxHashMap<StmtId, GroupId> = FxHashMap::default();
    for (id, stmt) in p.stmts.iter() {
        if let StmtKind::Declaration(group) = stmt.kind {
            alone.insert(id, group);
        }
    }
    for (block, stmt) in p.stmts.iter() {
        let StmtKind::Compound(list, _) = stmt.kind else { continue };
        for (index, stmt) in p.stmt_lists[list].iter().enumerate() {
            if let Some(group) = alone.remove(stmt) {
                holders.insert(group, Holder::Block(block, index));
            }
        }
    }
    for (id, parts) in p.fors.iter() {
        if let Some(group) = parts.init.and_then(|init| alone.remove(&init)) {
            holders.insert(group, Holder::For(id));
        }
    }
    for (stmt, group) in alone {
        holders.entry(group).or_insert(Holder::Alone(stmt));
    }
    holders
}
