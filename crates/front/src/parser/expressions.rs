//! Expressions, from the comma operator down to primary expressions.

use elenchus_lang::arena::List;
use elenchus_lang::span::Span;

use super::{Parser, mark, take};
use crate::syntax::ExprKind as E;
use crate::syntax::*;
use crate::token::TokenKind::{self, *};

impl Parser<'_> {
    pub(super) fn expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.syntax.exprs.push(Expr { kind, span })
    }

    fn expr_from(&mut self, kind: ExprKind, start: u32) -> ExprId {
        let span = self.span_from(start);
        self.expr(kind, span)
    }

    /// From the start of `first` to here.
    fn expr_over(&mut self, kind: ExprKind, first: ExprId) -> ExprId {
        let start = self.syntax.exprs[first].span.start;
        self.expr_from(kind, start)
    }

    pub(super) fn error_expr(&mut self) -> ExprId {
        let start = self.start();
        self.expr(E::Error, Span::new(start, start))
    }

    /// `expression: assignment-expression | expression ',' assignment-expression`
    pub(super) fn expression(&mut self) -> ExprId {
        let mut left = self.assignment_expression();
        while self.eat(Comma) {
            let right = self.assignment_expression();
            left = self.expr_over(E::Binary(BinaryOp::Comma, left, right), left);
        }
        left
    }

    /// `assignment-expression: conditional-expression
    ///     | unary-expression assignment-operator assignment-expression`
    ///
    /// Whether the left side can be assigned to is the checker's matter.
    pub(super) fn assignment_expression(&mut self) -> ExprId {
        let first = self.cast_expression();
        // Most arguments, subscripts and initialisers are over here.
        if !self.kind().is_infix_operator() {
            return first;
        }
        self.assignment_from(first)
    }

    fn assignment_from(&mut self, first: ExprId) -> ExprId {
        let left = self.conditional_from(first);
        let Some(op) = assignment_operator(self.kind()) else { return left };
        self.bump();
        let right = self.nested(Self::assignment_expression).unwrap_or_else(|| self.error_expr());
        let kind = match op {
            None => E::Assign(left, right),
            Some(op) => E::CompoundAssign(op, left, right),
        };
        self.expr_over(kind, left)
    }

    /// `constant-expression: conditional-expression`
    pub(super) fn constant_expression(&mut self) -> ExprId {
        let first = self.cast_expression();
        self.conditional_from(first)
    }

    /// `conditional-expression: binary
    ///     | binary '?' expression? ':' conditional-expression`
    ///
    /// Its first operand was read.
    fn conditional_from(&mut self, first: ExprId) -> ExprId {
        let condition = self.binary_from(first, 1);
        if !self.at(Question) {
            return condition;
        }
        self.conditional_chain(condition)
    }

    /// `a ? b : c ? d : …` may be long, so it is a loop: the conditions and
    /// middles are kept until the last operand is known.
    fn conditional_chain(&mut self, condition: ExprId) -> ExprId {
        let mark = mark!(self.conditions);
        let mut last = condition;
        while self.eat(Question) {
            let middle = if self.at(Colon) { None } else { self.nested(Self::expression) };
            self.scratch.conditions.push((last, middle));
            self.expect(Colon, "after '?' and its operand");
            last = self.binary_expression(1);
        }
        while mark!(self.conditions) > mark {
            let Some((condition, middle)) = self.scratch.conditions.pop() else { break };
            last = self.expr_over(E::Conditional(condition, middle, last), condition);
        }
        last
    }

    /// `binary: cast-expression | binary operator binary`, by precedence: takes
    /// operators that bind at least as tightly as `least`.
    fn binary_expression(&mut self, least: u8) -> ExprId {
        let first = self.cast_expression();
        if !self.kind().is_infix_operator() {
            return first;
        }
        self.binary_from(first, least)
    }

    /// The same after the first operand.
    fn binary_from(&mut self, first: ExprId, least: u8) -> ExprId {
        let mut left = first;
        while let Some((op, precedence)) = binary_operator(self.kind()) {
            if precedence < least {
                break;
            }
            self.bump();
            let right = self.binary_expression(precedence + 1);
            left = self.expr_over(E::Binary(op, left, right), left);
        }
        left
    }

    /// `cast-expression: unary-expression | '(' type-name ')' cast-expression`
    #[inline]
    pub(super) fn cast_expression(&mut self) -> ExprId {
        let token = self.token();
        let leaf = match token.kind {
            Ident => E::Name(token.symbol),
            Number => E::Number,
            _ => return self.nested_operand(Self::cast_expression_here),
        };
        // There is nothing in it: only what follows it may nest.
        self.bump();
        let leaf = self.expr(leaf, token.span());
        if !self.kind().is_postfix_operator() {
            return leaf;
        }
        self.nested_operand(|p| p.postfix_operators(leaf))
    }

    #[inline(never)]
    fn nested_operand(&mut self, f: impl FnOnce(&mut Self) -> ExprId + Send) -> ExprId {
        self.nested(f).unwrap_or_else(|| self.error_expr())
    }

    fn cast_expression_here(&mut self) -> ExprId {
        if !self.at(LParen) || !self.starts_type_name(1) {
            return self.unary_expression();
        }
        let start = self.start();
        let type_name = self.parenthesised_type_name();
        if self.at(LBrace) {
            return self.compound_literal(start, type_name);
        }
        let operand = self.cast_expression();
        self.expr_from(E::Cast(type_name, operand), start)
    }

    /// `'(' type-name ')'`
    fn parenthesised_type_name(&mut self) -> TypeNameId {
        self.expect(LParen, "before a type");
        let type_name = self.type_name();
        self.expect_close(RParen, "after type name");
        type_name
    }

    /// `compound-literal: '(' type-name ')' braced-initializer`, with what
    /// follows it, as in `(T){1}.x`.
    fn compound_literal(&mut self, start: u32, type_name: TypeNameId) -> ExprId {
        let init = self.initializer();
        let literal = self.expr_from(E::CompoundLiteral(type_name, init), start);
        self.postfix_operators(literal)
    }

    /// `unary-expression: postfix-expression | unary-operator cast-expression
    ///     | '&&' label | 'sizeof' … | '_Alignof' …`
    fn unary_expression(&mut self) -> ExprId {
        let op = match self.kind() {
            LParen => return self.postfix_expression(),
            PlusPlus => UnaryOp::PreInc,
            MinusMinus => UnaryOp::PreDec,
            Amp => UnaryOp::AddressOf,
            Star => UnaryOp::Deref,
            Plus => UnaryOp::Plus,
            Minus => UnaryOp::Neg,
            Tilde => UnaryOp::BitNot,
            Bang => UnaryOp::Not,
            Real => UnaryOp::Real,
            Imag => UnaryOp::Imag,
            Extension => UnaryOp::Extension,
            AmpAmp => return self.label_address(),
            Sizeof => return self.sizeof_or_alignof(E::SizeofType, E::SizeofExpr),
            TokenKind::Alignof => return self.alignof(crate::syntax::Alignof::Standard),
            GnuAlignof => return self.alignof(crate::syntax::Alignof::Gnu),
            _ => return self.postfix_expression(),
        };
        let start = self.bump().start;
        let operand = self.cast_expression();
        self.expr_from(E::Unary(op, operand), start)
    }

    /// `'&&' label`
    fn label_address(&mut self) -> ExprId {
        let start = self.bump().start;
        match self.expect_name("after '&&'") {
            Some(label) => self.expr_from(E::LabelAddress(label.symbol), start),
            None => self.error_expr(),
        }
    }

    fn alignof(&mut self, which: crate::syntax::Alignof) -> ExprId {
        self.sizeof_or_alignof(|t| E::AlignofType(which, t), |e| E::AlignofExpr(which, e))
    }

    /// `'sizeof' '(' type-name ')' | 'sizeof' unary-expression`
    ///
    /// With braces after it, the type begins a compound literal.
    fn sizeof_or_alignof(
        &mut self,
        of_type: impl FnOnce(TypeNameId) -> ExprKind,
        of_expr: impl FnOnce(ExprId) -> ExprKind,
    ) -> ExprId {
        let start = self.bump().start;
        if !self.at(LParen) || !self.starts_type_name(1) {
            let operand = self.cast_expression();
            return self.expr_from(of_expr(operand), start);
        }
        let paren = self.start();
        let type_name = self.parenthesised_type_name();
        if self.at(LBrace) {
            let literal = self.compound_literal(paren, type_name);
            return self.expr_from(of_expr(literal), start);
        }
        self.expr_from(of_type(type_name), start)
    }

    /// `postfix-expression: primary-expression postfix-operator*`
    #[inline]
    fn postfix_expression(&mut self) -> ExprId {
        let primary = self.primary_expression();
        if self.kind().is_postfix_operator() { self.postfix_operators(primary) } else { primary }
    }

    /// `postfix-operator: '[' expression ']' | '(' argument,… ')' | '.' name
    ///     | '->' name | '++' | '--'`
    fn postfix_operators(&mut self, mut expr: ExprId) -> ExprId {
        loop {
            let kind = match self.kind() {
                LBracket => {
                    self.bump();
                    let index = self.expression();
                    self.expect_close(RBracket, "after subscript");
                    E::Index(expr, index)
                }
                LParen => {
                    self.bump();
                    let args = self.arguments();
                    E::Call(expr, args)
                }
                Dot | Arrow => {
                    let op = self.bump().kind;
                    let Some(name) = self.expect_name("of a member") else {
                        return self.error_expr();
                    };
                    if op == Dot { E::Dot(expr, name.symbol) } else { E::Arrow(expr, name.symbol) }
                }
                PlusPlus => {
                    self.bump();
                    E::Unary(UnaryOp::PostInc, expr)
                }
                MinusMinus => {
                    self.bump();
                    E::Unary(UnaryOp::PostDec, expr)
                }
                _ => return expr,
            };
            expr = self.expr_over(kind, expr);
        }
    }

    /// `assignment-expression,… ')'`, possibly nothing before the parenthesis.
    pub(super) fn arguments(&mut self) -> List<ExprId> {
        let mark = mark!(self.expr_lists);
        if !self.at(RParen) {
            loop {
                let arg = self.assignment_expression();
                self.scratch.expr_lists.push(arg);
                if !self.eat(Comma) {
                    break;
                }
            }
        }
        self.expect_close(RParen, "after arguments");
        take!(self.expr_lists, mark)
    }

    /// `primary-expression: name | constant | string+ | '(' expression ')'
    ///     | '(' compound-statement ')' | generic-selection | built-in`
    ///
    /// Names and numbers do not come here: see `cast_expression`.
    fn primary_expression(&mut self) -> ExprId {
        let token = self.token();
        let kind = match token.kind {
            Char => E::Char,
            Str => {
                let spans = self.string_literals();
                return self.expr_from(E::Str(spans), token.start);
            }
            LParen => return self.parenthesised(),
            Generic => return self.generic_selection(),
            VaArg | Offsetof | TypesCompatible | ChooseExpr | ConvertVector | HasAttribute => {
                return self.built_in();
            }
            _ => {
                self.error(token.span(), "expected an expression");
                return self.error_expr();
            }
        };
        self.bump();
        self.expr(kind, token.span())
    }

    /// `string+`
    pub(super) fn string_literals(&mut self) -> List<Span> {
        let mark = mark!(self.spans);
        while self.at(Str) {
            let span = self.bump().span();
            self.scratch.spans.push(span);
        }
        take!(self.spans, mark)
    }

    /// `'(' expression ')' | '(' compound-statement ')'`
    fn parenthesised(&mut self) -> ExprId {
        let start = self.bump().start;
        let kind = if self.at(LBrace) {
            E::StmtExpr(self.compound_statement())
        } else {
            E::Paren(self.expression())
        };
        self.expect_close(RParen, "after expression");
        self.expr_from(kind, start)
    }

    /// `'_Generic' '(' assignment-expression ',' association,… ')'`
    fn generic_selection(&mut self) -> ExprId {
        let start = self.bump().start;
        self.expect(LParen, "after '_Generic'");
        let value = self.assignment_expression();
        self.expect(Comma, "after the controlling expression");
        let mark = mark!(self.associations);
        loop {
            let association = self.association();
            self.scratch.associations.push(association);
            if !self.eat(Comma) {
                break;
            }
        }
        self.expect_close(RParen, "after associations");
        let list = take!(self.associations, mark);
        self.expr_from(E::Generic(value, list), start)
    }

    /// `association: type-name ':' assignment-expression
    ///     | 'default' ':' assignment-expression`
    fn association(&mut self) -> Association {
        let type_name = if self.eat(Default) { None } else { Some(self.type_name()) };
        self.expect(Colon, "in a generic association");
        Association { type_name, expr: self.assignment_expression() }
    }

    /// Built-ins whose arguments are not all expressions:
    /// ```text
    /// '__builtin_va_arg' '(' assignment-expression ',' type-name ')'
    /// '__builtin_offsetof' '(' type-name ',' member-designator ')'
    /// '__builtin_types_compatible_p' '(' type-name ',' type-name ')'
    /// '__builtin_choose_expr' '(' expr ',' expr ',' expr ')'
    /// '__builtin_convertvector' '(' assignment-expression ',' type-name ')'
    /// '__builtin_has_attribute' '(' anything ')'
    /// ```
    fn built_in(&mut self) -> ExprId {
        let builtin = self.bump();
        if builtin.kind == HasAttribute {
            if self.at(LParen) {
                self.skip_group();
            } else {
                self.expected(LParen, "after a built-in function");
            }
            return self.expr_from(E::HasAttribute, builtin.start);
        }
        self.expect(LParen, "after a built-in function");
        let kind = match builtin.kind {
            VaArg => {
                let list = self.assignment_expression();
                self.comma();
                E::VaArg(list, self.type_name())
            }
            Offsetof => {
                let type_name = self.type_name();
                self.comma();
                E::Offsetof(type_name, self.member_designator())
            }
            TypesCompatible => {
                let first = self.type_name();
                self.comma();
                E::TypesCompatible(first, self.type_name())
            }
            ChooseExpr => {
                let condition = self.assignment_expression();
                self.comma();
                let then = self.assignment_expression();
                self.comma();
                E::ChooseExpr(condition, then, self.assignment_expression())
            }
            _ => {
                let vector = self.assignment_expression();
                self.comma();
                E::ConvertVector(vector, self.type_name())
            }
        };
        self.expect_close(RParen, "after arguments");
        self.expr_from(kind, builtin.start)
    }

    fn comma(&mut self) {
        self.expect(Comma, "between arguments");
    }

    /// `member-designator: name ('.' name | '->' name | '[' expression ']')*`
    fn member_designator(&mut self) -> List<Designator> {
        let mark = mark!(self.designators);
        if let Some(name) = self.expect_name("of a member") {
            let kind = DesignatorKind::Field(name.symbol);
            self.scratch.designators.push(Designator { kind, span: name.span });
        }
        loop {
            let start = self.start();
            let kind = match self.kind() {
                Dot | Arrow => {
                    self.bump();
                    let Some(name) = self.expect_name("of a member") else { break };
                    DesignatorKind::Field(name.symbol)
                }
                LBracket => {
                    self.bump();
                    let index = self.expression();
                    self.expect_close(RBracket, "after subscript");
                    DesignatorKind::Index(index)
                }
                _ => break,
            };
            let span = self.span_from(start);
            self.scratch.designators.push(Designator { kind, span });
        }
        take!(self.designators, mark)
    }
}

/// The operator of a compound assignment; `Some(None)` for the simple one.
#[inline]
fn assignment_operator(kind: TokenKind) -> Option<Option<BinaryOp>> {
    Some(match kind {
        Eq => None,
        PlusEq => Some(BinaryOp::Add),
        MinusEq => Some(BinaryOp::Sub),
        StarEq => Some(BinaryOp::Mul),
        SlashEq => Some(BinaryOp::Div),
        PercentEq => Some(BinaryOp::Rem),
        ShlEq => Some(BinaryOp::Shl),
        ShrEq => Some(BinaryOp::Shr),
        AmpEq => Some(BinaryOp::And),
        CaretEq => Some(BinaryOp::Xor),
        PipeEq => Some(BinaryOp::Or),
        _ => return None,
    })
}

/// A binary operator and how tightly it binds.
#[inline]
fn binary_operator(kind: TokenKind) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        PipePipe => (BinaryOp::LogOr, 1),
        AmpAmp => (BinaryOp::LogAnd, 2),
        Pipe => (BinaryOp::Or, 3),
        Caret => (BinaryOp::Xor, 4),
        Amp => (BinaryOp::And, 5),
        EqEq => (BinaryOp::Eq, 6),
        Ne => (BinaryOp::Ne, 6),
        Lt => (BinaryOp::Lt, 7),
        Gt => (BinaryOp::Gt, 7),
        Le => (BinaryOp::Le, 7),
        Ge => (BinaryOp::Ge, 7),
        Shl => (BinaryOp::Shl, 8),
        Shr => (BinaryOp::Shr, 8),
        Plus => (BinaryOp::Add, 9),
        Minus => (BinaryOp::Sub, 9),
        Star => (BinaryOp::Mul, 10),
        Slash => (BinaryOp::Div, 10),
        Percent => (BinaryOp::Rem, 10),
        _ => return None,
    })
}
