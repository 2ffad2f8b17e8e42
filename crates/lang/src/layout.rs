//! Sizes, alignments and where members lie, as GNU C on the System V ABIs has
//! them.
//!
//! Three alignments of a type are told apart, because gcc does. The
//! *preferred* one is what `__alignof__` tells and what an object on its own
//! gets. A *member* may get less (i386 aligns `double` to 4 within structs)
//! unless an attribute asked for more. `_Alignof` tells the member's, but no
//! more than the target's largest unless an attribute asked for it.
//!
//! Positions of members are in bits, in the order of memory: bit `n` is in
//! byte `n / 8`. Within the byte, bit 0 is the least significant one on little
//! endian targets and the *most* significant one on big endian targets. So a
//! bit-field that starts at bit `o` with width `w` holds bits `o..o+w`; on a
//! little endian target the first of them is the least significant of the
//! value, on a big endian target the most significant. Read the bytes
//! `o / 8 ..= (o + w - 1) / 8` as one integer in the target's order: the
//! value starts `o % 8` bits from its low end (little) or its high end (big).
//! A record with `reversed` storage order counts like the other endianness.

use crate::target::{Extent, Target};
use crate::types::{
    ArrayLength, DecimalKind, Field, FieldId, Record, RecordId, Register, TypeId, TypeKind, Types,
};

/// What `Record.size` is when the record is larger than positions in bits can
/// say. It has no size then.
pub const TOO_LARGE: u64 = u64::MAX;

/// Bytes of an object of this type. `None` for `void`, functions, incomplete
/// types, types of variable size and those that no address space holds.
pub fn size_of(types: &Types, target: &Target, ty: TypeId) -> Option<u64> {
    let (mut ty, mut count) = (ty, 1u64);
    let kind = loop {
        // Most are integers, or arrays of them.
        if let Some(int) = ty.as_int() {
            return u64::from(target.int_extent(int).size).checked_mul(count);
        }
        match types.kind(ty) {
            TypeKind::Array { element, length: ArrayLength::Fixed(length) } => {
                (ty, count) = (element, count.checked_mul(length)?);
            }
            TypeKind::Array { .. } => return None,
            kind => break kind,
        }
    };
    let size = match kind {
        TypeKind::Vector { element, count } => {
            let element = size_of(types, target, element)?;
            element.checked_mul(u64::from(count))?.checked_next_power_of_two()?
        }
        TypeKind::Complex(element) => size_of(types, target, element)?.checked_mul(2)?,
        TypeKind::Record(record) => {
            let record = &types.records[record];
            let known = record.complete && !record.variable && record.size != TOO_LARGE;
            known.then_some(record.size)?
        }
        TypeKind::Enum(e) if !types.enums[e].complete => return None,
        _ => u64::from(scalar_of_kind(types, target, kind)?.size),
    };
    size.checked_mul(count)
}

/// What `_Alignof` tells of a type: bytes, a power of two. 1 where the type
/// has no alignment of its own (functions, `void`, incomplete records).
pub fn align_of(types: &Types, target: &Target, ty: TypeId) -> u32 {
    // Most often a plain scalar or record, or an array of such: the rules below
    // give the same.
    match plain(types, ty) {
        Some(TypeKind::Record(record)) if !types.records[record].user_aligned => {
            let Record { align, register, .. } = &types.records[record];
            return limit(register_extent(target, *register), most(target, *align));
        }
        Some(kind) => {
            if let Some(extent) = scalar_of_kind(types, target, kind) {
                return limit(Some(extent), most(target, u32::from(extent.preferred)));
            }
        }
        None => {}
    }
    let align = preferred_align_of(types, target, ty);
    if is_user_aligned(types, ty) {
        return align;
    }
    limit_in_record(types, target, ty, most(target, align))
}

/// No more than the target's largest alignment.
fn most(target: &Target, align: u32) -> u32 {
    align.min(u32::from(target.max_align))
}

/// What `__alignof__` tells of a type: the alignment of a variable of it.
pub fn preferred_align_of(types: &Types, target: &Target, ty: TypeId) -> u32 {
    let mut ty = ty;
    loop {
        let variant = types.variant(ty).align;
        if variant != 0 {
            return variant;
        }
        let TypeKind::Array { element, .. } = types.kind(ty) else { break };
        ty = element_for_align(types, element);
    }
    let own = match types.kind(ty) {
        TypeKind::Vector { .. } => {
            size_of(types, target, ty).and_then(|size| u32::try_from(size).ok()).unwrap_or(1)
        }
        TypeKind::Complex(element) => preferred_align_of(types, target, element),
        TypeKind::Record(record) => types.records[record].align,
        _ => scalar(types, target, ty).map_or(1, |extent| u32::from(extent.preferred)),
    };
    if types.canonical(ty).is_atomic() { atomic_align(types, target, ty, own) } else { own }
}

/// gcc makes an array of the bare element type first and the elements atomic
/// afterwards, when the array has its alignment already.
fn element_for_align(types: &Types, element: TypeId) -> TypeId {
    if types.canonical(element).is_atomic() { types.value_type(element) } else { element }
}

/// An atomic object of a size that an instruction can access is aligned for
/// that instruction.
fn atomic_align(types: &Types, target: &Target, ty: TypeId, own: u32) -> u32 {
    match size_of(types, target, ty) {
        Some(size @ (1 | 2 | 4 | 8 | 16)) => own.max(size as u32),
        _ => own,
    }
}

/// The alignment of a member as it ended up, which `__alignof__(s.m)` tells.
pub fn field_align(types: &Types, target: &Target, field: FieldId) -> u32 {
    let field = &types.fields[field];
    let record = &types.records[field.record];
    let member = Member::new(types, target, field, record.packed);
    let known = lowest_bit(u128::from(field.offset_bits));
    let wish = member.wish(types, target, known, u64::from(record.pack) * 8);
    u32::try_from(wish.align / 8).unwrap_or(u32::MAX).max(1)
}

/// What a type is, or what an array is made of, if no attribute of the type and
/// no `_Atomic` had a say in its alignment.
fn plain(types: &Types, ty: TypeId) -> Option<TypeKind> {
    let mut ty = ty;
    loop {
        if types.variant(ty).align != 0 || types.canonical(ty).is_atomic() {
            return None;
        }
        match types.kind(ty) {
            TypeKind::Array { element, .. } => ty = element,
            kind => return Some(kind),
        }
    }
}

fn scalar(types: &Types, target: &Target, ty: TypeId) -> Option<Extent> {
    scalar_of_kind(types, target, types.kind(ty))
}

#[inline]
fn scalar_of_kind(types: &Types, target: &Target, kind: TypeKind) -> Option<Extent> {
    let same = |n: u8| Extent { size: n, align: n, preferred: n };
    match kind {
        TypeKind::Int(kind) => Some(target.int_extent(kind)),
        TypeKind::Enum(e) => Some(target.int_extent(types.enums[e].repr)),
        TypeKind::Float(kind) => Some(target.float_extent(kind)),
        TypeKind::Pointer(_) => Some(target.pointer),
        TypeKind::Decimal(DecimalKind::Decimal32) => Some(same(4)),
        TypeKind::Decimal(DecimalKind::Decimal64) => Some(same(8)),
        TypeKind::Decimal(DecimalKind::Decimal128) => Some(same(16)),
        _ => None,
    }
}

/// An attribute had a say in the alignment of this type.
fn is_user_aligned(types: &Types, ty: TypeId) -> bool {
    let mut ty = ty;
    loop {
        if types.variant(ty).align != 0 {
            return true;
        }
        match types.kind(ty) {
            TypeKind::Array { element, .. } => ty = element_for_align(types, element),
            TypeKind::Record(record) => return types.records[record].user_aligned,
            _ => return false,
        }
    }
}

/// Lowers an alignment that nobody asked for to what the target grants to
/// members: i386 gives 4 bytes to its 8-byte scalars and to records that fit an
/// integer register, atomic ones excepted.
fn limit_in_record(types: &Types, target: &Target, ty: TypeId, align: u32) -> u32 {
    let mut ty = ty;
    while let TypeKind::Array { element, .. } = types.kind(ty) {
        ty = element;
    }
    if types.canonical(ty).is_atomic() {
        return align;
    }
    let extent = match types.kind(ty) {
        TypeKind::Complex(element) => scalar(types, target, element),
        TypeKind::Record(record) => register_extent(target, types.records[record].register),
        _ => scalar(types, target, ty),
    };
    limit(extent, align)
}

/// The scalar that decides how much a record is aligned that is kept so.
fn register_extent(target: &Target, register: Register) -> Option<Extent> {
    match register {
        Register::Integer | Register::Double => Some(target.long_long),
        Register::None | Register::Other => None,
    }
}

/// Lowers an alignment to that of a scalar that gets less within records.
fn limit(extent: Option<Extent>, align: u32) -> u32 {
    match extent {
        Some(extent) if extent.align < extent.preferred => align.min(u32::from(extent.align)),
        _ => align,
    }
}

/// What a value of this type is kept in.
fn register_of(types: &Types, target: &Target, ty: TypeId) -> Register {
    match types.kind(ty) {
        TypeKind::Array { element, length } => match length {
            ArrayLength::Fixed(1) => register_of(types, target, element),
            _ => integer_register(target, size_of(types, target, ty)),
        },
        TypeKind::Record(record) => types.records[record].register,
        TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Pointer(_) => Register::Integer,
        TypeKind::Vector { .. } => match size_of(types, target, ty) {
            Some(size) if size <= u64::from(target.max_align) => Register::Other,
            _ => Register::None,
        },
        TypeKind::Complex(element) => register_of_float(types, target, element),
        _ => register_of_float(types, target, ty),
    }
}

fn register_of_float(types: &Types, target: &Target, ty: TypeId) -> Register {
    match scalar(types, target, ty) {
        Some(extent) if extent.align < extent.preferred => Register::Double,
        _ => Register::Other,
    }
}

fn integer_register(target: &Target, size: Option<u64>) -> Register {
    match size {
        Some(1 | 2 | 4 | 8) => Register::Integer,
        Some(16) if target.int128.is_some() => Register::Integer,
        _ => Register::None,
    }
}

/// What a value of a record is kept in: as its one member that fills it, or an
/// integer of its size, unless a member needs memory.
fn register_of_record(types: &Types, target: &Target, record: RecordId) -> Register {
    let Record { is_union, size, variable, .. } = types.records[record];
    let mut filling = None;
    for &field in types.fields(record) {
        let Field { ty, width, .. } = types.fields[field];
        let register = register_of(types, target, ty);
        let bits = size_of(types, target, ty).map(|size| u128::from(size) * 8);
        if bits.is_none() || register == Register::None && bits != Some(0) {
            return Register::None;
        }
        let fills = width.map(u128::from).or(bits) == Some(u128::from(size) * 8);
        if fills && size != 0 {
            filling = Some(register);
        }
    }
    match filling {
        Some(register) if !is_union => register,
        _ => integer_register(target, (!variable).then_some(size)),
    }
}

/// What decides the place of one member. Alignments here are in bits, as an
/// unaligned bit-field has an alignment of one bit.
struct Member {
    ty: TypeId,
    width: Option<u8>,
    named: bool,
    packed: bool,
    /// Bits that `aligned` or `_Alignas` on the member ask for; 0 if absent.
    asked: u64,
    type_align: u64,
    type_user_aligned: bool,
    /// Bits of its type; `None` if variable.
    type_bits: Option<u128>,
}

/// The alignment that a member gets, given what its place offers.
struct Wish {
    align: u64,
    user_aligned: bool,
    /// False also for a bit-field that fills an integer's place exactly.
    is_bit_field: bool,
}

impl Member {
    fn new(types: &Types, target: &Target, field: &Field, record_packed: bool) -> Member {
        let type_align = u64::from(preferred_align_of(types, target, field.ty)) * 8;
        let packable = field.width.is_some() || type_align > 8;
        Member {
            ty: field.ty,
            width: field.width,
            named: field.name.is_some(),
            packed: packable && (field.packed || record_packed),
            asked: u64::from(field.align_attr) * 8,
            type_align,
            type_user_aligned: is_user_aligned(types, field.ty),
            type_bits: match size_of(types, target, field.ty) {
                Some(size) => Some(u128::from(size) * 8),
                None if types.has_variable_size(field.ty) => None,
                // A flexible array, or what a diagnostic was given for.
                None if !types.is_complete(field.ty) || types.is_error(field.ty) => Some(0),
                None => Some(u128::from(TOO_LARGE) * 8),
            },
        }
    }

    fn bits(&self) -> Option<u128> {
        self.width.map(u128::from).or(self.type_bits)
    }

    fn is_zero_width(&self) -> bool {
        self.width == Some(0)
    }

    /// The alignment of its type for members.
    fn type_align_in_record(&self, types: &Types, target: &Target) -> u64 {
        if self.type_user_aligned {
            return self.type_align;
        }
        self.limit(types, target, self.type_align)
    }

    fn limit(&self, types: &Types, target: &Target, align: u64) -> u64 {
        let bytes = u32::try_from(align / 8).unwrap_or(u32::MAX);
        match limit_in_record(types, target, self.ty, bytes) {
            limited if limited < bytes => u64::from(limited) * 8,
            _ => align,
        }
    }

    /// `known` is the alignment that the place has already, 0 for any;
    /// `pack` is `#pragma pack`'s limit, 0 for none.
    fn wish(&self, types: &Types, target: &Target, known: u64, pack: u64) -> Wish {
        let mut wish = Wish {
            align: self.asked.max(1),
            user_aligned: self.asked != 0,
            is_bit_field: self.width.is_some(),
        };
        // A width of zero is there to align what follows: packing does not
        // touch it.
        let packed = self.packed && !self.is_zero_width();
        let by_type = match self.width {
            Some(width) => width == 0,
            // Packing beats what the type asks for, but not what the member
            // itself does.
            None => !(packed && self.asked != 0),
        };
        if by_type && self.type_align > wish.align {
            wish.align = self.type_align;
            wish.user_aligned = self.type_user_aligned;
        }
        if let Some(whole) = self.width.and_then(|width| whole_integer(target, width)) {
            let fits = known == 0 || known >= whole;
            if fits && !(whole > 8 && self.packed) {
                wish.align = wish.align.max(whole);
                wish.is_bit_field = false;
            }
        }
        if packed && self.asked == 0 {
            wish.align = wish.align.min(8);
        }
        if !packed && !wish.user_aligned {
            wish.align = self.limit(types, target, wish.align);
        }
        if pack != 0 && !self.is_zero_width() {
            wish.align = wish.align.min(pack);
        }
        wish
    }
}

/// The alignment of the integer that a bit-field of this width fills wholly.
fn whole_integer(target: &Target, width: u8) -> Option<u64> {
    let exists = matches!(width, 8 | 16 | 32 | 64) || width == 128 && target.int128.is_some();
    exists.then(|| u64::from(width).min(u64::from(target.max_align) * 8))
}

/// The greatest power of two that divides `bits`; 0 for 0.
fn lowest_bit(bits: u128) -> u64 {
    u64::try_from(bits & bits.wrapping_neg()).unwrap_or(1 << 63)
}

/// A record whose members are being placed.
struct Placing<'a> {
    types: &'a Types,
    target: &'a Target,
    /// `#pragma pack`'s limit in bits; 0 for none.
    pack: u64,
    align: u64,
    user_aligned: bool,
    /// The position is `base + bits`. `bits` stays below `unit`, a large
    /// alignment, and rounding up moves `bits` alone: as in gcc, a bit-field
    /// whose type is aligned to more than that is not placed by its type.
    base: u128,
    bits: u128,
    unit: u128,
    /// A member of variable size was met.
    variable: bool,
}

impl Placing<'_> {
    fn position(&self) -> u128 {
        self.base.saturating_add(self.bits)
    }

    fn known_align(&self) -> u64 {
        lowest_bit(if self.bits != 0 { self.bits } else { self.base })
    }

    /// The record is aligned as its members need it.
    fn take_alignment(&mut self, member: &Member, wish: &Wish) {
        let mut user_aligned = wish.user_aligned;
        if member.width.is_none() {
            self.align = self.align.max(wish.align);
        } else if member.named || self.target.unnamed_bitfields_align {
            let mut by_type = member.type_align_in_record(self.types, self.target);
            if member.is_zero_width() {
                // Neither packing nor the pragma touch it.
            } else if self.pack != 0 {
                by_type = by_type.min(self.pack);
            } else if member.packed {
                by_type = by_type.min(8);
            }
            self.align = self.align.max(wish.align).max(by_type);
            user_aligned |= member.type_user_aligned;
        }
        self.user_aligned |= user_aligned;
    }

    /// Places a member of a struct and gives its position in bits.
    fn place(&mut self, member: &Member) -> u128 {
        let mut known = self.known_align();
        let wish = member.wish(self.types, self.target, known, self.pack);
        self.take_alignment(member, &wish);
        if known == 0 {
            known = self.align.max(u64::from(self.target.max_align) * 8);
        }
        if known < wish.align {
            let align = u128::from(wish.align);
            if align < self.unit {
                self.bits = self.bits.next_multiple_of(align);
            } else {
                let bytes = self.bits.next_multiple_of(8);
                self.base = self.base.saturating_add(bytes);
                self.base = self.base.checked_next_multiple_of(align).unwrap_or(u128::MAX);
                self.bits = 0;
            }
        }
        self.keep_in_unit(member, &wish);
        self.normalise();
        let position = self.position();
        match member.bits() {
            Some(bits) => self.bits = self.bits.saturating_add(bits),
            None => self.variable = true,
        }
        self.normalise();
        position
    }

    /// A bit-field spans no more units of its type's alignment than its type
    /// does: it moves to the next unit if it would.
    fn keep_in_unit(&mut self, member: &Member, wish: &Wish) {
        if !wish.is_bit_field || member.is_zero_width() || member.packed || self.pack != 0 {
            return;
        }
        let (Some(width), Some(type_bits)) = (member.width, member.type_bits) else { return };
        let align = u128::from(member.type_align_in_record(self.types, self.target));
        let spans = (self.position() % align + u128::from(width)).div_ceil(align);
        if spans > type_bits / align {
            self.bits = self.bits.next_multiple_of(align);
        }
        self.user_aligned |= member.type_user_aligned;
    }

    fn normalise(&mut self) {
        if self.bits >= self.unit {
            let whole = self.bits - self.bits % self.unit;
            self.base = self.base.saturating_add(whole);
            self.bits -= whole;
        }
    }

    /// Places a member of a union: they all start at 0.
    fn overlay(&mut self, member: &Member) {
        let wish = member.wish(self.types, self.target, 0, self.pack);
        self.take_alignment(member, &wish);
        match member.bits() {
            Some(bits) => self.bits = self.bits.max(bits.next_multiple_of(8)),
            None => self.variable = true,
        }
    }
}

/// Places the members of a record whose body has been read: fills in their
/// `offset_bits` and the record's size and alignment, and makes it complete.
/// What the fields and the record say of packing and alignment must be there.
pub fn lay_out(types: &mut Types, target: &Target, record: RecordId) {
    let own = types.records[record];
    let fields: Vec<FieldId> = types.fields(record).to_vec();
    let own_align = u64::from(own.align_attr.max(1)) * 8;
    let mut placing = Placing {
        types,
        target,
        pack: u64::from(own.pack) * 8,
        align: own_align,
        user_aligned: own.align_attr != 0,
        base: 0,
        bits: 0,
        unit: u128::from(own_align.max(u64::from(target.max_align) * 8)),
        variable: false,
    };
    let mut positions = Vec::with_capacity(fields.len());
    for &field in &fields {
        let member = Member::new(placing.types, target, &placing.types.fields[field], own.packed);
        if own.is_union {
            placing.overlay(&member);
            positions.push(0);
        } else {
            positions.push(placing.place(&member));
        }
    }

    let Placing { align, user_aligned, variable, .. } = placing;
    let bits = placing.position().checked_next_multiple_of(u128::from(align));
    let bits = bits.and_then(|bits| u64::try_from(bits).ok());
    let is_flexible = fields.last().is_some_and(|&last| {
        let length = ArrayLength::Unknown;
        matches!(types.kind(types.fields[last].ty), TypeKind::Array { length: l, .. } if l == length)
    });
    for (field, position) in fields.into_iter().zip(positions) {
        types.fields[field].offset_bits = u64::try_from(position).unwrap_or(u64::MAX);
    }
    let own = &mut types.records[record];
    own.align = u32::try_from(align / 8).unwrap_or(u32::MAX);
    own.user_aligned = user_aligned;
    own.flexible = is_flexible;
    own.variable |= variable;
    own.size = match bits {
        _ if own.variable => 0,
        Some(bits) => bits / 8,
        None => TOO_LARGE,
    };
    own.complete = true;
    types.records[record].register = register_of_record(types, target, record);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::List;
    use crate::span::Span;

    /// A struct of members given by type and width; unnamed if the width is 0.
    fn record(types: &mut Types, target: &Target, members: &[(TypeId, Option<u8>)]) -> RecordId {
        let name = crate::symbol::Interner::default().intern("m");
        let record = types.records.push(Record::incomplete(false, None, Span::NONE));
        let fields: Vec<FieldId> = members
            .iter()
            .map(|&(ty, width)| {
                types.fields.push(Field {
                    record,
                    name: (width != Some(0)).then_some(name),
                    ty,
                    written: ty,
                    width,
                    packed: false,
                    align_attr: 0,
                    offset_bits: 0,
                    attrs: List::EMPTY,
                    span: Span::NONE,
                    line: Span::NONE,
                })
            })
            .collect();
        types.records[record].fields = types.field_lists.push(&fields);
        lay_out(types, target, record);
        record
    }

    fn check(target: &str, members: &[(TypeId, Option<u8>)], size: u64, align: u32, at: &[u64]) {
        let target = Target::by_name(target).unwrap();
        let types = &mut Types::new(target);
        let record = record(types, target, members);
        let positions: Vec<u64> =
            types.fields(record).iter().map(|&field| types.fields[field].offset_bits).collect();
        let Record { size: got_size, align: got_align, .. } = types.records[record];
        assert_eq!((got_size, got_align, &*positions), (size, align, at), "{}", target.name);
    }

    #[test]
    fn unnamed_bit_fields_align_records_in_aapcs_alone() {
        let members = [(TypeId::CHAR, None), (TypeId::INT, Some(0)), (TypeId::CHAR, None)];
        check("x86_64-linux", &members, 5, 1, &[0, 32, 32]);
        check("aarch64-linux", &members, 8, 4, &[0, 32, 32]);
    }

    #[test]
    fn positions_count_from_the_start_on_big_endian_too() {
        let members = [(TypeId::UINT, Some(3)), (TypeId::UINT, Some(30)), (TypeId::UCHAR, None)];
        check("x86_64-linux", &members, 12, 4, &[0, 32, 64]);
        check("s390x-linux", &members, 12, 4, &[0, 32, 64]);
    }

    #[test]
    fn nothing_is_aligned_on_avr() {
        let members = [(TypeId::CHAR, None), (TypeId::LONG, None), (TypeId::INT, Some(9))];
        check("avr", &members, 7, 1, &[0, 8, 40]);
    }

    #[test]
    fn sizes_that_do_not_exist() {
        let target = Target::x86_64();
        let types = &mut Types::new(target);
        let huge = types.array(TypeId::LONG, ArrayLength::Fixed(1 << 61));
        assert_eq!(size_of(types, target, huge), None);
        let large = types.array(TypeId::CHAR, ArrayLength::Fixed(1 << 62));
        assert_eq!(size_of(types, target, large), Some(1 << 62));
        let twice = record(types, target, &[(large, None), (large, None)]);
        assert_eq!(types.records[twice].size, TOO_LARGE);
        let ty = types.intern(TypeKind::Record(twice));
        assert_eq!(size_of(types, target, ty), None);
        for ty in [TypeId::VOID, TypeId::ERROR, types.array(TypeId::INT, ArrayLength::Unknown)] {
            assert_eq!(size_of(types, target, ty), None);
        }
    }

    #[test]
    fn members_of_variable_size() {
        let target = Target::x86_64();
        let types = &mut Types::new(target);
        let length = ArrayLength::Variable(crate::tree::ExprId::new(0));
        let array = types.array(TypeId::INT, length);
        let record = record(types, target, &[(TypeId::CHAR, None), (array, None)]);
        let Record { variable, size, align, .. } = types.records[record];
        assert_eq!((variable, size, align), (true, 0, 4));
    }
}
