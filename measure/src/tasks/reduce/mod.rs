//! Programs made small, beside what other reducers make of them.

mod cases;
mod peers;
mod result;
mod script;
mod slippage;
mod speed;

use crate::tasks::Task;

pub const TASKS: &[Task] = &[speed::TASK, slippage::TASK];
