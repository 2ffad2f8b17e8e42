//! Declarators (6.7.6): from the specifiers' type to the declared one.

use elenchus_lang::arena::List;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{Attr, Decl, DeclId, DeclKind, Linkage, ScopeKind, Storage};
use elenchus_lang::types::{ArrayLength, ParamStyle, Quals, TypeId, TypeKind};

use super::Checker;
use crate::syntax::{self as syn, Length, Params, Part};

/// How many arrays and functions may be within each other in a type: those
/// who look at types recurse. C asks for 12 (5.2.4.1), clang takes 256.
const DEEPEST_TYPE: u32 = 500;

/// What a declarator declares.
pub(super) struct Declared {
    pub name: Option<syn::Name>,
    /// Of the declarator.
    pub span: Span,
    /// As written.
    pub ty: TypeId,
    pub attrs: Vec<Attr>,
    /// Qualifiers and `static` in the brackets of a parameter's array.
    pub array: (Quals, bool),
    /// The parameters, if what is declared is itself a function.
    pub function: Option<DeclaredFunction>,
}

#[derive(Clone, Copy)]
pub(super) struct DeclaredFunction {
    pub params: List<DeclId>,
    /// Those of a prototype with GNU's forward declarations among them.
    pub all_params: List<DeclId>,
    /// Of an old-style declarator.
    pub names: List<syn::Name>,
    pub style: ParamStyle,
    pub result: TypeId,
    pub variadic: bool,
}

impl Checker<'_> {
    pub(super) fn declarator(&mut self, base: TypeId, id: syn::DeclaratorId) -> Declared {
        let syntax = self.s;
        let declarator = &syntax.declarators[id];
        let mut declared = Declared {
            name: declarator.name,
            span: declarator.span,
            ty: base,
            attrs: Vec::new(),
            array: (Quals::NONE, false),
            function: None,
        };
        let parts = &syntax.parts[declarator.parts];
        let outermost = parts.iter().position(|part| !matches!(part, Part::Attrs(_)));
        for (i, part) in parts.iter().enumerate().rev() {
            self.part(&mut declared, part, Some(i) == outermost);
        }
        declared
    }

    fn part(&mut self, declared: &mut Declared, part: &Part, outermost: bool) {
        match *part {
            Part::Pointer { quals, attrs } => {
                let pointer = self.p.types.pointer(declared.ty);
                let pointer = self.qualified(pointer, self.qualifiers(quals), declared.span);
                declared.ty = self.attributed(pointer, attrs);
            }
            Part::Array { quals, is_static, length, span } => {
                let array = self.array_part(declared.ty, length, span);
                declared.ty = self.unless_too_deep(array, span);
                // Only an outermost array of a parameter may have them (6.7.6.2p1).
                if outermost {
                    declared.array = (self.qualifiers(quals), is_static);
                } else if is_static || quals.0 != 0 {
                    self.report(span, "'static' or a qualifier in the brackets of an inner array");
                }
            }
            Part::Function { params, span } => {
                let function = self.function_part(declared.ty, params, span);
                let written = self.function_written(&function);
                declared.ty = self.unless_too_deep(written, span);
                declared.function = outermost.then_some(function);
            }
            Part::Attrs(attrs) => {
                let attrs = self.attributes(attrs);
                declared.attrs.extend(attrs);
            }
        }
    }

    fn unless_too_deep(&mut self, ty: TypeId, span: Span) -> TypeId {
        if self.p.types.depth(ty) <= DEEPEST_TYPE {
            return ty;
        }
        self.report(span, "a type of too many arrays and functions within each other");
        TypeId::ERROR
    }

    /// `static` and qualifiers in brackets are for parameters (6.7.6.2p1).
    pub(super) fn check_brackets(&mut self, declared: &Declared) {
        if declared.array != (Quals::NONE, false) {
            let message = "'static' or a qualifier in the brackets of what is no parameter";
            self.report(declared.span, message);
        }
    }

    /// A type with attributes of its own, as after the `*` of a pointer.
    fn attributed(&mut self, ty: TypeId, attrs: List<syn::Attr>) -> TypeId {
        if attrs.is_empty() {
            return ty;
        }
        let attrs = self.attributes(attrs);
        let effects = self.effects(&attrs);
        let meaning = self.apply(ty, &effects, true);
        let list = self.p.attrs.push(&attrs);
        self.p.types.alias(TypeKind::Attributed(ty, list), meaning)
    }

    /// 6.7.6.2
    fn array_part(&mut self, element: TypeId, length: Length, span: Span) -> TypeId {
        let incomplete = !self.p.types.is_complete(element) && !self.p.types.is_error(element);
        if self.p.types.is_void(element) || self.p.types.is_function(element) || incomplete {
            let shown = self.show(element);
            self.report(span, format!("an array of '{shown}', whose size is not known"));
            return TypeId::ERROR;
        }
        let length = match length {
            Length::Unknown => ArrayLength::Unknown,
            Length::Star if self.in_prototype() => ArrayLength::Star,
            Length::Star => {
                self.report(span, "'[*]' outside of a prototype's parameters");
                ArrayLength::Fixed(1)
            }
            Length::Expr(expr) => self.array_length(expr, span),
        };
        if let (ArrayLength::Fixed(count), Some(size)) = (length, self.size_of(element)) {
            if count.checked_mul(size).is_none_or(|bytes| bytes > self.largest_object()) {
                self.report(span, "an array is too large");
                return TypeId::ERROR;
            }
        }
        self.p.types.array(element, length)
    }

    fn array_length(&mut self, expr: syn::ExprId, span: Span) -> ArrayLength {
        let value = self.value(expr);
        let ty = self.ty(value);
        if self.p.types.is_error(ty) {
            return ArrayLength::Fixed(1);
        }
        if !self.p.types.is_integer(ty) {
            let shown = self.show(ty);
            self.report(span, format!("the length of an array has type '{shown}'"));
            return ArrayLength::Fixed(1);
        }
        match self.constant_int(value) {
            Some(n) => match u64::try_from(n) {
                Ok(n) => ArrayLength::Fixed(n),
                Err(_) => {
                    self.report(span, "the length of an array is negative");
                    ArrayLength::Fixed(1)
                }
            },
            None => ArrayLength::Variable(value),
        }
    }

    fn in_prototype(&self) -> bool {
        self.p.scopes[self.scope()].kind == ScopeKind::Prototype
    }

    /// 6.7.6.3
    fn function_part(&mut self, result: TypeId, params: Params, span: Span) -> DeclaredFunction {
        if self.p.types.is_array(result) || self.p.types.is_function(result) {
            let shown = self.show(result);
            self.report(span, format!("a function cannot return '{shown}'"));
        }
        let mut function = DeclaredFunction {
            params: List::EMPTY,
            all_params: List::EMPTY,
            names: List::EMPTY,
            style: ParamStyle::Empty,
            result,
            variadic: false,
        };
        match params {
            Params::Empty => {}
            Params::Names(names) => {
                function.names = names;
                function.style = ParamStyle::Names;
            }
            Params::Prototype { list, variadic } => {
                if variadic && list.is_empty() {
                    self.report(span, "'...' needs a named parameter before it");
                }
                self.enter(ScopeKind::Prototype);
                match self.nested(|c| c.prototype_params(list, variadic)) {
                    Some((params, all)) => (function.params, function.all_params) = (params, all),
                    None => self.report(span, "parameters are nested too deeply"),
                }
                function.style = ParamStyle::Prototype;
                function.variadic = variadic;
                self.leave();
            }
        }
        function
    }

    pub(super) fn function_written(&mut self, function: &DeclaredFunction) -> TypeId {
        let DeclaredFunction { params, all_params, style, result, variadic, .. } = *function;
        let prototyped = style == ParamStyle::Prototype;
        let mut types = std::mem::take(&mut self.param_types);
        types.clear();
        if prototyped {
            let decls = self.p.decl_lists[params].iter();
            types.extend(decls.map(|&d| self.p.types.value_type(self.p.decls[d].ty)));
        }
        let canonical = self.p.types.canonical(result);
        let meaning = self.p.types.function_type(canonical, &types, variadic, prototyped);
        self.param_types = types;
        let params = all_params;
        self.p.types.prototype(TypeKind::Prototype { result, params, variadic, style }, meaning)
    }

    /// The parameters, and the same with those that are declared ahead (GNU).
    fn prototype_params(
        &mut self,
        list: List<syn::Param>,
        variadic: bool,
    ) -> (List<DeclId>, List<DeclId>) {
        let syntax = self.s;
        let params = &syntax.params[list];
        if let [only] = params {
            if self.is_void_param(only) {
                if variadic {
                    self.report(only.span, "'void' is not the only parameter");
                }
                return (List::EMPTY, List::EMPTY);
            }
        }
        let mark = self.pending_decls.len();
        let mut forward = Vec::new();
        for param in params {
            let decl = self.param(param, &forward);
            if param.forward {
                forward.push(decl);
            }
            self.pending_decls.push(decl);
        }
        let all = self.take_decls(mark);
        if forward.is_empty() {
            return (all, all);
        }
        let own = &self.p.decl_lists[all][forward.len()..];
        let lost = forward.into_iter().find(|decl| !own.contains(decl));
        let own = own.to_vec();
        if let Some(decl) = lost {
            let span = self.p.decls[decl].span;
            self.report(span, "a parameter has just a forward declaration");
        }
        (self.p.decl_lists.push(&own), all)
    }

    /// `(void)`
    fn is_void_param(&mut self, param: &syn::Param) -> bool {
        let declarator = self.s.declarators[param.declarator];
        let specs = &self.s.specs[param.specs];
        if declarator.name.is_some() || !declarator.parts.is_empty() {
            return false;
        }
        let is_void = match specs.ty {
            syn::TypeSpec::Words(words) => words == syn::Word::VOID,
            syn::TypeSpec::TypedefName(name) => {
                self.lookup(name).is_some_and(|d| self.p.types.is_void(self.p.decls[d].ty))
            }
            _ => false,
        };
        is_void && specs.quals.0 == 0 && specs.storage.0 == 0
    }

    /// `forward` are declared already, for those after them to use.
    fn param(&mut self, param: &syn::Param, forward: &[DeclId]) -> DeclId {
        let specs = self.specifiers(param.specs, false);
        self.check_param_storage(specs.storage, param.span);
        self.check_alignas_place(&specs, Some("a parameter"), param.span);
        let declared = self.declarator(specs.base, param.declarator);
        let mut attrs = specs.attrs.clone();
        attrs.extend_from_slice(&declared.attrs);
        self.add_attributes(param.attrs, &mut attrs);
        self.param_decl(&declared, specs.storage, &attrs, param.span, forward)
    }

    /// A parameter, its type adjusted (6.7.6.3p7, p8).
    pub(super) fn param_decl(
        &mut self,
        declared: &Declared,
        storage: Storage,
        attrs: &[Attr],
        span: Span,
        forward: &[DeclId],
    ) -> DeclId {
        let name = declared.name;
        let effects = self.effects(attrs);
        let applied = self.apply(declared.ty, &effects, false);
        let (written, ty) = self.adjust_param(declared, applied);
        if self.p.types.is_void(ty) && name.is_none() {
            self.report(span, "'void' with a qualifier, or beside other parameters");
        }
        let list = self.p.attrs.push(attrs);
        let scope = self.scope();
        let empty = self.p.symbols.intern("");
        let earlier = name.and_then(|name| self.lookup_here(name.symbol));
        // A forward declaration is taken up; anything else is twice.
        let same = earlier.filter(|earlier| {
            forward.contains(earlier) && self.p.types.compatible(self.p.decls[*earlier].ty, ty)
        });
        if let (Some(name), true) = (name, earlier != same) {
            let shown = self.name(name.symbol).to_string();
            self.report(name.span, format!("parameter '{shown}' is declared twice"));
        }
        let entity = same.unwrap_or(elenchus_lang::arena::Id::new(self.p.decls.len()));
        let decl = Decl {
            kind: DeclKind::Parameter,
            name: name.map_or(empty, |n| n.symbol),
            ty: self.p.types.canonical(ty),
            written,
            storage,
            linkage: Linkage::None,
            attrs: list,
            asm_name: None,
            init: None,
            scope,
            entity,
            align: effects.align,
            span: name.map_or(span, |n| n.span),
            declarator: span,
        };
        if let Some(same) = same {
            self.p.decls[same] = decl;
            return same;
        }
        let decl = self.p.decls.push(decl);
        if let Some(name) = name {
            self.bind(name.symbol, decl);
        }
        decl
    }

    fn adjust_param(&mut self, declared: &Declared, ty: TypeId) -> (TypeId, TypeId) {
        let from = declared.ty;
        let (quals, is_static) = declared.array;
        let meaning = match self.p.types.kind(ty) {
            TypeKind::Array { element, .. } => {
                let pointer = self.p.types.pointer(element);
                self.p.types.qualify(pointer, quals)
            }
            TypeKind::Function(_) => {
                let function = self.p.types.canonical(ty);
                self.p.types.pointer(function)
            }
            _ => return (from, ty),
        };
        (self.p.types.alias(TypeKind::Adjusted { from, quals, is_static }, meaning), meaning)
    }
}
