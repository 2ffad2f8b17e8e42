//! `elenchus hunt`: tests the compilers on this machine.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use elenchus_campaign::config::{self, Config, Weighted};
use elenchus_campaign::finding::{Finding, State};
use elenchus_campaign::hunt::{Event, HuntError, Plan, Summary, hunt};
use elenchus_campaign::lab::{Lab, Sanitized};
use elenchus_campaign::levels::Levels;
use elenchus_campaign::new_files::{self, NotWritten};
use elenchus_campaign::oracle::{self, ORACLES, Oracle};
use elenchus_campaign::source::Source;
use elenchus_campaign::store::{Store, Stored};
use elenchus_campaign::{junit, report};
use elenchus_compilers::{find, is_interrupted};
use elenchus_produce::generate::Preset;
use elenchus_reduce::reduction::Bounds;
use serde::Serialize;
use serde_json::json;

use crate::blame;
use crate::findings::{refuse, style};
use crate::progress::{Progress, duration, in_words, jobs};
use crate::reduce;
use crate::status::Status;
use crate::talk;
use crate::toolchains::{Toolchains, interrupted};

/// Test the compilers on this machine until something is found.
///
/// Makes programs that are free of undefined behaviour, compiles them with every
/// compiler at levels that are drawn for each, runs them, and compares with the
/// one right answer.
/// What is wrong is tried again, and kept in a file. Ctrl-C ends it; the next
/// hunt goes on with other programs.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  elenchus hunt --time 10m             all compilers on PATH, for ten minutes
  elenchus hunt --cc gcc-12 --cc 'clang -O2 -march=native'
  elenchus hunt --fuzz-flags --oracle determinism
  elenchus hunt --generator 'csmith --seed {seed} -o {out}' --cflags -I/usr/include/csmith
Then: elenchus list, elenchus show 1, elenchus report 1")]
pub struct Args {
    #[command(flatten)]
    toolchains: Toolchains,

    /// End after this time: 90s, 10m, 2h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,

    /// End after so many programs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,

    /// Begin with this seed, tested before or not [default: what no hunt has had]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// About how many bytes a program of ours has [default: 10000]
    #[arg(long, value_name = "BYTES",
          value_parser = clap::value_parser!(u64).range(1..=config::LARGEST))]
    size: Option<u64>,

    /// What kind of programs: arithmetic, scalar, mix or whole; may be repeated
    /// [default: those of the configuration, or all of them, mostly mix]
    #[arg(long)]
    preset: Vec<String>,

    /// Another generator: a command with {seed} and {out}, a file, or {dir}, a folder; may be
    /// repeated
    #[arg(long, value_name = "COMMAND")]
    generator: Vec<String>,

    /// The C files of a folder; may be repeated
    #[arg(long, value_name = "DIR")]
    corpus: Vec<PathBuf>,

    /// Variants of the C files below a folder, which use other variables; may
    /// be repeated
    #[arg(long, value_name = "DIR")]
    enumerate: Vec<PathBuf>,

    /// After each program, so many variants of it that do the same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
    mutate: Option<u64>,

    /// Options for programs of --generator, --corpus and --enumerate
    #[arg(
        long,
        value_name = "OPTIONS",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    cflags: String,

    /// Compile each program also with flags drawn for it, out of those that do
    /// not change what a program means
    #[arg(long)]
    fuzz_flags: bool,

    /// Compile each program at every level, not at those that are drawn for it; so
    /// does every --oracle
    #[arg(long)]
    all_levels: bool,

    /// Look at more than answers: determinism, abi, volatile, sanitizer or plant; may be
    /// repeated. `abi` makes programs of several files, `plant` such with a defect each
    #[arg(long, value_name = "NAME", value_parser = oracle)]
    oracle: Vec<&'static dyn Oracle>,

    /// How many programs at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = jobs)]
    jobs: Option<usize>,

    /// When the hunt ends, make the programs of its new bugs small, in at most five minutes
    /// each
    #[arg(long)]
    reduce: bool,

    /// Then say where each new bug comes from, in at most five minutes each
    #[arg(long)]
    blame: bool,

    /// The file that findings go to; it is made if it is not there
    #[arg(long, value_name = "FILE", default_value = "elenchus.db")]
    store: PathBuf,

    /// Print every finding, and the summary, as a JSON object in a line
    #[arg(long)]
    json: bool,

    /// End with status 1 if a confirmed bug was found that the store did not have
    #[arg(long)]
    ci: bool,

    /// With --ci: end with status 1 also if a program showed a marked bug
    #[arg(long, requires = "ci")]
    strict: bool,

    /// Write new bugs as JUnit XML, when the hunt ends
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let config = match args.toolchains.config() {
        Ok(config) => config,
        Err(status) => return Ok(status),
    };
    let mut sources = match sources(args, &config) {
        Ok(sources) => sources,
        Err(error) => {
            talk::complain(&error);
            return Ok(Status::Wrong);
        }
    };
    // Better said now than after the hunt.
    write_junit(args, || junit::trouble("the hunt did not come to its end"))?;
    let store = match Store::open(&args.store) {
        Ok(store) => store,
        Err(error) => return Ok(refuse(&error)),
    };
    talk::mention("looking at compilers\n");
    let mut lab = match args.toolchains.lab(&config)? {
        Ok(lab) => lab,
        Err(status) => return Ok(status),
    };
    if args.fuzz_flags {
        lab.fuzz_flags()?;
        if is_interrupted() {
            return Ok(interrupted());
        }
    }
    lab.add_oracles(&args.oracle);
    let targets: Vec<_> = lab.toolchains.iter().map(|one| one.target).collect();
    let planted = args.oracle.iter().any(|oracle| oracle.wants_planted());
    for (source, _) in &mut sources {
        source.fit(&targets);
        if planted {
            *source = config::planted(source.clone());
        }
        if let Some(each) = args.mutate {
            *source = Source::Mutants { of: Box::new(source.clone()), each };
        }
    }
    // Most other oracles compare levels.
    let compares = |oracle: &&dyn Oracle| !oracle.wants_planted();
    let all_levels = args.all_levels || args.oracle.iter().any(compares);
    let asks = args.oracle.iter().any(|oracle| oracle.wants_sanitizers());
    lab.sanitized = if asks { Sanitized::All } else { Sanitized::Some(SANITIZED) };
    lab.levels = if all_levels { Levels::All } else { Levels::Drawn };
    for oracle in &args.oracle {
        if let Some(program) = oracle.needs().filter(|program| find::find(program).is_none()) {
            talk::complain(&format!("--oracle {} needs {program}: install it", oracle.name()));
            return Ok(Status::Environment);
        }
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let workers = args.jobs.unwrap_or(cores);
    say_beginning(args, &lab, workers);
    store.begin(&setup(args, &lab, &sources).to_string())?;
    let plan = Plan { sources, first: args.seed, count: args.count, time: args.time, workers };
    let mut progress = Progress::new(args.time);
    let mut complained = false;
    let (mut new, mut others) = (Vec::new(), Vec::new());
    let hunted = hunt(&lab, store, &plan, &mut |event, summary| match event {
        Event::Tick => progress.show(summary),
        Event::Found { finding, stored } => {
            progress.clear();
            // Nobody reads it: the finding is in the store.
            let _ = show_finding(args, &finding, stored);
            if stored.new_bug && finding.state == State::Confirmed {
                new.push((stored.id, *finding));
            } else if finding.state == State::Confirmed && finding.kind.is_wrong_code() {
                others.push(stored.id);
            }
        }
        Event::NoTest { seed, error } => {
            if !std::mem::replace(&mut complained, true) {
                progress.clear();
                talk::complain(&format!("seed {seed}: {error} (said once)"));
            }
        }
    });
    progress.clear();
    match hunted {
        Ok(summary) => {
            let names: Vec<String> = lab.toolchains.iter().map(|one| one.name.clone()).collect();
            write_junit(args, || junit::report(&names, &summary, &new))?;
            show_summary(args, &summary)?;
            if args.ci && summary.tests == 0 {
                talk::complain("nothing was tested");
                return Ok(Status::Environment);
            }
            if summary.ended != "interrupted" {
                let new = new.iter().filter(|(_, finding)| finding.kind.is_shown_by_one());
                let new: Vec<i64> = new.map(|(id, _)| *id).collect();
                look_closer(args, &lab, [&new, &others], summary.elapsed, workers);
            }
            let held = args.strict && !summary.held.is_empty();
            Ok(if held || (args.ci && summary.new_bugs > 0) { Status::No } else { Status::Done })
        }
        Err(error) => {
            talk::complain(&error.to_string());
            write_junit(args, || junit::trouble(&error.to_string()))?;
            Ok(match error {
                HuntError::NoTests(_) => Status::Wrong,
                _ => Status::Environment,
            })
        }
    }
}

/// For one finding.
const REDUCING: Duration = Duration::from_secs(300);
const BLAMING: Duration = Duration::from_secs(300);

/// Makes programs small and blames their compilers, as far as that was asked for, until
/// Ctrl-C. New bugs come first. Of the others all that is known is that they look alike:
/// they get as much time as the hunt took. What goes wrong is said; the finding stays as it
/// is.
fn look_closer(args: &Args, lab: &Lab, [new, others]: [&[i64]; 2], hunted: Duration, jobs: usize) {
    // It was raised to end the hunt.
    lab.stop.store(false, Ordering::Relaxed);
    let stopped = || lab.stop.load(Ordering::Relaxed);
    let bounds = Bounds { time: Some(REDUCING), bytes: None, jobs };
    let mut begun = None;
    for (at, id) in new.iter().chain(others).enumerate().filter(|_| args.reduce || args.blame) {
        let mut store = match Store::open_existing(&args.store) {
            Ok(store) => store,
            Err(error) => {
                refuse(&error);
                return;
            }
        };
        let late = at >= new.len() && begun.get_or_insert_with(Instant::now).elapsed() > hunted;
        if late {
            talk::mention("no time is left to look closer at the others\n");
            return;
        }
        if stopped() {
            return;
        }
        if args.reduce {
            reduce::one_finding(&mut store, *id, bounds, lab.stop);
        }
        if args.blame && !stopped() {
            if let Ok(found) = blame::one_finding(&store, *id, lab.allowance, BLAMING, lab.stop) {
                let pass = found.blame.pass.as_deref().unwrap_or("unknown");
                talk::mention(&format!("finding {id}: pass: {pass}; elenchus show {id}\n"));
            }
        }
    }
}

fn oracle(name: &str) -> Result<&'static dyn Oracle, String> {
    let all = || ORACLES.iter().map(|oracle| oracle.name()).collect::<Vec<_>>().join(", ");
    oracle::by_name(name).ok_or_else(|| format!("the oracles are {}", all()))
}

fn write_junit(args: &Args, text: impl FnOnce() -> String) -> Result<(), NotWritten> {
    let Some(file) = &args.junit else { return Ok(()) };
    new_files::replace(file, text().as_bytes(), junit::is_ours)
}

/// What the options say, or the configuration, or all of our presets.
fn sources(args: &Args, config: &Config) -> Result<Vec<Weighted>, String> {
    let split = args.oracle.iter().any(|oracle| oracle.wants_several_files());
    if split && args.oracle.iter().any(|oracle| oracle.wants_planted()) {
        return Err("--oracle abi needs programs of several files, and --oracle plant such of \
                    one: hunt twice"
            .to_owned());
    }
    let presets = args.preset.iter().map(|preset| config::generate(preset, args.size, split));
    let (cflags, here) = (&args.cflags, Path::new(""));
    let generators = args.generator.iter().map(|one| config::external(one, cflags, here));
    let folders = args.corpus.iter().map(|folder| config::folder(folder, cflags, here));
    let variants = args.enumerate.iter().map(|folder| config::variants(folder, cflags, here));
    let all = presets.chain(generators).chain(folders).chain(variants);
    let sources: Vec<Source> = all.collect::<Result<_, _>>()?;
    if sources.is_empty() && !config.sources.is_empty() {
        return Ok(config.sources.clone());
    }
    if sources.is_empty() {
        let weighted = |(preset, weight): (Preset, u32)| {
            let source = config::generate(preset.name(), args.size, split)?;
            Ok((config::with_dice(source), weight))
        };
        return PORTFOLIO.into_iter().map(weighted).collect();
    }
    Ok(sources.into_iter().map(|source| (source, 1)).collect())
}

/// What is tested with if nobody says: each as often as its weight says. With seeded
/// faults, `mix` finds the most in the same time, and `scalar` some that it does not.
const PORTFOLIO: [(Preset, u32); 4] =
    [(Preset::Mix, 4), (Preset::Whole, 2), (Preset::Scalar, 1), (Preset::Arithmetic, 1)];

/// If nobody says more, one program of so many is compiled with sanitizers, too: such a
/// build takes several times as long.
const SANITIZED: u64 = 16;

fn setup(args: &Args, lab: &Lab, sources: &[Weighted]) -> serde_json::Value {
    let compilers = lab.toolchains.iter().map(|one| {
        json!({ "name": one.name, "command": one.command, "levels": one.levels,
                "version": one.version, "target": one.target.name })
    });
    let oracles = args.oracle.iter().map(|oracle| oracle.name());
    json!({ "compilers": compilers.collect::<Vec<_>>(), "sources": sources,
            "seed": args.seed, "count": args.count, "fuzz_flags": args.fuzz_flags,
            "all_levels": args.all_levels, "oracles": oracles.collect::<Vec<_>>() })
}

fn say_beginning(args: &Args, lab: &Lab, workers: usize) {
    for one in &lab.toolchains {
        talk::mention(&format!("  {} ({}): {}\n", one.name, one.level_names(), one.version));
    }
    let store = args.store.display();
    talk::mention(&format!("{workers} programs at once; findings go to {store}; Ctrl-C ends it\n"));
}

#[derive(Serialize)]
struct Line<'a> {
    event: &'static str,
    id: i64,
    new: bool,
    kind: &'static str,
    state: &'static str,
    compiler: &'a str,
    signature: &'a str,
    seed: u64,
    /// Why it is in this state.
    why: Option<&'a String>,
}

fn show_finding(args: &Args, finding: &Finding, stored: Stored) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    let (kind, state) = (finding.kind.name(), finding.state.name());
    if args.json {
        let line = Line {
            event: "finding",
            id: stored.id,
            new: stored.new_bug,
            kind,
            state,
            compiler: &finding.compiler.name,
            signature: &finding.signature,
            seed: finding.seed,
            why: finding.reasons.last(),
        };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
    } else {
        let style = style(state);
        let new = if stored.new_bug { "" } else { " (another of a known bug)" };
        writeln!(out, "{style}{state}{style:#} {}: {}{new}", stored.id, report::title(finding))?;
        if let (true, Some(why)) = (finding.state != State::Confirmed, finding.reasons.last()) {
            writeln!(out, "    {}", why.lines().next().unwrap_or_default())?;
        }
    }
    out.flush()
}

fn show_summary(args: &Args, summary: &Summary) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    if args.json {
        let line = json!({ "event": "summary", "summary": summary,
                           "own_share": summary.own_share() });
        writeln!(out, "{line}")?;
        return Ok(());
    }
    let seconds = |time: Duration| format!("{:.1}s", time.as_secs_f64());
    writeln!(
        out,
        "{} ({}): {} programs, {} tests, {:.1} tests/s",
        in_words(summary.elapsed),
        summary.ended,
        summary.programs,
        summary.tests,
        summary.tests as f64 / summary.elapsed.as_secs_f64().max(0.001)
    )?;
    writeln!(
        out,
        "processor time: compilers {}, programs {}, own {} ({:.1}%; making {}, judging {})",
        seconds(summary.compile),
        seconds(summary.run),
        seconds(summary.own),
        100.0 * summary.own_share(),
        seconds(summary.making),
        seconds(summary.judging)
    )?;
    for (what, count) in [
        ("seeds gave no program", summary.dropped),
        ("programs were undefined and only compiled", summary.invalid),
        ("programs were undefined for some target, and only compiled there", summary.partly),
        ("programs have no known answer", summary.unknown),
        (
            "programs take the machine too long; where one does not end it is not run again",
            summary.long,
        ),
        ("times something well known was seen again", summary.known),
        ("programs were the same at another level and not run again", summary.spared),
    ] {
        if count > 0 {
            writeln!(out, "{count} {what}")?;
        }
    }
    for (signature, count) in &summary.held {
        writeln!(out, "{count} programs showed a marked bug, and were held back: {signature}")?;
    }
    if summary.refused > 0 {
        let names = summary.refused_names.join(", ");
        let more = if summary.refused_names.len() as u64 == summary.refused { "" } else { ", …" };
        let count = summary.refused;
        writeln!(
            out,
            "{count} programs were rejected by every compiler (our bug, most likely): {names}{more}"
        )?;
    }
    for state in State::ALL {
        let Some(kinds) = summary.findings.get(state) else { continue };
        let kinds = kinds.iter().map(|(kind, count)| format!("{count} {}", kind.name()));
        let style = style(state.name());
        let kinds = kinds.collect::<Vec<_>>().join(", ");
        writeln!(out, "{style}{}{style:#}: {kinds}", state.name())?;
    }
    if summary.findings.is_empty() {
        writeln!(out, "nothing was found")?;
    } else {
        writeln!(out, "new bugs: {}; `elenchus list` shows all", summary.new_bugs)?;
    }
    Ok(())
}
