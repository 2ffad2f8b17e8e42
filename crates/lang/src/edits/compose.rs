//! Edits that are several.

use super::{Edit, Edits, names};
use crate::tree::{DeclId, Item, Program};

/// Takes away a function: its definition and all its declarations.
pub fn remove_function(p: &Program, function: DeclId) -> Edits {
    let mut edits = Edits::new();
    let all: Vec<DeclId> = names::declarations(p, function).collect();
    for (unit, data) in p.units.iter().enumerate() {
        for (index, &item) in data.items.iter().enumerate() {
            match item {
                Item::Function(id) if all.contains(&p.functions[id].decl) => {
                    edits.push(Edit::DeleteItem { unit, index });
                }
                _ => {}
            }
        }
    }
    for (_, group) in p.groups.iter() {
        let declared = p.decl_lists[group.decls].iter().filter(|decl| all.contains(decl));
        declared.for_each(|&decl| edits.push(Edit::DeleteDeclarator(decl)));
    }
    edits
}
