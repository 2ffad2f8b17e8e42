//! The generator: what compilers make of its programs, how fast it is, and
//! how much of a compiler its programs try.

mod faults;
mod flips;
mod ours;
mod soak;

pub use faults::TASK as FAULTS;
pub use flips::TASK as FLIPS;
pub use soak::TASK as SOAK;

/// The issue that asks for the figures.
const ISSUE: u32 = 15;
