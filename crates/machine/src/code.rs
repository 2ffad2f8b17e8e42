//! The executing form: register code, made from the tree function by function
//! when it is first called.
//!
//! Code is a cache of the tree. Between two statements nothing lives in
//! registers but the function's variables, so the state of a run at such a
//! point is plain data: frames, their variables, and memory.

mod access;
mod function;
mod observed;

use std::cell::Cell;
use std::ops::Range;

use elenchus_lang::arith::{BinaryOp, UnaryOp};
use elenchus_lang::span::Span;
use elenchus_lang::target::{FloatFormat, IntType};
use elenchus_lang::tree::{DeclId, ExprId, LabelId, Program, StmtId};
use elenchus_lang::types::TypeId;
use rustc_hash::FxHashMap;

use crate::memory::Plan;
use crate::value::Value;

pub(crate) use access::float_bytes;
pub use access::{Access, Around, Form, Memo, Near, Path, Stride};
pub use function::{Begun, Code, ParamPlace, StaticRef};
pub use observed::{NO_NAME, Name, Observed, Point};

/// A register of the current frame.
pub type Reg = u16;

/// Where an operation has no such register.
pub const NO_REG: Reg = Reg::MAX;

/// An index into one of the tables of `Code`.
pub type Index = u32;

#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// A statement begins, or another full expression. While the program is
    /// written or somebody watches it, its number among those of the code.
    Step {
        begun: Index,
    },
    /// Where code that is made later for a statement is jumped to.
    Nothing,
    /// A piece of program that is not written yet.
    Hole {
        stmt: StmtId,
    },
    /// A branch whose code is made when it is reached.
    Later {
        part: Index,
    },
    Const {
        dst: Reg,
        value: u64,
    },
    /// A constant of 128 bits.
    Wide {
        dst: Reg,
        index: Index,
    },
    Move {
        dst: Reg,
        src: Reg,
    },
    /// The value of a variable; undefined if it has none yet.
    Read {
        dst: Reg,
        slot: Reg,
    },
    /// The same for a pointer: what it points to must live.
    ReadPointer {
        dst: Reg,
        slot: Reg,
    },
    /// A declaration without initialiser is reached.
    Forget {
        slot: Reg,
    },
    ForgetLocal {
        local: u16,
    },
    /// The address of a variable that lies in memory.
    Local {
        dst: Reg,
        local: u16,
    },
    /// The address of a static object, a function or a string literal.
    Static {
        dst: Reg,
        index: Index,
    },

    Load {
        dst: Reg,
        pointer: Reg,
        access: Index,
    },
    /// A load from a variable, so far in it.
    LoadLocal {
        dst: Reg,
        local: u16,
        bytes: u32,
        access: Index,
    },
    /// `Advance` and a load from there.
    LoadAt {
        dst: Reg,
        pointer: Reg,
        index: Reg,
        stride: Index,
        access: Index,
    },
    Store {
        pointer: Reg,
        src: Reg,
        access: Index,
    },
    /// The same for a static one.
    LoadStatic {
        dst: Reg,
        index: Index,
        bytes: u32,
        access: Index,
    },
    StoreStatic {
        src: Reg,
        index: Index,
        bytes: u32,
        access: Index,
    },
    /// Copies an object's bytes as they are.
    Copy {
        to: Reg,
        from: Reg,
        access: Index,
    },
    /// An object is read whose parts are loaded one by one.
    CheckWhole {
        pointer: Reg,
        access: Index,
    },
    /// Makes all bytes zero.
    Zero {
        pointer: Reg,
        size: Index,
    },
    /// Numbers that an initialiser has side by side, so far in an object.
    Put {
        pointer: Reg,
        offset: u32,
        /// Their bytes in `Code::data`.
        start: Index,
        size: u32,
    },
    /// Bytes of a union that its initialiser leaves open.
    Open {
        pointer: Reg,
        first: u32,
        size: u32,
    },
    /// Bytes of a string literal, and zeros to the end of the array.
    FillString {
        pointer: Reg,
        index: Index,
    },
    /// A new object for a value that needs a place: its address.
    Temporary {
        dst: Reg,
        access: Index,
    },
    /// The full expression has ended.
    EndTemporaries,
    /// A statement within an expression begins: its full expressions do not
    /// end the temporaries of the expression.
    KeepTemporaries {
        dst: Reg,
    },
    /// The statement has ended.
    ReturnTemporaries {
        src: Reg,
    },

    Int {
        op: BinaryOp,
        ty: IntType,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// The same for words, with a constant on the right: a count of a shift is
    /// not too large.
    IntWith {
        op: BinaryOp,
        ty: IntType,
        dst: Reg,
        a: Reg,
        b: u64,
    },
    /// `a >> shift & mask`, of words: how bytes and fields are taken out.
    ShiftMask {
        ty: IntType,
        shift: u8,
        dst: Reg,
        a: Reg,
        mask: u64,
    },
    Shift {
        op: BinaryOp,
        ty: IntType,
        count: IntType,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    IntUnary {
        op: UnaryOp,
        ty: IntType,
        dst: Reg,
        a: Reg,
    },
    Float {
        op: BinaryOp,
        format: FloatFormat,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    FloatNeg {
        format: FloatFormat,
        dst: Reg,
        a: Reg,
    },
    /// A product or quotient of complex numbers: the four parts lie in
    /// registers from `a` on, the two of the result from `dst` on.
    ComplexFloat {
        divide: bool,
        format: FloatFormat,
        dst: Reg,
        a: Reg,
    },
    /// The same for each element of a vector.
    Lane {
        op: Index,
        dst: Reg,
        a: Reg,
        b: Reg,
        c: Reg,
    },
    /// `!x`
    IsZero {
        dst: Reg,
        a: Reg,
        scalar: Scalar,
    },
    /// `x != 0`
    IsTrue {
        dst: Reg,
        a: Reg,
        scalar: Scalar,
    },

    IntToInt {
        dst: Reg,
        a: Reg,
        from: IntType,
        to: IntType,
    },
    IntToFloat {
        dst: Reg,
        a: Reg,
        from: IntType,
        to: FloatFormat,
    },
    FloatToInt {
        dst: Reg,
        a: Reg,
        from: FloatFormat,
        to: IntType,
    },
    FloatToFloat {
        dst: Reg,
        a: Reg,
        from: FloatFormat,
        to: FloatFormat,
    },
    PointerToInt {
        dst: Reg,
        a: Reg,
        to: IntType,
    },
    IntToPointer {
        dst: Reg,
        a: Reg,
        from: IntType,
    },

    /// `pointer + index * size`; see `Stride`.
    Advance {
        dst: Reg,
        pointer: Reg,
        index: Reg,
        stride: Index,
    },
    /// The same where the size of an element or their number is in a register
    /// (or `NO_REG`).
    AdvanceBy {
        dst: Reg,
        pointer: Reg,
        index: Reg,
        stride: Index,
        size: Reg,
        count: Reg,
    },
    /// `pointer + bytes`, into a member.
    Offset {
        dst: Reg,
        pointer: Reg,
        bytes: u32,
    },
    Difference {
        dst: Reg,
        a: Reg,
        b: Reg,
        size: Index,
    },
    DifferenceBy {
        dst: Reg,
        a: Reg,
        b: Reg,
        size: Reg,
    },
    ComparePointers {
        op: BinaryOp,
        dst: Reg,
        a: Reg,
        b: Reg,
    },

    Jump {
        to: Index,
    },
    /// A jump to a `Step`, which is done with it.
    JumpStep {
        to: Index,
    },
    JumpIf {
        condition: Reg,
        to: Index,
    },
    JumpUnless {
        condition: Reg,
        to: Index,
    },
    /// `++` or `--` of a variable, computed in the promoted type.
    StepInt {
        slot: Reg,
        ty: IntType,
        computed: IntType,
        down: bool,
    },
    /// The same for a pointer to elements of a size.
    StepPointer {
        slot: Reg,
        size: Index,
        down: bool,
    },
    /// Jumps if a comparison of integers is true, or if it is not.
    Branch {
        op: BinaryOp,
        ty: IntType,
        when: bool,
        a: Reg,
        b: Reg,
        to: Index,
    },
    /// The same with a constant on the right.
    BranchWith {
        op: BinaryOp,
        ty: IntType,
        when: bool,
        a: Reg,
        b: i32,
        to: Index,
    },
    Switch {
        value: Reg,
        table: Index,
    },
    /// The block that the program is in from here on.
    Scope {
        to: u16,
    },
    /// A variable-length object is made here.
    MakeVla {
        local: u16,
        size: Reg,
    },
    /// The life of a variable-length object or a compound literal ends here, if
    /// it lives.
    EndLocal {
        local: u16,
    },
    /// Checks a length of an array of variable length, and makes it a size.
    VlaLength {
        dst: Reg,
        length: Reg,
        ty: IntType,
    },
    /// Two lengths of arrays that have to be the same.
    VlaSame {
        a: Reg,
        b: Reg,
    },
    /// A length in the type of a parameter, and what it is in that of the
    /// argument, if that is known.
    GivenLength {
        given: Reg,
        length: Reg,
    },
    /// An argument that has to be the first of so many elements.
    StaticArray {
        pointer: Reg,
        count: Reg,
        size: Reg,
    },
    /// A size of a type: a product that must not overflow.
    VlaScale {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Goto {
        target: Reg,
    },
    /// To a label of an enclosing function.
    OuterGoto {
        label: LabelId,
    },
    /// The address of a variable of an enclosing function.
    Outer {
        dst: Reg,
        decl: DeclId,
    },
    /// Where an enclosing function remembers a length.
    OuterLength {
        dst: Reg,
        length: ExprId,
    },
    /// The address of a nested function, in the call that encloses it.
    NestedAddress {
        dst: Reg,
        decl: DeclId,
    },
    LabelAddress {
        dst: Reg,
        label: LabelId,
    },

    Call {
        site: Index,
    },
    Return {
        value: Reg,
    },
    ReturnNothing,
    /// The end of a function that returns a value.
    FallOff,
    /// The value of a call is used.
    Used {
        value: Reg,
    },
    /// A pointer is converted to one of a stricter type.
    CheckAlign {
        pointer: Reg,
        align: u32,
    },
    VaStart {
        list: Reg,
    },
    VaArg {
        dst: Reg,
        list: Reg,
        ty: TypeId,
        /// The list is an argument of the function.
        handed: bool,
    },
    VaEnd {
        list: Reg,
    },
    /// A function that starts lists returns.
    ListsEnded,
    VaCopy {
        to: Reg,
        from: Reg,
    },
    /// `setjmp`
    SetJump {
        dst: Reg,
        buffer: Reg,
    },
    LongJump {
        buffer: Reg,
        value: Reg,
    },
    /// What follows is evaluated only to see whether it would be true.
    Suppose,
    Supposed {
        condition: Reg,
    },
    /// An object is assigned from another that may overlap it.
    Overlap {
        to: Reg,
        from: Reg,
        access: Index,
        source: Index,
    },
    /// What must not be reached.
    Undefined {
        why: Index,
    },
    /// Operands follow that C evaluates in no order.
    Unordered,
    /// The next of them begins.
    NextOperand,
    /// The effects of the operands must not have met. If `sequenced`, one
    /// wholly comes before the other, in no known order.
    Settle {
        sequenced: bool,
    },
    /// The read of `+=` has no order with the last operand.
    MeetLast,
    /// A store has no order with the side effects of the operands.
    MeetAll,
    /// The bookkeeping ends, perhaps with a sequence point: then what the
    /// operands did is over.
    Ordered {
        sequence: bool,
    },
    /// A full expression follows, of which there is code for each order.
    Orders {
        table: Index,
    },
    /// The end of such an order.
    Evaluated {
        value: Reg,
    },
    /// A jump out of an expression ended all bookkeeping of this function.
    Disorder,
    /// A struct is used as a value among such operands.
    TouchObject {
        pointer: Reg,
        access: Index,
    },
    /// A variable in a register is read or written among such operands.
    Touch {
        slot: Reg,
        write: bool,
    },
    /// Arithmetic on a bit-field wider than int.
    WideBitField,
    /// The machine cannot do this yet.
    Unsupported {
        what: Index,
    },
    /// What the next operation does to memory is told to who watches, with the place
    /// that this one comes from.
    TellPlace,
    /// They are told the value of an expression.
    TellValue {
        value: Reg,
    },
    /// They are told that the function has its parameters.
    TellEntered,
    /// They are told what the function returns, if it returns something.
    TellLeft {
        value: Reg,
    },
}

/// How a register is read where only "zero or not" matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// An integer of at most 64 bits.
    Word,
    /// It must not dangle.
    Pointer,
    /// An integer of more bits.
    Wide,
    Float(FloatFormat),
}

/// In which order operands are evaluated where C leaves it open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Evaluation {
    /// From the left, and it is an error if that makes a difference.
    #[default]
    Watched,
    /// From the left, and it is an error if there is no order at all (6.5p2); so it
    /// is with the next two.
    LeftToRight,
    RightToLeft,
    /// Each operator its own way, as the number has it.
    Mixed(u64),
    /// From the left, and nobody looks whether that makes a difference: for who
    /// writes a program so that it makes none, and has it checked when it is
    /// finished.
    Trusted,
}

impl Evaluation {
    /// Whether it is looked at what operands do to each other.
    pub fn is_watched(self) -> bool {
        self != Evaluation::Trusted
    }

    /// Whether it was chosen, so that it is no error if it makes a difference.
    pub fn is_chosen(self) -> bool {
        !matches!(self, Evaluation::Watched | Evaluation::Trusted)
    }
}

/// What is lowered again at once when the tree was changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Renewed {
    Stmt(StmtId),
    /// The condition or the step of a loop.
    Expr(ExprId),
}

/// The node of the tree that an operation was made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    None,
    Expr(ExprId),
    Stmt(StmtId),
    /// The last character of it.
    End(StmtId),
    Decl(DeclId),
}

impl Origin {
    pub fn span(self, p: &Program) -> Span {
        match self {
            Origin::None => Span::NONE,
            Origin::Expr(id) => p.exprs[id].span,
            Origin::Stmt(id) => p.stmts[id].span,
            Origin::End(id) => {
                let end = p.stmts[id].span.end;
                Span::new(end.saturating_sub(1), end)
            }
            Origin::Decl(id) => p.decls[id].span,
        }
    }
}

/// Numbers of one type, side by side.
#[derive(Clone, Copy, Debug)]
pub struct Lanes {
    /// How each is accessed.
    pub element: Index,
    pub size: u32,
    pub form: Form,
    pub count: u32,
}

/// An operation on vectors: of what, and what it gives.
#[derive(Clone, Copy, Debug)]
pub struct LaneOp {
    pub kind: LaneKind,
    pub from: Lanes,
    /// The second operand.
    pub other: Lanes,
    pub to: Lanes,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaneKind {
    Binary(BinaryOp),
    Unary(UnaryOp),
    Convert,
    /// The first operand is a scalar.
    Splat,
    /// The second operand says which elements of the first (or the first and
    /// the third together).
    Shuffle {
        two: bool,
    },
    /// The same bytes as another type.
    Bits,
}

/// A call and its arguments.
#[derive(Clone, Debug)]
pub struct Site {
    pub dst: Reg,
    /// The code that is called, once known.
    pub code: Cell<Option<Known>>,
    pub callee: Callee,
    /// Where its arguments are among those of all calls of the code.
    pub args: Range<usize>,
    /// Arguments of a library function that point to inner arrays, by their
    /// place, and how many bytes these have.
    pub inner: Box<[(u8, u32)]>,
    /// The type of the function, as the caller sees it.
    pub ty: TypeId,
    /// Lengths in the types of the arguments, where the function may ask.
    pub lengths: Vec<Length>,
}

/// A length of an array in the type of an argument or a parameter.
#[derive(Clone, Copy, Debug)]
pub struct Length {
    /// Which of them it is.
    pub argument: u16,
    /// How far in the type.
    pub level: u16,
    /// Where its value is, or is to be.
    pub value: Reg,
}

/// A function that was called before from a place, with the same types.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub code: u32,
    /// The pointer that was called; none where the function is named.
    pub through: Option<Value>,
    /// Its variables lie in registers, the first of them in order what the
    /// arguments are: so many registers it has.
    pub plain: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
pub enum Callee {
    /// The entity of the declaration.
    Direct(DeclId),
    Pointer(Reg),
}

/// A block, with the first and the last of its variables that lie in memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Block {
    pub parent: u16,
    pub locals: Option<(u16, u16)>,
}

#[derive(Clone, Copy, Debug)]
pub struct LocalInfo {
    /// Of one of variable size, the size is not known yet.
    pub plan: Plan,
    /// Made by `MakeVla`, not when the block is entered.
    pub variable: bool,
    /// It remembers the value of this length.
    pub length: Option<ExprId>,
    /// The next one of the same block.
    pub next: Option<u16>,
}

#[derive(Clone, Debug, Default)]
pub struct SwitchTable {
    /// `low..=high` and where to go, in the order of the text.
    pub ranges: Vec<(i128, i128, Index)>,
    /// The ones of a single value, for speed.
    pub singles: FxHashMap<i128, Index>,
    pub default: Index,
    pub ty: Option<IntType>,
}

/// What attributes promise about a function (GNU C).
#[derive(Clone, Debug, Default)]
pub struct Promises {
    pub noreturn: bool,
    /// It changes nothing.
    pub pure: bool,
    /// It also reads nothing that may change.
    pub constant: bool,
    /// These arguments are not null, counted from 0.
    pub nonnull: Vec<usize>,
    pub all_nonnull: bool,
    /// One of the two that follow.
    pub checks_result: bool,
    pub returns_nonnull: bool,
    /// The result is a multiple of this, after an offset.
    pub returns_aligned: Option<(u64, u64)>,
}

#[cfg(test)]
mod tests {
    /// The loop copies operations: they must stay small.
    #[test]
    fn operations_are_small() {
        assert!(size_of::<super::Op>() <= 16, "{}", size_of::<super::Op>());
    }
}
