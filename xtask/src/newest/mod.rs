//! `cargo xtask newest DIR`: the gcc and clang of Debian's development suites
//! in a folder of their own, and a hunt among them.
//!
//! The folder has these entries, and no others:
//!
//! | | |
//! |---|---|
//! | `root` | a small Debian with the compilers |
//! | `root.part`, `cache` | while `root` is made |
//! | `lock` | held while `root` is made or updated |
//! | `versions.tsv` | what was installed; written last, so that it says that all is there |
//! | `hunt` | the working folder of the hunts, with their store; `root` may be deleted without it |
//!
//! Nothing is mounted for longer than it is used: see [`inside`].

mod choice;
mod host;
mod inside;
mod make;
mod versions;

use std::convert::Infallible;
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use elenchus_records::context::Context;
use elenchus_records::packages::Skip;
use xshell::cmd;

#[derive(Args)]
pub struct Newest {
    /// Where the compilers are, or shall be: a folder outside the repository
    dir: PathBuf,
    /// Look for newer packages first, and install them
    #[arg(long)]
    update: bool,
    /// What elenchus is called with among these compilers
    #[arg(last = true, default_value = "hunt", value_name = "ELENCHUS ARGUMENTS")]
    elenchus: Vec<OsString>,
}

/// The folder that the compilers are in.
pub struct Place {
    dir: PathBuf,
}

impl Place {
    const ROOT: &str = "root";
    const PART: &str = "root.part";
    const CACHE: &str = "cache";
    const HUNT: &str = "hunt";
    const VERSIONS: &str = "versions.tsv";
    const LOCK: &str = "lock";
    const ALL: [&str; 6] =
        [Self::ROOT, Self::PART, Self::CACHE, Self::HUNT, Self::VERSIONS, Self::LOCK];

    /// The folder, made if need be. One with other things in it is refused:
    /// parts of it are deleted and made again.
    fn open(dir: &Path) -> Result<Place> {
        std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        let dir = dir.canonicalize()?;
        for entry in std::fs::read_dir(&dir)? {
            let name = entry?.file_name();
            if !Self::ALL.iter().any(|ours| name == *ours) {
                bail!(
                    "{} has `{}` in it, which is not of `newest`: take an empty folder",
                    dir.display(),
                    name.to_string_lossy()
                );
            }
        }
        Ok(Place { dir })
    }

    pub fn root(&self) -> PathBuf {
        self.dir.join(Self::ROOT)
    }

    pub fn part(&self) -> PathBuf {
        self.dir.join(Self::PART)
    }

    pub fn cache(&self) -> PathBuf {
        self.dir.join(Self::CACHE)
    }

    pub fn hunt(&self) -> PathBuf {
        self.dir.join(Self::HUNT)
    }

    pub fn lock(&self) -> PathBuf {
        self.dir.join(Self::LOCK)
    }

    pub fn versions(&self) -> PathBuf {
        self.dir.join(Self::VERSIONS)
    }
}

/// Becomes elenchus; comes back only where that cannot be.
pub fn run(ctx: &Context, args: &Newest) -> Result<ExitCode> {
    let Err(error) = hunt(ctx, args);
    match error.downcast_ref::<Skip>() {
        Some(skip) => {
            println!("skipped: {skip}");
            Ok(ExitCode::SUCCESS)
        }
        None => Err(error),
    }
}

fn hunt(ctx: &Context, args: &Newest) -> Result<Infallible> {
    host::may_mount()?;
    let place = Place::open(&args.dir)?;
    std::fs::create_dir_all(place.hunt())?;
    if args.update || !place.versions().is_file() {
        make::make(&place)?;
    }
    let versions = std::fs::read_to_string(place.versions())?;
    print!("{}", versions::aligned(&versions));
    install_elenchus(ctx, &place)?;
    // In place of this process: so that Ctrl-C, the status and the terminal
    // are elenchus's own, and nothing remains that would have to tidy up.
    let error = inside::command(&place, "elenchus")?.args(&args.elenchus).exec();
    Err(error).context("cannot run unshare")
}

/// Puts this repository's elenchus among the compilers. Renamed into place,
/// because a hunt that runs keeps the file that it was started from.
fn install_elenchus(ctx: &Context, place: &Place) -> Result<()> {
    let shell = ctx.shell()?;
    let cargo = ctx.cargo();
    cmd!(shell, "{cargo} build --release --quiet -p elenchus").quiet().run()?;
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let built = ctx.root.join(target).join("release/elenchus");
    let bin = place.root().join("usr/local/bin");
    std::fs::copy(&built, bin.join("elenchus.new"))
        .with_context(|| format!("cannot copy {}", built.display()))?;
    Ok(std::fs::rename(bin.join("elenchus.new"), bin.join("elenchus"))?)
}
