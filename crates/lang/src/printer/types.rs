//! Types: specifiers, declarators inside out, bodies of structs and enums.

use std::io::Write;

use super::{Naming, Printer, Tagged};
use crate::arena::List;
use crate::target::{FloatKind, IntKind};
use crate::tree::{Attr, DeclId, DeclKind, Function};
use crate::types::{
    ArrayLength, DecimalKind, FieldId, FunctionType, ParamStyle, Quals, TypeId, TypeKind,
};

/// What stands between a name and its specifiers, in the order in which one
/// reads a declaration aloud.
enum Part {
    Pointer(TypeId),
    Array { length: ArrayLength, quals: Quals, is_static: bool },
    Function(FunctionType),
    Prototype { params: List<DeclId>, variadic: bool, style: ParamStyle },
    Attrs(List<Attr>, Quals),
}

impl Part {
    /// It stands after the name.
    fn is_suffix(&self) -> bool {
        matches!(self, Part::Array { .. } | Part::Function(_) | Part::Prototype { .. })
    }
}

/// The name in a declarator.
#[derive(Clone, Copy, Default)]
pub(super) struct Named<'a> {
    /// Empty in an abstract declarator.
    pub name: &'a str,
    /// `[[…]]` right after it.
    pub attrs: List<Attr>,
    /// The function that is being defined: its parameters have names.
    pub function: Option<&'a Function>,
}

impl<'a> Printer<'a> {
    /// `int *[3]`
    pub(super) fn type_name(&mut self, ty: TypeId) {
        let base = self.leaf(ty);
        self.base(base);
        self.declarator(ty, base, Named::default());
    }

    // ---- declarators ----

    /// The next type towards the specifiers.
    fn inner(&self, ty: TypeId) -> Option<TypeId> {
        let types = &self.program.types;
        match types.written(ty) {
            TypeKind::Pointer(to) => Some(to),
            TypeKind::Array { element, .. } => Some(element),
            TypeKind::Function(f) => Some(types.function(f).result),
            TypeKind::Prototype { result, .. } => Some(result),
            TypeKind::Adjusted { from, .. } => Some(from),
            TypeKind::Attributed(of, _) => Some(of),
            _ => None,
        }
    }

    /// The type of the specifiers, if nobody says which it was. Attributes
    /// right on it belong to it.
    pub(super) fn leaf(&self, mut ty: TypeId) -> TypeId {
        let mut leaf = ty;
        while let Some(inner) = self.inner(ty) {
            if !matches!(self.program.types.written(ty), TypeKind::Attributed(..)) {
                leaf = inner;
            }
            ty = inner;
        }
        leaf
    }

    /// Whether a declarator leads from specifiers of type `base` to `ty`.
    pub(super) fn reaches(&self, mut ty: TypeId, base: TypeId) -> bool {
        while ty != base {
            match self.inner(ty) {
                Some(inner) => ty = inner,
                None => return false,
            }
        }
        true
    }

    fn parts(&self, mut ty: TypeId, base: TypeId) -> Vec<Part> {
        let types = &self.program.types;
        let mut parts = Vec::new();
        let mut brackets = (Quals::NONE, false);
        while ty != base {
            let Some(inner) = self.inner(ty) else { break };
            match types.written(ty) {
                TypeKind::Pointer(_) => parts.push(Part::Pointer(ty)),
                TypeKind::Array { length, .. } => {
                    let (quals, is_static) = std::mem::take(&mut brackets);
                    parts.push(Part::Array { length, quals, is_static });
                }
                TypeKind::Function(f) => parts.push(Part::Function(*types.function(f))),
                TypeKind::Prototype { params, variadic, style, .. } => {
                    parts.push(Part::Prototype { params, variadic, style });
                }
                TypeKind::Attributed(_, attrs) => parts.push(Part::Attrs(attrs, ty.quals())),
                TypeKind::Adjusted { quals, is_static, .. } => {
                    brackets = (quals.union(ty.quals()), is_static);
                }
                _ => {}
            }
            ty = inner;
        }
        parts
    }

    /// What follows the specifiers, with a space before it.
    pub(super) fn declarator(&mut self, ty: TypeId, base: TypeId, named: Named<'a>) {
        let parts = self.parts(ty, base);
        let first_prefix = parts.iter().position(|part| !part.is_suffix());
        if !named.name.is_empty() || first_prefix.is_some() {
            self.text(" ");
        }
        let in_parens = |i: usize| {
            !parts[i].is_suffix() && parts.get(i + 1).is_some_and(|next: &Part| next.is_suffix())
        };
        for i in (0..parts.len()).rev() {
            if in_parens(i) {
                self.text("(");
            }
            let more = !named.name.is_empty() || first_prefix < Some(i);
            self.prefix(&parts[i], more);
        }
        self.text(named.name);
        if !named.attrs.is_empty() {
            self.text(" ");
            self.standard_attrs(named.attrs);
        }
        let mut function = named.function;
        for (i, part) in parts.iter().enumerate() {
            self.suffix(part, &mut function);
            if in_parens(i) {
                self.text(")");
            }
        }
    }

    /// A part that stands before the name; `more` prefixes or the name follow.
    fn prefix(&mut self, part: &Part, more: bool) {
        let quals = match *part {
            Part::Pointer(ty) => {
                self.text("*");
                self.variant(ty);
                ty.quals()
            }
            Part::Attrs(attrs, quals) => {
                self.attrs(attrs);
                self.text(if quals.is_empty() { "" } else { " " });
                quals
            }
            _ => return,
        };
        self.quals(quals);
        let is_word = !quals.is_empty() || !self.out.ends_with(b"*");
        self.text(if is_word && more { " " } else { "" });
    }

    fn suffix(&mut self, part: &Part, function: &mut Option<&'a Function>) {
        match *part {
            Part::Array { length, quals, is_static } => {
                self.text("[");
                self.text(if is_static { "static " } else { "" });
                self.quals(quals);
                self.text(if quals.is_empty() { "" } else { " " });
                self.array_length(length);
                self.text("]");
            }
            Part::Function(ft) => match function.take() {
                Some(defined) if ft.prototyped => self.parameters(defined.params, ft.variadic),
                Some(defined) => self.parameter_names(defined.params),
                None => self.parameter_types(&ft),
            },
            Part::Prototype { params, variadic, style } => {
                let defined = function.take().map_or(params, |defined| defined.params);
                match style {
                    ParamStyle::Prototype => self.parameters(params, variadic),
                    ParamStyle::Names => self.parameter_names(defined),
                    ParamStyle::Empty => self.text("()"),
                }
            }
            Part::Pointer(_) | Part::Attrs(..) => {}
        }
    }

    fn array_length(&mut self, length: ArrayLength) {
        match length {
            ArrayLength::Unknown => {}
            ArrayLength::Fixed(n) => {
                self.decimal(n);
            }
            ArrayLength::Star => self.text("*"),
            ArrayLength::Variable(length) => self.expr(length, super::expressions::ASSIGN),
        }
    }

    fn parameter_types(&mut self, function: &FunctionType) {
        let params = &self.program.types.params[function.params];
        self.text("(");
        self.separated(params, |printer, ty| printer.type_name(ty));
        match (function.variadic, params.is_empty()) {
            (true, true) => self.text("..."),
            (true, false) => self.text(", ..."),
            (false, true) if function.prototyped => self.text("void"),
            _ => {}
        }
        self.text(")");
    }

    fn parameter_names(&mut self, params: List<DeclId>) {
        let program = self.program;
        self.text("(");
        self.separated(&program.decl_lists[params], |printer, param| {
            printer.name(program.decls[param].name);
        });
        self.text(")");
    }

    /// `(int n; int a[n], int n)`: a parameter that comes again is declared
    /// ahead (GNU).
    fn parameters(&mut self, params: List<DeclId>, variadic: bool) {
        let params = &self.program.decl_lists[params];
        self.text("(");
        for (i, &param) in params.iter().enumerate() {
            if i > 0 {
                let ahead = params[i..].contains(&params[i - 1]);
                self.text(if ahead { "; " } else { ", " });
            }
            self.parameter(param);
        }
        match (variadic, params.is_empty()) {
            (true, true) => self.text("..."),
            (true, false) => self.text(", ..."),
            (false, true) => self.text("void"),
            (false, false) => {}
        }
        self.text(")");
    }

    // ---- specifiers ----

    /// The type of the specifiers, its qualifiers first.
    pub(super) fn base(&mut self, ty: TypeId) {
        let quals = ty.quals();
        self.quals(quals);
        self.text(if quals.is_empty() { "" } else { " " });
        let types = &self.program.types;
        match types.written(ty) {
            TypeKind::Error => self.text("<error>"),
            TypeKind::Void => self.text("void"),
            TypeKind::Int(IntKind::Bool) if self.program.language.has_bool_keyword() => {
                self.text("bool")
            }
            TypeKind::Int(kind) => self.text(int_name(kind)),
            TypeKind::Float(kind) => self.text(float_name(kind)),
            TypeKind::Decimal(kind) => self.text(decimal_name(kind)),
            TypeKind::Complex(part) => {
                self.text("_Complex ");
                self.base(part);
            }
            TypeKind::Vector { element, count } => {
                self.base(element);
                let size = self.scalar_size(element) * u64::from(count);
                let _ = write!(self.out, " __attribute__((vector_size({size})))");
            }
            TypeKind::Record(record) => self.mention(ty, Tagged::Record(record)),
            TypeKind::Enum(id) => self.mention(ty, Tagged::Enum(id)),
            TypeKind::Typedef(decl) => {
                self.name(self.program.decls[decl].name);
            }
            TypeKind::TypeofExpr(expr) => {
                self.text("__typeof__(");
                self.expr(expr, 0);
                self.text(")");
            }
            TypeKind::TypeofType(of) => self.typeof_type(of),
            TypeKind::Definition(of) => self.definition(of),
            TypeKind::Qualified(of, quals) => {
                self.quals(quals);
                self.text(" ");
                self.base(of);
            }
            TypeKind::Attributed(of, attrs) => {
                self.base(of);
                self.text(" ");
                self.attrs(attrs);
            }
            TypeKind::VaList => self.text("__builtin_va_list"),
            TypeKind::AutoType => self.text("__auto_type"),
            // Derived types are no specifiers: only a made tree asks for it.
            TypeKind::Pointer(_)
            | TypeKind::Array { .. }
            | TypeKind::Function(_)
            | TypeKind::Adjusted { .. }
            | TypeKind::Prototype { .. } => self.typeof_type(ty.unqualified()),
        }
        self.variant(ty);
    }

    fn typeof_type(&mut self, ty: TypeId) {
        self.text("__typeof__(");
        self.type_name(ty);
        self.text(")");
    }

    pub(super) fn quals(&mut self, quals: Quals) {
        if quals.is_empty() {
            return;
        }
        let restrict =
            if self.program.language.has_restrict_keyword() { "restrict" } else { "__restrict" };
        let words = [
            (Quals::CONST, "const"),
            (Quals::VOLATILE, "volatile"),
            (Quals::RESTRICT, restrict),
            (Quals::ATOMIC, "_Atomic"),
        ];
        let mut space = "";
        for (qual, word) in words {
            if quals.has(qual) {
                self.text(space);
                self.text(word);
                space = " ";
            }
        }
    }

    /// What attributes made of a canonical type. A type as written has the
    /// attributes themselves.
    fn variant(&mut self, ty: TypeId) {
        let types = &self.program.types;
        let variant = types.variant(ty);
        if types.canonical(ty) != ty || variant == Default::default() {
            return;
        }
        if variant.align != 0 {
            let _ = write!(self.out, " __attribute__((aligned({})))", variant.align);
        }
        if variant.may_alias {
            self.text(" __attribute__((may_alias))");
        }
        match variant.segment {
            0 => {}
            1 => self.text(" __seg_fs"),
            _ => self.text(" __seg_gs"),
        }
    }

    fn scalar_size(&self, ty: TypeId) -> u64 {
        let (types, target) = (&self.program.types, &self.program.target);
        let extent = match types.kind(ty) {
            TypeKind::Float(kind) => target.float_extent(kind),
            TypeKind::Pointer(_) => target.pointer,
            _ => target.int_extent(types.int_kind(ty).unwrap_or(IntKind::Int)),
        };
        u64::from(extent.size)
    }

    // ---- structs, unions, enums ----

    /// `struct`, `union` or `enum`, the tag (`None` where there is none), and
    /// the attributes.
    fn head(&self, what: Tagged) -> (&'static str, Option<&'a str>, List<Attr>) {
        let program = self.program;
        let (keyword, tag, attrs) = match what {
            Tagged::Record(id) => {
                let record = &program.types.records[id];
                let keyword = if record.is_union { "union" } else { "struct" };
                (keyword, record.tag, record.attrs)
            }
            Tagged::Enum(id) => {
                let data = &program.types.enums[id];
                ("enum", data.tag, data.attrs)
            }
        };
        (keyword, tag.map(|tag| program.name(tag)), attrs)
    }

    fn mention(&mut self, ty: TypeId, what: Tagged) {
        if self.va_list(ty) {
            return;
        }
        let (keyword, tag, _) = self.head(what);
        self.text(keyword);
        self.text(" ");
        match tag {
            Some(tag) => self.text(tag),
            None if self.naming == Naming::Message => self.text("<unnamed>"),
            None => {
                let next = self.wanted.len() + 1;
                let number = *self.tagged.get(&what).unwrap_or(&next);
                self.wanted.entry(what).or_insert(number);
                self.invented_tag(number);
            }
        }
    }

    fn invented_tag(&mut self, number: usize) {
        let _ = write!(self.out, "elenchus_anonymous_{number}");
    }

    /// The record in `__builtin_va_list` has no name that one could write.
    fn va_list(&mut self, ty: TypeId) -> bool {
        let types = &self.program.types;
        let list = types.va_list();
        match types.kind(list) {
            TypeKind::Record(_) if list == ty.unqualified() => self.text("__builtin_va_list"),
            TypeKind::Array { element, .. } if element == ty.unqualified() => {
                self.text("__typeof__((*(__builtin_va_list *)0)[0])");
            }
            _ => return false,
        }
        true
    }

    /// With its body.
    fn definition(&mut self, ty: TypeId) {
        let what = match self.program.types.kind(ty) {
            TypeKind::Record(id) => Tagged::Record(id),
            TypeKind::Enum(id) => Tagged::Enum(id),
            _ => return self.base(ty),
        };
        if self.naming == Naming::Message || !self.defined.insert(what) {
            return self.mention(ty, what);
        }
        let (keyword, tag, attrs) = self.head(what);
        self.text(keyword);
        self.text(" ");
        if self.has_standard(attrs) {
            self.standard_attrs(attrs);
            self.text(" ");
        }
        match (tag, self.tagged.get(&what)) {
            (Some(tag), _) => self.text(tag),
            (None, Some(&number)) => self.invented_tag(number),
            (None, None) => {}
        }
        self.text(if self.out.ends_with(b" ") { "{" } else { " {" });
        match what {
            Tagged::Record(id) => self.members(self.program.types.fields(id)),
            Tagged::Enum(id) => self.enumerators(self.program.types.enums[id].enumerators),
        }
        self.text("}");
        self.gnu_attrs_after(attrs);
    }

    /// One line each; those that share a body share a line.
    fn members(&mut self, fields: &'a [FieldId]) {
        let mut shared: Option<TypeId> = None;
        self.indent += 1;
        for (i, &field) in fields.iter().enumerate() {
            let base = self.leaf(self.program.types.fields[field].written);
            if shared == Some(base) {
                self.text(",");
            } else {
                self.text(if i > 0 { ";" } else { "" });
                self.start_line();
                self.member_specifiers(field, base);
            }
            self.member_declarator(field, base);
            shared = self.has_body(base).then_some(base);
        }
        self.indent -= 1;
        if !fields.is_empty() {
            self.text(";");
            self.start_line();
        }
    }

    fn member_specifiers(&mut self, field: FieldId, base: TypeId) {
        let field = self.program.types.fields[field];
        if self.has_standard(field.attrs) {
            self.standard_attrs(field.attrs);
            self.text(" ");
        }
        if field.name.is_none() && field.width.is_none() {
            self.gnu_attrs_before(field.attrs);
        }
        self.alignas(field.align_attr, field.attrs);
        self.base(base);
    }

    fn member_declarator(&mut self, field: FieldId, base: TypeId) {
        let program = self.program;
        let field = program.types.fields[field];
        let name = field.name.map_or("", |name| program.name(name));
        self.declarator(field.written, base, Named { name, ..Named::default() });
        if let Some(width) = field.width {
            let _ = write!(self.out, " : {width}");
        }
        if !name.is_empty() || field.width.is_some() {
            self.gnu_attrs_after(field.attrs);
        }
    }

    fn enumerators(&mut self, list: List<DeclId>) {
        let program = self.program;
        for (i, &id) in program.decl_lists[list].iter().enumerate() {
            let decl = &program.decls[id];
            self.text(if i > 0 { "," } else { "" });
            self.wrap();
            self.name(decl.name);
            if self.has_standard(decl.attrs) {
                self.text(" ");
                self.standard_attrs(decl.attrs);
            }
            self.gnu_attrs_after(decl.attrs);
            if let DeclKind::Enumerator { written: Some(value), .. } = decl.kind {
                self.text(" = ");
                self.expr(value, super::expressions::CONDITIONAL);
            }
        }
        self.text(" ");
    }

    /// Printing it twice would define something twice.
    pub(super) fn has_body(&self, mut ty: TypeId) -> bool {
        loop {
            match self.program.types.written(ty) {
                TypeKind::Definition(_) | TypeKind::TypeofExpr(_) => return true,
                TypeKind::TypeofType(of) => ty = self.leaf(of),
                TypeKind::Attributed(of, _) | TypeKind::Qualified(of, _) => ty = of,
                _ => return false,
            }
        }
    }
}

fn int_name(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Bool => "_Bool",
        IntKind::Char => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned int",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
    }
}

fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Float16 => "_Float16",
        FloatKind::Float32 => "_Float32",
        FloatKind::Float64 => "_Float64",
        FloatKind::Float128 => "_Float128",
        FloatKind::Float32x => "_Float32x",
        FloatKind::Float64x => "_Float64x",
    }
}

fn decimal_name(kind: DecimalKind) -> &'static str {
    match kind {
        DecimalKind::Decimal32 => "_Decimal32",
        DecimalKind::Decimal64 => "_Decimal64",
        DecimalKind::Decimal128 => "_Decimal128",
    }
}
