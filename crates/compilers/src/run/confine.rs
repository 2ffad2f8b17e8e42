//! What works in a scratch folder writes nowhere else, and has no network.
//!
//! Landlock and seccomp hold for one thread and for all that it starts. So each
//! scratch folder has a thread that has confined itself and does nothing but start
//! others, and the rest of us stays free. For each process it starts a thread that confines
//! itself further, to the very folder that the process works in, and starts it: so
//! no compiler gets at what others work on, whoever the user is. A folder that was
//! removed and made again is another one.

use std::fmt;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use landlock::{
    ABI, Access, AccessFs, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus,
    Scope, path_beneath_rules,
};

use xxhash_rust::xxh3::xxh3_128;

use super::Reach;
use crate::sys;

/// The newest Landlock that we know; an older kernel does what it can.
const LANDLOCK: ABI = ABI::V6;

/// Outside of scratch, a compiler may write to these: nothing comes of it.
const SINKS: &[&str] = &["/dev/null", "/dev/zero", "/dev/full"];

/// Where compilers put their temporary files if they do not look at `TMPDIR`.
const TEMPORARY: &str = "/tmp";

/// A process to be started, where it may write, and who wants to have it.
struct Order {
    command: Command,
    places: Vec<PathBuf>,
    reply: Sender<io::Result<Child>>,
}

/// A thread that starts processes.
struct Starter {
    /// The folder that these are confined to, and what else they may do.
    folder: PathBuf,
    reach: Reach,
    orders: Sender<Order>,
}

static STARTERS: Mutex<Vec<Starter>> = Mutex::new(Vec::new());

static DISABLED: AtomicBool = AtomicBool::new(false);

/// What compilers and programs are kept from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Writing outside of scratch.
    pub writes: bool,
    pub network: bool,
    /// We were told not to.
    pub disabled: bool,
}

impl Kept {
    const FREE: Kept = Kept { writes: false, network: false, disabled: false };

    pub fn fully(self) -> bool {
        self.writes && self.network
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.writes, self.network) {
            _ if self.disabled => {
                "as asked for, compilers are kept neither from the network nor from writing anywhere"
            }
            (true, true) => "compilers write to scratch only, and have no network",
            (true, false) => {
                "compilers write to scratch only, but are not kept from the network: \
                 it takes a kernel with seccomp, on x86-64 or aarch64"
            }
            (false, true) => {
                "compilers have no network, but may write anywhere: \
                 it takes Linux 5.13 with Landlock among its security modules"
            }
            (false, false) => {
                "compilers are kept neither from the network nor from writing anywhere: \
                 it takes Linux 5.13 with Landlock and seccomp"
            }
        })
    }
}

/// From now on no new scratch folder confines anybody.
pub fn disable() {
    DISABLED.store(true, Ordering::Relaxed);
}

/// For as long as it lives, what works in its folder is confined to that.
pub struct Confinement {
    folder: PathBuf,
    pub kept: Kept,
}

impl Confinement {
    pub fn new(folder: &Path) -> io::Result<Confinement> {
        let folder = folder.to_path_buf();
        if DISABLED.load(Ordering::Relaxed) {
            return Ok(Confinement { folder, kept: Kept { disabled: true, ..Kept::FREE } });
        }
        let (starter, kept) = Starter::new(&folder, Reach::Scratch)?;
        starters().push(starter);
        Ok(Confinement { folder, kept })
    }
}

impl Starter {
    fn new(folder: &Path, reach: Reach) -> io::Result<(Starter, Kept)> {
        let (orders, received) = mpsc::channel();
        let (tell, told) = mpsc::channel();
        let folder = folder.to_path_buf();
        let mut places = vec![folder.clone()];
        if reach == Reach::Temporary {
            places.push(TEMPORARY.into());
        }
        thread::Builder::new().name("starter".into()).spawn(move || {
            // Whoever asked has gone, and with it all orders.
            let _ = tell.send(confine_this_thread(&places));
            start_all(&received);
        })?;
        let kept = told.recv().unwrap_or(Kept::FREE);
        Ok((Starter { folder, reach, orders }, kept))
    }
}

impl Drop for Confinement {
    fn drop(&mut self) {
        // The thread ends when nobody can send orders any more.
        starters().retain(|starter| starter.folder != self.folder);
    }
}

fn starters() -> MutexGuard<'static, Vec<Starter>> {
    STARTERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a process; confined if it works in a folder of somebody's scratch.
pub fn spawn(mut command: Command, folder: Option<&Path>, reach: Reach) -> io::Result<Child> {
    let found = match folder {
        Some(folder) if reach != Reach::Anywhere => starter(folder, reach)?,
        _ => None,
    };
    let Some((root, orders)) = found else { return command.spawn() };
    let mut places: Vec<PathBuf> = folder.map(Path::to_path_buf).into_iter().collect();
    // Some compilers keep what they made before, in the user's home: not here, and
    // nobody else's. A program that was compiled here keeps nothing.
    let program = Path::new(command.get_program());
    if !program.starts_with(&root) {
        let cache =
            root.join("cache").join(format!("{:x}", xxh3_128(program.as_os_str().as_bytes())));
        fs::create_dir_all(&cache)?;
        command.env("XDG_CACHE_HOME", &cache);
        places.push(cache);
    }
    if reach == Reach::Temporary {
        places.push(TEMPORARY.into());
    }
    let (reply, child) = mpsc::channel();
    let gone = || io::Error::other("the thread that starts compilers has ended");
    orders.send(Order { command, places, reply }).map_err(|_| gone())?;
    child.recv().map_err(|_| gone())?
}

/// The scratch that a folder is in, if there is one, and who starts processes
/// there.
fn starter(folder: &Path, reach: Reach) -> io::Result<Option<(PathBuf, Sender<Order>)>> {
    let mut starters = starters();
    let Some(root) = starters.iter().find(|starter| folder.starts_with(&starter.folder)) else {
        return Ok(None);
    };
    let root = root.folder.clone();
    let fits = |starter: &&Starter| starter.folder == root && starter.reach == reach;
    if let Some(starter) = starters.iter().find(fits) {
        return Ok(Some((root, starter.orders.clone())));
    }
    // Few need more than scratch: their thread is made for the first of them.
    let (starter, _) = Starter::new(&root, reach)?;
    let orders = starter.orders.clone();
    starters.push(starter);
    Ok(Some((root, orders)))
}

fn start_all(orders: &Receiver<Order>) {
    for order in orders {
        let Order { mut command, places, reply } = order;
        let failed = reply.clone();
        let start = move || {
            // A kernel that cannot do it has said so of the whole scratch folder.
            let started = match only_write_to(&places) {
                Ok(_) => command.spawn(),
                Err(error) => Err(io::Error::other(error)),
            };
            // Whoever asked waits for it, unless all of us end.
            let _ = reply.send(started);
        };
        if let Err(error) = thread::Builder::new().name("starter".into()).spawn(start) {
            let _ = failed.send(Err(error));
        }
    }
}

fn confine_this_thread(places: &[PathBuf]) -> Kept {
    if rustix::thread::set_no_new_privs(true).is_err() {
        return Kept::FREE;
    }
    let writes = only_write_to(places).is_ok_and(|status| status != RulesetStatus::NotEnforced);
    let network = !sys::SOCKETS.is_empty() && sys::forbid(sys::SOCKETS).is_ok();
    Kept { writes, network, disabled: false }
}

fn only_write_to(places: &[PathBuf]) -> Result<RulesetStatus, RulesetError> {
    let places = SINKS.iter().map(Path::new).chain(places.iter().map(PathBuf::as_path));
    let rules = path_beneath_rules(places, AccessFs::from_write(LANDLOCK));
    let confined = Ruleset::default()
        .handle_access(AccessFs::from_write(LANDLOCK))?
        .scope(Scope::from_all(LANDLOCK))?
        .create()?
        .add_rules(rules)?
        .restrict_self()?;
    Ok(confined.ruleset)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A kernel without Landlock is no error: what fails here is our mistake.
    #[test]
    fn the_rules_are_right() {
        let folder = tempfile::tempdir().unwrap();
        let places = [folder.path().to_path_buf()];
        let status = thread::spawn(move || only_write_to(&places)).join().unwrap().unwrap();
        if status == RulesetStatus::NotEnforced {
            eprintln!("skipped: this kernel has no Landlock");
        }
    }
}
