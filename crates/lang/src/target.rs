//! What a C implementation chooses: sizes, alignments, byte order, formats.
//!
//! A target is a value, never a `#[cfg]`: the same process can type one
//! program for x86-64 and again for a 16-bit machine. Nothing here looks at
//! the host.

/// The order of bytes in a scalar object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Endian {
    Little,
    Big,
}

/// The integer types of C (6.2.5), plain `char` apart from its two signed
/// relatives. `Bool` is among them because it takes part in the ranks of
/// 6.3.1.1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum IntKind {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

impl IntKind {
    pub const ALL: [IntKind; 14] = {
        use IntKind::*;
        [
            Bool, Char, SChar, UChar, Short, UShort, Int, UInt, Long, ULong, LongLong, ULongLong,
            Int128, UInt128,
        ]
    };
}

/// The binary floating types, with the interchange types of TS 18661-3 that
/// GNU C has. They are all distinct types, even where the format is the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum FloatKind {
    Float,
    Double,
    LongDouble,
    Float16,
    Float32,
    Float64,
    Float128,
    Float32x,
    Float64x,
}

/// How a binary floating type is represented.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum FloatFormat {
    /// IEEE binary16.
    Half,
    /// IEEE binary32.
    Single,
    /// IEEE binary64.
    Double,
    /// The x87 80-bit extended format with its explicit integer bit.
    X87,
    /// IEEE binary128.
    Quad,
}

/// Width and signedness: all that integer arithmetic needs to know of a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntType {
    /// 1 to 128. `_Bool` is unsigned with one bit.
    pub bits: u8,
    pub signed: bool,
}

/// Size and alignment in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Extent {
    pub size: u8,
    /// Alignment of a member in a struct, as `_Alignof` tells it.
    pub align: u8,
    /// What `__alignof__` tells of the bare type, where the ABI prefers more
    /// for an object on its own (i386 and its 8-byte scalars).
    pub preferred: u8,
}

const fn extent(size: u8, align: u8) -> Extent {
    Extent { size, align, preferred: align }
}

/// One C implementation's choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// As it is named on the command line.
    pub name: &'static str,
    pub endian: Endian,
    pub char_signed: bool,
    pub short: Extent,
    pub int: Extent,
    pub long: Extent,
    pub long_long: Extent,
    /// `None` where `__int128` does not exist.
    pub int128: Option<Extent>,
    pub pointer: Extent,
    pub float: Extent,
    pub double: Extent,
    pub long_double: Extent,
    pub long_double_format: FloatFormat,
    /// `None` where `_Float128` does not exist.
    pub float128: Option<Extent>,
    pub size_type: IntKind,
    pub ptrdiff_type: IntKind,
    pub wchar_type: IntKind,
    pub wint_type: IntKind,
    /// What a bare `__attribute__((aligned))` means.
    pub max_align: u8,
    /// An unnamed bit-field, zero width included, aligns the struct as its
    /// type would (AAPCS); in the System V ABIs of x86 it does not.
    pub unnamed_bitfields_align: bool,
    /// `va_list` is an array type (x86-64), a struct (aarch64) or a pointer.
    pub va_list: VaList,
    /// IEC 60559 arithmetic is promised (Annex F).
    pub annex_f: bool,
    /// What the sizes above say of each integer type, by its number. That is asked all
    /// the time, of one type after the other: no branch would be foretold.
    ints: [IntShape; IntKind::ALL.len()],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct IntShape {
    extent: Extent,
    ty: IntType,
}

/// The shape of `__builtin_va_list`, which decides whether it decays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VaList {
    Pointer,
    /// An array of one struct of this size.
    ArrayOfStruct {
        size: u8,
    },
    /// A struct of this size.
    Struct {
        size: u8,
    },
}

const LP64: Target = Target {
    name: "x86_64-linux",
    endian: Endian::Little,
    char_signed: true,
    short: extent(2, 2),
    int: extent(4, 4),
    long: extent(8, 8),
    long_long: extent(8, 8),
    int128: Some(extent(16, 16)),
    pointer: extent(8, 8),
    float: extent(4, 4),
    double: extent(8, 8),
    long_double: extent(16, 16),
    long_double_format: FloatFormat::X87,
    float128: Some(extent(16, 16)),
    size_type: IntKind::ULong,
    ptrdiff_type: IntKind::Long,
    wchar_type: IntKind::Int,
    wint_type: IntKind::UInt,
    max_align: 16,
    unnamed_bitfields_align: false,
    va_list: VaList::ArrayOfStruct { size: 24 },
    annex_f: true,
    // See `tabulated`.
    ints: [IntShape { extent: extent(0, 0), ty: IntType { bits: 0, signed: false } }; 14],
};

/// Every target that has a name, the default first.
pub static TARGETS: [Target; 7] = tabulated([
    LP64,
    Target {
        name: "i386-linux",
        long: extent(4, 4),
        long_long: Extent { size: 8, align: 4, preferred: 8 },
        int128: None,
        pointer: extent(4, 4),
        double: Extent { size: 8, align: 4, preferred: 8 },
        long_double: extent(12, 4),
        size_type: IntKind::UInt,
        ptrdiff_type: IntKind::Int,
        wchar_type: IntKind::Long,
        va_list: VaList::Pointer,
        ..LP64
    },
    Target {
        name: "aarch64-linux",
        char_signed: false,
        long_double_format: FloatFormat::Quad,
        wchar_type: IntKind::UInt,
        unnamed_bitfields_align: true,
        va_list: VaList::Struct { size: 32 },
        ..LP64
    },
    Target {
        name: "riscv64-linux",
        char_signed: false,
        long_double_format: FloatFormat::Quad,
        va_list: VaList::Pointer,
        ..LP64
    },
    Target {
        name: "s390x-linux",
        endian: Endian::Big,
        char_signed: false,
        int128: Some(extent(16, 8)),
        long_double: extent(16, 8),
        long_double_format: FloatFormat::Quad,
        float128: Some(extent(16, 8)),
        max_align: 8,
        va_list: VaList::ArrayOfStruct { size: 32 },
        ..LP64
    },
    Target {
        name: "x86_64-windows",
        long: extent(4, 4),
        size_type: IntKind::ULongLong,
        ptrdiff_type: IntKind::LongLong,
        wchar_type: IntKind::UShort,
        wint_type: IntKind::UShort,
        va_list: VaList::Pointer,
        ..LP64
    },
    Target {
        name: "avr",
        short: extent(2, 1),
        int: extent(2, 1),
        long: extent(4, 1),
        long_long: extent(8, 1),
        int128: None,
        pointer: extent(2, 1),
        float: extent(4, 1),
        double: extent(4, 1),
        long_double: extent(4, 1),
        long_double_format: FloatFormat::Single,
        float128: None,
        size_type: IntKind::UInt,
        ptrdiff_type: IntKind::Int,
        wchar_type: IntKind::Int,
        wint_type: IntKind::Int,
        max_align: 1,
        va_list: VaList::Pointer,
        annex_f: false,
        ..LP64
    },
]);

/// The same with their tables.
const fn tabulated(mut targets: [Target; 7]) -> [Target; 7] {
    let mut at = 0;
    while at < targets.len() {
        let mut number = 0;
        while number < IntKind::ALL.len() {
            targets[at].ints[number] = targets[at].int(IntKind::ALL[number]);
            number += 1;
        }
        at += 1;
    }
    targets
}

impl Target {
    /// The default, x86-64 Linux.
    pub fn x86_64() -> &'static Target {
        &TARGETS[0]
    }

    pub fn by_name(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|t| t.name == name)
    }

    pub fn set_char_signed(&mut self, signed: bool) {
        self.char_signed = signed;
        self.ints[IntKind::Char as usize] = self.int(IntKind::Char);
    }

    /// An integer type by its size.
    const fn int(&self, kind: IntKind) -> IntShape {
        use IntKind::*;
        let extent = match kind {
            Bool | Char | SChar | UChar => extent(1, 1),
            Short | UShort => self.short,
            Int | UInt => self.int,
            Long | ULong => self.long,
            LongLong | ULongLong => self.long_long,
            Int128 | UInt128 => match self.int128 {
                Some(extent) => extent,
                None => extent(16, 16),
            },
        };
        let signed = match kind {
            Char => self.char_signed,
            SChar | Short | Int | Long | LongLong | Int128 => true,
            Bool | UChar | UShort | UInt | ULong | ULongLong | UInt128 => false,
        };
        let bits = if matches!(kind, Bool) { 1 } else { extent.size * 8 };
        IntShape { extent, ty: IntType { bits, signed } }
    }

    #[inline]
    pub fn int_extent(&self, kind: IntKind) -> Extent {
        self.ints[kind as usize].extent
    }

    #[inline]
    pub fn int_type(&self, kind: IntKind) -> IntType {
        self.ints[kind as usize].ty
    }

    pub fn float_extent(&self, kind: FloatKind) -> Extent {
        use FloatKind::*;
        match kind {
            Float => self.float,
            Double => self.double,
            LongDouble => self.long_double,
            Float16 => extent(2, 2),
            Float32 => extent(4, 4),
            Float64 | Float32x => self.double,
            Float64x => self.long_double,
            Float128 => self.float128.unwrap_or(extent(16, 16)),
        }
    }

    pub fn float_format(&self, kind: FloatKind) -> FloatFormat {
        use FloatKind::*;
        match kind {
            Float | Float32 => FloatFormat::Single,
            Double if self.double.size == 4 => FloatFormat::Single,
            Double | Float64 | Float32x => FloatFormat::Double,
            LongDouble | Float64x => self.long_double_format,
            Float16 => FloatFormat::Half,
            Float128 => FloatFormat::Quad,
        }
    }
}
