//! Named tasks: benches, soaks and shows.
//!
//! To add one, write a file here with a `pub const TASK: Task` and put it in
//! one of the three lists below.

mod enumerate;
mod front;
mod generate;
mod hunt;
mod lang;
mod machine;

pub use front::work_on_broken;

use anyhow::{Result, bail};

use crate::Answer;
use elenchus_records::context::Context;
use elenchus_records::figures::{self, Figure};
use elenchus_records::packages::Skip;

/// A task: measures something and says which bar it must reach.
pub struct Task {
    pub name: &'static str,
    /// One line for the list of tasks.
    pub about: &'static str,
    /// Called with what stands after the name on the command line. Talk goes
    /// to stdout as it likes; the figures are printed by the runner. Returns
    /// [`Skip`] as its error where the machine lacks something.
    pub run: fn(&Context, &[String]) -> Result<Vec<Figure>>,
}

/// A command that runs tasks.
pub struct Registry {
    pub command: &'static str,
    tasks: &'static [Task],
}

/// Speed, beside a peer in the same run.
pub const BENCH: Registry = Registry {
    command: "bench",
    tasks: &[
        front::SPEED,
        machine::SPEED,
        machine::SNAPSHOT,
        generate::SPEED,
        hunt::SPEED,
        hunt::COVERAGE,
        enumerate::SPEED,
    ],
};

/// Long runs: hours are allowed, chance is welcome.
pub const SOAK: Registry = Registry {
    command: "soak",
    tasks: &[
        front::ROUNDTRIP,
        front::TYPES,
        front::BROKEN,
        machine::CSMITH,
        machine::TARGETS,
        machine::TORTURE,
        machine::HOSTILE,
        machine::LIVE,
        generate::SOAK,
        hunt::KILLS,
    ],
};

/// Soaks that run programs on the machine for a long time.
const FAST: &[&str] = &["csmith", "targets", "torture"];

/// Whether a task means nothing, or takes days, in a build without
/// optimisation.
pub fn wants_optimisation(registry: &Registry, name: &str) -> bool {
    registry.command == BENCH.command || FAST.contains(&name)
}

/// Figures that take minutes at most.
pub const SHOW: Registry = Registry {
    command: "show",
    tasks: &[
        front::CORPUS,
        lang::ARITH,
        lang::LAYOUT,
        front::REJECTS,
        machine::FOUND,
        generate::BASIC,
        generate::PLAIN,
        generate::FLIPS,
        generate::FAULTS,
        generate::POLICIES,
        hunt::WRAPPERS,
        enumerate::ACCEPTED,
        enumerate::VALID,
        enumerate::ORBITS,
    ],
};

/// Runs the task `name`, or all of them; answers no when a figure is short.
pub fn run(
    ctx: &Context,
    registry: &Registry,
    name: Option<&str>,
    args: &[String],
) -> Result<Answer> {
    let Some(name) = name else {
        print!("{}", list(registry));
        return Ok(Answer::Yes);
    };
    let chosen: Vec<&Task> =
        registry.tasks.iter().filter(|task| name == "all" || task.name == name).collect();
    if chosen.is_empty() {
        bail!("no {} is called `{name}`\n{}", registry.command, list(registry));
    }
    let mut good = true;
    for task in chosen {
        good &= run_one(ctx, task, args)?;
    }
    Ok(good.into())
}

/// Runs one task and records its figures; whether none is short. A task that
/// breaks is reported and does not keep the others from running.
fn run_one(ctx: &Context, task: &Task, args: &[String]) -> Result<bool> {
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
    if recorded(task, args) {
        figures::record(ctx, &figures)?;
    }
    Ok(!figures.iter().any(Figure::short))
}

/// Tasks whose first argument only says where something is on this machine.
const PLACED: &[&str] = &[generate::FAULTS.name, generate::SPEED.name, hunt::WRAPPERS.name];

/// With arguments a task measures something else than its name says, unless
/// the only one is a place.
fn recorded(task: &Task, args: &[String]) -> bool {
    match args {
        [] => true,
        [place] => PLACED.contains(&task.name) && std::path::Path::new(place).exists(),
        _ => false,
    }
}

/// `name 99 of 100 (99.0%)`
fn share(name: &str, part: usize, whole: usize) -> String {
    let percent = 100.0 * part as f64 / whole.max(1) as f64;
    // Rounded down: what is not all must not read as all.
    let percent = (percent * 10.0).floor() / 10.0;
    format!("{name} {part} of {whole} ({percent:.1}%)")
}

fn list(registry: &Registry) -> String {
    let command = registry.command;
    if registry.tasks.is_empty() {
        return format!("no {command} exists yet: see measure/src/tasks/mod.rs\n");
    }
    let mut text = format!("cargo xtask {command} NAME, where NAME is `all` or one of\n");
    for task in registry.tasks {
        text.push_str(&format!("  {:<16} {}\n", task.name, task.about));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_no_arguments() {
        let args = |list: &[&str]| list.iter().map(|arg| arg.to_string()).collect::<Vec<_>>();
        assert!(recorded(&generate::FLIPS, &[]));
        assert!(!recorded(&generate::FLIPS, &args(&["/"])));
        assert!(recorded(&generate::FAULTS, &args(&["/"])));
        assert!(!recorded(&generate::FAULTS, &args(&["/", "--budget", "1"])));
    }

    #[test]
    fn names_are_words_and_unique() {
        for registry in [BENCH, SOAK, SHOW] {
            let mut names: Vec<_> = registry.tasks.iter().map(|task| task.name).collect();
            assert!(!names.contains(&"all"));
            assert!(names.iter().all(|n| n.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')));
            names.sort();
            names.dedup();
            assert_eq!(names.len(), registry.tasks.len(), "{}", registry.command);
        }
    }
}
