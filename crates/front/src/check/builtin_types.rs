//! The types of builtin functions: from the table's rows to interned types.

use elenchus_lang::builtins::{Base, Parameters, Prototype, Signature, Type};
use elenchus_lang::types::{TypeId, TypeKind};

use super::Checker;

impl Checker<'_> {
    pub(super) fn signature_type(&mut self, signature: Signature) -> TypeId {
        match signature {
            Signature::Typed(prototype) => self.prototype_type(&prototype),
            // Typed at each call.
            Signature::Special(_) => self.p.types.function_type(TypeId::INT, &[], false, false),
        }
    }

    fn prototype_type(&mut self, prototype: &Prototype) -> TypeId {
        let result = self.row_type(&prototype.result);
        let params: Vec<TypeId> = prototype.named().map(|p| self.row_type(&p)).collect();
        let variadic = prototype.parameters == Parameters::Variadic;
        let prototyped = prototype.parameters != Parameters::Unprototyped;
        self.p.types.function_type(result, &params, variadic, prototyped)
    }

    fn row_type(&mut self, ty: &Type) -> TypeId {
        let mut id = self.base_type(ty.base);
        if ty.lanes > 0 {
            id = self.p.types.intern(TypeKind::Vector { element: id, count: ty.lanes.into() });
        }
        id = self.p.types.qualify(id, ty.qualifiers().quals());
        for level in ty.pointers() {
            let pointer = self.p.types.pointer(id);
            id = self.p.types.qualify(pointer, level.quals());
        }
        id
    }

    fn base_type(&mut self, base: Base) -> TypeId {
        if let Some(ty) = base.scalar(&self.p.target) {
            return ty;
        }
        if let Some(real) = base.complex_of() {
            return self.p.types.corresponding_complex(real);
        }
        if let Some(function) = base.function() {
            return self.prototype_type(function);
        }
        match (base, self.p.types.kind(self.p.types.va_list())) {
            (Base::VaList, TypeKind::Array { element, .. }) => self.p.types.pointer(element),
            (Base::VaList, _) => self.p.types.va_list(),
            // What only a header declares.
            _ => TypeId::VOID,
        }
    }
}
