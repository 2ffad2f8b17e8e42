//! The front end and the printer: what they take, whether they are right, how
//! fast they are.

mod broken;
mod corpus_sizes;
mod rejects;
mod roundtrip;
mod speed;
mod types;

pub use broken::TASK as BROKEN;
pub use broken::work as work_on_broken;
pub use corpus_sizes::TASK as CORPUS;
pub use rejects::TASK as REJECTS;
pub use roundtrip::TASK as ROUNDTRIP;
pub use speed::TASK as SPEED;
pub use types::TASK as TYPES;
