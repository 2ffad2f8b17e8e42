//! Scopes and names: what an identifier means at a place.
//!
//! Each name's current meaning is found by indexing with its symbol; what an
//! inner scope hides is kept on an undo log. So looking up costs one load, and
//! leaving a scope costs as much as was declared in it.

use elenchus_lang::arena::List;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{DeclId, Scope, ScopeId, ScopeKind};
use elenchus_lang::types::TypeId;

use super::Checker;

/// A struct, union or enum, and how deep its scope is.
#[derive(Clone, Copy)]
pub(super) struct Tag {
    pub ty: TypeId,
    pub depth: u32,
}

#[derive(Clone, Copy)]
struct Binding {
    decl: DeclId,
    depth: u32,
}

#[derive(Clone)]
enum Undo {
    Ordinary(Symbol, Option<Binding>),
    Tag(Symbol, Option<Tag>),
}

/// An open scope, and where its part of the lists begins.
#[derive(Clone)]
struct Frame {
    scope: ScopeId,
    undo: usize,
    decls: usize,
}

#[derive(Clone)]
pub(super) struct Names {
    ordinary: Vec<Option<Binding>>,
    tags: Vec<Option<Tag>>,
    /// The latest declaration of each name with linkage, visible or not (6.2.2p4).
    linked: Vec<Option<DeclId>>,
    undo: Vec<Undo>,
    /// What the open scopes declare, the innermost's last.
    decls: Vec<DeclId>,
    frames: Vec<Frame>,
}

impl Names {
    /// With the scope of a file, which is open.
    pub fn new(symbols: usize, file: ScopeId) -> Names {
        let mut frames = Vec::with_capacity(16);
        frames.push(Frame { scope: file, undo: 0, decls: 0 });
        Names {
            ordinary: vec![None; symbols],
            tags: vec![None; symbols],
            linked: vec![None; symbols],
            // Most names are declared once, at file scope.
            undo: Vec::with_capacity(symbols),
            decls: Vec::with_capacity(symbols),
            frames,
        }
    }

    fn slot<T: Copy>(table: &mut Vec<Option<T>>, symbol: Symbol) -> &mut Option<T> {
        let index = symbol.0 as usize;
        if index >= table.len() {
            table.resize(index + 1, None);
        }
        &mut table[index]
    }
}

impl Checker<'_> {
    pub(super) fn depth(&self) -> u32 {
        self.names.frames.len() as u32
    }

    pub(super) fn at_file_scope(&self) -> bool {
        self.names.frames.len() == 1
    }

    pub(super) fn scope(&self) -> ScopeId {
        self.names.frames.last().map(|f| f.scope).expect("the file scope is always open")
    }

    pub(super) fn enter(&mut self, kind: ScopeKind) -> ScopeId {
        let parent = self.names.frames.last().map(|f| f.scope);
        let scope = self.p.scopes.push(Scope { parent, kind, decls: List::EMPTY });
        let undo = self.names.undo.len();
        let decls = self.names.decls.len();
        self.names.frames.push(Frame { scope, undo, decls });
        scope
    }

    pub(super) fn leave(&mut self) {
        let Some(frame) = self.names.frames.pop() else { return };
        self.p.scopes[frame.scope].decls = self.p.decl_lists.push(&self.names.decls[frame.decls..]);
        self.names.decls.truncate(frame.decls);
        for undo in self.names.undo.drain(frame.undo..).rev() {
            match undo {
                Undo::Ordinary(symbol, old) => self.names.ordinary[symbol.0 as usize] = old,
                Undo::Tag(symbol, old) => self.names.tags[symbol.0 as usize] = old,
            }
        }
    }

    /// What an ordinary identifier means here.
    pub(super) fn lookup(&self, symbol: Symbol) -> Option<DeclId> {
        self.names.ordinary.get(symbol.0 as usize).copied().flatten().map(|b| b.decl)
    }

    /// The same, if it was declared in this very scope.
    pub(super) fn lookup_here(&self, symbol: Symbol) -> Option<DeclId> {
        let binding = self.names.ordinary.get(symbol.0 as usize).copied().flatten()?;
        (binding.depth == self.depth()).then_some(binding.decl)
    }

    /// Makes the name mean this declaration until the scope ends.
    pub(super) fn bind(&mut self, symbol: Symbol, decl: DeclId) {
        let depth = self.depth();
        let slot = Names::slot(&mut self.names.ordinary, symbol);
        let old = slot.replace(Binding { decl, depth });
        self.names.undo.push(Undo::Ordinary(symbol, old));
        self.names.decls.push(decl);
    }

    /// The latest declaration with linkage of this name, visible or not.
    pub(super) fn linked(&self, symbol: Symbol) -> Option<DeclId> {
        self.names.linked.get(symbol.0 as usize).copied().flatten()
    }

    pub(super) fn link(&mut self, symbol: Symbol, decl: DeclId) {
        *Names::slot(&mut self.names.linked, symbol) = Some(decl);
    }

    /// What was declared in the innermost scope so far.
    pub(super) fn declared_here(&self) -> &[DeclId] {
        self.names.frames.last().map_or(&[], |frame| &self.names.decls[frame.decls..])
    }

    /// The last struct, union or enum whose name is new in the innermost scope.
    pub(super) fn tag_declared_here(&self) -> Option<TypeId> {
        let frame = self.names.frames.last()?;
        let tag = self.names.undo[frame.undo..].iter().rev().find_map(|undo| match undo {
            Undo::Tag(symbol, _) => Some(*symbol),
            Undo::Ordinary(..) => None,
        })?;
        self.lookup_tag(tag).map(|tag| tag.ty)
    }

    pub(super) fn lookup_tag(&self, symbol: Symbol) -> Option<Tag> {
        self.names.tags.get(symbol.0 as usize).copied().flatten()
    }

    pub(super) fn bind_tag(&mut self, symbol: Symbol, ty: TypeId) {
        let depth = self.depth();
        let slot = Names::slot(&mut self.names.tags, symbol);
        let old = slot.replace(Tag { ty, depth });
        self.names.undo.push(Undo::Tag(symbol, old));
    }
}
