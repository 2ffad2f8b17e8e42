//! Which type an operation is done in (6.3.1.1, 6.3.1.8).

use crate::target::{FloatKind, IntKind, Target};

/// The integer promotions of an operand that is not a bit-field.
#[inline]
pub fn promote(target: &Target, kind: IntKind) -> IntKind {
    // In the order of their ranks.
    if kind >= IntKind::Int {
        return kind;
    }
    // An int has 16 bits at least: what has fewer fits.
    let unsigned_int = kind == IntKind::UShort && target.short.size >= target.int.size;
    if unsigned_int { IntKind::UInt } else { IntKind::Int }
}

/// The integer promotions of a bit-field of `width` bits, declared with type
/// `kind`, as gcc does them: one of its type's full width is like any object,
/// others go by their width, whatever type was written.
///
/// Bit-fields wider than `int` are beyond the standard, and keep their
/// declared type here, as in clang. In gcc they keep a type of their own
/// width: with `unsigned long f : 33`, `s.f << 4` is cut to 33 bits. A
/// program that can tell the difference has no one meaning.
pub fn promote_bitfield(target: &Target, kind: IntKind, width: u8) -> IntKind {
    let int = target.int_type(IntKind::Int);
    let declared = target.int_type(kind);
    if width >= declared.bits {
        promote(target, kind)
    } else if width > int.bits {
        kind
    } else {
        int_if_it_fits(width, declared.signed, int.bits)
    }
}

fn int_if_it_fits(bits: u8, signed: bool, int_bits: u8) -> IntKind {
    if bits < int_bits || signed { IntKind::Int } else { IntKind::UInt }
}

/// The usual arithmetic conversions of two integer types: promotes both, and
/// gives the type in which the operation is done.
#[inline]
pub fn usual_int(target: &Target, a: IntKind, b: IntKind) -> IntKind {
    let (a, b) = (promote(target, a), promote(target, b));
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    // Of equal ranks the unsigned one is the higher.
    if is_unsigned(high) || !is_unsigned(low) {
        return high;
    }
    unsigned_and_signed(target, low, high)
}

/// The same where the higher one is signed, and the other is not.
fn unsigned_and_signed(target: &Target, low: IntKind, high: IntKind) -> IntKind {
    let is_wider = target.int_extent(high).size > target.int_extent(low).size;
    if is_wider { high } else { to_unsigned(high) }
}

/// Of a promoted type.
#[inline]
fn is_unsigned(kind: IntKind) -> bool {
    matches!(kind, IntKind::UInt | IntKind::ULong | IntKind::ULongLong | IntKind::UInt128)
}

/// The usual arithmetic conversions of two floating types, as gcc does them:
/// the wider format wins; where formats are the same (and the types still
/// distinct) an interchange type `_FloatN` wins over the standard types, they
/// in their order, and all over an extended type `_FloatNx`.
pub fn usual_float(target: &Target, a: FloatKind, b: FloatKind) -> FloatKind {
    // Formats are declared in the order of their precision.
    let order = |kind| (target.float_format(kind) as u8, preference(kind));
    if order(a) >= order(b) { a } else { b }
}

fn preference(kind: FloatKind) -> u8 {
    use FloatKind::*;
    match kind {
        Float32x | Float64x => 0,
        Float => 1,
        Double => 2,
        LongDouble => 3,
        Float16 | Float32 | Float64 | Float128 => 4,
    }
}

/// The unsigned type of the same rank.
fn to_unsigned(kind: IntKind) -> IntKind {
    use IntKind::*;
    match kind {
        Bool => Bool,
        Char | SChar | UChar => UChar,
        Short | UShort => UShort,
        Int | UInt => UInt,
        Long | ULong => ULong,
        LongLong | ULongLong => ULongLong,
        Int128 | UInt128 => UInt128,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::TARGETS;
    use FloatKind::*;
    use IntKind::*;

    fn target(name: &str) -> &'static Target {
        Target::by_name(name).unwrap()
    }

    #[test]
    fn small_types_promote_to_int() {
        let x86 = Target::x86_64();
        for kind in [Bool, Char, SChar, UChar, Short, UShort, Int] {
            assert_eq!(promote(x86, kind), Int);
        }
        for kind in [UInt, Long, ULong, LongLong, ULongLong, Int128, UInt128] {
            assert_eq!(promote(x86, kind), kind);
        }
        // int cannot hold an unsigned short of its own width
        assert_eq!(promote(target("avr"), UShort), UInt);
        assert_eq!(promote(target("avr"), UChar), Int);
    }

    #[test]
    fn bitfields_promote_by_width() {
        let x86 = Target::x86_64();
        assert_eq!(promote_bitfield(x86, UInt, 31), Int);
        assert_eq!(promote_bitfield(x86, UInt, 32), UInt);
        assert_eq!(promote_bitfield(x86, Int, 32), Int);
        assert_eq!(promote_bitfield(x86, Bool, 1), Int);
        assert_eq!(promote_bitfield(x86, ULong, 3), Int);
        assert_eq!(promote_bitfield(x86, ULong, 32), UInt);
        assert_eq!(promote_bitfield(x86, ULong, 33), ULong);
        assert_eq!(promote_bitfield(target("avr"), UInt, 16), UInt);
        // the full width of a long that is no wider than int
        assert_eq!(promote_bitfield(target("i386-linux"), Long, 32), Long);
        assert_eq!(promote_bitfield(target("i386-linux"), Long, 31), Int);
    }

    #[test]
    fn signed_meets_unsigned() {
        let x86 = Target::x86_64();
        assert_eq!(usual_int(x86, UChar, SChar), Int);
        assert_eq!(usual_int(x86, Int, UInt), UInt);
        // long holds every unsigned int here, but not where it has 32 bits
        assert_eq!(usual_int(x86, Long, UInt), Long);
        assert_eq!(usual_int(target("i386-linux"), Long, UInt), ULong);
        assert_eq!(usual_int(x86, LongLong, ULong), ULongLong);
        assert_eq!(usual_int(x86, Int128, ULongLong), Int128);
    }

    #[test]
    fn order_of_operands_does_not_matter() {
        const FLOATS: [FloatKind; 9] =
            [Float, Double, LongDouble, Float16, Float32, Float64, Float128, Float32x, Float64x];
        for target in &TARGETS {
            for a in IntKind::ALL {
                for b in IntKind::ALL {
                    assert_eq!(usual_int(target, a, b), usual_int(target, b, a));
                }
            }
            for a in FLOATS {
                for b in FLOATS {
                    assert_eq!(usual_float(target, a, b), usual_float(target, b, a));
                }
            }
        }
    }

    #[test]
    fn same_format_different_type() {
        let x86 = Target::x86_64();
        assert_eq!(usual_float(x86, Float, Float32), Float32);
        assert_eq!(usual_float(x86, Double, Float64), Float64);
        assert_eq!(usual_float(x86, Double, Float32x), Double);
        assert_eq!(usual_float(x86, LongDouble, Float64x), LongDouble);
        assert_eq!(usual_float(x86, LongDouble, Float128), Float128);
        // where long double is itself binary128
        assert_eq!(usual_float(target("aarch64-linux"), LongDouble, Float128), Float128);
        assert_eq!(usual_float(target("avr"), Float, Double), Double);
    }
}
