//! Named tasks: benches, soaks and shows, in folders by area.
//!
//! To add one, write a file with a `pub const TASK: Task` in the folder of its
//! area, and put it in the list of the folder's `mod.rs`.

mod enumerate;
mod front;
mod generate;
mod hunt;
mod judge;
mod lang;
mod machine;
mod mutate;
mod reduce;
mod triage;

pub use front::work_on_broken;

use std::path::Path;

use anyhow::{Result, bail};
use elenchus_records::context::Context;
use elenchus_records::figures::{self, Area, Figure};
use elenchus_records::packages::Skip;

use crate::Answer;

/// All tasks.
const AREAS: &[(Area, &[Task])] = &[
    (Area::Lang, lang::TASKS),
    (Area::Front, front::TASKS),
    (Area::Machine, machine::TASKS),
    (Area::Judge, judge::TASKS),
    (Area::Generate, generate::TASKS),
    (Area::Enumerate, enumerate::TASKS),
    (Area::Mutate, mutate::TASKS),
    (Area::Hunt, hunt::TASKS),
    (Area::Reduce, reduce::TASKS),
    (Area::Triage, triage::TASKS),
];

/// What a task is for, which is the command that runs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Figures that take minutes at most.
    Show,
    /// Speed, beside a peer in the same run.
    Bench,
    /// Long runs: hours are allowed, chance is welcome.
    Soak,
}

impl Kind {
    pub fn command(self) -> &'static str {
        match self {
            Kind::Show => "show",
            Kind::Bench => "bench",
            Kind::Soak => "soak",
        }
    }
}

/// Called with what stands after the name on the command line. Talk goes to
/// stdout as it likes; the figures are printed by the runner. Returns [`Skip`]
/// as its error where the machine lacks something.
type Run = fn(&Context, &[String]) -> Result<Vec<Figure>>;

/// Measures something and says which bar it must reach.
pub struct Task {
    kind: Kind,
    name: &'static str,
    /// One line for the list of tasks.
    about: &'static str,
    run: Run,
    /// Whether it means nothing, or takes days, in a build without optimisation.
    optimised: bool,
    /// Whether its first argument only says where something is on this machine.
    placed: bool,
}

impl Task {
    pub const fn show(name: &'static str, about: &'static str, run: Run) -> Task {
        Task { kind: Kind::Show, name, about, run, optimised: false, placed: false }
    }

    pub const fn bench(name: &'static str, about: &'static str, run: Run) -> Task {
        Task { kind: Kind::Bench, optimised: true, ..Task::show(name, about, run) }
    }

    pub const fn soak(name: &'static str, about: &'static str, run: Run) -> Task {
        Task { kind: Kind::Soak, ..Task::show(name, about, run) }
    }

    pub const fn optimised(self) -> Task {
        Task { optimised: true, ..self }
    }

    pub const fn placed(self) -> Task {
        Task { placed: true, ..self }
    }

    /// With arguments a task measures something else than its name says, unless
    /// the only one is a place.
    fn is_recorded(&self, args: &[String]) -> bool {
        match args {
            [] => true,
            [place] => self.placed && Path::new(place).exists(),
            _ => false,
        }
    }
}

fn of_kind(kind: Kind) -> impl Iterator<Item = (Area, &'static Task)> {
    let all = AREAS.iter().flat_map(|(area, tasks)| tasks.iter().map(move |task| (*area, task)));
    all.filter(move |(_, task)| task.kind == kind)
}

/// The tasks that a name stands for.
fn named(kind: Kind, name: &str) -> impl Iterator<Item = (Area, &'static Task)> {
    of_kind(kind).filter(move |(_, task)| name == "all" || task.name == name)
}

/// Whether a build without optimisation must not run what a name stands for.
pub fn wants_optimisation(kind: Kind, name: &str) -> bool {
    named(kind, name).any(|(_, task)| task.optimised)
}

/// Runs the task `name`, or all of them; answers no when a figure is short.
pub fn run(ctx: &Context, kind: Kind, name: Option<&str>, args: &[String]) -> Result<Answer> {
    let Some(name) = name else {
        print!("{}", list(kind));
        return Ok(Answer::Yes);
    };
    if named(kind, name).next().is_none() {
        bail!("no {} is called `{name}`\n{}", kind.command(), list(kind));
    }
    let mut good = true;
    for (area, task) in named(kind, name) {
        good &= run_one(ctx, area, task, args)?;
    }
    Ok(good.into())
}

/// Runs one task and records its figures; whether none is short. A task that
/// breaks is reported and does not keep the others from running.
fn run_one(ctx: &Context, area: Area, task: &Task, args: &[String]) -> Result<bool> {
    let figures = match (task.run)(ctx, args) {
        Ok(figures) => figures,
        Err(error) => {
            let skip = error.downcast_ref::<Skip>();
            match skip {
                Some(skip) => println!("{}: skipped: {skip}", task.name),
                None => eprintln!("{}: error: {error:#}", task.name),
            }
            return Ok(skip.is_some());
        }
    };
    for figure in &figures {
        figure.print();
    }
    if task.is_recorded(args) {
        figures::record(ctx, area, &figures)?;
    }
    Ok(!figures.iter().any(Figure::short))
}

/// `name 99 of 100 (99.0%)`
fn share(name: &str, part: usize, whole: usize) -> String {
    let percent = 100.0 * part as f64 / whole.max(1) as f64;
    // Rounded down: what is not all must not read as all.
    let percent = (percent * 10.0).floor() / 10.0;
    format!("{name} {part} of {whole} ({percent:.1}%)")
}

fn list(kind: Kind) -> String {
    let mut text = format!("cargo xtask {} NAME, where NAME is `all` or one of\n", kind.command());
    let width = of_kind(kind).map(|(_, task)| task.name.len()).max().unwrap_or(0);
    for (_, task) in of_kind(kind) {
        text.push_str(&format!("  {:<width$} {}\n", task.name, task.about));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_no_arguments() {
        let args = |list: &[&str]| list.iter().map(|arg| arg.to_string()).collect::<Vec<_>>();
        let plain = Task::show("a", "", |_, _| Ok(Vec::new()));
        assert!(plain.is_recorded(&[]));
        assert!(!plain.is_recorded(&args(&["/"])));
        let placed = plain.placed();
        assert!(placed.is_recorded(&args(&["/"])));
        assert!(!placed.is_recorded(&args(&["/", "--budget", "1"])));
    }

    #[test]
    fn names_are_words_and_unique() {
        for kind in [Kind::Show, Kind::Bench, Kind::Soak] {
            let mut names: Vec<_> = of_kind(kind).map(|(_, task)| task.name).collect();
            let count = names.len();
            assert!(!names.contains(&"all"));
            assert!(names.iter().all(|n| n.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')));
            names.sort();
            names.dedup();
            assert_eq!(names.len(), count, "{kind:?}");
        }
    }
}
