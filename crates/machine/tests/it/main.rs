//! Tests of `machine` that need a compiler beside it.

#[path = "../../../lang/tests/it/gcc.rs"]
mod gcc;
mod printf_gcc;
#[path = "../../../lang/tests/it/random.rs"]
mod random;
mod strto_gcc;
