//! What several declarations of one thing must agree on beside its type:
//! linkage (6.2.2), storage, and that it is defined once (6.9).

use elenchus_lang::arena::List;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{Attr, Decl, DeclId, DeclKind, Linkage, Storage};
use elenchus_lang::types::{FunctionType, TypeId};

use super::declarations::New;
use super::{Checker, entity};
use crate::syntax as syn;

/// A function with a body.
#[derive(Clone, Copy)]
pub(super) struct Definition {
    decl: DeclId,
    /// The parameters, if they are declared after the parentheses.
    old_style: Option<List<DeclId>>,
}

impl Checker<'_> {
    fn conflict(&mut self, name: syn::Name, message: String, old: Span) {
        let note = vec![("the earlier declaration is here".to_string(), old)];
        self.diagnostics.error_with(name.span, message, note);
    }

    /// Called when kind and type agree.
    pub(super) fn check_redeclaration(
        &mut self,
        old: &Decl,
        new: &New,
        linkage: Linkage,
        same_scope: bool,
    ) {
        let name = self.name(new.name.symbol);
        let message = match new.kind {
            DeclKind::Typedef => self.typedef_conflict(old, new, name),
            DeclKind::Variable
                if same_scope && (old.linkage == Linkage::None) != (linkage == Linkage::None) =>
            {
                Some(format!("'{name}' is declared once as extern and once as a local variable"))
            }
            _ => linkage_conflict(old, new, linkage, name),
        };
        if let Some(message) = message {
            self.conflict(new.name, message, old.span);
        }
    }

    /// 6.7p3: the same type, not merely a compatible one.
    fn typedef_conflict(&self, old: &Decl, new: &New, name: &str) -> Option<String> {
        let variable = self.p.types.is_variably_modified(new.ty);
        let same = self.p.types.value_type(old.ty) == self.p.types.value_type(new.ty);
        (variable || !same).then(|| {
            format!("typedef '{name}' is defined again, with another type or a variable one")
        })
    }

    /// An `extern` in a block finds the file's static variable only if it is
    /// visible there (6.2.2p4, p7).
    pub(super) fn check_hidden_static(&mut self, new: &New) {
        if self.at_file_scope()
            || new.kind != DeclKind::Variable
            || !new.storage.has(Storage::EXTERN)
        {
            return;
        }
        let visible = self.lookup(new.name.symbol).map(|d| self.p.decls[d]);
        let linked = self.linked(new.name.symbol).map(|d| self.p.decls[d]);
        let (Some(visible), Some(linked)) = (visible, linked) else { return };
        if visible.linkage == Linkage::None && linked.linkage == Linkage::Internal {
            let name = self.name(new.name.symbol).to_string();
            let message =
                format!("'{name}' is static, and hidden here: 'extern' does not reach it");
            self.conflict(new.name, message, linked.span);
        }
    }

    // ---- functions ----

    /// Notes that a function gets its body; it must be the only one, except
    /// that GNU's `extern inline` makes room for another.
    pub(super) fn define_function(
        &mut self,
        decl: DeclId,
        name: syn::Name,
        old_style: Option<List<DeclId>>,
    ) {
        let first = entity(self.p, decl);
        let definition = Definition { decl, old_style };
        let Some(earlier) = self.definitions.insert(first, definition) else { return };
        if self.may_define_again(earlier.decl, decl) {
            return;
        }
        let shown = self.name(name.symbol).to_string();
        let place = self.p.decls[earlier.decl].span;
        self.conflict(name, format!("function '{shown}' has two bodies"), place);
    }

    /// At the end of a function: `auto int f();` promises a nested function.
    pub(super) fn check_nested_defined(&mut self) {
        for i in 0..self.declared_here().len() {
            let decl = self.declared_here()[i];
            let Decl { kind, storage, entity, name, span, .. } = self.p.decls[decl];
            let promised = kind == DeclKind::Function && storage.has(Storage::AUTO);
            if promised && entity == decl && !self.definitions.contains_key(&entity) {
                let name = self.name(name).to_string();
                self.report(span, format!("nested function '{name}' is promised, but not defined"));
            }
        }
    }

    fn may_define_again(&self, old: DeclId, new: DeclId) -> bool {
        let is_extern_inline = |decl: DeclId| {
            let storage = self.p.decls[decl].storage;
            storage.has(Storage::EXTERN) && storage.has(Storage::INLINE)
        };
        let gnu = self.p.language.inline_is_gnu89()
            || self.is_gnu_inline(self.p.decls[old].attrs)
            || self.is_gnu_inline(self.p.decls[new].attrs);
        gnu && is_extern_inline(old) && !is_extern_inline(new)
    }

    fn is_gnu_inline(&self, attrs: List<Attr>) -> bool {
        self.p.attrs[attrs].iter().any(|attr| self.name(attr.name) == "gnu_inline")
    }

    /// An old-style definition after a prototype (6.7.6.3p15): the promoted
    /// parameters have its types. gcc takes those that fit before promotion too.
    /// False after a report.
    pub(super) fn check_old_style_definition(
        &mut self,
        prototype: &FunctionType,
        params: List<DeclId>,
        name: syn::Name,
    ) -> bool {
        if prototype.params.len() != params.len() {
            let shown = self.name(name.symbol).to_string();
            let (has, promised) = (params.len(), prototype.params.len());
            let message =
                format!("'{shown}' is defined with {has} parameters, its prototype has {promised}");
            self.report(name.span, message);
            return false;
        }
        let differing = self.differing_param(prototype, params, true);
        if let Some(param) = differing {
            let Decl { name, span, .. } = self.p.decls[param];
            let shown = self.name(name).to_string();
            self.report(span, format!("parameter '{shown}' differs from the prototype's"));
        }
        differing.is_none()
    }

    /// A prototype after an old-style definition.
    pub(super) fn check_prototype_after(&mut self, old: &Decl, new: &New) {
        let Some(definition) = self.definitions.get(&old.entity).copied() else { return };
        let (Some(params), Some(prototype)) =
            (definition.old_style, self.p.types.as_function(new.ty).filter(|f| f.prototyped))
        else {
            return;
        };
        let differs = prototype.params.len() != params.len()
            || prototype.variadic
            || self.differing_param(&prototype, params, false).is_some();
        if differs && !new.defines {
            let shown = self.name(new.name.symbol).to_string();
            let place = self.p.decls[definition.decl].span;
            let message = format!("this prototype does not fit the definition of '{shown}'");
            self.conflict(new.name, message, place);
        }
    }

    fn differing_param(
        &self,
        prototype: &FunctionType,
        params: List<DeclId>,
        unpromoted: bool,
    ) -> Option<DeclId> {
        let promised = &self.p.types.params[prototype.params];
        let mut pairs = self.p.decl_lists[params].iter().zip(promised);
        let differs = |(&param, &ty): (&DeclId, &TypeId)| {
            let own = self.p.types.value_type(self.p.decls[param].ty);
            let promoted = self.promoted_type(own);
            let fits = self.p.types.compatible_unqualified(promoted, ty)
                || (unpromoted && own == self.p.types.value_type(ty))
                || [own, ty].iter().any(|&t| self.p.types.is_error(t));
            (!fits).then_some(param)
        };
        pairs.find_map(differs)
    }
}

fn linkage_conflict(old: &Decl, new: &New, linkage: Linkage, name: &str) -> Option<String> {
    let thread = |storage: Storage| storage.has(Storage::THREAD);
    match (old.linkage, linkage) {
        (Linkage::None, _) | (_, Linkage::None) => None,
        (Linkage::External, Linkage::Internal) => {
            Some(format!("'{name}' is static here, and was not when it was declared before"))
        }
        (Linkage::Internal, Linkage::External) => {
            Some(format!("'{name}' was declared static before, and is not here"))
        }
        _ if new.kind == DeclKind::Variable && thread(old.storage) != thread(new.storage) => {
            Some(format!("'{name}' is thread-local in only one of its declarations"))
        }
        _ => None,
    }
}
