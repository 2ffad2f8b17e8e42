//! Programs before and after, beside each other.

mod checks;
mod ends;
mod passes;
mod plain;
mod small;
