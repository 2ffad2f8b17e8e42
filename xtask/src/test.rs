//! `cargo xtask test`: everything a change must pass.

use std::process::ExitCode;

use anyhow::{Result, bail};
use elenchus_records::context::Context;
use elenchus_records::packages;
use xshell::cmd;

pub fn run(ctx: &Context, install: bool, filter: Option<&str>) -> Result<ExitCode> {
    packages::ensure(&ctx.shell()?, install)?;
    cargo_test(ctx, filter, &[])?;
    Ok(ExitCode::SUCCESS)
}

/// Runs the workspace's tests with `variables` set.
pub fn cargo_test(ctx: &Context, filter: Option<&str>, variables: &[(&str, &str)]) -> Result<()> {
    let shell = ctx.shell()?;
    let cargo = ctx.cargo();
    let command =
        cmd!(shell, "{cargo} test --workspace {filter...}").envs(variables.iter().copied());
    if command.run().is_err() {
        bail!("tests failed, see above; a test alone: cargo test --workspace NAME");
    }
    Ok(())
}
