//! The plain core: from the tree to code, and the loop that runs code.

pub(crate) mod cache;
pub(crate) mod exec;
pub(crate) mod later;
pub(crate) mod lower;
