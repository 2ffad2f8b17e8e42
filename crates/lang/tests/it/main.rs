//! Tests of `lang` beside a compiler, and of the pages that are made from it.

mod arith_gcc;
mod constants_gcc;
mod conversions_gcc;
mod gcc;
mod layout_gcc;
mod operands;
mod page_of_kinds;
mod random;
