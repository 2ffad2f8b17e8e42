//! Declarations that a set of edits deletes, and who still mentions them.

use rustc_hash::FxHashMap;

use super::{Edit, EditError, Edits};
use crate::span::Span;
use crate::tree::{
    DeclId, ExprId, ExprKind, GroupId, Item, Linkage, Program, StmtId, StmtKind, Storage,
};
use crate::types::{TypeId, TypeKind};
use crate::walk::{self, Child};

/// What is gone, with the number of the edit that deletes it, in order.
pub(super) struct Gone {
    decls: Vec<(DeclId, usize)>,
}

impl Gone {
    pub fn new(p: &Program, edits: &Edits) -> Gone {
        let mut decls = Vec::new();
        for (number, edit) in edits.list.iter().enumerate() {
            let mut note = |decl| decls.push((decl, number));
            match *edit {
                Edit::DeleteDeclarator(decl) | Edit::DeleteEnumerator(decl) => note(decl),
                Edit::DeleteItem { unit, index } => match p.units[unit].items[index] {
                    Item::Declaration(group) => names_of_group(p, group).for_each(note),
                    Item::Function(function) => note(p.functions[function].decl),
                    Item::Asm(_) | Item::StaticAssert(..) | Item::Pragma(_) => {}
                },
                Edit::DeleteStmt { block, index } => {
                    if let StmtKind::Compound(list, _) = p.stmts[block].kind {
                        names_of_stmt(p, p.stmt_lists[list][index], note);
                    }
                }
                Edit::Stmt { at, with } if p.stmts[at].kind != p.stmts[with].kind => {
                    names_of_stmt(p, at, note);
                }
                _ => {}
            }
        }
        decls.sort_unstable();
        Gone { decls }
    }

    pub fn is_empty(&self) -> bool {
        self.decls.is_empty()
    }

    pub fn has(&self, decl: DeclId) -> bool {
        self.number(decl).is_some()
    }

    /// The edit that deletes it.
    fn number(&self, decl: DeclId) -> Option<usize> {
        let index = self.decls.binary_search_by_key(&decl, |&(gone, _)| gone).ok()?;
        Some(self.decls[index].1)
    }

    /// What else declares the same, by the entity; nothing for those that are
    /// gone altogether.
    fn rest(&self, p: &Program, taken: &Taken) -> FxHashMap<DeclId, Vec<DeclId>> {
        let mut rest: FxHashMap<DeclId, Vec<DeclId>> = FxHashMap::default();
        for &(decl, _) in &self.decls {
            rest.entry(p.decls[decl].entity).or_default();
        }
        for (id, decl) in p.decls.iter() {
            if let Some(rest) = rest.get_mut(&decl.entity) {
                if !self.has(id) && !taken.holds(decl.span) {
                    rest.push(id);
                }
            }
        }
        rest
    }

    /// Nobody mentions what is gone, unless another declaration of it stands
    /// before.
    pub fn check(&self, p: &Program, edits: &Edits, taken: &Taken) -> Result<(), EditError> {
        if self.is_empty() {
            return Ok(());
        }
        let rest = self.rest(p, taken);
        for (decl, at) in taken.mentions(p, edits) {
            let Some(rest) = rest.get(&p.decls[decl].entity) else { continue };
            let known = |&d: &DeclId| p.decls[d].span.start <= at.start || at.is_none();
            if rest.iter().any(known) {
                continue;
            }
            let same =
                |&&(gone, _): &&(DeclId, usize)| p.decls[gone].entity == p.decls[decl].entity;
            let edit = self.decls.iter().find(same).map_or(0, |&(_, number)| number);
            return Err(EditError::StillUsed { edit, at });
        }
        Ok(())
    }

    /// The first of the other declarations stands for all of them from now on.
    /// They must say the same: otherwise each had a part in the type.
    pub fn make(&self, p: &mut Program, taken: &Taken) -> Result<(), EditError> {
        let rest = self.rest(p, taken);
        let mut moved: FxHashMap<DeclId, DeclId> = FxHashMap::default();
        for &(gone, number) in &self.decls {
            self.check_typedef(p, gone, number)?;
            let Some(&first) = rest.get(&p.decls[gone].entity).and_then(|rest| rest.first()) else {
                continue;
            };
            let all = &rest[&p.decls[gone].entity];
            let is_alike = |&decl: &DeclId| {
                let (a, b) = (&p.decls[gone], &p.decls[decl]);
                let unsaid = Storage::IMPLICIT.with(Storage::UNTYPED);
                let known = !a.storage.has(unsaid) && !b.storage.has(unsaid);
                known && (a.ty, a.linkage, a.scope) == (b.ty, b.linkage, b.scope)
            };
            let is_static = p.decls[first].storage.has(Storage::STATIC);
            if !all.iter().all(is_alike)
                || p.decls[first].linkage == Linkage::Internal && !is_static
            {
                return Err(EditError::NeedsParse(number));
            }
            moved.insert(gone, first);
        }
        if moved.is_empty() {
            return Ok(());
        }
        for (gone, first) in &moved {
            for &decl in &rest[&p.decls[*gone].entity] {
                p.decls[decl].entity = *first;
            }
        }
        for id in p.exprs.ids() {
            if let ExprKind::Name(decl) = p.exprs[id].kind {
                if let Some(&first) = moved.get(&decl) {
                    p.exprs[id].kind = ExprKind::Name(first);
                }
            }
        }
        Ok(())
    }

    /// Types keep no places: whether one that is mentioned is gone as well is
    /// not known.
    fn check_typedef(&self, p: &Program, gone: DeclId, number: usize) -> Result<(), EditError> {
        match p.types.find(TypeKind::Typedef(gone)) {
            Some(_) => Err(EditError::NeedsParse(number)),
            None => Ok(()),
        }
    }
}

/// The places that a set of edits takes away.
pub(super) struct Taken {
    /// In order, and apart from each other.
    spans: Vec<Span>,
}

impl Taken {
    pub fn new(mut spans: Vec<Span>) -> Taken {
        spans.retain(|span| span.start < span.end);
        spans.sort_unstable_by_key(|span| span.start);
        Taken { spans }
    }

    pub fn holds(&self, span: Span) -> bool {
        let after = self.spans.partition_point(|taken| taken.start <= span.start);
        let before = after.checked_sub(1).map(|index| self.spans[index]);
        !span.is_none() && before.is_some_and(|taken| span.end <= taken.end)
    }

    /// The mentions of names that stay, or come with new nodes, and where.
    pub fn mentions(&self, p: &Program, edits: &Edits) -> Vec<(DeclId, Span)> {
        let mut found = Vec::new();
        let note = |id: ExprId, found: &mut Vec<(DeclId, Span)>| {
            if let ExprKind::Name(decl) | ExprKind::Enumerator(decl) = p.exprs[id].kind {
                found.push((decl, p.exprs[id].span));
            }
        };
        for (id, node) in p.exprs.iter() {
            if !node.span.is_none() && !self.holds(node.span) {
                note(id, &mut found);
            }
        }
        for edit in &edits.list {
            for root in roots(p, edit) {
                walk::descend(p, root, |node| {
                    if let Child::Expr(id) = node {
                        note(id, &mut found);
                    }
                });
            }
            if let Edit::Name { with, .. } = *edit {
                found.push((with, Span::NONE));
            }
        }
        found
    }
}

/// What an edit brings.
fn roots(p: &Program, edit: &Edit) -> Vec<Child> {
    let mut found = Vec::new();
    match *edit {
        Edit::Expr { with, .. } => found.push(Child::Expr(with)),
        Edit::Stmt { with, .. } => found.push(Child::Stmt(with)),
        Edit::InsertStmt { stmt, .. } => found.push(Child::Stmt(stmt)),
        Edit::InsertItem { item, .. } => walk::item_children(p, item, |child| found.push(child)),
        Edit::Init { with: Some(init), .. } => found.push(Child::Init(init)),
        Edit::Declaration { with, .. } => {
            walk::item_children(p, Item::Declaration(with), |child| found.push(child));
        }
        _ => {}
    }
    found
}

/// The names that a declaration declares, enumerators included.
fn names_of_group(p: &Program, group: GroupId) -> impl Iterator<Item = DeclId> {
    let group = p.groups[group];
    let enumerators = match defined(p, group.base).map(|ty| p.types.kind(ty)) {
        Some(TypeKind::Enum(id)) => &p.decl_lists[p.types.enums[id].enumerators],
        _ => &[],
    };
    p.decl_lists[group.decls].iter().chain(enumerators).copied()
}

fn names_of_stmt(p: &Program, stmt: StmtId, note: impl FnMut(DeclId)) {
    match p.stmts[stmt].kind {
        StmtKind::Declaration(group) => names_of_group(p, group).for_each(note),
        StmtKind::NestedFunction(function) => {
            std::iter::once(p.functions[function].decl).for_each(note);
        }
        _ => {}
    }
}

/// The struct, union or enum whose body stands among specifiers.
pub(super) fn defined(p: &Program, mut ty: TypeId) -> Option<TypeId> {
    loop {
        ty = match p.types.written(ty) {
            TypeKind::Definition(of) => return Some(of),
            TypeKind::Attributed(of, _) | TypeKind::Qualified(of, _) => of,
            _ => return None,
        };
    }
}
