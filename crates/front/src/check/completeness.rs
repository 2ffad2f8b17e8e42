//! Where a type must be complete (6.2.5p1): values that are read, and
//! tentative definitions at the end of the unit.

use elenchus_lang::span::Span;
use elenchus_lang::tree::{Decl, DeclId, ExprId, Linkage, Storage};
use elenchus_lang::types::{TypeId, TypeKind};

use super::{Checker, entity};

impl Checker<'_> {
    /// Whether this is a struct, union or enum whose content is not known.
    pub(super) fn is_unknown(&self, ty: TypeId) -> bool {
        matches!(self.p.types.kind(ty), TypeKind::Record(_) | TypeKind::Enum(_))
            && !self.p.types.is_complete(ty)
    }

    /// The value of an object of incomplete type does not exist.
    pub(super) fn unknown_value(&mut self, expr: ExprId) -> ExprId {
        let shown = self.show(self.ty(expr));
        let span = self.span(expr);
        self.error(span, format!("a value of incomplete type '{shown}' is used"))
    }

    /// An object needs a complete type; a tentative definition gets one at the
    /// end of the unit at the latest, an array one element (6.9.2).
    pub(super) fn check_complete(&mut self, decl: DeclId, span: Span) {
        let Decl { name, ty, storage, .. } = self.p.decls[decl];
        if storage.has(Storage::EXTERN) || self.p.types.is_error(ty) {
            return;
        }
        let outside = self.at_file_scope();
        match self.p.types.kind(ty) {
            TypeKind::Void | TypeKind::Array { .. } if outside => {}
            _ if self.is_unknown(ty) && outside => self.tentative.push(decl),
            TypeKind::Void | TypeKind::Array { .. } | TypeKind::Record(_) | TypeKind::Enum(_)
                if !self.p.types.is_complete(ty) =>
            {
                let (name, shown) = (self.name(name).to_string(), self.show(ty));
                self.report(span, format!("'{name}' has incomplete type '{shown}'"));
            }
            _ => {}
        }
    }

    /// What lives as long as the program has a size that is known before it
    /// runs (6.7.6.2p2).
    pub(super) fn check_fixed_size(&mut self, decl: DeclId) {
        let Decl { ty, storage, linkage, span, name, .. } = self.p.decls[decl];
        if self.at_file_scope() {
            return;
        }
        let linked = linkage != Linkage::None && self.p.types.is_variably_modified(ty);
        let lasting = storage.has(Storage::STATIC) && self.p.types.has_variable_size(ty);
        if linked || lasting {
            let name = self.name(name).to_string();
            let message = format!("'{name}' is static or extern, but its size depends on a value");
            self.report(span, message);
        }
    }

    /// At the end of the unit.
    pub(super) fn check_tentative(&mut self) {
        let mut reported = Vec::new();
        for decl in std::mem::take(&mut self.tentative) {
            let Decl { name, ty, span, .. } = self.p.decls[decl];
            let first = entity(self.p, decl);
            if self.p.types.is_complete(ty) || reported.contains(&first) {
                continue;
            }
            reported.push(first);
            let (name, shown) = (self.name(name).to_string(), self.show(ty));
            self.report(span, format!("'{name}' has type '{shown}', which is never completed"));
        }
    }
}
