//! The parts of the C library that compute and know no memory.
//!
//! - [`directive`]: what a `printf` format asks for;
//! - [`mod@format`]: integers, characters, strings and pointers as `printf` writes
//!   them, and [`format_float`]: floating values;
//! - [`decimal`]: the exact decimal value of a float, and its rounding;
//! - [`scan`]: what a `scanf` format asks for, and what of a text it takes;
//! - [`real`] and [`root`]: the functions of `<math.h>` that are exact or
//!   correctly rounded;
//! - [`sort`]: `qsort` and `bsearch`, a comparison at a time;
//! - [`strto`]: the readers of numbers, `strtol` and `strtod` and their kin.
//!
//! Where C leaves the text open (`%p`, NaNs, the digits before the point of
//! `%a`) it is glibc's, in the locale "C".

pub mod decimal;
pub mod directive;
pub mod format;
pub mod format_float;
pub mod real;
pub mod root;
pub mod scan;
pub mod sort;
pub mod strto;
