//! Blame by version: which versions of the same compiler get it wrong.

use elenchus_compilers::toolchain::Toolchain;
use serde::Serialize;

use crate::bench::{Bench, Cut, Way};
use crate::symptom::Side;

/// What the versions of a compiler make of it, oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Versions {
    pub tried: Vec<Version>,
    /// In words: `since gcc-12`, `in all of them`.
    pub words: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Version {
    pub name: String,
    pub version: String,
    /// Nothing where something else fails.
    pub wrong: Option<bool>,
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
