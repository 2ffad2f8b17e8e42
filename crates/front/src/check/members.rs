//! What members a struct or union may have (6.7.2.1).

use elenchus_lang::layout;
use elenchus_lang::span::Span;
use elenchus_lang::types::{ArrayLength, Field, FieldId, RecordId, TypeId, TypeKind};
use rustc_hash::FxHashSet;

use super::Checker;
use crate::syntax as syn;

/// How many anonymous members may be within each other: a name is looked for
/// in all of them.
const MOST_ANONYMOUS: u32 = 200;

impl Checker<'_> {
    /// Whether a member may have this type; false after a report.
    pub(super) fn check_member_type(
        &mut self,
        ty: TypeId,
        name: Option<syn::Name>,
        span: Span,
    ) -> bool {
        let types = &self.p.types;
        if types.is_complete(ty) || types.is_array(ty) || types.is_error(ty) {
            return true;
        }
        let name = name.map_or(String::new(), |n| self.name(n.symbol).to_string());
        let message = match self.p.types.is_function(ty) {
            true => format!("member '{name}' is a function"),
            false => format!("member '{name}' has incomplete type '{}'", self.show(ty)),
        };
        self.report(span, message);
        false
    }

    /// Names are unique, seen through anonymous members. What has too many of
    /// these within each other is left without members.
    pub(super) fn check_members(&mut self, record: RecordId, fields: &mut Vec<FieldId>) {
        let mut seen = FxHashSet::default();
        let mut pending: Vec<(FieldId, u32)> = fields.iter().rev().map(|&f| (f, 0)).collect();
        while let Some((field, depth)) = pending.pop() {
            let Field { name, ty, width, span, .. } = self.p.types.fields[field];
            match name {
                Some(name) if seen.insert(name) => {}
                Some(name) => {
                    let name = self.name(name).to_string();
                    self.report(span, format!("member '{name}' is declared twice"));
                }
                None if depth == MOST_ANONYMOUS => {
                    self.report(span, "too many anonymous members within each other");
                    fields.clear();
                    return;
                }
                None if width.is_none() => {
                    if let Some(inner) = self.p.types.as_record(ty) {
                        let inner = self.p.types.fields(inner).iter().rev();
                        pending.extend(inner.map(|&f| (f, depth + 1)));
                    }
                }
                None => {}
            }
        }
        self.check_flexible(record, fields);
    }

    /// 6.7.2.1p18: an array without length is the last of several members.
    fn check_flexible(&mut self, record: RecordId, fields: &[FieldId]) {
        let is_union = self.p.types.records[record].is_union;
        let mut named = false;
        for (i, &field) in fields.iter().enumerate() {
            let Field { name, ty, span, width, .. } = self.p.types.fields[field];
            let flexible = matches!(
                self.p.types.kind(ty),
                TypeKind::Array { length: ArrayLength::Unknown, .. }
            );
            if flexible {
                let problem = if is_union {
                    "in a union"
                } else if i + 1 < fields.len() {
                    "that is not the last member"
                } else if !named {
                    "as the only member"
                } else {
                    continue;
                };
                self.report(span, format!("an array without length {problem}"));
                return;
            }
            named |= name.is_some() || width.is_none();
        }
    }

    /// A type may not be larger than half of the address space. A union never
    /// is if its members are not.
    pub(super) fn check_record_size(&mut self, record: RecordId, ty: TypeId, span: Span) {
        let types = &self.p.types;
        if types.records[record].is_union {
            return;
        }
        let total = types.fields(record).iter().try_fold(0u64, |sum, &field| {
            let size = layout::size_of(types, &self.p.target, types.fields[field].ty);
            sum.checked_add(size.unwrap_or(0))
        });
        if total.is_none_or(|size| size > self.largest_object()) {
            let shown = self.show(ty);
            self.report(span, format!("'{shown}' is too large"));
        }
    }

    /// `PTRDIFF_MAX`
    pub(super) fn largest_object(&self) -> u64 {
        (1u64 << (u32::from(self.p.target.pointer.size) * 8 - 1)) - 1
    }
}
