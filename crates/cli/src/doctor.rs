//! `elenchus doctor`: what is here, does it work, and what is missing?

use std::io::Write;
use std::path::Path;

use anstyle::AnsiColor;
use elenchus_compilers::run::Reach;
use elenchus_compilers::toolchain::{Run, Tool, Toolchain};
use elenchus_compilers::{find, is_interrupted, probe};
use serde_json::json;

use crate::status::Status;
use crate::toolchains::{Toolchains, interrupted};

/// Say which compilers are found, whether they work, and what is missing.
///
/// Every compiler compiles and runs a small program.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus doctor")]
pub struct Args {
    #[command(flatten)]
    toolchains: Toolchains,

    /// Print a JSON object for each line
    #[arg(long)]
    json: bool,
}

/// What makes a hunt better, and why.
const USEFUL: &[(&str, &str)] = &[
    ("gcc", "a compiler to test, and a sanitizer for confirming"),
    ("clang", "a compiler to test, and a second sanitizer"),
    ("valgrind", "observes volatile accesses for --oracle volatile"),
    ("qemu-aarch64", "runs programs of a cross compiler; see docs/cross.md"),
    ("cvise", "reduces programs with interesting.sh of a report"),
];

const NO_SMALL: &str = "does not work, so 32-bit programs are not tested; \
                        install gcc-multilib (for gcc-12, gcc-12-multilib)";

fn describe(one: &Toolchain, folder: &Path) -> String {
    let sanitizer = match probe::has_sanitizer(one, folder) {
        true => "sanitizers",
        false => "no sanitizers",
    };
    let run = match (&one.tool, &one.run) {
        (Tool::Interpreter, _) => ", runs programs from source".into(),
        (Tool::Analyser, _) => ", looks at programs".into(),
        (_, Run::Native) => String::new(),
        (_, Run::With(command)) => format!(", run by {}", command.join(" ")),
        (_, Run::Never) => ", not run".into(),
    };
    let reach = match one.reach {
        Reach::Temporary => "; writes to /tmp, and is allowed to",
        Reach::Scratch | Reach::Anywhere => "",
    };
    let levels = one.level_names();
    format!("{}; {}{run}; levels {levels}; {sanitizer}{reach}", one.version, one.target.name)
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let config = match args.toolchains.config() {
        Ok(config) => config,
        Err(status) => return Ok(status),
    };
    let mut out = anstream::stdout().lock();
    let mut say = |subject: &str, good: bool, what: &str| -> std::io::Result<()> {
        if args.json {
            writeln!(out, "{}", json!({ "subject": subject, "ok": good, "detail": what }))
        } else {
            let (sign, colour) =
                if good { ("ok", AnsiColor::Green) } else { ("--", AnsiColor::Yellow) };
            let style = colour.on_default();
            writeln!(out, "{style}{sign}{style:#}  {subject}: {what}")
        }
    };
    let scratch = args.toolchains.scratch()?;
    say("scratch", true, &scratch.path().display().to_string())?;
    say("confinement", scratch.kept().fully(), &scratch.kept().to_string())?;
    let mut working = 0;
    let (given, named) = args.toolchains.given(&config);
    for given in given {
        if is_interrupted() {
            return Ok(interrupted());
        }
        let one = match probe::measure(&given, &scratch.fresh("probe")?) {
            Ok(one) => one,
            Err(trouble) => {
                say(&given.name, false, &trouble.to_string())?;
                continue;
            }
        };
        working += 1;
        say(&one.name, true, &describe(&one, &scratch.fresh("probe")?))?;
        let Some(small) = find::small(&one).filter(|_| !named) else { continue };
        match probe::measure(&small, &scratch.fresh("probe")?) {
            Ok(small) => say(&small.name, true, &describe(&small, &scratch.fresh("probe")?))?,
            Err(_) => say(&small.name, false, NO_SMALL)?,
        }
    }
    if is_interrupted() {
        return Ok(interrupted());
    }
    for (name, use_) in USEFUL {
        // Of `gcc-17` alone nobody says that there is no gcc.
        if find::find(name).is_none() && find::versions_of(name).is_empty() {
            say(name, false, &format!("not installed; {use_}"))?;
        }
    }
    if working == 0 {
        say("compilers", false, "none works: install one, for instance gcc, or use --cc")?;
        return Ok(Status::Environment);
    }
    Ok(Status::Done)
}
