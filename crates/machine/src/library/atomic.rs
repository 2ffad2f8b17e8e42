//! gcc's atomic builtins. The machine has one thread, so each is what it says
//! without a thought of others; arithmetic wraps (7.17.7.5p3).

use elenchus_lang::arith::{BinaryOp, int};
use elenchus_lang::types::TypeId;

use super::{Args, Function};
use crate::Machine;
use crate::rules::taint;
use crate::stop::Stop;
use crate::value::Value;

/// Rows for the forms of one operation, old value and new.
macro_rules! operations {
    ($($name:literal $op:expr;)*) => { &[$(
        (concat!("__sync_fetch_and_", $name), |m, a| modify(m, a, $op).map(|(old, _)| old)),
        (concat!("__sync_", $name, "_and_fetch"), |m, a| modify(m, a, $op).map(|(_, new)| new)),
        (concat!("__atomic_fetch_", $name), |m, a| modify(m, a, $op).map(|(old, _)| old)),
        (concat!("__atomic_", $name, "_fetch"), |m, a| modify(m, a, $op).map(|(_, new)| new)),
    )*] };
}

pub(super) const OPERATIONS: &[(&str, Function)] = operations! {
    "add" |a, b| a.wrapping_add(b);
    "sub" |a, b| a.wrapping_sub(b);
    "and" |a, b| a & b;
    "or" |a, b| a | b;
    "xor" |a, b| a ^ b;
    "nand" |a, b| !(a & b);
};

pub(super) const TABLE: &[(&str, Function)] = &[
    ("__sync_synchronize", |_, _| Ok(Value::default())),
    ("__atomic_thread_fence", |_, _| Ok(Value::default())),
    ("__atomic_signal_fence", |_, _| Ok(Value::default())),
    ("__sync_lock_test_and_set", exchange_value),
    ("__sync_lock_release", lock_release),
    ("__sync_bool_compare_and_swap", |m, a| {
        compare_and_swap(m, a).map(|(_, same)| Value::int(same.into()))
    }),
    ("__sync_val_compare_and_swap", |m, a| compare_and_swap(m, a).map(|(old, _)| old)),
    ("__atomic_load_n", |m, a| {
        let ty = object(m, a)?;
        m.load_whole(a.get(0)?, ty)
    }),
    ("__atomic_store_n", |m, a| {
        let ty = object(m, a)?;
        m.store_whole(a.get(0)?, a.get(1)?, ty)?;
        Ok(Value::default())
    }),
    ("__atomic_exchange_n", exchange_value),
    ("__atomic_load", |m, a| transfer(m, a, 1, 0)),
    ("__atomic_store", |m, a| transfer(m, a, 0, 1)),
    ("__atomic_exchange", |m, a| {
        transfer(m, a, 2, 0)?;
        transfer(m, a, 0, 1)
    }),
    ("__atomic_compare_exchange_n", compare_exchange_value),
    ("__atomic_compare_exchange", compare_exchange),
    ("__atomic_test_and_set", |m, a| {
        let old = m.byte_at(a.get(0)?)?;
        m.write_bytes(a.get(0)?, &[1])?;
        Ok(Value::int((old != 0).into()))
    }),
    ("__atomic_clear", |m, a| {
        m.write_bytes(a.get(0)?, &[0])?;
        Ok(Value::default())
    }),
];

/// The type of the object that the first argument points to.
fn object(m: &mut Machine, args: &Args<'_>) -> Result<TypeId, Stop> {
    let to = m.p.types.pointee(args.ty(0));
    to.ok_or_else(|| Stop::unsupported("an atomic builtin of this type"))
}

/// The old value and the new one.
fn modify(
    m: &mut Machine,
    args: &Args<'_>,
    op: fn(i128, i128) -> i128,
) -> Result<(Value, Value), Stop> {
    let ty = object(m, args)?;
    let (pointer, operand) = (args.get(0)?, args.get(1)?);
    let old = m.load_whole(pointer, ty)?;
    let new = match m.p.types.int_kind(ty) {
        Some(kind) => {
            let ty = m.p.target.int_type(kind);
            if ty.bits <= 64 {
                taint::check(old)?;
            }
            Value::from_int(ty, int::wrap(ty, op(old.as_int(ty), operand.as_int(ty))))
        }
        // Of a pointer bytes are counted.
        None if m.p.types.is_pointer(ty) => {
            Value { lo: op(old.lo.into(), operand.lo.into()) as u64, hi: old.hi }
        }
        None => return Err(Stop::unsupported("an atomic builtin of this type")),
    };
    m.store_whole(pointer, new, ty)?;
    Ok((old, new))
}

fn exchange_value(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let ty = object(m, args)?;
    let old = m.load_whole(args.get(0)?, ty)?;
    m.store_whole(args.get(0)?, args.get(1)?, ty)?;
    Ok(old)
}

fn lock_release(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let ty = object(m, args)?;
    m.store_whole(args.get(0)?, Value::default(), ty)?;
    Ok(Value::default())
}

/// Whether two values of a type are the same, as `==` says.
fn are_same(m: &Machine, ty: TypeId, a: Value, b: Value) -> Result<bool, Stop> {
    match m.p.types.int_kind(ty).map(|kind| m.p.target.int_type(kind)) {
        Some(ty) => {
            let same = m.int_binary(BinaryOp::Eq, ty, ty, a, b)?;
            taint::check(same)?;
            Ok(same.lo != 0)
        }
        None => {
            m.check_equality(a, b)?;
            Ok(a.lo == b.lo)
        }
    }
}

/// The old value, and whether it was the expected one.
fn compare_and_swap(m: &mut Machine, args: &Args<'_>) -> Result<(Value, bool), Stop> {
    let ty = object(m, args)?;
    let old = m.load_whole(args.get(0)?, ty)?;
    let same = are_same(m, ty, old, args.get(1)?)?;
    if same {
        m.store_whole(args.get(0)?, args.get(2)?, ty)?;
    }
    Ok((old, same))
}

fn compare_exchange_value(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let ty = object(m, args)?;
    let (pointer, expected) = (args.get(0)?, args.get(1)?);
    let old = m.load_whole(pointer, ty)?;
    let expected_value = m.load_whole(expected, ty)?;
    let same = are_same(m, ty, old, expected_value)?;
    match same {
        true => m.store_whole(pointer, args.get(2)?, ty)?,
        false => m.store_whole(expected, old, ty)?,
    }
    Ok(Value::int(same.into()))
}

fn size(m: &mut Machine, args: &Args<'_>) -> Result<u64, Stop> {
    let ty = object(m, args)?;
    let size = elenchus_lang::layout::size_of(&m.p.types, &m.p.target, ty);
    size.ok_or_else(|| Stop::unsupported("an atomic builtin of this type"))
}

/// Copies an object of any type from one argument to another.
fn transfer(m: &mut Machine, args: &Args<'_>, to: usize, from: usize) -> Result<Value, Stop> {
    let size = size(m, args)?;
    m.copy_bytes(args.get(to)?, args.get(from)?, size)?;
    Ok(Value::default())
}

/// Bytes are compared, as by `memcmp` (7.17.7.4p2).
fn compare_exchange(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let size = size(m, args)?;
    let same = m.bytes_at(args.get(0)?, size)? == m.bytes_at(args.get(1)?, size)?;
    match same {
        true => transfer(m, args, 0, 2)?,
        false => transfer(m, args, 1, 0)?,
    };
    Ok(Value::int(same.into()))
}
