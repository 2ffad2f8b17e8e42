//! Tests for an hour of CPU, beside what people do without us: a shell loop
//! around Csmith. And how much of the CPU a hunt takes for itself.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Parser;
use elenchus_produce::generate::Settings;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::packages::need;

use super::{Line, fresh_folder, lines};
use crate::call::call;
use crate::corpus::csmith_include;
use crate::elenchus;
use crate::generated::{generated, text};
use crate::tasks::Task;
use crate::tasks::generate::dense_bytes;

pub const TASK: Task =
    Task::bench("hunt", "tests for an hour of CPU beside a loop around Csmith", run);

/// How many times as many tests as the loop, and the most that is our own.
const BAR: f64 = 1.5;
const OWN_BAR: f64 = 0.03;

/// The sides are measured in turn, so that a noisy hour meets both.
const ROUNDS: u64 = 3;
/// Our programs in a round.
const PROGRAMS: u64 = 4;
/// Csmith's: of eight, one does not end, which must not be left to luck.
const PEERS: u64 = 10;
/// Programs of the default size, for our share.
const DEFAULT: u64 = 30;

const PATIENCE: Duration = Duration::from_secs(1800);

/// Every program at every configuration: compile, run, compare with the first.
/// A program that does not end at first is left out, as a careful user would.
/// `$1` and `$2` are seeds, `$3` has csmith.h. Prints a line for each test.
const LOOP: &str = r#"
for seed in $(seq "$1" "$2"); do
    csmith --seed "$seed" -o "program-$seed.c" || continue
    rm -f want
    for cc in gcc clang; do for level in -O0 -O1 -O2 -Os -O3; do
        $cc -w -std=gnu11 -ffp-contract=off $level -I "$3" -o program "program-$seed.c" || continue
        timeout 5 ./program > got
        status=$?
        if [ ! -e want ]; then
            [ $status -eq 124 ] && break 2
            mv got want
        else
            cmp -s got want || echo "$cc $level differs" >&2
        fi
        echo test
    done; done
done
"#;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    #[arg(long, default_value_t = ROUNDS)]
    rounds: u64,
    #[arg(long, default_value_t = PROGRAMS)]
    programs: u64,
}

/// What a side did.
#[derive(Clone, Copy, Default)]
struct Done {
    programs: u64,
    tests: u64,
    seconds: f64,
    /// Of text, without comments and blanks.
    bytes: u64,
    /// Of machine code that gcc -O2 makes of the programs: what is left of them
    /// when all that no result depends on is gone.
    code: u64,
}

impl Done {
    fn and(self, other: Done) -> Done {
        Done {
            programs: self.programs + other.programs,
            tests: self.tests + other.tests,
            seconds: self.seconds + other.seconds,
            bytes: self.bytes + other.bytes,
            code: self.code + other.code,
        }
    }

    fn rate(&self) -> f64 {
        3600.0 * self.tests as f64 / self.seconds.max(1e-9)
    }

    fn size(&self) -> u64 {
        self.bytes / self.programs.max(1)
    }

    /// Bytes of code that were made for a second of CPU, at all configurations.
    fn code_rate(&self) -> f64 {
        let code = self.code as f64 / self.programs.max(1) as f64;
        code * self.tests as f64 / self.seconds.max(1e-9)
    }
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    need(["gcc", "clang"])?;
    let include = csmith_include()?;
    let elenchus = elenchus::binary(ctx)?;
    let (mut ours, mut theirs) = (Done::default(), Done::default());
    for round in 0..args.rounds {
        let peer = csmith(&fresh_folder(ctx, "csmith")?, &include, 1 + round * PEERS, PEERS)?;
        let first = 1 + round * args.programs;
        let size = size_for(peer.size(), first)?;
        let size = size.to_string();
        let more = ["--preset", "mix", "--size", &size];
        let folder = fresh_folder(ctx, "speed")?;
        let (mut done, _) = hunt(&elenchus, &folder, first, args.programs, &more)?;
        done.bytes = peer.size() * done.programs;
        done.code = our_code(&fresh_folder(ctx, "code")?, first, args.programs, &size)?;
        let (we, they) = (done.rate(), peer.rate());
        println!("  round {round}: we {we:.0} tests for an hour of CPU, the loop {they:.0}");
        (ours, theirs) = (ours.and(done), theirs.and(peer));
    }
    let folder = fresh_folder(ctx, "speed")?;
    let (done, share) = hunt(&elenchus, &folder, 1, DEFAULT, &[])?;
    Ok(vec![speed_figure(&ours, &theirs), share_figure(&done, share)])
}

fn csmith(folder: &Path, include: &Path, first: u64, count: u64) -> Result<Done> {
    let last = first + count - 1;
    let shell = call("sh").args(["-c", LOOP, "sh", &first.to_string(), &last.to_string()]);
    let ran = shell.arg(include).within(folder).limit(PATIENCE).succeed()?;
    let tests = String::from_utf8_lossy(&ran.stdout).lines().count() as u64;
    let mut done = Done { tests, seconds: ran.cpu.as_secs_f64(), ..Done::default() };
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "c") {
            done.programs += 1;
            done.bytes += dense_bytes(&std::fs::read(&path)?);
            done.code += code_size(&path, Some(include))?;
        }
    }
    Ok(done)
}

/// Of the programs that our hunt tests.
fn our_code(folder: &Path, first: u64, count: u64, size: &str) -> Result<u64> {
    let settings = Settings { size: size.parse()?, ..Settings::default() };
    let mut code = 0;
    for seed in first..first + count {
        let made = generated(&settings, seed)?;
        let source = folder.join("program.c");
        std::fs::write(&source, text(&made.files))?;
        code += code_size(&source, None)?;
    }
    Ok(code)
}

fn code_size(source: &Path, include: Option<&Path>) -> Result<u64> {
    let object = source.with_extension("o");
    let compile = call("gcc").args(["-w", "-O2", "-c", "-o"]).arg(&object).arg(source);
    let include = include.iter().flat_map(|folder| [Path::new("-I"), folder]);
    compile.args(include).limit(PATIENCE).succeed()?;
    let told = call("size").arg(&object).succeed()?;
    let told = String::from_utf8_lossy(&told.stdout);
    let text = told.lines().nth(1).and_then(|line| line.split_whitespace().next());
    text.and_then(|text| text.parse().ok()).context("`size` tells sizes")
}

/// What to ask our generator for, so that its programs are as large as theirs.
fn size_for(bytes: u64, seed: u64) -> Result<u64> {
    let settings = Settings { size: bytes, ..Settings::default() };
    let made = generated(&settings, seed)?;
    let dense = dense_bytes(text(&made.files).as_bytes());
    Ok(bytes * bytes / dense.max(1))
}

/// A hunt with both compilers, and our share of its CPU.
fn hunt(
    elenchus: &Path,
    folder: &Path,
    seed: u64,
    count: u64,
    more: &[&str],
) -> Result<(Done, f64)> {
    let hunt = call(elenchus).args(["hunt", "--cc", "gcc", "--cc", "clang", "--json"]);
    let hunt = hunt.args(["--jobs", "1", "--all-levels"]);
    let hunt = hunt.args(["--seed", &seed.to_string(), "--count", &count.to_string()]);
    let ran = hunt.args(more).within(folder).limit(PATIENCE).run()?;
    let summary = lines(&ran.stdout).into_iter().find_map(|line| match line {
        Line::Summary { summary, own_share } => Some((summary, own_share)),
        Line::Finding { .. } => None,
    });
    let said = || format!("the hunt fails: {}", String::from_utf8_lossy(&ran.stderr));
    let (summary, own_share) = summary.with_context(said)?;
    let seconds = ran.cpu.as_secs_f64();
    let (programs, tests) = (summary.programs, summary.tests);
    Ok((Done { programs, tests, seconds, bytes: 0, code: 0 }, own_share))
}

fn speed_figure(ours: &Done, theirs: &Done) -> Figure {
    let ratio = ours.rate() / theirs.rate().max(1e-9);
    let side = |name: &str, done: &Done| {
        format!("{name} {:.0} ({} tests in {:.0} s)", done.rate(), done.tests, done.seconds)
    };
    Figure {
        name: "hunt-speed".to_string(),
        what: format!(
            "tests for an hour of CPU, gcc and clang at five levels, programs of {} bytes \
             without comments and blanks, beside a shell loop around Csmith",
            theirs.size()
        ),
        figure: format!(
            "{ratio:.2} times as many: {}, {}; of a program gcc -O2 leaves {:.0} and {:.0} bytes \
             of code: {:.2} times as much code tested",
            side("we", ours),
            side("the loop", theirs),
            ours.code as f64 / ours.programs.max(1) as f64,
            theirs.code as f64 / theirs.programs.max(1) as f64,
            ours.code_rate() / theirs.code_rate().max(1e-9),
        ),
        bar: format!("{BAR} times as many"),
        holds: ratio >= BAR,
        skipped: None,
    }
}

fn share_figure(done: &Done, share: f64) -> Figure {
    Figure {
        name: "hunt-own-share".to_string(),
        what: "CPU of a hunt outside of compilers and tested programs, gcc and clang at five \
               levels, default programs"
            .to_string(),
        figure: format!("{:.1}% of {:.0} s for {} tests", 100.0 * share, done.seconds, done.tests),
        bar: format!("at most {:.0}%", 100.0 * OWN_BAR),
        holds: share <= OWN_BAR,
        skipped: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_compared() {
        let done = |tests| Done { programs: 10, tests, seconds: 36.0, bytes: 1000, code: 500 };
        assert_eq!(done(10).rate(), 1000.0);
        let figure = speed_figure(&done(150), &done(100));
        assert!(figure.holds && figure.figure.starts_with("1.50 times"), "{figure:?}");
        assert!(figure.figure.ends_with("1.50 times as much code tested"), "{figure:?}");
        assert!(!speed_figure(&done(149), &done(100)).holds);
        assert!(share_figure(&done(1), 0.03).holds && !share_figure(&done(1), 0.031).holds);
    }
}
