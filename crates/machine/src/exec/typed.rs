//! Which types an object may be accessed with (6.5p7).

use elenchus_lang::layout;
use elenchus_lang::target::{IntKind, Target};
use elenchus_lang::types::{FieldId, TypeId, TypeKind, Types};

/// Whether `access` names the object of type `object` at `offset`, or a part
/// of it, or characters.
pub fn allows(types: &Types, target: &Target, object: TypeId, offset: u64, access: TypeId) -> bool {
    if is_character(types, access) || types.variant(access).may_alias {
        return true;
    }
    if offset == 0 && alike(types, object, access) {
        return true;
    }
    // An aggregate that has such a member among its own (6.5p7).
    if let TypeKind::Record(record) = types.kind(access) {
        let holds = |&f: &FieldId| {
            let field = &types.fields[f];
            let ty = types.value_type(field.ty);
            !is_character(types, ty) && allows(types, target, object, offset + field.offset(), ty)
        };
        if types.fields(record).iter().any(holds) {
            return true;
        }
    }
    match types.kind(object) {
        TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => {
            // A flexible array continues behind the declared size.
            match layout::size_of(types, target, element) {
                Some(size) if size > 0 => allows(types, target, element, offset % size, access),
                _ => false,
            }
        }
        TypeKind::Complex(element) => match layout::size_of(types, target, element) {
            Some(size) if size > 0 => allows(types, target, element, offset % size, access),
            _ => false,
        },
        TypeKind::Record(record) => types.fields(record).iter().any(|&f| {
            let field = &types.fields[f];
            let start = field.offset();
            let size = layout::size_of(types, target, field.ty);
            // A bit-field is accessed as the bytes it lies in.
            if field.width.is_some() {
                return int_alike(types, field.ty, access) && offset >= start.saturating_sub(16);
            }
            let inside = offset >= start && size.is_none_or(|s| offset - start < s || s == 0);
            inside && allows(types, target, field.ty, offset - start, access)
        }),
        _ => false,
    }
}

pub fn is_character(types: &Types, ty: TypeId) -> bool {
    matches!(types.kind(ty), TypeKind::Int(IntKind::Char | IntKind::SChar | IntKind::UChar))
}

/// Compatible, or the signed or unsigned companion.
pub fn alike(types: &Types, a: TypeId, b: TypeId) -> bool {
    types.compatible_unqualified(a, b)
        || int_alike(types, a, b)
        || match (types.kind(a), types.kind(b)) {
            // Qualifiers of what is pointed to do not make another type here.
            (TypeKind::Pointer(x), TypeKind::Pointer(y)) => {
                types.compatible_unqualified(x, y) || alike(types, x, y)
            }
            _ => false,
        }
}

fn int_alike(types: &Types, a: TypeId, b: TypeId) -> bool {
    let unsigned = |kind: IntKind| match kind {
        IntKind::SChar | IntKind::Char => IntKind::UChar,
        IntKind::Short => IntKind::UShort,
        IntKind::Int => IntKind::UInt,
        IntKind::Long => IntKind::ULong,
        IntKind::LongLong => IntKind::ULongLong,
        IntKind::Int128 => IntKind::UInt128,
        other => other,
    };
    match (types.int_kind(a), types.int_kind(b)) {
        (Some(x), Some(y)) => unsigned(x) == unsigned(y),
        _ => false,
    }
}
