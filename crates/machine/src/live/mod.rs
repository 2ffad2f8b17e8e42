//! A program that is written while it runs: it stops at holes and at trouble, its
//! code is made again where the tree changed, and its state can be taken back.

pub(crate) mod exec;
pub(crate) mod lower;
pub(crate) mod peek;
pub(crate) mod snapshot;
