//! Tokens to a syntax tree, by recursive descent.
//!
//! One function per production, with the production in its comment: `x?` may
//! be absent, `x*` is any number, `x,…` is a list with commas. Parsing never
//! fails: it yields a tree and diagnostics. After an error the parser keeps
//! silent until the end of the statement or declaration, so that one mistake
//! gives one message.

mod asm;
mod attributes;
mod declarations;
mod declarators;
mod expressions;
mod names;
mod records;
mod specifiers;
mod statements;

use elenchus_lang::arena::{List, Pool};
use elenchus_lang::span::Span;
use elenchus_lang::symbol::{Interner, Symbol};

use crate::diagnostic::Diagnostics;
use crate::lexer;
use crate::stack::{Depth, Room, with_stack};
use crate::syntax::*;
use crate::token::TokenKind::{self, *};
use crate::token::{Token, Tokens};
use elenchus_lang::rules::Language;
pub(crate) use names::Names;
use statements::Prefix;

/// Parses a preprocessed text. Spans are offsets in `text` plus `base`.
pub fn parse(
    text: &[u8],
    base: u32,
    language: Language,
    interner: &mut Interner,
    diagnostics: &mut Diagnostics,
) -> (Syntax, Tokens) {
    parse_on(&mut None, text, base, language, interner, diagnostics)
}

/// The same after other parts of a unit, with the names that they declare.
pub(crate) fn parse_on(
    names: &mut Option<Names>,
    text: &[u8],
    base: u32,
    language: Language,
    interner: &mut Interner,
    diagnostics: &mut Diagnostics,
) -> (Syntax, Tokens) {
    let tokens = lexer::lex(text, base, language, interner, diagnostics);
    let first = tokens.list[0];
    let mut parser = Parser {
        tokens: &tokens.list,
        pos: 0,
        next: first,
        end: first.start,
        names: names.take().unwrap_or_else(|| Names::predeclared(interner)),
        interner,
        diagnostics,
        syntax: Syntax::for_tokens(tokens.list.len()),
        scratch: Scratch::default(),
        depth: Depth::default(),
        quiet: false,
        abandoned: false,
    };
    parser.skip_pragmas_unless_allowed();
    parser.translation_unit();
    *names = Some(parser.names);
    (parser.syntax, tokens)
}

struct Parser<'a> {
    tokens: &'a [Token],
    /// Of the next token: see `go_to`.
    pos: usize,
    /// The token there.
    next: Token,
    /// Where the token before it ends.
    end: u32,
    names: Names,
    interner: &'a mut Interner,
    diagnostics: &'a mut Diagnostics,
    syntax: Syntax,
    scratch: Scratch,
    depth: Depth,
    /// An error was reported, and its statement or declaration is not over.
    quiet: bool,
    /// The rest of the text is not read: nothing more to say.
    abandoned: bool,
}

/// Lists that are being built. Each is a stack: a list is what lies above the
/// mark that was taken when it began, so lists of lists need no allocation.
#[derive(Default)]
struct Scratch {
    expr_lists: Vec<ExprId>,
    stmt_lists: Vec<StmtId>,
    spans: Vec<Span>,
    names: Vec<Name>,
    parts: Vec<Part>,
    /// The pointers of declarators whose suffixes are not yet read.
    pointers: Vec<Part>,
    params: Vec<Param>,
    attrs: Vec<Attr>,
    init_declarators: Vec<InitDeclarator>,
    members: Vec<Member>,
    member_declarators: Vec<MemberDeclarator>,
    enumerators: Vec<Enumerator>,
    init_items: Vec<InitItem>,
    designators: Vec<Designator>,
    associations: Vec<Association>,
    asm_operands: Vec<AsmOperand>,
    declaration_lists: Vec<DeclarationId>,
    /// Labels that wait for their statement, with where they start.
    labels: Vec<(u32, Prefix)>,
    /// The `if (condition) statement` of a chain, with where they start.
    arms: Vec<(u32, ExprId, StmtId)>,
    /// The `condition ? middle` of a chain.
    conditions: Vec<(ExprId, Option<ExprId>)>,
}

/// `mark!(self.attrs)` begins a list, `take!(self.attrs, mark)` ends it.
macro_rules! mark {
    ($self:ident . $list:ident) => {
        $self.scratch.$list.len()
    };
}
macro_rules! take {
    ($self:ident . $list:ident, $mark:expr) => {
        $crate::parser::move_list(&mut $self.scratch.$list, $mark, &mut $self.syntax.$list)
    };
}
use {mark, take};

#[inline]
fn move_list<T: Copy>(scratch: &mut Vec<T>, mark: usize, pool: &mut Pool<T>) -> List<T> {
    if scratch.len() == mark {
        return List::EMPTY;
    }
    let list = pool.push(&scratch[mark..]);
    scratch.truncate(mark);
    list
}

// ---- tokens ----

impl Parser<'_> {
    #[inline]
    fn token(&self) -> Token {
        self.next
    }

    #[inline]
    fn kind(&self) -> TokenKind {
        self.next.kind
    }

    /// The kind of the token `n` places ahead.
    #[inline]
    fn peek(&self, n: usize) -> TokenKind {
        self.tokens.get(self.pos + n).map_or(Eof, |token| token.kind)
    }

    #[inline]
    fn at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    /// Takes the token and goes to the next.
    #[inline]
    fn bump(&mut self) -> Token {
        let token = self.next;
        if token.kind != Eof {
            self.step();
            if self.next.kind == Pragma {
                self.skip_pragmas_unless_allowed();
            }
        }
        token
    }

    /// To the token after this one, which is not the last.
    #[inline]
    fn step(&mut self) {
        self.end = self.next.end;
        self.pos += 1;
        self.next = self.tokens[self.pos];
    }

    /// To any token.
    fn go_to(&mut self, pos: usize) {
        let before = pos.checked_sub(1).map(|before| self.tokens[before].end);
        self.end = before.unwrap_or(self.tokens[0].start);
        self.pos = pos;
        self.next = self.tokens[pos];
    }

    /// A pragma is a statement or declaration of its own. In the middle of
    /// one it has no place in the tree, and is dropped.
    #[cold]
    fn skip_pragmas_unless_allowed(&mut self) {
        let allowed = match self.pos.checked_sub(1) {
            None => true,
            Some(before) => matches!(
                self.tokens[before].kind,
                Semi | LBrace | RBrace | Colon | RParen | Else | Do | Pragma
            ),
        };
        if !allowed {
            self.skip_pragmas();
        }
    }

    fn skip_pragmas(&mut self) {
        while self.at(Pragma) {
            self.step();
        }
    }

    #[inline]
    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    /// Where the token before this one ends.
    #[inline]
    fn end(&self) -> u32 {
        self.end
    }

    #[inline]
    fn start(&self) -> u32 {
        self.next.start
    }

    /// From `start` to the end of the token before this one.
    #[inline]
    fn span_from(&self, start: u32) -> Span {
        Span::new(start, self.end().max(start))
    }

    fn name(&mut self) -> Name {
        let token = self.bump();
        Name { symbol: token.symbol, span: token.span() }
    }

    /// `name`, or an error that says after what it was expected.
    fn expect_name(&mut self, context: &str) -> Option<Name> {
        if self.at(Ident) {
            return Some(self.name());
        }
        self.expected(Ident, context);
        None
    }

    fn text_of(&self, symbol: Symbol) -> &str {
        self.interner.get(symbol)
    }
}

// ---- errors and recovery ----

impl Parser<'_> {
    /// Reports at most one error per statement or declaration.
    #[cold]
    fn error(&mut self, span: Span, message: impl Into<String>) {
        if !self.quiet && !self.abandoned {
            self.diagnostics.error(span, message);
        }
        self.quiet = true;
    }

    /// "expected ';' after expression", pointing at the end of what is there.
    #[cold]
    fn expected(&mut self, kind: TokenKind, context: &str) {
        self.error_after(format!("expected {} {context}", kind.describe()));
    }

    #[cold]
    fn error_after(&mut self, message: String) {
        let end = self.end();
        self.error(Span::new(end, end), message);
    }

    #[inline]
    fn expect(&mut self, kind: TokenKind, context: &str) -> bool {
        self.eat(kind) || self.expect_after_pragmas(kind, context)
    }

    #[cold]
    fn expect_after_pragmas(&mut self, kind: TokenKind, context: &str) -> bool {
        self.skip_pragmas();
        if self.eat(kind) {
            return true;
        }
        self.expected(kind, context);
        false
    }

    /// A closing parenthesis or bracket; if it is not here, what is before it
    /// is skipped, unless the statement ends first.
    #[inline]
    fn expect_close(&mut self, kind: TokenKind, context: &str) {
        if !self.expect(kind, context) {
            self.skip_to_close(kind);
        }
    }

    #[cold]
    fn skip_to_close(&mut self, kind: TokenKind) {
        loop {
            match self.kind() {
                Eof | Semi | LBrace | RBrace => return,
                LParen | LBracket => self.skip_group(),
                found => {
                    self.bump();
                    if found == kind {
                        return;
                    }
                }
            }
        }
    }

    /// `;` ends a statement or declaration, and with it the silence after an
    /// error. If it is missing, the rest is skipped.
    #[inline]
    fn expect_semi(&mut self, context: &str) {
        if !self.expect(Semi, context) {
            self.skip_to_end();
        }
        self.quiet = false;
    }

    /// Skips to behind the next `;` or block, or to what begins something new.
    #[cold]
    fn skip_to_end(&mut self) {
        loop {
            match self.kind() {
                Eof | RBrace => return,
                Semi => {
                    self.bump();
                    return;
                }
                LBrace => {
                    self.skip_group();
                    self.eat(Semi);
                    return;
                }
                LParen | LBracket => self.skip_group(),
                kind if kind.starts_statement() || kind.starts_declaration() => return,
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Skips a bracket, what it encloses, and the one that closes it.
    fn skip_group(&mut self) {
        let mut open = 0usize;
        loop {
            match self.kind() {
                Eof => return,
                LParen | LBracket | LBrace => open += 1,
                RParen | RBracket | RBrace => open -= 1,
                _ => {}
            }
            self.bump();
            if open == 0 {
                return;
            }
        }
    }

    /// Runs `f` one level deeper, on a larger stack if need be. `None` if the
    /// text nests deeper than anything sensible: the rest of it is given up.
    #[inline]
    fn nested<R: Send>(&mut self, f: impl FnOnce(&mut Self) -> R + Send) -> Option<R> {
        let result = match self.depth.enter() {
            Room::Here => Some(f(self)),
            Room::Elsewhere(levels) => with_stack(levels, || f(self)),
            Room::None => {
                self.abandon();
                return None;
            }
        };
        self.depth.leave();
        if result.is_none() {
            self.abandon();
        }
        result
    }

    #[cold]
    fn abandon(&mut self) {
        // Even while the parser is silent: what follows stays unread.
        self.quiet = false;
        self.error(self.token().span(), "nested too deeply: the rest of the text is not read");
        self.abandoned = true;
        self.go_to(self.tokens.len() - 1);
    }
}

#[cfg(test)]
mod tests;
