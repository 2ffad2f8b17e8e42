//! Edits whose consequences only the checker knows.

use super::gone::defined;
use super::{Edit, EditError, Edits};
use crate::span::Span;
use crate::tree::{ExprKind, GroupId, Item, Program, StmtId, StmtKind};
use crate::types::{TypeId, TypeKind};

/// Refuses those that cannot be made in the tree; where it takes a look at the
/// tree first, the edit that changes it refuses itself.
pub(super) fn check(p: &Program, edits: &Edits) -> Result<(), EditError> {
    let values = Values::new(p);
    for (number, edit) in edits.list.iter().enumerate() {
        let known = match *edit {
            // All offsets behind it move, and sizes with them.
            Edit::DeleteMember(_) => false,
            Edit::DeleteItem { unit, index } => match p.units[unit].items[index] {
                Item::Declaration(group) => may_go(p, group),
                Item::Function(function) => {
                    let function = p.functions[function];
                    let body = p.stmts[function.body].span;
                    !declares_tag(p, function.span, Some(body)) && !defines_tag(p, function.base)
                }
                Item::Asm(_) | Item::StaticAssert(..) | Item::Pragma(_) => true,
            },
            Edit::DeleteStmt { block, index } => match p.stmts[block].kind {
                StmtKind::Compound(list, _) => {
                    let stmt = p.stmt_lists[list][index];
                    !values.holds(stmt) && may_vanish(p, stmt)
                }
                _ => true,
            },
            Edit::Stmt { at, with } => {
                let is_value = |stmt: StmtId| matches!(p.stmts[stmt].kind, StmtKind::Expr(_));
                let gives_value = is_value(at) || is_value(with);
                (!values.holds(at) || !gives_value) && may_vanish(p, at)
            }
            Edit::InsertStmt { block, before, .. } => match p.stmts[block].kind {
                StmtKind::Compound(list, _) => {
                    before < list.len() || list.is_empty() || !values.ends(p, block)
                }
                _ => true,
            },
            _ => true,
        };
        if !known {
            return Err(EditError::NeedsParse(number));
        }
    }
    Ok(())
}

/// A tag that it declares might be mentioned after it, and labels that it
/// declares are others without it.
fn may_vanish(p: &Program, stmt: StmtId) -> bool {
    match p.stmts[stmt].kind {
        StmtKind::Declaration(group) => may_go(p, group),
        StmtKind::LocalLabels(_) => false,
        _ => true,
    }
}

fn may_go(p: &Program, group: GroupId) -> bool {
    let group = p.groups[group];
    !declares_tag(p, group.span, None) && !defines_tag(p, group.base)
}

/// What was mentioned before gets its body.
fn defines_tag(p: &Program, base: TypeId) -> bool {
    match defined(p, base).map(|ty| p.types.kind(ty)) {
        Some(TypeKind::Record(record)) => p.types.records[record].tag.is_some(),
        Some(TypeKind::Enum(id)) => p.types.enums[id].tag.is_some(),
        _ => false,
    }
}

/// A struct, union or enum with a tag is mentioned there for the first time,
/// outside of the body.
fn declares_tag(p: &Program, span: Span, body: Option<Span>) -> bool {
    let within = |outer: Span, place: Span| outer.start <= place.start && place.end <= outer.end;
    let is_there = |place: Span| {
        !place.is_none() && within(span, place) && !body.is_some_and(|body| within(body, place))
    };
    p.types.records.iter().any(|(_, record)| record.tag.is_some() && is_there(record.span))
        || p.types.enums.iter().any(|(_, data)| data.tag.is_some() && is_there(data.span))
}

/// The statements whose value `({ … })` takes, and with it its type.
struct Values {
    stmts: Vec<StmtId>,
}

impl Values {
    fn new(p: &Program) -> Values {
        let mut stmts = Vec::new();
        for (_, node) in p.exprs.iter() {
            let ExprKind::StmtExpr(block) = node.kind else { continue };
            let StmtKind::Compound(list, _) = p.stmts[block].kind else { continue };
            let mut next = p.stmt_lists[list].last().copied();
            while let Some(stmt) = next {
                stmts.push(stmt);
                next = match p.stmts[stmt].kind {
                    StmtKind::Label(_, _, of) => Some(of),
                    _ => None,
                };
            }
        }
        stmts.sort_unstable();
        Values { stmts }
    }

    fn holds(&self, stmt: StmtId) -> bool {
        self.stmts.binary_search(&stmt).is_ok()
    }

    /// A block ends with such a statement.
    fn ends(&self, p: &Program, block: StmtId) -> bool {
        match p.stmts[block].kind {
            StmtKind::Compound(list, _) => {
                p.stmt_lists[list].last().is_some_and(|&last| self.holds(last))
            }
            _ => false,
        }
    }
}
