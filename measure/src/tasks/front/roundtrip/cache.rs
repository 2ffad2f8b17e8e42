//! What gcc made of the originals, from run to run: half the work of the
//! task is saved by it.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Context as _, Result};
use elenchus_records::context::Context;

use super::assembly::cache_key;
use crate::corpus;
use crate::hash::fnv1a;

/// The assembly of an original.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Original {
    Hash(u64),
    /// gcc has an error for it.
    Fails(String),
}

pub struct Cache {
    file: PathBuf,
    gcc_version: String,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    entries: BTreeMap<u64, Original>,
    /// Lines that are not in the file yet.
    new: String,
}

impl Cache {
    pub fn load(ctx: &Context) -> Result<Cache> {
        let file = ctx.path("target/corpus/asm-cache");
        let mut known = Known::default();
        // Without a file there is nothing to save.
        for line in std::fs::read_to_string(&file).unwrap_or_default().lines() {
            if let Some((key, original)) = read(line) {
                known.entries.insert(key, original);
            }
        }
        Ok(Cache { file, gcc_version: corpus::version("gcc")?, known: Mutex::new(known) })
    }

    /// What gcc makes of `text`; `compile` is called if that is not known.
    pub fn original(
        &self,
        text: &[u8],
        compile: impl FnOnce() -> Result<Result<String, String>>,
    ) -> Result<Original> {
        let key = cache_key(&self.gcc_version, text);
        if let Some(original) = self.lock().entries.get(&key) {
            return Ok(original.clone());
        }
        let original = match compile()? {
            Ok(assembly) => Original::Hash(fnv1a(assembly.as_bytes())),
            Err(error) => Original::Fails(error),
        };
        let mut known = self.lock();
        known.new.push_str(&write(key, &original));
        known.entries.insert(key, original.clone());
        Ok(original)
    }

    /// Appends what is new to the file.
    pub fn save(&self) -> Result<()> {
        let new = std::mem::take(&mut self.lock().new);
        let mut file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.file)
            .with_context(|| format!("cannot open {}", self.file.display()))?;
        Ok(file.write_all(new.as_bytes())?)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Known> {
        // Each change is one insertion: what a panic leaves is whole.
        self.known.lock().unwrap_or_else(|e| e.into_inner())
    }
}

fn write(key: u64, original: &Original) -> String {
    match original {
        Original::Hash(hash) => format!("{key:016x} {hash:016x}\n"),
        Original::Fails(error) => format!("{key:016x} error {}\n", error.replace('\n', " ")),
    }
}

fn read(line: &str) -> Option<(u64, Original)> {
    let (key, value) = line.split_once(' ')?;
    let key = u64::from_str_radix(key, 16).ok()?;
    let original = match value.strip_prefix("error ") {
        Some(error) => Original::Fails(error.to_string()),
        None => Original::Hash(u64::from_str_radix(value, 16).ok()?),
    };
    Some((key, original))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_written() {
        for original in [Original::Hash(7), Original::Fails("a b".to_string())] {
            let line = write(1 << 63, &original);
            assert_eq!(read(line.trim_end()), Some((1 << 63, original)));
        }
        assert_eq!(read("half a li"), None);
    }
}
