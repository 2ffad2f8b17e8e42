//! `elenchus run`: what does this program do, and is it defined?

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::Context as _;
use clap::ArgMatches;
use elenchus_front::diagnostic::Severity;
use elenchus_front::source::{LinePlace, SourceFile, file_of};
use elenchus_lang::tree::Program;
use elenchus_lang::undefined::Undefined;
use elenchus_machine::{Limits, Machine, Outcome, Verdict, explain};
use elenchus_produce::facts::{self, check::Check};
use serde::Serialize;

use crate::input::{self, RunInput};
use crate::language::LanguageOptions;
use crate::liberties::{Chosen, Liberties, Taken};
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

    #[command(flatten)]
    input: RunInput,

    /// Stop after so many statements
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    fuel: u64,

    #[command(flatten)]
    liberties: Liberties,

    /// Show each statement on stderr, as it was executed
    #[arg(long)]
    trace: bool,

    /// Compare what static analysis says of the program with the run, at every point; the
    /// status is 1 if a fact is not true, which is a bug of ours
    #[arg(long, conflicts_with_all = ["trace", "profile", "json", "choose"])]
    assert_facts: bool,

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
    let words: Vec<&str> = args.input.args.iter().map(String::as_str).collect();
    let input = match args.input.stdin() {
        Ok(input) => input,
        Err(error) => {
            talk::complain(&error.to_string());
            return Ok(Status::Wrong.into());
        }
    };
    let mut seeds = args.liberties.seeds();
    let several = seeds.take_if(|seeds| seeds.start() != seeds.end());
    if several.is_some() && (args.trace || args.profile.is_some()) {
        talk::complain("--trace and --profile show one run: give --choose one seed");
        return Ok(Status::Wrong.into());
    }
    let seed = seeds.map(|seeds| *seeds.start());
    if args.assert_facts {
        return facts(args, Rc::new(program), limits, &input, &words, &units);
    }
    let runs = Runs { program: Rc::new(program), limits, input, words, units: &units, args };
    match several {
        Some(seeds) => runs.compare(seeds),
        None => runs.once(seed),
    }
}

/// Runs the program beside the facts about it.
fn facts(
    args: &Args,
    program: Rc<Program>,
    limits: Limits,
    input: &[u8],
    words: &[&str],
    units: &[SourceFile],
) -> anyhow::Result<ExitCode> {
    let facts = match facts::analyse(&program) {
        Ok(facts) => facts,
        Err(error) => {
            talk::complain(&error.to_string());
            return Ok(Status::Wrong.into());
        }
    };
    let machine = Machine::new(Rc::clone(&program), limits)
        .with_input(input.to_vec())
        .with_allowed(args.liberties.allowed());
    let (outcome, check) = machine.run_with(Check::new(program, facts), words);
    show_output(&outcome, [0; 2])?;
    talk::say(&verdict::message(units, &outcome.verdict));
    for refuted in &check.refuted {
        let place = file_of(units, refuted.at).map(|unit| in_words(&unit.spot(refuted.at)));
        talk::complain(&format!("{}: {refuted}", place.unwrap_or_default()));
    }
    talk::say(&format!("{} facts compared, {} refuted", check.compared, check.refuted.len()));
    Ok(match check.refuted.is_empty() {
        true => exit_code(&outcome),
        false => Status::No.into(),
    })
}

/// So many statements are run again in no time.
const AT_ONCE: u64 = 1_000_000;

/// What fails where there is no room for it.
const UNWRITTEN: &str = "cannot write what the program printed";

/// All that a run of the program is made of: there may be several.
struct Runs<'a> {
    program: Rc<Program>,
    limits: Limits,
    input: Vec<u8>,
    words: Vec<&'a str>,
    units: &'a [SourceFile],
    args: &'a Args,
}

impl Runs<'_> {
    fn machine(&self, seed: Option<u64>, allowed: &[Undefined]) -> Machine {
        let machine = Machine::new(Rc::clone(&self.program), self.limits)
            .with_input(self.input.clone())
            .with_allowed(allowed);
        match seed {
            Some(seed) => machine.with_choices(seed),
            None => machine,
        }
    }

    /// With the places that are found by running again.
    fn look_back(&self, verdict: &Verdict, seed: Option<u64>) -> Verdict {
        let machine = || self.machine(seed, self.args.liberties.allowed());
        explain::look_back(verdict.clone(), machine, &self.words)
    }

    /// What the run may have decided or let pass.
    fn taken(&self, outcome: &Outcome, seed: Option<u64>) -> Taken {
        let verdict = |allowed: &[Undefined]| self.machine(seed, allowed).run(&self.words).verdict;
        Taken {
            chosen: seed.map(|seed| Chosen::by(seed, outcome)),
            allowed: self.args.liberties.met(self.units, outcome, verdict),
        }
    }

    fn once(&self, seed: Option<u64>) -> anyhow::Result<ExitCode> {
        let (args, units) = (self.args, self.units);
        let printed = Printed::default();
        let mut machine = self.machine(seed, args.liberties.allowed());
        if !args.json {
            machine = machine.with_printer(printed.printer());
        }
        let (mut outcome, seen) = match args.trace || args.profile.is_some() {
            true => machine.run_with(watch::Watched::new(args.trace), &self.words),
            false => (machine.run(&self.words), watch::Watched::default()),
        };
        printed.end().context(UNWRITTEN)?;
        let place = |span| file_of(units, span).map(|unit| unit.spot(span));
        if args.trace {
            seen.show_trace(place);
        }
        if let Some(file) = &args.profile {
            seen.write_profile(file, place)?;
        }
        if args.json || outcome.steps <= AT_ONCE {
            outcome.verdict = self.look_back(&outcome.verdict, seed);
            let taken = self.taken(&outcome, seed);
            return self.report(&outcome, taken, printed.told());
        }
        // To look back takes longer than the run: what is known is said before.
        show_output(&outcome, printed.told())?;
        talk::say(&verdict::message(units, &outcome.verdict));
        talk::say(&verdict::notes(units, &self.look_back(&outcome.verdict, seed)));
        self.taken(&outcome, seed).say();
        Ok(exit_code(&outcome))
    }

    /// Runs with several seeds; the first that differs from the first one is shown
    /// beside it.
    fn compare(&self, seeds: RangeInclusive<u64>) -> anyhow::Result<ExitCode> {
        let run = |seed| {
            let mut outcome =
                self.machine(Some(seed), self.args.liberties.allowed()).run(&self.words);
            outcome.verdict = self.look_back(&outcome.verdict, Some(seed));
            outcome
        };
        let begin = *seeds.start();
        let first = run(begin);
        if let Verdict::Undefined { .. } = first.verdict {
            return self.report(&first, self.taken(&first, Some(begin)), [0; 2]);
        }
        let mut taken = vec![Chosen::by(begin, &first)];
        for seed in begin + 1..=*seeds.end() {
            let other = run(seed);
            if !agree(&first, &other) {
                return self.report_two([(begin, &first), (seed, &other)]);
            }
            taken.push(Chosen::by(seed, &other));
        }
        let chosen = Some(Chosen::by_all(seeds, &taken));
        let taken = Taken { chosen, ..self.taken(&first, Some(begin)) };
        self.report(&first, taken, [0; 2])
    }

    /// `told`: how much of the output and the errors was shown already.
    fn report(
        &self,
        outcome: &Outcome,
        taken: Taken,
        told: [usize; 2],
    ) -> anyhow::Result<ExitCode> {
        if self.args.json {
            print_json(&Report::new(self.units, outcome, taken))?;
        } else {
            show_output(outcome, told)?;
            talk::say(&verdict::message(self.units, &outcome.verdict));
            talk::say(&verdict::notes(self.units, &outcome.verdict));
            taken.say();
        }
        Ok(exit_code(outcome))
    }

    fn report_two(&self, runs: [(u64, &Outcome); 2]) -> anyhow::Result<ExitCode> {
        let taken = |seed, outcome| self.taken(outcome, Some(seed));
        if self.args.json {
            let runs =
                runs.map(|(seed, outcome)| Report::new(self.units, outcome, taken(seed, outcome)));
            print_json(&verdict::Differing::new(runs))?;
        } else {
            talk::complain("unspecified: two runs with different choices differ");
            for (seed, outcome) in runs {
                talk::complain(&format!("the run with seed {seed}:"));
                self.report(outcome, taken(seed, outcome), [0; 2])?;
            }
        }
        Ok(ExitCode::from(NO_EXIT))
    }
}

fn agree(a: &Outcome, b: &Outcome) -> bool {
    let end = |verdict: &Verdict| (verdict.to_string(), verdict.span());
    end(&a.verdict) == end(&b.verdict) && (&a.output, &a.errors) == (&b.output, &b.errors)
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
