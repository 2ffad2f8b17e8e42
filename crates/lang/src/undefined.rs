//! The one table of undefined behaviours.
//!
//! A row here is all that Elenchus knows about a kind of undefined behaviour
//! in general: its name, where the standard says so, what it means, and an
//! example. The enum, the page docs/undefined.md and `elenchus explain` come
//! from it. Which values were involved in one occurrence is the machine's to
//! tell.

/// The chapter of the documentation a kind belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Area {
    Arithmetic,
    Access,
    Pointers,
    Sequence,
    Calls,
    Objects,
    Library,
    /// What the program promised to the compiler, beyond the standard.
    Promises,
}

impl Area {
    /// Its title.
    pub fn name(self) -> &'static str {
        match self {
            Area::Arithmetic => "Arithmetic",
            Area::Access => "Access to objects",
            Area::Pointers => "Pointers",
            Area::Sequence => "Order of evaluation",
            Area::Calls => "Calls",
            Area::Objects => "Objects and declarations",
            Area::Library => "Library functions",
            Area::Promises => "Promises to the compiler",
        }
    }
}

/// A small program of `tests/c/undefined`, where a test runs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// The name of its file, without the suffix.
    pub name: &'static str,
    /// It has the kind, in the line that says so.
    pub text: &'static str,
    /// The nearest program that is defined.
    pub twin: &'static str,
    /// A second file that is linked with either.
    pub with: Option<&'static str>,
}

struct Row {
    area: Area,
    id: &'static str,
    clause: &'static str,
    annex_j: Option<u16>,
    message: &'static str,
    explain: &'static str,
    example: Example,
}

macro_rules! program {
    ($id:literal $name:literal $suffix:literal) => {
        include_str!(concat!("../../../tests/c/undefined/", $id, "/", $name, $suffix))
    };
}

macro_rules! with {
    ($id:literal $name:literal) => {
        None
    };
    ($id:literal $name:literal with) => {
        Some(program!($id $name ".with.c"))
    };
}

macro_rules! table {
    ($($area:ident { $($kind:ident $id:literal $clause:literal $annex_j:tt $(($item:literal))?
        $example:literal $($with:ident)?, $message:literal $explain:literal;)* })*) => {
        /// A kind of undefined behaviour.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Undefined {
            $($(#[doc = $explain] $kind,)*)*
        }

        const KINDS: &[Undefined] = &[$($(Undefined::$kind,)*)*];

        /// In the order of the enum, so that a discriminant is an index.
        const ROWS: &[Row] = &[$($(Row {
            area: Area::$area,
            id: $id,
            clause: $clause,
            annex_j: $annex_j $(($item))?,
            message: $message,
            explain: $explain,
            example: Example {
                name: $example,
                text: program!($id $example ".c"),
                twin: program!($id $example ".ok.c"),
                with: with!($id $example $($with)?),
            },
        },)*)*];
    };
}

// kind, id, clause of C11 (or whose extension it is), position in the list of
// Annex J.2 of C11, example (and whether it has a second file), message,
// explanation
table! {
    Arithmetic {
        SignedOverflow "signed-overflow" "6.5p5" Some(36) "add-int",
            "signed overflow"
            "The mathematical result of a signed `+`, `-`, `*`, unary `-`, `++` or `--` is not representable in its type.";
        DivisionByZero "division-by-zero" "6.5.5p5" Some(45) "int",
            "division by zero"
            "The second operand of an integer `/` or `%` is zero.";
        DivisionOverflow "division-overflow" "6.5.5p6" None "int-min-by-minus-one",
            "quotient not representable"
            "The most negative value is divided by -1 with `/` or `%`, and the quotient is not representable.";
        ShiftCount "shift-count" "6.5.7p3" Some(51) "equals-width",
            "shift count out of range"
            "A shift count is negative, or not less than the width of the promoted left operand.";
        LeftShift "left-shift" "6.5.7p4" Some(52) "negative-operand",
            "left shift not representable"
            "A signed left shift has a negative left operand, or a result that is not representable in its type.";
        FloatToInt "float-to-int" "6.3.1.4p1" Some(17) "too-large",
            "floating value does not fit the integer type"
            "A floating value is converted to an integer type that cannot represent its integral part.";
        TrapValue "trap-value" "6.2.6.1p5" Some(12) "memset-two",
            "trap value of _Bool"
            "An object of type `_Bool` is read while its bytes hold neither 0 nor 1.";
    }
    Access {
        NullAccess "null-access" "6.5.3.2p4" Some(43) "read",
            "null pointer dereferenced"
            "A null pointer is used to reach an object.";
        AtomicMember "atomic-member" "6.5.2.3p5" Some(42) "read",
            "member of an atomic struct accessed"
            "A member of an atomic struct or union is accessed, not the whole of it.";
        OutOfBounds "out-of-bounds" "6.5.6p8" None "string-buffer",
            "access outside the object"
            "An access reaches bytes before the beginning or after the end of its object.";
        InnerBounds "inner-bounds" "6.5.6p8" Some(49) "row",
            "subscript outside the inner array"
            "A subscript leaves its own array though it stays inside the enclosing object, as `a[1][7]` in `int a[4][5]`.";
        PointerArithmetic "pointer-arithmetic" "6.5.6p8" Some(46) "beyond-one-past",
            "pointer arithmetic leaves the array"
            "A pointer plus or minus an integer points neither into the array nor one past its last element.";
        OnePastAccess "one-past-access" "6.5.6p8" Some(47) "loop",
            "pointer one past the end dereferenced"
            "A pointer one past the last element of an array is used to reach an object.";
        LifetimeEnded "lifetime-ended" "6.2.4p2" Some(9) "returned-local",
            "object used outside its lifetime"
            "An object is accessed before its lifetime began or after it ended.";
        DanglingPointer "dangling-pointer" "6.2.4p2" Some(10) "compare-after-free",
            "value of a dangling pointer used"
            "The value of a pointer is used after the lifetime of the object it points to ended, when it is indeterminate.";
        UseAfterFree "use-after-free" "7.22.3p1" Some(177) "read",
            "use after free"
            "Allocated memory is accessed after it was freed or reallocated.";
        DoubleFree "double-free" "7.22.3.3p2" Some(179) "twice",
            "freed twice"
            "A pointer is given to `free` or `realloc` after its memory was freed.";
        InvalidFree "invalid-free" "7.22.3.3p2" Some(179) "interior",
            "freed pointer is not from malloc"
            "A pointer that no allocation function returned is given to `free` or `realloc`.";
        Uninitialised "uninitialised" "6.3.2.1p2" Some(11) "accumulator",
            "use of an uninitialised value"
            "The value of an object is used that was never given one; copying the bytes alone is allowed.";
        Misaligned "misaligned" "6.3.2.3p7" Some(25) "conversion",
            "misaligned pointer"
            "A pointer is converted to, or accessed as, a type whose alignment its address does not have.";
        EffectiveType "effective-type" "6.5p7" Some(37) "long-as-long-long",
            "access through an incompatible type"
            "An object is accessed through an lvalue of a type that its effective type does not allow.";
        ConstWrite "const-write" "6.7.3p6" Some(64) "parameter",
            "const object modified"
            "An object defined with a const-qualified type is modified.";
        VolatileAccess "volatile-access" "6.7.3p6" Some(65) "write-in-callee",
            "volatile object accessed through a plain lvalue"
            "An object defined with a volatile-qualified type is accessed through an lvalue that is not volatile.";
        LiteralWrite "literal-write" "6.4.5p7" Some(33) "first-character",
            "string literal modified"
            "The array of a string literal is modified.";
        TemporaryWrite "temporary-write" "6.2.4p8" None "call-element",
            "temporary object modified"
            "A struct that is the value of an expression is modified by way of an array in it.";
        OverlappingAssignment "overlapping-assignment" "6.5.16.1p3" Some(54) "part-of-union",
            "assignment between overlapping objects"
            "An object is assigned to one that overlaps it inexactly, or exactly but with an incompatible type.";
        OverlappingCopy "overlapping-copy" "7.24.2.1p2" Some(100) "memcpy",
            "copy between overlapping objects"
            "A library function other than `memmove` copies between objects that overlap.";
        Restrict "restrict" "6.7.3.1p4" Some(68) "two-parameters",
            "restrict violated"
            "An object is modified and reached both through a restrict pointer and through another that is not based on it.";
    }
    Pointers {
        PointerDifference "pointer-difference" "6.5.6p9" Some(48) "two-arrays",
            "difference of pointers into different objects"
            "Two pointers are subtracted that do not point into, or one past, the same array.";
        PointerOrder "pointer-order" "6.5.8p5" Some(53) "two-variables",
            "order of pointers into different objects"
            "Two pointers that do not point into the same aggregate or union are compared with `<`, `>`, `<=` or `>=`.";
    }
    Sequence {
        Unsequenced "unsequenced" "6.5p2" Some(35) "assign-post-increment",
            "unsequenced side effects"
            "A side effect on an object is unsequenced relative to another one on it, or to a use of its value.";
    }
    Calls {
        FunctionType "function-type" "6.5.2.2p9" Some(41) "parameter",
            "call through an incompatible function type"
            "A function is called through an expression whose type is not compatible with its definition.";
        Arguments "arguments" "6.5.2.2p6" Some(38) "too-few",
            "arguments do not fit the function"
            "A call without a prototype passes arguments that do not fit the parameters in number or promoted type.";
        MissingReturn "missing-return" "6.9.1p12" Some(88) "fall-off",
            "value of a function that returned none"
            "A function ended without returning a value, and the caller uses it.";
        NoreturnReturned "noreturn-returned" "6.7.4p8" Some(71) "falls-off",
            "noreturn function returned"
            "A function declared `_Noreturn` returned to its caller.";
        VaArg "va-arg" "7.16.1.1p2" Some(141) "wrong-size",
            "va_arg does not fit the argument"
            "`va_arg` is used when there is no next argument, or with a type that is not compatible with its promoted type.";
        VaList "va-list" "7.16.1p1" Some(139) "no-end",
            "va_list not started or not ended"
            "A `va_list` is used that is not started, started again, or not ended by the function that started it before that returns.";
        VaListPassed "va-list-passed" "7.16p3" Some(137) "helper",
            "va_list used after a function took from it"
            "A `va_list` was passed to a function that used `va_arg` on it, and is used again before `va_end`.";
        SetjmpContext "setjmp-context" "7.13.1.1p5" Some(125) "assignment",
            "setjmp in an expression that it may not stand in"
            "`setjmp` is neither a statement nor a whole condition, perhaps compared with a constant or negated with `!`.";
        LongjmpDead "longjmp-dead" "7.13.2.1p2" Some(126) "returned",
            "longjmp to a function that is gone"
            "`longjmp` restores an environment that was never saved, or whose function has ended since.";
        LongjmpLocal "longjmp-local" "7.13.2.1p3" Some(127) "changed",
            "local changed between setjmp and longjmp"
            "After `longjmp`, a local that is not volatile is used though it was changed since `setjmp`.";
    }
    Objects {
        VlaSize "vla-size" "6.7.6.2p5" Some(75) "zero",
            "array of no positive size"
            "The size of a variable length array is zero or negative.";
        VlaMismatch "vla-mismatch" "6.7.6.2p6" Some(76) "parameter",
            "arrays of different sizes"
            "Two array types have to be compatible, and a size that is evaluated when the program runs differs.";
        ShortArray "short-array" "6.7.6.3p7" Some(77) "constant",
            "argument is a shorter array than promised"
            "A parameter is declared with `[static n]`, and its argument is not the first of as many elements.";
        IncompatibleDeclarations "incompatible-declarations" "6.2.7p2" Some(15) "object" with,
            "declared with incompatible types"
            "Two declarations of one object or function have types that are not compatible.";
        MultipleDefinitions "multiple-definitions" "6.9p5" Some(84) "object" with,
            "defined in more than one file"
            "A name with external linkage has more than one external definition in the program.";
    }
    Library {
        LibraryArgument "library-argument" "7.1.4p1" Some(108) "strlen-null",
            "invalid argument of a library function"
            "A library function is given a null pointer, or another value outside the domain it is defined for.";
        Format "format" "7.21.6.1p9" Some(153) "long-for-int",
            "format does not fit the arguments"
            "A `printf` or `scanf` format is invalid, or does not fit the number and types of the arguments.";
        CtypeRange "ctype-range" "7.4p1" Some(113) "negative-char",
            "character argument out of range"
            "A function of `<ctype.h>` is given a value that is neither `EOF` nor representable as `unsigned char`.";
        AbsOverflow "abs-overflow" "7.22.6.1p2" Some(119) "abs",
            "absolute value not representable"
            "`abs`, `labs` or `llabs` is given the most negative value of its type.";
        Comparison "comparison" "7.22.5p4" Some(188) "greater-only",
            "comparison function contradicts itself or changes the array"
            "The comparison function of `qsort` or `bsearch` alters the array, or its results are not those of one order.";
        UnterminatedString "unterminated-string" "7.24.1p1" None "strlen",
            "string not terminated"
            "A function that expects a string runs past the end of an array that has no terminating null character.";
    }
    Promises {
        Unreachable "unreachable" "GNU C" None "switch-default",
            "__builtin_unreachable reached"
            "Control reached `__builtin_unreachable()`.";
        Nonnull "nonnull" "GNU C" None "argument",
            "null where nonnull was promised"
            "A null pointer is passed for a parameter declared `nonnull`, or returned by a function declared `returns_nonnull`.";
        Assume "assume" "GNU C" None "in-function",
            "assumption does not hold"
            "The condition of an `assume` attribute or `__builtin_assume` is false.";
        Pure "pure" "GNU C" None "writes-global",
            "pure or const function has effects"
            "A function declared `pure` or `const` has a side effect, or one declared `const` reads what may change.";
        AssumeAligned "assume-aligned" "GNU C" None "loop",
            "pointer is not aligned as promised"
            "A pointer does not have the alignment that `__builtin_assume_aligned` or an attribute promised.";
    }
}

impl Undefined {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Every kind, in the order of the table.
    pub fn all() -> &'static [Undefined] {
        KINDS
    }

    pub fn by_id(id: &str) -> Option<Undefined> {
        KINDS.iter().copied().find(|kind| kind.id() == id)
    }

    pub fn area(self) -> Area {
        self.row().area
    }

    /// The stable name, as on the command line and in test folders.
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// The clause and paragraph of C11, or the name of the extension that
    /// defines the promise.
    pub fn clause(self) -> &'static str {
        self.row().clause
    }

    /// The position in the (unnumbered) list of Annex J.2 of C11, counted
    /// from 1; `None` where the list has no item of its own for it.
    pub fn annex_j(self) -> Option<u16> {
        self.row().annex_j
    }

    /// Both in words: "C11 6.5p5, Annex J.2 item 36".
    pub fn source(self) -> String {
        match (self.area(), self.annex_j()) {
            (Area::Promises, _) => self.clause().to_owned(),
            (_, None) => format!("C11 {}", self.clause()),
            (_, Some(item)) => format!("C11 {}, Annex J.2 item {item}", self.clause()),
        }
    }

    /// A few words, to be followed by the values involved.
    pub fn message(self) -> &'static str {
        self.row().message
    }

    /// What the clause says, in one sentence of our own.
    pub fn explain(self) -> &'static str {
        self.row().explain
    }

    /// A program that has it, and its twin that has not.
    pub fn example(self) -> Example {
        self.row().example
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_finds_its_own_row() {
        assert_eq!(Undefined::SignedOverflow.id(), "signed-overflow");
        assert_eq!(Undefined::SignedOverflow.clause(), "6.5p5");
        assert_eq!(Undefined::AssumeAligned.id(), "assume-aligned");
        assert_eq!(Undefined::AssumeAligned.area(), Area::Promises);
        for &kind in Undefined::all() {
            assert_eq!(Undefined::by_id(kind.id()), Some(kind));
        }
        assert_eq!(Undefined::by_id("nasal-demons"), None);
    }

    /// Test folders are named after ids, so an id is one word for a shell.
    #[test]
    fn texts_have_their_forms() {
        for &kind in Undefined::all() {
            let kebab = |b: u8| b.is_ascii_lowercase() || b == b'-';
            assert!(kind.id().bytes().all(kebab), "{}", kind.id());
            assert!(!kind.message().ends_with('.'), "{}", kind.message());
            assert!(kind.explain().ends_with('.'), "{}", kind.explain());
            let standard = kind.area() != Area::Promises;
            assert_eq!(kind.clause().starts_with(['6', '7']), standard, "{}", kind.id());
        }
    }

    /// That they have it, and their twins have not, is tested where they run.
    #[test]
    fn examples_say_which_line_is_guilty() {
        for &kind in Undefined::all() {
            let Example { text, twin, with, .. } = kind.example();
            let guilty = format!("// undefined: {}\n", kind.id());
            assert_eq!(text.matches(&guilty).count(), 1, "{}", kind.id());
            assert!(!twin.contains("// undefined:"), "{}", kind.id());
            assert!(!with.is_some_and(|text| text.contains("// undefined:")), "{}", kind.id());
        }
    }
}
