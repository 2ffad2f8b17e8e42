//! Rules of C that need more than one operation to check: each keeps what it must
//! know of the run so far.

pub(crate) mod order;
pub(crate) mod padding;
pub(crate) mod promises;
pub(crate) mod restrict;
pub(crate) mod taint;
mod truth;
pub(crate) mod types;
pub(crate) mod windows;
