//! The front end and the printer: what they take, whether they are right, how
//! fast they are.

mod broken;
mod corpus_sizes;
mod rejects;
mod roundtrip;
mod speed;
mod types;

pub use broken::work as work_on_broken;

use crate::tasks::Task;

pub const TASKS: &[Task] =
    &[corpus_sizes::TASK, rejects::TASK, speed::TASK, roundtrip::TASK, types::TASK, broken::TASK];
