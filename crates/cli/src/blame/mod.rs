//! `elenchus blame`: where does a bug come from?

mod findings;

pub use findings::blame as one_finding;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use elenchus_blame::bench::{Patience, is_fit};
use elenchus_blame::builds::BuildStore;
use elenchus_blame::case::parted;
use elenchus_blame::{Against, Blame, Cut, Others, Refusal, Request, blame, start, versions};
use elenchus_compilers::run::family;
use elenchus_compilers::scratch::Scratch;
use elenchus_compilers::toolchain::{Given, Toolchain};
use elenchus_compilers::{on_interrupt, probe};
use serde_json::json;

use crate::findings::StoreFile;
use crate::input::{self, RunInput};
use crate::progress::duration;
use crate::status::Status;
use crate::talk;

/// Say which pass, flags and versions of a compiler a bug comes from.
///
/// The files are one program that the compiler gets wrong: it must be free of
/// undefined behaviour, and have a symptom that can be seen (another output or exit
/// status than is right, or a compiler that fails). A pass is named only if what was
/// tried leaves no other. Ends with status 0 if one was named, and 1 if not.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus blame wrong.c --cc 'clang-14 -O2'")]
pub struct Args {
    /// C files, linked as one program
    #[arg(required_unless_present = "finding", value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Blame the compiler of this finding instead, and keep in the store what comes out
    #[arg(long, value_name = "ID", conflicts_with_all = [
        "files", "cc", "against", "stdin", "args"])]
    finding: Option<i64>,

    #[command(flatten)]
    store: StoreFile,

    /// The compiler with its options. Without an option -O… the lowest of its usual
    /// levels is taken that is wrong
    #[arg(long, value_name = "COMMAND", required_unless_present = "finding")]
    cc: Option<String>,

    /// Who says what is right: the abstract machine, or a compiler with its options
    #[arg(long, value_name = "machine|COMMAND", default_value = "machine")]
    against: String,

    #[command(flatten)]
    input: RunInput,

    /// A command that provides builds of the compiler: {} in it is the number of one; it
    /// prints the path of the compiler, and in a second line what you call it (a commit).
    /// The first build that is wrong is searched for
    #[arg(long, value_name = "COMMAND", requires = "build_range", conflicts_with = "finding")]
    builds: Option<String>,

    /// Which builds there are, as in 0..412
    #[arg(long, value_name = "FIRST..LAST", requires = "builds")]
    build_range: Option<String>,

    /// How long to try, as in 90s or 10m
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = duration)]
    time: Duration,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    family::adopt_orphans().context("cannot look after the processes of compilers")?;
    if let Some(id) = args.finding {
        return match args.store.open() {
            Ok(store) => findings::shown(&store, id, args.time, args.json, on_interrupt()),
            Err(status) => Ok(status),
        };
    }
    let builds = match (&args.builds, &args.build_range) {
        (Some(command), Some(range)) => match BuildStore::new(command, range) {
            Ok(store) => Some(store),
            Err(error) => {
                talk::complain(&error);
                return Ok(Status::Wrong);
            }
        },
        _ => None,
    };
    let (program, input) = match (input::program(&args.files), args.input.stdin()) {
        (Ok(program), Ok(input)) => (program, input),
        (Err(error), _) | (_, Err(error)) => {
            talk::complain(&error.to_string());
            return Ok(Status::Wrong);
        }
    };
    let scratch = Scratch::new().context("cannot make a folder for compilers to work in")?;
    let (given, level) = parted(args.cc.as_deref().unwrap_or_default());
    let Some(toolchain) = measured(&given, &scratch)? else { return Ok(Status::Environment) };
    let witness = match args.against.as_str() {
        "machine" => None,
        command => {
            let (given, level) = parted(command);
            let Some(witness) = measured(&given, &scratch)? else {
                return Ok(Status::Environment);
            };
            Some((witness, level))
        }
    };
    let against = match &witness {
        None => Against::Machine,
        Some((witness, level)) => Against::Compiler(witness, level.clone()),
    };
    let patience = Patience { all: args.time, ..Patience::default() };
    let request = Request {
        program: &program,
        toolchain: &toolchain,
        level,
        input,
        args: args.input.args.clone(),
        against,
        patience,
    };
    let (mut bench, symptom) = match start(&request, &scratch, on_interrupt()) {
        Ok(begun) => begun,
        Err(refusal) => return refuse(refusal),
    };
    let versions = versions::installed(&given, &toolchain, &scratch)?;
    let found = match blame(&mut bench, &Others { versions, builds }) {
        Ok(found) => found,
        Err(cut) => return refuse(cut.into()),
    };
    let compiler = toolchain.at(&bench.case.level);
    let mut out = anstream::stdout().lock();
    if args.json {
        let mut line = serde_json::to_value(&found)?;
        line["compiler"] = json!(compiler);
        line["version"] = json!(toolchain.version);
        line["symptom"] = json!(symptom.to_string());
        line["expected"] = json!(bench.case.expected);
        line["compilations"] = json!(bench.tries);
        writeln!(out, "{line}")?;
    } else {
        writeln!(out, "{compiler}: {symptom}")?;
        write!(out, "{found}")?;
    }
    Ok(status(&found))
}

fn status(found: &Blame) -> Status {
    if found.pass.is_some() { Status::Done } else { Status::No }
}

/// Why a compiler cannot be used is said.
fn measured(given: &Given, scratch: &Scratch) -> anyhow::Result<Option<Toolchain>> {
    match probe::measure(given, &scratch.fresh("probe")?) {
        Ok(toolchain) if is_fit(&toolchain) => Ok(Some(toolchain)),
        Ok(_) => {
            talk::complain(&format!("`{}` is no compiler of programs", given.name));
            Ok(None)
        }
        Err(trouble) => {
            talk::complain(&format!("the compiler `{}`: {trouble}", given.name));
            Ok(None)
        }
    }
}

fn refuse(refusal: Refusal) -> anyhow::Result<Status> {
    talk::complain(&refusal.to_string());
    Ok(match refusal {
        Refusal::Cut(Cut::Io(error)) => return Err(error.into()),
        Refusal::Cut(_) => Status::Environment,
        Refusal::NotWrong(_) | Refusal::Unstable(_) => Status::No,
        _ => Status::Wrong,
    })
}
