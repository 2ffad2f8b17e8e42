//! Attributes: kept as they stand, and applied where they change a type.
//!
//! Most attributes only travel through the tree to the printer. The ones here
//! change sizes, alignments or types, so the checker must know them.

use elenchus_lang::arena::List;
use elenchus_lang::span::Span;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::target::{FloatKind, IntKind};
use elenchus_lang::tree::{Attr, AttrArg, DeclKind, ExprKind};
use elenchus_lang::types::{DecimalKind, Enum, Quals, TypeId, TypeKind};

use super::Checker;
use crate::syntax as syn;

/// What a list of attributes does to the thing it stands on.
#[derive(Clone, Copy, Default)]
pub(super) struct Effects {
    /// 0 if not given.
    pub align: u32,
    pub packed: bool,
    pub vector_size: Option<u64>,
    pub vector_span: Span,
    pub mode: Option<Symbol>,
    pub may_alias: bool,
    pub transparent: bool,
    /// What makes gcc qualify a function that is pointed to: `noreturn` is
    /// `volatile`, `const` is `const`.
    pub function_quals: Quals,
    /// `scalar_storage_order` opposite to the target's.
    pub reversed: bool,
}

impl Checker<'_> {
    pub(super) fn attributes(&mut self, list: List<syn::Attr>) -> Vec<Attr> {
        let mut made = Vec::new();
        self.add_attributes(list, &mut made);
        made
    }

    pub(super) fn add_attributes(&mut self, list: List<syn::Attr>, made: &mut Vec<Attr>) {
        if list.is_empty() {
            return;
        }
        let syntax = self.s;
        made.reserve(list.len());
        for attr in &syntax.attrs[list] {
            let attr = self.attribute(attr);
            made.push(attr);
        }
    }

    fn attribute(&mut self, attr: &syn::Attr) -> Attr {
        let syntax = self.s;
        let mut args = Vec::with_capacity(attr.args.len());
        for &arg in &syntax.expr_lists[attr.args] {
            args.push(match self.s.exprs[arg].kind {
                // No expression, as an unknown attribute may have it.
                syn::ExprKind::Error => continue,
                syn::ExprKind::Name(symbol) => AttrArg::Name(symbol),
                _ => AttrArg::Expr(self.unevaluated(|c| c.value(arg))),
            });
        }
        let args = self.p.attr_args.push(&args);
        let made = Attr {
            namespace: attr.namespace,
            name: attr.name,
            args,
            standard: attr.standard,
            span: attr.span,
        };
        self.check_attribute(attr, &made);
        made
    }

    pub(super) fn effects(&mut self, attrs: &[Attr]) -> Effects {
        let mut effects = Effects::default();
        for attr in attrs {
            match self.name(attr.name) {
                "aligned" => {
                    let bare = u64::from(self.p.target.max_align);
                    let given = self.attribute_number(attr);
                    let asked = if attr.args.is_empty() { Some(bare) } else { given };
                    let asked = asked.filter(|n| n.is_power_of_two() && *n <= 1 << 28);
                    effects.align = effects.align.max(asked.unwrap_or(0) as u32);
                }
                "packed" => effects.packed = true,
                "vector_size" => {
                    effects.vector_size = self.attribute_number(attr);
                    if let Some(AttrArg::Expr(size)) = self.p.attr_args[attr.args].first() {
                        effects.vector_span = self.span(*size);
                    }
                }
                "mode" => {
                    if let Some(AttrArg::Name(mode)) = self.p.attr_args[attr.args].first() {
                        effects.mode = Some(*mode);
                    }
                }
                "may_alias" => effects.may_alias = true,
                "noreturn" => {
                    effects.function_quals = effects.function_quals.union(Quals::VOLATILE);
                }
                "const" => effects.function_quals = effects.function_quals.union(Quals::CONST),
                "transparent_union" => effects.transparent = true,
                "scalar_storage_order" => effects.reversed = self.is_reversed(attr),
                _ => {}
            }
        }
        effects
    }

    fn attribute_number(&self, attr: &Attr) -> Option<u64> {
        self.attribute_value(attr).and_then(|value| u64::try_from(value).ok())
    }

    /// The value of an attribute's first argument.
    pub(super) fn attribute_value(&self, attr: &Attr) -> Option<i128> {
        match self.p.attr_args[attr.args].first()? {
            AttrArg::Expr(expr) => self.constant_int(*expr),
            AttrArg::Name(name) => match self.p.decls[self.lookup(*name)?].kind {
                DeclKind::Enumerator { value, .. } => Some(value.into()),
                _ => None,
            },
        }
    }

    fn is_reversed(&self, attr: &Attr) -> bool {
        use elenchus_lang::target::Endian;
        let Some(AttrArg::Expr(expr)) = self.p.attr_args[attr.args].first() else { return false };
        let mut expr = *expr;
        while let ExprKind::Convert(_, inner) = self.kind(expr) {
            expr = inner;
        }
        let ExprKind::String(string) = self.kind(expr) else { return false };
        let order = &self.p.bytes[self.p.strings[string].bytes];
        match self.p.target.endian {
            Endian::Little => order == b"big-endian",
            Endian::Big => order == b"little-endian",
        }
    }

    /// The type of a declaration after its attributes. Alignment changes the
    /// type only of a typedef; elsewhere it is the object's.
    pub(super) fn apply(&mut self, ty: TypeId, effects: &Effects, names_type: bool) -> TypeId {
        let mut ty = ty;
        if let Some(mode) = effects.mode {
            ty = self.with_mode(ty, mode);
        }
        if !effects.function_quals.is_empty() {
            ty = self.with_function_quals(ty, effects.function_quals);
        }
        if let Some(bytes) = effects.vector_size {
            ty = self.with_vector(ty, bytes, effects.vector_span);
        }
        if let (true, Some(record)) = (effects.transparent, self.p.types.as_record(ty)) {
            self.p.types.records[record].transparent = true;
        }
        if names_type && (effects.align != 0 || effects.may_alias) {
            ty = self.p.types.vary(ty, |variant| {
                if effects.align != 0 {
                    variant.align = effects.align;
                }
                variant.may_alias |= effects.may_alias;
            });
        }
        ty
    }

    fn with_function_quals(&mut self, ty: TypeId, quals: Quals) -> TypeId {
        let canonical = self.p.types.canonical(ty);
        match self.p.types.pointee(canonical) {
            Some(to) if self.p.types.is_function(to) => {
                let function = self.p.types.qualify(to, quals);
                let pointer = self.p.types.pointer(function);
                self.p.types.qualify(pointer, canonical.quals())
            }
            _ => ty,
        }
    }

    /// `vector_size` applies to what a pointer, array or function is made of.
    fn with_vector(&mut self, ty: TypeId, bytes: u64, span: Span) -> TypeId {
        let quals = self.p.types.canonical(ty).quals();
        let made = match self.p.types.kind(ty) {
            TypeKind::Pointer(to) => {
                let to = self.with_vector(to, bytes, span);
                self.p.types.pointer(to)
            }
            TypeKind::Array { element, length } => {
                let element = self.with_vector(element, bytes, span);
                self.p.types.array(element, length)
            }
            TypeKind::Function(f) => {
                let function = *self.p.types.function(f);
                let result = self.with_vector(function.result, bytes, span);
                let params = self.p.types.params[function.params].to_vec();
                self.p.types.function_type(result, &params, function.variadic, function.prototyped)
            }
            _ => {
                let element = self.p.types.value_type(ty);
                if !self.check_vector(element, bytes, span) {
                    return ty;
                }
                let size = self.size_of(element).unwrap_or(1).max(1);
                let count = u32::try_from(bytes / size).unwrap_or(1).max(1);
                self.p.types.intern(TypeKind::Vector { element, count })
            }
        };
        let made = self.p.types.qualify(made, quals);
        self.p.types.canonical(made)
    }

    fn with_mode(&mut self, ty: TypeId, mode: Symbol) -> TypeId {
        let name = self.name(mode).trim_matches('_').to_string();
        let canonical = self.p.types.canonical(ty);
        let Some(made) = self.mode_type(&name, canonical) else { return ty };
        let made = self.p.types.qualify(made, canonical.quals());
        self.p.types.canonical(made)
    }

    pub(super) fn mode_type(&mut self, name: &str, ty: TypeId) -> Option<TypeId> {
        // `V4SI`: four elements of mode SI.
        if let Some(rest) = name.strip_prefix('V') {
            let digits = rest.find(|c: char| !c.is_ascii_digit())?;
            let count: u32 = rest[..digits].parse().ok()?;
            let element = self.mode_type(&rest[digits..], ty)?;
            return Some(self.p.types.intern(TypeKind::Vector { element, count }));
        }
        let float = |kind| Some(TypeId::float(kind));
        let size = match name {
            "QI" | "byte" => 1,
            "HI" => 2,
            "SI" => 4,
            "DI" => 8,
            "TI" => 16,
            "word" | "unwind_word" | "libgcc_cmp_return" | "libgcc_shift_count" => {
                self.p.target.pointer.size.max(self.p.target.int.size)
            }
            "pointer" => self.p.target.pointer.size,
            "HF" => return float(FloatKind::Float16),
            "SF" => return float(FloatKind::Float),
            "DF" => return float(FloatKind::Double),
            "XF" => return float(FloatKind::LongDouble),
            "TF" => return float(FloatKind::Float128),
            "SC" => return Some(self.p.types.corresponding_complex(TypeId::FLOAT)),
            "DC" => return Some(self.p.types.corresponding_complex(TypeId::DOUBLE)),
            "XC" => return Some(self.p.types.corresponding_complex(TypeId::LONG_DOUBLE)),
            "TC" => {
                let element = TypeId::float(FloatKind::Float128);
                return Some(self.p.types.corresponding_complex(element));
            }
            "SD" => return Some(TypeId::decimal(DecimalKind::Decimal32)),
            "DD" => return Some(TypeId::decimal(DecimalKind::Decimal64)),
            "TD" => return Some(TypeId::decimal(DecimalKind::Decimal128)),
            _ => return None,
        };
        if let TypeKind::Enum(e) = self.p.types.kind(ty) {
            let signed = self.p.target.int_type(self.p.types.enums[e].repr).signed;
            let repr = self.int_of_size(size, signed)?;
            if repr == self.p.types.enums[e].repr {
                return Some(ty);
            }
            // The same enumerators, another size: a type of its own.
            let copy = Enum { repr, ..self.p.types.enums[e] };
            let copy = self.p.types.enums.push(copy);
            return Some(self.p.types.intern(TypeKind::Enum(copy)));
        }
        if let TypeKind::Complex(element) = self.p.types.kind(ty) {
            let kind = self.p.types.int_kind(element)?;
            let kind = self.int_of_size(size, self.p.target.int_type(kind).signed)?;
            return Some(self.p.types.corresponding_complex(TypeId::int(kind)));
        }
        let kind = self.p.types.int_kind(ty)?;
        if kind == IntKind::Bool || self.p.target.int_extent(kind).size == size {
            return Some(ty);
        }
        Some(TypeId::int(self.int_of_size(size, self.p.target.int_type(kind).signed)?))
    }

    pub(super) fn int_of_size(&self, size: u8, signed: bool) -> Option<IntKind> {
        use IntKind::*;
        let pairs = [
            (SChar, UChar),
            (Short, UShort),
            (Int, UInt),
            (Long, ULong),
            (LongLong, ULongLong),
            (Int128, UInt128),
        ];
        let pair = pairs.into_iter().find(|p| self.p.target.int_extent(p.0).size == size)?;
        Some(if signed { pair.0 } else { pair.1 })
    }
}
