//! `elenchus doctor`: what is here, does it work, and what is missing?

use std::io::Write;

use elenchus_compilers::toolchain::Run;
use elenchus_compilers::{find, probe};
use serde_json::json;

use crate::status::Status;
use crate::toolchains::Toolchains;

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
    ("cvise", "reduces programs with interesting.sh of a report"),
];

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
            let sign = if good { "ok" } else { "--" };
            writeln!(out, "{sign}  {subject}: {what}")
        }
    };
    let scratch = args.toolchains.scratch()?;
    say("scratch", true, &scratch.path().display().to_string())?;
    say("confinement", scratch.kept().fully(), &scratch.kept().to_string())?;
    let mut working = 0;
    for given in args.toolchains.given(&config).0 {
        let folder = scratch.fresh("probe")?;
        match probe::measure(&given, &folder) {
            Ok(one) => {
                working += 1;
                let sanitizer = match probe::has_sanitizer(&one, &folder) {
                    true => "sanitizers",
                    false => "no sanitizers",
                };
                let run = match &one.run {
                    Run::Native => String::new(),
                    Run::With(command) => format!(", run by {}", command.join(" ")),
                    Run::Never => ", not run".into(),
                };
                let what = format!(
                    "{}; {}{run}; levels {}; {sanitizer}",
                    one.version,
                    one.target.name,
                    one.level_names()
                );
                say(&one.name, true, &what)?;
            }
            Err(trouble) => say(&given.name, false, &trouble.to_string())?,
        }
    }
    for (name, use_) in USEFUL {
        if find::find(name).is_none() {
            say(name, false, &format!("not installed; {use_}"))?;
        }
    }
    if working == 0 {
        say("compilers", false, "none works: install one, for instance gcc, or use --cc")?;
        return Ok(Status::Environment);
    }
    Ok(Status::Done)
}
