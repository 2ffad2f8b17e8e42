//! The generator: what compilers make of its programs, how fast it is, and
//! how much of a compiler its programs try.

mod basic;
mod constructs;
mod facts;
mod faults;
mod flips;
mod plain;
mod planted;
mod policies;
mod soak;
mod speed;
mod whole;

pub use speed::dense::bytes as dense_bytes;

use crate::tasks::Task;

pub const TASKS: &[Task] = &[
    basic::TASK,
    constructs::TASK,
    plain::TASK,
    planted::TASK,
    flips::TASK,
    facts::TASK,
    faults::TASK,
    policies::TASK,
    speed::TASK,
    soak::TASK,
    soak::WHOLE,
    whole::TASK,
];
