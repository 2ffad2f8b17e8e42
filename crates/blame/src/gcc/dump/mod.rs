//! The dumps of gcc: every function after every pass, in a form that is nearly C.
//!
//! With `-fdump-tree-all-gimple` one compilation writes them all. A function is read into
//! plain C with gotos, and takes the place of the one that was written, in a program that
//! otherwise stays as it was. Compiled without optimisation it shows whether the function is
//! already wrong. What cannot be read is an error by name: then nothing is known of it.

mod body;
mod function;
mod names;
mod program;
mod token;
mod types;
mod value;

pub use body::{Read, read};
pub use function::{Function, functions};
pub use program::Whole;
