//! What it costs to see every statement of a run: the places are looked for
//! once each, however often a statement is executed.

use std::ffi::OsStr;
use std::time::Duration;

use anyhow::{Result, bail};
use elenchus_produce::generate::{Preset, Settings};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::call::{call, complaint};
use crate::generated::{generated, text};
use crate::tasks::Task;
use crate::{elenchus, files};

pub const TASK: Task = Task::bench("trace", "`run --trace` beside a plain run", run);

const SIZE: u64 = 60_000;

/// Of so many runs the fastest counts.
const ROUNDS: usize = 5;

const BAR: f64 = 2.0;

fn run(ctx: &Context, _args: &[String]) -> Result<Vec<Figure>> {
    let elenchus = elenchus::binary(ctx)?;
    let folder = files::folder(ctx.path("target/trace"))?;
    let settings = Settings { preset: Preset::Mix, size: SIZE, ..Settings::default() };
    let program = text(&generated(&settings, 1)?.files);
    let (file, trace) = (folder.join("program.c"), folder.join("trace"));
    files::write_whole(&file, program.as_bytes())?;
    let shell = |script: &str| {
        let words = [elenchus.as_os_str(), file.as_os_str(), trace.as_os_str()];
        fastest(script, &words)
    };
    let plain = shell("\"$0\" run \"$1\" > /dev/null")?;
    let traced = shell("\"$0\" run --trace \"$1\" 2> \"$2\" > /dev/null")?;
    let output = shell("cat < \"$2\" > \"$2.again\"")?;
    let lines = std::fs::read(&trace)?.iter().filter(|&&byte| byte == b'\n').count();
    let ratio = traced.as_secs_f64() / (plain + output).as_secs_f64();
    Ok(vec![Figure {
        name: "run-trace".to_owned(),
        what: format!("CPU of `run --trace` on a program of {} kB", program.len() / 1000),
        figure: format!(
            "{ratio:.2} times a plain run and a copy of the output ({traced:.1?} beside \
             {plain:.1?} and {output:.1?}, {lines} lines)"
        ),
        bar: format!("less than {BAR} times"),
        holds: ratio < BAR,
        skipped: None,
    }])
}

fn fastest(script: &str, words: &[&OsStr; 3]) -> Result<Duration> {
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let finished = call("sh").arg("-c").arg(script).args(words).seconds(60).run()?;
        if !finished.succeeded() {
            bail!("{}", complaint(&finished));
        }
        best = best.min(finished.cpu);
    }
    Ok(best)
}
