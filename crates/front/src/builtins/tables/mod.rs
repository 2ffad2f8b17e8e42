//! The rows, by area. A table is sorted by name, and no name stands in two.

use super::Builtin;

mod atomic;
mod bits;
mod complex;
mod ctype;
mod extended_math;
mod language;
mod math;
mod memory;
mod stdio;
mod sync;
mod system;
mod x86;

/// The areas that programs use most come first.
pub(super) static TABLES: &[&[Builtin]] = &[
    language::ROWS,
    memory::ROWS,
    stdio::ROWS,
    system::ROWS,
    bits::ROWS,
    math::ROWS,
    ctype::ROWS,
    complex::ROWS,
    extended_math::ROWS,
    sync::ROWS,
    atomic::ROWS,
    x86::ROWS,
];
