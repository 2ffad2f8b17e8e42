//! What edits touch, and whether they are in each other's way.

use super::parameters::Mentions;
use super::{Attributed, Edit, EditError, Edits, members, names};
use crate::span::Span;
use crate::tree::{DeclId, ExprId, GroupId, InitId, InitKind, Item, Program, StmtId, StmtKind};
use crate::types::FieldId;

/// What edits take of the parsed text, and which slots of the tree they write.
#[derive(Clone, Default, Debug)]
pub struct Footprint {
    /// In no order. Empty ones are places where something is inserted.
    spans: Vec<Span>,
    slots: Vec<Slot>,
    /// Something of it stands in no text.
    is_placeless: bool,
}

/// What only one edit of a set may write.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Slot {
    Expr(ExprId),
    Stmt(StmtId),
    InBlock(StmtId, usize),
    InUnit(usize, usize),
    Decl(DeclId),
    Init(DeclId),
    Group(GroupId),
    InList(InitId, usize),
    Field(FieldId),
    Attr(Attributed, usize),
    Param(DeclId, usize),
    Name(DeclId),
    Unit(usize),
}

impl Footprint {
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// Whether both touch one place of the text, or one node.
    pub fn overlaps(&self, other: &Footprint) -> bool {
        let mut spans: Vec<(Span, usize)> = self.spans.iter().map(|&span| (span, 0)).collect();
        spans.extend(other.spans.iter().map(|&span| (span, 1)));
        let mut slots: Vec<(Slot, usize)> = self.slots.iter().map(|&slot| (slot, 0)).collect();
        slots.extend(other.slots.iter().map(|&slot| (slot, 1)));
        overlap(spans, slots).is_some()
    }

    /// Whether anything within this place of the text may be touched.
    pub fn reaches(&self, place: Span) -> bool {
        let is_there = |span: &Span| span.start <= place.end && place.start <= span.end;
        self.is_placeless || place.is_none() || self.spans.iter().any(is_there)
    }

    fn span(&mut self, span: Span) {
        match span.is_none() {
            true => self.is_placeless = true,
            false => self.spans.push(span),
        }
    }
}

/// Whose places overlap, the one who takes more of them first.
fn overlap(mut spans: Vec<(Span, usize)>, mut slots: Vec<(Slot, usize)>) -> Option<(usize, usize)> {
    spans.sort_unstable_by_key(|&(span, owner)| (span.start, span.end, owner));
    let mut reached = (0, 0);
    for (span, owner) in spans {
        if span.start < reached.0 {
            return Some((reached.1, owner));
        }
        reached = reached.max((span.end, owner));
    }
    slots.sort_unstable();
    let pair = slots.windows(2).find(|pair| pair[0].0 == pair[1].0)?;
    Some((pair[0].1, pair[1].1))
}

impl Edit {
    /// What the edit touches; none if there is no such place.
    pub fn touches(&self, program: &Program) -> Option<Footprint> {
        let mut footprint = Footprint::default();
        self.touch(program, &mut footprint)?;
        Some(footprint)
    }

    fn touch(&self, p: &Program, out: &mut Footprint) -> Option<()> {
        let (span, slot) = match *self {
            Edit::Expr { at, .. } | Edit::Name { at, .. } => (p.exprs[at].span, Slot::Expr(at)),
            Edit::Stmt { at, .. } => (p.stmts[at].span, Slot::Stmt(at)),
            Edit::InsertStmt { block, before, .. } => {
                let spans = stmt_spans(p, block)?;
                let empty = || inside(p.stmts[block].span);
                out.span(if spans.is_empty() { empty() } else { gap(&spans, before) });
                return (before <= spans.len()).then_some(());
            }
            Edit::InsertItem { unit, before, .. } => {
                let spans = item_spans(p, unit)?;
                out.span(gap(&spans, before));
                return (before <= spans.len()).then_some(());
            }
            Edit::DeleteStmt { block, index } => {
                (*stmt_spans(p, block)?.get(index)?, Slot::InBlock(block, index))
            }
            Edit::DeleteItem { unit, index } => {
                (*item_spans(p, unit)?.get(index)?, Slot::InUnit(unit, index))
            }
            Edit::DeleteDeclarator(decl) => (whole_declarator(p, decl), Slot::Decl(decl)),
            Edit::Init { of, .. } => (init_span(p, of), Slot::Init(of)),
            Edit::Declaration { at, with } => {
                let count = |group: GroupId| p.groups[group].decls.len();
                if count(at) != count(with) {
                    return None;
                }
                (p.groups[at].span, Slot::Group(at))
            }
            Edit::DeleteEnumerator(decl) => (p.decls[decl].declarator, Slot::Decl(decl)),
            Edit::DeleteInitItem { list, index } => {
                let InitKind::List(items) = p.inits[list].kind else { return None };
                (p.init_items[items].get(index)?.span, Slot::InList(list, index))
            }
            Edit::DeleteMember(field) => {
                for item in members::items_of(p, field).unwrap_or_default() {
                    let span = members::item_span(p, item)?;
                    out.span(span);
                    out.slots.push(Slot::InList(item.list, item.index));
                }
                (p.types.fields[field].span, Slot::Field(field))
            }
            Edit::DeleteAttr { of, index } => {
                let attrs = super::lists::attrs_of(p, of);
                (p.attrs[attrs].get(index)?.span, Slot::Attr(of, index))
            }
            Edit::DeleteParam { function, index } => {
                let mentions = Mentions::of(p, function);
                for span in mentions.spans(p, index) {
                    out.span(span?);
                }
                out.slots.push(Slot::Param(p.decls[function].entity, index));
                return Some(());
            }
            Edit::Rename { decl, .. } => {
                for span in names::places(p, decl) {
                    out.span(span);
                }
                out.slots.push(Slot::Name(p.decls[decl].entity));
                return Some(());
            }
            Edit::DeleteBody { unit, index } => {
                let Item::Function(function) = *p.units.get(unit)?.items.get(index)? else {
                    return None;
                };
                (p.stmts[p.functions[function].body].span, Slot::InUnit(unit, index))
            }
            Edit::DeleteUnit(unit) => (p.units.get(unit)?.span, Slot::Unit(unit)),
        };
        out.span(span);
        out.slots.push(slot);
        Some(())
    }
}

impl Edits {
    /// What all of them touch; none if a place is not there.
    pub fn touches(&self, program: &Program) -> Option<Footprint> {
        let mut footprint = Footprint::default();
        for edit in &self.list {
            edit.touch(program, &mut footprint)?;
        }
        Some(footprint)
    }

    /// Nothing is touched twice, and every place exists.
    pub(super) fn check_touches(&self, program: &Program) -> Result<Vec<Span>, EditError> {
        let (mut spans, mut slots) = (Vec::new(), Vec::new());
        let mut all = Footprint::default();
        for (number, edit) in self.list.iter().enumerate() {
            edit.touch(program, &mut all).ok_or(EditError::NoSuchPlace(number))?;
            spans.extend(all.spans.drain(..).map(|span| (span, number)));
            slots.extend(all.slots.drain(..).map(|slot| (slot, number)));
        }
        let taken = spans.iter().map(|&(span, _)| span).collect();
        match overlap(spans, slots) {
            Some((first, second)) => Err(EditError::Overlap(first, second)),
            None => Ok(taken),
        }
    }
}

/// Between two elements, at the start of the later one.
fn gap(spans: &[Span], before: usize) -> Span {
    match (spans.get(before), spans.last()) {
        (Some(next), _) => Span::new(next.start, next.start),
        (None, Some(last)) => Span::new(last.end, last.end),
        (None, None) => Span::NONE,
    }
}

/// Just after the opening brace of an empty block.
fn inside(block: Span) -> Span {
    match block.is_none() {
        true => Span::NONE,
        false => Span::new(block.start + 1, block.start + 1),
    }
}

/// None if it is no block.
pub(super) fn stmt_spans(program: &Program, block: StmtId) -> Option<Vec<Span>> {
    match program.stmts[block].kind {
        StmtKind::Compound(stmts, _) => {
            Some(program.stmt_lists[stmts].iter().map(|&stmt| program.stmts[stmt].span).collect())
        }
        _ => None,
    }
}

pub(super) fn item_spans(program: &Program, unit: usize) -> Option<Vec<Span>> {
    let items = &program.units.get(unit)?.items;
    Some(items.iter().map(|item| item_span(program, item)).collect())
}

/// Where an item stands; `Span::NONE` for what keeps no place.
pub(super) fn item_span(program: &Program, item: &Item) -> Span {
    match *item {
        Item::Declaration(group) => program.groups[group].span,
        Item::Function(function) => program.functions[function].span,
        Item::Asm(asm) => program.asms[asm].span,
        Item::StaticAssert(..) | Item::Pragma(_) => Span::NONE,
    }
}

/// The declarator with its initialiser.
pub(super) fn whole_declarator(p: &Program, decl: DeclId) -> Span {
    let head = p.decls[decl].declarator;
    let init = p.decls[decl].init.map(|init| p.inits[init].span);
    match init.filter(|init| !init.is_none() && !head.is_none()) {
        Some(init) => head.to(init),
        None => head,
    }
}

/// The initialiser; its place, if there is none.
fn init_span(p: &Program, decl: DeclId) -> Span {
    let head = p.decls[decl].declarator;
    match p.decls[decl].init {
        Some(init) => p.inits[init].span,
        None if head.is_none() => Span::NONE,
        None => Span::new(head.end, head.end),
    }
}
