//! The judge: how many programs it judges in a second.

mod speed;

use crate::tasks::Task;

pub const TASKS: &[Task] = &[speed::TASK];
