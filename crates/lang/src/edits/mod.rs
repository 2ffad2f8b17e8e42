//! Edits: the one notion of change that repair, mutation, enumeration and
//! reduction share.
//!
//! An edit replaces, inserts or deletes a node. A set of edits can be applied
//! to the tree, and it can be rendered into the text that the tree was parsed
//! from, where all that is not edited stays byte for byte. (Lines may come or
//! go, so `__LINE__` may mean another number than the tree has.)
//!
//! New nodes are pushed into the program's arenas beforehand, with no span:
//! that changes nothing yet. They may have old nodes below them, whose text is
//! then taken over. A node that is to be inside its own replacement is given
//! an id of its own first, by [`keep_expr`] or [`keep_stmt`].
//!
//! Render from the program that was parsed, apply to that or to a fork of it.
//! After that, the spans above an edit no longer say what its text is: print
//! it, or parse the rendered text, before editing in text again.

mod blocks;
mod slots;
mod splice;
mod text;

use thiserror::Error;

use crate::span::Span;
use crate::tree::{DeclId, DeclKind, Expr, ExprId, ExprKind, Item, Program, StmtId, StmtKind};

pub use slots::{change_expr, fill, parenthesise, replace_expr};
pub use text::{AsParsed, Locate};

#[derive(Clone, Copy, Debug)]
pub enum Edit {
    /// The expression becomes another one of the same type, an lvalue if it
    /// is one.
    Expr {
        at: ExprId,
        with: ExprId,
    },
    /// The use of a name becomes that of another one, of the same type.
    Name {
        at: ExprId,
        with: DeclId,
    },
    Stmt {
        at: StmtId,
        with: StmtId,
    },
    /// Before statement number `before` of a block, or at its end.
    InsertStmt {
        block: StmtId,
        before: usize,
        stmt: StmtId,
    },
    DeleteStmt {
        block: StmtId,
        index: usize,
    },
    /// Before item number `before` of a unit, or at its end.
    InsertItem {
        unit: usize,
        before: usize,
        item: Item,
    },
    DeleteItem {
        unit: usize,
        index: usize,
    },
}

/// A set of edits, none of which touches what another one replaces. Indexes
/// are those before any of them is made.
#[derive(Clone, Default, Debug)]
pub struct Edits {
    list: Vec<Edit>,
}

/// Why a set of edits cannot be made. Edits are named by their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum EditError {
    #[error("edit {1} touches what edit {0} replaces")]
    Overlap(usize, usize),
    #[error("edit {0} is for a block or unit that has no such statement or item")]
    NoSuchPlace(usize),
    #[error("edit {0} is for a node that stands in no text")]
    NoText(usize),
    #[error("edit {0} is for a place that a macro or a header made")]
    NotInFile(usize),
    #[error("edit {0} mentions a type that has no name in the text")]
    Unnamed(usize),
}

/// The same expression under a second id.
pub fn keep_expr(program: &mut Program, expr: ExprId) -> ExprId {
    let node = program.exprs[expr];
    program.exprs.push(node)
}

/// The same statement under a second id.
pub fn keep_stmt(program: &mut Program, stmt: StmtId) -> StmtId {
    let node = program.stmts[stmt];
    program.stmts.push(node)
}

impl Edits {
    pub fn new() -> Edits {
        Edits::default()
    }

    /// Adds an edit; its number is how many there were before.
    pub fn push(&mut self, edit: Edit) {
        self.list.push(edit);
    }

    pub fn list(&self) -> &[Edit] {
        &self.list
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Makes the edits in the tree: all of them, or none.
    pub fn apply(&self, program: &mut Program) -> Result<(), EditError> {
        self.check(program)?;
        // Replacements are read before any slot is written: one may be made
        // from what another one replaces.
        let exprs: Vec<(ExprId, Expr)> =
            self.list.iter().filter_map(|edit| new_expr(program, edit)).collect();
        for (at, new) in exprs {
            slots::put_expr(program, at, new);
        }
        let stmts = self.list.iter().filter_map(|edit| match *edit {
            Edit::Stmt { at, with } => Some((at, program.stmts[with])),
            _ => None,
        });
        for (at, new) in stmts.collect::<Vec<_>>() {
            slots::put_stmt(program, at, new);
        }
        blocks::apply(program, &self.list);
        Ok(())
    }

    /// Nothing is edited twice, and every place exists.
    fn check(&self, program: &Program) -> Result<(), EditError> {
        let mut footprints = Vec::with_capacity(self.list.len());
        for (number, edit) in self.list.iter().enumerate() {
            let span = footprint(program, edit).ok_or(EditError::NoSuchPlace(number))?;
            footprints.extend((!span.is_none()).then_some((span.start, span.end, number)));
        }
        footprints.sort_unstable();
        let mut reached = (0, 0);
        for (start, end, number) in footprints {
            if start < reached.0 {
                return Err(EditError::Overlap(reached.1, number));
            }
            reached = reached.max((end, number));
        }
        self.check_ids()
    }

    /// The same for nodes that stand in no text.
    fn check_ids(&self) -> Result<(), EditError> {
        let slot = |edit: &Edit| match *edit {
            Edit::Expr { at, .. } | Edit::Name { at, .. } => Some((0, at.index(), 0)),
            Edit::Stmt { at, .. } => Some((1, at.index(), 0)),
            Edit::DeleteStmt { block, index } => Some((2, block.index(), index)),
            Edit::DeleteItem { unit, index } => Some((3, unit, index)),
            Edit::InsertStmt { .. } | Edit::InsertItem { .. } => None,
        };
        let numbered = self.list.iter().enumerate();
        let mut slots: Vec<_> =
            numbered.filter_map(|(number, edit)| slot(edit).map(|slot| (slot, number))).collect();
        slots.sort_unstable();
        match slots.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => Err(EditError::Overlap(pair[0].1, pair[1].1)),
            None => Ok(()),
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

/// What an edit takes of the parsed text; empty for an insertion, and
/// `Span::NONE` where there is no text. None if there is no such place.
fn footprint(program: &Program, edit: &Edit) -> Option<Span> {
    let gap = |spans: &[Span], before: usize| match (spans.get(before), spans.last()) {
        (Some(next), _) => Span::new(next.start, next.start),
        (None, Some(last)) => Span::new(last.end, last.end),
        (None, None) => Span::NONE,
    };
    Some(match *edit {
        Edit::Expr { at, .. } | Edit::Name { at, .. } => program.exprs[at].span,
        Edit::Stmt { at, .. } => program.stmts[at].span,
        Edit::InsertStmt { block, before, .. } => {
            let spans = stmt_spans(program, block)?;
            if before > spans.len() {
                return None;
            }
            match spans.is_empty() {
                true => inside(program.stmts[block].span),
                false => gap(&spans, before),
            }
        }
        Edit::DeleteStmt { block, index } => *stmt_spans(program, block)?.get(index)?,
        Edit::InsertItem { unit, before, .. } => {
            let spans = item_spans(program, unit)?;
            if before > spans.len() {
                return None;
            }
            gap(&spans, before)
        }
        Edit::DeleteItem { unit, index } => *item_spans(program, unit)?.get(index)?,
    })
}

/// Just after the opening brace of an empty block.
fn inside(block: Span) -> Span {
    match block.is_none() {
        true => Span::NONE,
        false => Span::new(block.start + 1, block.start + 1),
    }
}

/// None if it is no block.
fn stmt_spans(program: &Program, block: StmtId) -> Option<Vec<Span>> {
    match program.stmts[block].kind {
        StmtKind::Compound(stmts, _) => {
            Some(program.stmt_lists[stmts].iter().map(|&stmt| program.stmts[stmt].span).collect())
        }
        _ => None,
    }
}

fn item_spans(program: &Program, unit: usize) -> Option<Vec<Span>> {
    let items = &program.units.get(unit)?.items;
    Some(items.iter().map(|item| item_span(program, item)).collect())
}

/// Where an item stands; `Span::NONE` for what keeps no place.
fn item_span(program: &Program, item: &Item) -> Span {
    match *item {
        Item::Declaration(group) => program.groups[group].span,
        Item::Function(function) => program.functions[function].span,
        Item::Asm(asm) => program.asms[asm].span,
        Item::StaticAssert(..) | Item::Pragma(_) => Span::NONE,
    }
}
