//! What this process takes; what others take is told by [`crate::call`].

use std::time::Duration;

use elenchus_compilers::clock;

/// The CPU time that `work` takes in this process, and its result.
pub fn measure<R>(work: impl FnOnce() -> R) -> (Duration, R) {
    let before = clock::process();
    let result = work();
    (clock::process().saturating_sub(before), result)
}

/// The largest resident size of this process, in bytes. What a parent is told
/// when it has waited includes the parent's own, from before the process became
/// this one.
pub fn own_peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        let (time, sum) = measure(|| (0..50_000_000_u64).fold(0, |a, b| a ^ b.wrapping_mul(a | 3)));
        assert!(time > Duration::ZERO, "{sum}");
    }

    #[test]
    fn memory_is_seen() {
        assert!(own_peak().is_some_and(|peak| peak > 0));
    }
}
