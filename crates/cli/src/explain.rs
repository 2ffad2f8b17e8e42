//! `elenchus explain`: what is a kind of undefined behaviour?

use std::io::Write;

use elenchus_lang::undefined::{Area, Undefined};
use serde::Serialize;

use crate::status::Status;
use crate::talk;

/// Explain a kind of undefined behaviour, with an example.
///
/// KIND is a name as `elenchus run --json` and the list give it. It is
/// explained in plain words, with a small program that has it and the nearest
/// program that is defined. Without KIND, all kinds are listed by area.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus explain signed-overflow")]
pub struct Args {
    /// The name of a kind
    kind: Option<String>,

    /// Print JSON: one object, or a list of them
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let Some(id) = &args.kind else {
        list(args.json)?;
        return Ok(Status::Done);
    };
    let Some(kind) = Undefined::by_id(id) else {
        talk::complain(&unknown(id));
        return Ok(Status::Wrong);
    };
    let mut out = anstream::stdout().lock();
    match args.json {
        true => writeln!(out, "{}", serde_json::to_string(&Row::new(kind))?)?,
        false => write!(out, "{}", page(kind))?,
    }
    out.flush()?;
    Ok(Status::Done)
}

fn list(json: bool) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    if json {
        let rows: Vec<Row> = Undefined::all().iter().map(|&kind| Row::new(kind)).collect();
        writeln!(out, "{}", serde_json::to_string(&rows)?)?;
        return Ok(out.flush()?);
    }
    let width = Undefined::all().iter().map(|kind| kind.id().len()).max().unwrap_or(0);
    let mut area = None;
    for &kind in Undefined::all() {
        if area.replace(kind.area()) != Some(kind.area()) {
            let between = if area == Some(Area::Arithmetic) { "" } else { "\n" };
            writeln!(out, "{between}{}", kind.area().name())?;
        }
        writeln!(out, "  {:width$}  {}", kind.id(), kind.message())?;
    }
    Ok(out.flush()?)
}

/// All there is to say of a kind.
fn page(kind: Undefined) -> String {
    let example = kind.example();
    let indented = |text: &str| {
        let line = |line: &str| match line {
            "" => "\n".to_owned(),
            line => format!("    {line}\n"),
        };
        text.lines().map(line).collect::<String>()
    };
    let mut text = format!(
        "{}: {}\n{}\n\n{}\n\nA program that has it:\n\n{}",
        kind.id(),
        kind.message(),
        kind.source(),
        wrapped(&kind.explain().replace('`', "'")),
        indented(example.text),
    );
    text += &format!("\nThe nearest program that is defined:\n\n{}", indented(example.twin));
    if let Some(with) = example.with {
        text += &format!("\nEither is linked with this file:\n\n{}", indented(with));
    }
    text
}

/// In lines that a terminal has room for.
fn wrapped(text: &str) -> String {
    const WIDTH: usize = 78;
    let mut out = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        if column > 0 && column + 1 + word.len() > WIDTH {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out += word;
        column += word.len();
    }
    out
}

fn unknown(id: &str) -> String {
    /// As alike as a slip of the hand makes names.
    const NEAR: f64 = 0.75;
    const SHOWN: usize = 3;
    let mut near: Vec<(f64, &str)> = Undefined::all()
        .iter()
        .map(|kind| (strsim::jaro_winkler(id, kind.id()), kind.id()))
        .filter(|(likeness, _)| *likeness > NEAR)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let names: Vec<String> = near.iter().take(SHOWN).map(|(_, id)| format!("'{id}'")).collect();
    match names.as_slice() {
        [] => format!("no kind is called '{id}'; 'elenchus explain' lists all"),
        names => format!("no kind is called '{id}'; did you mean {}?", names.join(" or ")),
    }
}

/// A kind as `--json` gives it.
#[derive(Serialize)]
struct Row {
    kind: &'static str,
    area: &'static str,
    clause: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    annex_j: Option<u16>,
    message: &'static str,
    explanation: &'static str,
    example: &'static str,
    twin: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    with: Option<&'static str>,
}

impl Row {
    fn new(kind: Undefined) -> Row {
        let example = kind.example();
        Row {
            kind: kind.id(),
            area: kind.area().name(),
            clause: kind.clause(),
            annex_j: kind.annex_j(),
            message: kind.message(),
            explanation: kind.explain(),
            example: example.text,
            twin: example.twin,
            with: example.with,
        }
    }
}
