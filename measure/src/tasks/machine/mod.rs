//! The machine: whether its verdicts are right, what it survives, how fast it is.

mod csmith;
mod finds;
mod hostile;
mod live;
mod snapshot;
mod speed;
mod torture;

pub use csmith::{TARGETS, TASK as CSMITH};
pub use finds::TASK as FOUND;
pub use hostile::TASK as HOSTILE;
pub use live::TASK as LIVE;
pub use snapshot::TASK as SNAPSHOT;
pub use speed::TASK as SPEED;
pub use torture::{Passing, TASK as TORTURE, passing};
