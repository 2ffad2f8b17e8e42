//! The functions whose typing depends on their arguments, by typing rule.

/// One rule of typing. Where several functions share it, the payload says
/// which of them is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// `void (va_list &, ...)`: the second argument names the last parameter.
    VaStart,
    /// `void (va_list &)`
    VaEnd,
    /// `void (va_list &, va_list &)`
    VaCopy,
    /// `va_start` of `__builtin_ms_va_list`.
    MsVaStart,
    /// `va_end` of `__builtin_ms_va_list`.
    MsVaEnd,
    /// `va_copy` of `__builtin_ms_va_list`.
    MsVaCopy,
    /// `void *`: the address behind the named parameters.
    NextArg,

    /// `int` of one argument of any type, which is not evaluated.
    ConstantP,
    /// `int` of one argument of any type, which is not evaluated.
    ClassifyType,
    /// `bool` of two integers and a pointer to an integer, of any integer types.
    Overflow(Arithmetic),
    /// `bool` of three integers of any types; the third gives its type, and its
    /// side effects happen.
    OverflowP(Arithmetic),
    /// The type of the one argument, which no optimisation reassociates across.
    AssocBarrier,
    /// `void` of a pointer to a complete object, whose padding becomes zero.
    ClearPadding,
    /// The type of the first argument, an integer or a pointer; the second is
    /// optional and converted to it.
    SpeculationSafeValue,
    /// The type of the first argument, a call; the second is a pointer.
    CallWithStaticChain,

    /// One or two vectors, and a mask of as many integers of the same width.
    Shuffle,
    /// Two vectors, and constants that number their elements.
    ShuffleVector,

    /// The complex type of two equal real floating arguments.
    Complex,
    /// Functions, then arguments: the arguments' types select the function.
    TgMath,
    /// `int` of five `int`s and one real floating argument.
    FpClassify,
    /// `int` of one real floating argument.
    FloatTest(FloatTest),
    /// `int` of two real arguments, one of them floating.
    FloatCompare(FloatCompare),

    /// The old value: `T (volatile T *, T, ...)`.
    SyncFetchOp(AtomicOp),
    /// The new value: `T (volatile T *, T, ...)`.
    SyncOpFetch(AtomicOp),
    /// `bool (volatile T *, T, T, ...)`
    SyncBoolCompareAndSwap,
    /// `T (volatile T *, T, T, ...)`
    SyncValCompareAndSwap,
    /// `T (volatile T *, T, ...)`
    SyncLockTestAndSet,
    /// `void (volatile T *, ...)`
    SyncLockRelease,

    /// The old value: `T (volatile T *, T, int)`.
    AtomicFetchOp(AtomicOp),
    /// The new value: `T (volatile T *, T, int)`.
    AtomicOpFetch(AtomicOp),
    /// `void (const volatile T *, T *, int)`
    AtomicLoad,
    /// `T (const volatile T *, int)`
    AtomicLoadN,
    /// `void (volatile T *, T *, int)`
    AtomicStore,
    /// `void (volatile T *, T, int)`
    AtomicStoreN,
    /// `void (volatile T *, T *, T *, int)`
    AtomicExchange,
    /// `T (volatile T *, T, int)`
    AtomicExchangeN,
    /// `bool (volatile T *, T *, T *, bool, int, int)`
    AtomicCompareExchange,
    /// `bool (volatile T *, T *, T, bool, int, int)`
    AtomicCompareExchangeN,
}

/// What the functions that report overflow compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    Add,
    Sub,
    Mul,
}

/// What an atomic read, modify and write computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicOp {
    Add,
    Sub,
    And,
    Or,
    Xor,
    /// `~(old & operand)`
    Nand,
}

/// What is asked of a floating value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatTest {
    Nan,
    Inf,
    /// Infinite, and with which sign: `-1`, `0` or `1`.
    InfSign,
    Finite,
    Normal,
    SignBit,
}

/// How two floating values are compared, without an exception for a quiet NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatCompare {
    Greater,
    GreaterEqual,
    Less,
    LessEqual,
    LessGreater,
    Unordered,
}
