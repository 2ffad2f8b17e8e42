//! Tests of `lang` that need a compiler beside it.

mod arith_gcc;
mod conversions_gcc;
mod gcc;
mod random;
