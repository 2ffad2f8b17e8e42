//! Operands that C evaluates in no order (6.5p2): where they have to be watched is
//! seen in the tree, what they do is compared when the program runs.

mod exec;
mod lower;
mod shadow;

pub use exec::Stamps;
pub(crate) use exec::{Depth, Order};
pub(crate) use lower::{Effects, Walked};
pub use shadow::Shadow;
