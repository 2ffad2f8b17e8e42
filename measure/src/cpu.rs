//! CPU time and memory of this process and of its children, as the system
//! counts them.

use std::mem::MaybeUninit;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

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
    Usage::from(raw)
}

impl From<libc::rusage> for Usage {
    fn from(raw: libc::rusage) -> Usage {
        Usage { cpu: time(raw.ru_utime) + time(raw.ru_stime), peak: raw.ru_maxrss as u64 * 1024 }
    }
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Code(i32),
    Signal(i32),
    /// It was ended, because its time was over.
    TimedOut,
}

/// A child that this command starts ends when the thread that started it does:
/// nothing is left running when a task is interrupted.
pub fn dies_with_us(command: &mut Command) {
    // SAFETY: the child does nothing between fork and exec but one system
    // call without pointers.
    #[allow(unsafe_code)]
    unsafe {
        command.pre_exec(|| {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            Ok(())
        });
    }
}

/// Waits for a child that leads a process group, at most for `limit`: then
/// the group is ended. How the child ended, and what it and its own children
/// used.
pub fn wait(child: u32, limit: Duration) -> Result<(End, Usage)> {
    let child = child as libc::pid_t;
    let start = Instant::now();
    let mut pause = Duration::from_micros(100);
    let mut late = false;
    loop {
        let mut status = 0;
        let mut raw = MaybeUninit::<libc::rusage>::zeroed();
        let flags = if late { 0 } else { libc::WNOHANG };
        // SAFETY: both pointers are to whole objects that outlive the call;
        // where it does not fill them they stay zero.
        #[allow(unsafe_code)]
        let (waited, raw) = unsafe {
            let waited = libc::wait4(child, &mut status, flags, raw.as_mut_ptr());
            (waited, raw.assume_init())
        };
        if waited == child {
            let end = match () {
                () if late => End::TimedOut,
                () if libc::WIFEXITED(status) => End::Code(libc::WEXITSTATUS(status)),
                () => End::Signal(libc::WTERMSIG(status)),
            };
            return Ok((end, Usage::from(raw)));
        }
        if waited < 0 {
            bail!("cannot wait for a process: {}", std::io::Error::last_os_error());
        }
        if start.elapsed() >= limit {
            late = true;
            // SAFETY: the child is not waited for yet, so that the number is
            // still its own.
            #[allow(unsafe_code)]
            unsafe {
                libc::kill(-child, libc::SIGKILL);
            }
            continue;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
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
