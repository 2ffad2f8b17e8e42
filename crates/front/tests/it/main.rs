//! The front end from outside: text in, tree, diagnostics and places out.

mod align;
mod check;
mod programs;
mod support;
