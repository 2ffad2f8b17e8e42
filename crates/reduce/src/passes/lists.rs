//! One of several: declarators, parameters with their arguments, members, enumerators,
//! items of initialisers, initialisers, attributes.

use elenchus_lang::edits::{Attributed, Edit};
use elenchus_lang::tree::{DeclKind, InitKind};
use elenchus_lang::walk::{self, Child};

use super::exprs::functions;
use super::{Levels, at};
use crate::search::Proposal;
use crate::subject::Subject;

pub fn propose(subject: &mut Subject) -> Levels {
    let p = &subject.program;
    let mut levels = Levels::new();
    let file_of = |offset: u32| {
        let mut files = p.units.iter().enumerate();
        files.find(|(_, unit)| unit.span.start <= offset && offset < unit.span.end)
    };
    for (file, function) in functions(subject) {
        let function = p.functions[function];
        for index in 0..p.decl_lists[function.params].len() {
            let edit = Edit::DeleteParam { function: function.decl, index };
            at(&mut levels, 0).push(Proposal::edit(file, edit));
        }
    }
    for (id, decl) in p.decls.iter() {
        let Some((file, _)) = file_of(decl.span.start).filter(|_| !decl.span.is_none()) else {
            continue;
        };
        for index in 0..p.attrs[decl.attrs].len() {
            let edit = Edit::DeleteAttr { of: Attributed::Decl(id), index };
            at(&mut levels, 2).push(Proposal::edit(file, edit));
        }
        if decl.declarator.is_none() {
            continue;
        }
        match decl.kind {
            DeclKind::Variable | DeclKind::Typedef | DeclKind::Function => {
                at(&mut levels, 1).push(Proposal::edit(file, Edit::DeleteDeclarator(id)));
            }
            DeclKind::Enumerator { .. } => {
                at(&mut levels, 1).push(Proposal::edit(file, Edit::DeleteEnumerator(id)));
            }
            DeclKind::Parameter | DeclKind::Builtin => {}
        }
        if decl.init.is_some() {
            at(&mut levels, 2).push(Proposal::edit(file, Edit::Init { of: id, with: None }));
        }
    }
    for (id, field) in p.types.fields.iter() {
        if let Some((file, _)) = file_of(field.span.start).filter(|_| !field.span.is_none()) {
            at(&mut levels, 1).push(Proposal::edit(file, Edit::DeleteMember(id)));
        }
    }
    for (file, unit) in p.units.iter().enumerate() {
        for &item in &unit.items {
            let mut note = |node: Child| {
                let Child::Init(list) = node else { return };
                let InitKind::List(items) = p.inits[list].kind else { return };
                for index in (0..p.init_items[items].len()).rev() {
                    let edit = Edit::DeleteInitItem { list, index };
                    at(&mut levels, 3).push(Proposal::edit(file, edit));
                }
            };
            walk::item_children(p, item, |child| walk::descend(p, child, &mut note));
        }
    }
    levels
}
