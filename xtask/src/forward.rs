//! Commands that another crate of the workspace carries out.

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};
use elenchus_records::context::Context;
use xshell::cmd;

/// Runs `measure`; its exit status is ours.
pub fn to_measure(ctx: &Context, command: &str, words: &[String]) -> Result<ExitCode> {
    let shell = ctx.shell()?;
    let cargo = ctx.cargo();
    // Speed is measured with optimisation only. Other tasks that want it start
    // themselves again: `measure` knows which these are.
    let profile = (command == "bench" && !words.is_empty()).then_some("--release");
    let run =
        cmd!(shell, "{cargo} run --quiet {profile...} --package measure -- {command} {words...}");
    let status = Command::from(run).status().context("cannot start cargo")?;
    Ok(status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from))
}
