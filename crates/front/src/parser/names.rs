//! Which names are types at this point of the text.
//!
//! C cannot be parsed without: `T * x;` is a declaration or a product. Only
//! one bit per name is kept, with a log of what each scope changed, so leaving
//! a scope costs as much as it declared.

use elenchus_lang::symbol::{Interner, Symbol};

#[derive(Clone)]
pub(crate) struct Names {
    /// By symbol; names beyond the end are not types.
    is_type: Vec<bool>,
    /// What a name meant before an open scope changed it.
    undo: Vec<(Symbol, bool)>,
    /// The length of `undo` at the start of each open scope.
    scopes: Vec<usize>,
}

impl Names {
    /// The type names that GCC declares before the first line.
    pub(super) fn predeclared(interner: &mut Interner) -> Self {
        let mut names = Names { is_type: Vec::new(), undo: Vec::new(), scopes: Vec::new() };
        for name in ["__int128_t", "__uint128_t", "__float80", "__builtin_ms_va_list"] {
            names.declare(interner.intern(name), true);
        }
        names
    }

    #[inline]
    pub(super) fn is_type(&self, name: Symbol) -> bool {
        self.is_type.get(name.0 as usize).copied().unwrap_or(false)
    }

    #[inline]
    pub(super) fn declare(&mut self, name: Symbol, is_type: bool) {
        let before = self.is_type(name);
        if before != is_type {
            self.change(name, before);
        }
    }

    #[cold]
    fn change(&mut self, name: Symbol, before: bool) {
        let index = name.0 as usize;
        if index >= self.is_type.len() {
            self.is_type.resize(index + 1, false);
        }
        self.is_type[index] = !before;
        if !self.scopes.is_empty() {
            self.undo.push((name, before));
        }
    }

    #[inline]
    pub(super) fn enter(&mut self) {
        self.scopes.push(self.undo.len());
    }

    #[inline]
    pub(super) fn leave(&mut self) {
        let Some(mark) = self.scopes.pop() else { return };
        while self.undo.len() > mark {
            if let Some((name, before)) = self.undo.pop() {
                self.is_type[name.0 as usize] = before;
            }
        }
    }
}
