//! Which types an object may be accessed with (6.5p7).

use elenchus_lang::layout;
use elenchus_lang::target::{IntKind, Target};
use elenchus_lang::types::{FieldId, Quals, RecordId, TypeId, TypeKind, Types};

use crate::memory::{Kind, Plan};

/// What was found where an object is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Agreement {
    /// The type of the access agrees with that of an object there (6.5p7).
    pub allowed: bool,
    /// The object there, or one that it is part of, is defined so.
    pub volatile: bool,
    pub constant: bool,
    /// It is itself atomic, which makes another type of it (6.2.5p27).
    pub atomic: bool,
    /// It is a member of a struct or union that is atomic as a whole.
    pub in_atomic: bool,
}

impl Agreement {
    fn with(self, quals: Quals) -> Agreement {
        Agreement {
            volatile: self.volatile || quals.has(Quals::VOLATILE),
            constant: self.constant || quals.has(Quals::CONST),
            ..self
        }
    }

    fn yes() -> Agreement {
        Agreement { allowed: true, ..Agreement::default() }
    }
}

/// Whether `access` names the object of type `object` at `offset`, or a part
/// of it, or characters.
pub fn allows(
    types: &Types,
    target: &Target,
    object: TypeId,
    offset: u64,
    access: TypeId,
) -> Agreement {
    let anything = may_touch_anything(types, access);
    // A vector is what its elements are.
    let access = match types.kind(access) {
        TypeKind::Vector { element, .. } => element,
        _ => access,
    };
    find(types, target, object, offset, access, anything).with(types.quals(object))
}

fn find(
    types: &Types,
    target: &Target,
    object: TypeId,
    offset: u64,
    access: TypeId,
    anything: bool,
) -> Agreement {
    if offset == 0 && !anything && alike(types, object, access) {
        return Agreement { atomic: types.quals(object).has(Quals::ATOMIC), ..Agreement::yes() };
    }
    // An aggregate that has such a member among its own (6.5p7).
    if let (TypeKind::Record(record), false) = (types.kind(access), anything) {
        let holds = |&f: &FieldId| {
            let field = &types.fields[f];
            let ty = types.value_type(field.ty);
            !may_touch_anything(types, ty)
                && allows(types, target, object, offset + field.offset(), ty).allowed
        };
        if types.fields(record).iter().any(holds) {
            return Agreement::yes();
        }
    }
    let element_of = |element: TypeId| match layout::size_of(types, target, element) {
        // A flexible array continues behind the declared size.
        Some(size) if size > 0 => {
            allows_in(types, target, element, offset % size, access, anything)
        }
        // Arrays of variable length lie without gaps, like all.
        None => allows_in(types, target, element, offset, access, anything),
        _ => Agreement { allowed: anything, ..Agreement::default() },
    };
    match types.kind(object) {
        TypeKind::Array { element, .. }
        | TypeKind::Vector { element, .. }
        | TypeKind::Complex(element) => element_of(element),
        TypeKind::Record(record) => {
            let found = find_member(types, target, record, offset, access, anything);
            let atomic = types.quals(object).has(Quals::ATOMIC);
            Agreement { in_atomic: found.in_atomic || atomic && found.allowed, ..found }
        }
        _ => Agreement { allowed: anything, ..Agreement::default() },
    }
}

fn find_member(
    types: &Types,
    target: &Target,
    record: RecordId,
    offset: u64,
    access: TypeId,
    anything: bool,
) -> Agreement {
    let mut best = Agreement { allowed: anything, ..Agreement::default() };
    let mut any = false;
    for &f in types.fields(record) {
        let field = &types.fields[f];
        let start = field.offset();
        let size = layout::size_of(types, target, field.ty);
        // A bit-field is accessed as the bytes it lies in.
        if field.width.is_some() {
            let near = offset >= start.saturating_sub(16);
            if near && int_alike(types, field.ty, access) {
                return Agreement::yes();
            }
            continue;
        }
        let inside = offset >= start && size.is_none_or(|s| offset - start < s || s == 0);
        if inside {
            let found = allows_in(types, target, field.ty, offset - start, access, anything);
            if !types.records[record].is_union && found.allowed {
                return found;
            }
            // A union is qualified as far as all its members are.
            if found.allowed && any {
                best.volatile &= found.volatile;
                best.constant &= found.constant;
                best.atomic &= found.atomic;
            } else if found.allowed {
                (best, any) = (found, true);
            }
        }
    }
    best
}

fn allows_in(
    types: &Types,
    target: &Target,
    object: TypeId,
    offset: u64,
    access: TypeId,
    anything: bool,
) -> Agreement {
    find(types, target, object, offset, access, anything).with(types.quals(object))
}

/// Whether a struct or union of type `record` lies at `offset` of an object:
/// it, a part of it, or something that it is a part of.
pub fn holds_struct(
    types: &Types,
    target: &Target,
    object: TypeId,
    offset: u64,
    record: TypeId,
) -> bool {
    if offset == 0 && types.compatible_unqualified(object, record) {
        return true;
    }
    if types.variant(record).may_alias {
        return true;
    }
    let within = |ty: TypeId, offset: u64| holds_struct(types, target, ty, offset, record);
    match types.kind(object) {
        TypeKind::Array { element, .. } => match layout::size_of(types, target, element) {
            Some(size) if size > 0 => within(element, offset % size),
            None => within(element, offset),
            _ => false,
        },
        TypeKind::Record(id) => types.fields(id).iter().any(|&f| {
            let field = &types.fields[f];
            let size = layout::size_of(types, target, field.ty);
            let start = field.offset();
            let inside = offset >= start && size.is_none_or(|s| offset - start < s || s == 0);
            field.width.is_none() && inside && within(field.ty, offset - start)
        }),
        // Scalars in a struct or union: the letter of 6.5p7 asks for no more.
        _ => false,
    }
}

/// Whether two structs of one union have the same members up to `offset`
/// (6.5.2.3p6).
pub fn shares_start(types: &Types, target: &Target, a: TypeId, b: TypeId, offset: u64) -> bool {
    let (TypeKind::Record(a_record), TypeKind::Record(b_record)) = (types.kind(a), types.kind(b))
    else {
        return false;
    };
    let has = |members: &[FieldId], ty| {
        members.iter().any(|&f| types.compatible_unqualified(types.fields[f].ty, ty))
    };
    let together = types.records.iter().filter(|(_, record)| record.is_union).any(|(union, _)| {
        let members = types.fields(union);
        has(members, a) && has(members, b)
    });
    let pairs = types.fields(a_record).iter().zip(types.fields(b_record));
    let covers = pairs
        .map(|(&x, &y)| (&types.fields[x], &types.fields[y]))
        .take_while(|(x, y)| {
            x.width == y.width && x.offset() == y.offset() && types.compatible(x.ty, y.ty)
        })
        .any(|(x, _)| {
            let size = layout::size_of(types, target, x.ty).unwrap_or(0);
            offset >= x.offset() && offset - x.offset() < size
        });
    together && covers
}

/// Characters, and types that are declared to alias all others.
pub fn may_touch_anything(types: &Types, ty: TypeId) -> bool {
    is_character(types, ty) || types.variant(ty).may_alias
}

/// What an array is made of, of however many dimensions it is.
pub fn element(types: &Types, ty: TypeId) -> TypeId {
    let mut element = ty;
    while let TypeKind::Array { element: inner, .. } = types.kind(element) {
        element = inner;
    }
    element
}

/// The plan of an object with a declared type.
pub fn plan(types: &Types, target: &Target, kind: Kind, ty: TypeId, size: u64, align: u64) -> Plan {
    let element = element(types, ty);
    let period = match element == ty {
        true => None,
        false => layout::size_of(types, target, element).filter(|&size| size > 0),
    };
    let is_scalar = matches!(
        types.kind(element),
        TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Float(_) | TypeKind::Pointer(_)
    );
    // Those of an array are those of its elements. These two make each access special.
    let quals = types.quals(ty);
    let is_plain = is_scalar && !quals.has(Quals::VOLATILE) && !quals.has(Quals::ATOMIC);
    Plan {
        kind,
        size,
        align,
        period: period.unwrap_or(u64::MAX),
        ty: Some(ty),
        leaf: is_plain.then(|| types.value_type(element)),
        tracks: !is_scalar && holds_union(types, element),
        read_only: quals.has(Quals::CONST),
        volatile: quals.has(Quals::VOLATILE),
        decl: None,
    }
}

/// Whether some of these bytes of an object belong to a member that is const.
/// What lies in a union may be another member.
pub fn has_const_part(
    types: &Types,
    target: &Target,
    ty: TypeId,
    bytes: std::ops::Range<u64>,
) -> bool {
    if bytes.is_empty() {
        return false;
    }
    if types.quals(ty).has(Quals::CONST) {
        return true;
    }
    let within = |ty: TypeId, start: u64| {
        let size = layout::size_of(types, target, ty).unwrap_or(u64::MAX - start);
        let inner = bytes.start.max(start)..bytes.end.min(start + size);
        inner.start < inner.end
            && has_const_part(types, target, ty, inner.start - start..inner.end - start)
    };
    match types.kind(ty) {
        TypeKind::Array { element, .. } => match layout::size_of(types, target, element) {
            // All elements are alike: the bytes of one period tell.
            Some(size) if size > 0 && bytes.end - bytes.start < size => {
                let start = bytes.start % size;
                let end = start + (bytes.end - bytes.start);
                has_const_part(types, target, element, start..end.min(size))
                    || end > size && has_const_part(types, target, element, 0..end - size)
            }
            Some(size) => has_const_part(types, target, element, 0..size),
            None => has_const_part(types, target, element, bytes),
        },
        TypeKind::Record(record) if !types.records[record].is_union => {
            let fields = types.fields(record).iter().map(|&f| &types.fields[f]);
            fields.into_iter().any(|field| within(field.ty, field.offset()))
        }
        _ => false,
    }
}

pub fn holds_union(types: &Types, ty: TypeId) -> bool {
    match types.kind(ty) {
        TypeKind::Array { element, .. } => holds_union(types, element),
        TypeKind::Record(record) => {
            types.records[record].is_union
                || types.fields(record).iter().any(|&f| holds_union(types, types.fields[f].ty))
        }
        _ => false,
    }
}

pub fn is_character(types: &Types, ty: TypeId) -> bool {
    matches!(types.kind(ty), TypeKind::Int(IntKind::Char | IntKind::SChar | IntKind::UChar))
}

/// A value of this type lies in memory; what a register holds is where.
pub fn is_composite(types: &Types, ty: TypeId) -> bool {
    matches!(types.kind(ty), TypeKind::Record(_) | TypeKind::Complex(_) | TypeKind::Vector { .. })
}

/// Compatible, or the signed or unsigned companion.
pub fn alike(types: &Types, a: TypeId, b: TypeId) -> bool {
    types.compatible_unqualified(a, b) || int_alike(types, a, b) || pointers_alike(types, a, b)
}

/// Qualifiers of what is pointed to do not make another type here; its
/// signedness does.
fn pointers_alike(types: &Types, a: TypeId, b: TypeId) -> bool {
    match (types.kind(a), types.kind(b)) {
        (TypeKind::Pointer(x), TypeKind::Pointer(y)) => {
            types.compatible_unqualified(x, y) || pointers_alike(types, x, y)
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
