//! `elenchus check`: given programs on all compilers.

use std::io::Write;
use std::path::{Path, PathBuf};

use elenchus_campaign::examine::{Examined, Origin, examine};
use elenchus_campaign::judge::Judgement;
use elenchus_campaign::lab::Lab;
use elenchus_campaign::outcome::Outcome;
use elenchus_campaign::paths;
use elenchus_campaign::reading::Distinct;
use elenchus_campaign::report;
use elenchus_campaign::source::{Source, Test};
use elenchus_judge::bytes;
use elenchus_lang::undefined::Undefined;
use elenchus_machine::Verdict;
use serde_json::{Value, json};

use crate::findings::style;
use crate::input;
use crate::status::Status;
use crate::talk;
use crate::toolchains::{Toolchains, interrupted};

/// Try given programs on all compilers, with the abstract machine as judge.
///
/// Every file is a program, or all are one with --together. Nothing is stored. Ends with status 1 if a compiler
/// does something else than the machine, or than the others.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus check prog.c --cc gcc --cc tcc")]
pub struct Args {
    /// C files, each a program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The files are one program
    #[arg(long)]
    together: bool,

    #[command(flatten)]
    toolchains: Toolchains,

    /// Options for the programs
    #[arg(
        long,
        value_name = "OPTIONS",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    cflags: String,

    /// Print a JSON object for each program
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let config = match args.toolchains.config() {
        Ok(config) => config,
        Err(status) => return Ok(status),
    };
    let lab = match args.toolchains.lab(&config)? {
        Ok(lab) => lab,
        Err(status) => return Ok(status),
    };
    let programs: Vec<&[PathBuf]> = match args.together {
        true => vec![&args.files],
        false => args.files.chunks(1).collect(),
    };
    let mut worst = Status::Done;
    for files in programs {
        worst = worst.max(check(args, &lab, files)?);
        if lab.stop.load(std::sync::atomic::Ordering::Relaxed) {
            return Ok(interrupted());
        }
    }
    Ok(worst)
}

/// Checks one program.
fn check(args: &Args, lab: &Lab, files: &[PathBuf]) -> anyhow::Result<Status> {
    let mut program = match input::program(files) {
        Ok(program) => program,
        Err(error) => {
            talk::complain(&error.to_string());
            return Ok(Status::Wrong);
        }
    };
    let flags = paths::options(&args.cflags, Path::new(""));
    program.flags.splice(0..0, flags.iter().cloned());
    let source = Source::Files { files: files.to_vec(), flags };
    let origin = Origin { source: &source, seed: 0 };
    let test = Test::of(program);
    let folder = lab.scratch.fresh("check")?;
    let Some(examined) = examine(lab, &test, &origin, folder, &|_| true)? else {
        return Ok(Status::Done);
    };
    let name = files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(" ");
    show(args, lab, (files, &name), &examined)?;
    let is_no_program =
        |outcome: &Outcome| matches!(outcome, Outcome::Rejected { .. } | Outcome::Undefined { .. });
    if examined.outcomes.iter().all(|(_, outcome)| is_no_program(outcome)) {
        talk::complain(&format!("{name}: no compiler takes it, so nothing was tested"));
        return Ok(Status::Wrong);
    }
    Ok(if examined.findings.is_empty() { Status::Done } else { Status::No })
}

/// The target of each text; who compiles it, where there are several.
fn judged(lab: &Lab, examined: &Examined) -> Vec<(String, String)> {
    let texts = examined.texts.iter().map(|text| {
        let same = |other: &&Distinct| other.target == text.target;
        let by = match examined.texts.iter().filter(same).count() {
            1 => String::new(),
            _ => {
                let names = text.configurations.iter().map(|one| lab.name(one));
                format!(", {}", names.collect::<Vec<_>>().join(", "))
            }
        };
        (format!("{}{by}", text.target), in_words(&text.judgement))
    });
    texts.collect()
}

fn show(
    args: &Args,
    lab: &Lab,
    (files, name): (&[PathBuf], &str),
    examined: &Examined,
) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    if args.json {
        let machine: Vec<_> = examined.texts.iter().map(|text| fields(lab, text)).collect();
        let mut line = json!({ "machine": machine, "outcomes": examined.outcomes,
                               "findings": examined.findings });
        match args.together {
            true => line["files"] = json!(files),
            false => line["file"] = json!(name),
        }
        writeln!(out, "{line}")?;
        return Ok(());
    }
    for (target, said) in judged(lab, examined) {
        writeln!(out, "{name}: the machine ({target}): {said}")?;
    }
    for (name, outcome) in &examined.outcomes {
        writeln!(out, "  {name}: {}", outcome.in_words())?;
    }
    for finding in &examined.findings {
        let (state, style) = (finding.state.name(), style(finding.state.name()));
        writeln!(out, "{style}{state}{style:#}: {}", report::title(finding))?;
        for reason in &finding.reasons {
            writeln!(out, "  {reason}")?;
        }
    }
    Ok(())
}

/// What the machine says of a text, for programs.
fn fields(lab: &Lab, text: &Distinct) -> Value {
    let mut fields = match &text.judgement {
        Judgement::Valid(answer) => json!({ "verdict": "valid", "answer": answer }),
        Judgement::Invalid(verdict) => {
            let kind = match verdict {
                Verdict::Undefined { kind, .. } => Some(*kind),
                _ => None,
            };
            json!({ "verdict": verdict.word(), "kind": kind.map(Undefined::id),
                    "clause": kind.map(Undefined::clause), "detail": verdict.message() })
        }
        Judgement::Long => json!({ "verdict": "long" }),
        Judgement::Unknown(why) => json!({ "verdict": "unknown", "detail": why.to_string() }),
    };
    let names: Vec<String> = text.configurations.iter().map(|one| lab.name(one)).collect();
    fields["target"] = json!(text.target);
    fields["configurations"] = json!(names);
    fields
}

fn in_words(judgement: &Judgement) -> String {
    match judgement {
        Judgement::Valid(answer) => {
            let output = bytes::quoted(answer.output.trim_ascii_end(), usize::MAX);
            format!("valid, {output}, {}", answer.end)
        }
        fault @ Judgement::Invalid(_) => format!("{fault}; it is compiled and not run"),
        Judgement::Unknown(why) => format!("cannot say: {why}"),
        Judgement::Long => "it takes more steps than the machine gives it; compilers are compared \
                            if it ends"
            .into(),
    }
}
