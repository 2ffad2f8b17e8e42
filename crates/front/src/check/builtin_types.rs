//! The types of builtin functions: from the table's rows to interned types.

use elenchus_lang::target::{FloatKind, IntKind};
use elenchus_lang::types::{DecimalKind, Quals, TypeId, TypeKind};

use super::Checker;
use crate::builtins::{Base, Parameters, Prototype, Qualifiers, Signature, Type};

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
        id = self.p.types.qualify(id, quals(ty.qualifiers()));
        for level in ty.pointers() {
            let pointer = self.p.types.pointer(id);
            id = self.p.types.qualify(pointer, quals(level));
        }
        id
    }

    fn base_type(&mut self, base: Base) -> TypeId {
        use IntKind::*;
        let target = &self.p.target;
        let sized = |bytes: u8, kinds: [IntKind; 4]| {
            let kind = kinds.into_iter().find(|&k| target.int_extent(k).size == bytes);
            TypeId::int(kind.unwrap_or(kinds[3]))
        };
        let unsigned = [UShort, UInt, ULong, ULongLong];
        match base {
            Base::Void | Base::File | Base::Tm | Base::FEnv | Base::FExcept => TypeId::VOID,
            Base::Bool => TypeId::BOOL,
            Base::Char => TypeId::CHAR,
            Base::UChar | Base::UInt8 => TypeId::UCHAR,
            Base::Short => TypeId::SHORT,
            Base::UShort => TypeId::USHORT,
            Base::Int | Base::Pid => TypeId::INT,
            Base::UInt => TypeId::UINT,
            Base::Long => TypeId::LONG,
            Base::ULong => TypeId::ULONG,
            Base::LongLong => TypeId::LONG_LONG,
            Base::ULongLong => TypeId::ULONG_LONG,
            Base::UInt16 => sized(2, unsigned),
            Base::UInt32 => sized(4, unsigned),
            Base::UInt64 => sized(8, unsigned),
            Base::UInt128 => TypeId::UINT128,
            Base::IntMax => match target.long.size {
                8 => TypeId::LONG,
                _ => TypeId::LONG_LONG,
            },
            Base::UIntMax => match target.long.size {
                8 => TypeId::ULONG,
                _ => TypeId::ULONG_LONG,
            },
            Base::Size => TypeId::int(target.size_type),
            Base::SSize | Base::PtrDiff => TypeId::int(target.ptrdiff_type),
            Base::WInt => TypeId::int(target.wint_type),
            Base::Float => TypeId::FLOAT,
            Base::Double => TypeId::DOUBLE,
            Base::LongDouble => TypeId::LONG_DOUBLE,
            Base::Float16 => TypeId::float(FloatKind::Float16),
            Base::Float32 => TypeId::float(FloatKind::Float32),
            Base::Float64 => TypeId::float(FloatKind::Float64),
            Base::Float128 => TypeId::float(FloatKind::Float128),
            Base::Float32x => TypeId::float(FloatKind::Float32x),
            Base::Float64x => TypeId::float(FloatKind::Float64x),
            Base::Decimal32 => TypeId::decimal(DecimalKind::Decimal32),
            Base::Decimal64 => TypeId::decimal(DecimalKind::Decimal64),
            Base::Decimal128 => TypeId::decimal(DecimalKind::Decimal128),
            Base::ComplexFloat => self.p.types.corresponding_complex(TypeId::FLOAT),
            Base::ComplexDouble => self.p.types.corresponding_complex(TypeId::DOUBLE),
            Base::ComplexLongDouble => self.p.types.corresponding_complex(TypeId::LONG_DOUBLE),
            Base::VaList => match self.p.types.kind(self.p.types.va_list()) {
                TypeKind::Array { element, .. } => self.p.types.pointer(element),
                _ => self.p.types.va_list(),
            },
            Base::Function => self.p.types.function_type(TypeId::VOID, &[], false, false),
        }
    }
}

fn quals(level: Qualifiers) -> Quals {
    let mut quals = Quals::NONE;
    if level.constant {
        quals = quals.union(Quals::CONST);
    }
    if level.volatile {
        quals = quals.union(Quals::VOLATILE);
    }
    quals
}
