//! The abstract machine of C: runs a typed tree and says what is undefined.

pub mod libc;
