//! Csmith, and programs of it with its default options, one for each seed.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use elenchus_records::context::Context;
use elenchus_records::packages::{Skip, header_folder, need};

use super::folder;
use crate::call::{Call, call};
use crate::files;
use crate::parallel;

/// The programs and what they need to be preprocessed.
pub struct Csmith {
    /// In the order of their seeds, from 1 on.
    pub files: Vec<PathBuf>,
    /// The folder of csmith.h, which every program includes.
    pub include: PathBuf,
}

/// The folder of csmith.h, if Csmith is here too.
pub fn csmith_include() -> Result<PathBuf, Skip> {
    need(["csmith"])?;
    header()
}

fn header() -> Result<PathBuf, Skip> {
    header_folder("csmith.h").ok_or_else(|| Skip::missing("csmith.h", "libcsmith-dev"))
}

/// Makes the program of a seed, on standard output. Csmith leaves a file in its
/// working folder.
pub fn csmith_call(seed: u64, folder: &Path) -> Call {
    call("csmith").args(["--seed", &seed.to_string()]).within(folder)
}

/// The programs with seeds 1 to `count`.
pub fn csmith(ctx: &Context, count: usize) -> Result<Csmith> {
    let include = header()?;
    let folder = files::folder(folder(ctx)?.join("csmith"))?;
    let seeds: Vec<usize> = (1..=count).collect();
    let files = seeds.iter().map(|seed| folder.join(format!("{seed:03}.c"))).collect::<Vec<_>>();
    let wanted: Vec<(usize, &PathBuf)> =
        seeds.into_iter().zip(&files).filter(|(_, file)| !file.exists()).collect();
    if !wanted.is_empty() {
        need(["csmith"])?;
    }
    for made in parallel::map(&wanted, ctx.threads, |(seed, file)| make(&folder, *seed, file)) {
        made?;
    }
    Ok(Csmith { files, include })
}

fn make(folder: &Path, seed: usize, file: &Path) -> Result<()> {
    let text = csmith_call(seed as u64, folder).seconds(600).succeed()?.stdout;
    if !text.windows(4).any(|word| word == b"main") {
        bail!("csmith --seed {seed} gave no program");
    }
    files::write_whole(file, &text)
}
