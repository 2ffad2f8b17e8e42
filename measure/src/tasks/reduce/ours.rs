//! What `elenchus reduce` makes of a case.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::cases::{Ready, Wrong};
use super::result::{Kept, look};
use super::script::{self, FILE};
use crate::call::{Call, call};

/// What `elenchus reduce --json` says.
#[derive(Deserialize)]
pub struct Report {
    pub finished: bool,
    pub compilations: u64,
    pub scripts: u64,
    pub machine_runs: u64,
}

pub struct Ours {
    pub report: Report,
    pub wall: f64,
    pub cpu: f64,
    pub kept: Kept,
    pub text: Vec<u8>,
}

/// Reduces, with so many jobs, for at most so many seconds.
pub fn reduce(elenchus: &Path, ready: &Ready, jobs: &str, cap: u64) -> Result<Ours> {
    let _ = fs::remove_file(output(ready));
    finish(command(elenchus, ready, jobs)?, ready, cap)
}

/// Begins, is killed after a time, and goes on; nothing if it was done by then.
pub fn interrupted(
    elenchus: &Path,
    ready: &Ready,
    jobs: &str,
    (after, cap): (Duration, u64),
) -> Result<Option<Ours>> {
    let _ = fs::remove_file(output(ready));
    let begun = command(elenchus, ready, jobs)?.limit(after).run()?;
    if begun.succeeded() || !output(ready).exists() {
        return Ok(None);
    }
    finish(command(elenchus, ready, jobs)?.arg("--resume"), ready, cap).map(Some)
}

fn output(ready: &Ready) -> PathBuf {
    ready.folder.join("ours.c")
}

fn command(elenchus: &Path, ready: &Ready, jobs: &str) -> Result<Call> {
    let input = ready.folder.join(FILE);
    fs::write(&input, &ready.text)?;
    let reduce = call(elenchus).args(["reduce", "--json", "--jobs", jobs]).arg(&input);
    let reduce = reduce.arg("--out").arg(output(ready));
    Ok(match ready.case.wrong {
        Wrong::Code | Wrong::Hang => {
            reduce.args(["--cc", &ready.accused, "--against", ready.right])
        }
        Wrong::Crash(_) => reduce.arg("--test").arg(script::write(ready)?),
    })
}

fn finish(reduce: Call, ready: &Ready, cap: u64) -> Result<Ours> {
    let ran = reduce.seconds(cap).succeed()?;
    let report = serde_json::from_slice(&ran.stdout).context("what elenchus reduce says")?;
    let text = fs::read(output(ready))?;
    let kept = look(ready, &text)?;
    Ok(Ours { report, wall: ran.wall.as_secs_f64(), cpu: ran.cpu.as_secs_f64(), kept, text })
}
