//! Tokens: what the lexer makes of the text.

use std::ops::Range;

use elenchus_lang::span::Span;
use elenchus_lang::symbol::Symbol;

/// A token of 16 bytes; its spelling is in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub start: u32,
    pub end: u32,
    /// The name of an identifier or keyword; meaningless otherwise.
    pub symbol: Symbol,
}

impl Token {
    pub fn span(&self) -> Span {
        Span::new(self.start, self.end)
    }
}

/// All tokens of a text, with what its `#` lines say.
#[derive(Default, Debug)]
pub struct Tokens {
    /// The last one is `Eof`, and no other is.
    pub list: Vec<Token>,
    /// In the order of their offsets.
    pub markers: Vec<LineMarker>,
    /// The file names that the markers mention, unescaped.
    pub files: Vec<String>,
}

impl Tokens {
    /// The parts of a text, which goes on to `end`, that are from headers of the
    /// system.
    pub fn system(&self, end: u32) -> impl Iterator<Item = Range<u32>> + '_ {
        let ends = self.markers.iter().skip(1).map(|next| next.offset).chain([end]);
        let parts = self.markers.iter().zip(ends);
        parts.filter(|(marker, _)| marker.is_system()).map(|(marker, end)| marker.offset..end)
    }
}

impl LineMarker {
    pub fn is_system(&self) -> bool {
        self.flags & 1 << 3 != 0
    }
}

/// `# 12 "file" 1 3`: the next line of text is this line of that file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineMarker {
    /// Where the line after the marker begins.
    pub offset: u32,
    pub line: u32,
    /// Index in `Tokens::files`.
    pub file: u32,
    /// Bit n is set for flag n: 1 enters a file, 2 returns to one, 3 is a
    /// system header, 4 is implicitly `extern "C"`.
    pub flags: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum TokenKind {
    Eof,
    /// A whole `#pragma` line, or `_Pragma("…")`.
    Pragma,
    Ident,
    /// A preprocessing number, valid or not.
    Number,
    Char,
    Str,

    LParen,
    RParen,
    LBracket,
    RBracket,
    LBrace,
    RBrace,
    Semi,
    Comma,
    Colon,
    Question,
    Dot,
    Arrow,
    Ellipsis,
    Eq,
    PlusEq,
    MinusEq,
    StarEq,
    SlashEq,
    PercentEq,
    ShlEq,
    ShrEq,
    AmpEq,
    CaretEq,
    PipeEq,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    EqEq,
    Ne,
    Amp,
    Caret,
    Pipe,
    AmpAmp,
    PipePipe,
    Tilde,
    Bang,
    PlusPlus,
    MinusMinus,

    // Type specifiers that are words.
    Void,
    Bool,
    CharType,
    Short,
    Int,
    Long,
    Signed,
    Unsigned,
    Float,
    Double,
    Complex,
    Int128,
    Float16,
    Float32,
    Float64,
    Float128,
    Float32x,
    Float64x,
    Decimal32,
    Decimal64,
    Decimal128,
    AutoType,
    VaList,

    Struct,
    Union,
    Enum,
    Typeof,
    Atomic,

    Const,
    Volatile,
    Restrict,
    SegFs,
    SegGs,

    Typedef,
    Extern,
    Static,
    Auto,
    Register,
    ThreadLocal,
    Inline,
    Noreturn,
    Alignas,

    Attribute,
    Extension,
    Asm,
    StaticAssert,
    PragmaOperator,

    Break,
    Case,
    Continue,
    Default,
    Do,
    Else,
    For,
    Goto,
    If,
    Return,
    Switch,
    While,
    Label,

    Sizeof,
    Alignof,
    GnuAlignof,
    Generic,
    Real,
    Imag,
    VaArg,
    Offsetof,
    TypesCompatible,
    ChooseExpr,
    ConvertVector,
    HasAttribute,
}

use TokenKind::*;

impl TokenKind {
    /// Starts a type name, whatever the names in scope.
    #[inline]
    pub fn starts_type(self) -> bool {
        (Void as u8..=SegGs as u8).contains(&(self as u8)) || self == Attribute || self == Alignas
    }

    /// `_Float32` and its relatives. Headers declare those that a compiler
    /// lacks as names of types: `typedef float _Float32;` for clang.
    #[inline]
    pub fn is_sized_float(self) -> bool {
        (Float16 as u8..=Float64x as u8).contains(&(self as u8))
    }

    /// Starts a declaration, whatever the names in scope.
    #[inline]
    pub fn starts_declaration(self) -> bool {
        (Void as u8..=Attribute as u8).contains(&(self as u8)) || self == StaticAssert
    }

    /// Stands after an operand that it is about.
    #[inline]
    pub fn is_postfix_operator(self) -> bool {
        matches!(self, LParen | LBracket | Dot | Arrow | PlusPlus | MinusMinus)
    }

    /// Stands between operands of an expression that goes on, the comma aside.
    #[inline]
    pub fn is_infix_operator(self) -> bool {
        (Eq as u8..=PipePipe as u8).contains(&(self as u8)) || self == Question
    }

    /// Starts a statement that begins with a keyword.
    pub fn starts_statement(self) -> bool {
        (Break as u8..=Label as u8).contains(&(self as u8)) && self != Else && self != While
    }

    pub fn is_keyword(self) -> bool {
        self as u8 >= Void as u8
    }

    /// How a punctuator is written; what the rest is called.
    pub fn describe(self) -> &'static str {
        match self {
            Eof => "end of text",
            Ident => "a name",
            Str => "a string literal",
            LParen => "'('",
            RParen => "')'",
            LBracket => "'['",
            RBracket => "']'",
            LBrace => "'{'",
            RBrace => "'}'",
            Semi => "';'",
            Comma => "','",
            Colon => "':'",
            Eq => "'='",
            While => "'while'",
            _ => "a token",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_small() {
        assert!(size_of::<Token>() <= 16);
    }
}
