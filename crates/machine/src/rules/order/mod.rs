//! Operands that C evaluates in no order (6.5p2): where they have to be watched is
//! seen in the tree, what they do is compared when the program runs.

mod alternatives;
mod exec;
mod explore;
mod lower;
mod shadow;
mod units;

pub(crate) use alternatives::Orders;
pub use exec::Stamps;
pub(crate) use exec::{Depth, Order};
pub(crate) use explore::Explored;
pub(crate) use lower::{Effects, Walked};
pub use shadow::Shadow;
