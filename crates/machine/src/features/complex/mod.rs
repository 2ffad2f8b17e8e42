//! Complex numbers (6.2.5p11), and those of integers (GNU).

pub(crate) mod exec;
mod lower;
