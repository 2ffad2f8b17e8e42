//! Insertions and deletions in the lists of blocks and units, and in the
//! scopes that list their names.

use super::Edit;
use crate::tree::{DeclId, GroupId, Item, Program, ScopeId, StmtId, StmtKind};

/// Makes those of the edits that change lists.
pub(super) fn apply(program: &mut Program, edits: &[Edit]) {
    let mut in_blocks: Vec<(StmtId, usize, Edit)> = Vec::new();
    let mut in_units: Vec<(usize, usize, Edit)> = Vec::new();
    for (number, edit) in edits.iter().enumerate() {
        match *edit {
            Edit::InsertStmt { block, .. } | Edit::DeleteStmt { block, .. } => {
                in_blocks.push((block, number, *edit));
            }
            Edit::InsertItem { unit, .. } | Edit::DeleteItem { unit, .. } => {
                in_units.push((unit, number, *edit));
            }
            _ => {}
        }
    }
    in_blocks.sort_unstable_by_key(|&(block, number, _)| (block, number));
    for edits in in_blocks.chunk_by(|a, b| a.0 == b.0) {
        apply_to_block(program, edits[0].0, edits.iter().map(|&(_, _, edit)| edit));
    }
    in_units.sort_unstable_by_key(|&(unit, number, _)| (unit, number));
    for edits in in_units.chunk_by(|a, b| a.0 == b.0) {
        apply_to_unit(program, edits[0].0, edits.iter().map(|&(_, _, edit)| edit));
    }
}

fn apply_to_block(program: &mut Program, block: StmtId, edits: impl Iterator<Item = Edit>) {
    let StmtKind::Compound(stmts, scope) = program.stmts[block].kind else { return };
    let changes = edits.filter_map(|edit| match edit {
        Edit::InsertStmt { before, stmt, .. } => Some(Change::Insert(before, stmt)),
        Edit::DeleteStmt { index, .. } => Some(Change::Delete(index)),
        _ => None,
    });
    let old = program.stmt_lists[stmts].to_vec();
    let new = Rebuilt::new(&old, changes.collect());
    let names = |program: &Program, stmt: StmtId| match program.stmts[stmt].kind {
        StmtKind::Declaration(group) => names_of_group(program, group),
        StmtKind::NestedFunction(function) => vec![program.functions[function].decl],
        _ => Vec::new(),
    };
    new.apply_to_scope(program, scope, names);
    let list = program.stmt_lists.push(&new.list);
    program.stmts[block].kind = StmtKind::Compound(list, scope);
}

fn apply_to_unit(program: &mut Program, unit: usize, edits: impl Iterator<Item = Edit>) {
    let changes = edits.filter_map(|edit| match edit {
        Edit::InsertItem { before, item, .. } => Some(Change::Insert(before, item)),
        Edit::DeleteItem { index, .. } => Some(Change::Delete(index)),
        _ => None,
    });
    let new = Rebuilt::new(&program.units[unit].items, changes.collect());
    let names = |program: &Program, item: Item| match item {
        Item::Declaration(group) => names_of_group(program, group),
        Item::Function(function) => vec![program.functions[function].decl],
        Item::Asm(_) | Item::StaticAssert(..) | Item::Pragma(_) => Vec::new(),
    };
    let scope = program.units[unit].scope;
    new.apply_to_scope(program, scope, names);
    program.units[unit].items = new.list;
}

fn names_of_group(program: &Program, group: GroupId) -> Vec<DeclId> {
    program.decl_lists[program.groups[group].decls].to_vec()
}

enum Change<T> {
    Insert(usize, T),
    Delete(usize),
}

/// A list after its changes.
struct Rebuilt<T> {
    list: Vec<T>,
    /// Indexes in `list`.
    inserted: Vec<usize>,
    deleted: Vec<T>,
}

impl<T: Copy> Rebuilt<T> {
    fn new(old: &[T], changes: Vec<Change<T>>) -> Rebuilt<T> {
        let mut new = Rebuilt { list: Vec::new(), inserted: Vec::new(), deleted: Vec::new() };
        for index in 0..=old.len() {
            let mut keep = index < old.len();
            for change in &changes {
                match *change {
                    Change::Insert(before, element) if before == index => {
                        new.inserted.push(new.list.len());
                        new.list.push(element);
                    }
                    Change::Delete(deleted) if deleted == index => keep = false,
                    _ => {}
                }
            }
            if let Some(&element) = old.get(index) {
                if keep { new.list.push(element) } else { new.deleted.push(element) }
            }
        }
        new
    }

    /// Takes the names of what is deleted out of the scope, and puts those of
    /// what is inserted before the names that are declared after them.
    fn apply_to_scope(
        &self,
        program: &mut Program,
        scope: ScopeId,
        names: impl Fn(&Program, T) -> Vec<DeclId>,
    ) {
        let names = |program: &Program, element: &T| names(program, *element);
        let gone: Vec<DeclId> = self.deleted.iter().flat_map(|e| names(program, e)).collect();
        let new: Vec<usize> = self.inserted.iter().copied().rev().collect();
        let is_changed = !gone.is_empty()
            || new.iter().any(|&index| !names(program, &self.list[index]).is_empty());
        if !is_changed {
            return;
        }
        let old = &program.decl_lists[program.scopes[scope].decls];
        let mut decls: Vec<DeclId> = old.iter().filter(|d| !gone.contains(d)).copied().collect();
        // From the end, so that what comes later has its place already.
        for index in new {
            let later = self.list[index + 1..].iter().flat_map(|e| names(program, e));
            let place = later.filter_map(|next| decls.iter().position(|&d| d == next)).next();
            let place = place.unwrap_or(decls.len());
            decls.splice(place..place, names(program, &self.list[index]));
        }
        program.scopes[scope].decls = program.decl_lists.push(&decls);
    }
}
