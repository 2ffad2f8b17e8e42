//! Blame by build: somebody who keeps builds of a compiler, one for each commit, says where
//! the one with a number is; the first that is wrong is searched for.

use std::ffi::OsString;

use elenchus_compilers::probe;
use elenchus_compilers::run::{Limits, Reach, Task, run};
use elenchus_compilers::toolchain::{Given, words};
use serde::{Deserialize, Serialize};

use crate::bench::{Bench, Cut, Way};
use crate::search::boundary;
use crate::symptom::Side;

/// A command that provides builds. `{}` in it is the number of one; it prints the path of
/// the compiler, and in a second line what people call it. Where it fails there is no such
/// build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuildStore {
    pub command: String,
    pub first: u64,
    pub last: u64,
}

/// The builds between which it turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Builds {
    /// The last that is right, and the first that is wrong, as people call them.
    pub right: Option<String>,
    pub wrong: Option<String>,
    /// How many were tried.
    pub tried: usize,
    pub words: String,
}

impl BuildStore {
    /// `0..412` says which builds there are, both included.
    pub fn new(command: &str, range: &str) -> Result<BuildStore, String> {
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let ends = range.split_once("..").and_then(|(a, b)| Some((number(a)?, number(b)?)));
        match ends.filter(|(first, last)| first < last) {
            Some(_) if !command.contains("{}") => {
                Err(format!("`{command}` does not say where the number of a build goes: {{}}"))
            }
            Some((first, last)) => Ok(BuildStore { command: command.to_owned(), first, last }),
            None => Err(format!("'{range}' is no range of builds: 0..412 has both ends")),
        }
    }
}

/// Searches between the two ends, which must differ. A build that is not there, or with
/// which something else is wrong, is gone around.
pub fn by_builds(bench: &mut Bench, store: &BuildStore) -> Result<Builds, Cut> {
    let mut known: Vec<(u64, Build)> = Vec::new();
    let ends = [store.first, store.last].map(|at| tried(bench, store, at, &mut known));
    let [oldest, newest] = ends;
    let (oldest, newest) = (oldest?, newest?);
    let none = |words: String, tried| Builds { right: None, wrong: None, tried, words };
    // A bug that went away is searched for from the other side.
    let is_fixed = match (oldest, newest) {
        (Side::Cured, Side::Shows) => false,
        (Side::Shows, Side::Cured) => true,
        (oldest, newest) => {
            let words = match (oldest, newest) {
                (Side::Shows, _) => "both ends are wrong",
                (Side::Cured, _) => "both ends are right",
                _ => "an end is not there, or something else is wrong with it",
            };
            return Ok(none(words.to_owned(), known.len()));
        }
    };
    let length = store.last - store.first;
    let place = |at: u64| if is_fixed { store.last - at } else { store.first + at };
    let found = boundary(0, length, |at| tried(bench, store, place(at), &mut known))?;
    let name = |at: u64| {
        let build = known.iter().find(|(number, _)| *number == place(at));
        build.map_or(format!("{}", place(at)), |(number, build)| match &build.name {
            Some(name) => format!("{number} ({name})"),
            None => number.to_string(),
        })
    };
    let (right, wrong) = (name(found.cured), name(found.shows));
    let verb = if is_fixed { "last wrong in" } else { "first wrong in" };
    let other = if is_fixed { "right from" } else { "last right in" };
    let mut words = format!("{verb} {wrong}, {other} {right}");
    if !found.is_sharp() {
        words += "; those in between cannot be tried";
    }
    Ok(Builds { right: Some(right), wrong: Some(wrong), tried: known.len(), words })
}

#[derive(Clone)]
struct Build {
    name: Option<String>,
    side: Side,
}

fn tried(
    bench: &mut Bench,
    store: &BuildStore,
    at: u64,
    known: &mut Vec<(u64, Build)>,
) -> Result<Side, Cut> {
    if let Some((_, build)) = known.iter().find(|(number, _)| *number == at) {
        return Ok(build.side);
    }
    let build = look(bench, store, at)?;
    let side = build.side;
    known.push((at, build));
    Ok(side)
}

fn look(bench: &mut Bench, store: &BuildStore, at: u64) -> Result<Build, Cut> {
    let unknown = |name| Build { name, side: Side::Unclear };
    let fill = |word: &String| -> OsString { word.replace("{}", &at.to_string()).into() };
    let task = Task { words: words(&store.command).iter().map(fill).collect(), folder: None };
    let limits = Limits { reach: Reach::Anywhere, ..Limits::NONE }.time(bench.left()?);
    let asked = run(&task, &limits, bench.stop())?;
    let said = String::from_utf8_lossy(&asked.stdout).into_owned();
    let mut lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
    let (Some(path), name) = (lines.next(), lines.next().map(str::to_owned)) else {
        return Ok(unknown(None));
    };
    if !asked.succeeded() {
        return Ok(unknown(None));
    }
    let mut command = bench.case.toolchain.command.clone();
    let Some(program) = command.first_mut() else { return Ok(unknown(name)) };
    path.clone_into(program);
    let given = Given { command, levels: vec![Vec::new()], ..Given::command(path) };
    let folder = bench.folder().join("probe");
    std::fs::create_dir_all(&folder)?;
    let Ok(toolchain) = probe::measure(&given, &folder) else { return Ok(unknown(name)) };
    let level = bench.case.level.clone();
    let side = bench.side_of(&toolchain, &Way::level(&level))?;
    Ok(Build { name, side })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_of_builds_has_two_ends_and_a_place_for_the_number() {
        let store = BuildStore::new("get {}", "3..9").unwrap();
        assert_eq!((store.first, store.last), (3, 9));
        for (command, range) in
            [("get {}", "9"), ("get {}", "9..3"), ("get {}", "a..b"), ("get", "1..2")]
        {
            assert!(BuildStore::new(command, range).is_err(), "{command} {range}");
        }
    }
}
