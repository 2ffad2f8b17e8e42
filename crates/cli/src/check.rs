//! `elenchus check`: given programs on all compilers.

use std::io::Write;
use std::path::{Path, PathBuf};

use elenchus_campaign::examine::{Examined, Origin, examine};
use elenchus_campaign::judge::Judgement;
use elenchus_campaign::lab::Lab;
use elenchus_campaign::outcome::Outcome;
use elenchus_campaign::reading::Distinct;
use elenchus_campaign::report;
use elenchus_campaign::source::Source;
use elenchus_compilers::toolchain::words;
use elenchus_judge::bytes;
use serde_json::json;

use crate::findings::style;
use crate::status::Status;
use crate::talk;
use crate::toolchains::{Toolchains, interrupted};

/// Try given programs on all compilers, with the abstract machine as judge.
///
/// Every file is a program. Nothing is stored. Ends with status 1 if a compiler
/// does something else than the machine, or than the others.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus check prog.c --cc gcc --cc tcc")]
pub struct Args {
    /// C files, each a program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

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
    let mut worst = Status::Done;
    for file in &args.files {
        worst = worst.max(check(args, &lab, file)?);
        if lab.stop.load(std::sync::atomic::Ordering::Relaxed) {
            return Ok(interrupted());
        }
    }
    Ok(worst)
}

fn check(args: &Args, lab: &Lab, file: &Path) -> anyhow::Result<Status> {
    let files = vec![std::path::absolute(file)?];
    let source = Source::Files { files, flags: words(&args.cflags) };
    let test = match source.make(0, &lab.scratch.fresh("check")?, lab.stop) {
        Ok(test) => test,
        Err(error) => {
            talk::complain(&error.to_string());
            return Ok(Status::Wrong);
        }
    };
    let origin = Origin { source: &source, seed: 0 };
    let folder = lab.scratch.fresh("check")?;
    let Some(examined) = examine(lab, &test, &origin, folder, &|_| true)? else {
        return Ok(Status::Done);
    };
    show(args, lab, file, &examined)?;
    let is_rejected = |outcome: &Outcome| matches!(outcome, Outcome::Rejected { .. });
    if examined.outcomes.iter().all(|(_, outcome)| is_rejected(outcome)) {
        talk::complain(&format!("{}: no compiler takes it, so nothing was tested", file.display()));
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

fn show(args: &Args, lab: &Lab, file: &Path, examined: &Examined) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    let said = judged(lab, examined);
    if args.json {
        let line = json!({ "file": file, "machine": said, "outcomes": examined.outcomes,
                           "findings": examined.findings });
        writeln!(out, "{line}")?;
        return Ok(());
    }
    for (target, said) in said {
        writeln!(out, "{}: the machine ({target}): {said}", file.display())?;
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
