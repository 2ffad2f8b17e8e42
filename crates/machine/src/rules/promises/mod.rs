//! What attributes promise of functions (GNU C), and whether it is kept.

mod exec;
mod lower;

pub(crate) use exec::Guard;
pub use lower::{plain_name, promises};
