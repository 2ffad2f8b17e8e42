//! Function definitions (6.9.1), at file scope and nested (GNU).

use elenchus_lang::arena::List;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{DeclId, DeclKind, Function, FunctionId, LabelId, ScopeKind, Storage};
use elenchus_lang::types::{ParamStyle, TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::declarations::New;
use super::declarators::DeclaredFunction;
use super::jumps::Jumps;
use super::specifiers::Specs;
use super::{Checker, FunctionContext};
use crate::syntax as syn;

impl Checker<'_> {
    pub(super) fn function_definition(&mut self, id: syn::FunctionId) -> Option<FunctionId> {
        let syntax = self.s.functions[id];
        let specs = self.specifiers(syntax.specs, false);
        self.implicit_int(&specs, syntax.span);
        let declared = self.declarator(specs.base, syntax.declarator);
        let (Some(name), Some(mut function)) = (declared.name, declared.function) else {
            self.report(syntax.span, "a function definition needs a name and parameters");
            return None;
        };
        self.check_function_storage(specs.storage, name);
        self.check_alignas_place(&specs, Some("a function"), name.span);
        let mut attrs = specs.attrs.clone();
        attrs.extend_from_slice(&declared.attrs);
        attrs.extend(self.attributes(syntax.attrs));
        let effects = self.effects(&attrs);

        // Old-style parameters are declared in the function's own scope, which
        // the function's type waits for: the scope opens first, the name is
        // declared outside of it.
        let old_style = self.old_style_params(&mut function, syntax.old_style);
        let written = match function.style {
            ParamStyle::Prototype if !self.p.types.is_error(declared.ty) => declared.ty,
            _ => self.function_written(&function),
        };
        let ty = self.apply(written, &effects, false);
        let ty = self.p.types.canonical(ty);
        let ty = self.type_by_prototype(name, &function, ty);
        let list = self.p.attrs.push(&attrs);
        let decl = self.declare(New {
            kind: DeclKind::Function,
            name,
            declarator: Span::NONE,
            written,
            ty,
            storage: specs.storage,
            attrs: list,
            asm_name: None,
            align: effects.align,
            defines: true,
            implicit_int: specs.implicit,
        });
        let ty = self.p.decls[decl].ty;
        let base = self.base_of_definition(&specs, decl);
        self.check_result(ty, syntax.span);
        let is_old_style = function.style == ParamStyle::Names;
        self.define_function(decl, name, is_old_style.then_some(function.params));
        let outer = self.function.as_ref().map(|f| f.decl);
        let scope = self.enter(ScopeKind::Function);
        self.bind_params(function.params);
        self.begin_function(decl, ty);
        let body = self.compound_here(syntax.body, scope);
        self.check_nested_defined();
        let labels = self.end_function();
        self.leave();
        let labels = self.p.label_lists.push(&labels);
        Some(self.p.functions.push(Function {
            decl,
            base,
            params: function.params,
            old_style,
            body,
            scope,
            labels,
            outer,
            span: syntax.span,
        }))
    }

    /// The specifiers' type: not `int` where an earlier declaration said void.
    fn base_of_definition(&self, specs: &Specs, decl: DeclId) -> TypeId {
        match self.p.types.written(self.p.decls[decl].written) {
            TypeKind::Prototype { result: TypeId::VOID, .. } if specs.implicit => TypeId::VOID,
            _ => specs.base,
        }
    }

    /// An old-style definition takes the type of a prototype before it, if its
    /// parameters have those types, promoted or not (gcc).
    fn type_by_prototype(&mut self, name: syn::Name, new: &DeclaredFunction, ty: TypeId) -> TypeId {
        if new.style != ParamStyle::Names {
            return ty;
        }
        let Some(earlier) = self.lookup_here(name.symbol) else { return ty };
        let old = self.p.decls[earlier].ty;
        let Some(function) = self.p.types.as_function(old).filter(|f| f.prototyped) else {
            return ty;
        };
        if !self.check_old_style_definition(&function, new.params, name) {
            return ty;
        }
        let result = self.p.types.as_function(ty).map_or(TypeId::ERROR, |f| f.result);
        let params = self.p.types.params[function.params].to_vec();
        self.p.types.function_type(result, &params, function.variadic, true)
    }

    fn check_result(&mut self, ty: TypeId, span: Span) {
        let Some(function) = self.p.types.as_function(ty) else { return };
        let result = function.result;
        if !self.p.types.is_void(result)
            && !self.p.types.is_complete(result)
            && !self.p.types.is_error(result)
        {
            let shown = self.show(result);
            self.report(span, format!("a function returns incomplete type '{shown}'"));
        }
    }

    fn bind_params(&mut self, params: List<DeclId>) {
        let scope = self.scope();
        for i in 0..params.len() {
            let param = self.p.decl_lists[params][i];
            self.p.decls[param].scope = scope;
            let name = self.name_symbol_of(param);
            if self.p.symbols.get(name).is_empty() {
                continue;
            }
            self.bind(name, param);
            let ty = self.p.decls[param].ty;
            if !self.p.types.is_complete(ty) && !self.p.types.is_error(ty) {
                let shown = self.show(ty);
                let span = self.p.decls[param].span;
                self.report(span, format!("a parameter has incomplete type '{shown}'"));
            }
        }
    }

    /// The parameters of an old-style definition: in the order of the names
    /// for the function, in the order of their declarations for the printer.
    fn old_style_params(
        &mut self,
        function: &mut DeclaredFunction,
        declarations: List<syn::DeclarationId>,
    ) -> List<DeclId> {
        if function.style != ParamStyle::Names {
            return List::EMPTY;
        }
        self.enter(ScopeKind::Prototype);
        let syntax = self.s;
        let mut declared: Vec<DeclId> = Vec::new();
        for &id in &syntax.declaration_lists[declarations] {
            let declaration = syntax.declarations[id];
            let syn::DeclarationKind::Declarators { specs, list } = declaration.kind else {
                continue;
            };
            let specs = self.specifiers(specs, false);
            self.check_param_storage(specs.storage, declaration.span);
            self.check_alignas_place(&specs, Some("a parameter"), declaration.span);
            for d in &syntax.init_declarators[list] {
                let one = self.declarator(specs.base, d.declarator);
                let mut attrs = specs.attrs.clone();
                attrs.extend_from_slice(&one.attrs);
                attrs.extend(self.attributes(d.attrs));
                declared.push(self.param_decl(&one, specs.storage, &attrs, d.span, &[]));
            }
        }
        let mut params = Vec::new();
        for name in &syntax.names[function.names] {
            let found = declared.iter().copied().find(|&d| self.p.decls[d].name == name.symbol);
            params.push(match found {
                Some(decl) => decl,
                // 6.9.1p6 asks for a declaration; gcc takes int.
                None => self.implicit_param(*name),
            });
        }
        for &decl in &declared {
            if !params.contains(&decl) {
                let span = self.p.decls[decl].span;
                let name = self.name(self.p.decls[decl].name).to_string();
                self.report(span, format!("'{name}' is declared as a parameter, but is none"));
            }
        }
        self.leave();
        function.params = self.p.decl_lists.push(&params);
        function.all_params = function.params;
        self.p.decl_lists.push(&declared)
    }

    fn implicit_param(&mut self, name: syn::Name) -> DeclId {
        let declared = super::declarators::Declared {
            name: Some(name),
            span: name.span,
            ty: TypeId::INT,
            attrs: Vec::new(),
            array: Default::default(),
            function: None,
        };
        self.param_decl(&declared, Storage::IMPLICIT, &[], name.span, &[])
    }

    fn begin_function(&mut self, decl: DeclId, ty: TypeId) {
        let result = match self.p.types.kind(ty) {
            TypeKind::Function(f) => self.p.types.function(f).result,
            _ => TypeId::ERROR,
        };
        let outer = self.function.take().map(Box::new);
        self.function = Some(FunctionContext {
            decl,
            result,
            labels: FxHashMap::default(),
            order: Vec::new(),
            defined: FxHashSet::default(),
            switches: Vec::new(),
            loops: 0,
            jumps: Jumps::default(),
            outer,
            outer_labels: self.labels_in_scope.len(),
        });
    }

    /// Reports labels that were used but never stood anywhere.
    fn end_function(&mut self) -> Vec<LabelId> {
        let Some(context) = self.function.take() else { return Vec::new() };
        debug_assert!(context.outer_labels <= self.labels_in_scope.len());
        for &label in &context.order {
            let mention = context.jumps.mention(label);
            if let (Some(place), false) = (mention, context.defined.contains(&label)) {
                let name = self.name(self.p.labels[label].name).to_string();
                self.report(place, format!("label '{name}' is used but stands nowhere"));
            }
        }
        self.check_gotos(&context.jumps);
        self.function = context.outer.map(|outer| *outer);
        context.order
    }
}
