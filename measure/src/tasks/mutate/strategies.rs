//! How often each way to change a program is tried, made and proven.

use anyhow::Result;
use elenchus_produce::mutate::Tally;
use elenchus_produce::mutate::strategy::STRATEGIES;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use super::originals::{Origin, originals, usual};
use crate::parallel;
use crate::tasks::{Task, share};

pub const TASK: Task =
    Task::show("mutate", "how often each way to change a program is tried and proven", run);

const PROGRAMS: usize = 100;
const EACH: u64 = 5;

/// Of what is made so much must be proven, in percent.
const BAR: u64 = 95;

fn run(ctx: &Context, _: &[String]) -> Result<Vec<Figure>> {
    let programs = originals(ctx, Origin::Csmith, PROGRAMS)?;
    let found = parallel::map(&programs, ctx.threads, |program| program.variants(EACH, &usual(1)));
    let mut tally = vec![Tally::default(); STRATEGIES.len()];
    let (mut used, mut variants, mut mutations) = (0, 0, Vec::new());
    for found in found {
        let Ok(found) = found? else { continue };
        used += 1;
        variants += found.list.len();
        mutations.extend(found.list.iter().map(|variant| variant.mutations.len()));
        for (sum, one) in tally.iter_mut().zip(&found.tally) {
            sum.sites += one.sites;
            sum.proposed += one.proposed;
            sum.proven += one.proven;
        }
    }
    let of = format!("{variants} variants of {used} programs of Csmith");
    let mut figures: Vec<Figure> =
        STRATEGIES.iter().zip(&tally).map(|(row, tally)| figure(row.name, tally, &of)).collect();
    figures.push(spread(mutations, &of));
    Ok(figures)
}

fn figure(name: &str, tally: &Tally, of: &str) -> Figure {
    let Tally { sites, proposed, proven } = *tally;
    Figure {
        name: format!("mutate-{name}"),
        what: format!("the strategy `{name}` in {of}"),
        figure: format!("{sites} sites, {}", share("proven", proven as usize, proposed as usize)),
        bar: format!("used, and at least {BAR}% proven"),
        holds: proven > 0 && proven * 100 >= proposed * BAR,
        skipped: None,
    }
}

fn spread(mut mutations: Vec<usize>, of: &str) -> Figure {
    mutations.sort_unstable();
    let at = |index: usize| mutations.get(index).copied().unwrap_or(0);
    let (least, most) = (at(0), at(mutations.len().saturating_sub(1)));
    let median = at(mutations.len() / 2);
    let mean = mutations.iter().sum::<usize>() as f64 / mutations.len().max(1) as f64;
    Figure {
        name: "mutate-mutations".to_string(),
        what: format!("mutations of a variant, {of}"),
        figure: format!("least {least}, mean {mean:.1}, median {median}, most {most}"),
        bar: "none".to_string(),
        holds: true,
        skipped: None,
    }
}
