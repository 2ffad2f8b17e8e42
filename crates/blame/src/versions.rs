//! Blame by version: which versions of the same compiler get it wrong.

use std::io;

use elenchus_compilers::scratch::Scratch;
use elenchus_compilers::toolchain::{Given, Toolchain};
use elenchus_compilers::{find, probe};
use serde::{Deserialize, Serialize};

use crate::bench::{Bench, Cut, Way};
use crate::symptom::Side;

/// What the versions of a compiler make of it, oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Versions {
    pub tried: Vec<Version>,
    /// In words: `since gcc-12`, `in all of them`.
    pub words: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Version {
    pub name: String,
    pub version: String,
    /// Nothing where something else fails.
    pub wrong: Option<bool>,
}

/// The same compiler in all versions that are installed, oldest first, and itself. Of a
/// compiler that has no versions there are none.
pub fn installed(
    given: &Given,
    toolchain: &Toolchain,
    scratch: &Scratch,
) -> io::Result<Vec<Toolchain>> {
    let mut all = Vec::new();
    let names = given.command.first().map(|name| find::versions_of(name)).unwrap_or_default();
    for name in names {
        let mut given = Given { levels: vec![Vec::new()], ..given.clone() };
        given.command[0] = name;
        given.name = given.command.join(" ");
        // One that does not work says nothing about the bug.
        let Ok(other) = probe::measure(&given, &scratch.fresh("probe")?) else { continue };
        if other.target == toolchain.target && other.family == toolchain.family {
            all.push(other);
        }
    }
    Ok(all)
}

/// `others`: the same compiler in its versions, oldest first, the one of the case
/// among them.
pub fn by_version(bench: &mut Bench, others: &[Toolchain]) -> Result<Option<Versions>, Cut> {
    if others.len() < 2 {
        return Ok(None);
    }
    let level = bench.case.level.clone();
    let mut tried = Vec::new();
    for other in others {
        let wrong = match bench.side_of(other, &Way::level(&level))? {
            Side::Shows => Some(true),
            Side::Cured => Some(false),
            Side::Unclear => None,
        };
        tried.push(Version { name: other.name.clone(), version: other.version.clone(), wrong });
    }
    let words = in_words(&tried);
    Ok(Some(Versions { tried, words }))
}

fn in_words(tried: &[Version]) -> String {
    let known: Vec<(&str, bool)> =
        tried.iter().filter_map(|one| Some((one.name.as_str(), one.wrong?))).collect();
    let turns: Vec<_> = known.windows(2).filter(|pair| pair[0].1 != pair[1].1).collect();
    match (&known[..], &turns[..]) {
        ([], _) => "not known".into(),
        ([(_, wrong), ..], []) => if *wrong { "wrong in all" } else { "right in all" }.into(),
        (_, [turn]) => {
            let ((before, _), (after, wrong)) = (turn[0], turn[1]);
            if wrong {
                format!("first wrong in {after}, last right in {before}")
            } else {
                format!("last wrong in {before}, right from {after}")
            }
        }
        _ => {
            let wrong: Vec<&str> = known.iter().filter(|one| one.1).map(|one| one.0).collect();
            format!("wrong in {}", wrong.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_in_words() {
        let check = |wrong: &[Option<bool>], expected: &str| {
            let version = |(number, wrong): (usize, &Option<bool>)| Version {
                name: format!("gcc-{}", number + 10),
                version: String::new(),
                wrong: *wrong,
            };
            let tried: Vec<Version> = wrong.iter().enumerate().map(version).collect();
            assert_eq!(in_words(&tried), expected);
        };
        let (y, n) = (Some(true), Some(false));
        check(&[n, n, y], "first wrong in gcc-12, last right in gcc-11");
        check(&[n, None, y], "first wrong in gcc-12, last right in gcc-10");
        check(&[y, n, n], "last wrong in gcc-10, right from gcc-11");
        check(&[y, y], "wrong in all");
        check(&[None, y], "wrong in all");
        check(&[y, n, y], "wrong in gcc-10, gcc-12");
        check(&[None, None], "not known");
    }
}
