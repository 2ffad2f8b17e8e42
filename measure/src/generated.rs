//! Programs of our generator, as the tasks take them.

use anyhow::{Result, bail};
use elenchus_produce::generate::{Generated, Settings, generate};

/// The program of a seed; there must be one.
pub fn generated(settings: &Settings, seed: u64) -> Result<Generated> {
    match generate(settings, seed) {
        Ok(generated) => Ok(generated),
        Err(dropped) => bail!("seed {seed}: {dropped}"),
    }
}

/// The text of all its files.
pub fn text(files: &[(String, String)]) -> String {
    files.iter().map(|(_, text)| text.as_str()).collect()
}
