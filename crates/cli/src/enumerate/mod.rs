//! `elenchus enumerate`: the ways in which a program can use its variables.

mod batch;
mod form;
mod pick;
mod save;
mod show;
mod write;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::parser::ValueSource;
use clap::{ArgMatches, ValueEnum};
use elenchus_campaign::holes::holes;
use elenchus_compilers::{Preprocess, PreprocessError, on_interrupt};
use elenchus_front::source::Original;
use elenchus_lang::tree::Program;
use elenchus_produce::enumerate::summary::{Counted, Summary, short};
use elenchus_produce::enumerate::{
    Equivalence, FileSkeleton, Granularity, Holes, Options, Space, Which, lexical,
};

use crate::input::{self, InputError};
use crate::language::LanguageOptions;
use crate::status::Status;
use crate::talk;
use batch::{File, Ticker};
use write::Writer;

/// Enumerate the ways in which a C program can use its variables.
///
/// Every use of a variable is a hole that any variable of its type in scope
/// may fill. Variants that differ only in variables that nobody can tell apart
/// count as one. All that is no hole stays as it is, byte for byte. Variants
/// go to standard output, or with --out to files of their own.
///
/// A folder stands for all C and C++ files below it; without --out or --json
/// they are counted only.
#[derive(clap::Args)]
#[command(
    after_help = "Example: elenchus enumerate prog.c --sample 100 --seed 7 --valid-only --out variants"
)]
pub struct Args {
    /// C files, or folders of them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    language: LanguageOptions,

    /// Count only
    #[arg(long, conflicts_with_all = ["range", "shard", "sample", "valid_only", "out"])]
    size: bool,

    /// What is a hole, and what may fill it
    #[arg(long, value_enum, default_value_t = HolesArg::Typed)]
    holes: HolesArg,

    /// Whether variables are exchanged in each function apart (what several
    /// functions may use is then not exchanged), or in the whole file
    #[arg(long, value_enum, default_value_t = GranularityArg::Intra)]
    granularity: GranularityArg,

    /// When variables count as interchangeable
    #[arg(long, value_enum, default_value_t = EquivalenceArg::Declarations)]
    equivalence: EquivalenceArg,

    /// Take all variants, also those that exchanges make of one another
    #[arg(long)]
    naive: bool,

    /// Only the variants with these numbers; the end is not among them
    #[arg(long, value_name = "A..B", value_parser = pick::range)]
    range: Option<pick::Bounds>,

    /// Only part I of N, from 1 on
    #[arg(long, value_name = "I/N", value_parser = pick::shard, conflicts_with = "range")]
    shard: Option<pick::Shard>,

    /// Draw so many different variants, each set of them as likely as another;
    /// at most 1000000
    #[arg(long, value_name = "N", value_parser = pick::sample)]
    sample: Option<u64>,

    /// What --sample draws by
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sample")]
    seed: u64,

    /// A file with more variants is skipped, unless --sample or --range says
    /// which to take
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    limit: u64,

    /// Run each variant on the machine and keep those that end in a defined
    /// way, with what they must print and their status
    #[arg(long, conflicts_with = "crash_only")]
    valid_only: bool,

    /// The variants are to crash compilers only: nothing is said of what they
    /// mean. With --holes any, texts that are no C or cannot be preprocessed
    /// are taken, too
    #[arg(long)]
    crash_only: bool,

    /// With --valid-only, end a variant after so many statements
    #[arg(long, value_name = "N", default_value_t = 2_000_000, requires = "valid_only")]
    fuel: u64,

    /// Write into this folder: FILE-NUMBER.c and, with --valid-only, what it
    /// must print (.expected) and how it must end (.status). What is there
    /// already is not replaced
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Print a line of JSON for each variant, or with --size for each file
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum HolesArg {
    /// Uses of variables, filled by variables of the same type: valid C
    Typed,
    /// Uses of variables, filled by any identifier: to test front ends
    Any,
    /// Uses of labels, filled by labels of the same function
    Labels,
}

#[derive(Clone, Copy, ValueEnum)]
enum GranularityArg {
    Intra,
    Inter,
}

#[derive(Clone, Copy, ValueEnum)]
enum EquivalenceArg {
    /// Nobody can tell that they were exchanged
    Declarations,
    /// Same type and scope: programs that behave differently may count as one
    Names,
}

impl Args {
    fn options(&self) -> Options {
        Options {
            holes: match self.holes {
                HolesArg::Typed => Holes::Typed,
                HolesArg::Any => Holes::Any,
                HolesArg::Labels => Holes::Labels,
            },
            granularity: match self.granularity {
                GranularityArg::Intra => Granularity::Intra,
                GranularityArg::Inter => Granularity::Inter,
            },
            equivalence: match self.equivalence {
                EquivalenceArg::Declarations => Equivalence::Declarations,
                EquivalenceArg::Names => Equivalence::Names,
            },
        }
    }

    /// What would do nothing, together with the other options.
    fn idle(&self, matches: &ArgMatches) -> Option<String> {
        let given = |id| matches.value_source(id) == Some(ValueSource::CommandLine);
        if matches!(self.holes, HolesArg::Labels) && given("granularity") {
            return Some(
                "--granularity is about variables: leave it out with --holes labels".into(),
            );
        }
        if !matches!(self.holes, HolesArg::Typed) && given("equivalence") {
            return Some("--equivalence is for --holes typed only: leave it out".into());
        }
        let picks = [
            ("--valid-only", self.valid_only),
            ("--sample", self.sample.is_some()),
            ("--range", self.range.is_some()),
            ("--shard", self.shard.is_some()),
        ];
        let (option, _) = picks.into_iter().find(|(_, is_given)| *is_given)?;
        let folder = self.files.iter().find(|file| file.is_dir())?;
        (self.out.is_none() && !self.json).then(|| {
            let folder = folder.display();
            format!(
                "{folder} is a folder: {option} needs --out DIR or --json, \
                 otherwise it is counted only"
            )
        })
    }

    /// Whether texts that were not parsed are taken.
    fn takes_any_text(&self) -> bool {
        self.crash_only && matches!(self.holes, HolesArg::Any)
    }
}

/// Why a file was skipped, and how bad that is.
struct Skipped {
    reason: String,
    status: Status,
}

impl Skipped {
    fn wrong(reason: impl Into<String>) -> Skipped {
        Skipped { reason: reason.into(), status: Status::Wrong }
    }
}

pub fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<Status> {
    if let Some(idle) = args.idle(matches) {
        talk::complain(&idle);
        return Ok(Status::Wrong);
    }
    if let Some(warning) = args.language.warning() {
        talk::complain(&warning);
    }
    let stop = on_interrupt();
    let preprocess = args.language.preprocess(matches);
    let batch = batch::files(&args.files)?;
    for folder in &batch.empty {
        talk::complain(&format!("there is no C file in {}", folder.display()));
    }
    let empty = if batch.empty.is_empty() { Status::Done } else { Status::Wrong };
    if batch.files.is_empty() {
        return Ok(empty);
    }
    let is_batch = args.files.iter().any(|file| file.is_dir());
    let mut session = Session {
        args,
        preprocess: &preprocess,
        writer: Writer::new(args, stop)?,
        summary: Summary::default(),
        skipped: 0,
        counts_only: args.size || is_batch && args.out.is_none() && !args.json,
        says_each: !is_batch || args.size,
    };
    let status = session.files(&batch.files, stop);
    session.writer.end()?;
    let status = status?;
    if batch.files.len() > 1 || is_batch {
        show::summary(args, &session.summary, session.skipped)?;
    }
    // Of a whole folder some files may be anything.
    Ok(empty.max(if is_batch { Status::Done } else { status }))
}

struct Session<'a> {
    args: &'a Args,
    preprocess: &'a Preprocess,
    writer: Writer<'a>,
    summary: Summary,
    skipped: u64,
    counts_only: bool,
    /// Whether there is a line for each file.
    says_each: bool,
}

impl Session<'_> {
    /// Takes one file after another; the worst that became of one.
    fn files(&mut self, files: &[File], stop: &AtomicBool) -> anyhow::Result<Status> {
        let mut ticker = Ticker::new(files.len());
        let mut status = Status::Done;
        for file in files {
            if stop.load(Ordering::Relaxed) {
                talk::complain("interrupted: what follows is about the files before");
                break;
            }
            ticker.tick();
            if let Err(skipped) = self.file(file).inspect_err(|_| ticker.clear())? {
                ticker.clear();
                talk::complain(&format!("{}: {}; skipped", file.path.display(), skipped.reason));
                self.skipped += 1;
                status = status.max(skipped.status);
            }
        }
        ticker.clear();
        Ok(status)
    }

    fn file(&mut self, file: &File) -> anyhow::Result<Result<(), Skipped>> {
        if file.is_foreign {
            return self.unparsed(file, "it is no C");
        }
        let text = match input::read(&file.path, self.preprocess) {
            Ok(text) => text,
            Err(InputError::Preprocess(PreprocessError::Failed { stderr, .. })) => {
                return self.unparsed(file, &not_preprocessed(&stderr));
            }
            Err(error) => {
                return Ok(Err(Skipped { reason: error.to_string(), status: error.status() }));
            }
        };
        if text.original == Original::Unknown {
            return Ok(Err(Skipped::wrong("it cannot be read twice: give a file")));
        }
        let language = &self.args.language;
        let mut program = Program::new(language.target(), language.language()?);
        match holes(text, &mut program, &self.args.options()) {
            Ok((source, found)) => {
                let user_text = source.user_text().unwrap_or_default();
                self.skeleton(file, &found, user_text, Some((&program, source.text())))
            }
            Err(error) => self.unparsed(file, &error.to_string()),
        }
    }

    /// Takes a file that the front end does not, if that is wanted.
    fn unparsed(&mut self, file: &File, reason: &str) -> anyhow::Result<Result<(), Skipped>> {
        if !self.args.takes_any_text() {
            let advice = "with --holes any --crash-only it is taken as words and braces";
            return Ok(Err(Skipped::wrong(format!("{reason} ({advice})"))));
        }
        let text = match std::fs::read(&file.path) {
            Ok(text) => text,
            Err(error) => return Ok(Err(Skipped::wrong(format!("cannot be read: {error}")))),
        };
        let name = file.path.display();
        talk::complain(&format!("{name}: {reason}: taken as words and braces"));
        self.skeleton(file, &lexical::find(&text), &text, None)
    }

    fn skeleton(
        &mut self,
        file: &File,
        found: &FileSkeleton,
        user_text: &[u8],
        parsed: Option<(&Program, &[u8])>,
    ) -> anyhow::Result<Result<(), Skipped>> {
        let space = |which| Space::new(found.skeleton.clone(), which);
        let naive = match space(Which::Naive) {
            Ok(naive) => naive,
            Err(tangled) => return Ok(Err(Skipped::wrong(tangled.to_string()))),
        };
        let canonical = space(Which::Canonical);
        if let Ok(canonical) = &canonical {
            let counted = Counted {
                measures: found.measures,
                naive: naive.size().clone(),
                canonical: canonical.size().clone(),
            };
            self.summary.add(&counted, self.args.limit);
            if self.counts_only {
                if self.says_each {
                    show::counted(self.args, &file.path, &counted, parsed.is_none())?;
                }
                return Ok(Ok(()));
            }
        }
        let space = match canonical {
            _ if self.args.naive && !self.counts_only => naive,
            Ok(canonical) => canonical,
            Err(tangled) => {
                let all = short(naive.size());
                let reason = format!("{tangled}; with --naive it has {all} variants");
                return Ok(Err(Skipped::wrong(reason)));
            }
        };
        match pick::pick(self.args, &space) {
            Ok(picked) => self.writer.file(file, found, &space, picked, user_text, parsed)?,
            Err(reason) => return Ok(Err(Skipped { reason, status: Status::Done })),
        }
        Ok(Ok(()))
    }
}

/// Why there is no text to parse, in a line, by what the compiler said.
fn not_preprocessed(said: &str) -> String {
    let error = said.lines().find(|line| line.contains("error"));
    let line = error.or(said.lines().next()).unwrap_or("the compiler does not say why");
    format!("it cannot be preprocessed: {line}")
}

/// What messages and files call a file without its folder and ending.
fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(|| "variant".into(), |stem| stem.to_string_lossy().into_owned())
}
