//! `elenchus report`: a finding as others want to have it.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use elenchus_campaign::certificate::{Asked, certify};
use elenchus_campaign::finding::Finding;
use elenchus_campaign::report::plain::plain;
use elenchus_campaign::report::{self, Certified};
use elenchus_compilers::run::family;
use elenchus_compilers::scratch::Scratch;
use elenchus_compilers::{on_interrupt, probe};

use crate::findings::{StoreFile, refuse};
use crate::status::Status;
use crate::talk;

/// Write a folder with all that a bug report needs.
///
/// The program, README.md with all that is known, repro.sh which shows the bug by
/// itself (status 0 if it is there), a Makefile, and interesting.sh for C-Reduce
/// and C-Vise. While its compiler is there: certificate.txt, what can be said for
/// the program, and the report in the form of its tracker, bugzilla.txt for gcc and
/// llvm-issue.md for clang.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus report 1 && finding-1/repro.sh")]
pub struct Args {
    /// The number of the finding
    id: i64,

    #[command(flatten)]
    store: StoreFile,

    /// The folder [default: finding-ID]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Print the finding as one JSON object as well
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let finding = match args.store.open().map(|store| store.finding(args.id)) {
        Ok(Ok(finding)) => finding,
        Ok(Err(error)) => return Ok(refuse(&error)),
        Err(status) => return Ok(status),
    };
    let folder = args.out.clone().unwrap_or_else(|| format!("finding-{}", args.id).into());
    // A script of the report calls this very program, which need not be on PATH.
    let elenchus = std::env::current_exe().unwrap_or_else(|_| "elenchus".into());
    match certified(&finding)? {
        Some(certified) => report::write_certified(&finding, &certified, &folder, &elenchus)?,
        None => report::write(&finding, &folder, &elenchus)?,
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&finding)?)?;
    } else {
        writeln!(out, "{}", folder.join("README.md").display())?;
    }
    Ok(Status::Done)
}

/// What can be said for the program of a finding; why that is not known is said.
fn certified(finding: &Finding) -> anyhow::Result<Option<Certified>> {
    family::adopt_orphans().context("cannot look after the processes of compilers")?;
    let scratch = Scratch::new().context("cannot make a folder for compilers to work in")?;
    let given = &finding.compiler;
    let toolchain = match probe::measure(given, &scratch.fresh("probe")?) {
        Ok(toolchain) => toolchain,
        Err(trouble) => {
            let name = &given.name;
            talk::complain(&format!("no certificate: the compiler `{name}`: {trouble}"));
            return Ok(None);
        }
    };
    let level = given.levels.first().cloned().unwrap_or_default();
    let shown = finding.shown();
    let program = &shown.program;
    let asked = Asked { program, toolchain: &toolchain, level: &level, input: &[], args: &[] };
    let certificate = certify(&asked, on_interrupt())?;
    let plain = plain(&shown, on_interrupt())?;
    Ok(Some(Certified { certificate, plain }))
}
