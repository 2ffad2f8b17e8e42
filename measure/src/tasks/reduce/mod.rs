//! Programs made small, beside what other reducers make of them.

mod canonical;
mod cases;
mod minimal;
mod ours;
mod peers;
mod result;
mod script;
mod slippage;
mod speed;
mod steady;

use crate::tasks::Task;

pub const TASKS: &[Task] = &[speed::TASK, slippage::TASK, canonical::TASK, steady::TASK];
