//! Variants that do the same: whether they do, how they are made, what they cost.

mod compare;
mod originals;
mod soak;
mod speed;
mod strategies;

use crate::tasks::Task;

pub const TASKS: &[Task] = &[soak::TASK, strategies::TASK, speed::TASK];
