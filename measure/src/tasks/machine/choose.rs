//! gcc.c-torture/execute with every choice taken, by several seeds.
//!
//! What ends right without a choice does not depend on one: it must end right with each.
//! What stops as unspecified must end as gcc's program does, or two seeds must differ.

use std::fmt::Write as _;

use anyhow::Result;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use super::torture::{Passing, passing};
use crate::machine::{self, Order, Ran, Word};
use crate::parallel;
use crate::tasks::Task;

pub const TASK: Task =
    Task::soak("choose", "c-torture with the choices of eight seeds", run).optimised();

const SEEDS: std::ops::RangeInclusive<u64> = 1..=8;
const FUEL: u64 = 500_000_000;
const SECONDS: u64 = 200;

/// What became of a program, as far as choices are concerned.
#[derive(PartialEq, Eq)]
enum Became {
    /// It ends right without choices and with all seeds.
    Same,
    /// It is unspecified, and ends as gcc's with each seed.
    AsGcc,
    /// It is unspecified, and two seeds differ, or one stops for another reason.
    Differs,
    /// It stops for another reason.
    Stops,
    Wrong(String),
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let mut programs = passing(ctx)?;
    programs.retain(|program| args.iter().all(|part| program.name.contains(part)));
    let became = parallel::map(&programs, ctx.threads, examine);
    let became = became.into_iter().collect::<Result<Vec<_>>>()?;
    let mut wrong = String::new();
    for (program, became) in programs.iter().zip(&became) {
        if let Became::Wrong(why) = became {
            writeln!(wrong, "{}: {why}", program.name)?;
        }
    }
    print!("{wrong}");
    let count = |what: &Became| became.iter().filter(|became| *became == what).count();
    let (same, as_gcc, differs) =
        (count(&Became::Same), count(&Became::AsGcc), count(&Became::Differs));
    let bad = wrong.lines().count();
    Ok(vec![Figure {
        name: "choose".to_string(),
        what: "programs of c-torture/execute run with eight seeds".to_string(),
        figure: format!(
            "{same} end right without and with each; of those that are unspecified {as_gcc} end \
             as gcc's do, {differs} differ; {bad} wrong"
        ),
        bar: "what ends right without a choice ends right with each, what is unspecified ends \
              as gcc's or differs; none is wrong"
            .to_string(),
        holds: bad == 0 && same > 0,
        skipped: None,
    }])
}

fn examine(program: &Passing) -> Result<Became> {
    let plain = once(program, None)?;
    let open = match plain.verdict.word {
        Word::Exit if is_right(&plain, program) => false,
        Word::Unspecified => true,
        _ => return Ok(Became::Stops),
    };
    let mut ends = Vec::new();
    for seed in SEEDS {
        let ran = once(program, Some(seed))?;
        if !open && !is_right(&ran, program) {
            return Ok(Became::Wrong(format!("seed {seed}: {}", ran.verdict.shown())));
        }
        ends.push(ran);
    }
    let right = ends.iter().all(|ran| is_right(ran, program));
    Ok(match (open, right) {
        (false, _) => Became::Same,
        (true, true) => Became::AsGcc,
        // What is undefined or unsupported behind the choice says so.
        (true, false) if ends.iter().any(|ran| ran.verdict.word != Word::Exit) => Became::Differs,
        (true, false) if ends.iter().any(|ran| !agree(ran, &ends[0])) => Became::Differs,
        (true, false) => Became::Wrong(format!("all seeds: {}", ends[0].verdict.shown())),
    })
}

fn once(program: &Passing, seed: Option<u64>) -> Result<Ran> {
    machine::run(&Order {
        standard: program.standard.clone(),
        options: program.options.clone(),
        seed,
        fuel: FUEL,
        seconds: SECONDS,
        ..Order::new(program.texts.clone())
    })
}

fn is_right(ran: &Ran, program: &Passing) -> bool {
    let ended = ran.verdict.word == Word::Exit && ran.verdict.status == 0;
    ended && ran.output == program.output
}

fn agree(a: &Ran, b: &Ran) -> bool {
    (a.verdict.shown(), &a.output) == (b.verdict.shown(), &b.output)
}
