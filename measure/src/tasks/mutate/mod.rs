//! Variants that do the same: whether they do, how they are made, what they cost.

mod compare;
mod effect;
mod needed;
mod originals;
mod power;
mod soak;
mod speed;
mod strategies;

use crate::tasks::Task;

pub const TASKS: &[Task] = &[soak::TASK, strategies::TASK, effect::TASK, speed::TASK, power::TASK];
