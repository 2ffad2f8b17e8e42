//! Counts, for people and as JSON.

use std::io::Write;
use std::path::Path;

use elenchus_produce::enumerate::summary::{Counted, Summary, Totals, short};
use serde::Serialize;

use super::Args;

#[derive(Serialize)]
struct FileLine<'a> {
    file: &'a str,
    holes: u64,
    scopes: u64,
    functions: u64,
    types: u64,
    candidates: u64,
    /// In decimal: they may be longer than any number of JSON's readers.
    naive: String,
    canonical: String,
    lexical: bool,
}

pub fn counted(args: &Args, file: &Path, counted: &Counted, lexical: bool) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    let file = file.to_string_lossy();
    let of = counted.measures;
    if args.json {
        let line = FileLine {
            file: &file,
            holes: of.holes,
            scopes: of.scopes,
            functions: of.functions,
            types: of.types,
            candidates: of.candidates,
            naive: counted.naive.to_string(),
            canonical: counted.canonical.to_string(),
            lexical,
        };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
    } else {
        let (naive, canonical) = (short(&counted.naive), short(&counted.canonical));
        let marked = if lexical { " (words and braces)" } else { "" };
        writeln!(out, "{file}: {} holes, {canonical} variants of {naive}{marked}", of.holes)?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Sums {
    files: u64,
    naive: String,
    canonical: String,
    orders_of_magnitude: f64,
    holes: f64,
    scopes: f64,
    functions: f64,
    types: f64,
    variables: f64,
}

impl Sums {
    fn new(totals: &Totals) -> Sums {
        let [holes, scopes, functions, types, variables] = totals.averages();
        Sums {
            files: totals.files,
            naive: totals.naive.to_string(),
            canonical: totals.canonical.to_string(),
            orders_of_magnitude: totals.reduction(),
            holes,
            scopes,
            functions,
            types,
            variables,
        }
    }
}

#[derive(Serialize)]
struct SummaryLine {
    summary: Parts,
}

#[derive(Serialize)]
struct Parts {
    skipped: u64,
    limit: u64,
    all: Sums,
    within: Sums,
}

/// The paper's Tables 1 and 2.
pub fn summary(args: &Args, summary: &Summary, skipped: u64) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    if args.json {
        let (all, within) = (Sums::new(&summary.all), Sums::new(&summary.within));
        let line = SummaryLine { summary: Parts { skipped, limit: args.limit, all, within } };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
        return Ok(());
    }
    let rows = [
        ("all files".to_owned(), &summary.all),
        (format!("at most {} variants", args.limit), &summary.within),
    ];
    writeln!(out, "{} files counted, {skipped} skipped", summary.all.files)?;
    writeln!(
        out,
        "\n{:<24} {:>7} {:>16} {:>16} {:>12} {:>12} {:>10}",
        "", "files", "naive", "canonical", "naive/file", "canon./file", "10^n fewer"
    )?;
    for (name, totals) in &rows {
        let average = |sum| short(&(sum / totals.files.max(1)));
        writeln!(
            out,
            "{name:<24} {:>7} {:>16} {:>16} {:>12} {:>12} {:>10.1}",
            totals.files,
            short(&totals.naive),
            short(&totals.canonical),
            average(&totals.naive),
            average(&totals.canonical),
            totals.reduction()
        )?;
    }
    writeln!(
        out,
        "\n{:<24} {:>7} {:>7} {:>10} {:>7} {:>15}",
        "averages", "holes", "scopes", "functions", "types", "variables/hole"
    )?;
    for (name, totals) in &rows {
        let [holes, scopes, functions, types, variables] = totals.averages();
        writeln!(
            out,
            "{name:<24} {holes:>7.2} {scopes:>7.2} {functions:>10.2} {types:>7.2} {variables:>15.2}"
        )?;
    }
    Ok(())
}
