//! The front end from outside: text in, tree, diagnostics and places out.

mod align;
mod check;
mod deep;
mod edits;
mod edits_at_random;
mod programs;
mod source;
mod support;
mod tree;
mod undefined;
mod walk;
