//! How long a reduction takes and what is left, beside cvise and creduce.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Parser;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::packages::need;

use super::cases::{CASES, Case, Wrong, ready};
use super::ours::{self, Ours};
use super::peers::{JOBS, Made, made};
use super::result::State;
use crate::elenchus;
use crate::faultbench::Faultbench;
use crate::tasks::{Task, share};

/// Others do the work: this program itself may be slow.
pub const TASK: Task = Task { optimised: false, ..WITH_FAULTBENCH };

const WITH_FAULTBENCH: Task =
    Task::bench("reduce", "reductions beside cvise's and creduce's; given faultbench", run)
        .placed();

/// Seconds for a peer.
const CAP: u64 = 20 * 60;

/// How many times less time, in the geometric mean.
const BAR: f64 = 5.0;

/// Compilations for so many bytes of program.
const COMPILATIONS: u64 = 2500;
const BYTES: u64 = 100_000;

/// Of a large program of Csmith: lines, and how many times less time.
const LINES: usize = 20;
const LARGE: usize = 90_000;
const LARGE_BAR: f64 = 20.0;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// The folder of faultbench
    folder: Option<PathBuf>,
    /// Only this case
    #[arg(long)]
    case: Option<String>,
    /// Seconds for a peer whose result is not known
    #[arg(long, default_value_t = CAP)]
    cap: u64,
    /// Only what is not known of peers
    #[arg(long)]
    peers: bool,
}

/// A case, and what became of it.
struct Row {
    case: &'static Case,
    bytes: usize,
    ours: Ours,
    cvise: Made,
    creduce: Option<Made>,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    need(["cvise", "creduce", "csmith", "tcc", "pcc"])?;
    let bench = Faultbench::within(args.folder.as_deref())?;
    bench.prepare(&["build"])?;
    let elenchus = match args.peers {
        true => None,
        false => Some(elenchus::binary(ctx)?),
    };
    let cap = Duration::from_secs(args.cap);
    let mut rows = Vec::new();
    let wanted = |case: &&Case| args.case.as_deref().is_none_or(|name| name == case.name);
    for case in CASES.iter().filter(wanted) {
        let ready = ready(ctx, &bench, case)?;
        let cvise = made(ctx, "cvise", &ready, cap)?;
        let creduce = match case.creduce {
            true => Some(made(ctx, "creduce", &ready, cap)?),
            false => None,
        };
        let Some(elenchus) = &elenchus else { continue };
        let ours = ours::reduce(elenchus, &ready, JOBS, CAP)?;
        let row = Row { case, bytes: ready.text.len(), ours, cvise, creduce };
        println!("{}", row.line());
        rows.push(row);
    }
    if !CASES.iter().any(|case| wanted(&case)) {
        bail!("no case is called so");
    }
    Ok(if args.peers { Vec::new() } else { figures(&rows) })
}

impl Row {
    fn ratio(&self) -> f64 {
        self.cvise.wall / self.ours.wall
    }

    /// All that a case asks of us but time.
    fn holds(&self) -> bool {
        let Ours { kept, report, .. } = &self.ours;
        let valid = kept.state == State::Valid || self.case.wrong != Wrong::Code;
        report.finished && kept.shows && valid
    }

    fn compilations(&self) -> u64 {
        self.ours.report.compilations + self.ours.report.scripts
    }

    /// Whether ours is no larger, where theirs may be compared.
    fn no_larger(&self) -> Option<bool> {
        let theirs = &self.cvise.kept;
        let comparable =
            theirs.shows && (theirs.state == State::Valid || self.case.wrong != Wrong::Code);
        comparable.then_some(self.ours.kept.tokens <= theirs.tokens)
    }

    fn line(&self) -> String {
        let Ours { report, wall, cpu, kept, .. } = &self.ours;
        let peer = |name: &str, made: &Made| {
            let ended = if made.ended { ", ended" } else { "" };
            let state = format!("{:?}", made.kept.state).to_lowercase();
            format!(
                "{name} {:.0} s ({:.0} s CPU{ended}), {} tokens, {state}",
                made.wall, made.cpu, made.kept.tokens
            )
        };
        let creduce = self.creduce.as_ref().map(|made| format!("; {}", peer("creduce", made)));
        format!(
            "  {}: {} bytes; {wall:.1} s ({cpu:.1} s CPU), {} tokens in {} lines{}, {} \
             compilations, {} runs of the machine; {}{}",
            self.case.name,
            self.bytes,
            kept.tokens,
            kept.lines,
            if self.holds() { "" } else { ", NOT GOOD" },
            self.compilations(),
            report.machine_runs,
            peer("cvise", &self.cvise),
            creduce.unwrap_or_default(),
        )
    }
}

fn mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let all: Vec<f64> = ratios.map(f64::ln).collect();
    (all.iter().sum::<f64>() / all.len() as f64).exp()
}

fn figures(rows: &[Row]) -> Vec<Figure> {
    vec![time(rows), results(rows), sizes(rows), compilations(rows), large(rows)]
}

fn figure(name: &str, what: &str, figure: String, bar: String, holds: bool) -> Figure {
    let (name, what) = (format!("reduce-{name}"), what.to_owned());
    Figure { name, what, figure, bar, holds, skipped: None }
}

fn time(rows: &[Row]) -> Figure {
    let wall = mean(rows.iter().map(Row::ratio));
    let cpu = mean(rows.iter().map(|row| row.cvise.cpu / row.ours.cpu));
    let creduce =
        rows.iter().filter_map(|row| row.creduce.as_ref().map(|made| made.wall / row.ours.wall));
    let text = format!(
        "{wall:.1} times less than cvise in the geometric mean of {} cases ({cpu:.1} of CPU), \
         {:.1} times less than creduce",
        rows.len(),
        mean(creduce)
    );
    let bar = format!("at least {BAR} times less than cvise");
    figure("time", "wall time of a reduction on two cores", text, bar, wall >= BAR)
}

fn results(rows: &[Row]) -> Figure {
    let good = rows.iter().filter(|row| row.holds()).count();
    let code = || rows.iter().filter(|row| row.case.wrong == Wrong::Code);
    let theirs = code().filter(|row| row.cvise.kept.state == State::Invalid).count();
    let text = format!(
        "{}; of cvise's with wrong code {theirs} of {} have undefined behaviour",
        share("good", good, rows.len()),
        code().count()
    );
    let bar = "all show the bug, and are valid where the code is wrong".to_owned();
    figure("results", "what is left of programs", text, bar, good == rows.len())
}

fn sizes(rows: &[Row]) -> Figure {
    let compared = rows.iter().filter_map(|row| row.no_larger().map(|no_larger| (row, no_larger)));
    let larger: Vec<&str> = compared
        .clone()
        .filter(|(_, no_larger)| !no_larger)
        .map(|(row, _)| row.case.name)
        .collect();
    let ratio = mean(
        compared
            .clone()
            .map(|(row, _)| row.ours.kept.tokens as f64 / row.cvise.kept.tokens.max(1) as f64),
    );
    let text = format!(
        "{ratio:.2} of cvise's in the mean of {} that may be compared; larger: {}",
        compared.count(),
        if larger.is_empty() { "none".to_owned() } else { larger.join(", ") }
    );
    let what = "tokens that are left, where cvise's result is valid and shows the bug";
    figure("size", what, text, "none larger".to_owned(), larger.is_empty())
}

fn compilations(rows: &[Row]) -> Figure {
    let allowed = |row: &Row| COMPILATIONS.max(COMPILATIONS * row.bytes as u64 / BYTES);
    let over = rows.iter().filter(|row| row.compilations() > allowed(row)).count();
    let most = rows.iter().map(Row::compilations).max().unwrap_or(0);
    let text = format!("at most {most}; too many in {over} of {} cases", rows.len());
    let bar = format!("at most {COMPILATIONS} for {} kB", BYTES / 1000);
    figure("compilations", "compilations of a reduction", text, bar, over == 0)
}

fn large(rows: &[Row]) -> Figure {
    let wrong = |row: &&Row| row.case.name.starts_with("csmith") && row.case.wrong == Wrong::Code;
    let large: Vec<&Row> = rows.iter().filter(wrong).filter(|row| row.bytes >= LARGE).collect();
    let lines = large.iter().map(|row| row.ours.kept.lines).max();
    let ratio = mean(large.iter().map(|row| row.ratio()));
    let text = match lines {
        Some(lines) => format!("at most {lines} lines, {ratio:.1} times less time than cvise"),
        None => "no such case".to_owned(),
    };
    let bar = format!("under {LINES} lines in {LARGE_BAR} times less time");
    let holds = lines.is_some_and(|lines| lines < LINES) && ratio >= LARGE_BAR;
    let what = format!("{} programs of Csmith of {} kB and more", large.len(), LARGE / 1000);
    figure("large", &what, text, bar, holds)
}
