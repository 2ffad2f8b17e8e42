//! Structs, unions and enums (6.7.2.1, 6.7.2.2, 6.7.2.3).

use elenchus_lang::arena::List;
use elenchus_lang::arith::int;
use elenchus_lang::layout;
use elenchus_lang::span::Span;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::target::IntKind;
use elenchus_lang::tree::{Attr, Decl, DeclId, DeclKind, Linkage, Storage};
use elenchus_lang::types::{ArrayLength, Enum, Field, FieldId, Record, RecordId, TypeId, TypeKind};

use super::Checker;
use super::attributes::Effects;
use super::specifiers::Specs;
use crate::syntax as syn;

impl Checker<'_> {
    pub(super) fn record_specifier(
        &mut self,
        is_union: bool,
        tag: Option<syn::Name>,
        members: Option<List<syn::Member>>,
        attrs: List<syn::Attr>,
        alone: bool,
        span: Span,
    ) -> TypeId {
        let known = tag.and_then(|t| self.lookup_tag(t.symbol));
        let here = known.filter(|t| t.depth == self.depth()).map(|t| t.ty);
        let Some(members) = members else {
            let found = if alone { here } else { known.map(|t| t.ty) };
            return match (found, tag) {
                (Some(ty), _) => self.same_tag(ty, is_union, span),
                (None, tag) => self.new_record(is_union, tag, span).1,
            };
        };
        let (record, ty) = match here.map(|ty| (ty, self.p.types.kind(ty))) {
            Some((ty, TypeKind::Record(record)))
                if self.p.types.records[record].is_union == is_union =>
            {
                let inside = self.open_tags.contains(&ty);
                if self.p.types.records[record].complete || inside {
                    let how = if inside { "inside its own definition" } else { "again" };
                    let shown = self.show(ty);
                    self.report(span, format!("'{shown}' is defined {how}"));
                    self.new_record(is_union, None, span)
                } else {
                    (record, ty)
                }
            }
            Some((ty, _)) => {
                let shown = self.show(ty);
                self.report(span, format!("this tag is '{shown}' already"));
                self.new_record(is_union, None, span)
            }
            None => self.new_record(is_union, tag, span),
        };
        self.open_tags.push(ty);
        if self.nested(|c| c.define_record(record, members, attrs)).is_none() {
            self.report(span, "a struct or union is nested too deeply");
        }
        self.open_tags.pop();
        self.check_record_size(record, ty, span);
        self.p.types.alias(TypeKind::Definition(ty), ty)
    }

    fn same_tag(&mut self, ty: TypeId, is_union: bool, span: Span) -> TypeId {
        match self.p.types.kind(ty) {
            TypeKind::Record(r) if self.p.types.records[r].is_union == is_union => ty,
            _ => {
                let shown = self.show(ty);
                self.report(span, format!("this tag is '{shown}' already"));
                TypeId::ERROR
            }
        }
    }

    fn new_record(
        &mut self,
        is_union: bool,
        tag: Option<syn::Name>,
        span: Span,
    ) -> (RecordId, TypeId) {
        let scope = Some(self.scope());
        let record = Record { scope, ..Record::incomplete(is_union, tag.map(|t| t.symbol), span) };
        let id = self.p.types.records.push(record);
        let ty = self.p.types.intern(TypeKind::Record(id));
        if let Some(tag) = tag {
            self.bind_tag(tag.symbol, ty);
        }
        (id, ty)
    }

    fn define_record(
        &mut self,
        record: RecordId,
        members: List<syn::Member>,
        attrs: List<syn::Attr>,
    ) {
        let attrs = self.attributes(attrs);
        let effects = self.effects(&attrs);
        let syntax = self.s;
        let mut fields = Vec::new();
        for member in &syntax.members[members] {
            self.member_line(record, member, &mut fields);
        }
        self.check_members(record, &mut fields);
        let list = self.p.types.field_lists.push(&fields);
        let variable =
            fields.iter().any(|&f| self.p.types.has_variable_size(self.p.types.fields[f].ty));
        let flexible = fields.last().is_some_and(|&f| {
            matches!(
                self.p.types.kind(self.p.types.fields[f].ty),
                TypeKind::Array { length: ArrayLength::Unknown, .. }
            )
        });
        let attrs = self.p.attrs.push(&attrs);
        let pack = *self.pack.last().unwrap_or(&0);
        let r = &mut self.p.types.records[record];
        r.fields = list;
        r.attrs = attrs;
        r.packed = effects.packed;
        r.align_attr = effects.align;
        r.pack = pack;
        r.transparent = effects.transparent;
        r.reversed = effects.reversed;
        r.flexible = flexible;
        r.variable = variable;
        r.complete = true;
        layout::lay_out(&mut self.p.types, &self.p.target, record);
    }

    fn member_line(&mut self, record: RecordId, member: &syn::Member, fields: &mut Vec<FieldId>) {
        let syntax = self.s;
        match member.kind {
            syn::MemberKind::Pragma => {
                self.pragma(member.span);
            }
            syn::MemberKind::StaticAssert { condition, message } => {
                self.static_assert(condition, message, member.span);
            }
            syn::MemberKind::Declarators { specs, list } => {
                let specs = self.specifiers(specs, false);
                self.check_no_storage(&specs, "a member", member.span);
                if list.is_empty() {
                    self.anonymous_member(record, specs, member.span, fields);
                    return;
                }
                for declarator in &syntax.member_declarators[list] {
                    let field = self.member_declarator(record, &specs, declarator, member.span);
                    fields.push(field);
                }
            }
        }
    }

    /// 6.7.2.1p13: an untagged struct or union, whose members are seen through it.
    fn anonymous_member(
        &mut self,
        record: RecordId,
        specs: Specs,
        span: Span,
        fields: &mut Vec<FieldId>,
    ) {
        let Some(inner) = self.p.types.as_record(specs.base) else {
            self.warn(span, "a member declaration that declares nothing");
            return;
        };
        if self.p.types.records[inner].tag.is_some() {
            // `struct T { … };` in a struct declares the tag only.
            self.warn(span, "a member declaration that declares no member");
            return;
        }
        let effects = self.effects(&specs.attrs);
        let field =
            self.new_field(record, None, specs.base, &specs.attrs, effects, None, (span, span));
        fields.push(field);
    }

    fn member_declarator(
        &mut self,
        record: RecordId,
        specs: &Specs,
        member: &syn::MemberDeclarator,
        line: Span,
    ) -> FieldId {
        let (name, written, more) = match member.declarator {
            Some(declarator) => {
                let declared = self.declarator(specs.base, declarator);
                self.check_brackets(&declared);
                (declared.name, declared.ty, declared.attrs)
            }
            None => (None, specs.base, Vec::new()),
        };
        let mut attrs = specs.attrs.clone();
        attrs.extend(more);
        attrs.extend(self.attributes(member.attrs));
        let mut effects = self.effects(&attrs);
        effects.align = effects.align.max(specs.align);
        match member.width {
            Some(_) => self.check_alignas_place(specs, Some("a bit-field"), member.span),
            None => self.check_alignas_value(specs, written, member.span),
        }
        let width = member.width.and_then(|w| self.bit_field(w, written, name, &effects));
        // A record that contains itself would have no end.
        let fits = self.check_member_type(written, name, member.span);
        let written = if fits { written } else { TypeId::ERROR };
        if self.at_file_scope() && self.p.types.is_variably_modified(written) {
            self.report(member.span, "an array at file scope whose length is not a constant");
        }
        let symbol = name.map(|n| n.symbol);
        self.new_field(record, symbol, written, &attrs, effects, width, (member.span, line))
    }

    #[allow(clippy::too_many_arguments)]
    fn new_field(
        &mut self,
        record: RecordId,
        name: Option<Symbol>,
        written: TypeId,
        attrs: &[Attr],
        effects: Effects,
        width: Option<u8>,
        (span, line): (Span, Span),
    ) -> FieldId {
        let ty = self.apply(written, &effects, false);
        let ty = self.p.types.canonical(ty);
        let attrs = self.p.attrs.push(attrs);
        self.p.types.fields.push(Field {
            record,
            name,
            ty,
            written,
            width,
            packed: effects.packed,
            align_attr: effects.align,
            offset_bits: 0,
            attrs,
            span,
            line,
        })
    }

    /// 6.7.2.1p4
    fn bit_field(
        &mut self,
        width: syn::ExprId,
        written: TypeId,
        name: Option<syn::Name>,
        effects: &Effects,
    ) -> Option<u8> {
        let span = self.s.exprs[width].span;
        let width = self.value(width);
        let ty = self.apply(written, effects, false);
        let Some(kind) = self.p.types.int_kind(ty) else {
            if !self.p.types.is_error(ty) {
                let shown = self.show(ty);
                self.report(span, format!("a bit-field cannot have type '{shown}'"));
            }
            return None;
        };
        let most = match kind {
            IntKind::Bool => 1,
            _ => i128::from(self.p.target.int_type(kind).bits),
        };
        match self.constant_int(width) {
            Some(bits) if bits < 0 => self.report(span, "a bit-field of negative width"),
            Some(bits) if bits > most => {
                self.report(span, format!("a bit-field of {bits} bits in a type of {most}"));
            }
            Some(0) if name.is_some() => self.report(span, "a bit-field of no width with a name"),
            Some(bits) => return Some(bits as u8),
            None if self.p.types.is_error(self.ty(width)) => {}
            None => self.report(span, "the width of a bit-field is not a constant"),
        }
        Some(1)
    }

    // ---- enums ----

    pub(super) fn enum_specifier(
        &mut self,
        tag: Option<syn::Name>,
        enumerators: Option<List<syn::Enumerator>>,
        attrs: List<syn::Attr>,
        span: Span,
    ) -> TypeId {
        let known = tag.and_then(|t| self.lookup_tag(t.symbol));
        let Some(enumerators) = enumerators else {
            return match known.map(|t| (t.ty, self.p.types.kind(t.ty))) {
                Some((ty, TypeKind::Enum(_))) => ty,
                Some((ty, _)) => {
                    let shown = self.show(ty);
                    self.report(span, format!("this tag is '{shown}' already"));
                    TypeId::ERROR
                }
                None => self.new_enum(tag, span).1,
            };
        };
        let here = known.filter(|t| t.depth == self.depth()).map(|t| t.ty);
        let (id, ty) = match here.map(|ty| (ty, self.p.types.kind(ty))) {
            Some((ty, TypeKind::Enum(id))) if !self.p.types.enums[id].complete => (id, ty),
            Some((ty, _)) => {
                let shown = self.show(ty);
                self.report(span, format!("this tag is '{shown}' already"));
                self.new_enum(None, span)
            }
            None => self.new_enum(tag, span),
        };
        if self.open_tags.contains(&ty) {
            let shown = self.show(ty);
            self.report(span, format!("'{shown}' is defined inside its own definition"));
        }
        self.open_tags.push(ty);
        self.define_enum(id, ty, enumerators, attrs);
        self.open_tags.pop();
        self.p.types.alias(TypeKind::Definition(ty), ty)
    }

    fn new_enum(
        &mut self,
        tag: Option<syn::Name>,
        span: Span,
    ) -> (elenchus_lang::types::EnumId, TypeId) {
        let id = self.p.types.enums.push(Enum {
            tag: tag.map(|t| t.symbol),
            enumerators: List::EMPTY,
            complete: false,
            repr: IntKind::UInt,
            packed: false,
            attrs: List::EMPTY,
            span,
            kin: None,
        });
        let ty = self.p.types.intern(TypeKind::Enum(id));
        if let Some(tag) = tag {
            self.bind_tag(tag.symbol, ty);
        }
        (id, ty)
    }

    fn define_enum(
        &mut self,
        id: elenchus_lang::types::EnumId,
        ty: TypeId,
        enumerators: List<syn::Enumerator>,
        attrs: List<syn::Attr>,
    ) {
        let attrs = self.attributes(attrs);
        let effects = self.effects(&attrs);
        let syntax = self.s;
        let mut decls: Vec<DeclId> = Vec::new();
        let mut values: Vec<i128> = Vec::new();
        let mut next: i128 = 0;
        for enumerator in &syntax.enumerators[enumerators] {
            let (value, written) = match enumerator.value {
                None => (next, None),
                Some(expr) => {
                    let span = self.s.exprs[expr].span;
                    let expr = self.value(expr);
                    let value = self.constant_int(expr);
                    if value.is_none() && !self.p.types.is_error(self.ty(expr)) {
                        self.report(span, "the value of an enumerator is not an integer constant");
                    }
                    (value.unwrap_or(next), Some(expr))
                }
            };
            next = value + 1;
            values.push(value);
            decls.push(self.enumerator(enumerator, value, written, ty));
        }
        let packed = effects.packed || self.p.language.enums_are_short();
        let repr = self.enum_repr(&values, packed);
        for (&decl, &value) in decls.iter().zip(&values) {
            // 6.7.2.2p3: int; GNU C gives what does not fit the enum's type.
            let fits = int::is_canonical(self.p.target.int_type(IntKind::Int), value);
            self.p.decls[decl].ty = if fits { TypeId::INT } else { ty };
        }
        let attrs_list = self.p.attrs.push(&attrs);
        let e = &mut self.p.types.enums[id];
        e.enumerators = self.p.decl_lists.push(&decls);
        e.complete = true;
        e.repr = repr;
        e.packed = effects.packed;
        e.attrs = attrs_list;
        if let Some(mode) = effects.mode {
            let made = self.apply(ty, &Effects { mode: Some(mode), ..Effects::default() }, true);
            if let Some(kind) = self.p.types.int_kind(made) {
                self.p.types.enums[id].repr = kind;
            }
        }
    }

    fn enumerator(
        &mut self,
        enumerator: &syn::Enumerator,
        value: i128,
        written: Option<elenchus_lang::tree::ExprId>,
        ty: TypeId,
    ) -> DeclId {
        let syn::Name { symbol, span } = enumerator.name;
        if self.lookup_here(symbol).is_some() {
            let name = self.name(symbol).to_string();
            self.report(span, format!("'{name}' is declared again as an enumerator"));
        }
        let attrs = self.attributes(enumerator.attrs);
        let attrs = self.p.attrs.push(&attrs);
        // Until the enum is complete an enumerator has its value's own type.
        let fits = int::is_canonical(self.p.target.int_type(IntKind::Int), value);
        let own = match fits {
            true => TypeId::INT,
            false => written.map_or(TypeId::LONG, |w| self.p.types.value_type(self.ty(w))),
        };
        let entity = elenchus_lang::arena::Id::new(self.p.decls.len());
        let scope = self.scope();
        let decl = self.p.decls.push(Decl {
            kind: DeclKind::Enumerator { value: value as i64, written },
            name: symbol,
            ty: own,
            written: ty,
            storage: Storage::default(),
            linkage: Linkage::None,
            attrs,
            asm_name: None,
            init: None,
            scope,
            entity,
            align: 0,
            span,
            declarator: enumerator.span,
        });
        self.bind(symbol, decl);
        decl
    }

    /// gcc's choice: unsigned int, or int if a value is negative; wider if
    /// needed, the smallest that fits if packed.
    fn enum_repr(&self, values: &[i128], packed: bool) -> IntKind {
        use IntKind::*;
        let negative = values.iter().any(|&v| v < 0);
        let kinds = match (negative, packed) {
            (true, false) => [Int, Long, LongLong, LongLong, LongLong],
            (false, false) => [UInt, ULong, ULongLong, ULongLong, ULongLong],
            (true, true) => [SChar, Short, Int, Long, LongLong],
            (false, true) => [UChar, UShort, UInt, ULong, ULongLong],
        };
        let holds = |kind: &IntKind| {
            let ty = self.p.target.int_type(*kind);
            values.iter().all(|&v| int::is_canonical(ty, v))
        };
        kinds.into_iter().find(holds).unwrap_or(kinds[4])
    }
}
