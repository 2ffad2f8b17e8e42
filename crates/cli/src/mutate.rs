//! `elenchus mutate`: programs that do the same as another one.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use clap::builder::PossibleValuesParser;
use elenchus_campaign::new_files::{NewFile, write_all};
use elenchus_front::diagnostic::Severity;
use elenchus_front::source::{Original, SourceFile, file_of};
use elenchus_judge::{Answer, Ended, Judge};
use elenchus_lang::tree::Program;
use elenchus_machine::Limits;
use elenchus_produce::mutate::strategy;
use elenchus_produce::mutate::{Chain, Mutation, Seed, Settings, Tally, Unfit, Variant, Variants};
use serde::Serialize;

use crate::expected::{Expected, end, in_heading, text_or_bytes};
use crate::input;
use crate::language::LanguageOptions;
use crate::message::in_order;
use crate::run::in_words;
use crate::snippet;
use crate::status::Status;
use crate::talk;

/// Make variants of a C program that do the same as it.
///
/// The program is run on the machine, which shows what its variables hold. With
/// that, code is put into it that changes nothing of what it does: each variant is
/// run, too, and must give the same answer. All that is not changed stays as it
/// is, byte for byte. Several files are one program.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus mutate prog.c --variants 10 --seed 7 --out variants")]
pub struct Args {
    /// C files, linked as one program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    language: LanguageOptions,

    /// How many variants to make; more than one need --out or --json
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..=MOST))]
    variants: u64,

    /// What they are drawn by
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Only these ways to change a program, or sets of them [default: all]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(strategy::names()))]
    strategy: Vec<String>,

    /// How likely a statement is to be changed
    #[arg(long, value_name = "P", default_value_t = 0.1, value_parser = probability)]
    share: f64,

    /// Make each variant of the one before it, and not of the program; those that are
    /// farther from the program in control and data flow are preferred
    #[arg(long)]
    chain: bool,

    /// The program's standard input; given several times, variants do the same for
    /// each; it is empty without
    #[arg(long, value_name = "FILE")]
    stdin: Vec<PathBuf>,

    /// Arguments of the program
    #[arg(long, num_args = 0.., value_name = "ARG", allow_hyphen_values = true)]
    args: Vec<String>,

    /// Give up after so many statements of the program
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    fuel: u64,

    /// Write into this folder: FILE-NUMBER.c and beside it what it must print
    /// (.expected), how it must end (.status) and what was changed (.mutations).
    /// What is there already is not replaced
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Print a line of JSON for each variant
    #[arg(long)]
    json: bool,
}

/// More variants of one program are of no use to anyone.
const MOST: u64 = 1_000_000;

fn probability(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "it is a number from 0 to 1".to_owned())?;
    if (0.0..=1.0).contains(&value) { Ok(value) } else { Err("it is a number from 0 to 1".into()) }
}

pub fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<Status> {
    if args.variants > 1 && args.out.is_none() && !args.json {
        talk::complain("several variants need --out DIR or --json");
        return Ok(Status::Wrong);
    }
    if let Some(warning) = args.language.warning() {
        talk::complain(&warning);
    }
    let preprocess = args.language.preprocess(matches);
    let language = args.language.language()?;
    let mut program = Program::new(args.language.target(), language);
    let (mut files, mut texts) = (Vec::new(), Vec::new());
    for file in &args.files {
        let text = match input::read(file, &preprocess) {
            Ok(text) => text,
            Err(error) => {
                talk::complain(&error.to_string());
                return Ok(error.status());
            }
        };
        if text.original == Original::Unknown {
            talk::complain(&format!("{}: it cannot be read twice: give a file", file.display()));
            return Ok(Status::Wrong);
        }
        files.push(SourceFile::parse(&mut program, text.clone()));
        texts.push(text);
    }
    if files.iter().any(|file| !file.accepted()) {
        for file in &files {
            let errors = in_order(file).into_iter();
            for error in errors.filter(|error| error.severity == Severity::Error) {
                talk::say(&snippet::render(error, file));
            }
        }
        return Ok(Status::Wrong);
    }
    let mut inputs = Vec::new();
    for file in &args.stdin {
        match input::contents(file) {
            Ok(bytes) => inputs.push(bytes),
            Err(error) => {
                talk::complain(&error.to_string());
                return Ok(Status::Wrong);
            }
        }
    }
    if inputs.is_empty() {
        inputs.push(Vec::new());
    }
    let limits = Limits { steps: args.fuel, ..Limits::default() };
    let judge = |input| Judge {
        input,
        args: args.args.clone(),
        ..Judge::new(args.language.target(), language, limits)
    };
    let judges = inputs.into_iter().map(judge).collect();
    if args.chain {
        return chained(args, Chain::new(texts, judges, settings(args)));
    }
    match Seed::new(program, &files, judges).variants(args.variants, &settings(args)) {
        Ok(variants) => {
            Shown { args, files: &files, variants: &variants }.show()?;
            Ok(summed_up(args, variants.list.len() as u64, &variants.tally))
        }
        Err(unfit) => {
            refuse(args, &args.files[0].display().to_string(), &unfit);
            Ok(Status::No)
        }
    }
}

/// Each variant of the one before.
fn chained(args: &Args, mut chain: Chain) -> anyhow::Result<Status> {
    let mut tally = vec![Tally::default(); settings(args).strategies.len()];
    let mut made = 0;
    for number in 0..args.variants {
        let link = match chain.advance() {
            Ok(link) => link,
            Err(unfit) => {
                let first = &args.files[0];
                let last = if number == 0 { first.clone() } else { numbered(first, number - 1) };
                refuse(args, &last.display().to_string(), &unfit);
                if number == 0 {
                    return Ok(Status::No);
                }
                break;
            }
        };
        Shown { args, files: &link.files, variants: &link.variants }.show()?;
        tally.iter_mut().zip(&link.variants.tally).for_each(|(sum, one)| sum.add(one));
        if !link.variants.list.is_empty() {
            made += 1;
            let name = |file: &PathBuf| numbered(file, number).display().to_string();
            chain.call(args.files.iter().map(name).collect());
        }
    }
    Ok(summed_up(args, made, &tally))
}

/// Says why nothing can be made of a program.
fn refuse(args: &Args, name: &str, unfit: &Unfit) {
    let input = match args.stdin.get(unfit.input) {
        Some(file) => format!(" with {}", file.display()),
        None => String::new(),
    };
    talk::complain(&format!("{name}{input}: nothing can be made of it: {}", unfit.judgement));
}

/// How many variants were made, and how it went with each strategy that was tried.
fn summed_up(args: &Args, made: u64, tally: &[Tally]) -> Status {
    let wanted = args.variants;
    let name = args.files[0].display();
    let s = if made == 1 { "" } else { "s" };
    let of = if made == wanted { String::new() } else { format!(" of {wanted}") };
    talk::mention(&format!("{name}: {made} variant{s}{of}\n"));
    let rows = settings(args).strategies.into_iter().zip(tally);
    for (row, tally) in rows.filter(|(_, tally)| tally.sites > 0) {
        let name = row.name;
        let (sites, made, proven) = (tally.sites, tally.proposed, tally.proven);
        talk::mention(&format!("  {name}: {proven} changes of {made} proven, {sites} tried\n"));
    }
    if made == 0 {
        talk::complain("nothing in it could be changed: try a larger --share");
        return Status::No;
    }
    Status::Done
}

/// The file of a variant.
fn numbered(file: &Path, number: u64) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let ending = file.extension().map_or("c".into(), |ending| ending.to_string_lossy());
    PathBuf::from(format!("{stem}-{number}.{ending}"))
}

fn settings(args: &Args) -> Settings {
    let named = args.strategy.iter().filter_map(|name| strategy::by_name(name)).flatten();
    let mut strategies: Vec<&strategy::Strategy> = Vec::new();
    for row in named {
        if !strategies.iter().any(|known| known.name == row.name) {
            strategies.push(row);
        }
    }
    if strategies.is_empty() {
        strategies = strategy::STRATEGIES.iter().collect();
    }
    let share = (args.share * 1_000_000.0).round() as u32;
    Settings { strategies, share, seed: args.seed }
}

struct Shown<'a> {
    args: &'a Args,
    files: &'a [SourceFile],
    variants: &'a Variants,
}

#[derive(Serialize)]
struct Line<'a> {
    number: u64,
    files: Vec<Text<'a>>,
    /// For each input.
    expected: Vec<Expected<'a>>,
    mutations: Vec<Change>,
}

#[derive(Serialize)]
struct Text<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text_bytes: Option<&'a [u8]>,
}

#[derive(Serialize)]
struct Change {
    strategy: &'static str,
    place: String,
}

impl Shown<'_> {
    fn show(&self) -> anyhow::Result<()> {
        for variant in &self.variants.list {
            if let Some(dir) = &self.args.out {
                self.save(dir, variant)?;
            }
            if self.args.json {
                self.as_json(variant)?;
            } else if self.args.out.is_none() {
                self.as_text(variant)?;
            }
        }
        Ok(())
    }

    fn changes(&self, variant: &Variant) -> Vec<Change> {
        let place = |mutation: &Mutation| {
            let spot = file_of(self.files, mutation.span).map(|file| file.spot(mutation.span));
            spot.map_or(String::new(), |spot| in_words(&spot))
        };
        let change =
            |mutation: &Mutation| Change { strategy: mutation.strategy, place: place(mutation) };
        variant.mutations.iter().map(change).collect()
    }

    fn as_json(&self, variant: &Variant) -> anyhow::Result<()> {
        let files = self.files.iter().zip(&variant.texts);
        let files = files.map(|(file, bytes)| {
            let (text, text_bytes) = text_or_bytes(bytes);
            Text { name: file.name(), text, text_bytes }
        });
        let line = Line {
            number: variant.number,
            files: files.collect(),
            expected: self.variants.answers.iter().map(Expected::new).collect(),
            mutations: self.changes(variant),
        };
        let mut out = anstream::stdout().lock();
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
        Ok(out.flush()?)
    }

    fn as_text(&self, variant: &Variant) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        for (file, text) in self.files.iter().zip(&variant.texts) {
            if self.files.len() > 1 {
                let answers = self.variants.answers.iter().map(in_heading);
                let answers: Vec<String> = answers.collect();
                writeln!(out, "/* {}: {} */", file.name(), answers.join("; "))?;
            }
            out.write_all(text)?;
        }
        Ok(out.flush()?)
    }

    /// A file for each file, and the answers and changes beside the first.
    fn save(&self, dir: &Path, variant: &Variant) -> anyhow::Result<()> {
        use anyhow::Context as _;
        std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        let number = variant.number;
        let own = |file: &Path| dir.join(numbered(file, number));
        let named = |file: &Path, ending: &str| own(file).with_extension(ending);
        let mut wanted = Vec::new();
        let mut unwanted = Vec::new();
        for (file, text) in self.args.files.iter().zip(&variant.texts) {
            wanted.push(NewFile::new(own(file), text.clone()));
        }
        let first = &self.args.files[0];
        let several = self.variants.answers.len() > 1;
        for (index, answer) in self.variants.answers.iter().enumerate() {
            let input = if several { format!("{}.", index + 1) } else { String::new() };
            let expected = named(first, &format!("{input}expected"));
            match printed(answer) {
                Some(output) => wanted.push(NewFile::new(expected, output)),
                None => unwanted.push(expected),
            }
            let status = format!("{}\n", end(answer)).into_bytes();
            wanted.push(NewFile::new(named(first, &format!("{input}status")), status));
        }
        let changes = self.changes(variant).into_iter();
        let list: String =
            changes.map(|change| format!("{}: {}\n", change.place, change.strategy)).collect();
        wanted.push(NewFile::new(named(first, "mutations"), list));
        Ok(write_all(&wanted, &unwanted)?)
    }
}

/// What comes out for certain.
fn printed(answer: &Answer) -> Option<Vec<u8>> {
    matches!(answer.end, Ended::Status(_)).then(|| answer.output.clone())
}
