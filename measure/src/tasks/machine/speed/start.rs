//! What `elenchus run` costs before and after the program itself.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::packages::{Skip, has_command};
use xshell::cmd;

const BAR: Duration = Duration::from_millis(2);

/// Each takes a moment.
const ROUNDS: usize = 100;

pub fn figure(ctx: &Context) -> Result<Figure> {
    if !has_command("gcc") {
        return Err(Skip("gcc is not here".to_string()).into());
    }
    let shell = ctx.shell()?;
    let cargo = ctx.cargo();
    cmd!(shell, "{cargo} build --release --quiet -p elenchus").run()?;
    // Where cargo put this program, it put that one.
    let ourselves = std::env::current_exe()?;
    let program = ourselves.with_file_name("elenchus");
    let folder = ctx.path("target/run");
    std::fs::create_dir_all(&folder)?;
    let (source, text) = (folder.join("hello.c"), folder.join("hello.i"));
    let hello = "#include <stdio.h>\nint main(void) { puts(\"hello, world\"); return 0; }\n";
    std::fs::write(&source, hello)?;
    cmd!(shell, "gcc -E -o {text} {source}").quiet().run()?;
    let (mut ours, mut empty) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        ours = ours.min(wall(&program, &["run", &text.to_string_lossy()])?);
        empty = empty.min(wall(Path::new("/bin/true"), &[])?);
    }
    let beyond = ours.saturating_sub(empty);
    let ms = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
    Ok(Figure {
        name: "run-start".to_string(),
        issue: 14,
        what: "`elenchus run` on a preprocessed hello-world, wall time beyond an empty process"
            .to_string(),
        figure: format!("{} ({} less {})", ms(beyond), ms(ours), ms(empty)),
        bar: format!("at most {} beyond", ms(BAR)),
        holds: beyond <= BAR,
        skipped: None,
    })
}

fn wall(program: &Path, args: &[&str]) -> Result<Duration> {
    let start = Instant::now();
    let mut command = Command::new(program);
    let status = command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).status()?;
    let wall = start.elapsed();
    if !status.success() {
        bail!("{} ends with {status}", program.display());
    }
    Ok(wall)
}
