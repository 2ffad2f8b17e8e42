//! Small kernels, beside the same kernels as gcc compiles them without
//! optimisation.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use elenchus_compilers::preprocess::Preprocess;
use elenchus_lang::target::Target;
use elenchus_machine::Limits;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::packages::need;

use crate::call::call;
use crate::compile;
use crate::corpus::{STANDARD, standard};
use crate::cpu;
use crate::files;
use crate::machine;

const FOLDER: &str = "tests/c/kernels";

/// How many times gcc's code, for the slowest kernel: what is asked for, and
/// what would be good.
const BAR: f64 = 60.0;
const GOAL: f64 = 30.0;

const ROUNDS: usize = 5;

struct Kernel {
    name: String,
    ours: Duration,
    theirs: Duration,
}

impl Kernel {
    fn ratio(&self) -> f64 {
        self.ours.as_secs_f64() / self.theirs.as_secs_f64()
    }
}

pub fn figure(ctx: &Context) -> Result<Figure> {
    need(["gcc"])?;
    let work = files::folder(ctx.path("target/run"))?;
    let entries = std::fs::read_dir(ctx.path(FOLDER))?.collect::<Result<Vec<_>, _>>()?;
    let mut files: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    files.sort();
    let mut kernels = Vec::new();
    for file in &files {
        let kernel = measure(file, &work)?;
        println!(
            "  {}: {:.1} times ({:.2} s, {:.3} s)",
            kernel.name,
            kernel.ratio(),
            kernel.ours.as_secs_f64(),
            kernel.theirs.as_secs_f64()
        );
        kernels.push(kernel);
    }
    let worst = kernels.iter().map(Kernel::ratio).fold(0.0, f64::max);
    let parts: Vec<String> =
        kernels.iter().map(|kernel| format!("{} {:.0}", kernel.name, kernel.ratio())).collect();
    Ok(Figure {
        name: "run-kernels".to_string(),
        what: "CPU for small kernels, all checks on, as a multiple of gcc -O0's code".to_string(),
        figure: format!("worst {worst:.0} ({})", parts.join(", ")),
        bar: format!("at most {BAR}, {GOAL} is the goal"),
        holds: kernels.len() >= 6 && worst <= BAR,
        skipped: None,
    })
}

fn measure(file: &Path, work: &Path) -> Result<Kernel> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let program = work.join("kernel.exe");
    let build = compile::sources("gcc", STANDARD).args(["-O0", "-o"]);
    build.arg(&program).arg(file).succeed()?;
    let text = Preprocess::new(["gcc"]).standard(STANDARD).run(file)?;
    let texts = [text];
    let standard = standard()?;
    let mut kernel = Kernel { name, ours: Duration::MAX, theirs: Duration::MAX };
    for _ in 0..ROUNDS {
        let native = call(&program).run()?;
        let limits = Limits::default();
        let (time, (verdict, output)) =
            cpu::measure(|| machine::run_texts(&texts, Target::x86_64(), standard, limits));
        if verdict.shown() != "exit 0" || native.stdout != output {
            bail!("{}: {}, or another output than natively", file.display(), verdict.shown());
        }
        kernel.ours = kernel.ours.min(time);
        kernel.theirs = kernel.theirs.min(native.cpu);
    }
    Ok(kernel)
}
