//! Storage classes and alignment specifiers where they may not stand (6.7.1,
//! 6.7.4, 6.7.5). Two storage classes in one declaration are the parser's
//! matter.

use elenchus_lang::layout;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{DeclKind, Storage};
use elenchus_lang::types::TypeId;

use super::Checker;
use super::specifiers::Specs;
use crate::syntax as syn;

/// What gcc counts as a storage class.
const CLASSES: [(Storage, &str); 6] = [
    (Storage::TYPEDEF, "typedef"),
    (Storage::EXTERN, "extern"),
    (Storage::STATIC, "static"),
    (Storage::AUTO, "auto"),
    (Storage::REGISTER, "register"),
    (Storage::THREAD, "_Thread_local"),
];

/// The storage class among these words, if any.
fn class_of(storage: Storage) -> Option<&'static str> {
    if storage == Storage::default() {
        return None;
    }
    CLASSES.iter().find(|(class, _)| storage.has(*class)).map(|(_, name)| *name)
}

impl Checker<'_> {
    /// Of a variable, a function without body or a typedef.
    pub(super) fn check_storage(
        &mut self,
        kind: DeclKind,
        storage: Storage,
        name: syn::Name,
        d: &syn::InitDeclarator,
    ) {
        if storage.has(Storage::TYPEDEF) || class_of(storage).is_none() {
            return;
        }
        let outside = self.at_file_scope();
        let shown = self.name(name.symbol);
        let function = kind == DeclKind::Function;
        let problem = if outside && storage.has(Storage::AUTO) {
            format!("'{shown}' is declared 'auto' outside of functions")
        } else if function && storage.has(Storage::REGISTER.with(Storage::THREAD)) {
            format!("function '{shown}' cannot be 'register' or '_Thread_local'")
        } else if function && !outside && storage.has(Storage::STATIC) {
            format!("function '{shown}' is declared 'static' inside a block")
        } else if !function && outside && storage.has(Storage::REGISTER) && d.asm_label.is_empty() {
            format!("global register variable '{shown}' needs a register: asm(\"name\")")
        } else if !function
            && !outside
            && storage.has(Storage::THREAD)
            && !storage.has(Storage::STATIC.with(Storage::EXTERN))
        {
            format!("'{shown}' is '_Thread_local' in a block: make it 'static' or 'extern' too")
        } else {
            return;
        };
        self.report(name.span, problem);
    }

    /// Of a function definition.
    pub(super) fn check_function_storage(&mut self, storage: Storage, name: syn::Name) {
        let forbidden = match self.at_file_scope() {
            true => Storage::TYPEDEF.with(Storage::REGISTER).with(Storage::THREAD),
            false => Storage(!Storage::AUTO.0),
        };
        let class = class_of(Storage(storage.0 & forbidden.0));
        if let Some(class) = class {
            let shown = self.name(name.symbol).to_string();
            self.report(name.span, format!("the definition of '{shown}' is declared '{class}'"));
        }
    }

    /// A parameter may be `register`, nothing else (6.7.6.3p2).
    pub(super) fn check_param_storage(&mut self, storage: Storage, span: Span) {
        let others = Storage(storage.0 & !Storage::REGISTER.0);
        if let Some(class) = class_of(others) {
            self.report(span, format!("a parameter is declared '{class}'"));
        }
    }

    /// Members and type names have none at all.
    pub(super) fn check_no_storage(&mut self, specs: &Specs, what: &str, span: Span) {
        let function = Storage::INLINE.with(Storage::NORETURN);
        let class = match class_of(specs.storage) {
            None if specs.storage.has(function) => Some("inline' or '_Noreturn"),
            class => class,
        };
        if let Some(class) = class {
            self.report(span, format!("{what} is declared '{class}'"));
        }
    }

    /// A declaration that declares no name.
    pub(super) fn check_empty_storage(&mut self, storage: Storage, span: Span) {
        let nowhere = Storage::INLINE.with(Storage::NORETURN);
        let outside = Storage::AUTO.with(Storage::REGISTER);
        if storage.has(nowhere) {
            self.report(span, "'inline' or '_Noreturn' in a declaration that declares nothing");
        } else if self.at_file_scope() && storage.has(outside) {
            self.report(span, "'auto' or 'register' outside of functions");
        }
    }

    /// 6.7.5p2
    pub(super) fn check_alignas_place(&mut self, specs: &Specs, what: Option<&str>, span: Span) {
        if !specs.alignas {
            return;
        }
        let what = match what {
            Some(what) => what,
            None if specs.storage.has(Storage::TYPEDEF) => "a typedef",
            None if specs.storage.has(Storage::REGISTER) => "a register variable",
            None => return,
        };
        self.report(span, format!("'_Alignas' on {what}"));
    }

    /// 6.7.5p4: never less than the type has by itself.
    pub(super) fn check_alignas_value(&mut self, specs: &Specs, ty: TypeId, span: Span) {
        if specs.align == 0 || !self.p.types.is_complete(ty) {
            return;
        }
        let own = layout::align_of(&self.p.types, &self.p.target, ty);
        if specs.align < own {
            let asked = specs.align;
            let message = format!("'_Alignas' asks for {asked}, less than the {own} of the type");
            self.report(span, message);
        }
    }
}
