//! The calls of the system that no safe library offers: the time that an ended
//! child took (`wait4`), to be told of Ctrl-C (`sigaction`, `raise`), to forbid calls of
//! the system (`seccomp`), and to keep freed memory (`mallopt`).

#![allow(unsafe_code)]

use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
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

/// Keeps memory that is freed for what comes next: programs are parsed and run
/// one after another, and pages that the system has to give anew take a tenth
/// of the time. Large objects still go back at once.
#[cfg(target_env = "gnu")]
pub fn keep_freed_memory() {
    const MIB: libc::c_int = 1 << 20;
    // SAFETY: sets parameters of the allocator; it is asked before threads
    // start, and any value is valid.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 4 * MIB);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 64 * MIB);
        libc::mallopt(libc::M_TOP_PAD, MIB);
    }
}

/// Other allocators decide by themselves.
#[cfg(not(target_env = "gnu"))]
pub fn keep_freed_memory() {}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// The signal that raised the flag.
static SIGNAL: AtomicI32 = AtomicI32::new(0);

extern "C" fn interrupted(signal: libc::c_int) {
    SIGNAL.store(signal, Ordering::Relaxed);
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// What tells a process to end, from a terminal, from others and from a terminal that is
/// closed. A second Ctrl-C ends it as it would have without us; not so a SIGTERM, of which
/// `timeout` sends two.
const SIGNALS: [(libc::c_int, libc::c_int); 3] =
    [(libc::SIGINT, libc::SA_RESETHAND), (libc::SIGTERM, 0), (libc::SIGHUP, 0)];

/// Who wants to be told of signals.
struct Listeners {
    /// Somebody asks for the flag until the end of the process.
    forever: bool,
    /// How many have children that an end of this process would leave behind.
    parents: usize,
    /// What the signals did before the first of these.
    before: Option<[libc::sigaction; 3]>,
}

static LISTENERS: Mutex<Listeners> =
    Mutex::new(Listeners { forever: false, parents: 0, before: None });

fn listeners() -> MutexGuard<'static, Listeners> {
    LISTENERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on signals raise the flag; what they did before. One that is ignored, as
/// under `nohup`, stays ignored.
fn listen() -> [libc::sigaction; 3] {
    SIGNALS.map(|(signal, flags)| {
        // SAFETY: the handler does nothing but store to atomics, which a handler may; the
        // structures are numbers, for which zero is valid.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            let mut before: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, std::ptr::null(), &mut before);
            if before.sa_sigaction != libc::SIG_IGN {
                action.sa_sigaction = interrupted as *const () as libc::sighandler_t;
                action.sa_flags = libc::SA_RESTART | flags;
                libc::sigaction(signal, &action, std::ptr::null_mut());
            }
            before
        }
    })
}

/// From now on Ctrl-C, SIGTERM and SIGHUP raise the flag that is given back.
pub fn on_interrupt() -> &'static AtomicBool {
    let mut listeners = listeners();
    if !listeners.forever {
        listeners.forever = true;
        listen();
    }
    &INTERRUPTED
}

/// Whether we were told to end.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// As long as it lives, a signal does not end this process but raises the flag: its
/// children are ended first. Then the signal has its way, unless somebody wants the flag.
pub struct Parent(());

impl Parent {
    pub fn new() -> Parent {
        let mut listeners = listeners();
        if listeners.parents == 0 && !listeners.forever {
            listeners.before = Some(listen());
        }
        listeners.parents += 1;
        Parent(())
    }
}

impl Drop for Parent {
    fn drop(&mut self) {
        let mut listeners = listeners();
        listeners.parents -= 1;
        if listeners.parents > 0 || listeners.forever {
            return;
        }
        let Some(before) = listeners.before.take() else { return };
        for ((signal, _), action) in SIGNALS.iter().zip(&before) {
            // SAFETY: gives the signal what it had, as the system told it.
            unsafe { libc::sigaction(*signal, action, std::ptr::null_mut()) };
        }
        if is_interrupted() {
            // SAFETY: sends this process the signal that it has put off.
            unsafe { libc::raise(SIGNAL.load(Ordering::Relaxed)) };
        }
    }
}

/// A call of the system: the architecture as the kernel names it for audits,
/// and its number there.
type Call = (u32, u32);

#[cfg(target_arch = "x86_64")]
const ARCHITECTURES: (u32, u32) = (0xc000_003e, 0x4000_0003);

/// All that leads to a socket; those of 32-bit programs too, and `io_uring`,
/// which makes them by itself. A pair of connected ones is harmless.
#[cfg(target_arch = "x86_64")]
pub const SOCKETS: &[Call] = &[
    (ARCHITECTURES.0, 41),
    (ARCHITECTURES.0, X32 | 41),
    (ARCHITECTURES.0, IO_URING),
    (ARCHITECTURES.0, X32 | IO_URING),
    (ARCHITECTURES.1, 359),
    (ARCHITECTURES.1, 102),
    (ARCHITECTURES.1, IO_URING),
];

/// Marks calls of 64-bit programs with 32-bit pointers.
#[cfg(target_arch = "x86_64")]
const X32: u32 = 0x4000_0000;

#[cfg(target_arch = "aarch64")]
const ARCHITECTURES: (u32, u32) = (0xc000_00b7, 0x4000_0028);

#[cfg(target_arch = "aarch64")]
pub const SOCKETS: &[Call] = &[
    (ARCHITECTURES.0, 198),
    (ARCHITECTURES.0, IO_URING),
    (ARCHITECTURES.1, 281),
    (ARCHITECTURES.1, IO_URING),
];

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub const SOCKETS: &[Call] = &[];

/// The same number everywhere.
const IO_URING: u32 = 425;

/// Where the filter finds what is called: see `struct seccomp_data`.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;

/// From now on this thread, and all that it starts, cannot make these calls.
/// It must have given up new privileges.
pub fn forbid(calls: &[Call]) -> io::Result<()> {
    let step = |code: u32, jt: u8, jf: u8, k: u32| libc::sock_filter {
        code: u16::try_from(code).unwrap_or(u16::MAX),
        jt,
        jf,
        k,
    };
    let load = |at| step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, at);
    // Goes on if equal, else so many steps further.
    let equal = |value, else_| step(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, 0, else_, value);
    let end = |value| step(libc::BPF_RET | libc::BPF_K, 0, 0, value);
    let denied = libc::SECCOMP_RET_ERRNO | libc::EACCES.unsigned_abs();
    let mut steps = Vec::new();
    for &(architecture, number) in calls {
        steps.extend([load(ARCHITECTURE), equal(architecture, 3)]);
        steps.extend([load(NUMBER), equal(number, 1), end(denied)]);
    }
    steps.push(end(libc::SECCOMP_RET_ALLOW));
    let len = u16::try_from(steps.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
    let program = libc::sock_fprog { len, filter: steps.as_mut_ptr() };
    // Without this flag, older kernels make all code of the process slower.
    let flags = libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW;
    // SAFETY: the kernel only reads the program, of the length that is given,
    // during the call.
    let done = unsafe {
        libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, &raw const program)
    };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
