//! Where the repository is, and the few things every command asks of it.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use xshell::Shell;

/// The surroundings of a command.
pub struct Context {
    /// The root of the repository.
    pub root: PathBuf,
    /// How many threads a command may use.
    pub threads: usize,
}

impl Context {
    /// Finds the repository: cargo says at run time where the package is that it
    /// runs, so that a binary in a shared target folder serves the tree it is run
    /// from.
    pub fn new() -> Result<Context> {
        let package = std::env::var_os("CARGO_MANIFEST_DIR")
            .context("CARGO_MANIFEST_DIR is not set: run this as `cargo xtask …`")?;
        let root = Path::new(&package).parent().context("the package has no parent folder")?;
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
        Ok(Context { root: root.to_path_buf(), threads })
    }

    /// A shell whose working folder is the repository's root.
    pub fn shell(&self) -> Result<Shell> {
        let shell = Shell::new()?;
        shell.change_dir(&self.root);
        Ok(shell)
    }

    /// The cargo that runs this.
    pub fn cargo(&self) -> String {
        std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string())
    }

    /// The file or folder at `path`, relative to the root.
    pub fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }
}
