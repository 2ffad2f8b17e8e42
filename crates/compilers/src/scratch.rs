//! A folder for what compilers and programs write, gone when it is dropped.
//!
//! It lies in memory where there is room. A process that is killed cannot
//! clean up: its [`Guard`] does, or its folder is swept by the next one, which sees by
//! a lock that nobody owns it. What works in it is confined to it.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::{FlockOperation, flock, statvfs};

use crate::guard::Guard;
use crate::run::confine::{Confinement, Kept};
use crate::run::family;

/// So much must be free for a hunt.
const ROOM: u64 = 1 << 30;

/// With less than this, a compilation may fail for want of it.
const LITTLE: u64 = 1 << 20;

pub struct Scratch {
    folder: PathBuf,
    /// Held for as long as the folder is ours.
    _owner: File,
    confinement: Confinement,
    guard: Option<Guard>,
}

impl Scratch {
    /// A new folder, after sweeping what the dead have left.
    pub fn new() -> io::Result<Scratch> {
        let memory = Path::new("/dev/shm");
        let base = if has_room(memory) { memory.to_path_buf() } else { std::env::temp_dir() };
        Scratch::within(&base)
    }

    pub fn within(base: &Path) -> io::Result<Scratch> {
        let all = base.join(format!("elenchus-{}", rustix::process::getuid().as_raw()));
        private_folder(&all)?;
        // While one process sweeps or begins, no other does.
        let door = File::create(all.join("lock"))?;
        flock(&door, FlockOperation::LockExclusive)?;
        sweep(&all)?;
        for number in 0.. {
            let folder = all.join(number.to_string());
            match DirBuilder::new().mode(0o700).create(&folder) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(()) => {
                    let owner = File::create(folder.join("owner"))?;
                    flock(&owner, FlockOperation::LockExclusive)?;
                    let confinement = Confinement::new(&folder)?;
                    let guard = Guard::new(&folder);
                    return Ok(Scratch { folder, _owner: owner, confinement, guard });
                }
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// An empty folder in it; what was there under this name is gone.
    pub fn fresh(&self, name: &str) -> io::Result<PathBuf> {
        let folder = self.folder.join(name);
        renew(&folder)?;
        Ok(folder)
    }

    /// An empty folder that nobody else has.
    pub fn unique(&self, name: &str) -> io::Result<PathBuf> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        self.fresh(&format!("{name}-{}", NUMBER.fetch_add(1, Ordering::Relaxed)))
    }

    /// Whether there is hardly any room left.
    pub fn is_full(&self) -> bool {
        free(&self.folder).is_some_and(|free| free < LITTLE)
    }

    /// What those who work in it are kept from.
    pub fn kept(&self) -> Kept {
        self.confinement.kept
    }

    pub fn path(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.guard = None;
        family::kill_orphans();
        // What is left is swept by the next one.
        let _ = remove(&self.folder);
    }
}

fn has_room(folder: &Path) -> bool {
    free(folder).is_some_and(|free| free >= ROOM)
}

fn free(folder: &Path) -> Option<u64> {
    statvfs(folder).ok().map(|fs| fs.f_bavail.saturating_mul(fs.f_frsize))
}

/// The folder that all scratch of this user is in. Another user could have made
/// it first, to read or change what we write.
fn private_folder(folder: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        done => return done,
    }
    let found = fs::symlink_metadata(folder)?;
    let ours = found.is_dir() && found.uid() == rustix::process::getuid().as_raw();
    if ours && found.mode() & 0o077 == 0 {
        return Ok(());
    }
    let what = format!("{} is not a folder of yours alone: remove it", folder.display());
    Err(io::Error::new(io::ErrorKind::PermissionDenied, what))
}

/// Removes what no living process owns, and ends what still runs in it.
fn sweep(all: &Path) -> io::Result<()> {
    for entry in fs::read_dir(all)? {
        let folder = entry?.path();
        if !folder.is_dir() {
            continue;
        }
        let owner = File::open(folder.join("owner"));
        let owned = owner
            .as_ref()
            .is_ok_and(|owner| flock(owner, FlockOperation::NonBlockingLockExclusive).is_err());
        if !owned {
            family::kill_users_of(&folder);
            remove(&folder)?;
        }
    }
    Ok(())
}

/// Makes a folder new and empty; whoever still works in the old one does not get into it.
pub fn renew(folder: &Path) -> io::Result<()> {
    remove(folder)?;
    DirBuilder::new().mode(0o700).create(folder)
}

/// How often it is tried to remove a folder that somebody writes to.
const TRIES: usize = 5;

/// Removes a folder, whatever was done in it.
pub fn remove(folder: &Path) -> io::Result<()> {
    for _ in 0..TRIES {
        match fs::remove_dir_all(folder) {
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            // Somebody goes on writing, or has made folders that nobody may look into.
            Err(_) => {
                family::kill_orphans();
                open_up(folder);
            }
        }
    }
    fs::remove_dir_all(folder)
}

/// Lets us into all folders below one.
fn open_up(folder: &Path) {
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        // What cannot be opened is told by who then fails to remove it.
        let _ = fs::set_permissions(&folder, fs::Permissions::from_mode(0o700));
        let Ok(entries) = folder.read_dir() else { continue };
        let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
        folders.extend(entries.flatten().filter(is_folder).map(|entry| entry.path()));
    }
}
