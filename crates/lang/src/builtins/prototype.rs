//! Types of functions, and the text that the tables write them in.
//!
//! ```text
//! prototype  = type { type } [ "..." | "()" ]      result, then parameters
//! type       = [ lanes "x" ] word { "C" | "V" | "*" }
//! ```
//! A word is one of [`Base`]. What follows it is read from left to right:
//! `C` makes what stands before it const, `V` volatile, `*` makes a pointer to
//! it. `4xfloat` is a vector of four. A result alone takes no arguments; `...`
//! takes more of them; `()` is a function without a prototype.
//!
//! ```text
//! int charC* ...           int (const char *, ...)
//! int charC* char*C*       int (const char *, char *const *)
//! void* ()                 void *()
//! ```

use crate::target::{FloatKind, IntKind, Target};
use crate::types::{DecimalKind, TypeId};

macro_rules! bases {
    ($($(#[$doc:meta])* $name:ident $word:literal)*) => {
        /// What a type is built on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Base {
            $($(#[$doc])* $name,)*
        }

        impl Base {
            /// The base that a word of the tables stands for.
            const fn decode(word: &[u8]) -> Self {
                $(
                    if equal(word, $word.as_bytes()) {
                        return Self::$name;
                    }
                )*
                panic!("an unknown word in the type of a builtin function")
            }
        }
    };
}

bases! {
    Void "void"
    Bool "bool"
    Char "char"
    UChar "uchar"
    Short "short"
    UShort "ushort"
    Int "int"
    UInt "uint"
    Long "long"
    ULong "ulong"
    LongLong "llong"
    ULongLong "ullong"
    UInt8 "uint8"
    UInt16 "uint16"
    UInt32 "uint32"
    UInt64 "uint64"
    /// `unsigned __int128`
    UInt128 "uint128"
    IntMax "intmax"
    UIntMax "uintmax"
    Size "size"
    /// `ssize_t`
    SSize "ssize"
    PtrDiff "ptrdiff"
    WInt "wint"
    /// `pid_t`
    Pid "pid"
    Float "float"
    Double "double"
    LongDouble "ldouble"
    Float16 "float16"
    Float32 "float32"
    Float64 "float64"
    /// Also what `__float128` is.
    Float128 "float128"
    Float32x "float32x"
    Float64x "float64x"
    Decimal32 "dec32"
    Decimal64 "dec64"
    Decimal128 "dec128"
    ComplexFloat "cfloat"
    ComplexDouble "cdouble"
    ComplexLongDouble "cldouble"
    /// `va_list`, as a parameter: adjusted to a pointer where it is an array.
    VaList "valist"
    /// `FILE`, which GCC takes for `void` until a declaration says otherwise.
    File "file"
    /// `struct tm`, as [`Base::File`].
    Tm "tm"
    /// `fenv_t`, as [`Base::File`].
    FEnv "fenv"
    /// `fexcept_t`, as [`Base::File`].
    FExcept "fexcept"
    /// `div_t` and its kin.
    Quotient "quotient"
    /// `void ()`, a function without a prototype.
    Function "fn"
    /// `int (const void *, const void *)`
    Comparison "comparison"
    /// `void (int)`
    Handler "handler"
}

impl Base {
    /// The types that a base has whatever the program declares.
    pub fn scalar(self, target: &Target) -> Option<TypeId> {
        use IntKind::*;
        let sized = |bytes: u8, kinds: [IntKind; 4]| {
            let kind = kinds.into_iter().find(|&k| target.int_extent(k).size == bytes);
            TypeId::int(kind.unwrap_or(kinds[3]))
        };
        let unsigned = [UShort, UInt, ULong, ULongLong];
        Some(match self {
            Base::Void => TypeId::VOID,
            Base::Bool => TypeId::BOOL,
            Base::Char => TypeId::CHAR,
            Base::UChar | Base::UInt8 => TypeId::UCHAR,
            Base::Short => TypeId::SHORT,
            Base::UShort => TypeId::USHORT,
            Base::Int | Base::Pid => TypeId::INT,
            Base::UInt => TypeId::UINT,
            Base::Long => TypeId::LONG,
            Base::ULong => TypeId::ULONG,
            Base::LongLong => TypeId::LONG_LONG,
            Base::ULongLong => TypeId::ULONG_LONG,
            Base::UInt16 => sized(2, unsigned),
            Base::UInt32 => sized(4, unsigned),
            Base::UInt64 => sized(8, unsigned),
            Base::UInt128 => TypeId::UINT128,
            Base::IntMax => match target.long.size {
                8 => TypeId::LONG,
                _ => TypeId::LONG_LONG,
            },
            Base::UIntMax => match target.long.size {
                8 => TypeId::ULONG,
                _ => TypeId::ULONG_LONG,
            },
            Base::Size => TypeId::int(target.size_type),
            Base::SSize | Base::PtrDiff => TypeId::int(target.ptrdiff_type),
            Base::WInt => TypeId::int(target.wint_type),
            Base::Float => TypeId::FLOAT,
            Base::Double => TypeId::DOUBLE,
            Base::LongDouble => TypeId::LONG_DOUBLE,
            Base::Float16 => TypeId::float(FloatKind::Float16),
            Base::Float32 => TypeId::float(FloatKind::Float32),
            Base::Float64 => TypeId::float(FloatKind::Float64),
            Base::Float128 => TypeId::float(FloatKind::Float128),
            Base::Float32x => TypeId::float(FloatKind::Float32x),
            Base::Float64x => TypeId::float(FloatKind::Float64x),
            Base::Decimal32 => TypeId::decimal(DecimalKind::Decimal32),
            Base::Decimal64 => TypeId::decimal(DecimalKind::Decimal64),
            Base::Decimal128 => TypeId::decimal(DecimalKind::Decimal128),
            _ => return None,
        })
    }

    /// The real type that a complex one is made of.
    pub fn complex_of(self) -> Option<TypeId> {
        Some(match self {
            Base::ComplexFloat => TypeId::FLOAT,
            Base::ComplexDouble => TypeId::DOUBLE,
            Base::ComplexLongDouble => TypeId::LONG_DOUBLE,
            _ => return None,
        })
    }

    /// The type of a function that is pointed to.
    pub fn function(self) -> Option<&'static Prototype> {
        const FUNCTION: &Prototype = &Prototype::decode("void ()");
        const COMPARISON: &Prototype = &Prototype::decode("int voidC* voidC*");
        const HANDLER: &Prototype = &Prototype::decode("void int");
        Some(match self {
            Base::Function => FUNCTION,
            Base::Comparison => COMPARISON,
            Base::Handler => HANDLER,
            _ => return None,
        })
    }
}

/// Of one level of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Qualifiers {
    pub constant: bool,
    pub volatile: bool,
}

impl Qualifiers {
    const NONE: Self = Self { constant: false, volatile: false };
}

/// A base or a vector of it, behind up to two pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    pub base: Base,
    /// The elements of a vector; of anything else 0.
    pub lanes: u8,
    levels: [Qualifiers; Self::LEVELS],
    pointers: u8,
}

impl Type {
    const LEVELS: usize = 3;
    const VOID: Self =
        Self { base: Base::Void, lanes: 0, levels: [Qualifiers::NONE; Self::LEVELS], pointers: 0 };

    /// The qualifiers of the base.
    pub fn qualifiers(&self) -> Qualifiers {
        let [base, ..] = self.levels;
        base
    }

    /// The qualifiers of each pointer, from the one to the base outwards.
    pub fn pointers(&self) -> impl Iterator<Item = Qualifiers> {
        self.levels.into_iter().skip(1).take(usize::from(self.pointers))
    }

    const fn decode(text: &[u8]) -> Self {
        let mut result = Self::VOID;
        let mut start = 0;
        while start < text.len() && text[start].is_ascii_digit() {
            result.lanes = result.lanes * 10 + (text[start] - b'0');
            start += 1;
        }
        if start > 0 {
            assert!(text[start] == b'x', "a vector of a builtin function has no `x`");
            start += 1;
        }
        let mut end = start;
        while end < text.len() && !matches!(text[end], b'C' | b'V' | b'*') {
            end += 1;
        }
        result.base = Base::decode(slice(text, start, end));
        while end < text.len() {
            match text[end] {
                b'C' => result.levels[result.pointers as usize].constant = true,
                b'V' => result.levels[result.pointers as usize].volatile = true,
                b'*' => result.pointers += 1,
                _ => panic!("a type of a builtin function goes on behind its pointers"),
            }
            end += 1;
        }
        assert!((result.pointers as usize) < Self::LEVELS, "too many pointers");
        result
    }
}

/// What a function takes beyond its named parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parameters {
    /// Nothing.
    Fixed,
    /// Any more: `...`.
    Variadic,
    /// Anything, since there is no prototype: `()`.
    Unprototyped,
}

/// The type of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prototype {
    pub result: Type,
    pub parameters: Parameters,
    named: [Type; Self::NAMED],
    count: u8,
}

impl Prototype {
    /// The vectors that are built from eight elements take most.
    const NAMED: usize = 8;

    /// The types of the named parameters.
    pub fn named(&self) -> impl Iterator<Item = Type> {
        self.named.into_iter().take(usize::from(self.count))
    }

    /// Runs where the tables are compiled, and stops that on malformed text.
    pub(super) const fn decode(text: &str) -> Self {
        let text = text.as_bytes();
        let (word, mut at) = next_word(text, 0);
        let mut prototype = Self {
            result: Type::decode(word),
            parameters: Parameters::Fixed,
            named: [Type::VOID; Self::NAMED],
            count: 0,
        };
        while at < text.len() {
            let (word, behind) = next_word(text, at);
            at = behind;
            if equal(word, b"...") {
                prototype.parameters = Parameters::Variadic;
            } else if equal(word, b"()") {
                prototype.parameters = Parameters::Unprototyped;
            } else {
                prototype.named[prototype.count as usize] = Type::decode(word);
                prototype.count += 1;
            }
        }
        prototype
    }
}

/// The word that begins at `start`, and where the next one does.
const fn next_word(text: &[u8], start: usize) -> (&[u8], usize) {
    let mut end = start;
    while end < text.len() && text[end] != b' ' {
        end += 1;
    }
    (slice(text, start, end), end + 1)
}

const fn slice(text: &[u8], start: usize, end: usize) -> &[u8] {
    text.split_at(end).0.split_at(start).1
}

const fn equal(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}
