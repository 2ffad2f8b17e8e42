//! Inline assembly.

use elenchus_lang::arena::List;
use elenchus_lang::span::Span;

use super::{Parser, mark, take};
use crate::syntax::*;
use crate::token::TokenKind::{self, *};

impl Parser<'_> {
    /// `('asm' '(' string+ ')')?` after a declarator.
    pub(super) fn asm_label(&mut self) -> List<Span> {
        if !self.eat(TokenKind::Asm) {
            return List::EMPTY;
        }
        self.expect(LParen, "after 'asm'");
        let label = self.asm_string();
        self.expect_close(RParen, "after assembler name");
        label
    }

    fn asm_string(&mut self) -> List<Span> {
        if !self.at(Str) {
            self.expected(Str, "in 'asm'");
        }
        self.string_literals()
    }

    /// `asm-statement: 'asm' ('volatile' | 'inline' | 'goto')* '(' string+
    ///     (':' operands (':' operands (':' clobbers (':' labels)?)?)?)? ')' ';'`
    pub(super) fn asm_statement(&mut self) -> AsmId {
        let start = self.bump().start;
        let mut asm = crate::syntax::Asm {
            is_volatile: false,
            is_inline: false,
            is_goto: false,
            is_basic: true,
            template: List::EMPTY,
            outputs: List::EMPTY,
            inputs: List::EMPTY,
            clobbers: List::EMPTY,
            labels: List::EMPTY,
            span: Span::NONE,
        };
        loop {
            let qualifier = match self.kind() {
                Volatile => &mut asm.is_volatile,
                Inline => &mut asm.is_inline,
                Goto => &mut asm.is_goto,
                _ => break,
            };
            let twice = std::mem::replace(qualifier, true);
            let token = self.bump();
            if twice {
                let message = format!("'{}' given twice", self.text_of(token.symbol));
                self.error(token.span(), message);
            }
        }
        self.expect(LParen, "after 'asm'");
        asm.template = self.asm_string();
        asm.is_basic = !self.at(Colon);
        if self.eat(Colon) {
            asm.outputs = self.asm_operands();
        }
        if self.eat(Colon) {
            asm.inputs = self.asm_operands();
        }
        if self.eat(Colon) {
            asm.clobbers = self.asm_clobbers();
        }
        if self.eat(Colon) {
            asm.labels = self.name_list();
        }
        self.expect_close(RParen, "after 'asm'");
        self.expect_semi("after 'asm'");
        asm.span = self.span_from(start);
        self.syntax.asms.push(asm)
    }

    /// `operands: (('[' name ']')? string+ '(' expression ')'),…`, or nothing.
    fn asm_operands(&mut self) -> List<AsmOperand> {
        let mark = mark!(self.asm_operands);
        while matches!(self.kind(), LBracket | Str) {
            let mut name = None;
            if self.eat(LBracket) {
                name = self.expect_name("of an operand").map(|name| name.symbol);
                self.expect_close(RBracket, "after the name of an operand");
            }
            let constraint = self.asm_string();
            self.expect(LParen, "after constraint");
            let expr = self.expression();
            self.expect_close(RParen, "after operand");
            self.scratch.asm_operands.push(AsmOperand { name, constraint, expr });
            if !self.eat(Comma) {
                break;
            }
        }
        take!(self.asm_operands, mark)
    }

    /// `clobbers: string+,…`, or nothing. Adjacent strings are one clobber;
    /// nobody writes one in pieces, so each literal is kept for itself.
    fn asm_clobbers(&mut self) -> List<Span> {
        let mark = mark!(self.spans);
        while self.at(Str) {
            let span = self.bump().span();
            self.scratch.spans.push(span);
            self.eat(Comma);
        }
        take!(self.spans, mark)
    }
}
