//! Where the repository is, and the few things every task asks of it.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use xshell::Shell;

/// What a command answers: it becomes the exit status, 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Yes,
    No,
}

impl From<bool> for Answer {
    fn from(yes: bool) -> Answer {
        if yes { Answer::Yes } else { Answer::No }
    }
}

/// The reason why something cannot be done on this machine. A task returns it
/// as an error; the runner reports it by name and does not count it a failure.
#[derive(Debug)]
pub struct Skip(pub String);

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Skip {}

/// The surroundings of a task.
pub struct Context {
    /// The root of the repository.
    pub root: PathBuf,
    /// How many threads a task may use.
    pub threads: usize,
}

impl Context {
    /// Finds the repository: cargo says at run time where this package is, so
    /// that a binary in a shared target folder serves the tree it is run from.
    pub fn new() -> Result<Context> {
        let package = std::env::var_os("CARGO_MANIFEST_DIR")
            .context("CARGO_MANIFEST_DIR is not set: run this as `cargo xtask …`")?;
        let root = Path::new(&package).parent().context("xtask has no parent folder")?;
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
        Ok(Context { root: root.to_path_buf(), threads })
    }

    /// A shell whose working folder is the repository's root.
    pub fn shell(&self) -> Result<Shell> {
        let shell = Shell::new()?;
        shell.change_dir(&self.root);
        Ok(shell)
    }

    /// The file or folder at `path`, relative to the root.
    pub fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }
}

/// Whether `command` is found in PATH.
pub fn has_command(command: &str) -> bool {
    find_command(command).is_some()
}

fn find_command(command: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(command)).find(|file| file.is_file())
}

/// Whether clang has the libraries of its sanitizers, which are a package of
/// their own.
pub fn clang_has_sanitizers() -> bool {
    let Ok(shell) = Shell::new() else { return false };
    let asked = xshell::cmd!(shell, "clang --rtlib=compiler-rt -print-libgcc-file-name");
    let file = asked.quiet().ignore_stderr().read();
    has_command("clang") && file.is_ok_and(|file| Path::new(file.trim()).is_file())
}

/// Whether packages can be installed: as root, with apt.
pub fn can_install(shell: &Shell) -> bool {
    let root = xshell::cmd!(shell, "id -u").quiet().ignore_stderr().read();
    has_command("apt-get") && root.is_ok_and(|id| id.trim() == "0")
}
