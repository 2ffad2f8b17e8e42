//! The generator: what compilers make of its programs, how fast it is, and
//! how much of a compiler its programs try.

mod basic;
mod faults;
mod flips;
mod plain;
mod policies;
mod soak;
mod speed;

pub use basic::TASK as BASIC;
pub use faults::TASK as FAULTS;
pub use flips::TASK as FLIPS;
pub use plain::TASK as PLAIN;
pub use policies::TASK as POLICIES;
pub use soak::TASK as SOAK;
pub use speed::TASK as SPEED;
pub use speed::dense::bytes as dense_bytes;

/// The issue that asks for the figures.
const ISSUE: u32 = 15;
