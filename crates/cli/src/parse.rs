//! `elenchus parse`: is it C, and what does the tree look like?

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::ArgMatches;
use elenchus_compilers::Preprocess;
use elenchus_front::source::SourceFile;
use elenchus_front::stack;
use elenchus_lang::tree::{ExprKind, Item, Program};
use elenchus_lang::walk::{self, Child};
use elenchus_lang::{dump, printer};
use serde::Serialize;

use crate::input;
use crate::language::LanguageOptions;
use crate::message::{Message, in_order};
use crate::snippet;
use crate::status::Status;
use crate::talk;

/// More messages about one file help nobody.
const SHOWN: usize = 20;

/// Check that files are C, print them back, show their trees.
///
/// Each FILE is preprocessed with the compiler's own preprocessor, then parsed
/// and checked: names, types, constraints. A file that ends in `.i` is
/// preprocessed already, and so is the standard input, `-`.
///
/// The exit status is 0 if all files are accepted, 2 if one is not or cannot
/// be read, and 3 if no compiler is found.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus parse -std=c11 -I include src/*.c")]
pub struct Args {
    /// C files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    language: LanguageOptions,

    /// Print the program back as C
    #[arg(long)]
    print: bool,

    /// Print the typed tree
    #[arg(long)]
    dump: bool,

    /// Print one JSON object for each file
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<Status> {
    if let Some(warning) = args.language.warning() {
        talk::complain(&warning);
    }
    let preprocess = args.language.preprocess(matches);
    let mut status = Status::Done;
    for file in &args.files {
        status = status.max(run_one(args, file, &preprocess)?);
    }
    Ok(status)
}

fn run_one(args: &Args, file: &Path, preprocess: &Preprocess) -> anyhow::Result<Status> {
    let text = match input::read(file, preprocess) {
        Ok(text) => text,
        Err(error) => {
            if args.json {
                print_json(&Report::unread(&input::name(file), error.to_string()))?;
            } else {
                talk::complain(&error.to_string());
            }
            return Ok(error.status());
        }
    };
    let mut program = Program::new(args.language.target(), args.language.language()?);
    let source = SourceFile::parse(&mut program, text);
    let report = Report::new(args, &program, &source)?;
    if args.json {
        print_json(&report)?
    } else {
        print_text(args, &report, &source)?
    }
    Ok(if report.accepted { Status::Done } else { Status::Wrong })
}

/// The lines for people: data on stdout, messages on stderr.
fn print_text(args: &Args, report: &Report, source: &SourceFile) -> anyhow::Result<()> {
    let diagnostics = in_order(source);
    for diagnostic in diagnostics.iter().take(SHOWN) {
        talk::say(&snippet::render(diagnostic, source));
    }
    let more = diagnostics.len().saturating_sub(SHOWN) + report.dropped;
    if more > 0 {
        talk::say(&format!("{}: {}\n", report.file, plural(more, "more message")));
    }
    let verdict = report.verdict();
    let mut out = anstream::stdout().lock();
    if args.print || args.dump {
        talk::say(&format!("{verdict}\n"));
    } else {
        writeln!(out, "{verdict}")?;
    }
    for text in [&report.text, &report.tree].into_iter().flatten() {
        out.write_all(text.as_bytes())?;
    }
    Ok(out.flush()?)
}

fn print_json(report: &Report) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(report)?)?;
    Ok(out.flush()?)
}

/// What is to say of one file; with `--json`, in these words.
#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    accepted: bool,
    /// Why it was not even parsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    diagnostics: Vec<Message>,
    /// How many more diagnostics there were.
    dropped: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<Counts>,
    /// With `--print`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// With `--dump`.
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<String>,
    #[serde(skip)]
    errors: usize,
}

/// Of the accepted file, its headers included.
#[derive(Serialize)]
struct Counts {
    functions: usize,
    declarations: usize,
    statements: usize,
    /// Without implicit conversions.
    expressions: usize,
}

impl<'a> Report<'a> {
    fn unread(file: &'a str, error: String) -> Report<'a> {
        Report {
            file,
            accepted: false,
            error: Some(error),
            diagnostics: Vec::new(),
            dropped: 0,
            counts: None,
            text: None,
            tree: None,
            errors: 1,
        }
    }

    fn new(args: &Args, program: &Program, source: &'a SourceFile) -> anyhow::Result<Report<'a>> {
        let accepted = source.accepted();
        let diagnostics = source.diagnostics();
        // Without `--json` they are rendered otherwise.
        let messages = if args.json { in_order(source) } else { Vec::new() };
        Ok(Report {
            file: source.name(),
            accepted,
            error: None,
            diagnostics: messages.into_iter().map(|d| Message::new(d, source)).collect(),
            dropped: diagnostics.dropped,
            counts: accepted.then(|| Counts::new(program)),
            text: deep(accepted && args.print, || printer::print(program, 0))?,
            tree: deep(accepted && args.dump, || dump::dump(program, 0))?,
            errors: diagnostics.errors,
        })
    }

    fn verdict(&self) -> String {
        match &self.counts {
            Some(counts) => format!(
                "{}: accepted ({}, {})",
                self.file,
                plural(counts.functions, "function"),
                plural(counts.expressions, "expression")
            ),
            None => format!("{}: rejected ({})", self.file, plural(self.errors, "error")),
        }
    }
}

/// Runs what recurses as deep as the tree goes, if it is wanted.
fn deep(wanted: bool, f: impl FnOnce() -> String + Send) -> anyhow::Result<Option<String>> {
    if !wanted {
        return Ok(None);
    }
    stack::with_stack(stack::LIMIT, f).context("no memory for a stack").map(Some)
}

fn plural(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

impl Counts {
    fn new(program: &Program) -> Counts {
        let items = program.units.iter().flat_map(|unit| &unit.items);
        let mut counts = Counts {
            functions: items.filter(|item| matches!(item, Item::Function(_))).count(),
            declarations: program.decls.iter().filter(|(_, decl)| !decl.span.is_none()).count(),
            statements: 0,
            expressions: 0,
        };
        walk::unit(program, 0, |node| match node {
            Child::Stmt(_) => counts.statements += 1,
            Child::Expr(expr) => {
                let is_written = !matches!(program.exprs[expr].kind, ExprKind::Convert(..));
                counts.expressions += usize::from(is_written);
            }
            Child::Init(_) => {}
        });
        counts
    }
}
