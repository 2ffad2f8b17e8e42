//! Makes programs with one known meaning.
//!
//! - [`choices`]: the one source of randomness; every draw has a name;
//! - [`policy`]: what is drawn how often, as data;
//! - [`repair`]: what is done about operations that would be undefined;
//! - [`generate`]: programs that are written while they run;
//! - [`facts`]: what holds in a program on all its ways, executed or not;
//! - [`enumerate`]: the ways in which a program can use its variables;
//! - [`mutate`]: programs that do the same for the inputs that they have;
//! - [`plant`]: programs with exactly one defect;
//! - `safety`: programs with guards, and programs that are valid for any input.
//!
//! This crate starts no process and reads no file: a program goes out as text,
//! together with what it must print.

pub mod choices;
pub mod enumerate;
pub mod facts;
pub mod generate;
pub mod mutate;
pub mod plant;
pub mod policy;
pub mod repair;
mod safety;
mod visible;
