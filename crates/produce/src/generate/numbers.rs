//! Numbers that a compiler may treat in a special way, and their types.

use elenchus_lang::types::TypeId;

use crate::choices::Choices;
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

pub fn some_int_type(choices: &mut Choices, policy: &Policy) -> TypeId {
    let types = [
        (TypeId::BOOL, policy.type_bool),
        (TypeId::SCHAR, policy.type_schar),
        (TypeId::UCHAR, policy.type_uchar),
        (TypeId::SHORT, policy.type_short),
        (TypeId::USHORT, policy.type_ushort),
        (TypeId::INT, policy.type_int),
        (TypeId::UINT, policy.type_uint),
        (TypeId::LONG, policy.type_long),
        (TypeId::ULONG, policy.type_ulong),
        (TypeId::LONG_LONG, policy.type_llong),
        (TypeId::ULONG_LONG, policy.type_ullong),
        (TypeId::INT128, policy.type_int128),
        (TypeId::UINT128, policy.type_int128),
    ];
    types[choices.weighted("type", &types.map(|(_, weight)| weight))].0
}
