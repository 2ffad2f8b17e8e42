//! Features of the language that are one idea in two stages: what their code is, and
//! what it does when it runs.

mod asm;
pub(crate) mod complex;
mod labels;
pub(crate) mod nested;
mod operations;
pub(crate) mod setjmp;
pub(crate) mod variadic;
mod vector;
pub(crate) mod vla;
