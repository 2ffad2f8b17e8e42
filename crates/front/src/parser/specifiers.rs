//! Declaration specifiers: storage, qualifiers and the type before a declarator.

use elenchus_lang::arena::List;

use super::{Parser, mark, take};
use crate::syntax::*;
use crate::token::Token;
use crate::token::TokenKind::{self, *};

/// What the specifiers read so far amount to.
struct Read {
    storage: Storage,
    quals: Quals,
    words: u32,
    /// A type that is not a word.
    ty: Option<TypeSpec>,
}

impl Read {
    fn has_type(&self) -> bool {
        self.words != 0 || self.ty.is_some()
    }
}

impl Parser<'_> {
    /// Whether the token `n` places ahead starts a type name.
    #[inline]
    pub(super) fn starts_type_name(&self, n: usize) -> bool {
        let Some(token) = self.tokens.get(self.pos + n) else { return false };
        match token.kind {
            Ident => self.names.is_type(token.symbol),
            kind => kind.starts_type(),
        }
    }

    /// Whether a declaration starts here, possibly after `__extension__`.
    #[inline]
    pub(super) fn starts_declaration(&self) -> bool {
        let mut n = 0;
        while self.peek(n) == Extension {
            n += 1;
        }
        self.starts_type_name(n)
            || self.peek(n).starts_declaration()
            || (n > 0 && self.peek(n) == LBracket && self.peek(n + 1) == LBracket)
    }

    /// `specifiers: (storage-class | type-qualifier | type-specifier
    ///     | function-specifier | alignment-specifier | attribute)*`
    pub(super) fn specifiers(&mut self, storage: Storage) -> SpecsId {
        let (start, attrs_mark) = (self.start(), mark!(self.attrs));
        self.specifiers_after(storage, start, attrs_mark)
    }

    /// The same, if the first attributes were read already: they began at
    /// `start` and lie above the mark.
    pub(super) fn specifiers_after(
        &mut self,
        storage: Storage,
        start: u32,
        attrs_mark: usize,
    ) -> SpecsId {
        let alignas_mark = mark!(self.expr_lists);
        let mut found = Read { storage, quals: Quals::default(), words: 0, ty: None };
        while self.specifier(&mut found) {}
        let ty = match found.ty {
            Some(ty) => ty,
            None if found.words != 0 => TypeSpec::Words(found.words),
            None => TypeSpec::Implicit,
        };
        let attrs = take!(self.attrs, attrs_mark);
        let alignas = take!(self.expr_lists, alignas_mark);
        let span = self.span_from(start);
        let Read { storage, quals, .. } = found;
        self.syntax.specs.push(Specifiers { storage, quals, ty, attrs, alignas, span })
    }

    /// One specifier; false if there is none here.
    fn specifier(&mut self, found: &mut Read) -> bool {
        let token = self.token();
        if let Some(word) = word(token.kind) {
            if token.kind.is_sized_float() {
                let complete = found.has_type() && found.words != Word::COMPLEX;
                if complete && found.storage.has(Storage::TYPEDEF) {
                    // The name that the declaration declares.
                    return false;
                }
                if self.names.is_type(token.symbol) && !found.has_type() {
                    self.bump();
                    found.ty = Some(TypeSpec::TypedefName(token.symbol));
                    return true;
                }
            }
            self.type_word(found, token, word);
            return true;
        }
        if let Some(bit) = storage(token.kind) {
            self.storage_class(found, token, bit);
            return true;
        }
        match token.kind {
            Ident if !found.has_type() && self.names.is_type(token.symbol) => {
                self.bump();
                found.ty = Some(TypeSpec::TypedefName(token.symbol));
            }
            // No declarator can go on like this: it was meant to be a type.
            Ident if !found.has_type() && matches!(self.peek(1), Ident | Star) => {
                self.unknown_type(token);
                self.bump();
                found.ty = Some(TypeSpec::TypedefName(token.symbol));
            }
            Struct | Union => {
                let ty = self.nested(Self::record_specifier);
                self.set_type(found, token, ty);
            }
            Enum => {
                let ty = self.enum_specifier();
                self.set_type(found, token, Some(ty));
            }
            Typeof => {
                let ty = self.typeof_specifier();
                self.set_type(found, token, Some(ty));
            }
            Atomic if self.peek(1) == LParen => {
                self.bump();
                self.bump();
                let ty = TypeSpec::Atomic(self.type_name());
                self.expect_close(RParen, "after type name");
                self.set_type(found, token, Some(ty));
            }
            Alignas => self.alignas(),
            _ if self.at_attributes() => self.attributes(),
            kind => match qualifier(kind) {
                Some(bit) => {
                    found.quals.0 |= bit;
                    self.bump();
                }
                None => return false,
            },
        }
        true
    }

    #[cold]
    pub(super) fn unknown_type(&mut self, token: Token) {
        let message = format!("unknown type name '{}'", self.text_of(token.symbol));
        self.error(token.span(), message);
    }

    fn set_type(&mut self, found: &mut Read, at: Token, ty: Option<TypeSpec>) {
        if found.has_type() {
            self.error(at.span(), "a second type in the same declaration");
        }
        found.ty = ty.or(found.ty);
    }

    /// One storage class, and with it `_Thread_local` where both make sense
    /// (6.7.1p2); function specifiers may stand repeatedly.
    fn storage_class(&mut self, found: &mut Read, token: Token, bit: u16) {
        const CLASSES: u16 = Storage::TYPEDEF
            | Storage::EXTERN
            | Storage::STATIC
            | Storage::AUTO
            | Storage::REGISTER
            | Storage::THREAD;
        const TOGETHER: [u16; 2] =
            [Storage::THREAD | Storage::EXTERN, Storage::THREAD | Storage::STATIC];
        self.bump();
        let earlier = found.storage.0 & CLASSES;
        found.storage.0 |= bit;
        if bit & CLASSES == 0 || earlier == 0 {
            return;
        }
        if earlier & bit != 0 {
            let message = format!("'{}' given twice", self.text_of(token.symbol));
            self.error(token.span(), message);
        } else if !TOGETHER.contains(&(earlier | bit)) {
            self.error(token.span(), "a second storage class in the same declaration");
        }
    }

    fn type_word(&mut self, found: &mut Read, token: Token, word: u32) {
        self.bump();
        if found.ty.is_some() {
            self.error(token.span(), "a second type in the same declaration");
        } else if found.words & word == 0 {
            found.words |= word;
        } else if word == Word::LONG && found.words & Word::LONG_LONG == 0 {
            found.words |= Word::LONG_LONG;
        } else if word == Word::LONG {
            self.error(token.span(), "'long long long' is not a type");
        } else {
            let message = format!("'{}' given twice", self.text_of(token.symbol));
            self.error(token.span(), message);
        }
    }

    /// `'typeof' '(' (type-name | expression) ')'`
    fn typeof_specifier(&mut self) -> TypeSpec {
        self.bump();
        self.expect(LParen, "after 'typeof'");
        let ty = if self.starts_type_name(0) {
            TypeSpec::TypeofType(self.type_name())
        } else {
            TypeSpec::TypeofExpr(self.expression())
        };
        self.expect_close(RParen, "after the operand of 'typeof'");
        ty
    }

    /// `'_Alignas' '(' (type-name | constant-expression) ')'`
    fn alignas(&mut self) {
        self.bump();
        self.expect(LParen, "after '_Alignas'");
        let start = self.start();
        let expr = if self.starts_type_name(0) {
            let type_name = self.type_name();
            let kind = ExprKind::AlignofType(crate::syntax::Alignof::Standard, type_name);
            let span = self.span_from(start);
            self.expr(kind, span)
        } else {
            self.constant_expression()
        };
        self.scratch.expr_lists.push(expr);
        self.expect_close(RParen, "after the operand of '_Alignas'");
    }

    /// `'enum' attribute* name? ('{' enumerator,… ','? '}' attribute*)?`
    fn enum_specifier(&mut self) -> TypeSpec {
        self.bump();
        let mark = mark!(self.attrs);
        self.attributes();
        let tag = self.at(Ident).then(|| self.name());
        if self.at(Colon) && self.starts_type_name(1) {
            let span = self.token().span();
            self.error(span, "an enum with a fixed underlying type is not supported");
            self.bump();
            self.type_name();
        }
        let enumerators = self.at(LBrace).then(|| self.enumerator_list());
        if enumerators.is_some() {
            self.attributes();
        } else if tag.is_none() {
            self.expected(LBrace, "or a name after 'enum'");
        }
        TypeSpec::Enum { tag, enumerators, attrs: take!(self.attrs, mark) }
    }

    /// `'{' enumerator,… ','? '}'`
    fn enumerator_list(&mut self) -> List<Enumerator> {
        self.bump();
        let mark = mark!(self.enumerators);
        while self.at(Ident) {
            let enumerator = self.enumerator();
            self.scratch.enumerators.push(enumerator);
            if !self.eat(Comma) {
                break;
            }
        }
        if mark!(self.enumerators) == mark {
            self.expected(Ident, "of an enumerator");
        }
        self.expect_brace("after enumerators");
        take!(self.enumerators, mark)
    }

    /// `enumerator: name attribute* ('=' constant-expression)?`
    fn enumerator(&mut self) -> Enumerator {
        let start = self.start();
        let name = self.name();
        let mark = mark!(self.attrs);
        self.attributes();
        let attrs = take!(self.attrs, mark);
        let value = self.eat(Eq).then(|| self.constant_expression());
        // Its scope begins after its value (6.2.1p7).
        self.names.declare(name.symbol, false);
        Enumerator { name, value, attrs, span: self.span_from(start) }
    }
}

/// The bit of a type specifier that is a word.
#[inline]
fn word(kind: TokenKind) -> Option<u32> {
    Some(match kind {
        Void => Word::VOID,
        Bool => Word::BOOL,
        CharType => Word::CHAR,
        Short => Word::SHORT,
        Int => Word::INT,
        Long => Word::LONG,
        Signed => Word::SIGNED,
        Unsigned => Word::UNSIGNED,
        Float => Word::FLOAT,
        Double => Word::DOUBLE,
        Complex => Word::COMPLEX,
        Int128 => Word::INT128,
        Float16 => Word::FLOAT16,
        Float32 => Word::FLOAT32,
        Float64 => Word::FLOAT64,
        Float128 => Word::FLOAT128,
        Float32x => Word::FLOAT32X,
        Float64x => Word::FLOAT64X,
        Decimal32 => Word::DECIMAL32,
        Decimal64 => Word::DECIMAL64,
        Decimal128 => Word::DECIMAL128,
        AutoType => Word::AUTO_TYPE,
        VaList => Word::VA_LIST,
        _ => return None,
    })
}

/// The bit of a storage class or function specifier.
#[inline]
fn storage(kind: TokenKind) -> Option<u16> {
    Some(match kind {
        Typedef => Storage::TYPEDEF,
        Extern => Storage::EXTERN,
        Static => Storage::STATIC,
        Auto => Storage::AUTO,
        Register => Storage::REGISTER,
        ThreadLocal => Storage::THREAD,
        Inline => Storage::INLINE,
        Noreturn => Storage::NORETURN,
        _ => return None,
    })
}

/// The bit of a type qualifier.
#[inline]
pub(super) fn qualifier(kind: TokenKind) -> Option<u8> {
    Some(match kind {
        Const => Quals::CONST,
        Volatile => Quals::VOLATILE,
        Restrict => Quals::RESTRICT,
        Atomic => Quals::ATOMIC,
        SegFs => Quals::SEG_FS,
        SegGs => Quals::SEG_GS,
        _ => return None,
    })
}
