//! C as data: arithmetic and layout.

mod numbers;

pub use numbers::{ARITH, LAYOUT};
