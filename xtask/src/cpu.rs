//! CPU time and memory of this process and of its children, as the system
//! counts them.

use std::mem::MaybeUninit;
use std::time::Duration;

/// Whose use is asked for.
#[derive(Clone, Copy)]
pub enum Whose {
    /// All threads of this process, ended ones included.
    Own,
    /// Children that have ended and been waited for, and theirs.
    Children,
}

#[derive(Clone, Copy, Default)]
pub struct Usage {
    /// User and system time together.
    pub cpu: Duration,
    /// The largest resident size of any one process, in bytes.
    pub peak: u64,
}

/// What was used until now.
pub fn usage(whose: Whose) -> Usage {
    let who = match whose {
        Whose::Own => libc::RUSAGE_SELF,
        Whose::Children => libc::RUSAGE_CHILDREN,
    };
    let mut raw = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the pointer is to a whole `rusage`, which the call fills; it
    // fails only for an unknown `who`, and then all of it stays zero.
    #[allow(unsafe_code)]
    let raw = unsafe {
        libc::getrusage(who, raw.as_mut_ptr());
        raw.assume_init()
    };
    Usage { cpu: time(raw.ru_utime) + time(raw.ru_stime), peak: raw.ru_maxrss as u64 * 1024 }
}

/// The CPU time that `work` takes in this process, and its result.
pub fn measure<R>(work: impl FnOnce() -> R) -> (Duration, R) {
    let before = usage(Whose::Own).cpu;
    let result = work();
    (usage(Whose::Own).cpu.saturating_sub(before), result)
}

/// The CPU time of the children that `work` starts and waits for.
pub fn measure_children<R>(work: impl FnOnce() -> R) -> (Duration, R) {
    let before = usage(Whose::Children).cpu;
    let result = work();
    (usage(Whose::Children).cpu.saturating_sub(before), result)
}

fn time(raw: libc::timeval) -> Duration {
    Duration::from_secs(raw.tv_sec as u64) + Duration::from_micros(raw.tv_usec as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        let (time, sum) = measure(|| (0..50_000_000_u64).fold(0, |a, b| a ^ b.wrapping_mul(a | 3)));
        assert!(time > Duration::ZERO, "{sum}");
        assert!(usage(Whose::Own).peak > 0);
    }
}
