//! Programs before and after, beside each other.

mod ends;
mod passes;
mod small;
