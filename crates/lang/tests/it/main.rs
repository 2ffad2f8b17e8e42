//! Tests of `lang` that need a compiler beside it.

mod arith_gcc;
mod constants_gcc;
mod conversions_gcc;
mod gcc;
mod layout_gcc;
mod operands;
mod random;
