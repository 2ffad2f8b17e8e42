//! C as data: the target, types, the typed tree, its printer and dump,
//! arithmetic, the tables of builtin functions and of undefined behaviours, and
//! how trees are made ([`build`]) and changed ([`edits`]).
//!
//! Everything else in Elenchus stands on this crate: the front end builds the
//! tree, the machine runs it, generators and mutators write it, the reducer
//! shrinks it. It does no input or output, starts no process, knows no
//! compiler, and depends on none of the other crates.

pub mod arena;
pub mod arith;
pub mod build;
pub mod builtins;
pub mod constant;
pub mod dump;
pub mod edits;
pub mod layout;
pub mod printer;
pub mod rules;
pub mod span;
pub mod symbol;
pub mod target;
pub mod tree;
pub mod types;
pub mod undefined;
pub mod walk;
