//! Structs and unions.

use elenchus_lang::arena::List;

use super::declarators::Form;
use super::{Parser, mark, take};
use crate::syntax::*;
use crate::token::TokenKind::{self, *};

impl Parser<'_> {
    /// `('struct' | 'union') attribute* name? ('{' member* '}' attribute*)?`
    ///
    /// Attributes after a name without braces belong to the declaration.
    pub(super) fn record_specifier(&mut self) -> TypeSpec {
        let union = self.bump().kind == TokenKind::Union;
        let mark = mark!(self.attrs);
        self.attributes();
        let tag = self.at(Ident).then(|| self.name());
        let members = self.at(LBrace).then(|| self.member_list());
        if members.is_some() {
            self.attributes();
        } else if tag.is_none() {
            self.expected(LBrace, "or a name after 'struct' or 'union'");
        }
        TypeSpec::Record { union, tag, members, attrs: take!(self.attrs, mark) }
    }

    /// `'{' member* '}'`
    fn member_list(&mut self) -> List<Member> {
        self.bump();
        let mark = mark!(self.members);
        while !matches!(self.kind(), RBrace | Eof) {
            let before = self.pos;
            if let Some(member) = self.member() {
                self.scratch.members.push(member);
            }
            if self.pos == before {
                self.bump();
            }
        }
        self.expect_brace("after members");
        take!(self.members, mark)
    }

    /// `'}'` of a list: an error inside the list ends with it.
    pub(super) fn expect_brace(&mut self, context: &str) {
        if self.expect(RBrace, context) {
            return;
        }
        loop {
            match self.kind() {
                Eof | Semi => return,
                LParen | LBracket | LBrace => self.skip_group(),
                found => {
                    self.bump();
                    if found == RBrace {
                        return;
                    }
                }
            }
        }
    }

    /// `member: '__extension__'* specifiers member-declarator,… ';'
    ///     | static-assertion | pragma | ';'`
    fn member(&mut self) -> Option<Member> {
        let start = self.start();
        let kind = match self.kind() {
            Semi => {
                self.bump();
                return None;
            }
            Pragma => {
                self.bump();
                MemberKind::Pragma
            }
            StaticAssert => {
                let (condition, message) = self.static_assertion();
                MemberKind::StaticAssert { condition, message }
            }
            _ => self.member_declaration(),
        };
        Some(Member { kind, span: self.span_from(start) })
    }

    fn member_declaration(&mut self) -> MemberKind {
        let before = self.pos;
        let storage = self.extensions();
        let specs = self.specifiers(storage);
        let mark = mark!(self.member_declarators);
        if self.pos == before {
            self.error(self.token().span(), "expected a member");
        } else if !matches!(self.kind(), Semi | RBrace) {
            loop {
                let declarator = self.member_declarator();
                self.scratch.member_declarators.push(declarator);
                if !self.eat(Comma) {
                    break;
                }
            }
        }
        // GCC lets the last `;` of a record go with a warning.
        if !self.at(RBrace) {
            self.expect_semi("after member");
        }
        MemberKind::Declarators { specs, list: take!(self.member_declarators, mark) }
    }

    /// `member-declarator: attribute* declarator? (':' constant-expression)?
    ///     attribute*`
    fn member_declarator(&mut self) -> MemberDeclarator {
        let start = self.start();
        let mark = mark!(self.attrs);
        self.attributes();
        let declarator = (!self.at(Colon)).then(|| self.declarator(Form::Named));
        let width = self.eat(Colon).then(|| self.constant_expression());
        self.attributes();
        let attrs = take!(self.attrs, mark);
        MemberDeclarator { declarator, width, attrs, span: self.span_from(start) }
    }
}
