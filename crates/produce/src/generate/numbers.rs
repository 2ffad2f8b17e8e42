//! Numbers that a compiler may treat in a special way, and their types.

use elenchus_lang::types::TypeId;

use crate::choices::{Choices, Weights};
use crate::policy::Policy;

/// A number for a type of so many bits, not yet wrapped to it. `used` are
/// constants that were used before.
pub fn some_number(choices: &mut Choices, policy: &Policy, used: &[i128], bits: u8) -> i128 {
    let weights = [
        policy.const_small,
        policy.const_extreme,
        policy.const_blocks,
        policy.const_powers,
        policy.const_any,
        if used.is_empty() { 0 } else { policy.const_reuse },
    ];
    let bits = u64::from(bits.clamp(2, 64));
    let one = |shift: u64| 1i128 << shift;
    match choices.weighted("constant", &weights) {
        0 => choices.between("small", -16, 40).into(),
        1 => {
            let width = choices.pick("width", &[7u64, 8, 15, 16, 31, 32, 63, 64]);
            let off = i128::from(choices.between("offset", -2, 2));
            let edge = one(width.min(bits));
            match choices.percent("negative", 40) {
                true => -edge + off,
                false => edge - 1 + off.min(1),
            }
        }
        2 => {
            let length = 1 + choices.below("block length", bits - 1);
            let start = choices.below("block start", bits - length + 1);
            let block = (one(length) - 1) << start;
            if choices.percent("complement", 40) { !block } else { block }
        }
        3 => {
            let power = one(choices.below("power", bits));
            power + i128::from(choices.between("offset", -1, 1))
        }
        4 => {
            let shift = choices.below("size", bits);
            i128::from(choices.bits("any") as i64 >> shift)
        }
        _ => {
            let old = choices.pick("reuse", used);
            match choices.below("reuse how", 4) {
                0 => old.wrapping_neg(),
                1 => !old,
                _ => old,
            }
        }
    }
}

/// The integer types that are drawn, with `__int128` of both kinds.
const INT_TYPES: [TypeId; 13] = [
    TypeId::BOOL,
    TypeId::SCHAR,
    TypeId::UCHAR,
    TypeId::SHORT,
    TypeId::USHORT,
    TypeId::INT,
    TypeId::UINT,
    TypeId::LONG,
    TypeId::ULONG,
    TypeId::LONG_LONG,
    TypeId::ULONG_LONG,
    TypeId::INT128,
    TypeId::UINT128,
];

/// How often each of them is drawn.
pub type IntTypes = Weights<{ INT_TYPES.len() }>;

pub fn int_types(policy: &Policy) -> IntTypes {
    Weights::new([
        policy.type_bool,
        policy.type_schar,
        policy.type_uchar,
        policy.type_short,
        policy.type_ushort,
        policy.type_int,
        policy.type_uint,
        policy.type_long,
        policy.type_ulong,
        policy.type_llong,
        policy.type_ullong,
        policy.type_int128,
        policy.type_int128,
    ])
}

pub fn some_int_type(choices: &mut Choices, types: &IntTypes) -> TypeId {
    INT_TYPES[choices.drawn_by("type", types)]
}
