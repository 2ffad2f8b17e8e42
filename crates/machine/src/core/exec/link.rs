//! Linking: all declarations of an external name, whichever unit they are in,
//! are one thing.

use std::cell::OnceCell;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{
    Attr, AttrArg, Decl, DeclId, DeclKind, ExprKind, FunctionId, Item, Linkage, Program, ScopeKind,
    Storage,
};
use elenchus_lang::undefined::Undefined;
use rustc_hash::{FxHashMap, FxHashSet};

use super::statics::Statics;
use crate::Machine;
use crate::code::Promises;
use crate::facts::{Facts, OTHER};
use crate::rules::promises::{plain_name, promises};
use crate::rules::types::across;
use crate::stop::Stop;
use crate::words::Finding;

/// What linking found: what the names of a program stand for when it runs.
#[derive(Default)]
pub(crate) struct Linked {
    /// Definitions, by entity.
    pub(crate) functions: FxHashMap<DeclId, FunctionId>,
    /// What they promise.
    pub(crate) promises: FxHashMap<DeclId, Promises>,
    /// Entities of external names that are defined elsewhere in the program.
    pub(crate) links: FxHashMap<DeclId, DeclId>,
    pub(crate) names: FxHashMap<Symbol, DeclId>,
    pub(crate) statics: Statics,
    /// Objects before this one were made when the program started.
    pub(crate) lasting: usize,
    /// The function at an address.
    pub(crate) code_addresses: FxHashMap<u64, DeclId>,
}

impl Machine {
    /// Finds definitions, and joins the declarations of each external name. An
    /// error is at a declaration that does not agree with another (6.2.7p2), or
    /// at the first of two definitions (6.9p5).
    pub(crate) fn link(&mut self) -> Result<(), (Stop, DeclId)> {
        let p = Rc::clone(&self.p);
        for (id, function) in p.functions.iter() {
            self.linked.functions.insert(p.decls[function.decl].entity, id);
        }
        self.linked.promises = promises(&p);
        // Only asked for where a name has several entities: in few programs of one file.
        let found = OnceCell::new();
        let definitions = || found.get_or_init(|| external_definitions(&p));
        let mut joined = Vec::new();
        for (id, decl) in p.decls.iter() {
            if decl.linkage != Linkage::External || decl.entity != id {
                continue;
            }
            let name = self.linked_name(id);
            let first = match self.linked.names.entry(name) {
                Entry::Occupied(first) => *first.get(),
                Entry::Vacant(entry) => {
                    entry.insert(id);
                    continue;
                }
            };
            let definitions = definitions();
            if let (Some(&one), Some(&other)) = (definitions.get(&first), definitions.get(&id)) {
                let facts = Facts::new(Finding::DefinedAgain).declared(&p, OTHER, other);
                return Err((Stop::undefined(Undefined::MultipleDefinitions, facts), one));
            }
            let defines = self.linked.functions.contains_key(&id) || definitions.contains_key(&id);
            let (keep, drop) = if defines { (id, first) } else { (first, id) };
            // What the headers of the system say of one function in two files is theirs.
            let theirs = !defines && [keep, drop].iter().all(|&d| p.is_system(p.decls[d].span));
            if !theirs && !across::compatible(&p, p.decls[keep].ty, p.decls[drop].ty) {
                let kind = Undefined::IncompatibleDeclarations;
                let facts = Facts::new(Finding::DeclaredUnlike).declared(&p, OTHER, keep);
                return Err((Stop::undefined(kind, facts), drop));
            }
            self.linked.names.insert(name, keep);
            joined.extend([(first, name), (id, name)]);
        }
        for (id, name) in joined {
            match self.linked.names.get(&name) {
                Some(&keep) if keep != id => self.linked.links.insert(id, keep),
                _ => None,
            };
        }
        Ok(())
    }

    /// The name that the linker sees: `__asm__ ("name")` gives another one.
    fn linked_name(&self, id: DeclId) -> Symbol {
        let p = &self.p;
        let decl = &p.decls[id];
        let given = decl.asm_name.and_then(|name| {
            let bytes = &p.bytes[p.strings[name].bytes];
            std::str::from_utf8(bytes).ok().and_then(|name| p.symbols.find(name))
        });
        given.unwrap_or(decl.name)
    }

    /// `__attribute__((alias("name")))`: another name for what is defined.
    pub(crate) fn link_aliases(&mut self) {
        let p = Rc::clone(&self.p);
        for (_, decl) in p.decls.iter().filter(|(_, decl)| decl.linkage != Linkage::None) {
            for attr in &p.attrs[decl.attrs] {
                if plain_name(&p, attr) != "alias" {
                    continue;
                }
                let Some(AttrArg::Expr(e)) = p.attr_args[attr.args].first() else { continue };
                let mut e = *e;
                while let ExprKind::Convert(_, inner) = p.exprs[e].kind {
                    e = inner;
                }
                let ExprKind::String(string) = p.exprs[e].kind else { continue };
                let bytes = &p.bytes[p.strings[string].bytes];
                let Ok(name) = std::str::from_utf8(bytes) else { continue };
                let named = |other: &Decl| {
                    p.name(other.name) == name
                        && other.linkage != Linkage::None
                        && other.entity != decl.entity
                };
                if let Some((_, target)) = p.decls.iter().find(|(_, other)| named(other)) {
                    let target = self.canonical(target.entity);
                    self.linked.links.insert(decl.entity, target);
                }
            }
        }
    }
}

/// Entities that have an external definition (6.9p5), with the declaration that
/// is one. Those that may be defined again (GNU) are left out.
fn external_definitions(p: &Program) -> FxHashMap<DeclId, DeclId> {
    let mut found = FxHashMap::default();
    let plain = not_only_inline(p);
    for (_, function) in p.functions.iter() {
        let Decl { linkage, entity, storage, attrs, .. } = p.decls[function.decl];
        let gnu = p.language.inline_is_gnu89() || has(p, &p.attrs[attrs], &["gnu_inline"]);
        let only_inline = match gnu {
            true => storage.has(Storage::INLINE) && storage.has(Storage::EXTERN),
            false => !plain.contains(&entity),
        };
        if linkage == Linkage::External && !only_inline {
            found.insert(entity, function.decl);
        }
    }
    for (id, decl) in p.decls.iter() {
        let defines = !decl.storage.has(Storage::EXTERN) || decl.init.is_some();
        if decl.kind == DeclKind::Variable && decl.linkage == Linkage::External && defines {
            found.entry(decl.entity).or_insert(id);
        }
    }
    let weak = weak_names(p);
    for (_, decl) in p.decls.iter() {
        if has(p, &p.attrs[decl.attrs], REPEATED) || weak.contains(p.name(decl.name)) {
            found.remove(&decl.entity);
        }
    }
    found
}

/// 6.7.4p7: a definition is an inline one where each declaration in its file
/// says `inline`, and none `extern`. These are the other functions.
fn not_only_inline(p: &Program) -> FxHashSet<DeclId> {
    let plain = |decl: &Decl| {
        let storage = decl.storage;
        p.scopes[decl.scope].kind == ScopeKind::File
            && (!storage.has(Storage::INLINE) || storage.has(Storage::EXTERN))
    };
    p.decls.iter().filter(|(_, decl)| plain(decl)).map(|(_, decl)| decl.entity).collect()
}

/// What several files may define (GNU): a linker takes one of them.
const REPEATED: &[&str] = &["weak", "common"];

fn has(p: &Program, attrs: &[Attr], names: &[&str]) -> bool {
    attrs.iter().any(|attr| names.contains(&plain_name(p, attr)))
}

/// The names of `#pragma weak`.
fn weak_names(p: &Program) -> FxHashSet<&str> {
    let items = p.units.iter().flat_map(|unit| &unit.items);
    let name = |item: &Item| {
        let Item::Pragma(text) = item else { return None };
        let mut words = p.name(*text).split_whitespace().skip_while(|&word| word != "weak");
        words.nth(1)
    };
    items.filter_map(name).collect()
}
