//! GCC's test suite, out of Debian's source package.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use elenchus_records::context::Context;
use elenchus_records::packages::{Skip, can_install, has_command};
use xshell::{Shell, cmd};

use super::folder;

const PACKAGE: &str = "gcc-12-source";

/// The folders taken from gcc/testsuite. Tests of gcc.dg include files of
/// c-c++-common.
const PARTS: &[&str] = &["gcc.c-torture", "gcc.dg", "c-c++-common"];

/// The folder with [`PARTS`] in it.
pub fn gcc(ctx: &Context) -> Result<PathBuf> {
    let done = folder(ctx)?.join("gcc");
    // The folder gets its name only when it is whole: it is its own stamp.
    if done.is_dir() {
        return Ok(done);
    }
    for command in ["apt-get", "dpkg-deb", "tar", "xz"] {
        if !has_command(command) {
            return Err(Skip(format!(
                "GCC's test suite comes from Debian's {PACKAGE}, and {command} is not here"
            ))
            .into());
        }
    }
    let work = folder(ctx)?.join("gcc.partial");
    if work.exists() {
        std::fs::remove_dir_all(&work)?;
    }
    let (package, suite) = (work.join("package"), work.join("suite"));
    std::fs::create_dir_all(&package)?;
    std::fs::create_dir_all(&suite)?;

    let shell = Shell::new()?;
    shell.change_dir(&work);
    download(&shell)?;
    let deb = find(&work, "gcc-", ".deb")?;
    cmd!(shell, "dpkg-deb -x {deb} {package}").run()?;
    let tarball = find(&package.join("usr/src/gcc-12"), "gcc-", ".tar.xz")?;
    let members = PARTS.iter().map(|part| format!("*/gcc/testsuite/{part}"));
    cmd!(shell, "tar -xJf {tarball} -C {suite} --strip-components=3 --no-same-owner --wildcards")
        .args(members)
        .run()?;
    std::fs::rename(&suite, &done)?;
    std::fs::remove_dir_all(&work)?;
    Ok(done)
}

fn download(shell: &Shell) -> Result<()> {
    let fetch = || cmd!(shell, "apt-get download -qq {PACKAGE}").run();
    if fetch().is_ok() {
        return Ok(());
    }
    // A fresh machine has no package lists yet.
    let updated = can_install(shell) && cmd!(shell, "apt-get update -qq").run().is_ok();
    if updated && fetch().is_ok() {
        return Ok(());
    }
    Err(Skip(format!("apt-get cannot download {PACKAGE}: see its message above")).into())
}

/// The file in `folder` with this beginning and ending of its name.
fn find(folder: &Path, beginning: &str, ending: &str) -> Result<PathBuf> {
    let changed = || format!("{PACKAGE} has changed: no {beginning}*{ending} in it");
    let entries = std::fs::read_dir(folder).with_context(changed)?;
    let mut names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let name = names.find(|name| name.starts_with(beginning) && name.ends_with(ending));
    name.map(|name| folder.join(name)).with_context(changed)
}
