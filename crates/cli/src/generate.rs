//! `elenchus generate`: programs with one known meaning.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::builder::RangedU64ValueParser;
use elenchus_campaign::new_files::{NewFile, write_all};
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_produce::facts::emit::Form;
use elenchus_produce::generate::{
    Check, Dropped, FloatMode, Generated, LARGEST_SIZE, Layout, MOST_OPERATIONS, MOST_STEPS,
    Preset, Safety, Settings, Stats, generate,
};
use elenchus_produce::policy::Policy;
use serde::Serialize;

use crate::plant;
use crate::status::Status;
use crate::talk;

/// Write C programs that are free of undefined behaviour, with their answers.
///
/// The same seed and settings give the same bytes on every machine. A program
/// goes to standard output; with --out, each goes to a file of its own, and
/// what it must print beside it.
#[derive(clap::Args)]
#[command(
    after_help = "Example: elenchus generate --seed 7 --size 5000 > t.c && gcc t.c && ./a.out"
)]
pub struct Args {
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many programs, of seeds one after another
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// Write into this folder: SEED.c and SEED.expected
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// What kind of program: arithmetic, scalar, mix or whole
    #[arg(long, default_value = "mix", value_parser = preset)]
    preset: Preset,

    /// About how many bytes of text
    #[arg(long, value_name = "BYTES", default_value_t = 10_000,
          value_parser = clap::value_parser!(u64).range(1..=LARGEST_SIZE))]
    size: u64,

    /// At most so many executed steps [default: one for every two bytes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_STEPS))]
    max_steps: Option<u64>,

    /// At most so many bytes of text
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30)]
    max_bytes: u64,

    /// At most so many bytes of global data, beside the few that collect the answer
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20)]
    max_data: u64,

    /// How the program shows its answer: it prints a checksum; or it compares
    /// that (expected) or every variable (values), and ends with status 1
    #[arg(long, default_value = "checksum", value_parser = check)]
    check: Check,

    /// One file, functions and driver in files of their own, or the functions
    /// in a dynamic library: single, split or shared
    #[arg(long, default_value = "single", value_parser = layout)]
    layout: Layout,

    /// Use nothing of a library: the exit status alone tells (with --check
    /// expected or values)
    #[arg(long)]
    freestanding: bool,

    /// The edition of C: c99; c11, with alignments; or c23, with bool and empty
    /// initialisers
    #[arg(long = "std", value_name = "STANDARD", default_value = "c11", value_parser = language)]
    language: Language,

    /// Leave out `long`, so that a program means the same where that has 32 bits
    #[arg(long, conflicts_with = "int128")]
    portable: bool,

    /// The data model that it is written for
    #[arg(long, default_value = "x86_64-linux", value_parser = target)]
    target: &'static Target,

    /// Numbers that decide what is drawn how often, as TOML; or `csmith`, its weights
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,

    /// Print the policy as TOML and end
    #[arg(long)]
    dump_policy: bool,

    /// Draw everything evenly
    #[arg(long)]
    no_policies: bool,

    /// Floating types: none; exact, where no operation rounds; or tolerant,
    /// where results are printed apart, after a `~`
    #[arg(long, default_value = "exact", value_parser = float)]
    float: FloatMode,

    /// Use __int128
    #[arg(long)]
    int128: bool,

    /// Use GNU vectors
    #[arg(long)]
    vectors: bool,

    /// Use functions that compilers know by themselves
    #[arg(long)]
    builtins: bool,

    /// Use GNU's ranges of cases
    #[arg(long)]
    case_ranges: bool,

    /// `basic` leaves out bit-fields, long double, register variables, alignments and
    /// remainders of unsigned int, for small compilers
    #[arg(long, value_parser = ["strict", "basic"], default_value = "strict")]
    conform: String,

    /// Operations of each expression (preset arithmetic)
    #[arg(long, value_name = "N", value_parser = operations())]
    operations: Option<u64>,

    /// Expressions of the program (preset arithmetic)
    #[arg(long, value_name = "N", value_parser = operations())]
    expressions: Option<u64>,

    /// Plant one defect: a kind of undefined behaviour, at a line that the text
    /// names; `list` shows the kinds. The program is not valid then
    #[arg(long, value_name = "KIND", conflicts_with = "stats")]
    plant: Option<String>,

    /// Plant it where it is never executed: the program stays valid
    #[arg(long, requires = "plant")]
    unreached: bool,

    /// How the program keeps free of undefined behaviour: `repair` replaces operations
    /// only where they need it; `wrap` puts guards, functions in the file, around all that
    /// could be undefined; `static` makes a program that is valid for any values of its
    /// global variables
    #[arg(long, default_value = "repair", value_parser = safety)]
    safety: Safety,

    /// With --safety static: write the program this often again with other values of its
    /// global variables, as SEED-1.c and so on, each with what it must print
    #[arg(long, value_name = "N", default_value_t = 0, requires = "out")]
    inputs: u64,

    /// Compare what static analysis says of the program with its run, at every point
    #[arg(long)]
    assert_facts: bool,

    /// Write what static analysis says of the program into its text: as comments, or as
    /// assertions
    #[arg(long, value_parser = form)]
    emit_facts: Option<Form>,

    /// Say on standard error what was generated
    #[arg(long)]
    stats: bool,

    /// Print each program as a line of JSON: its files and what it must print
    #[arg(long, conflicts_with = "out")]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    seed: u64,
    files: Vec<File<'a>>,
    output: &'a str,
    steps: u64,
    bytes: u64,
}

#[derive(Serialize)]
struct File<'a> {
    name: &'a str,
    text: &'a str,
}

impl Report<'_> {
    fn new(seed: u64, generated: &Generated) -> Report<'_> {
        let files = generated.files.iter().map(|(name, text)| File { name, text }).collect();
        let Stats { steps, bytes, .. } = generated.stats;
        Report { seed, files, output: &generated.output, steps, bytes }
    }
}

fn operations() -> RangedU64ValueParser {
    clap::value_parser!(u64).range(1..=MOST_OPERATIONS)
}

fn preset(name: &str) -> Result<Preset, String> {
    Preset::by_name(name).ok_or_else(|| "the presets are arithmetic, scalar, mix and whole".into())
}

fn language(name: &str) -> Result<Language, String> {
    // GNU's extensions have settings of their own.
    let gnu = match name {
        "c99" => "gnu99",
        "c11" => "gnu11",
        "c23" => "gnu23",
        _ => return Err("the editions are c99, c11 and c23".into()),
    };
    Language::by_name(gnu).ok_or_else(|| format!("no language is called {gnu}"))
}

fn check(name: &str) -> Result<Check, String> {
    match name {
        "checksum" => Ok(Check::Checksum),
        "expected" => Ok(Check::Expected),
        "values" => Ok(Check::Values),
        _ => Err("the checks are checksum, expected and values".into()),
    }
}

fn float(name: &str) -> Result<FloatMode, String> {
    match name {
        "none" => Ok(FloatMode::None),
        "exact" => Ok(FloatMode::Exact),
        "tolerant" => Ok(FloatMode::Tolerant),
        _ => Err("the modes are none, exact and tolerant".into()),
    }
}

fn layout(name: &str) -> Result<Layout, String> {
    match name {
        "single" => Ok(Layout::Single),
        "split" => Ok(Layout::Split),
        "shared" => Ok(Layout::Shared),
        _ => Err("the layouts are single, split and shared".into()),
    }
}

fn target(name: &str) -> Result<&'static Target, String> {
    Target::by_name(name).ok_or_else(|| "unknown target".into())
}

/// A policy by its name, or of a file over another one.
fn read_policy(over: &Policy, file: &Path) -> Result<Policy, String> {
    if let Some(policy) = file.to_str().and_then(Policy::named) {
        return Ok(policy);
    }
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let text = std::fs::read_to_string(file).map_err(|error| named(&error))?;
    over.with_toml(&text).map_err(|error| named(&error))
}

fn safety(name: &str) -> Result<Safety, String> {
    match name {
        "repair" => Ok(Safety::Repair),
        "wrap" => Ok(Safety::Wrap),
        "static" => Ok(Safety::Static),
        _ => Err("the ways are repair, wrap and static".into()),
    }
}

fn form(name: &str) -> Result<Form, String> {
    match name {
        "comment" => Ok(Form::Comment),
        "assert" => Ok(Form::Assert),
        _ => Err("the forms are comment and assert".into()),
    }
}

pub const UNWRITTEN: &str = "cannot write to standard output";

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let mut policy = if args.no_policies { Policy::none() } else { Policy::default() };
    if let Some(file) = &args.policy {
        policy = match read_policy(&policy, file) {
            Ok(policy) => policy,
            Err(error) => {
                talk::complain(&error);
                return Ok(Status::Wrong);
            }
        };
    }
    let mut stdout = std::io::stdout().lock();
    if args.dump_policy {
        stdout.write_all(policy.to_toml().as_bytes()).context(UNWRITTEN)?;
        return Ok(Status::Done);
    }
    let settings = Settings {
        preset: args.preset,
        size: args.size,
        max_steps: args.max_steps,
        max_bytes: args.max_bytes,
        max_data: args.max_data,
        target: args.target,
        check: args.check,
        layout: args.layout,
        freestanding: args.freestanding,
        policy,
        shuffle: !args.no_policies,
        float: args.float,
        int128: args.int128,
        vectors: args.vectors,
        builtins: args.builtins,
        case_ranges: args.case_ranges,
        basic: args.conform == "basic",
        language: args.language,
        portable: args.portable,
        operations: args.operations,
        expressions: args.expressions,
        measure: args.stats,
        safety: args.safety,
        inputs: args.inputs,
        assert_facts: args.assert_facts,
        emit_facts: args.emit_facts,
    };
    if let Some(dir) = args.out.as_ref().filter(|_| args.plant.as_deref() != Some(plant::LIST)) {
        std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    }
    let seeds = args.seed..=args.seed.saturating_add(args.count - 1);
    if let Some(kind) = &args.plant {
        let to = plant::To { out: args.out.as_deref(), json: args.json };
        return plant::run(&settings, kind, !args.unreached, seeds, &to, &mut stdout);
    }
    let mut dropped = 0;
    for seed in seeds {
        match generate(&settings, seed) {
            Ok(generated) => {
                match &args.out {
                    Some(dir) => write_all(&files(dir, seed, &generated), &[])?,
                    None if args.json => {
                        let report = Report::new(seed, &generated);
                        serde_json::to_writer(&mut stdout, &report).context(UNWRITTEN)?;
                        stdout.write_all(b"\n").context(UNWRITTEN)?;
                    }
                    None => {
                        for (_, text) in &generated.files {
                            stdout.write_all(text.as_bytes()).context(UNWRITTEN)?;
                        }
                    }
                }
                if args.stats {
                    eprint!("seed {seed}\n{}", generated.stats);
                }
            }
            Err(error) => {
                if error.is_a_wrong_request() {
                    talk::complain(&error.to_string());
                    return Ok(Status::Wrong);
                }
                dropped += 1;
                talk::complain(&format!("seed {seed}: {error}; this is a bug of ours"));
                let unproven = match &error {
                    Dropped::Unproven { files, .. } | Dropped::Refuted { files, .. } => Some(files),
                    _ => None,
                };
                if let (Some(files), Some(dir)) = (unproven, &args.out) {
                    let dropped = |(name, text): &(String, String)| {
                        NewFile::new(dir.join(format!("{seed}-dropped-{name}")), &text[..])
                    };
                    write_all(&files.iter().map(dropped).collect::<Vec<_>>(), &[])?;
                }
            }
        }
    }
    Ok(if dropped == 0 { Status::Done } else { Status::Environment })
}

/// A program's files and its answer.
fn files(dir: &Path, seed: u64, generated: &Generated) -> Vec<NewFile> {
    let file = |(name, text): &(String, String)| {
        let name = match name.as_str() {
            "program.c" => format!("{seed}.c"),
            other => format!("{seed}-{other}"),
        };
        NewFile::new(dir.join(name), &text[..])
    };
    let answer = NewFile::new(dir.join(format!("{seed}.expected")), &generated.output[..]);
    let inputs = generated.inputs.iter().enumerate().flat_map(|(number, input)| {
        let name = |ending| dir.join(format!("{seed}-{}.{ending}", number + 1));
        let text = NewFile::new(name("c"), &input.text[..]);
        [text, NewFile::new(name("expected"), &input.output[..])]
    });
    generated.files.iter().map(file).chain([answer]).chain(inputs).collect()
}
