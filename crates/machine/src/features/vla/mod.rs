//! Types of variable size (6.7.6.2): lengths that are evaluated when the program
//! runs, and lengths of arguments that must agree with those of parameters.

mod arguments;
mod exec;
mod lower;

pub(crate) use exec::{given_length, same_length};
pub(crate) use lower::Bound;
