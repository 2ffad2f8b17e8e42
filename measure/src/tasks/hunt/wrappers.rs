//! Ground truth: compilers with one seeded fault each, of faultbench, whose
//! folder is given. Which faults does a hunt find and confirm, and whom does it
//! accuse?

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Parser;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use super::{Line, fresh_folder, lines};
use crate::call::call;
use crate::elenchus;
use crate::faultbench::Faultbench;
use crate::tasks::Task;

pub const TASK: Task =
    Task::show("wrappers", "hunts against faultbench, whose folder is given", run).placed();

/// The first fault of each of ten classes, and the second of the two largest:
/// not chosen by how easily they are found.
const FAULTS: &[(&str, &str)] = &[
    ("F001", "arith"),
    ("F002", "arith"),
    ("F010", "compare"),
    ("F016", "convert"),
    ("F022", "shift"),
    ("F027", "memory"),
    ("F028", "memory"),
    ("F038", "loop"),
    ("F046", "control"),
    ("F052", "call"),
    ("F057", "crash"),
    ("F061", "hang"),
];

const BAR: usize = 8;

/// Seconds for each fault, and for the compiler whose fault is disabled.
const SECONDS: u64 = 120;
const CLEAN: u64 = 600;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// The folder of faultbench
    folder: Option<PathBuf>,
    /// For each fault
    #[arg(long, default_value_t = SECONDS)]
    seconds: u64,
    /// For the compiler whose fault is disabled
    #[arg(long, default_value_t = CLEAN)]
    clean: u64,
    /// How many of the faults
    #[arg(long, default_value_t = FAULTS.len())]
    faults: usize,
}

/// A finding: its number, state and the compiler it accuses.
struct Found {
    id: i64,
    state: String,
    compiler: String,
}

struct Hunts {
    elenchus: PathBuf,
    folder: PathBuf,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let bench = Faultbench::within(args.folder.as_deref())?;
    let hunts = Hunts { elenchus: elenchus::binary(ctx)?, folder: fresh_folder(ctx, "wrappers")? };
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    let faults = &FAULTS[..args.faults.min(FAULTS.len())];
    for (fault, class) in faults {
        let compiler = wrapper(&bench, fault, &hunts.folder)?;
        let findings = hunts.hunt(fault, &compiler, args.seconds)?;
        let name = format!("gcc-{fault}");
        let confirmed =
            findings.iter().find(|one| one.state == "confirmed" && one.compiler == name);
        let others = findings.iter().filter(|one| one.compiler != name);
        wrong.extend(others.map(|one| format!("{} in the hunt for {fault}", one.compiler)));
        if let Some(one) = confirmed {
            found.push(*fault);
            wrong.extend(hunts.wrong_report(fault, one, &name)?);
        }
        println!(
            "  {fault} ({class}): {}",
            if confirmed.is_some() { "found" } else { "not found" }
        );
    }
    let mut clean = 0;
    if let (Some((fault, _)), true) = (faults.first(), args.clean > 0) {
        let compiler = wrapper(&bench, fault, &hunts.folder)?;
        let disabled = format!("{compiler} -fdisable-tree-fault_{fault}");
        clean = hunts.hunt("clean", &disabled, args.clean)?.len();
    }
    let whole = args.seconds >= SECONDS && args.clean >= CLEAN && faults.len() == FAULTS.len();
    Ok(vec![figure(&args, faults, &found, &wrong, clean, whole)])
}

fn figure(
    args: &Args,
    faults: &[(&str, &str)],
    found: &[&str],
    wrong: &[String],
    clean: usize,
    whole: bool,
) -> Figure {
    let classes: BTreeSet<&str> = faults.iter().map(|(_, class)| *class).collect();
    let missed = faults.iter().filter(|(fault, _)| !found.contains(fault));
    let missed: Vec<String> = missed.map(|(fault, class)| format!("{fault} ({class})")).collect();
    let mut text = format!("{} of {} found and confirmed", found.len(), faults.len());
    if !missed.is_empty() {
        text += &format!(", not {}", missed.join(", "));
    }
    text += &match wrong {
        [] => "; all accuse the right compiler".to_string(),
        wrong => format!("; WRONG: {}", wrong.join(", ")),
    };
    text += &format!("; {clean} findings with the fault disabled, in {} s", args.clean);
    Figure {
        name: "hunt-wrappers".to_string(),
        what: format!(
            "faults of faultbench, of {} classes, one after the other, {} seconds each, with the \
             default portfolio",
            classes.len(),
            args.seconds
        ),
        figure: text,
        bar: format!("{BAR} of {}; never plain gcc; nothing without a fault", FAULTS.len()),
        holds: whole && found.len() >= BAR && wrong.is_empty() && clean == 0,
        skipped: None,
    }
}

/// Writes the compiler with a fault; its path.
fn wrapper(bench: &Faultbench, fault: &str, folder: &Path) -> Result<String> {
    let folder_text = folder.to_string_lossy();
    bench.prepare(&["wrapper", fault, &folder_text])?;
    Ok(folder.join(format!("gcc-{fault}")).to_string_lossy().into_owned())
}

impl Hunts {
    /// All that a hunt finds in so many seconds, with gcc beside the compiler.
    fn hunt(&self, name: &str, compiler: &str, seconds: u64) -> Result<Vec<Found>> {
        let hunt = call(&self.elenchus).args(["hunt", "--cc", compiler, "--cc", "gcc", "--json"]);
        let hunt = hunt.args(["--time", &format!("{seconds}s"), "--store", &format!("{name}.db")]);
        let ran = hunt.within(&self.folder).seconds(seconds * 2 + 300).succeed()?;
        let found = |line| match line {
            Line::Finding { id, state, compiler, .. } => Some(Found { id, state, compiler }),
            Line::Summary { .. } => None,
        };
        Ok(lines(&ran.stdout).into_iter().filter_map(found).collect())
    }

    /// What is wrong with the report of a finding: it must name the compiler,
    /// and its script must show the bug.
    fn wrong_report(&self, fault: &str, found: &Found, name: &str) -> Result<Option<String>> {
        let folder = self.folder.join(format!("report-{fault}"));
        let report = call(&self.elenchus).args(["report", &found.id.to_string()]);
        let report = report.args(["--store", &format!("{fault}.db"), "--out"]).arg(&folder);
        report.within(&self.folder).run()?;
        let text = std::fs::read_to_string(folder.join("README.md"))?;
        if !text.starts_with(&format!("# {name}: ")) {
            return Ok(Some(format!("the report for {fault} names another compiler")));
        }
        let shows = call(folder.join("repro.sh")).seconds(300).run()?.succeeded();
        Ok((!shows).then(|| format!("repro.sh for {fault} does not show it")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_faults_are_of_ten_classes() {
        let classes: BTreeSet<&str> = FAULTS.iter().map(|(_, class)| *class).collect();
        assert_eq!((FAULTS.len(), classes.len()), (12, 10));
    }

    #[test]
    fn a_wrong_accusation_is_a_failure() {
        let args = Args::parse_from(["folder"]);
        let found: Vec<&str> = FAULTS.iter().map(|(fault, _)| *fault).take(8).collect();
        let holds = |found: &[&str], wrong: &[String], clean| {
            figure(&args, FAULTS, found, wrong, clean, true).holds
        };
        assert!(holds(&found, &[], 0));
        assert!(!holds(&found[..7], &[], 0));
        assert!(!holds(&found, &["gcc".to_string()], 0));
        assert!(!holds(&found, &[], 1));
    }
}
