//! `elenchus reduce`: a program that shows something, made small.

mod command;
mod findings;
mod teller;

pub use findings::reduce as one_finding;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use elenchus_compilers::probe::Trouble;
use elenchus_compilers::run::family;
use elenchus_compilers::scratch::Scratch;
use elenchus_compilers::toolchain::{STANDARD, words};
use elenchus_compilers::{Preprocess, on_interrupt};
use elenchus_judge::ProgramFile;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_reduce::check::{
    Compiler, Counts, Guard, Lack, Place, Rules, SameVerdict, Script, Slower, Test, WrongCode,
};
use elenchus_reduce::prepare::{PrepareError, as_they_are, prepare};
use elenchus_reduce::reduction::{Audience, Bounds, ReduceError, reduce};
use elenchus_reduce::subject::Subject;

use crate::findings::StoreFile;
use crate::input::RunInput;
use crate::progress::{duration, jobs};
use crate::status::Status;
use crate::talk;
use command::Shows;
use teller::{Report, Teller};

/// Make a program small that shows a bug.
///
/// Several files are one program. What is shown is kept: a compiler does something
/// else than it must (--cc), it crashes (--crash), it is slow (--slower), a script says
/// so (--test), or the machine finds something undefined (--verdict). Where the program must be valid, the
/// machine sees to it at every step. The best program so far is always in the output
/// file; the input is never changed.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus reduce prog.c --cc 'gcc -O2' --against 'gcc -O0'")]
pub struct Args {
    /// C files, one program
    #[arg(required_unless_present = "finding", value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Reduce the program of this finding instead, and keep it in the store
    #[arg(long, value_name = "ID", conflicts_with_all = [
        "files", "cc", "verdict", "test", "stdin", "out", "resume"])]
    finding: Option<i64>,

    #[command(flatten)]
    store: StoreFile,

    /// The accused compiler with its options; also the one that preprocesses
    #[arg(long, value_name = "COMMAND")]
    cc: Option<String>,

    /// What says how it should be: another compiler, which must agree with the machine,
    /// or the machine alone
    #[arg(long, value_name = "COMMAND|machine", default_value = "machine", requires = "cc")]
    against: String,

    /// Keep that the compiler crashes, in the same way; the program need not be valid
    #[arg(long, requires = "cc", conflicts_with_all = ["against", "any_bug"])]
    crash: bool,

    /// Keep that --cc takes so many times as long to compile it as --against
    #[arg(long, value_name = "RATIO", value_parser = ratio, requires_all = ["cc", "against"],
          conflicts_with_all = ["crash", "any_bug"])]
    slower: Option<f64>,

    /// Let another failure of the compiler do as well
    #[arg(long, requires = "cc")]
    any_bug: bool,

    /// Keep what the machine finds undefined and where, as `elenchus run` says it
    #[arg(long, conflicts_with_all = ["test", "crash", "any_bug", "against", "slower"])]
    verdict: bool,

    /// Keep that this program, started in a folder with the files, ends with status 0
    #[arg(long, value_name = "SCRIPT",
          conflicts_with_all = ["crash", "any_bug", "against", "slower"])]
    test: Option<PathBuf>,

    /// With --test: only programs that the machine shows to be valid
    #[arg(long, requires = "test")]
    valid: bool,

    #[command(flatten)]
    input: RunInput,

    /// Where the result goes: a file, or for several files a folder
    /// [default: NAME.reduced.c beside each, or what each ends with]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Go on with what is in the output
    #[arg(long)]
    resume: bool,

    /// End after this time
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,

    /// End when the program has at most so many bytes
    #[arg(long, value_name = "N")]
    until_bytes: Option<usize>,

    /// Candidates that are tried at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = jobs)]
    jobs: Option<usize>,

    /// Print one JSON object at the end
    #[arg(long, conflicts_with = "finding")]
    json: bool,
}

impl Args {
    fn bounds(&self) -> Bounds {
        Bounds { time: self.time, bytes: self.until_bytes, jobs: self.jobs.unwrap_or(cores()) }
    }
}

fn ratio(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(ratio) if ratio > 1.0 && f64::is_finite(ratio) => Ok(ratio),
        _ => Err("a number above 1 is needed, such as 2.5".to_owned()),
    }
}

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// Why nothing is reduced.
enum Refusal {
    Request(String),
    Environment(String),
}

impl From<Lack> for Refusal {
    fn from(Lack(why): Lack) -> Refusal {
        Refusal::Request(format!("the input does not show it: {why}"))
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        Refusal::Environment(error.to_string())
    }
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let stop = on_interrupt();
    family::adopt_orphans().context("cannot look after the processes of compilers")?;
    if let Some(id) = args.finding {
        return Ok(match args.store.open() {
            Ok(mut store) => one_finding(&mut store, id, args.bounds(), stop),
            Err(status) => status,
        });
    }
    let scratch = Scratch::new().context("cannot make a folder for compilers to work in")?;
    match work(args, &scratch, stop) {
        Ok(status) => Ok(status),
        Err(refusal) => {
            let (why, status) = match refusal {
                Refusal::Request(why) => (why, Status::Wrong),
                Refusal::Environment(why) => (why, Status::Environment),
            };
            talk::complain(&why);
            Ok(status)
        }
    }
}

fn work(args: &Args, scratch: &Scratch, stop: &AtomicBool) -> Result<Status, Refusal> {
    if args.cc.is_none() && !args.verdict && args.test.is_none() {
        let how = "say what is to be kept: --cc COMMAND, --test SCRIPT or --verdict";
        return Err(Refusal::Request(how.into()));
    }
    let outputs = outputs(args)?;
    let inputs = if args.resume { &outputs } else { &args.files };
    let (rules, accused) = rules(args, args.cc.as_deref(), scratch)?;
    let accuses = accused.is_some();
    let command = args.cc.as_deref().unwrap_or("cc");
    let command = match &accused {
        Some(accused) => accused.toolchain().preprocessor(),
        None => words(command),
    };
    // Headers define functions of the library where a program is optimised.
    let command = command.into_iter().filter(|word| !word.starts_with("-O"));
    let preprocess = Preprocess::new(command).standard(rules.language.name());
    let mut files = texts(args, inputs, &preprocess, &rules)?;
    for (file, input) in files.iter_mut().zip(&args.files) {
        file.name = input.file_name().unwrap_or_default().to_owned();
    }
    let rules = rules.fit(&files);
    let target = rules.target;
    let (test, kept) = test(args, &rules, accused, &files, scratch, stop)?;
    if let Some(kept) = &kept {
        talk::say(&format!("kept: {kept}\n"));
    }
    let mut teller = Teller::new(outputs);
    teller.better(&files)?;
    let reduced = reduce(files, &*test, &rules, args.bounds(), (scratch, stop), &mut teller);
    teller.clear();
    match reduced {
        Ok(reduced) => {
            teller.better(&reduced.files)?;
            teller.met(&test.met())?;
            teller.summary(&reduced, stop.load(Ordering::Relaxed));
            let mut shown_by = None;
            if let (Some(cc), Some(kept), true) = (&args.cc, &kept, accuses && reduced.finished) {
                let shows = Shows { args, target, kept, files: &reduced.files, scratch, stop };
                shown_by = Some(shows.fewer(cc)?);
            }
            if let Some(command) =
                shown_by.as_ref().filter(|command| Some(*command) != args.cc.as_ref())
            {
                talk::say(&format!("shown by: {command}\n"));
            }
            if args.json {
                print_json(&Report::new(&teller, kept.as_deref(), shown_by.as_deref(), &reduced))?;
            }
            Ok(Status::Done)
        }
        Err(ReduceError::Io(error)) => Err(error.into()),
        Err(other) => Err(Refusal::Request(other.to_string())),
    }
}

/// The files, preprocessed. A script gets what our front end does not take as it is.
fn texts(
    args: &Args,
    inputs: &[PathBuf],
    preprocess: &Preprocess,
    rules: &Rules,
) -> Result<Vec<ProgramFile>, Refusal> {
    let refuse = |why: PrepareError| Refusal::Request(why.to_string());
    let is_free = args.test.is_some() && !args.valid;
    let files = match prepare(inputs, preprocess) {
        Err(why) if !is_free => return Err(refuse(why)),
        prepared => prepared.ok(),
    };
    let parsed = match &files {
        Some(files) => Subject::parse(files.clone(), rules.language, rules.target).map(|_| ()),
        None => Err("it cannot be preprocessed as C".to_owned()),
    };
    let Err(why) = parsed else { return Ok(files.unwrap_or_default()) };
    talk::mention(&format!("words and brackets are all that is known of it: {why}\n"));
    match files {
        Some(files) if !is_free => Ok(files),
        _ => as_they_are(inputs).map_err(refuse),
    }
}

/// The language of the program, and the compiler that is asked.
fn rules(
    args: &Args,
    cc: Option<&str>,
    scratch: &Scratch,
) -> Result<(Rules, Option<Compiler>), Refusal> {
    let input = args.input.stdin().map_err(|why| Refusal::Request(why.to_string()))?;
    let flags = cc.map(words).unwrap_or_default();
    let accused = match cc {
        Some(cc) if !args.verdict && args.test.is_none() => {
            Some(compiler(cc, scratch)?.with_input(&args.input.args, &input))
        }
        _ => None,
    };
    // Compilers are told which C it is; others take what they take.
    let standard = accused.iter().map(|_| STANDARD);
    let flags = standard.chain(flags.iter().map(String::as_str));
    let language = Language::GNU17.with_options(flags);
    let language = language.map_err(|option| Refusal::Request(option.to_string()))?;
    let target = accused.as_ref().map_or(Target::x86_64(), |one| one.toolchain().target);
    let rules = Rules::new(target, language);
    Ok((Rules { input, args: args.input.args.clone(), ..rules }, accused))
}

fn compiler(command: &str, scratch: &Scratch) -> Result<Compiler, Refusal> {
    let folder = scratch.fresh("probe")?;
    Compiler::new(command, &folder).map_err(|trouble| {
        let why = format!("the compiler `{command}`: {trouble}");
        match trouble {
            Trouble::NoCommand => Refusal::Request(why),
            _ => Refusal::Environment(why),
        }
    })
}

/// The test, and in words what is kept, learnt from the input.
fn test(
    args: &Args,
    rules: &Rules,
    accused: Option<Compiler>,
    files: &[ProgramFile],
    scratch: &Scratch,
    stop: &AtomicBool,
) -> Result<(Box<dyn Test>, Option<String>), Refusal> {
    let rules = rules.clone();
    if let Some(path) = &args.test {
        let path = fs::canonicalize(path).map_err(|error| {
            Refusal::Request(format!("cannot read {}: {error}", path.display()))
        })?;
        let guard = if args.valid { Guard::Valid } else { Guard::Nothing };
        return Ok((Box::new(Script { path, rules, guard }), None));
    }
    let (folder, counts) = (scratch.fresh("input")?, Counts::default());
    let place = Place { folder: &folder, stop, counts: &counts };
    let Some(accused) = accused else {
        let test = SameVerdict::learn(rules, files, &place)?;
        let kept = test.kept();
        return Ok((Box::new(test), Some(kept)));
    };
    let other = match args.against.as_str() {
        "machine" => None,
        command => Some(compiler(command, scratch)?.with_input(&args.input.args, &rules.input)),
    };
    if let Some(ratio) = args.slower {
        let Some(other) = other else {
            let how = "--slower needs a compiler to compare with: --against COMMAND";
            return Err(Refusal::Request(how.into()));
        };
        let test = Slower::learn(rules, (accused, other), ratio, files, &place)??;
        let kept = test.kept();
        return Ok((Box::new(test), Some(kept)));
    }
    let test = WrongCode::learn(rules, accused, other, args.crash, files, &place)??;
    let kept = test.failure().to_string();
    Ok((Box::new(if args.any_bug { test.any_bug() } else { test }), Some(kept)))
}

fn print_json(report: &Report) -> Result<(), Refusal> {
    let line = serde_json::to_string(report).map_err(io::Error::other)?;
    let mut out = anstream::stdout().lock();
    Ok(writeln!(out, "{line}").and_then(|()| out.flush())?)
}

/// Where each file goes. What is there stays there, unless it is to be gone on with.
fn outputs(args: &Args) -> Result<Vec<PathBuf>, Refusal> {
    let beside = |file: &PathBuf| {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let ending = file.extension().unwrap_or_default().to_string_lossy();
        // What is preprocessed already is C as well.
        let ending = if ending.is_empty() || ending == "i" { "c".into() } else { ending };
        file.with_file_name(format!("{stem}.reduced.{ending}"))
    };
    let outputs: Vec<PathBuf> = match (&args.out, &args.files[..]) {
        (None, files) => files.iter().map(beside).collect(),
        (Some(out), [_]) => vec![out.clone()],
        (Some(out), files) => {
            let into = |file: &PathBuf| out.join(file.file_name().unwrap_or_default());
            files.iter().map(into).collect()
        }
    };
    for output in &outputs {
        let name = output.display();
        if args.files.iter().any(|file| same(file, output)) {
            let why = format!("{name} is the input: name another output with --out");
            return Err(Refusal::Request(why));
        }
        match (output.exists(), args.resume) {
            (true, false) => {
                return Err(Refusal::Request(format!(
                    "{name} is there already: remove it, name another output with --out, \
                     or go on with it by --resume"
                )));
            }
            (false, true) => {
                let why = format!("{name} is not there: nothing can be gone on with");
                return Err(Refusal::Request(why));
            }
            _ => {}
        }
    }
    Ok(outputs)
}

fn same(a: &Path, b: &Path) -> bool {
    match (fs::canonicalize(a), fs::canonicalize(b)) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}
