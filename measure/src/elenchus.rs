//! The program `elenchus` itself, as a user has it.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use elenchus_records::context::Context;
use xshell::cmd;

/// Builds it with optimisation.
pub fn binary(ctx: &Context) -> Result<PathBuf> {
    let shell = ctx.shell()?;
    let cargo = ctx.cargo();
    cmd!(shell, "{cargo} build --release --quiet -p elenchus").quiet().run()?;
    // Where cargo put this program, it put that one, in the folder of its profile.
    let ourselves = std::env::current_exe()?;
    let target = ourselves.parent().and_then(|profile| profile.parent());
    Ok(target.context("this program is in a target folder")?.join("release/elenchus"))
}
