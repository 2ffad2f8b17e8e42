//! What counts as one variant behaves as one: all that exchanges make of a
//! program must do the same on the machine.

use anyhow::Result;
use clap::Parser;
use elenchus_produce::choices::Choices;
use elenchus_produce::enumerate::valid::{Cut, VariantJudge};
use elenchus_produce::enumerate::{Granularity, Options, Skeleton, Space, Var, Which};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use super::{load, programs};
use crate::corpus::STANDARD;
use crate::parallel;
use crate::tasks::Task;

pub const TASK: Task = Task::show("enumerate-orbits", "exchanged variables, on the machine", run);

const BAR: usize = 2000;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// How many programs
    #[arg(long, default_value_t = 4000)]
    programs: u64,
}

/// Of each program: orbits tried, and other members of each.
const ORBITS: u64 = 3;
const MEMBERS: usize = 4;
const FUEL: u64 = 20_000;

#[derive(Default)]
struct Seen {
    orbits: usize,
    defined: usize,
    unlike: Vec<String>,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let seeds: Vec<u64> = (1..=args.programs).collect();
    let seen = parallel::map(&seeds, ctx.threads, |&seed| try_program(seed));
    let mut all = Seen::default();
    for seen in seen {
        all.orbits += seen.orbits;
        all.defined += seen.defined;
        all.unlike.extend(seen.unlike);
    }
    all.unlike.iter().take(5).for_each(|text| println!("{text}"));
    let (orbits, defined, unlike) = (all.orbits, all.defined, all.unlike.len());
    Ok(vec![Figure {
        name: "enumerate-orbits".to_string(),
        what: "orbits of random programs whose members behave alike on the machine".to_string(),
        figure: format!("{orbits} orbits ({defined} with an answer), {unlike} unlike"),
        bar: format!("at least {BAR}, none unlike"),
        holds: orbits >= BAR && unlike == 0,
        skipped: None,
    }])
}

fn try_program(seed: u64) -> Seen {
    let mut seen = Seen::default();
    let written = programs::write(seed);
    let granularity = if seed % 2 == 0 { Granularity::Intra } else { Granularity::Inter };
    let options = Options { granularity, ..Options::default() };
    let (user, parsed) = (written.user.as_bytes(), written.parsed.as_bytes());
    let Some(loaded) = load(parsed, user, STANDARD, &options) else {
        seen.unlike.push(format!("not C:\n{}", written.user));
        return seen;
    };
    let found = &loaded.found;
    let Ok(space) = Space::new(found.skeleton.clone(), Which::Canonical) else { return seen };
    let judge = VariantJudge::new(&loaded.program, found, parsed, FUEL);
    let mut choices = Choices::new(seed);
    for index in space.sample(&space.whole(), ORBITS, &mut choices) {
        let Some(filling) = space.unrank(&index) else { continue };
        let answer = judge.run(&filling);
        let quick = judge.judge(&filling);
        let others: Vec<Vec<Var>> = (0..MEMBERS)
            .map(|_| exchanged(&found.skeleton, &filling, &mut choices))
            .filter(|other| *other != filling)
            .collect();
        // What is not run would have been undefined.
        let is_undefined = matches!(answer, Err(Cut::Undefined(_)));
        let wrong_cut = quick == Err(Cut::NotRun) && !is_undefined;
        let unlike = others.iter().find(|other| judge.run(other) != answer);
        if wrong_cut || unlike.is_some() {
            let text = |filling: &[Var]| {
                let mut out = Vec::new();
                found.render(user, filling, &mut out);
                String::from_utf8_lossy(&out).into_owned()
            };
            let other = unlike.map_or(String::new(), |other| text(other));
            seen.unlike.push(format!("seed {seed}: {answer:?}\n{}{other}", text(&filling)));
        }
        if !others.is_empty() {
            seen.orbits += 1;
            seen.defined += usize::from(answer.is_ok());
        }
    }
    seen
}

/// A filling after a random exchange.
fn exchanged(skeleton: &Skeleton, filling: &[Var], choices: &mut Choices) -> Vec<Var> {
    let mut becomes: Vec<Var> = (0..).take(skeleton.variables()).collect();
    for class in skeleton.classes() {
        for last in (1..class.len()).rev() {
            let other = choices.below("exchange", last as u64 + 1) as usize;
            becomes.swap(class[last] as usize, class[other] as usize);
        }
    }
    filling.iter().map(|&var| becomes[var as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_behave_alike() {
        let seen: Vec<Seen> = (1..=150).map(try_program).collect();
        let unlike: Vec<&String> = seen.iter().flat_map(|seen| &seen.unlike).collect();
        assert!(unlike.is_empty(), "{}", unlike[0]);
        assert!(seen.iter().map(|seen| seen.orbits).sum::<usize>() > 50);
        assert!(seen.iter().any(|seen| seen.defined > 0));
    }
}
