//! How much more of a compiler the programs of each source reach, beyond a
//! baseline. It takes a compiler that was built with gcc's `--coverage`.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Parser;
use elenchus_produce::generate::{Preset, Settings, generate};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::packages::{Skip, has_command};

use super::fresh_folder;
use super::gcov::{self, Covered};
use crate::call::call;
use crate::corpus::{csmith_call, csmith_include};
use crate::files;
use crate::tasks::Task;

pub const TASK: Task =
    Task::bench("coverage", "what each source covers of a compiler, given by --cc", run);

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// A compiler built with --coverage, with its options
    #[arg(long)]
    cc: Option<String>,
    /// The folder that it was built in: there are its .gcno files
    #[arg(long)]
    gcov_dir: Option<PathBuf>,
    /// A folder of C files that the compiler has seen anyway
    #[arg(long, default_value = "tests/c/pass")]
    baseline: PathBuf,
    /// Programs of each source
    #[arg(long, default_value_t = 20)]
    count: u64,
}

/// How long a compilation may take, in seconds: coverage makes it slow.
const LIMIT: u64 = 300;

/// A source of tests: C files, and the options that they need.
struct Tests {
    name: String,
    files: Vec<PathBuf>,
    flags: Vec<String>,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let (Some(cc), Some(notes)) = (&args.cc, &args.gcov_dir) else {
        let why = "no compiler built with --coverage is given: --cc CMD --gcov-dir DIR";
        return Err(Skip(why.to_string()).into());
    };
    if !has_command("gcov") {
        return Err(Skip::missing("gcov", "gcc").into());
    }
    let folder = fresh_folder(ctx, "coverage")?;
    let baseline = files::below(&ctx.root.join(&args.baseline), "c")?;
    let baseline = Tests { name: "baseline".to_string(), files: baseline, flags: Vec::new() };
    let (base, all) = measure(cc, notes, &baseline, &folder)?;
    println!("  {}: {}", baseline.name, in_words(base.counts(), all.counts()));
    let mut figures = Vec::new();
    for tests in sources(&folder, args.count)? {
        let (covered, _) = measure(cc, notes, &tests, &folder)?;
        figures.push(figure(&tests.name, &base, &covered, &all));
    }
    Ok(figures)
}

/// Our presets, and Csmith if it is here.
fn sources(folder: &Path, count: u64) -> Result<Vec<Tests>> {
    let mut sources = Vec::new();
    for preset in Preset::ALL {
        let name = preset.name();
        let mut files = Vec::new();
        for seed in 1..=count {
            let settings = Settings { preset, ..Settings::default() };
            let Ok(made) = generate(&settings, seed) else { continue };
            for (file, text) in made.files {
                let path = folder.join(format!("{name}-{seed}-{file}"));
                std::fs::write(&path, text)?;
                files.push(path);
            }
        }
        sources.push(Tests { name: name.to_string(), files, flags: Vec::new() });
    }
    if let Ok(include) = csmith_include() {
        let mut files = Vec::new();
        for seed in 1..=count {
            let path = folder.join(format!("csmith-{seed}.c"));
            std::fs::write(&path, csmith_call(seed, folder).succeed()?.stdout)?;
            files.push(path);
        }
        let flags = vec![format!("-I{}", include.display())];
        sources.push(Tests { name: "csmith".to_string(), files, flags });
    }
    Ok(sources)
}

/// What the compiler runs of itself for these programs, and all of it.
fn measure(cc: &str, notes: &Path, tests: &Tests, folder: &Path) -> Result<(Covered, Covered)> {
    gcov::reset(notes)?;
    let mut words = cc.split_whitespace();
    let Some(program) = words.next() else { bail!("--cc is empty: name a compiler") };
    let fixed: Vec<String> = words.map(str::to_string).collect();
    let object = folder.join("program.o");
    for file in &tests.files {
        let compile = call(program).args(&fixed).args(&tests.flags);
        let compile = compile.args(["-w", "-O2", "-c", "-o"]).arg(&object).arg(file);
        // Whether it accepts a program is not the question here.
        compile.seconds(LIMIT).run()?;
    }
    gcov::collect(notes)
}

const WHAT: [&str; 3] = ["lines", "functions", "branches"];

fn in_words(part: [usize; 3], all: [usize; 3]) -> String {
    let one = |at: usize| {
        let percent = 100.0 * part[at] as f64 / all[at].max(1) as f64;
        format!("{} {} ({percent:.2}%)", WHAT[at], part[at])
    };
    [0, 1, 2].map(one).join(", ")
}

fn figure(name: &str, base: &Covered, covered: &Covered, all: &Covered) -> Figure {
    let (before, after) = (base.counts(), base.and(covered).counts());
    let gain = [0, 1, 2].map(|at| after[at] - before[at]);
    Figure {
        name: format!("coverage-{name}"),
        what: format!("what programs of {name} cover of the compiler beyond the baseline"),
        figure: format!("more {}", in_words(gain, all.counts())),
        bar: "none: it is printed".to_string(),
        holds: true,
        skipped: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks at its last argument, a file: other code for other letters.
    const COMPILER: &str = r#"
        #include <stdio.h>
        static int letter(int c) { return c == 'x' ? 2 : 1; }
        static int digit(int c) { if (c == '7') return 3; return 4; }
        int main(int argc, char **argv)
        {
            FILE *file = fopen(argv[argc - 1], "r");
            int c, sum = 0;
            while (file && (c = getc(file)) != EOF)
                sum += c >= '0' && c <= '9' ? digit(c) : letter(c);
            return sum == 0;
        }
    "#;

    fn tests(name: &str, folder: &Path, text: &str) -> Tests {
        let path = folder.join(format!("{name}.c"));
        std::fs::write(&path, text).unwrap();
        Tests { name: name.to_string(), files: vec![path], flags: Vec::new() }
    }

    #[test]
    fn the_gain_over_a_baseline_is_counted() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path();
        let (source, binary) = (folder.join("cc.c"), folder.join("cc"));
        std::fs::write(&source, COMPILER).unwrap();
        call("gcc").args(["--coverage", "-o"]).arg(&binary).arg(&source).succeed().unwrap();
        let cc = binary.to_string_lossy().into_owned();
        let covered = |name: &str, text: &str| {
            measure(&cc, folder, &tests(name, folder, text), folder).unwrap()
        };
        let (base, all) = covered("base", "abc");
        let (same, _) = covered("same", "cba");
        let (digits, _) = covered("digits", "a8");
        assert_eq!(base.and(&same).counts(), base.counts());
        let (before, after) = (base.counts(), base.and(&digits).counts());
        assert_eq!(after[1] - before[1], 1, "{before:?} {after:?}");
        assert!(after[0] > before[0] && after[2] > before[2], "{before:?} {after:?}");
        assert!((0..3).all(|at| after[at] <= all.counts()[at]));
        let said = figure("digits", &base, &digits, &all).figure;
        assert!(said.contains("functions 1 (33.33%)"), "{said}");
    }

    #[test]
    fn a_compiler_without_notes_is_said() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path();
        let said = gcov::collect(folder).err().map(|error| error.to_string()).unwrap();
        assert!(said.contains("was it built with --coverage?"), "{said}");
    }
}
