//! The machine: whether its verdicts are right, what it survives, how fast it is.

mod choose;
mod csmith;
mod finds;
mod hostile;
mod live;
mod orders;
mod snapshot;
mod speed;
mod torture;
mod trace;

pub use torture::{Passing, passing};

use crate::tasks::Task;

pub const TASKS: &[Task] = &[
    finds::TASK,
    speed::TASK,
    snapshot::TASK,
    trace::TASK,
    csmith::TASK,
    csmith::TARGETS,
    torture::TASK,
    choose::TASK,
    hostile::TASK,
    live::TASK,
    orders::TASK,
];
