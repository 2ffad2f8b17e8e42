//! What is done about an operation that would be undefined.
//!
//! Executed for the first time, it may become any similar operation: the rows
//! of [`REWRITES`]. Executed before, it may only become a form that is *equal
//! wherever the old one was defined*, so that all that happened remains true:
//! the rows of [`REPAIRS`]. An operand with side effects goes only where the
//! form evaluates it exactly once on every path.
//!
//! An operation can meet several kinds of undefined behaviour over time. The
//! forms contain operations of their own, which are repaired in turn.

mod form;
mod rows;
#[cfg(test)]
mod tests;
mod tree;

pub use form::{Form, Maker, Number, Type};
pub use rows::{Case, Op, REPAIRS, REWRITES, Repair, Rewrite, Times};
pub use tree::{has_effects, repair};
