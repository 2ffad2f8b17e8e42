//! C as data: arithmetic and layout.

mod numbers;

use crate::tasks::Task;

pub const TASKS: &[Task] = &[numbers::ARITH, numbers::LAYOUT];
