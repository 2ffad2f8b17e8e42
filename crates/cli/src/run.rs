//! `elenchus run`: what does this program do, and is it defined?

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::Context as _;
use clap::ArgMatches;
use elenchus_front::diagnostic::Severity;
use elenchus_front::source::{LinePlace, SourceFile, file_of};
use elenchus_lang::tree::Program;
use elenchus_machine::{Evaluation, Limits, Machine, Outcome, Verdict, explain};
use serde::Serialize;

use crate::input;
use crate::language::LanguageOptions;
use crate::message::{Message, in_order};
use crate::printed::Printed;
use crate::snippet;
use crate::status::Status;
use crate::talk;
use crate::verdict::{self, Report};
use crate::watch;

/// Run a C program on the abstract machine and report undefined behaviour.
///
/// Several files are linked as one program. What the program prints goes to
/// stdout; the verdict, if it is not an ordinary end, goes to stderr. The exit
/// status is the program's own, or 125 if the verdict is not an exit.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus run -std=c11 prog.c --args one two")]
pub struct Args {
    /// C files, linked as one program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    language: LanguageOptions,

    /// Arguments of the program
    #[arg(long, num_args = 0.., value_name = "ARG", allow_hyphen_values = true)]
    args: Vec<String>,

    /// The program's standard input; it is empty without
    #[arg(long, value_name = "FILE")]
    stdin: Option<PathBuf>,

    /// Stop after so many statements
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    fuel: u64,

    /// Try several orders of evaluation where C leaves them open, and show two
    /// that differ
    #[arg(long)]
    orders: bool,

    /// Show each statement on stderr, as it was executed
    #[arg(long)]
    trace: bool,

    /// Write how often each line was executed, as JSON
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,

    /// Print the verdict as one JSON object instead
    #[arg(long)]
    json: bool,
}

/// What stands for a verdict that is no exit.
const NO_EXIT: u8 = 125;

pub fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let preprocess = args.language.preprocess(matches);
    let mut program = Program::new(args.language.target(), args.language.language()?);
    let mut units = Vec::new();
    let mut accepted = true;
    for file in &args.files {
        let text = match input::read(file, &preprocess) {
            Ok(text) => text,
            Err(error) => {
                if args.json {
                    print_json(&Rejected {
                        verdict: "unread",
                        ..Rejected::new(&error.to_string())
                    })?;
                } else {
                    talk::complain(&error.to_string());
                }
                return Ok(error.status().into());
            }
        };
        let unit = SourceFile::parse(&mut program, text);
        accepted &= unit.accepted();
        units.push(unit);
    }
    if !accepted {
        reject(args, &units)?;
        return Ok(Status::Wrong.into());
    }
    let limits = Limits { steps: args.fuel, ..Limits::default() };
    let words: Vec<&str> = args.args.iter().map(String::as_str).collect();
    let mut input = Vec::new();
    if let Some(file) = &args.stdin {
        match std::fs::read(file) {
            Ok(bytes) => input = bytes,
            Err(error) => {
                talk::complain(&format!("{}: {error}", file.display()));
                return Ok(Status::Wrong.into());
            }
        }
    }
    let program = Rc::new(program);
    let new_machine = |evaluation| {
        Machine::new(Rc::clone(&program), limits)
            .with_input(input.clone())
            .with_evaluation(evaluation)
    };
    if args.orders {
        let outcome = |evaluation| {
            let machine = || new_machine(evaluation);
            let mut outcome = machine().run(&words);
            outcome.verdict = explain::look_back(outcome.verdict, machine, &words);
            outcome
        };
        return try_orders(args, &units, outcome);
    }
    let printed = Printed::default();
    let mut machine = new_machine(Evaluation::Watched);
    if !args.json {
        machine = machine.with_printer(printed.printer());
    }
    let (mut outcome, seen) = match args.trace || args.profile.is_some() {
        true => machine.run_with(watch::Watched::new(args.trace), &words),
        false => (machine.run(&words), watch::Watched::default()),
    };
    printed.end().context(UNWRITTEN)?;
    let place = |span| file_of(&units, span).map(|unit| unit.spot(span));
    if args.trace {
        seen.show_trace(place);
    }
    if let Some(file) = &args.profile {
        if let Err(error) = seen.write_profile(file, place) {
            talk::complain(&format!("{}: {error}", file.display()));
            return Ok(Status::Wrong.into());
        }
    }
    let plain = || new_machine(Evaluation::Watched);
    let look_back = |verdict: &Verdict| explain::look_back(verdict.clone(), plain, &words);
    if args.json || outcome.steps <= AT_ONCE {
        outcome.verdict = look_back(&outcome.verdict);
        return report(args, &units, &outcome, printed.told());
    }
    // To look back takes longer than the run: what is known is said before.
    show_output(&outcome, printed.told())?;
    talk::say(&verdict::message(&units, &outcome.verdict));
    talk::say(&verdict::notes(&units, &look_back(&outcome.verdict)));
    Ok(exit_code(&outcome))
}

/// So many statements are run again in no time.
const AT_ONCE: u64 = 1_000_000;

/// What fails where there is no room for it.
const UNWRITTEN: &str = "cannot write what the program printed";

/// Runs with several orders; the first that differs from the plain one is shown
/// beside it.
fn try_orders(
    args: &Args,
    units: &[SourceFile],
    outcome: impl Fn(Evaluation) -> Outcome,
) -> anyhow::Result<ExitCode> {
    const MIXED: u64 = 6;
    let first = outcome(Evaluation::LeftToRight);
    if let Verdict::Undefined { .. } = first.verdict {
        return report(args, units, &first, [0; 2]);
    }
    let others = std::iter::once(Evaluation::RightToLeft).chain((1..=MIXED).map(Evaluation::Mixed));
    for evaluation in others {
        let other = outcome(evaluation);
        let same = |a: &Outcome, b: &Outcome| {
            let end = |verdict: &Verdict| (verdict.to_string(), verdict.span());
            end(&a.verdict) == end(&b.verdict) && (&a.output, &a.errors) == (&b.output, &b.errors)
        };
        if same(&first, &other) {
            continue;
        }
        talk::complain("unspecified: two orders of evaluation differ; from the left:");
        report(args, units, &first, [0; 2])?;
        talk::complain("in another order:");
        report(args, units, &other, [0; 2])?;
        return Ok(ExitCode::from(NO_EXIT));
    }
    report(args, units, &first, [0; 2])
}

/// Says what is wrong with files that are not C.
fn reject(args: &Args, units: &[SourceFile]) -> anyhow::Result<()> {
    let mut rejected = Rejected::new("the program is not C");
    for unit in units {
        for diagnostic in in_order(unit) {
            if args.json {
                rejected.diagnostics.push(Message::new(diagnostic, unit));
            } else if diagnostic.severity == Severity::Error {
                talk::say(&snippet::render(diagnostic, unit));
            }
        }
        rejected.dropped += unit.diagnostics().dropped;
    }
    if args.json { print_json(&rejected) } else { Ok(()) }
}

/// What `--json` says of a program that was not run.
#[derive(Serialize)]
struct Rejected<'a> {
    verdict: &'a str,
    detail: &'a str,
    diagnostics: Vec<Message>,
    dropped: usize,
}

impl Rejected<'_> {
    fn new(detail: &str) -> Rejected<'_> {
        Rejected { verdict: "rejected", detail, diagnostics: Vec::new(), dropped: 0 }
    }
}

fn print_json(report: &impl Serialize) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(report)?)?;
    Ok(out.flush()?)
}

/// `told`: how much of the output and the errors was shown already.
fn report(
    args: &Args,
    units: &[SourceFile],
    outcome: &Outcome,
    told: [usize; 2],
) -> anyhow::Result<ExitCode> {
    if args.json {
        print_json(&Report::new(units, outcome))?;
    } else {
        show_output(outcome, told)?;
        talk::say(&verdict::message(units, &outcome.verdict));
        talk::say(&verdict::notes(units, &outcome.verdict));
    }
    Ok(exit_code(outcome))
}

/// What of the output was not shown before.
fn show_output(outcome: &Outcome, told: [usize; 2]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let output = &outcome.output[told[0]..];
    out.write_all(output).and_then(|()| out.flush()).context(UNWRITTEN)?;
    // Where that fails there is nobody to tell.
    let _ = std::io::stderr().write_all(&outcome.errors[told[1]..]);
    Ok(())
}

fn exit_code(outcome: &Outcome) -> ExitCode {
    ExitCode::from(verdict::status(&outcome.verdict).unwrap_or(NO_EXIT))
}

/// A place as messages give it.
pub fn in_words(spot: &LinePlace) -> String {
    let column = spot.column.map_or(String::new(), |column| format!(":{column}"));
    format!("{}:{}{column}", spot.file, spot.line)
}
