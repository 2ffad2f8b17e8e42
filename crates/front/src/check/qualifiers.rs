//! Type qualifiers where they may not stand (6.7.3).

use elenchus_lang::span::Span;
use elenchus_lang::types::{Quals, TypeId, TypeKind};

use super::Checker;

impl Checker<'_> {
    /// Adds qualifiers to a type, and reports those that it cannot have.
    pub(super) fn qualified(&mut self, ty: TypeId, quals: Quals, span: Span) -> TypeId {
        if quals.is_empty() {
            return ty;
        }
        if quals.has(Quals::RESTRICT) && !self.may_be_restrict(ty) {
            let shown = self.show(ty);
            self.report(span, format!("'restrict' needs a pointer to an object, not '{shown}'"));
            return ty;
        }
        if quals.has(Quals::ATOMIC) && (self.p.types.is_array(ty) || self.p.types.is_function(ty)) {
            let shown = self.show(ty);
            self.report(span, format!("'_Atomic' qualifies an array or function, '{shown}'"));
            return ty;
        }
        self.p.types.qualify(ty, quals)
    }

    fn may_be_restrict(&self, ty: TypeId) -> bool {
        match self.p.types.kind(ty) {
            TypeKind::Error => true,
            TypeKind::Pointer(to) => !self.p.types.is_function(to),
            TypeKind::Array { element, .. } => self.may_be_restrict(element),
            _ => false,
        }
    }

    /// `_Atomic(type)` (6.7.2.4p3).
    pub(super) fn atomic(&mut self, ty: TypeId, span: Span) -> TypeId {
        let types = &self.p.types;
        let problem = match types.kind(ty) {
            TypeKind::Error => return ty,
            TypeKind::Array { .. } => "an array",
            TypeKind::Function(_) => "a function",
            _ if !types.quals(ty).is_empty() => "a qualified type",
            _ => return self.p.types.qualify(ty, Quals::ATOMIC),
        };
        let shown = self.show(ty);
        self.report(span, format!("'_Atomic' of {problem}, '{shown}'"));
        TypeId::ERROR
    }
}
