//! An `if` around a statement of the program, whose condition always holds.

use elenchus_lang::build;
use elenchus_lang::edits::{Edit, keep_stmt};
use elenchus_lang::tree::StmtKind;

use super::draft::{Draft, Made, Snippet, Spot};
use super::predicate::Predicates;

pub fn make(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let site = spot.site;
    let is_declaration = matches!(draft.p.stmts[site.stmt].kind, StmtKind::Declaration(_));
    if !site.whole || is_declaration {
        return None;
    }
    let Draft { p, choices, .. } = draft;
    let condition = Predicates { p, choices, known: spot.known() }.any(true)?;
    let kept = keep_stmt(p, site.stmt);
    let guarded = build::stmt(p, StmtKind::If(condition, kept, None));
    Some(Made {
        edits: vec![Edit::Stmt { at: site.stmt, with: guarded }],
        snippet: Some(Snippet { entry: guarded, exit: kept, writes: Vec::new() }),
        dead: Vec::new(),
        takes_all: true,
    })
}
