//! c-torture: how many files are counted, and whether gcc takes variants.

use std::path::Path;

use anyhow::Result;
use clap::Parser;
use elenchus_produce::choices::Choices;
use elenchus_produce::enumerate::{Options, Space, UBig, Which};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use super::load;
use crate::corpus::{Group, STANDARD, Text, texts};
use crate::files;
use crate::tasks::{Task, share};
use crate::{compile, ours, parallel};

pub const TASK: Task =
    Task::show("enumerate-accepted", "variants of c-torture that gcc takes", run);

/// The share of files that must be counted, in percent.
const BAR: usize = 95;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// How many variants gcc is asked about
    #[arg(long, default_value_t = 2000)]
    sample: usize,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let mut all = Vec::new();
    let mut files = 0;
    for group in [Group::Execute, Group::Compile] {
        let found = texts(ctx, group)?;
        files += found.texts.len() + found.unreadable.len();
        all.extend(found.texts);
    }
    let counted = parallel::map(&all, ctx.threads, count);
    let mut uncounted = Vec::new();
    let mut rich: Vec<&Text> = Vec::new();
    for (text, counted) in all.iter().zip(counted) {
        match counted {
            Ok(size) if size > UBig::ONE => rich.push(text),
            Ok(_) => {}
            Err(why) => uncounted.push(format!("{}: {why}", text.name)),
        }
    }
    let unread = files - all.len();
    uncounted.iter().for_each(|line| println!("not counted: {line}"));
    let counted = files - unread - uncounted.len();
    let shares = Figure {
        name: "enumerate-counted".to_string(),
        what: "files of c-torture/execute and compile that gcc accepts, parsed and counted"
            .to_string(),
        figure: share("counted", counted, files),
        bar: format!("at least {BAR}%"),
        holds: counted * 100 >= files * BAR,
        skipped: None,
    };
    Ok(vec![shares, variants(ctx, &rich, args.sample)?])
}

fn count(text: &Text) -> Result<UBig, String> {
    let space = space_of(text).map_err(|error| error.to_string())?;
    space.map(|(_, space)| space.size().clone()).ok_or_else(|| "not parsed".to_string())
}

type Spaced = (super::Loaded, Space);

fn space_of(text: &Text) -> Result<Option<Spaced>> {
    let (parsed, user) = (text.read()?, std::fs::read(&text.source.path)?);
    let guarded = ours::guarded(|| load(&parsed, &user, STANDARD, &Options::default()));
    let Some(loaded) = guarded.map_err(anyhow::Error::msg)? else { return Ok(None) };
    let space = Space::new(loaded.found.skeleton.clone(), Which::Canonical)?;
    Ok(Some((loaded, space)))
}

/// Asks gcc about variants drawn from all files alike.
fn variants(ctx: &Context, rich: &[&Text], sample: usize) -> Result<Figure> {
    let folder = files::folder(ctx.path("target/enumerate/accepted"))?;
    let rounds = sample.div_ceil(rich.len().max(1));
    let jobs: Vec<(usize, &Text)> = rich.iter().copied().enumerate().collect();
    let answers = parallel::map(&jobs, ctx.threads, |&(number, text)| {
        let left = (sample * (number + 1)) / jobs.len() - (sample * number) / jobs.len();
        ask(text, number, left.min(rounds), &folder)
    });
    let mut tried = 0;
    let mut rejected = Vec::new();
    for answer in answers {
        let (asked, wrong) = answer?;
        tried += asked;
        rejected.extend(wrong);
    }
    rejected.iter().for_each(|line| println!("rejected: {line}"));
    Ok(Figure {
        name: "enumerate-accepted".to_string(),
        what: "variants of c-torture, --holes typed, that gcc -std=gnu11 takes".to_string(),
        figure: share("taken", tried - rejected.len(), tried),
        bar: "all of 2000".to_string(),
        holds: rejected.is_empty() && tried >= 2000,
        skipped: None,
    })
}

/// Draws variants of one file; how many were tried, and which gcc rejects.
fn ask(text: &Text, number: usize, wanted: usize, folder: &Path) -> Result<(usize, Vec<String>)> {
    let Some((loaded, space)) = space_of(text)? else { return Ok((0, Vec::new())) };
    let user = std::fs::read(&text.source.path)?;
    let mut choices = Choices::new(number as u64);
    let numbers = space.sample(&space.whole(), wanted as u64, &mut choices);
    let mut rejected = Vec::new();
    for (round, index) in numbers.iter().enumerate() {
        let Some(filling) = space.unrank(index) else { continue };
        let mut variant = Vec::new();
        loaded.found.render(&user, &filling, &mut variant);
        let file = folder.join(format!("{number}-{round}.c"));
        std::fs::write(&file, variant)?;
        match first_error(&file, &text.source.path)? {
            // The suite's own file may be beyond this machine, too.
            Some(_) if first_error(&text.source.path, &text.source.path)?.is_some() => {}
            Some(error) => rejected.push(format!("{} {index}: {error}", text.name)),
            None => std::fs::remove_file(&file)?,
        }
    }
    Ok((numbers.len(), rejected))
}

/// What gcc has against a file that belongs into the folder of another.
fn first_error(file: &Path, beside: &Path) -> Result<Option<String>> {
    let check = compile::sources("gcc", STANDARD).args(["-O0", "-S", "-o", "/dev/null", "-I"]);
    compile::objection(check.arg(beside.parent().unwrap_or(Path::new("."))).arg(file))
}
