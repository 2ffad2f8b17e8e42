//! Edits in the tree.

use super::gone::{Gone, Taken};
use super::{Attributed, Edit, EditError, Edits, Footprint, keep_stmt};
use super::{blocks, declarations, elses, exact, lists, members, names, parameters, slots};
use crate::arena::List;
use crate::span::Span;
use crate::tree::{
    DeclId, DeclKind, Expr, ExprId, ExprKind, Group, InitId, Item, LabelId, Program, StmtKind,
};
use crate::types::{ParamStyle, TypeKind};
use crate::walk::{self, Child};

impl Edits {
    /// Makes the edits in the tree. After an error the program is to be thrown
    /// away: some may be made.
    pub fn apply(&self, program: &mut Program) -> Result<(), EditError> {
        let taken = self.check(program)?;
        let touched = self.touches(program).unwrap_or_default();
        let gone = Gone::new(program, self);
        exact::check(program, self)?;
        parameters::make(program, self)?;
        self.apply_lists(program)?;
        declarations::initialise(program, self)?;
        declarations::redeclare(program, self, &taken)?;
        gone.make(program, &taken)?;
        for (number, edit) in self.list.iter().enumerate() {
            if let Edit::Rename { decl, name } = *edit {
                names::make(program, number, decl, name)?;
            }
        }
        self.replace(program);
        let mut all = self.clone();
        all.list.extend(declarations::delete_declarators(program, self));
        all.delete_bodies(program);
        blocks::apply(program, &all.list);
        for edit in &self.list {
            if let Edit::DeleteUnit(unit) = *edit {
                program.units[unit].items.clear();
                let scope = program.units[unit].scope;
                program.scopes[scope].decls = List::EMPTY;
            }
        }
        refresh_labels(program, &touched);
        Ok(())
    }

    /// The set can be made, if not in the tree then in the text. What it takes
    /// of the text.
    pub(super) fn check(&self, program: &Program) -> Result<Taken, EditError> {
        let taken = Taken::new(self.check_touches(program)?);
        Gone::new(program, self).check(program, self, &taken)?;
        parameters::check(program, self, &taken)?;
        members::check(program, self, &taken)?;
        names::check(program, self)?;
        self.check_bodies(program)?;
        self.check_enumerators(program)?;
        Ok(taken)
    }

    fn check_bodies(&self, p: &Program) -> Result<(), EditError> {
        for (number, edit) in self.list.iter().enumerate() {
            let Edit::DeleteBody { unit, index } = *edit else { continue };
            let Item::Function(function) = p.units[unit].items[index] else { continue };
            let written = p.decls[p.functions[function].decl].written;
            let names = ParamStyle::Names;
            if matches!(p.types.written(written), TypeKind::Prototype { style, .. } if style == names)
            {
                return Err(EditError::NoPrototype(number));
            }
        }
        Ok(())
    }

    fn check_enumerators(&self, p: &Program) -> Result<(), EditError> {
        for (id, gone, number) in self.enumerators(p) {
            if p.types.enums[id].enumerators.len() == gone.len() {
                return Err(EditError::LastOne(number));
            }
        }
        Ok(())
    }

    /// The enumerators that are deleted, by enumeration, with the number of
    /// the first such edit.
    pub(super) fn enumerators(
        &self,
        p: &Program,
    ) -> Vec<(crate::types::EnumId, Vec<DeclId>, usize)> {
        let mut found: Vec<(crate::types::EnumId, Vec<DeclId>, usize)> = Vec::new();
        for (number, edit) in self.list.iter().enumerate() {
            let Edit::DeleteEnumerator(decl) = *edit else { continue };
            let Some(id) = lists::enum_of(p, decl) else { continue };
            match found.iter_mut().find(|(other, ..)| *other == id) {
                Some((_, list, _)) => list.push(decl),
                None => found.push((id, vec![decl], number)),
            }
        }
        found
    }

    /// The items of initialisers that are deleted, by list; those of members
    /// that go are among them.
    pub(super) fn items(&self, p: &Program) -> Vec<(InitId, Vec<(usize, usize)>)> {
        let mut found: Vec<(InitId, usize, usize)> = Vec::new();
        for (number, edit) in self.list.iter().enumerate() {
            match *edit {
                Edit::DeleteInitItem { list, index } => found.push((list, index, number)),
                Edit::DeleteMember(field) => {
                    let items = members::items_of(p, field).unwrap_or_default();
                    found.extend(items.iter().map(|item| (item.list, item.index, number)));
                }
                _ => {}
            }
        }
        found.sort_unstable();
        let by_list = found.chunk_by(|a, b| a.0 == b.0);
        by_list
            .map(|list| (list[0].0, list.iter().map(|item| (item.1, item.2)).collect()))
            .collect()
    }

    fn apply_lists(&self, p: &mut Program) -> Result<(), EditError> {
        for (id, gone, number) in self.enumerators(p) {
            lists::delete_enumerators(p, id, &gone, number)?;
        }
        for (list, gone) in self.items(p) {
            lists::delete_items(p, list, &gone)?;
        }
        let mut attrs: Vec<(Attributed, usize, usize)> = Vec::new();
        for (number, edit) in self.list.iter().enumerate() {
            if let Edit::DeleteAttr { of, index } = *edit {
                attrs.push((of, index, number));
            }
        }
        attrs.sort_unstable();
        for gone in attrs.chunk_by(|a, b| a.0 == b.0) {
            let numbered: Vec<(usize, usize)> = gone.iter().map(|attr| (attr.1, attr.2)).collect();
            lists::delete_attrs(p, gone[0].0, &numbered)?;
        }
        Ok(())
    }

    /// Expressions and statements become others. All are read before any slot
    /// is written: one may be made from what another one replaces.
    fn replace(&self, p: &mut Program) {
        let exprs: Vec<(ExprId, Expr)> =
            self.list.iter().filter_map(|edit| new_expr(p, edit)).collect();
        for (at, new) in exprs {
            slots::put_expr(p, at, new);
        }
        let braces = elses::braces(p, self);
        let mut stmts = Vec::new();
        for (number, edit) in self.list.iter().enumerate() {
            let Edit::Stmt { at, with } = *edit else { continue };
            let with = match braces.contains(&number) {
                true => {
                    let inner = keep_stmt(p, with);
                    elses::in_braces(p, inner, at)
                }
                false => with,
            };
            stmts.push((at, p.stmts[with]));
        }
        for (at, new) in stmts {
            slots::put_stmt(p, at, new);
        }
    }

    /// Definitions become declarations.
    fn delete_bodies(&self, p: &mut Program) {
        for edit in &self.list {
            let Edit::DeleteBody { unit, index } = *edit else { continue };
            let Item::Function(function) = p.units[unit].items[index] else { continue };
            let function = p.functions[function];
            let decls = p.decl_lists.push(&[function.decl]);
            let storage = p.decls[function.decl].storage;
            let group = Group { base: function.base, decls, storage, span: Span::NONE };
            p.units[unit].items[index] = Item::Declaration(p.groups.push(group));
        }
    }
}

/// What the slot of an expression becomes.
fn new_expr(program: &Program, edit: &Edit) -> Option<(ExprId, Expr)> {
    match *edit {
        Edit::Expr { at, with } => Some((at, program.exprs[with])),
        Edit::Name { at, with } => {
            let decl = &program.decls[with];
            let is_constant = matches!(decl.kind, DeclKind::Enumerator { .. });
            let kind = if is_constant { ExprKind::Enumerator } else { ExprKind::Name };
            Some((at, Expr { kind: kind(with), ty: decl.ty, ..program.exprs[at] }))
        }
        _ => None,
    }
}

/// The labels of functions are those that are left, in the order in which they
/// are mentioned.
fn refresh_labels(p: &mut Program, touched: &Footprint) {
    for id in p.functions.ids() {
        let old = p.functions[id].labels;
        if old.is_empty() || !touched.reaches(p.functions[id].span) {
            continue;
        }
        let mut left: Vec<LabelId> = Vec::new();
        let mut taken: Vec<LabelId> = Vec::new();
        let mut note = |label: LabelId| {
            if p.label_lists[old].contains(&label) && !left.contains(&label) {
                left.push(label);
            }
        };
        walk::descend(p, Child::Stmt(p.functions[id].body), |node| match node {
            Child::Stmt(stmt) => match p.stmts[stmt].kind {
                StmtKind::Label(label, ..) | StmtKind::Goto(label) => note(label),
                StmtKind::LocalLabels(labels) => {
                    p.label_lists[labels].iter().for_each(|&l| note(l))
                }
                StmtKind::Asm(asm) => {
                    p.label_lists[p.asms[asm].labels].iter().for_each(|&l| note(l))
                }
                _ => {}
            },
            Child::Expr(expr) => {
                if let ExprKind::LabelAddress(label) = p.exprs[expr].kind {
                    note(label);
                    taken.push(label);
                }
            }
            Child::Init(_) => {}
        });
        if p.label_lists[old] != *left {
            p.functions[id].labels = p.label_lists.push(&left);
        }
        for label in left {
            p.labels[label].address_taken = taken.contains(&label);
        }
    }
}
