//! The typed tree: the one form in which programs are edited, printed, run,
//! generated, mutated and reduced.
//!
//! Nodes are plain data in arenas (see [`crate::arena`]); every expression has
//! a canonical type and a span; every implicit conversion is a node of its
//! own; names are resolved to declarations. What only the printer needs (how a
//! type was written, which attributes stood there) is kept beside it.

use crate::arena::{Arena, Id, List, Pool};
use crate::arith::BinaryOp;
use crate::rules::Language;
use crate::span::Span;
use crate::symbol::{Interner, Symbol};
use crate::target::Target;
use crate::types::{FieldId, TypeId, Types};

pub type ExprId = Id<Expr>;
pub type StmtId = Id<Stmt>;
pub type DeclId = Id<Decl>;
pub type GroupId = Id<Group>;
pub type FunctionId = Id<Function>;
pub type InitId = Id<Init>;
pub type LabelId = Id<Label>;
pub type ScopeId = Id<Scope>;
pub type AsmId = Id<Asm>;
pub type StringId = Id<StringLiteral>;

/// A whole program: one or more translation units and all their nodes.
#[derive(Clone)]
pub struct Program {
    pub target: Target,
    pub language: Language,
    pub symbols: Interner,
    pub types: Types,
    pub units: Vec<Unit>,

    pub exprs: Arena<Expr>,
    pub stmts: Arena<Stmt>,
    pub decls: Arena<Decl>,
    pub groups: Arena<Group>,
    pub functions: Arena<Function>,
    pub inits: Arena<Init>,
    pub labels: Arena<Label>,
    pub scopes: Arena<Scope>,
    pub asms: Arena<Asm>,
    pub fors: Arena<For>,
    pub strings: Arena<StringLiteral>,

    pub expr_lists: Pool<ExprId>,
    pub stmt_lists: Pool<StmtId>,
    pub decl_lists: Pool<DeclId>,
    pub label_lists: Pool<LabelId>,
    pub string_lists: Pool<StringId>,
    pub init_items: Pool<InitItem>,
    pub designators: Pool<Designator>,
    pub associations: Pool<Association>,
    pub attrs: Pool<Attr>,
    pub attr_args: Pool<AttrArg>,
    pub asm_operands: Pool<AsmOperand>,
    pub repeats: Pool<Repeat>,
    /// Floating constants, as bit patterns of their type's format.
    pub floats: Pool<u128>,
    /// Code units of string literals, each in its literal's unit size, little endian.
    pub bytes: Pool<u8>,
}

impl Program {
    pub fn new(target: &Target, language: Language) -> Program {
        let target = language.adapt(target);
        Program {
            language,
            symbols: Interner::default(),
            types: Types::new(&target),
            target,
            units: Vec::new(),
            exprs: Arena::default(),
            stmts: Arena::default(),
            decls: Arena::default(),
            groups: Arena::default(),
            functions: Arena::default(),
            inits: Arena::default(),
            labels: Arena::default(),
            scopes: Arena::default(),
            asms: Arena::default(),
            fors: Arena::default(),
            strings: Arena::default(),
            expr_lists: Pool::default(),
            stmt_lists: Pool::default(),
            decl_lists: Pool::default(),
            label_lists: Pool::default(),
            string_lists: Pool::default(),
            init_items: Pool::default(),
            designators: Pool::default(),
            associations: Pool::default(),
            attrs: Pool::default(),
            attr_args: Pool::default(),
            asm_operands: Pool::default(),
            repeats: Pool::default(),
            floats: Pool::default(),
            bytes: Pool::default(),
        }
    }

    pub fn name(&self, symbol: Symbol) -> &str {
        self.symbols.get(symbol)
    }

    /// Whether a place is in a header of the system, and not what the user wrote.
    pub fn is_system(&self, place: Span) -> bool {
        let unit = self.units.iter().rfind(|unit| unit.span.start <= place.start);
        unit.is_some_and(|unit| {
            let behind = unit.system.partition_point(|part| part.start <= place.start);
            behind > 0 && place.start < unit.system[behind - 1].end
        })
    }
}

#[derive(Clone, Debug)]
pub struct Unit {
    /// The file's name, for people.
    pub name: String,
    /// Where its text lies in the program's space of offsets.
    pub span: Span,
    /// The parts of it that are from headers of the system, in order.
    pub system: Vec<Span>,
    pub items: Vec<Item>,
    pub scope: ScopeId,
}

#[derive(Clone, Copy, Debug)]
pub enum Item {
    Declaration(GroupId),
    Function(FunctionId),
    Asm(AsmId),
    StaticAssert(ExprId, Option<StringId>),
    /// A `#pragma` line, its text whole.
    Pragma(Symbol),
}

/// A scope of names (6.2.1). Tags and ordinary names share it; labels have
/// their function.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    pub parent: Option<ScopeId>,
    pub kind: ScopeKind,
    /// What was declared in it, in order.
    pub decls: List<DeclId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    File,
    /// The parameters of a declarator that is no definition.
    Prototype,
    /// The parameters and the outermost block of a function.
    Function,
    Block,
}

// ---- declarations ----

/// `specifiers declarator, declarator…;`
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The type of the specifiers, as written: a body of a struct stands here.
    pub base: TypeId,
    pub decls: List<DeclId>,
    /// For a group without declarators: `static struct S { … };`
    pub storage: Storage,
    pub span: Span,
}

/// One declaration of one name. Several may declare the same thing:
/// `entity` is the first of them.
#[derive(Clone, Copy, Debug)]
pub struct Decl {
    pub kind: DeclKind,
    pub name: Symbol,
    /// What it is: attributes applied, the length of `[]` taken from the
    /// initialiser or earlier declarations. Canonical.
    pub ty: TypeId,
    /// How it was written, before attributes.
    pub written: TypeId,
    pub storage: Storage,
    pub linkage: Linkage,
    pub attrs: List<Attr>,
    /// `asm("name")`
    pub asm_name: Option<StringId>,
    pub init: Option<InitId>,
    pub scope: ScopeId,
    pub entity: DeclId,
    /// `_Alignas` or `aligned`; 0 if absent.
    pub align: u32,
    /// Of the name.
    pub span: Span,
    /// Of the declarator with its attributes, the initialiser left out. A
    /// parameter's specifiers belong to it, and an enumerator's value. Nothing
    /// for the definition of a function, which has a span of its own.
    pub declarator: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeclKind {
    Variable,
    Parameter,
    Function,
    Typedef,
    /// Its value, as the bits of a 64-bit integer, signed or not by its type.
    /// The expression it was written with, if any.
    Enumerator {
        value: i64,
        written: Option<ExprId>,
    },
    /// A function that the compiler knows without declaration.
    Builtin,
}

/// Storage classes and function specifiers, as written: a set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Storage(pub u16);

impl Storage {
    pub const TYPEDEF: Storage = Storage(1);
    pub const EXTERN: Storage = Storage(2);
    pub const STATIC: Storage = Storage(4);
    pub const AUTO: Storage = Storage(8);
    pub const REGISTER: Storage = Storage(16);
    pub const THREAD: Storage = Storage(32);
    pub const INLINE: Storage = Storage(64);
    pub const NORETURN: Storage = Storage(128);
    /// `__extension__` stood before it.
    pub const EXTENSION: Storage = Storage(256);
    /// Not written at all: an implicit declaration of a function, `__func__`.
    pub const IMPLICIT: Storage = Storage(512);
    /// A function's definition that gives no type: the declaration before it
    /// says the function's type, parameters included (GNU).
    pub const UNTYPED: Storage = Storage(1024);

    pub fn has(self, other: Storage) -> bool {
        self.0 & other.0 != 0
    }
    pub fn with(self, other: Storage) -> Storage {
        Storage(self.0 | other.0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    None,
    Internal,
    External,
}

/// A function definition.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    pub decl: DeclId,
    /// The specifiers' type as written, as in a group.
    pub base: TypeId,
    pub params: List<DeclId>,
    /// For an old-style definition, the declarations between `)` and `{`.
    pub old_style: List<DeclId>,
    pub body: StmtId,
    pub scope: ScopeId,
    pub labels: List<LabelId>,
    /// The function it is nested in (GNU).
    pub outer: Option<DeclId>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct Label {
    pub name: Symbol,
    /// Declared with `__label__`.
    pub local: bool,
    /// Its address is taken.
    pub address_taken: bool,
    pub span: Span,
}

/// An attribute that stood in the text.
#[derive(Clone, Copy, Debug)]
pub struct Attr {
    pub namespace: Option<Symbol>,
    pub name: Symbol,
    pub args: List<AttrArg>,
    /// Written as `[[…]]`.
    pub standard: bool,
    /// Of name and arguments.
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttrArg {
    Name(Symbol),
    Expr(ExprId),
}

// ---- initialisers ----

#[derive(Clone, Copy, Debug)]
pub struct Init {
    pub kind: InitKind,
    /// The type of the object or subobject that is initialised; canonical.
    pub ty: TypeId,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum InitKind {
    /// Converted to the type; or a string literal for an array of characters.
    Expr(ExprId),
    /// In braces. What no item reaches is zero.
    List(List<InitItem>),
}

/// One element of a braced list, as written, and where it goes: braces may be
/// left out, so the place follows from all that came before.
#[derive(Clone, Copy, Debug)]
pub struct InitItem {
    pub designators: List<Designator>,
    pub init: InitId,
    /// Bytes from the start of the object that the enclosing *list* is for.
    pub offset: u64,
    /// The member, if it is a bit-field.
    pub bit_field: Option<FieldId>,
    /// For `[a ... b]`: the item is stored at each of these places.
    pub repeats: List<Repeat>,
    /// With the designators.
    pub span: Span,
}

/// `count` times, `stride` bytes apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repeat {
    pub count: u64,
    pub stride: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Designator {
    Field(FieldId),
    Index(u64),
    Range(u64, u64),
    /// An index that is no constant, in `offsetof` only.
    Computed(ExprId),
}

// ---- expressions ----

#[derive(Clone, Copy, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    /// Canonical. Lvalues keep their qualifiers, values have none.
    pub ty: TypeId,
    /// Without parentheses around it.
    pub span: Span,
    /// It stood in parentheses.
    pub parens: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ExprKind {
    Error,
    /// Its bits; the type says how to read them.
    Int(u64, IntStyle),
    /// A list of one bit pattern.
    Float(List<u128>),
    /// GNU's `1.0i`: an imaginary constant; the node within is the real one.
    Imaginary(ExprId),
    /// A decimal floating constant, as spelled.
    Decimal(Symbol),
    String(StringId),
    /// A variable, parameter or function: an lvalue or function designator.
    Name(DeclId),
    Enumerator(DeclId),
    /// `__func__` and its relatives: an lvalue of array type.
    FunctionName(Symbol, StringId),

    Unary(UnaryOp, ExprId),
    /// Both operands have been converted; pointers and integers as 6.5.6 has it.
    Binary(BinaryOp, ExprId, ExprId),
    LogAnd(ExprId, ExprId),
    LogOr(ExprId, ExprId),
    Comma(ExprId, ExprId),
    Assign(ExprId, ExprId),
    /// `lhs op= rhs`, computed in the last type, which the left side's value
    /// is converted to; the result is converted back.
    CompoundAssign(BinaryOp, ExprId, ExprId, TypeId),
    Step(StepOp, ExprId),
    Conditional(ExprId, ExprId, ExprId),
    /// GNU's `a ?: b`. The first operand is evaluated once, then tested, and
    /// converted to the node's type if it is the result.
    Elvis(ExprId, ExprId),

    /// A conversion that nobody wrote.
    Convert(Conversion, ExprId),
    /// A cast, and the type as written.
    Cast(Conversion, ExprId, TypeId),
    /// GNU's cast to a union type: the member that takes the value.
    CastToUnion(ExprId, FieldId, TypeId),
    /// The initialiser's type is the literal's; the type as written.
    CompoundLiteral(InitId, TypeId, LiteralStorage),

    SizeofExpr(ExprId),
    SizeofType(TypeId),
    AlignofExpr(ExprId, AlignofStyle),
    AlignofType(TypeId, AlignofStyle),
    /// The type as written, and the way to the member.
    Offsetof(TypeId, List<Designator>),
    TypesCompatible(TypeId, TypeId),

    /// `a[i]`: one operand is a pointer (or a vector), the other an integer.
    Index(ExprId, ExprId),
    Member(ExprId, FieldId, MemberStyle),
    Call(ExprId, List<ExprId>),
    /// `({ … })`; the value is that of the last statement.
    StmtExpr(StmtId),
    LabelAddress(LabelId),
    /// Controlling expression and associations, one of them chosen.
    Generic(ExprId, List<Association>),
    VaArg(ExprId, TypeId),
    /// `__builtin_choose_expr`: condition, both operands; the type is the chosen one's.
    Choose {
        condition: ExprId,
        chosen: ExprId,
        other: ExprId,
        first: bool,
    },
    ConvertVector(ExprId, TypeId),
    /// `__builtin_shuffle` or `__builtin_shufflevector`, a call otherwise.
    Shuffle(Symbol, List<ExprId>),
    /// Kept as its text: `__builtin_has_attribute(…)`.
    Verbatim(Symbol),
}

/// How an integer constant is best shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntStyle {
    Decimal,
    Hex,
    Octal,
    /// A character constant.
    Char,
    WideChar(CharKind),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AlignofStyle {
    /// `_Alignof`
    Standard,
    /// `__alignof__`
    Gnu,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LiteralStorage {
    Static,
    Automatic,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    Plus,
    Neg,
    BitNot,
    Not,
    Deref,
    AddressOf,
    Real,
    Imag,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepOp {
    PreInc,
    PreDec,
    PostInc,
    PostDec,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemberStyle {
    /// `e.m`
    Dot,
    /// `e->m`: the operand is a pointer value.
    Arrow,
    /// A step into an anonymous member, which nobody writes; operand as `Dot`.
    ImplicitDot,
    /// The same as the first step from a pointer.
    ImplicitArrow,
}

/// What a conversion does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Conversion {
    /// Reads an object (6.3.2.1p2).
    Lvalue,
    /// Array to pointer to its first element.
    Decay,
    /// Function to pointer to it.
    Function,
    /// Between arithmetic types, real or complex, enums and `_Bool` included;
    /// also to the same type.
    Arithmetic,
    /// Pointer to `_Bool`.
    PointerToBool,
    PointerToInt,
    IntToPointer,
    /// A null pointer constant to a pointer type.
    Null,
    Pointer,
    Void,
    /// Between vectors of the same size, or vector and integer: bits stay.
    Bits,
    /// A scalar to each element of a vector.
    Splat,
    /// An argument to a parameter that is a transparent union (GNU).
    TransparentUnion,
    /// Any type to itself or a compatible one: nothing happens.
    Same,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Association {
    /// As written; `None` for `default`.
    pub ty: Option<TypeId>,
    pub expr: ExprId,
    pub chosen: bool,
}

/// A string literal, adjacent ones joined, without the final zero.
#[derive(Clone, Copy, Debug)]
pub struct StringLiteral {
    pub kind: CharKind,
    pub bytes: List<u8>,
}

/// What the units of a literal are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CharKind {
    /// No prefix.
    Char,
    /// `u8`
    Utf8,
    /// `u`
    Utf16,
    /// `U`
    Utf32,
    /// `L`
    Wide,
}

// ---- statements ----

#[derive(Clone, Copy, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum StmtKind {
    Error,
    Empty,
    /// Not written yet: a machine that comes here asks for it.
    Hole,
    Expr(ExprId),
    Compound(List<StmtId>, ScopeId),
    If(ExprId, StmtId, Option<StmtId>),
    While(ExprId, StmtId),
    DoWhile(StmtId, ExprId),
    For(Id<For>),
    Switch(ExprId, StmtId),
    /// The values are converted to the type of the switch; GNU's ranges have a second.
    Case(ExprId, Option<ExprId>, StmtId),
    Default(StmtId),
    Label(LabelId, List<Attr>, StmtId),
    Goto(LabelId),
    ComputedGoto(ExprId),
    Continue,
    Break,
    Return(Option<ExprId>),
    Declaration(GroupId),
    NestedFunction(FunctionId),
    LocalLabels(List<LabelId>),
    Asm(AsmId),
    StaticAssert(ExprId, Option<StringId>),
    Attributes(List<Attr>),
    Pragma(Symbol),
}

/// The parts of a `for`, whose declarations have a scope of their own.
#[derive(Clone, Copy, Debug)]
pub struct For {
    pub init: Option<StmtId>,
    pub condition: Option<ExprId>,
    pub step: Option<ExprId>,
    pub body: StmtId,
    pub scope: ScopeId,
}

#[derive(Clone, Copy, Debug)]
pub struct Asm {
    pub is_volatile: bool,
    pub is_inline: bool,
    pub is_goto: bool,
    pub is_basic: bool,
    pub template: StringId,
    pub outputs: List<AsmOperand>,
    pub inputs: List<AsmOperand>,
    pub clobbers: List<StringId>,
    pub labels: List<LabelId>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct AsmOperand {
    pub name: Option<Symbol>,
    pub constraint: StringId,
    pub expr: ExprId,
}
