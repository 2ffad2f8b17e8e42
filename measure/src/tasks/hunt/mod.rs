//! The hunt: how fast it is, what it survives, what it finds.

mod commands;
mod coverage;
mod gcov;
mod kills;
mod speed;
mod trust;
mod wrappers;

use std::path::{Path, PathBuf};

use anyhow::Result;
use elenchus_records::context::Context;
use serde::Deserialize;

use crate::files;
use crate::tasks::Task;

pub const TASKS: &[Task] = &[
    wrappers::TASK,
    speed::TASK,
    coverage::TASK,
    kills::TASK,
    commands::TASK,
    trust::TRUST,
    trust::ENUMERATE,
];

/// What a hunt with `--json` prints, as far as it is used.
#[derive(Deserialize, Debug)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Line {
    Finding { id: i64, state: String, compiler: String, signature: String, seed: u64 },
    Summary { summary: Summary, own_share: f64 },
}

#[derive(Deserialize, Debug)]
struct Summary {
    programs: u64,
    tests: u64,
}

/// The lines that are whole; the last one of a killed hunt may not be.
fn lines(said: &[u8]) -> Vec<Line> {
    String::from_utf8_lossy(said)
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

/// An empty folder below `target/hunt`.
fn fresh_folder(ctx: &Context, name: &str) -> Result<PathBuf> {
    files::fresh_folder(ctx.path("target/hunt").join(name))
}

/// Writes a shell script that can be run.
fn script(path: &Path, text: &str) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::write(path, text)?;
    Ok(std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))?)
}
