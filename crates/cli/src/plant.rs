//! `elenchus generate --plant`: programs with one defect.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::Context;
use elenchus_campaign::new_files::{NewFile, write_all};
use elenchus_lang::undefined::Undefined;
use elenchus_produce::generate::Settings;
use elenchus_produce::plant::{self, Planted, Planting, Unplanted};
use serde::Serialize;

use crate::generate::UNWRITTEN;
use crate::status::Status;
use crate::talk;

/// Where programs go.
pub struct To<'a> {
    pub out: Option<&'a Path>,
    pub json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    seed: u64,
    kind: &'a str,
    form: &'a str,
    line: usize,
    reached: bool,
    text: &'a str,
    twin: Option<&'a str>,
    output: &'a str,
}

/// The word that asks for the kinds.
pub const LIST: &str = "list";

pub fn run(
    settings: &Settings,
    kind: &str,
    reached: bool,
    seeds: RangeInclusive<u64>,
    to: &To<'_>,
    stdout: &mut impl Write,
) -> anyhow::Result<Status> {
    if kind == LIST {
        stdout.write_all(list().as_bytes()).context(UNWRITTEN)?;
        return Ok(Status::Done);
    }
    let Some(kind) = Undefined::by_id(kind) else {
        talk::complain(&format!(
            "no kind of undefined behaviour is called `{kind}`; `elenchus generate --plant list` \
             shows all that can be planted"
        ));
        return Ok(Status::Wrong);
    };
    let mut failed = 0;
    for seed in seeds {
        match plant::plant(settings, Planting { kind, reached }, seed) {
            Ok(planted) => write(&planted, seed, to, stdout)?,
            Err(error) if error.is_a_wrong_request() => {
                talk::complain(&error.to_string());
                return Ok(Status::Wrong);
            }
            Err(error) => {
                failed += 1;
                talk::complain(&format!("seed {seed}: {error}; this is a bug of ours"));
                if let (Unplanted::Unconfirmed { text, .. }, Some(dir)) = (&error, to.out) {
                    let path = dir.join(format!("{seed}-unconfirmed.c"));
                    write_all(&[NewFile::new(path, &text[..])], &[])?;
                }
            }
        }
    }
    Ok(if failed == 0 { Status::Done } else { Status::Environment })
}

/// The kinds, a line each: their forms, or why they cannot be planted.
fn list() -> String {
    let line = |&kind: &Undefined| match plant::refusal(kind) {
        Some(why) => format!("{:24} cannot be planted: {why}\n", kind.id()),
        None => format!("{:24} {}\n", kind.id(), plant::forms(kind).join(", ")),
    };
    Undefined::all().iter().map(line).collect()
}

fn write(planted: &Planted, seed: u64, to: &To<'_>, stdout: &mut impl Write) -> anyhow::Result<()> {
    let Planted { text, twin, planting, form, line, output } = planted;
    let Planting { kind, reached } = *planting;
    if let Some(dir) = to.out {
        let file =
            |ending: &str, text: &str| NewFile::new(dir.join(format!("{seed}{ending}")), text);
        let label = format!("{} {form} {line}\n", kind.id());
        let mut wanted =
            vec![file(".c", text), file(".planted", &label), file(".expected", output)];
        wanted.extend(twin.as_deref().map(|twin| file("-twin.c", twin)));
        return Ok(write_all(&wanted, &[])?);
    }
    if to.json {
        let twin = twin.as_deref();
        let report =
            Report { seed, kind: kind.id(), form, line: *line, reached, text, twin, output };
        serde_json::to_writer(&mut *stdout, &report).context(UNWRITTEN)?;
        return stdout.write_all(b"\n").context(UNWRITTEN);
    }
    stdout.write_all(text.as_bytes()).context(UNWRITTEN)
}
