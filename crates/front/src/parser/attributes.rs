//! Attributes, GNU's and C23's.

use elenchus_lang::arena::List;
use elenchus_lang::symbol::Symbol;

use super::{Parser, mark, take};
use crate::syntax::*;
use crate::token::TokenKind::*;

impl Parser<'_> {
    #[inline]
    pub(super) fn at_attributes(&self) -> bool {
        self.at(Attribute) || self.at_standard_attributes()
    }

    /// No expression begins with `[`, so `[[` is always an attribute.
    #[inline]
    pub(super) fn at_standard_attributes(&self) -> bool {
        self.at(LBracket) && self.peek(1) == LBracket
    }

    /// `attribute*`, left on the scratch.
    #[inline]
    pub(super) fn attributes(&mut self) {
        while self.at_attributes() {
            if self.at(Attribute) {
                self.gnu_attributes();
            } else {
                self.standard_attribute_list();
            }
        }
    }

    /// Only those that C23 writes as `[[…]]`.
    pub(super) fn standard_attributes(&mut self) {
        while self.at_standard_attributes() {
            self.standard_attribute_list();
        }
    }

    /// `'__attribute__' '(' '(' (name ('(' arguments ')')?)?,… ')' ')'`
    fn gnu_attributes(&mut self) {
        self.bump();
        self.expect(LParen, "after '__attribute__'");
        self.expect(LParen, "after '__attribute__'");
        loop {
            while self.eat(Comma) {}
            let name = self.token();
            if name.kind != Ident && !name.kind.is_keyword() {
                break;
            }
            self.bump();
            let args = self.attribute_arguments();
            let span = self.span_from(name.start);
            let name = self.without_underscores(name.symbol);
            self.scratch.attrs.push(Attr { namespace: None, name, args, standard: false, span });
            if !self.at(Comma) {
                break;
            }
        }
        self.expect_close(RParen, "after attributes");
        self.expect_close(RParen, "after attributes");
    }

    /// `'[' '[' (name ('::' name)? ('(' anything ')')?)?,… ']' ']'`
    fn standard_attribute_list(&mut self) {
        self.bump();
        self.bump();
        loop {
            while self.eat(Comma) {}
            let first = self.token();
            if first.kind != Ident && !first.kind.is_keyword() {
                break;
            }
            self.bump();
            let mut name = self.without_underscores(first.symbol);
            let mut namespace = None;
            if self.at(Colon) && self.peek(1) == Colon {
                self.bump();
                self.bump();
                namespace = Some(name);
                let second = self.bump().symbol;
                name = self.without_underscores(second);
            }
            let args = self.standard_attribute_arguments();
            let span = self.span_from(first.start);
            self.scratch.attrs.push(Attr { namespace, name, args, standard: true, span });
            if !self.at(Comma) {
                break;
            }
        }
        self.expect_close(RBracket, "after attributes");
        self.expect_close(RBracket, "after attributes");
    }

    /// The arguments of an attribute that nobody knows can be any tokens, as
    /// long as brackets match: what does not read as expressions is skipped,
    /// and so is what is longer than any arguments we heed, lest nested
    /// attributes be read again and again.
    fn standard_attribute_arguments(&mut self) -> List<ExprId> {
        const LONGEST: usize = 64;
        if !self.at(LParen) {
            return List::EMPTY;
        }
        let start = self.pos;
        self.skip_group();
        let end = self.pos;
        if end - start > LONGEST {
            return List::EMPTY;
        }
        self.go_to(start);
        let quiet = std::mem::replace(&mut self.quiet, true);
        let args = self.attribute_arguments();
        self.quiet = quiet;
        if self.pos == end || self.abandoned {
            return args;
        }
        self.go_to(end);
        List::EMPTY
    }

    /// `('(' (name | type-name | assignment-expression),… ')')?`
    ///
    /// A type has no place in the tree; no attribute that we heed takes one.
    fn attribute_arguments(&mut self) -> List<ExprId> {
        if !self.eat(LParen) {
            return List::EMPTY;
        }
        let mark = mark!(self.expr_lists);
        while !matches!(self.kind(), RParen | Eof) {
            if self.at(Ident) && matches!(self.peek(1), Comma | RParen) {
                // A lone name is itself, even if it is that of a type.
                let name = self.name();
                let expr = self.expr(ExprKind::Name(name.symbol), name.span);
                self.scratch.expr_lists.push(expr);
            } else if self.starts_type_name(0) {
                self.type_name();
            } else {
                let expr = self.assignment_expression();
                self.scratch.expr_lists.push(expr);
            }
            if !self.eat(Comma) {
                break;
            }
        }
        self.expect_close(RParen, "after the arguments of an attribute");
        take!(self.expr_lists, mark)
    }

    /// `__packed__` is `packed`.
    fn without_underscores(&mut self, name: Symbol) -> Symbol {
        let text = self.interner.get(name);
        match text.strip_prefix("__").and_then(|text| text.strip_suffix("__")) {
            Some(inner) if !inner.is_empty() => match self.interner.find(inner) {
                Some(known) => known,
                None => {
                    let inner = inner.to_owned();
                    self.interner.intern(&inner)
                }
            },
            _ => name,
        }
    }
}
