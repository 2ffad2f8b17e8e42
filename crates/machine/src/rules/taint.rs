//! Bits of integers that C does not determine: those of addresses, and of
//! padding.
//!
//! An integer of up to 64 bits carries a mask of its unspecified bits. It may
//! be computed with and stored; where it would decide what the program does or
//! prints, the run ends as unspecified. The mask of a signed value is extended
//! as the value is; its top bit is implied by the one below, so that no mask
//! is all ones (which marks a variable without value), and none is taken for a whole
//! address ([`super::addresses`]).

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::target::IntType;

use super::addresses;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

const TOP: u64 = 1 << 63;

/// The mask that a value carries.
pub fn of(value: Value) -> u64 {
    addresses::open_bits(value).unwrap_or(value.hi | (value.hi << 1 & TOP))
}

/// A value of this type with unspecified bits.
pub fn with(ty: IntType, value: Value, taint: u64) -> Result<Value, Stop> {
    if taint == 0 {
        return Ok(value);
    }
    if ty.bits > 64 {
        return Err(unspecified());
    }
    let shift = 64 - u32::from(ty.bits);
    let cut = taint << shift;
    let mask = match ty.signed {
        true => (cut as i64 >> shift) as u64,
        false => cut >> shift,
    };
    let normal = if mask & TOP != 0 { mask & !TOP | TOP >> 1 } else { mask };
    Ok(Value { lo: value.lo, hi: normal })
}

pub fn unspecified() -> Stop {
    Stop::unspecified(Finding::OpenBits)
}

/// Whether the value is determined.
#[inline]
pub fn check(value: Value) -> Result<(), Stop> {
    if value.hi == 0 { Ok(()) } else { Err(unspecified()) }
}

/// The unspecified bits of a result.
pub fn binary(op: BinaryOp, a: Value, b: Value) -> u64 {
    let (x, y, tx, ty) = (a.lo, b.lo, of(a), of(b));
    let both = tx | ty;
    // Of what may be negative, remainders may be, and quotients are rounded up.
    let by_power = ty == 0 && y.is_power_of_two() && (x as i64) >= 0 && tx >> 63 == 0;
    let upward = |mask: u64| if mask == 0 { 0 } else { u64::MAX << mask.trailing_zeros() };
    match op {
        BinaryOp::And => both & (x | tx) & (y | ty),
        BinaryOp::Or => both & (!x | tx) & (!y | ty),
        BinaryOp::Xor => both,
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => upward(both),
        BinaryOp::Shl if ty == 0 => tx.checked_shl(y as u32).unwrap_or(0),
        BinaryOp::Shr if ty == 0 => (tx as i64 >> y.min(63)) as u64,
        BinaryOp::Rem if by_power => tx & (y - 1),
        BinaryOp::Div if by_power => tx >> y.trailing_zeros(),
        BinaryOp::Eq | BinaryOp::Ne => ((x ^ y) & !both == 0).into(),
        _ if op.is_comparison() => (!is_ordered(op, a, b)).into(),
        _ => u64::MAX,
    }
}

/// Whether an order of two numbers is the same whatever their open bits are. Their types
/// are not known, so neither may be negative in any.
fn is_ordered(op: BinaryOp, a: Value, b: Value) -> bool {
    let range = |value: Value| (value.lo & !of(value), value.lo | of(value));
    let ((least_a, most_a), (least_b, most_b)) = (range(a), range(b));
    let apart = match op {
        BinaryOp::Lt | BinaryOp::Ge => most_a < least_b || least_a >= most_b,
        _ => most_a <= least_b || least_a > most_b,
    };
    (most_a | most_b) >> 63 == 0 && apart
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::ADDRESS_BITS;

    #[test]
    fn what_may_be_negative_has_remainders_that_may_be() {
        let two = Value { lo: 2, hi: 0 };
        let open = Value { lo: 8, hi: !1 & !TOP };
        assert_ne!(binary(BinaryOp::Rem, open, two) >> 63, 0);
        let positive = Value { lo: 8, hi: 0xfe };
        assert_eq!(binary(BinaryOp::Rem, positive, two), 0);
        assert_eq!(binary(BinaryOp::Div, positive, two), 0x7f);
    }

    #[test]
    fn orders_of_ranges_are_known() {
        let open = Value { lo: 3, hi: 0xff };
        let number = |lo| Value { lo, hi: 0 };
        assert_eq!(binary(BinaryOp::Lt, open, number(0)), 0);
        assert_eq!(binary(BinaryOp::Lt, open, number(256)), 0);
        assert_eq!(binary(BinaryOp::Lt, open, number(255)), 1);
        assert_eq!(binary(BinaryOp::Le, open, number(255)), 0);
        assert_eq!(binary(BinaryOp::Gt, open, number(0)), 1);
        assert_eq!(binary(BinaryOp::Gt, open, number(u64::MAX)), 1);
    }

    #[test]
    fn alignment_is_known() {
        let address = Value { lo: 0x1000, hi: !15 & ADDRESS_BITS };
        let seven = Value { lo: 7, hi: 0 };
        assert_eq!(binary(BinaryOp::And, address, seven), 0);
        assert_eq!(binary(BinaryOp::Rem, address, Value { lo: 16, hi: 0 }), 0);
        let many = Value { lo: 31, hi: 0 };
        assert_eq!(binary(BinaryOp::And, address, many), 16);
    }

    #[test]
    fn comparison_knows_what_differs_in_known_bits() {
        let address = Value { lo: 0x1000, hi: !15 & ADDRESS_BITS };
        assert_eq!(binary(BinaryOp::Eq, address, Value { lo: 0x1001, hi: 0 }), 0);
        assert_eq!(binary(BinaryOp::Eq, address, Value { lo: 0x2000, hi: 0 }), 1);
    }
}
