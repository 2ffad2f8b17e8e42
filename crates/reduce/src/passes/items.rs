//! Functions, with all their declarations, and what else stands outside of functions.
//! The last ones first: what stands before is used by what comes after.

use elenchus_lang::edits::{Edit, remove_function};
use elenchus_lang::tree::Item;

use super::Levels;
use crate::search::Proposal;
use crate::subject::Subject;

pub fn propose(subject: &mut Subject) -> Levels {
    let p = &subject.program;
    let (mut functions, mut items, mut declarators) = (Vec::new(), Vec::new(), Vec::new());
    for (file, unit) in p.units.iter().enumerate() {
        for (index, &item) in unit.items.iter().enumerate().rev() {
            let one = |edit: Edit| Proposal::edit(file, edit);
            items.push(one(Edit::DeleteItem { unit: file, index }));
            match item {
                Item::Function(function) => {
                    let edits = remove_function(p, p.functions[function].decl);
                    functions.push(Proposal::together(file, edits));
                }
                Item::Declaration(group) if p.groups[group].decls.len() > 1 => {
                    let all = &p.decl_lists[p.groups[group].decls];
                    declarators.extend(all.iter().map(|&decl| one(Edit::DeleteDeclarator(decl))));
                }
                _ => {}
            }
        }
    }
    vec![functions, items, declarators]
}
