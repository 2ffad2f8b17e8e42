//! Code that is made when it is reached: branches of a function, and statements of
//! a program that is written while it runs.

mod exec;
mod lower;

pub(crate) use exec::Unmade;
pub(crate) use lower::{Later, Part};
