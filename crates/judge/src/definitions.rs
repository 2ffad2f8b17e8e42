//! What a program defines, and what it only speaks of.

use elenchus_lang::tree::{Decl, DeclKind, Linkage, Program, Storage};

use crate::judge::{Judge, Unit};

impl Judge<'_> {
    /// Whether a program uses a function or variable of this name that it does not define
    /// (6.9p5). Of a text that is not taken, nobody knows.
    pub fn lacks(&self, units: &[Unit], name: &str) -> bool {
        self.tree(units).is_ok_and(|tree| {
            let mut named = tree.decls.iter().map(|(_, decl)| decl);
            let speaks = named.any(|decl| is_linked(&tree, decl, name));
            speaks && !defines(&tree, name)
        })
    }
}

fn is_linked(tree: &Program, decl: &Decl, name: &str) -> bool {
    let is_builtin = decl.kind == DeclKind::Builtin;
    (is_builtin || decl.linkage != Linkage::None) && tree.name(decl.name) == name
}

fn defines(tree: &Program, name: &str) -> bool {
    let linked =
        || tree.decls.iter().map(|(_, decl)| decl).filter(|one| is_linked(tree, one, name));
    let is_plain =
        |decl: &Decl| !decl.storage.has(Storage::INLINE) || decl.storage.has(Storage::EXTERN);
    let mut functions = tree.functions.iter().map(|(_, function)| &tree.decls[function.decl]);
    let function = functions.any(|decl| {
        // 6.7.4p7: one that is inline only is none for the linker.
        let is_definition = match tree.language.inline_is_gnu89() {
            true => !(decl.storage.has(Storage::INLINE) && decl.storage.has(Storage::EXTERN)),
            false => decl.linkage == Linkage::Internal || linked().any(is_plain),
        };
        is_linked(tree, decl, name) && is_definition
    });
    let is_variable = |decl: &Decl| {
        decl.kind == DeclKind::Variable
            && (!decl.storage.has(Storage::EXTERN) || decl.init.is_some())
    };
    function || linked().any(is_variable)
}
