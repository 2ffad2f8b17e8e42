//! What comes after a hunt: whether the right pass is blamed, and how soon people see all
//! bugs.

mod blame;
mod dumps;
mod rank;

use crate::tasks::Task;

pub const TASKS: &[Task] = &[blame::TASK, dumps::TASK, rank::TASK];
