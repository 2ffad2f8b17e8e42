//! `elenchus audit`: may a program be reported?

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use elenchus_blame::case::parted;
use elenchus_campaign::certificate::{Asked, Standing, certify};
use elenchus_compilers::run::family;
use elenchus_compilers::scratch::Scratch;
use elenchus_compilers::{on_interrupt, probe};

use crate::input::{self, RunInput};
use crate::status::Status;
use crate::talk;

/// Say whether a program may be reported to a compiler: is it free of undefined behaviour?
///
/// The files are one program, of a report that somebody else wrote or of your own. Says
/// what the abstract machine finds, for the target of the compiler and, where nothing is
/// for the preprocessor, for others; how many kinds of undefined behaviour it looked for;
/// and what the sanitizers of gcc and clang say. Ends with status 0 if the program is
/// defined, 1 if it is at fault, and 2 if nobody can say.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus audit reproducer.c --cc 'gcc -O2'")]
pub struct Args {
    /// C files, linked as one program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The compiler with its options, which say what the program means
    #[arg(long, value_name = "COMMAND", default_value = "cc")]
    cc: String,

    #[command(flatten)]
    input: RunInput,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    family::adopt_orphans().context("cannot look after the processes of compilers")?;
    let (program, input) = match (input::program(&args.files), args.input.stdin()) {
        (Ok(program), Ok(input)) => (program, input),
        (Err(error), _) | (_, Err(error)) => {
            talk::complain(&error.to_string());
            return Ok(error.status());
        }
    };
    let scratch = Scratch::new().context("cannot make a folder for compilers to work in")?;
    let (given, level) = parted(&args.cc);
    let toolchain = match probe::measure(&given, &scratch.fresh("probe")?) {
        Ok(toolchain) => toolchain,
        Err(trouble) => {
            talk::complain(&format!("the compiler `{}`: {trouble}", given.name));
            return Ok(Status::Environment);
        }
    };
    let asked = Asked {
        program: &program,
        toolchain: &toolchain,
        level: &level,
        input: &input,
        args: &args.input.args,
    };
    let certificate = certify(&asked, on_interrupt())?;
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&certificate)?)?;
    } else {
        write!(out, "{certificate}")?;
    }
    Ok(match certificate.standing {
        Standing::Defined => Status::Done,
        Standing::AtFault => Status::No,
        Standing::Unknown => Status::Wrong,
    })
}
