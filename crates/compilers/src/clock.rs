//! Processor time that we take ourselves, children not counted.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Of the whole process.
pub fn process() -> Duration {
    read(ClockId::ProcessCPUTime)
}

/// Of this thread.
pub fn thread() -> Duration {
    read(ClockId::ThreadCPUTime)
}

fn read(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), time.tv_nsec as u32)
}
