//! Blame by flags, for any compiler: which of those that were given it takes, which
//! of those that a level switches on, and which cure it.
//!
//! A flag that cures a bug is no blame: of a median bug of gcc five do, since what
//! one pass gets wrong depends on what others made before. So all are listed, and no
//! pass is named.

use serde::{Deserialize, Serialize};

use crate::bench::{Bench, Cut, Way};
use crate::case::has_level;
use crate::judged::language;
use crate::search::{self, smallest};
use crate::symptom::Side;

/// What flags have to do with it.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Flags {
    /// Of the flags that were given, a smallest set with which it is wrong.
    pub given: Vec<String>,
    /// The highest lower level at which it is right, with a smallest set of flags
    /// that make it wrong there.
    pub lower: Option<Lower>,
    /// Flags that, each alone, make it right.
    pub cures: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lower {
    pub level: String,
    /// Nothing if the compiler does not tell its flags; none if it takes more than flags.
    pub flags: Option<Vec<String>>,
}

/// The lower levels of each, next first.
const LOWER: &[(&str, &[&str])] = &[
    ("-O0", &[]),
    ("-O1", &["-O0"]),
    ("-O", &["-O0"]),
    ("-Og", &["-O0"]),
    ("-Os", &["-O1", "-O0"]),
    ("-Oz", &["-O1", "-O0"]),
    ("-O2", &["-O1", "-O0"]),
    ("-O3", &["-O2", "-O1", "-O0"]),
    ("-Ofast", &["-O3", "-O2", "-O1", "-O0"]),
];

pub fn by_flags(bench: &mut Bench) -> Result<Flags, Cut> {
    let given = needed(bench)?;
    let mut flags = Flags { given: given.clone(), ..Flags::default() };
    let on = switched_on(bench, &given)?;
    flags.cures = cures(bench, &given, &on)?;
    flags.lower = lower(bench, &given, &on)?;
    Ok(flags)
}

/// Of the flags that were given, those without which it is not wrong, and all that say
/// what the program means.
fn needed(bench: &mut Bench) -> Result<Vec<String>, Cut> {
    let all = bench.case.level.clone();
    let (free, fixed): (Vec<_>, Vec<_>) = all.iter().partition(|flag| is_free(bench, flag));
    let with = |part: &[&String]| -> Vec<String> {
        let kept = |flag: &&String| fixed.contains(flag) || part.contains(flag);
        all.iter().filter(kept).cloned().collect()
    };
    let kept = smallest(&free, |part| {
        let side = bench.side(&Way::level(&with(part)))?;
        Ok::<_, Cut>(side == Side::Shows)
    })?;
    Ok(with(&kept))
}

/// Whether a program means the same without this flag.
fn is_free(bench: &Bench, flag: &str) -> bool {
    let (program, all) = (bench.case.program, &bench.case.level);
    let without: Vec<String> = all.iter().filter(|other| *other != flag).cloned().collect();
    let language = |flags: &[String]| language(program, flags).ok();
    let same = language(all).is_some() && language(all) == language(&without);
    (flag.starts_with("-O") || flag.starts_with("-f")) && same
}

/// Each flag whose opposite makes it right.
fn cures(bench: &mut Bench, given: &[String], on: &[String]) -> Result<Vec<String>, Cut> {
    let off: Vec<String> = on.iter().filter_map(|flag| opposite(flag)).collect();
    let cures = search::each(&off, |part| bench.side(&Way::with(given, part)))?;
    let mut confirmed = Vec::new();
    for cure in cures {
        if bench.confirms(&Way::with(given, std::slice::from_ref(&cure)), Side::Cured)? {
            confirmed.push(cure);
        }
    }
    Ok(confirmed)
}

/// At the next lower level where it is right: what must be added.
fn lower(bench: &mut Bench, given: &[String], on: &[String]) -> Result<Option<Lower>, Cut> {
    let Some(at) = given.iter().rposition(|flag| has_level(std::slice::from_ref(flag))) else {
        return Ok(None);
    };
    let lower = LOWER.iter().find(|(level, _)| *level == given[at]).map_or(&[][..], |row| row.1);
    for level in lower {
        let mut rest = given.to_vec();
        rest[at] = (*level).to_owned();
        if bench.side(&Way::level(&rest))? != Side::Cured {
            continue;
        }
        let there = switched_on(bench, &rest)?;
        let more: Vec<String> = on.iter().filter(|flag| !there.contains(flag)).cloned().collect();
        let mut shows = |part: &[String]| {
            let way = Way::with(&rest, part);
            Ok::<_, Cut>(bench.side(&way)? == Side::Shows)
        };
        let flags = match on.is_empty() {
            true => None,
            false if shows(&more)? => Some(smallest(&more, shows)?),
            false => Some(Vec::new()),
        };
        return Ok(Some(Lower { level: (*level).to_owned(), flags }));
    }
    Ok(None)
}

/// What gcc says that it does at a level; others do not say it.
fn switched_on(bench: &mut Bench, level: &[String]) -> Result<Vec<String>, Cut> {
    let extra = ["-Q", "--help=optimizers"].map(str::to_owned);
    let answer = bench.ask(&Way::with(level, &extra), 0, "asked")?;
    if !answer.succeeded() {
        return Ok(Vec::new());
    }
    Ok(enabled(&String::from_utf8_lossy(&answer.stdout)))
}

/// `  -ftree-vrp [enabled]`, and flags with a value.
fn enabled(said: &str) -> Vec<String> {
    let flag = |line: &str| {
        let mut words = line.split_whitespace();
        let flag = words.next().filter(|word| word.starts_with("-f"))?;
        let value = words.next()?;
        match flag.strip_suffix('=') {
            None => (value == "[enabled]").then(|| flag.to_owned()),
            // `-fflag=[a|b] value`, where nothing is chosen, has no value.
            Some(_) => Some(format!("{flag}{value}")),
        }
    };
    said.lines().filter_map(flag).collect()
}

fn opposite(flag: &str) -> Option<String> {
    let name = flag.strip_prefix("-f").filter(|name| !name.contains('='))?;
    Some(match name.strip_prefix("no-") {
        Some(name) => format!("-f{name}"),
        None => format!("-fno-{name}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_gcc_says_of_its_flags() {
        let said = "The following options control optimizations:\n  -O<number>          \t\t\n  \
                    -faggressive-loop-optimizations \t[enabled]\n  -falign-functions \t[disabled]\n  \
                    -fexcess-precision=[fast|standard|16] \t[default]\n  \
                    -fira-algorithm= \tCB\n  -fstack-reuse=[all|named_vars|none] \tall\n";
        let expected = ["-faggressive-loop-optimizations", "-fira-algorithm=CB"];
        assert_eq!(enabled(said), expected);
    }

    #[test]
    fn opposites() {
        assert_eq!(opposite("-ftree-vrp").as_deref(), Some("-fno-tree-vrp"));
        assert_eq!(opposite("-fno-inline").as_deref(), Some("-finline"));
        assert_eq!(opposite("-fira-algorithm=CB"), None);
    }
}
