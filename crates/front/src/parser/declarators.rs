//! Declarators, parameters and type names.

use elenchus_lang::arena::List;
use elenchus_lang::span::Span;

use super::{Parser, mark, take};
use crate::syntax::*;
use crate::token::TokenKind::*;

/// Which declarators may stand at a place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// With a name.
    Named,
    /// With or without: a parameter. Here a type name in parentheses is a
    /// parameter list, never the declared name (6.7.6.3p11).
    Either,
    /// Without a name.
    Abstract,
}

impl Parser<'_> {
    /// `declarator: pointer* direct-declarator`
    ///
    /// C23 attributes of the declared name are left on the attribute scratch:
    /// the caller has a mark there.
    pub(super) fn declarator(&mut self, form: Form) -> DeclaratorId {
        let start = self.start();
        let mark = mark!(self.parts);
        let name = self.declarator_parts(form);
        let parts = take!(self.parts, mark);
        let span = if parts.is_empty() && name.is_none() {
            Span::new(start, start)
        } else {
            self.span_from(start)
        };
        self.syntax.declarators.push(Declarator { name, parts, span })
    }

    /// Leaves the parts on the scratch, in the order of reading aloud: what is
    /// in parentheses, then the suffixes, then the pointers backwards.
    fn declarator_parts(&mut self, form: Form) -> Option<Name> {
        let mark = mark!(self.pointers);
        while self.at(Star) {
            let pointer = self.pointer();
            self.scratch.pointers.push(pointer);
        }
        let name = self.direct_declarator(form);
        self.declarator_suffixes();
        while self.scratch.pointers.len() > mark {
            let pointer = self.scratch.pointers.pop();
            self.scratch.parts.extend(pointer);
        }
        name
    }

    /// `pointer: '*' (type-qualifier | attribute)*`
    fn pointer(&mut self) -> Part {
        self.bump();
        let mark = mark!(self.attrs);
        let quals = self.qualifiers();
        Part::Pointer { quals, attrs: take!(self.attrs, mark) }
    }

    /// `(type-qualifier | attribute)*`; the attributes go to the scratch.
    fn qualifiers(&mut self) -> Quals {
        let mut quals = Quals::default();
        loop {
            if let Some(bit) = super::specifiers::qualifier(self.kind()) {
                quals.0 |= bit;
                self.bump();
            } else if !self.at_attributes() {
                return quals;
            } else {
                self.attributes();
            }
        }
    }

    /// `direct-declarator: name | '(' attribute* declarator ')'`, without its
    /// suffixes; an abstract one may be nothing.
    fn direct_declarator(&mut self, form: Form) -> Option<Name> {
        match self.kind() {
            kind if form != Form::Abstract && (kind == Ident || kind.is_sized_float()) => {
                let name = self.name();
                self.standard_attributes();
                Some(name)
            }
            LParen => self.parenthesised_declarator(form),
            _ => {
                if form == Form::Named {
                    self.error_after("expected a name in this declaration".into());
                }
                None
            }
        }
    }

    fn parenthesised_declarator(&mut self, form: Form) -> Option<Name> {
        let start = self.bump().start;
        let mark = mark!(self.attrs);
        self.attributes();
        let attrs = take!(self.attrs, mark);
        if form != Form::Named
            && (self.at(RParen) || self.at(Ellipsis) || self.starts_declaration())
        {
            self.function_suffix(start);
            return None;
        }
        let name = self.nested(|p| p.declarator_parts(form)).flatten();
        self.expect_close(RParen, "after declarator");
        if !attrs.is_empty() {
            self.scratch.parts.push(Part::Attrs(attrs));
        }
        name
    }

    /// `declarator-suffix: '[' … ']' | '(' parameters ')'`
    fn declarator_suffixes(&mut self) {
        loop {
            match self.kind() {
                LBracket if self.at_standard_attributes() => self.standard_attributes(),
                LBracket => self.array_suffix(),
                LParen => {
                    let start = self.bump().start;
                    self.function_suffix(start);
                }
                _ => return,
            }
        }
    }

    /// `'[' 'static'? qualifier* 'static'? (assignment-expression | '*')? ']'`
    fn array_suffix(&mut self) {
        let start = self.bump().start;
        let mark = mark!(self.attrs);
        let mut is_static = self.eat(Static);
        let quals = self.qualifiers();
        is_static |= self.eat(Static);
        // Attributes inside brackets mean nothing to anybody.
        self.scratch.attrs.truncate(mark);
        let length = match self.kind() {
            RBracket => Length::Unknown,
            Star if self.peek(1) == RBracket => {
                self.bump();
                Length::Star
            }
            _ => Length::Expr(self.assignment_expression()),
        };
        self.expect_close(RBracket, "after array length");
        let span = self.span_from(start);
        self.scratch.parts.push(Part::Array { quals, is_static, length, span });
    }

    /// `parameters ')'`, after the parenthesis at `start`.
    fn function_suffix(&mut self, start: u32) {
        let params = self.nested(Self::parameters).unwrap_or(Params::Empty);
        self.expect_close(RParen, "after parameters");
        let span = self.span_from(start);
        self.scratch.parts.push(Part::Function { params, span });
    }

    /// `parameters: nothing | name,… | parameter,… (',' '...')?`
    fn parameters(&mut self) -> Params {
        if self.at(RParen) {
            return Params::Empty;
        }
        let is_list = matches!(self.peek(1), Comma | RParen);
        if is_list && self.at(Ident) && !self.names.is_type(self.token().symbol) {
            return Params::Names(self.name_list());
        }
        self.names.enter();
        let params = self.prototype();
        self.names.leave();
        params
    }

    /// `name,…`
    pub(super) fn name_list(&mut self) -> List<Name> {
        let mark = mark!(self.names);
        while let Some(name) = self.expect_name("in this list") {
            self.scratch.names.push(name);
            if !self.eat(Comma) {
                break;
            }
        }
        take!(self.names, mark)
    }

    /// `parameter,… (',' '...')?`, and GNU's `parameter,… ';'` before it: those
    /// are declared ahead, so that array lengths can mention them.
    fn prototype(&mut self) -> Params {
        let mark = mark!(self.params);
        let mut variadic = false;
        loop {
            if self.eat(Ellipsis) {
                variadic = true;
                break;
            }
            let param = self.parameter();
            self.scratch.params.push(param);
            if self.eat(Comma) {
                continue;
            }
            if !self.eat(Semi) {
                break;
            }
            for param in &mut self.scratch.params[mark..] {
                param.forward = true;
            }
            if self.at(RParen) {
                break;
            }
        }
        Params::Prototype { list: take!(self.params, mark), variadic }
    }

    /// `parameter: specifiers (declarator | abstract-declarator) attribute*`
    fn parameter(&mut self) -> Param {
        let start = self.start();
        let before = self.pos;
        let specs = self.specifiers(Storage::default());
        let mark = mark!(self.attrs);
        let declarator = self.declarator(Form::Either);
        self.attributes();
        let attrs = take!(self.attrs, mark);
        if self.pos == before {
            self.error(self.token().span(), "expected a parameter");
        }
        if let Some(name) = self.syntax.declarators[declarator].name {
            self.names.declare(name.symbol, false);
        }
        Param { specs, declarator, attrs, forward: false, span: self.span_from(start) }
    }

    /// `type-name: specifiers abstract-declarator`
    pub(super) fn type_name(&mut self) -> TypeNameId {
        match self.nested(Self::type_name_here) {
            Some(type_name) => type_name,
            None => self.syntax.type_names.push(TypeName {
                specs: self.syntax.specs.push(Specifiers {
                    storage: Storage::default(),
                    quals: Quals::default(),
                    ty: TypeSpec::Implicit,
                    attrs: List::EMPTY,
                    alignas: List::EMPTY,
                    span: Span::NONE,
                }),
                declarator: self.syntax.declarators.push(Declarator {
                    name: None,
                    parts: List::EMPTY,
                    span: Span::NONE,
                }),
                span: Span::NONE,
            }),
        }
    }

    fn type_name_here(&mut self) -> TypeNameId {
        let start = self.start();
        if !self.starts_type_name(0) && !self.at_standard_attributes() {
            match self.token() {
                token if token.kind == Ident => self.unknown_type(token),
                token => self.error(token.span(), "expected a type"),
            }
        }
        let specs = self.specifiers(Storage::default());
        let mark = mark!(self.attrs);
        let declarator = self.declarator(Form::Abstract);
        // No declared name: nothing that these attributes could belong to.
        self.attributes();
        self.scratch.attrs.truncate(mark);
        let span = self.span_from(start);
        self.syntax.type_names.push(TypeName { specs, declarator, span })
    }
}
