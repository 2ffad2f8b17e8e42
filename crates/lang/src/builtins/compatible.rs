//! Whether a function may be called with the type of a declaration, by its
//! row. The row's own type is not made: who asks may not change the program.

use super::{Base, Parameters, Prototype, Qualifiers, Type};
use crate::target::{FloatKind, IntKind, Target};
use crate::types::{FunctionType, Quals, TypeId, TypeKind, Types};

impl Prototype {
    /// Whether a type is compatible (6.7.6.3p15), but that pointers to void and
    /// to characters stand for each other, as 6.2.5p28 means them to.
    pub fn allows(&self, types: &Types, target: &Target, other: &FunctionType) -> bool {
        if !self.result.allows(types, target, other.result) {
            return false;
        }
        let variadic = self.parameters == Parameters::Variadic;
        if !other.prototyped {
            return !variadic && self.named().all(|ty| ty.is_promoted(target));
        }
        let params = &types.params[other.params];
        self.parameters == Parameters::Unprototyped
            || other.variadic == variadic
                && params.len() == self.named().count()
                && self.named().zip(params).all(|(ty, &param)| ty.allows(types, target, param))
    }
}

impl Type {
    /// Whether a type is compatible, qualifiers of the outermost level aside.
    pub fn fits(&self, types: &Types, target: &Target, mut ty: TypeId) -> bool {
        let pointers = self.pointers().count();
        let levels = std::iter::once(self.qualifiers()).chain(self.pointers());
        let levels: Vec<Qualifiers> = levels.take(pointers).collect();
        for level in levels.into_iter().rev() {
            match types.pointee(ty) {
                Some(to) if types.quals(to) == level.quals() => ty = to,
                _ => return types.is_error(ty),
            }
        }
        match types.kind(ty) {
            TypeKind::Vector { element, count } => {
                count == self.lanes.into() && self.base.fits(types, target, element)
            }
            _ => self.lanes == 0 && self.base.fits(types, target, ty),
        }
    }

    fn allows(&self, types: &Types, target: &Target, ty: TypeId) -> bool {
        let like_bytes = |to| types.quals(to) == self.qualifiers().quals() && is_bytes(types, to);
        self.fits(types, target, ty)
            || self.is_pointer_to_bytes() && types.pointee(ty).is_some_and(like_bytes)
    }

    /// `void *` or `char *`, the qualifiers aside.
    pub fn is_pointer_to_bytes(&self) -> bool {
        self.pointers().count() == 1 && matches!(self.base, Base::Void | Base::Char)
    }

    /// Whether the default argument promotions leave it as it is.
    fn is_promoted(&self, target: &Target) -> bool {
        let Some(ty) = self.base.scalar(target) else { return true };
        let narrow = [TypeId::BOOL, TypeId::CHAR, TypeId::UCHAR, TypeId::SHORT, TypeId::USHORT];
        let float = TypeId::float(FloatKind::Float);
        self.pointers().next().is_some() || ty != float && !narrow.contains(&ty)
    }
}

impl Base {
    fn fits(self, types: &Types, target: &Target, ty: TypeId) -> bool {
        if types.is_error(ty) {
            return true;
        }
        if let Some(scalar) = self.scalar(target) {
            return types.compatible_unqualified(ty, scalar);
        }
        if let Some(real) = self.complex_of() {
            return types.kind(ty) == TypeKind::Complex(real);
        }
        if let Some(prototype) = self.function() {
            let function = types.as_function(ty);
            return function.is_some_and(|f| prototype.allows(types, target, &f));
        }
        match (self, types.kind(types.va_list())) {
            (Base::VaList, TypeKind::Array { element, .. }) => {
                types.pointee(ty).is_some_and(|to| types.compatible(to, element))
            }
            (Base::VaList, _) => types.compatible_unqualified(ty, types.va_list()),
            // What a header declares, in whichever way.
            _ => types.as_record(ty).is_some(),
        }
    }
}

fn is_bytes(types: &Types, ty: TypeId) -> bool {
    let character = |kind| matches!(kind, IntKind::Char | IntKind::SChar | IntKind::UChar);
    types.is_void(ty) || types.int_kind(ty).is_some_and(character)
}

impl Qualifiers {
    pub fn quals(self) -> Quals {
        let mut quals = Quals::NONE;
        if self.constant {
            quals = quals.union(Quals::CONST);
        }
        if self.volatile {
            quals = quals.union(Quals::VOLATILE);
        }
        quals
    }
}
