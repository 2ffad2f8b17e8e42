//! Declarations, function definitions and initialisers.

use elenchus_lang::arena::List;
use elenchus_lang::span::Span;

use super::declarators::Form;
use super::{Parser, mark, take};
use crate::syntax::*;
use crate::token::TokenKind::{self, *};

/// What a declaration turned out to be.
pub(super) enum Declared {
    Declaration(DeclarationId),
    Function(FunctionId),
}

/// Whether a function body may follow a declarator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bodies {
    Allowed,
    /// In the parameter declarations of an old-style definition, and in `for`.
    Forbidden,
}

impl Parser<'_> {
    /// `translation-unit: external-declaration*`
    pub(super) fn translation_unit(&mut self) {
        while !self.at(Eof) {
            let before = self.pos;
            self.quiet = false;
            if let Some(item) = self.external_declaration() {
                self.syntax.items.push(item);
            }
            if self.pos == before {
                self.bump();
            }
        }
    }

    /// `external-declaration: declaration | function-definition | asm | pragma
    ///     | ';'`
    fn external_declaration(&mut self) -> Option<Item> {
        let token = self.token();
        Some(match token.kind {
            Pragma => {
                self.bump();
                Item::Pragma(token.span())
            }
            TokenKind::Asm => Item::Asm(self.asm_statement()),
            Semi => {
                self.bump();
                let declaration = Declaration { kind: DeclarationKind::Empty, span: token.span() };
                Item::Declaration(self.syntax.declarations.push(declaration))
            }
            Ident | Star | LParen => self.declared_item(),
            LBracket if self.at_standard_attributes() => self.declared_item(),
            _ if self.starts_declaration() => self.declared_item(),
            _ => {
                self.error(token.span(), "expected a declaration");
                self.bump();
                self.skip_to_end();
                self.eat(RBrace);
                return None;
            }
        })
    }

    fn declared_item(&mut self) -> Item {
        match self.declaration(Bodies::Allowed) {
            Declared::Declaration(id) => Item::Declaration(id),
            Declared::Function(id) => Item::Function(id),
        }
    }

    /// `'__extension__'*`
    pub(super) fn extensions(&mut self) -> Storage {
        let mut storage = Storage::default();
        while self.eat(Extension) {
            storage.0 |= Storage::EXTENSION;
        }
        storage
    }

    /// `declaration: '__extension__'* specifiers init-declarator,… ';'
    ///     | static-assertion
    ///  function-definition: specifiers declarator attribute* declaration*
    ///     compound-statement`
    ///
    /// One function, since only the token after the first declarator tells.
    pub(super) fn declaration(&mut self, bodies: Bodies) -> Declared {
        let (start, attrs_mark) = (self.start(), mark!(self.attrs));
        self.declaration_after(start, attrs_mark, bodies)
    }

    /// The same, if attributes before it were read already: they began at
    /// `start` and lie above the mark.
    pub(super) fn declaration_after(
        &mut self,
        start: u32,
        attrs_mark: usize,
        bodies: Bodies,
    ) -> Declared {
        let storage = self.extensions();
        if self.at(StaticAssert) {
            self.scratch.attrs.truncate(attrs_mark);
            let (condition, message) = self.static_assertion();
            let kind = DeclarationKind::StaticAssert { condition, message };
            return self.declared(kind, start);
        }
        let specs = self.specifiers_after(storage, start, attrs_mark);
        let mark = mark!(self.init_declarators);
        if !self.at(Semi) {
            loop {
                let init_declarator = self.init_declarator(specs);
                let first = mark!(self.init_declarators) == mark;
                if first && bodies == Bodies::Allowed && self.at_function_body(&init_declarator) {
                    return Declared::Function(self.function(start, specs, init_declarator));
                }
                self.scratch.init_declarators.push(init_declarator);
                if !self.eat(Comma) {
                    break;
                }
            }
        }
        self.expect_semi("after declaration");
        let list = take!(self.init_declarators, mark);
        self.declared(DeclarationKind::Declarators { specs, list }, start)
    }

    fn declared(&mut self, kind: DeclarationKind, start: u32) -> Declared {
        let span = self.span_from(start);
        Declared::Declaration(self.syntax.declarations.push(Declaration { kind, span }))
    }

    /// `static-assertion: '_Static_assert' '(' constant-expression
    ///     (',' string+)? ')' ';'`
    pub(super) fn static_assertion(&mut self) -> (ExprId, List<Span>) {
        self.bump();
        self.expect(LParen, "after '_Static_assert'");
        let condition = self.constant_expression();
        let message = if self.eat(Comma) { self.string_literals() } else { List::EMPTY };
        self.expect_close(RParen, "after static assertion");
        self.expect_semi("after static assertion");
        (condition, message)
    }

    /// `init-declarator: attribute* declarator asm-label? attribute*
    ///     ('=' initializer)?`
    fn init_declarator(&mut self, specs: SpecsId) -> InitDeclarator {
        let start = self.start();
        let mark = mark!(self.attrs);
        self.attributes();
        let declarator = self.declarator(Form::Named);
        let asm_label = self.asm_label();
        self.attributes();
        let attrs = take!(self.attrs, mark);
        // The scope of a name begins before its initialiser (6.2.1p7).
        if let Some(name) = self.syntax.declarators[declarator].name {
            let is_type = self.syntax.specs[specs].storage.has(Storage::TYPEDEF);
            self.names.declare(name.symbol, is_type);
        }
        let head = self.span_from(start);
        let init = self.eat(Eq).then(|| self.initializer());
        let span = self.span_from(start);
        InitDeclarator { declarator, asm_label, attrs, init, span, head }
    }

    // ---- function definitions ----

    /// The parameters, if the declarator is that of a function.
    fn parameters_of(&self, declarator: DeclaratorId) -> Option<Params> {
        let parts = self.syntax.declarators[declarator].parts;
        let mut parts = self.syntax.parts[parts].iter();
        match parts.find(|part| !matches!(part, Part::Attrs(_))) {
            Some(Part::Function { params, .. }) => Some(*params),
            _ => None,
        }
    }

    /// A function's declarator is followed by its body, or by the declarations
    /// of its old-style parameters.
    fn at_function_body(&self, declared: &InitDeclarator) -> bool {
        let params = match self.kind() {
            Semi | Comma => return false,
            // Between a function and its body, where nothing else can follow.
            Pragma => return self.parameters_of(declared.declarator).is_some(),
            _ if declared.init.is_some() => return false,
            _ => self.parameters_of(declared.declarator),
        };
        match params {
            Some(Params::Names(_) | Params::Empty) => self.at(LBrace) || self.starts_declaration(),
            Some(Params::Prototype { .. }) => self.at(LBrace),
            None => false,
        }
    }

    fn function(&mut self, start: u32, specs: SpecsId, declared: InitDeclarator) -> FunctionId {
        let InitDeclarator { declarator, attrs, .. } = declared;
        self.names.enter();
        self.declare_parameters(declarator);
        let mark = mark!(self.declaration_lists);
        self.skip_pragmas();
        while !self.at(LBrace) && self.starts_declaration() {
            if let Declared::Declaration(id) = self.declaration(Bodies::Forbidden) {
                self.scratch.declaration_lists.push(id);
            }
        }
        let old_style = take!(self.declaration_lists, mark);
        let body = self.compound_statement();
        self.names.leave();
        let span = self.span_from(start);
        let function = Function { specs, declarator, attrs, old_style, body, span };
        self.syntax.functions.push(function)
    }

    /// The scope of the parameters closed with their list; the body reopens it.
    fn declare_parameters(&mut self, declarator: DeclaratorId) {
        match self.parameters_of(declarator) {
            Some(Params::Names(list)) => {
                for name in &self.syntax.names[list] {
                    self.names.declare(name.symbol, false);
                }
            }
            Some(Params::Prototype { list, .. }) => {
                for param in &self.syntax.params[list] {
                    if let Some(name) = self.syntax.declarators[param.declarator].name {
                        self.names.declare(name.symbol, false);
                    }
                }
            }
            Some(Params::Empty) | None => {}
        }
    }

    // ---- initialisers ----

    /// `initializer: assignment-expression | '{' initializer-item,… ','? '}'`
    pub(super) fn initializer(&mut self) -> InitId {
        let start = self.start();
        let kind = if self.at(LBrace) {
            InitKind::List(self.nested(Self::initializer_list).unwrap_or(List::EMPTY))
        } else {
            InitKind::Expr(self.assignment_expression())
        };
        let span = self.span_from(start);
        self.syntax.inits.push(Init { kind, span })
    }

    fn initializer_list(&mut self) -> List<InitItem> {
        self.bump();
        self.skip_pragmas();
        let mark = mark!(self.init_items);
        while !matches!(self.kind(), RBrace | Eof) {
            let start = self.start();
            let designators = self.designation();
            let init = self.initializer();
            let span = self.span_from(start);
            self.scratch.init_items.push(InitItem { designators, init, span });
            if !self.eat(Comma) {
                break;
            }
        }
        self.expect_brace("after initializers");
        take!(self.init_items, mark)
    }

    /// `designation: (designator+ '='? | name ':')?`, where GNU's older forms
    /// are `[1] x` and `name: x`.
    fn designation(&mut self) -> List<Designator> {
        if self.at(Ident) && self.peek(1) == Colon {
            let name = self.name();
            self.bump();
            let kind = DesignatorKind::Field(name.symbol);
            return self.syntax.designators.push(&[Designator { kind, span: name.span }]);
        }
        if !matches!(self.kind(), Dot | LBracket) {
            return List::EMPTY;
        }
        let mark = mark!(self.designators);
        while let Some(designator) = self.designator() {
            self.scratch.designators.push(designator);
        }
        let list = take!(self.designators, mark);
        let old_form = match self.syntax.designators[list] {
            [Designator { kind, .. }] => !matches!(kind, DesignatorKind::Field(_)),
            _ => false,
        };
        if !self.eat(Eq) && !old_form {
            self.expected(Eq, "after designator");
        }
        list
    }

    /// `designator: '.' name | '[' expression ('...' expression)? ']'`
    fn designator(&mut self) -> Option<Designator> {
        let start = self.start();
        let kind = if self.eat(Dot) {
            DesignatorKind::Field(self.expect_name("of a member")?.symbol)
        } else if self.eat(LBracket) {
            let low = self.constant_expression();
            let kind = if self.eat(Ellipsis) {
                DesignatorKind::Range(low, self.constant_expression())
            } else {
                DesignatorKind::Index(low)
            };
            self.expect_close(RBracket, "after designator");
            kind
        } else {
            return None;
        };
        Some(Designator { kind, span: self.span_from(start) })
    }
}
