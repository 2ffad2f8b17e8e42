//! Declaration specifiers (6.7, 6.7.2): from words to a type.

use elenchus_lang::span::Span;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::target::{FloatKind, IntKind};
use elenchus_lang::tree::{Attr, DeclKind, Storage};
use elenchus_lang::types::{DecimalKind, Quals, TypeId, TypeKind};

use super::Checker;
use crate::syntax::{self as syn, TypeSpec, Word};

/// What the specifiers of a declaration say.
pub(super) struct Specs {
    /// As written, qualified.
    pub base: TypeId,
    pub storage: Storage,
    pub attrs: Vec<Attr>,
    /// `_Alignas`; 0 if absent.
    pub align: u32,
    /// There was an `_Alignas`, if only of 0.
    pub alignas: bool,
    /// No type was given at all.
    pub implicit: bool,
}

impl Checker<'_> {
    /// `alone` when no declarator follows: `struct S;` then declares the tag
    /// in this very scope (6.7.2.3p7).
    pub(super) fn specifiers(&mut self, id: syn::SpecsId, alone: bool) -> Specs {
        let syntax = self.s;
        let specs = &syntax.specs[id];
        let attrs = self.attributes(specs.attrs);
        let quals = self.qualifiers(specs.quals);
        let base = self.type_specifier(specs.ty, alone, specs.span);
        let base = self.qualified(base, quals, specs.span);
        let base = self.in_segment(base, specs.quals);
        let align = self.alignas(specs.alignas);
        Specs {
            base,
            storage: Storage(specs.storage.0),
            attrs,
            align,
            alignas: !specs.alignas.is_empty(),
            implicit: matches!(specs.ty, TypeSpec::Implicit),
        }
    }

    pub(super) fn qualifiers(&self, quals: syn::Quals) -> Quals {
        // The first four bits mean the same on both sides.
        Quals(quals.0 & 15)
    }

    fn in_segment(&mut self, ty: TypeId, quals: syn::Quals) -> TypeId {
        let segment = match (quals.has(syn::Quals::SEG_FS), quals.has(syn::Quals::SEG_GS)) {
            (true, _) => 1,
            (_, true) => 2,
            _ => return ty,
        };
        self.p.types.vary(ty, |variant| variant.segment = segment)
    }

    fn alignas(&mut self, list: elenchus_lang::arena::List<syn::ExprId>) -> u32 {
        let syntax = self.s;
        let mut align = 0;
        for &expr in &syntax.expr_lists[list] {
            let value = self.unevaluated(|c| c.value(expr));
            let number = self.constant_int(value).and_then(|v| u32::try_from(v).ok());
            match number {
                Some(0) => {}
                Some(n) if n.is_power_of_two() && n <= 1 << 28 => align = align.max(n),
                _ if self.p.types.is_error(self.ty(value)) => {}
                _ => self.report(self.s.exprs[expr].span, "'_Alignas' needs a power of two"),
            }
        }
        align
    }

    fn type_specifier(&mut self, spec: TypeSpec, alone: bool, span: Span) -> TypeId {
        match spec {
            TypeSpec::Implicit => TypeId::INT,
            TypeSpec::Words(words) => self.words_type(words, span),
            TypeSpec::TypedefName(name) => self.typedef_type(name, span),
            TypeSpec::Record { union, tag, members, attrs } => {
                self.record_specifier(union, tag, members, attrs, alone, span)
            }
            TypeSpec::Enum { tag, enumerators, attrs } => {
                self.enum_specifier(tag, enumerators, attrs, span)
            }
            TypeSpec::TypeofExpr(expr) => {
                let expr = self.unevaluated(|c| c.expr(expr));
                let meaning = self.ty(expr);
                if matches!(self.kind(expr), elenchus_lang::tree::ExprKind::Member(..))
                    && self.bit_field_width(expr).is_some()
                {
                    self.report(span, "'typeof' of a bit-field");
                }
                self.p.types.alias(TypeKind::TypeofExpr(expr), meaning)
            }
            TypeSpec::TypeofType(name) => {
                let meaning = self.type_name(name);
                self.p.types.alias(TypeKind::TypeofType(meaning), meaning)
            }
            TypeSpec::Atomic(name) => {
                let ty = self.type_name(name);
                self.atomic(ty, span)
            }
        }
    }

    fn typedef_type(&mut self, name: Symbol, span: Span) -> TypeId {
        match self.lookup(name) {
            Some(decl) if self.p.decls[decl].kind == DeclKind::Typedef => {
                let meaning = self.p.decls[decl].ty;
                if self.p.decls[decl].storage.has(Storage::IMPLICIT) {
                    return meaning;
                }
                self.p.types.alias(TypeKind::Typedef(decl), meaning)
            }
            _ => {
                let name = self.name(name).to_string();
                self.report(span, format!("'{name}' is not a type"));
                TypeId::ERROR
            }
        }
    }

    fn words_type(&mut self, words: u32, span: Span) -> TypeId {
        use IntKind::*;
        if words == Word::VA_LIST {
            let meaning = self.p.types.va_list();
            return self.p.types.alias(TypeKind::VaList, meaning);
        }
        if words == Word::AUTO_TYPE {
            return self.p.types.alias(TypeKind::AutoType, TypeId::ERROR);
        }
        let complex = words & Word::COMPLEX != 0;
        let mut words = words & !Word::COMPLEX;
        if complex && words == 0 {
            words = Word::DOUBLE;
        }
        let unsigned = words & Word::UNSIGNED != 0;
        let signed = words & Word::SIGNED != 0;
        let pick = |s: IntKind, u: IntKind| Some(TypeId::int(if unsigned { u } else { s }));
        let sign = Word::SIGNED | Word::UNSIGNED;
        let float = |kind| Some(TypeId::float(kind));
        let found = match words & !sign {
            _ if signed && unsigned => None,
            Word::CHAR if !signed && !unsigned => Some(TypeId::int(Char)),
            Word::CHAR => pick(SChar, UChar),
            0 | Word::INT => pick(Int, UInt),
            w if w & !Word::INT == Word::SHORT => pick(Short, UShort),
            w if w & !Word::INT == Word::LONG => pick(Long, ULong),
            w if w & !Word::INT == Word::LONG | Word::LONG_LONG => pick(LongLong, ULongLong),
            Word::INT128 if self.p.target.int128.is_some() => pick(Int128, UInt128),
            _ if signed || unsigned => None,
            Word::VOID => Some(TypeId::VOID),
            Word::BOOL => Some(TypeId::BOOL),
            Word::FLOAT => float(FloatKind::Float),
            Word::DOUBLE => float(FloatKind::Double),
            w if w == Word::DOUBLE | Word::LONG => float(FloatKind::LongDouble),
            Word::FLOAT16 => float(FloatKind::Float16),
            Word::FLOAT32 => float(FloatKind::Float32),
            Word::FLOAT64 => float(FloatKind::Float64),
            Word::FLOAT128 if self.p.target.float128.is_some() => float(FloatKind::Float128),
            Word::FLOAT32X => float(FloatKind::Float32x),
            Word::FLOAT64X => float(FloatKind::Float64x),
            Word::DECIMAL32 => Some(TypeId::decimal(DecimalKind::Decimal32)),
            Word::DECIMAL64 => Some(TypeId::decimal(DecimalKind::Decimal64)),
            Word::DECIMAL128 => Some(TypeId::decimal(DecimalKind::Decimal128)),
            _ => None,
        };
        let Some(ty) = found else {
            self.report(span, "these words do not make a type together");
            return TypeId::ERROR;
        };
        if !complex {
            return ty;
        }
        let real = !matches!(self.p.types.kind(ty), TypeKind::Void | TypeKind::Decimal(_))
            && ty != TypeId::BOOL;
        if !real {
            self.report(span, "'_Complex' of a type that has no complex one");
            return TypeId::ERROR;
        }
        self.p.types.corresponding_complex(ty)
    }

    /// A type name, as in casts: written.
    pub(super) fn type_name(&mut self, id: syn::TypeNameId) -> TypeId {
        let name = self.s.type_names[id];
        if !self.s.specs[name.specs].alignas.is_empty() {
            self.report(name.span, "'_Alignas' on a type name");
        }
        self.literal_type_name(id)
    }

    /// The type name of a compound literal, which may be aligned.
    pub(super) fn literal_type_name(&mut self, id: syn::TypeNameId) -> TypeId {
        match self.nested(|c| c.type_name_here(id)) {
            Some(ty) => ty,
            None => {
                self.report(self.s.type_names[id].span, "a type is nested too deeply");
                TypeId::ERROR
            }
        }
    }

    fn type_name_here(&mut self, id: syn::TypeNameId) -> TypeId {
        let name = self.s.type_names[id];
        let specs = self.specifiers(name.specs, false);
        self.check_no_storage(&specs, "a type name", name.span);
        let declared = self.declarator(specs.base, name.declarator);
        let mut attrs = specs.attrs;
        attrs.extend(declared.attrs);
        if attrs.is_empty() {
            return declared.ty;
        }
        let effects = self.effects(&attrs);
        let meaning = self.apply(declared.ty, &effects, true);
        let list = self.p.attrs.push(&attrs);
        self.p.types.alias(TypeKind::Attributed(declared.ty, list), meaning)
    }

    /// Whether a declaration without any type is taken: gcc warns up to C17.
    pub(super) fn implicit_int(&mut self, specs: &Specs, span: Span) {
        if !specs.implicit {
            return;
        }
        if self.p.language.has_implicit_int() {
            self.warn(span, "a declaration without a type is an int");
        } else {
            self.report(span, "a declaration without a type");
        }
    }
}
