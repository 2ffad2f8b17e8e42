//! What a variant costs, beside what gcc takes to compile it.

use std::time::Duration;

use anyhow::{Result, bail};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::packages::need;

use super::compare::BUILDS;
use super::originals::{Origin, originals, usual};
use crate::tasks::Task;
use crate::{cpu, files};

pub const TASK: Task = Task::bench("mutate", "a variant beside its compilation by gcc -O0", run);

const EACH: u64 = 10;

/// How many programs of each origin.
const PROGRAMS: usize = 12;

/// How many times less a variant takes.
const BAR: f64 = 30.0;

/// Of so many rounds the fastest counts.
const ROUNDS: usize = 3;

fn run(ctx: &Context, _: &[String]) -> Result<Vec<Figure>> {
    need(["gcc"])?;
    [Origin::Csmith, Origin::Ours].into_iter().map(|origin| figure(ctx, origin)).collect()
}

fn figure(ctx: &Context, origin: Origin) -> Result<Figure> {
    let folder = files::fresh_folder(ctx.path("target/mutate/speed"))?;
    let (mut making, mut compiling) = (Duration::ZERO, Duration::ZERO);
    let (mut variants, mut programs) = (0, 0);
    for original in originals(ctx, origin, PROGRAMS)? {
        let (mut least, mut found) = (Duration::MAX, None);
        for _ in 0..ROUNDS {
            let (time, made) = cpu::measure(|| original.variants(EACH, &usual(1)));
            least = least.min(time);
            found = made?.ok();
        }
        let Some(found) = found else { continue };
        let Some(last) = found.list.last() else { continue };
        // All are about as large: one stands for them.
        let file = folder.join("variant.c");
        std::fs::write(&file, &last.texts[0])?;
        let mut compiled = Duration::MAX;
        for _ in 0..ROUNDS {
            let call = BUILDS[0].compiler(&file, &original.folders);
            let call = call.arg("-c").arg("-o").arg(folder.join("variant.o"));
            compiled = compiled.min(call.succeed()?.cpu);
        }
        programs += 1;
        variants += found.list.len() as u32;
        making += least;
        compiling += compiled * found.list.len() as u32;
    }
    if variants == 0 {
        bail!("there are no variants of {}", origin.name());
    }
    let (each, theirs) = (making / variants, compiling / variants);
    let ratio = theirs.as_secs_f64() / each.as_secs_f64();
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    Ok(Figure {
        name: format!("mutate-speed-{}", origin.name()),
        what: format!(
            "CPU for a variant, the parse and the profile for {EACH} of them included, beside \
             gcc -O0 -c: {variants} variants of {programs} programs of {}",
            origin.name()
        ),
        figure: format!(
            "{:.1} ms a variant ({:.0} a second), gcc {:.0} ms: {ratio:.1} times less",
            ms(each),
            1.0 / each.as_secs_f64(),
            ms(theirs)
        ),
        bar: format!("at least {BAR} times less"),
        holds: ratio >= BAR,
        skipped: None,
    })
}
