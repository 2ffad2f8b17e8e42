//! Bytes of structs and unions that a store leaves open (6.2.6.1p6 and p7).

mod exec;
mod lower;

use std::rc::Rc;

use elenchus_lang::layout;
use elenchus_lang::target::Target;
use elenchus_lang::types::{ArrayLength, FieldId, RecordId, TypeId, TypeKind, Types};

pub(crate) use lower::Member;

/// Bytes side by side: where they begin, and how many.
pub type Hole = (u32, u32);

/// Larger objects are not looked at: what would be remembered of them could be
/// as large.
pub(super) const LARGE: u64 = 1 << 12;

/// A member for which [`around`] says the same: in a struct it is one for all.
pub fn representative(types: &Types, field: FieldId) -> FieldId {
    let record = types.fields[field].record;
    match (types.records[record].is_union, types.fields(record).first()) {
        (false, Some(&first)) => first,
        _ => field,
    }
}

/// What a store to a member leaves open around it: padding, and in a union all
/// that is not the member.
pub fn around(types: &Types, target: &Target, field: FieldId) -> Rc<[Hole]> {
    let record = types.fields[field].record;
    let size = types.records[record].size;
    if size > LARGE {
        return Rc::default();
    }
    let mut used = vec![false; size as usize];
    let is_union = types.records[record].is_union;
    for &f in types.fields(record) {
        if !is_union || f == field {
            use_field(types, target, f, 0, false, &mut used);
        }
    }
    if !is_union {
        use_tail(types, record, 0, &mut used);
    }
    holes(&used)
}

/// All padding in an object of a type.
pub fn within(types: &Types, target: &Target, ty: TypeId) -> Rc<[Hole]> {
    match layout::size_of(types, target, ty) {
        Some(size) if size <= LARGE => {
            let mut used = vec![false; size as usize];
            use_type(types, target, ty, 0, true, &mut used);
            holes(&used)
        }
        _ => Rc::default(),
    }
}

fn holes(used: &[bool]) -> Rc<[Hole]> {
    let mut found: Vec<Hole> = Vec::new();
    for (i, _) in used.iter().enumerate().filter(|(_, used)| !**used) {
        match found.last_mut() {
            Some((start, size)) if *start + *size == i as u32 => *size += 1,
            _ => found.push((i as u32, 1)),
        }
    }
    found.into()
}

/// Marks the bytes that hold a value of a type, without those of padding in it
/// if `inside`.
fn use_type(
    types: &Types,
    target: &Target,
    ty: TypeId,
    start: u64,
    inside: bool,
    used: &mut [bool],
) {
    let size = layout::size_of(types, target, ty).unwrap_or(0);
    match types.kind(ty) {
        TypeKind::Record(record) if inside => {
            for &f in types.fields(record) {
                use_field(types, target, f, start, inside, used);
            }
            use_tail(types, record, start, used);
        }
        TypeKind::Array { element, length: ArrayLength::Fixed(count) } if inside => {
            let step = layout::size_of(types, target, element).unwrap_or(0);
            for i in 0..if step > 0 { count } else { 0 } {
                use_type(types, target, element, start + i * step, inside, used);
            }
        }
        _ => mark(used, start, start + size),
    }
}

fn use_field(
    types: &Types,
    target: &Target,
    field: FieldId,
    start: u64,
    inside: bool,
    used: &mut [bool],
) {
    let info = &types.fields[field];
    match info.width {
        Some(width) => {
            let end = (info.offset_bits + u64::from(width)).div_ceil(8);
            mark(used, start + info.offset_bits / 8, start + end);
        }
        None => use_type(types, target, info.ty, start + info.offset(), inside, used),
    }
}

/// What follows an array at the end may be more of it.
fn use_tail(types: &Types, record: RecordId, start: u64, used: &mut [bool]) {
    let last = types.fields(record).last().map(|&f| &types.fields[f]);
    if let Some(last) = last.filter(|last| types.is_array(last.ty)) {
        mark(used, start + last.offset(), start + types.records[record].size);
    }
}

fn mark(used: &mut [bool], start: u64, end: u64) {
    let end = (end as usize).min(used.len());
    if let Some(bytes) = used.get_mut(start as usize..end) {
        bytes.fill(true);
    }
}
