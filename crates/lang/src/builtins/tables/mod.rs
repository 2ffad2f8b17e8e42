//! The rows, by area. A table is sorted by name, and no name stands in two.

use super::{Builtin, Prototype};

mod atomic;
mod bits;
mod complex;
mod ctype;
mod declared;
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

/// Functions that a declaration alone makes known.
pub(super) static DECLARED: &[(&str, Prototype)] = declared::ROWS;
