//! `cargo xtask test`: everything a change must pass.

use anyhow::{Result, bail};
use xshell::cmd;

use crate::context::{Answer, Context};
use crate::packages;

pub fn run(ctx: &Context, install: bool, filter: Option<&str>) -> Result<Answer> {
    packages::ensure(&ctx.shell()?, install)?;
    cargo_test(ctx, filter, &[])?;
    Ok(Answer::Yes)
}

/// Runs the workspace's tests with `variables` set.
pub fn cargo_test(ctx: &Context, filter: Option<&str>, variables: &[(&str, &str)]) -> Result<()> {
    let shell = ctx.shell()?;
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let command =
        cmd!(shell, "{cargo} test --workspace {filter...}").envs(variables.iter().copied());
    if command.run().is_err() {
        bail!("tests failed, see above; a test alone: cargo test --workspace NAME");
    }
    Ok(())
}
