//! Programs of Csmith with its default options, one for each seed.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use elenchus_records::context::Context;
use elenchus_records::packages;
use elenchus_records::packages::{Skip, has_command};
use xshell::{Shell, cmd};

use super::folder;
use crate::parallel;

/// The programs and what they need to be preprocessed.
pub struct Csmith {
    /// In the order of their seeds, from 1 on.
    pub files: Vec<PathBuf>,
    /// The folder of csmith.h, which every program includes.
    pub include: PathBuf,
}

/// The programs with seeds 1 to `count`.
pub fn csmith(ctx: &Context, count: usize) -> Result<Csmith> {
    let include = packages::header_folder("csmith.h").ok_or_else(|| {
        Skip("csmith.h is not in /usr/include: apt-get install libcsmith-dev".to_string())
    })?;
    let folder = folder(ctx)?.join("csmith");
    std::fs::create_dir_all(&folder)?;
    let seeds: Vec<usize> = (1..=count).collect();
    let files = seeds.iter().map(|seed| folder.join(format!("{seed:03}.c"))).collect::<Vec<_>>();
    let wanted: Vec<(usize, &PathBuf)> =
        seeds.into_iter().zip(&files).filter(|(_, file)| !file.exists()).collect();
    if !wanted.is_empty() && !has_command("csmith") {
        return Err(Skip("csmith is not here: apt-get install csmith".to_string()).into());
    }
    for made in parallel::map(&wanted, ctx.threads, |(seed, file)| make(&folder, *seed, file)) {
        made?;
    }
    Ok(Csmith { files, include })
}

fn make(folder: &Path, seed: usize, file: &Path) -> Result<()> {
    let shell = Shell::new()?;
    // Csmith leaves a platform.info in its working folder.
    shell.change_dir(folder);
    let seed_text = seed.to_string();
    let text = cmd!(shell, "csmith --seed {seed_text}").quiet().read()?;
    if !text.contains("main") {
        bail!("csmith --seed {seed} gave no program");
    }
    // Written aside first, so that an interrupted run leaves no half program.
    let partial = file.with_extension("partial");
    std::fs::write(&partial, text + "\n")?;
    std::fs::rename(&partial, file).with_context(|| format!("cannot write {}", file.display()))
}
