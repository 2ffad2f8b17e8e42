//! Leaving out passes of gcc.
//!
//! Of the passes that can be left out, all after a place are left out. At one place a
//! right program turns wrong: the pass there is the first after which it is wrong though
//! nothing optional comes behind. If it also cures the program when it alone is left out,
//! it is named. Many passes cure a bug without being guilty, because they prepare what
//! the guilty one gets wrong, or make use of it; those are listed.

use super::functions::functions;
use super::passes::{Pass, passes};
use crate::bench::{Bench, Cut, Way};
use crate::blame::{Evidence, Guilty, Method};
use crate::search::{self, boundary, smallest};
use crate::symptom::{Seen, Side};

const METHOD: Method = Method::Disabling;

/// What leaving out passes says, and which passes cure it, each alone.
pub struct Disabling {
    pub evidence: Evidence,
    pub cures: Vec<String>,
}

pub fn by_disabling(bench: &mut Bench) -> Result<Disabling, Cut> {
    let none = |words: &str| Disabling { evidence: Evidence::none(METHOD, words), cures: vec![] };
    let mut optional = passes(bench)?;
    optional.retain(|pass| !pass.is_required());
    if optional.is_empty() {
        return Ok(none("the compiler does not list its passes"));
    }
    let Some(all) = keep_what_is_needed(bench, &mut optional)? else {
        return Ok(none("something else fails when passes are left out"));
    };
    if all == Side::Shows {
        return Ok(none("it is wrong with all passes left out that can be left out"));
    }
    let cures = search::each(&optional, |part| bench.side(&without(bench, part)))?;
    let cures = cures.iter().map(Pass::full_name).collect();
    let evidence = first_wrong(bench, &optional)?;
    Ok(Disabling { evidence, cures })
}

/// Leaves in what this program cannot be compiled without, and says what becomes of it
/// with all others left out; nothing if no end is found.
fn keep_what_is_needed(bench: &mut Bench, optional: &mut Vec<Pass>) -> Result<Option<Side>, Cut> {
    for _ in 0..NEEDED {
        let side = bench.side(&without(bench, optional))?;
        if side != Side::Unclear {
            return Ok(Some(side));
        }
        let needed = smallest(optional, |part| {
            Ok::<_, Cut>(bench.side(&without(bench, part))? == Side::Unclear)
        })?;
        // Of several that break something together, the last in order is left in.
        let Some(last) = needed.last() else { return Ok(None) };
        optional.retain(|pass| pass != last);
    }
    Ok(None)
}

/// So many passes at most are found to be needed by trying.
const NEEDED: usize = 12;

fn first_wrong(bench: &mut Bench, optional: &[Pass]) -> Result<Evidence, Cut> {
    let count = optional.len();
    let found =
        boundary(0, count as u64, |at| bench.side(&without(bench, &optional[at as usize..])))?;
    let guilty = &optional[found.shows as usize - 1];
    let name = guilty.full_name();
    if !found.is_sharp() {
        let words = format!(
            "it turns wrong between {} and {name}; with other passes left out, something else fails",
            optional[found.cured as usize].full_name(),
        );
        return Ok(Evidence::none(METHOD, &words));
    }
    let before = without(bench, &optional[found.cured as usize..]);
    let after = without(bench, &optional[found.shows as usize..]);
    let alone = without(bench, std::slice::from_ref(guilty));
    if !(bench.confirms(&before, Side::Cured)? && bench.confirms(&after, Side::Shows)?) {
        return Ok(Evidence::none(METHOD, "the first wrong pass does not stay the same"));
    }
    let first = format!("wrong with nothing optional after {name}, right without it too");
    if bench.side(&alone)? != Side::Cured || !bench.confirms(&alone, Side::Cured)? {
        let words = format!("{first}; but with the other passes, leaving it out is no cure");
        return Ok(Evidence::none(METHOD, &words));
    }
    if let Some(other) = crashes_elsewhere(bench, guilty)? {
        let words = format!("{first}; but the compiler says that it fails in {other}");
        return Ok(Evidence::none(METHOD, &words));
    }
    let function = guilty_function(bench, guilty)?;
    let words = format!("{first}; leaving it out alone is a cure");
    let guilty = Some(Guilty { pass: name, function });
    Ok(Evidence { guilty, ..Evidence::none(METHOD, &words) })
}

/// The pass in which the compiler says that it fails, if that is another.
fn crashes_elsewhere(bench: &mut Bench, guilty: &Pass) -> Result<Option<String>, Cut> {
    let level = bench.case.level.clone();
    let tried = bench.tried(bench.case.toolchain, &Way::level(&level))?;
    let Seen::NoProgram { .. } = tried.seen else { return Ok(None) };
    let said = String::from_utf8_lossy(&tried.said).into_owned();
    let line = said.lines().find_map(|line| line.strip_prefix("during "));
    let name = line.and_then(|line| line.split_once("pass: ")).map(|(_, name)| name.trim());
    Ok(name.filter(|name| !guilty.is_instance_of(name)).map(str::to_owned))
}

/// The only function in which it must be left out.
fn guilty_function(bench: &mut Bench, guilty: &Pass) -> Result<Option<String>, Cut> {
    let level = bench.case.level.clone();
    let mut cured = Vec::new();
    for function in functions(bench)? {
        let way = Way::with(&level, &[guilty.disabled_in(&function)]);
        if bench.side(&way)? == Side::Cured {
            cured.push(function);
        }
    }
    Ok(if let [_] = cured[..] { cured.pop() } else { None })
}

fn without(bench: &Bench, passes: &[Pass]) -> Way {
    let extra: Vec<String> = passes.iter().map(Pass::disabled).collect();
    Way::with(&bench.case.level, &extra)
}
