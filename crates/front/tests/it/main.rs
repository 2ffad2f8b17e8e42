//! The front end from outside: text in, tree, diagnostics and places out.

mod align;
mod check;
mod deep;
mod edits;
mod programs;
mod source;
mod support;
mod tree;
mod undefined;
mod walk;
