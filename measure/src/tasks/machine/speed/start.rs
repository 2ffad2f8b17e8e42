//! What `elenchus run` costs before and after the program itself.

use std::time::Duration;

use anyhow::Result;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::packages::need;

use crate::call::call;
use crate::elenchus;
use crate::files;

const BAR: Duration = Duration::from_millis(2);

/// Each takes a moment.
const ROUNDS: usize = 100;

pub fn figure(ctx: &Context) -> Result<Figure> {
    need(["gcc"])?;
    let program = elenchus::binary(ctx)?;
    let folder = files::folder(ctx.path("target/run"))?;
    let (source, text) = (folder.join("hello.c"), folder.join("hello.i"));
    let hello = "#include <stdio.h>\nint main(void) { puts(\"hello, world\"); return 0; }\n";
    std::fs::write(&source, hello)?;
    call("gcc").args(["-E", "-o"]).arg(&text).arg(&source).succeed()?;
    let (mut ours, mut empty) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        ours = ours.min(call(&program).arg("run").arg(&text).succeed()?.wall);
        empty = empty.min(call("/bin/true").succeed()?.wall);
    }
    let beyond = ours.saturating_sub(empty);
    let ms = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
    Ok(Figure {
        name: "run-start".to_string(),
        what: "`elenchus run` on a preprocessed hello-world, wall time beyond an empty process"
            .to_string(),
        figure: format!("{} ({} less {})", ms(beyond), ms(ours), ms(empty)),
        bar: format!("at most {} beyond", ms(BAR)),
        holds: beyond <= BAR,
        skipped: None,
    })
}
