//! gcc.c-torture/execute on the machine: programs that check themselves.
//!
//! Of those that pass natively, most must end with status 0, none with
//! another, and the rest must say what they need or name undefined behaviour
//! that is really there: it is in a list with an argument for each.

mod programs;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::Result;
use clap::Parser;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::listed;

use crate::groups::grouped;
use crate::machine::{self, Order, Ran, Verdict, Word};
use crate::tasks::{Task, share};
use crate::{parallel, unlisted};

pub use programs::{Passing, passing};

pub const TASK: Task =
    Task::soak("torture", "gcc.c-torture/execute on the machine", run).optimised();

/// The share that must end with status 0, in percent.
const BAR: usize = 92;

const FUEL: u64 = 500_000_000;
const SECONDS: u64 = 200;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// Only programs whose name contains this
    part: Option<String>,
}

/// In what way a program ended, as far as the bar is concerned.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Class {
    Passes,
    Undefined,
    Unspecified,
    Unsupported,
    /// Another status or output.
    Wrong,
    /// A limit, though it ends natively.
    Limit,
    Rejected,
    /// A panic, a crash, or no verdict in its time.
    Broken,
}

impl Class {
    fn of(ran: &Ran, program: &Passing) -> Class {
        match ran.verdict.word {
            Word::Exit if ran.verdict.status == 0 && ran.output == program.output => Class::Passes,
            Word::Exit | Word::Abort => Class::Wrong,
            Word::Undefined => Class::Undefined,
            Word::Unspecified => Class::Unspecified,
            Word::Unsupported => Class::Unsupported,
            Word::Limit => Class::Limit,
            Word::Rejected => Class::Rejected,
            Word::Crash | Word::Hang => Class::Broken,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Class::Passes => "pass",
            Class::Undefined => "undefined",
            Class::Unspecified => "unspecified",
            Class::Unsupported => "unsupported",
            Class::Wrong => "WRONG",
            Class::Limit => "beyond a limit",
            Class::Rejected => "rejected",
            Class::Broken => "without a verdict",
        }
    }

    /// Whether the bar allows it at all.
    fn allowed(self) -> bool {
        use Class::{Passes, Undefined, Unspecified, Unsupported};
        matches!(self, Passes | Undefined | Unspecified | Unsupported)
    }
}

struct Judged {
    name: String,
    class: Class,
    verdict: Verdict,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let part = Args::try_parse_from(args)?.part;
    let mut programs = passing(ctx)?;
    programs.retain(|program| part.as_ref().is_none_or(|part| program.name.contains(part)));
    let judged = parallel::map(&programs, ctx.threads, |program| {
        let order = Order {
            standard: program.standard.clone(),
            options: program.options.clone(),
            fuel: FUEL,
            seconds: SECONDS,
            ..Order::new(program.texts.clone())
        };
        let ran = machine::run(&order)?;
        let (name, class) = (program.name.clone(), Class::of(&ran, program));
        Ok(Judged { name, class, verdict: ran.verdict })
    });
    let judged = judged.into_iter().collect::<Result<Vec<_>>>()?;
    let verdicts: Vec<(&str, &Verdict)> =
        judged.iter().map(|judged| (judged.name.as_str(), &judged.verdict)).collect();
    let mut rows = listed::read(ctx, listed::TORTURE)?;
    rows.retain(|row| part.as_ref().is_none_or(|part| row.file.contains(part)));
    let unlisted = unlisted::differences(&rows, &verdicts);
    report(ctx, &judged, &unlisted)?;
    Ok(vec![figure(&judged, &unlisted)])
}

fn report(ctx: &Context, judged: &[Judged], unlisted: &[(String, String)]) -> Result<()> {
    let mut text = String::new();
    for (name, why) in unlisted {
        writeln!(text, "{name}: {why}")?;
    }
    let odd: Vec<&Judged> = judged.iter().filter(|j| j.class != Class::Passes).collect();
    for judged in &odd {
        let (name, class) = (&judged.name, judged.class.name());
        writeln!(text, "{name}: {class}: {}", judged.verdict.shown())?;
    }
    std::fs::write(ctx.path("target/torture/report.txt"), text)?;
    println!("each that does not pass is in target/torture/report.txt:");
    let line = |j: &&Judged| match j.class {
        Class::Unsupported => format!("unsupported: {}", j.verdict.detail),
        class => format!("{}: {}", class.name(), j.verdict.shown()),
    };
    print!("{}", grouped(odd.iter().map(|j| (j.name.as_str(), line(j)))));
    Ok(())
}

fn figure(judged: &[Judged], unlisted: &[(String, String)]) -> Figure {
    let mut counts: BTreeMap<Class, usize> = BTreeMap::new();
    for judged in judged {
        *counts.entry(judged.class).or_default() += 1;
    }
    let passes = counts.get(&Class::Passes).copied().unwrap_or(0);
    let mut figure = share("status 0:", passes, judged.len());
    for (class, count) in counts.iter().filter(|(class, _)| **class != Class::Passes) {
        // Writing to a string does not fail.
        let _ = write!(figure, ", {count} {}", class.name());
    }
    if !unlisted.is_empty() {
        let _ = write!(figure, "; {} not as listed", unlisted.len());
    }
    Figure {
        name: "torture".to_string(),
        what: "gcc.c-torture/execute, ieee and builtins included: programs that pass natively"
            .to_string(),
        figure,
        bar: format!(
            "{BAR}% with status 0, none with another; the rest is unsupported by name, or \
             undefined as listed in {}",
            listed::TORTURE
        ),
        holds: passes * 100 >= judged.len() * BAR
            && counts.keys().all(|class| class.allowed())
            && unlisted.is_empty(),
        skipped: None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn output_counts_too() {
        let program = Passing {
            name: "a.c".to_string(),
            standard: "gnu11".to_string(),
            options: Vec::new(),
            texts: Vec::new(),
            output: b"x".to_vec(),
        };
        let class = |word, output: &[u8]| {
            let verdict = Verdict::new(word, "");
            let output = output.to_vec();
            let wall = Duration::ZERO;
            Class::of(&Ran { verdict, output, wall, peak: 0 }, &program)
        };
        assert_eq!(class(Word::Exit, b"x"), Class::Passes);
        assert_eq!(class(Word::Exit, b"y"), Class::Wrong);
        assert_eq!(class(Word::Abort, b"x"), Class::Wrong);
    }
}
