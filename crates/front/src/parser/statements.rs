//! Statements and blocks.

use elenchus_lang::arena::List;
use elenchus_lang::span::Span;

use super::declarations::{Bodies, Declared};
use super::{Parser, mark, take};
use crate::syntax::StmtKind as S;
use crate::syntax::*;
use crate::token::TokenKind::{self, *};

/// A label that waits for the statement it stands before.
pub(super) enum Prefix {
    Case { low: ExprId, high: Option<ExprId> },
    Default,
    Label { label: Name, attrs: List<Attr> },
}

impl Parser<'_> {
    fn stmt(&mut self, kind: StmtKind, start: u32) -> StmtId {
        let span = self.span_from(start);
        self.syntax.stmts.push(Stmt { kind, span })
    }

    fn error_stmt(&mut self) -> StmtId {
        let start = self.start();
        self.syntax.stmts.push(Stmt { kind: S::Error, span: Span::new(start, start) })
    }

    /// `compound-statement: '{' block-item* '}'`
    pub(super) fn compound_statement(&mut self) -> StmtId {
        let start = self.start();
        if !self.expect(LBrace, "to begin a block") {
            return self.error_stmt();
        }
        self.names.enter();
        let mark = mark!(self.stmt_lists);
        while !matches!(self.kind(), RBrace | Eof) {
            let before = self.pos;
            self.quiet = false;
            let item = self.block_item();
            self.scratch.stmt_lists.push(item);
            if self.pos == before {
                self.bump();
            }
        }
        self.names.leave();
        let list = take!(self.stmt_lists, mark);
        self.quiet = false;
        if !self.eat(RBrace) {
            let open = Span::new(start, start + 1);
            self.error(open, "this '{' has no matching '}'");
        }
        self.stmt(S::Compound(list), start)
    }

    /// `block-item: declaration | function-definition | statement | pragma
    ///     | '__label__' name,… ';'`
    fn block_item(&mut self) -> StmtId {
        self.nested(Self::block_item_here).unwrap_or_else(|| self.error_stmt())
    }

    fn block_item_here(&mut self) -> StmtId {
        let start = self.start();
        match self.kind() {
            Pragma => {
                self.bump();
                self.stmt(S::Pragma, start)
            }
            TokenKind::Label => {
                self.bump();
                let names = self.name_list();
                self.expect_semi("after local labels");
                self.stmt(S::LocalLabels(names), start)
            }
            _ => self.statement_or_declaration(),
        }
    }

    fn statement_or_declaration(&mut self) -> StmtId {
        let is_declaration = match self.kind() {
            Ident if self.peek(1) == Colon => false,
            // Two names in a row: the first was meant to be a type.
            Ident => self.names.is_type(self.token().symbol) || self.peek(1) == Ident,
            Attribute | LBracket => return self.attributed_statement(),
            _ => self.starts_declaration(),
        };
        if is_declaration {
            self.declaration_statement(Bodies::Allowed)
        } else {
            self.labelled_statement()
        }
    }

    fn declaration_statement(&mut self, bodies: Bodies) -> StmtId {
        let start = self.start();
        let declared = self.declaration(bodies);
        self.declared_statement(declared, start)
    }

    fn declared_statement(&mut self, declared: Declared, start: u32) -> StmtId {
        let kind = match declared {
            Declared::Declaration(id) => S::Declaration(id),
            Declared::Function(id) => S::NestedFunction(id),
        };
        self.stmt(kind, start)
    }

    /// `attribute+ ';'`, or attributes before a declaration or a statement;
    /// those of a statement say nothing about what it does.
    fn attributed_statement(&mut self) -> StmtId {
        let start = self.start();
        let mark = mark!(self.attrs);
        self.attributes();
        if self.at(Semi) {
            let attrs = take!(self.attrs, mark);
            self.bump();
            return self.stmt(S::Attributes(attrs), start);
        }
        if self.starts_declaration() && !(self.at(Ident) && self.peek(1) == Colon) {
            let declared = self.declaration_after(start, mark, Bodies::Allowed);
            return self.declared_statement(declared, start);
        }
        self.scratch.attrs.truncate(mark);
        self.labelled_statement()
    }

    /// `statement: labelled-statement | compound-statement | if | switch | while
    ///     | do | for | jump | asm | expression-statement`
    pub(super) fn statement(&mut self) -> StmtId {
        self.nested(Self::statement_here).unwrap_or_else(|| self.error_stmt())
    }

    fn statement_here(&mut self) -> StmtId {
        // A pragma before a statement that is not in a block has no place.
        self.skip_pragmas();
        match self.kind() {
            Attribute | LBracket => self.attributed_statement(),
            _ => self.labelled_statement(),
        }
    }

    /// `labelled-statement: (label ':' | 'case' … ':' | 'default' ':')* statement`
    ///
    /// A loop, since a `switch` may have thousands of labels in a row. A label
    /// can also stand before a declaration or the end of a block.
    fn labelled_statement(&mut self) -> StmtId {
        let Some(first) = self.label() else { return self.unlabelled_statement() };
        let mark = mark!(self.labels);
        self.scratch.labels.push(first);
        while let Some(label) = self.label() {
            self.scratch.labels.push(label);
        }
        let start = self.start();
        let mut body = if self.at(RBrace) {
            self.stmt(S::Empty, start)
        } else {
            self.nested(Self::block_item_here).unwrap_or_else(|| self.error_stmt())
        };
        while mark!(self.labels) > mark {
            let Some((start, label)) = self.scratch.labels.pop() else { break };
            let kind = match label {
                Prefix::Case { low, high } => S::Case { low, high, body },
                Prefix::Default => S::Default { body },
                Prefix::Label { label, attrs } => S::Label { label, attrs, body },
            };
            body = self.stmt(kind, start);
        }
        body
    }

    /// `name ':' attribute* | 'case' e ('...' e)? ':' | 'default' ':'`
    fn label(&mut self) -> Option<(u32, Prefix)> {
        let start = self.start();
        let prefix = match self.kind() {
            Ident if self.peek(1) == Colon => {
                let label = self.name();
                self.bump();
                let mark = mark!(self.attrs);
                // In C23 `[[…]]` would be the statement's, and is dropped.
                self.attributes();
                Prefix::Label { label, attrs: take!(self.attrs, mark) }
            }
            Case => {
                self.bump();
                let low = self.constant_expression();
                let high = self.eat(Ellipsis).then(|| self.constant_expression());
                self.expect(Colon, "after 'case'");
                Prefix::Case { low, high }
            }
            Default => {
                self.bump();
                self.expect(Colon, "after 'default'");
                Prefix::Default
            }
            _ => return None,
        };
        Some((start, prefix))
    }

    fn unlabelled_statement(&mut self) -> StmtId {
        let start = self.start();
        let kind = match self.kind() {
            LBrace => return self.compound_statement(),
            Semi => {
                self.bump();
                S::Empty
            }
            If => return self.in_scope(Self::if_statement),
            Switch => return self.in_scope(Self::switch_statement),
            While => return self.in_scope(Self::while_statement),
            Do => return self.in_scope(Self::do_statement),
            For => return self.in_scope(Self::for_statement),
            Goto => self.goto_statement(),
            Continue => {
                self.bump();
                self.expect_semi("after 'continue'");
                S::Continue
            }
            Break => {
                self.bump();
                self.expect_semi("after 'break'");
                S::Break
            }
            Return => {
                self.bump();
                let value = (!self.at(Semi)).then(|| self.expression());
                self.expect_semi("after 'return'");
                S::Return(value)
            }
            TokenKind::Asm => S::Asm(self.asm_statement()),
            Else => {
                self.error(self.token().span(), "'else' without an 'if'");
                self.bump();
                return self.statement();
            }
            _ => {
                let expr = self.expression();
                self.expect_semi("after expression");
                S::Expr(expr)
            }
        };
        self.stmt(kind, start)
    }

    /// Selections and iterations are scopes of their own (6.8.4p3, 6.8.5p5).
    fn in_scope(&mut self, f: impl FnOnce(&mut Self) -> StmtId) -> StmtId {
        self.names.enter();
        let stmt = f(self);
        self.names.leave();
        stmt
    }

    /// `'(' expression ')'`
    fn condition(&mut self, context: &str) -> ExprId {
        self.expect(LParen, context);
        let condition = self.expression();
        self.expect_close(RParen, "after condition");
        condition
    }

    /// `'if' '(' expression ')' statement ('else' statement)?`
    ///
    /// `else if` goes on in the loop: such chains grow long.
    fn if_statement(&mut self) -> StmtId {
        let mark = mark!(self.arms);
        let mut otherwise = loop {
            let start = self.bump().start;
            let condition = self.condition("after 'if'");
            let then = self.statement();
            self.scratch.arms.push((start, condition, then));
            if self.at(Pragma) {
                self.skip_pragmas_before_else();
            }
            if !self.eat(Else) {
                break None;
            }
            if !self.at(If) {
                break Some(self.statement());
            }
        };
        while mark!(self.arms) > mark {
            let Some((start, condition, then)) = self.scratch.arms.pop() else { break };
            otherwise = Some(self.stmt(S::If { condition, then, otherwise }, start));
        }
        otherwise.unwrap_or_else(|| self.error_stmt())
    }

    fn skip_pragmas_before_else(&mut self) {
        const MOST: usize = 64;
        let mut n = 0;
        while self.peek(n) == Pragma && n < MOST {
            n += 1;
        }
        if self.peek(n) == Else {
            self.skip_pragmas();
        }
    }

    /// `'switch' '(' expression ')' statement`
    fn switch_statement(&mut self) -> StmtId {
        let start = self.bump().start;
        let value = self.condition("after 'switch'");
        let body = self.statement();
        self.stmt(S::Switch { value, body }, start)
    }

    /// `'while' '(' expression ')' statement`
    fn while_statement(&mut self) -> StmtId {
        let start = self.bump().start;
        let condition = self.condition("after 'while'");
        let body = self.statement();
        self.stmt(S::While { condition, body }, start)
    }

    /// `'do' statement 'while' '(' expression ')' ';'`
    fn do_statement(&mut self) -> StmtId {
        let start = self.bump().start;
        let body = self.statement();
        let condition = if self.expect(While, "after the body of 'do'") {
            self.condition("after 'while'")
        } else {
            self.error_expr()
        };
        self.expect_semi("after 'do' loop");
        self.stmt(S::DoWhile { body, condition }, start)
    }

    /// `'for' '(' (declaration | expression? ';') expression? ';' expression? ')'
    ///     statement`
    fn for_statement(&mut self) -> StmtId {
        let start = self.bump().start;
        self.expect(LParen, "after 'for'");
        let init = self.for_init();
        let condition = (!self.at(Semi)).then(|| self.expression());
        self.expect(Semi, "after the condition of 'for'");
        let step = (!self.at(RParen)).then(|| self.expression());
        self.expect_close(RParen, "after the clauses of 'for'");
        let body = self.statement();
        self.stmt(S::For { init, condition, step, body }, start)
    }

    fn for_init(&mut self) -> Option<StmtId> {
        let start = self.start();
        if self.eat(Semi) {
            return None;
        }
        let unknown_type = self.at(Ident) && self.peek(1) == Ident;
        if self.starts_declaration() || unknown_type || self.at_attributes() {
            return Some(self.declaration_statement(Bodies::Forbidden));
        }
        let expr = self.expression();
        self.expect(Semi, "after the first clause of 'for'");
        Some(self.stmt(S::Expr(expr), start))
    }

    /// `'goto' name ';' | 'goto' '*' expression ';'`
    fn goto_statement(&mut self) -> StmtKind {
        self.bump();
        let kind = if self.eat(Star) {
            S::ComputedGoto(self.expression())
        } else {
            match self.expect_name("after 'goto'") {
                Some(label) => S::Goto(label),
                None => S::Error,
            }
        };
        self.expect_semi("after 'goto'");
        kind
    }
}
