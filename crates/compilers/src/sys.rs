//! The two calls of the system that no safe library offers: the time that an
//! ended child took (`wait4`), and to be told of Ctrl-C (`sigaction`).

#![allow(unsafe_code)]

use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a child left behind.
pub struct Reaped {
    pub status: ExitStatus,
    /// User and system time, with that of all its children that ended.
    pub cpu: Duration,
    /// The most bytes of memory that it, or one of them, had at a time.
    pub memory: u64,
}

/// Waits for a child of this process. Nobody else may wait for it.
pub fn wait(pid: i32) -> io::Result<Reaped> {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    loop {
        // SAFETY: both pointers are to live variables of the right types.
        let got = unsafe { libc::wait4(pid, &mut status, 0, usage.as_mut_ptr()) };
        if got == pid {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    // SAFETY: a `rusage` is numbers only; it was zeroed, and then filled in.
    let usage = unsafe { usage.assume_init() };
    let time = |time: libc::timeval| {
        Duration::from_secs(u64::try_from(time.tv_sec).unwrap_or(0))
            + Duration::from_micros(u64::try_from(time.tv_usec).unwrap_or(0))
    };
    let cpu = time(usage.ru_utime) + time(usage.ru_stime);
    let memory = u64::try_from(usage.ru_maxrss).unwrap_or(0).saturating_mul(1024);
    Ok(Reaped { status: ExitStatus::from_raw(status), cpu, memory })
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

extern "C" fn interrupted(_: libc::c_int) {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// From now on Ctrl-C and SIGTERM raise the flag that is given back; a second
/// one ends this process as it would have without us.
pub fn on_interrupt() -> &'static AtomicBool {
    for signal in [libc::SIGINT, libc::SIGTERM] {
        // SAFETY: the handler does nothing but store to an atomic, which a
        // handler may; the structure is numbers, for which zero is valid.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = interrupted as *const () as libc::sighandler_t;
            action.sa_flags = libc::SA_RESTART | libc::SA_RESETHAND;
            libc::sigaction(signal, &action, std::ptr::null_mut());
        }
    }
    &INTERRUPTED
}
