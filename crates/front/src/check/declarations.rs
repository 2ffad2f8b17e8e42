//! Declarations (6.7): what they declare, linkage, and agreement with earlier
//! declarations of the same thing.

use elenchus_lang::arena::List;
use elenchus_lang::builtins;
use elenchus_lang::span::Span;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{
    Attr, Decl, DeclId, DeclKind, ExprId, Group, GroupId, Item, Linkage, Storage, StringId,
};
use elenchus_lang::types::{TypeId, TypeKind};

use super::specifiers::Specs;
use super::{Checker, entity};
use crate::syntax as syn;

/// A declaration about to be made.
pub(super) struct New {
    pub kind: DeclKind,
    pub name: syn::Name,
    /// See [`Decl::declarator`].
    pub declarator: Span,
    pub written: TypeId,
    pub ty: TypeId,
    pub storage: Storage,
    pub attrs: List<Attr>,
    pub asm_name: Option<StringId>,
    pub align: u32,
    /// It is a definition: has an initialiser or a body.
    pub defines: bool,
    /// Its type was not given: int, unless an earlier declaration says void.
    pub implicit_int: bool,
}

impl Checker<'_> {
    /// Names that every translation unit starts with.
    pub(super) fn predeclare(&mut self) {
        let mut rows = vec![("__builtin_ms_va_list", self.p.types.pointer(TypeId::CHAR))];
        rows.push(("__float80", TypeId::LONG_DOUBLE));
        if self.p.target.int128.is_some() {
            rows.push(("__int128_t", TypeId::INT128));
            rows.push(("__uint128_t", TypeId::UINT128));
        }
        for (name, ty) in rows {
            let symbol = self.p.symbols.intern(name);
            self.declare(New {
                kind: DeclKind::Typedef,
                name: syn::Name { symbol, span: Span::NONE },
                declarator: Span::NONE,
                written: ty,
                ty,
                storage: Storage::TYPEDEF.with(Storage::IMPLICIT),
                attrs: List::EMPTY,
                asm_name: None,
                align: 0,
                defines: false,
                implicit_int: false,
            });
        }
    }

    pub(super) fn file_declaration(&mut self, id: syn::DeclarationId, items: &mut Vec<Item>) {
        let declaration = self.s.declarations[id];
        match declaration.kind {
            syn::DeclarationKind::Empty => {}
            syn::DeclarationKind::StaticAssert { condition, message } => {
                let (condition, message) = self.static_assert(condition, message, declaration.span);
                items.push(Item::StaticAssert(condition, message));
            }
            syn::DeclarationKind::Declarators { specs, list } => {
                let group = self.group(specs, list, declaration.span);
                items.push(Item::Declaration(group));
            }
        }
    }

    /// 6.7.10
    pub(super) fn static_assert(
        &mut self,
        condition: syn::ExprId,
        message: List<Span>,
        span: Span,
    ) -> (ExprId, Option<StringId>) {
        let condition = self.value(condition);
        let syntax = self.s;
        let message = (!message.is_empty()).then(|| self.string(&syntax.spans[message]));
        match self.constant_int(condition) {
            Some(0) => {
                let text = message.map_or(String::new(), |m| {
                    let bytes = &self.p.bytes[self.p.strings[m].bytes];
                    format!(": \"{}\"", String::from_utf8_lossy(bytes))
                });
                self.report(span, format!("a static assertion fails{text}"));
            }
            Some(_) => {}
            None if self.p.types.is_error(self.ty(condition)) => {}
            None => self.report(span, "the condition of a static assertion is not a constant"),
        }
        (condition, message)
    }

    /// `specifiers declarator = init, …;`
    pub(super) fn group(
        &mut self,
        specs: syn::SpecsId,
        list: List<syn::InitDeclarator>,
        span: Span,
    ) -> GroupId {
        let specs = self.specifiers(specs, list.is_empty());
        let syntax = self.s;
        if list.is_empty() {
            self.check_empty_storage(specs.storage, span);
        }
        let mark = self.pending_decls.len();
        for declarator in &syntax.init_declarators[list] {
            self.implicit_int(&specs, declarator.span);
            if let Some(decl) = self.init_declarator(&specs, declarator) {
                self.pending_decls.push(decl);
            }
        }
        let decls = self.take_decls(mark);
        self.p.groups.push(Group { base: specs.base, decls, storage: specs.storage, span })
    }

    fn init_declarator(&mut self, specs: &Specs, d: &syn::InitDeclarator) -> Option<DeclId> {
        let declared = self.declarator(specs.base, d.declarator);
        self.check_brackets(&declared);
        let Some(name) = declared.name else {
            self.report(d.span, "a declaration without a name");
            return None;
        };
        let mut attrs = specs.attrs.clone();
        attrs.extend_from_slice(&declared.attrs);
        self.add_attributes(d.attrs, &mut attrs);
        let effects = self.effects(&attrs);
        let is_typedef = specs.storage.has(Storage::TYPEDEF);
        let applied = self.apply(declared.ty, &effects, is_typedef);
        let mut ty = self.p.types.canonical(applied);
        let is_function = self.p.types.is_function(ty);
        if is_function && !is_typedef {
            // GNU's `volatile void f(void)`, and `const`: as attributes.
            ty = ty.unqualified();
        }
        let kind = match (is_typedef, is_function) {
            (true, _) => DeclKind::Typedef,
            (false, true) => DeclKind::Function,
            (false, false) => DeclKind::Variable,
        };
        if matches!(self.p.types.written(specs.base), TypeKind::AutoType) {
            return self.auto_type(specs, d, name, attrs);
        }
        let syntax = self.s;
        let asm_name = (!d.asm_label.is_empty()).then(|| self.string(&syntax.spans[d.asm_label]));
        let list = self.p.attrs.push(&attrs);
        self.check_storage(kind, specs.storage, name, d);
        self.check_initialised(kind, ty, specs.storage, d);
        self.check_alignas_place(specs, is_function.then_some("a function"), name.span);
        self.check_alignas_value(specs, ty, name.span);
        if self.at_file_scope() && self.p.types.is_variably_modified(ty) {
            self.report(d.span, "an array at file scope whose length is not a constant");
        }
        let decl = self.declare(New {
            kind,
            name,
            declarator: d.head,
            written: declared.ty,
            ty,
            storage: specs.storage,
            attrs: list,
            asm_name,
            align: effects.align.max(specs.align),
            defines: d.init.is_some(),
            implicit_int: specs.implicit,
        });
        if let Some(init) = d.init {
            self.init_decl(decl, init);
        } else if kind == DeclKind::Variable {
            self.check_complete(decl, d.span);
        }
        if kind == DeclKind::Variable {
            self.check_fixed_size(decl);
        }
        if kind != DeclKind::Function {
            self.note_variably_modified(decl);
        }
        Some(decl)
    }

    fn check_initialised(
        &mut self,
        kind: DeclKind,
        ty: TypeId,
        storage: Storage,
        d: &syn::InitDeclarator,
    ) {
        let Some(init) = d.init else { return };
        let problem = match kind {
            DeclKind::Typedef => "a typedef is initialised",
            DeclKind::Function => "a function is initialised like a variable",
            _ if storage.has(Storage::EXTERN) && !self.at_file_scope() => {
                "an extern declaration in a block has an initialiser"
            }
            _ if self.p.types.has_variable_size(ty) => {
                let empty =
                    matches!(self.s.inits[init].kind, syn::InitKind::List(l) if l.is_empty());
                if empty {
                    return;
                }
                "an object of variable size has an initialiser"
            }
            _ => return,
        };
        self.report(d.span, problem);
    }

    pub(super) fn init_decl(&mut self, decl: DeclId, init: syn::InitId) {
        let Decl { ty, storage, linkage, .. } = self.p.decls[decl];
        let is_static = linkage != Linkage::None || storage.has(Storage::STATIC);
        let (init, complete) = self.initializer(init, ty, is_static);
        if is_static {
            self.check_static_init(init);
        }
        let d = &mut self.p.decls[decl];
        d.init = Some(init);
        d.ty = complete;
    }

    /// GNU's `__auto_type x = e;`: the type is the initialiser's.
    fn auto_type(
        &mut self,
        specs: &Specs,
        d: &syn::InitDeclarator,
        name: syn::Name,
        attrs: Vec<Attr>,
    ) -> Option<DeclId> {
        let Some(init) = d.init else {
            self.report(d.span, "'__auto_type' needs an initialiser");
            return None;
        };
        let syn::InitKind::Expr(expr) = self.s.inits[init].kind else {
            self.report(d.span, "'__auto_type' needs an expression as initialiser");
            return None;
        };
        let value = self.value(expr);
        let quals = self.p.types.canonical(specs.base).quals();
        let ty = self.p.types.qualify(self.ty(value), quals);
        let effects = self.effects(&attrs);
        let list = self.p.attrs.push(&attrs);
        let decl = self.declare(New {
            kind: DeclKind::Variable,
            name,
            declarator: d.head,
            written: specs.base,
            ty,
            storage: specs.storage,
            attrs: list,
            asm_name: None,
            align: effects.align.max(specs.align),
            defines: true,
            implicit_int: false,
        });
        let span = self.s.inits[init].span;
        let kind = elenchus_lang::tree::InitKind::Expr(value);
        let init = self.p.inits.push(elenchus_lang::tree::Init { kind, ty, span });
        self.p.decls[decl].init = Some(init);
        Some(decl)
    }

    // ---- declaring ----

    /// Adds a declaration to the scope and joins it with earlier ones.
    pub(super) fn declare(&mut self, new: New) -> DeclId {
        let symbol = new.name.symbol;
        self.check_hidden_static(&new);
        let linkage = self.linkage(&new);
        let here = self.lookup_here(symbol);
        let earlier = match linkage {
            Linkage::None => here,
            _ => here.or_else(|| self.linked(symbol)),
        };
        let mut new = new;
        let mut ty = new.ty;
        let mut joined = None;
        if let Some(earlier) = earlier {
            self.default_to_void(earlier, &mut new);
            if self.agrees(earlier, &new, linkage, here.is_some()) {
                joined = Some(entity(self.p, earlier));
                ty = self.joined_type(earlier, &new);
            }
        }
        let scope = self.scope();
        let entity = joined.unwrap_or(elenchus_lang::arena::Id::new(self.p.decls.len()));
        let decl = self.p.decls.push(Decl {
            kind: new.kind,
            name: symbol,
            ty,
            written: new.written,
            storage: new.storage,
            linkage,
            attrs: new.attrs,
            asm_name: new.asm_name,
            init: None,
            scope,
            entity,
            align: new.align,
            span: new.name.span,
            declarator: new.declarator,
        });
        self.bind(symbol, decl);
        if linkage != Linkage::None {
            self.link(symbol, decl);
        }
        decl
    }

    /// 6.2.2
    fn linkage(&self, new: &New) -> Linkage {
        let storage = new.storage;
        let function = new.kind == DeclKind::Function;
        if !matches!(new.kind, DeclKind::Variable | DeclKind::Function) {
            return Linkage::None;
        }
        let earlier = |c: &Self| {
            let visible =
                c.lookup(new.name.symbol).filter(|&d| c.p.decls[d].linkage != Linkage::None);
            let known = visible.or_else(|| c.linked(new.name.symbol));
            known.map_or(Linkage::External, |d| c.p.decls[d].linkage)
        };
        if self.at_file_scope() {
            match storage.has(Storage::STATIC) {
                true => Linkage::Internal,
                false if storage.has(Storage::EXTERN) || function => earlier(self),
                false => Linkage::External,
            }
        } else if storage.has(Storage::EXTERN) {
            earlier(self)
        } else if function && storage.has(Storage::AUTO) {
            // GNU's forward declaration of a nested function.
            Linkage::None
        } else if function && new.defines {
            Linkage::None
        } else if function {
            earlier(self)
        } else {
            Linkage::None
        }
    }

    fn agrees(&mut self, earlier: DeclId, new: &New, linkage: Linkage, same_scope: bool) -> bool {
        let old = self.p.decls[earlier];
        let name = |c: &Self| c.name(new.name.symbol).to_string();
        if old.kind != new.kind {
            if same_scope {
                let note = vec![("declared here".to_string(), old.span)];
                let message = format!("'{}' is declared again as something else", name(self));
                self.diagnostics.error_with(new.name.span, message, note);
            }
            return false;
        }
        if !self.p.types.compatible(old.ty, new.ty) && !self.tolerates(&old, new) {
            let (was, is) = (self.show(old.ty), self.show(new.ty));
            let note = vec![(format!("declared here as '{was}'"), old.span)];
            let message = format!("'{}' is declared again with another type, '{is}'", name(self));
            self.diagnostics.error_with(new.name.span, message, note);
            return false;
        }
        let nested = new.kind == DeclKind::Function;
        let twice = linkage == Linkage::None
            && old.linkage == Linkage::None
            && !matches!(new.kind, DeclKind::Typedef)
            && !nested;
        if twice {
            let note = vec![("declared here".to_string(), old.span)];
            let message = format!("'{}' is declared twice in one scope", name(self));
            self.diagnostics.error_with(new.name.span, message, note);
            return false;
        }
        if new.kind == DeclKind::Variable && new.defines && old.init.is_some() {
            let note = vec![("defined here".to_string(), old.span)];
            let message = format!("'{}' is defined twice", name(self));
            self.diagnostics.error_with(new.name.span, message, note);
        } else {
            self.check_redeclaration(&old, new, linkage, same_scope);
            self.check_prototype_after(&old, new);
        }
        true
    }

    /// Where gcc only warns: a function declared implicitly before, or one
    /// that it knows itself.
    fn tolerates(&self, old: &Decl, new: &New) -> bool {
        let name = self.name(new.name.symbol);
        let function = new.kind == DeclKind::Function;
        function
            && (old.storage.has(Storage::IMPLICIT)
                || builtins::lookup(name.as_bytes()).is_some_and(|b| b.library)
                    && old.span.is_none())
    }

    /// `void f(int); f(int x) {}`: gcc keeps void, as if it had been written.
    /// The parameters, too, are those of the earlier declaration, and where
    /// that makes a difference the type must stay unwritten.
    fn default_to_void(&mut self, earlier: DeclId, new: &mut New) {
        let old = self.p.decls[earlier].ty;
        let function = self.p.types.as_function(old);
        let void = function.is_some_and(|f| self.p.types.is_void(f.result));
        let TypeKind::Prototype { result, params, variadic, style } =
            self.p.types.written(new.written)
        else {
            return;
        };
        if !(new.implicit_int && void && result == TypeId::INT) {
            return;
        }
        let Some(own) = self.p.types.as_function(new.ty) else { return };
        let own_params = self.p.types.params[own.params].to_vec();
        let own =
            self.p.types.function_type(TypeId::VOID, &own_params, own.variadic, own.prototyped);
        let agrees = self.p.types.compatible(own, old) && self.p.types.composite(own, old) == old;
        if !agrees && new.defines {
            new.storage = new.storage.with(Storage::UNTYPED);
        }
        let written = TypeKind::Prototype { result: TypeId::VOID, params, variadic, style };
        new.ty = if agrees || !new.defines { own } else { self.p.types.canonical(old) };
        new.written = self.p.types.prototype(written, new.ty);
    }

    fn joined_type(&mut self, earlier: DeclId, new: &New) -> TypeId {
        let old = self.p.decls[earlier];
        if new.kind == DeclKind::Typedef {
            // The strictest alignment stays.
            let align = |ty| self.p.types.variant(ty).align;
            return if align(old.ty) > align(new.ty) { old.ty } else { new.ty };
        }
        if old.storage.has(Storage::IMPLICIT) {
            return new.ty;
        }
        // An array that was completed in an inner scope stays as it is outside.
        self.p.types.composite(new.ty, old.ty)
    }

    pub(super) fn name_symbol_of(&self, decl: DeclId) -> Symbol {
        self.p.decls[decl].name
    }
}
