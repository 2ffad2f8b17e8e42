//! Changes of code that is never executed: statements go (Orion), and others come, as
//! they stand elsewhere in the program (Athena).

use elenchus_lang::build;
use elenchus_lang::edits::Edit;
use elenchus_lang::tree::{Program, StmtId, StmtKind};
use elenchus_lang::walk;

use super::body::Body;
use super::copy::Copier;
use super::draft::{Draft, Made, Spot};
use super::sites::Place;

/// The statement goes.
pub fn delete(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let site = spot.site;
    let is_declaration = matches!(draft.p.stmts[site.stmt].kind, StmtKind::Declaration(_));
    if !site.whole || is_declaration || !is_closed(&draft.p, site.stmt) {
        return None;
    }
    let edit = match site.place {
        Place::InBlock { block, index } => Edit::DeleteStmt { block, index },
        Place::Alone => {
            let with = build::stmt(&mut draft.p, StmtKind::Empty);
            Edit::Stmt { at: site.stmt, with }
        }
    };
    Some(Made { edits: vec![edit], snippet: None, dead: Vec::new(), takes_all: true })
}

/// Statements of the program that are tried before something new is written.
const DONORS: u32 = 8;

/// A statement comes before it.
pub fn insert(draft: &mut Draft, spot: &Spot) -> Option<Made> {
    let donors = spot.sites.of_unit(spot.site.unit);
    let copied = (0..DONORS).find_map(|_| {
        let donor = &donors[draft.choices.below("donor", donors.len() as u64) as usize];
        Copier::new(draft, spot).copy(donor)
    });
    let stmt = match copied {
        Some(stmt) => stmt,
        None => Body::new(draft, spot).block(false),
    };
    let made = draft.before(spot, stmt);
    Some(Made { snippet: None, dead: vec![stmt], ..made })
}

/// Nobody outside jumps into it, and nothing in it is more than C.
fn is_closed(p: &Program, stmt: StmtId) -> bool {
    let mut pending = vec![(stmt, false)];
    while let Some((stmt, in_switch)) = pending.pop() {
        let in_switch = match p.stmts[stmt].kind {
            StmtKind::Label(..)
            | StmtKind::Asm(_)
            | StmtKind::LocalLabels(_)
            | StmtKind::NestedFunction(_) => return false,
            StmtKind::Case(..) | StmtKind::Default(_) if !in_switch => return false,
            StmtKind::Switch(..) => true,
            _ => in_switch,
        };
        walk::stmt_children(p, stmt, |child| match child {
            walk::Child::Stmt(inner) => pending.push((inner, in_switch)),
            // What an expression holds of statements, nobody jumps into (6.8.6.1, GNU).
            walk::Child::Expr(_) | walk::Child::Init(_) => {}
        });
    }
    true
}
