//! Faultbench: a gcc with a plugin, which has faults to be found. It is not in
//! this repository: its folder is an argument of the tasks that use it.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use elenchus_records::packages::Skip;

use crate::call::{Call, call};

pub struct Faultbench {
    program: PathBuf,
}

impl Faultbench {
    pub fn within(folder: Option<&Path>) -> Result<Faultbench> {
        let Some(folder) = folder else {
            return Err(Skip("no folder of faultbench is given".to_string()).into());
        };
        let program = folder.join("faultbench");
        if !program.is_file() {
            bail!("{} is not there", program.display());
        }
        Ok(Faultbench { program })
    }

    pub fn call(&self) -> Call {
        call(&self.program)
    }

    /// Does something that fails where this machine lacks what faultbench needs.
    pub fn prepare(&self, words: &[&str]) -> Result<()> {
        let done = self.call().args(words).seconds(600).run()?;
        match done.succeeded() {
            true => Ok(()),
            false => Err(Skip(String::from_utf8_lossy(&done.stderr).trim().to_string()).into()),
        }
    }
}
