//! The syntax tree: what the grammar says, before names and types are known.
//!
//! It lives between the parser and the checker only. Nothing outside this
//! crate sees it; the tree that everybody shares is `elenchus_lang::tree`.
//! Nodes are plain data in arenas, children are ids, names are symbols, and
//! literals are spans whose spelling the checker reads.

use elenchus_lang::arena::{Arena, Id, List, Pool};
use elenchus_lang::span::Span;
use elenchus_lang::symbol::Symbol;

pub type ExprId = Id<Expr>;
pub type StmtId = Id<Stmt>;
pub type SpecsId = Id<Specifiers>;
pub type DeclaratorId = Id<Declarator>;
pub type TypeNameId = Id<TypeName>;
pub type InitId = Id<Init>;
pub type DeclarationId = Id<Declaration>;
pub type FunctionId = Id<Function>;
pub type AsmId = Id<Asm>;

#[derive(Default, Debug)]
pub struct Syntax {
    pub exprs: Arena<Expr>,
    pub stmts: Arena<Stmt>,
    pub specs: Arena<Specifiers>,
    pub declarators: Arena<Declarator>,
    pub type_names: Arena<TypeName>,
    pub inits: Arena<Init>,
    pub declarations: Arena<Declaration>,
    pub functions: Arena<Function>,
    pub asms: Arena<Asm>,

    pub expr_lists: Pool<ExprId>,
    pub stmt_lists: Pool<StmtId>,
    pub spans: Pool<Span>,
    pub symbols: Pool<Symbol>,
    pub names: Pool<Name>,
    pub parts: Pool<Part>,
    pub params: Pool<Param>,
    pub attrs: Pool<Attr>,
    pub init_declarators: Pool<InitDeclarator>,
    pub members: Pool<Member>,
    pub member_declarators: Pool<MemberDeclarator>,
    pub enumerators: Pool<Enumerator>,
    pub init_items: Pool<InitItem>,
    pub designators: Pool<Designator>,
    pub associations: Pool<Association>,
    pub asm_operands: Pool<AsmOperand>,
    pub declaration_lists: Pool<DeclarationId>,

    /// The translation unit, in order.
    pub items: Vec<Item>,
}

impl Syntax {
    /// An empty tree with room for what so many tokens usually become, so
    /// that little is copied while it grows.
    pub fn for_tokens(tokens: usize) -> Syntax {
        let mut syntax = Syntax::default();
        // Each has a token of its own: an operand or an operator.
        syntax.exprs.reserve(tokens);
        syntax.stmts.reserve(tokens / 8);
        syntax.specs.reserve(tokens / 8);
        syntax.declarators.reserve(tokens / 12);
        syntax.params.reserve(tokens / 16);
        syntax.parts.reserve(tokens / 16);
        syntax.inits.reserve(tokens / 3);
        syntax.init_items.reserve(tokens / 3);
        syntax.init_declarators.reserve(tokens / 24);
        syntax.declarations.reserve(tokens / 24);
        syntax.stmt_lists.reserve(tokens / 12);
        syntax.expr_lists.reserve(tokens / 24);
        syntax.type_names.reserve(tokens / 48);
        syntax
    }
}

#[derive(Clone, Copy, Debug)]
pub enum Item {
    Declaration(DeclarationId),
    Function(FunctionId),
    Asm(AsmId),
    /// A `#pragma` line, whole.
    Pragma(Span),
}

/// A name with its place.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    pub symbol: Symbol,
    pub span: Span,
}

// ---- expressions ----

#[derive(Clone, Copy, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    /// Without the parentheses around it; those have a node of their own.
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum ExprKind {
    /// A diagnostic was given; the checker stays silent about it.
    Error,
    Name(Symbol),
    /// An integer or floating constant, suffix included, as spelled.
    Number,
    /// A character constant, prefix and quotes included, as spelled.
    Char,
    /// Adjacent string literals, as spelled.
    Str(List<Span>),
    Paren(ExprId),
    Unary(UnaryOp, ExprId),
    Binary(BinaryOp, ExprId, ExprId),
    Assign(ExprId, ExprId),
    CompoundAssign(BinaryOp, ExprId, ExprId),
    /// `a ? b : c`; without the middle, GNU's `a ?: c`.
    Conditional(ExprId, Option<ExprId>, ExprId),
    Cast(TypeNameId, ExprId),
    CompoundLiteral(TypeNameId, InitId),
    SizeofExpr(ExprId),
    SizeofType(TypeNameId),
    AlignofExpr(Alignof, ExprId),
    AlignofType(Alignof, TypeNameId),
    Index(ExprId, ExprId),
    Call(ExprId, List<ExprId>),
    /// `e.name`; `name_span` is the tail of the node's own span.
    Dot(ExprId, Symbol),
    Arrow(ExprId, Symbol),
    /// `({ … })`
    StmtExpr(StmtId),
    /// `&&label`
    LabelAddress(Symbol),
    Generic(ExprId, List<Association>),
    /// `__builtin_va_arg(e, type)`
    VaArg(ExprId, TypeNameId),
    /// `__builtin_offsetof(type, member-designator)`; the first designator is a field.
    Offsetof(TypeNameId, List<Designator>),
    TypesCompatible(TypeNameId, TypeNameId),
    ChooseExpr(ExprId, ExprId, ExprId),
    ConvertVector(ExprId, TypeNameId),
    /// `__builtin_has_attribute(e or type, attribute)`, kept as its text.
    HasAttribute,
}

/// The two spellings that differ on i386.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alignof {
    /// `_Alignof`, `alignof`
    Standard,
    /// `__alignof__`, `__alignof`
    Gnu,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    Plus,
    Neg,
    BitNot,
    Not,
    Deref,
    AddressOf,
    PreInc,
    PreDec,
    PostInc,
    PostDec,
    /// `__real__`
    Real,
    /// `__imag__`
    Imag,
    /// `__extension__ e`
    Extension,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    And,
    Xor,
    Or,
    LogAnd,
    LogOr,
    Comma,
}

/// One `type: expression` of `_Generic`; `default` has no type.
#[derive(Clone, Copy, Debug)]
pub struct Association {
    pub type_name: Option<TypeNameId>,
    pub expr: ExprId,
}

// ---- initialisers ----

#[derive(Clone, Copy, Debug)]
pub struct Init {
    pub kind: InitKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum InitKind {
    Expr(ExprId),
    List(List<InitItem>),
}

#[derive(Clone, Copy, Debug)]
pub struct InitItem {
    pub designators: List<Designator>,
    pub init: InitId,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct Designator {
    pub kind: DesignatorKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum DesignatorKind {
    /// `.name`, or GNU's old `name:`
    Field(Symbol),
    Index(ExprId),
    /// GNU's `[a ... b]`
    Range(ExprId, ExprId),
}

// ---- declarations ----

/// `specifiers declarator = init, …;`, a `_Static_assert`, or nothing but `;`.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    pub kind: DeclarationKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum DeclarationKind {
    Declarators {
        specs: SpecsId,
        list: List<InitDeclarator>,
    },
    /// The message is adjacent string literals, and may be absent (C23).
    StaticAssert {
        condition: ExprId,
        message: List<Span>,
    },
    /// A stray `;` at file scope.
    Empty,
}

#[derive(Clone, Copy, Debug)]
pub struct InitDeclarator {
    pub declarator: DeclaratorId,
    /// `asm("name")`: adjacent string literals, empty if absent.
    pub asm_label: List<Span>,
    /// Attributes after the declarator (and its asm label).
    pub attrs: List<Attr>,
    pub init: Option<InitId>,
    pub span: Span,
    /// Up to the initialiser.
    pub head: Span,
}

/// A function definition, at file scope or nested in a block (GNU).
#[derive(Clone, Copy, Debug)]
pub struct Function {
    pub specs: SpecsId,
    pub declarator: DeclaratorId,
    /// Attributes (and asm label, rarely) between declarator and body.
    pub attrs: List<Attr>,
    /// The parameter declarations of an old-style definition.
    pub old_style: List<DeclarationId>,
    /// A compound statement.
    pub body: StmtId,
    pub span: Span,
}

/// Declaration specifiers, or the specifier-qualifier-list of a type name.
#[derive(Clone, Copy, Debug)]
pub struct Specifiers {
    pub storage: Storage,
    pub quals: Quals,
    pub ty: TypeSpec,
    /// Attributes anywhere among the specifiers (those right after a tag or a
    /// closing brace belong to the record or enum instead).
    pub attrs: List<Attr>,
    /// `_Alignas(e)`; a type inside is wrapped as an `AlignofType` expression.
    pub alignas: List<ExprId>,
    pub span: Span,
}

/// Storage classes and function specifiers: a set.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Storage(pub u16);

impl Storage {
    pub const TYPEDEF: u16 = 1;
    pub const EXTERN: u16 = 2;
    pub const STATIC: u16 = 4;
    pub const AUTO: u16 = 8;
    pub const REGISTER: u16 = 16;
    pub const THREAD: u16 = 32;
    pub const INLINE: u16 = 64;
    pub const NORETURN: u16 = 128;
    /// `__extension__` stood before the declaration.
    pub const EXTENSION: u16 = 256;

    pub fn has(self, bits: u16) -> bool {
        self.0 & bits != 0
    }
}

/// Type qualifiers: a set.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Quals(pub u8);

impl Quals {
    pub const CONST: u8 = 1;
    pub const VOLATILE: u8 = 2;
    pub const RESTRICT: u8 = 4;
    pub const ATOMIC: u8 = 8;
    /// `__seg_fs`, `__seg_gs`: named address spaces of x86.
    pub const SEG_FS: u8 = 16;
    pub const SEG_GS: u8 = 32;

    pub fn has(self, bits: u8) -> bool {
        self.0 & bits != 0
    }
}

#[derive(Clone, Copy, Debug)]
pub enum TypeSpec {
    /// None given: implicit int, or an error, as the checker decides.
    Implicit,
    /// A set of keywords, see `Word`.
    Words(u32),
    TypedefName(Symbol),
    Record {
        union: bool,
        tag: Option<Name>,
        /// `None` for a mention without braces.
        members: Option<List<Member>>,
        attrs: List<Attr>,
    },
    Enum {
        tag: Option<Name>,
        enumerators: Option<List<Enumerator>>,
        attrs: List<Attr>,
    },
    TypeofExpr(ExprId),
    TypeofType(TypeNameId),
    /// `_Atomic(type)`
    Atomic(TypeNameId),
}

/// Bits of `TypeSpec::Words`. The parser reports a word given twice, and more
/// than two `long`; which combinations are types is the checker's matter.
pub struct Word;

impl Word {
    pub const VOID: u32 = 1 << 0;
    pub const BOOL: u32 = 1 << 1;
    pub const CHAR: u32 = 1 << 2;
    pub const SHORT: u32 = 1 << 3;
    pub const INT: u32 = 1 << 4;
    pub const LONG: u32 = 1 << 5;
    /// The second `long`; `LONG` is then set too.
    pub const LONG_LONG: u32 = 1 << 6;
    pub const SIGNED: u32 = 1 << 7;
    pub const UNSIGNED: u32 = 1 << 8;
    pub const FLOAT: u32 = 1 << 9;
    pub const DOUBLE: u32 = 1 << 10;
    pub const COMPLEX: u32 = 1 << 11;
    pub const INT128: u32 = 1 << 12;
    pub const FLOAT16: u32 = 1 << 13;
    pub const FLOAT32: u32 = 1 << 14;
    pub const FLOAT64: u32 = 1 << 15;
    /// `_Float128` and `__float128`
    pub const FLOAT128: u32 = 1 << 16;
    pub const FLOAT32X: u32 = 1 << 17;
    pub const FLOAT64X: u32 = 1 << 18;
    pub const DECIMAL32: u32 = 1 << 19;
    pub const DECIMAL64: u32 = 1 << 20;
    pub const DECIMAL128: u32 = 1 << 21;
    /// `__auto_type`
    pub const AUTO_TYPE: u32 = 1 << 22;
    /// `__builtin_va_list`
    pub const VA_LIST: u32 = 1 << 23;
}

/// A line of a struct or union body.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    pub kind: MemberKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum MemberKind {
    /// Without declarators: an anonymous struct or union, or nothing useful.
    Declarators {
        specs: SpecsId,
        list: List<MemberDeclarator>,
    },
    StaticAssert {
        condition: ExprId,
        message: List<Span>,
    },
    Pragma,
}

#[derive(Clone, Copy, Debug)]
pub struct MemberDeclarator {
    /// `None` for an unnamed bit-field.
    pub declarator: Option<DeclaratorId>,
    pub width: Option<ExprId>,
    pub attrs: List<Attr>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct Enumerator {
    pub name: Name,
    pub value: Option<ExprId>,
    pub attrs: List<Attr>,
    pub span: Span,
}

/// A declarator, abstract when it has no name.
#[derive(Clone, Copy, Debug)]
pub struct Declarator {
    pub name: Option<Name>,
    /// In the order in which one reads a declaration aloud, starting at the
    /// name: `*a[3]` is an array of 3, then a pointer; the type of the
    /// specifiers comes last.
    pub parts: List<Part>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum Part {
    Pointer {
        quals: Quals,
        attrs: List<Attr>,
    },
    Array {
        quals: Quals,
        is_static: bool,
        length: Length,
        span: Span,
    },
    Function {
        params: Params,
        span: Span,
    },
    /// Attributes at the start of a parenthesised declarator, as in
    /// `int (__attribute__((ms_abi)) *f)(void)`: they apply to what is read
    /// after them... the rest of the type.
    Attrs(List<Attr>),
}

#[derive(Clone, Copy, Debug)]
pub enum Length {
    /// `[]`
    Unknown,
    /// `[*]`
    Star,
    Expr(ExprId),
}

#[derive(Clone, Copy, Debug)]
pub enum Params {
    /// `()`: says nothing.
    Empty,
    /// `(a, b)`: the names of an old-style definition.
    Names(List<Name>),
    /// `(void)` is a list of one `Param` like any other; the checker knows it.
    Prototype { list: List<Param>, variadic: bool },
}

#[derive(Clone, Copy, Debug)]
pub struct Param {
    pub specs: SpecsId,
    pub declarator: DeclaratorId,
    pub attrs: List<Attr>,
    /// GNU's forward declaration, `(int n; int a[n])`.
    pub forward: bool,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct TypeName {
    pub specs: SpecsId,
    pub declarator: DeclaratorId,
    pub span: Span,
}

/// One attribute, GNU's or C23's.
#[derive(Clone, Copy, Debug)]
pub struct Attr {
    /// `gnu` in `[[gnu::packed]]`.
    pub namespace: Option<Symbol>,
    /// Without the underscores around it: `__packed__` is `packed`.
    pub name: Symbol,
    /// Arguments that are expressions; a lone identifier is a `Name` expression.
    pub args: List<ExprId>,
    /// Written as `[[…]]`.
    pub standard: bool,
    /// Name and arguments.
    pub span: Span,
}

// ---- statements ----

#[derive(Clone, Copy, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum StmtKind {
    Error,
    Empty,
    Expr(ExprId),
    Compound(List<StmtId>),
    If {
        condition: ExprId,
        then: StmtId,
        otherwise: Option<StmtId>,
    },
    While {
        condition: ExprId,
        body: StmtId,
    },
    DoWhile {
        body: StmtId,
        condition: ExprId,
    },
    /// `init` is an expression statement or a declaration.
    For {
        init: Option<StmtId>,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    },
    Switch {
        value: ExprId,
        body: StmtId,
    },
    /// `high` for GNU's `case a ... b`.
    Case {
        low: ExprId,
        high: Option<ExprId>,
        body: StmtId,
    },
    Default {
        body: StmtId,
    },
    Label {
        label: Name,
        attrs: List<Attr>,
        body: StmtId,
    },
    Goto(Name),
    /// `goto *e;`
    ComputedGoto(ExprId),
    Continue,
    Break,
    Return(Option<ExprId>),
    Declaration(DeclarationId),
    /// A function inside a function (GNU).
    NestedFunction(FunctionId),
    /// `__label__ a, b;`
    LocalLabels(List<Name>),
    Asm(AsmId),
    /// `__attribute__((fallthrough));`
    Attributes(List<Attr>),
    Pragma,
}

#[derive(Clone, Copy, Debug)]
pub struct Asm {
    pub is_volatile: bool,
    pub is_inline: bool,
    pub is_goto: bool,
    /// No colon at all: a basic asm, in which `%` means itself.
    pub is_basic: bool,
    pub template: List<Span>,
    pub outputs: List<AsmOperand>,
    pub inputs: List<AsmOperand>,
    /// Each clobber's string literal.
    pub clobbers: List<Span>,
    pub labels: List<Name>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct AsmOperand {
    pub name: Option<Symbol>,
    /// Adjacent string literals.
    pub constraint: List<Span>,
    pub expr: ExprId,
}
