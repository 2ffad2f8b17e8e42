//! The parts of the C library that compute and know no memory.
//!
//! - [`directive`]: what a `printf` format asks for;
//! - [`mod@format`]: integers, characters, strings and pointers as `printf` writes
//!   them, and [`format_float`]: floating values;
//! - [`decimal`]: the exact decimal value of a float, and its rounding;
//! - [`strto`]: the readers of numbers, `strtol` and `strtod` and their kin.
//!
//! Where C leaves the text open (`%p`, NaNs, the digits before the point of
//! `%a`) it is glibc's, in the locale "C".

pub mod decimal;
pub mod directive;
pub mod format;
pub mod format_float;
pub mod strto;
