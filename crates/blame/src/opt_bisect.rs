//! LLVM's own counter: `-mllvm -opt-bisect-limit=N` leaves out every execution of
//! a pass after the N-th. The execution at which a program turns wrong is the
//! guilty one: all that comes after it was left out, and without it, it is right.
//!
//! What cannot be left out (most of code generation at `-O0`) is not counted. If the
//! program is wrong with everything left out, nothing is said.

use crate::bench::{Bench, Cut, Way};
use crate::blame::{Evidence, Guilty, Method};
use crate::search::boundary;
use crate::symptom::Side;

const METHOD: Method = Method::OptBisect;

/// An execution of a pass, as LLVM tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    pub number: u64,
    pub pass: String,
    pub function: Option<String>,
    /// What it worked on, in LLVM's words.
    pub on: String,
}

pub fn by_opt_bisect(bench: &mut Bench) -> Result<Evidence, Cut> {
    let Some(unit) = guilty_unit(bench)? else {
        return Ok(Evidence::none(METHOD, "no single file is cured by leaving all passes out"));
    };
    let tried = bench.tried(bench.case.toolchain, &way(bench, unit, -1))?;
    let executions = executions(&String::from_utf8_lossy(&tried.said));
    let Some(last) = executions.iter().map(|one| one.number).max() else {
        return Ok(Evidence::none(METHOD, "the compiler does not count its passes"));
    };
    let found = boundary(0, last, |at| {
        let way = way(bench, unit, at as i64);
        bench.side(&way)
    })?;
    if !found.is_sharp() {
        let words = format!(
            "it turns wrong between the executions {} and {}; in between, something else fails",
            found.cured, found.shows
        );
        return Ok(Evidence::none(METHOD, &words));
    }
    // Both sides once more: an accusation must not rest on one run.
    let (before, after) = (found.cured as i64, found.shows as i64);
    let confirmed = bench.confirms(&way(bench, unit, before), Side::Cured)?
        && bench.confirms(&way(bench, unit, after), Side::Shows)?;
    let Some(guilty) = executions.into_iter().find(|one| one.number == found.shows) else {
        return Ok(Evidence::none(METHOD, "the guilty execution has no name"));
    };
    if !confirmed {
        return Ok(Evidence::none(METHOD, "the boundary does not stay the same"));
    }
    let words = format!(
        "right with -opt-bisect-limit={before}, wrong with {after}: {} on {}",
        guilty.pass, guilty.on
    );
    let Execution { pass, function, .. } = guilty;
    Ok(Evidence { guilty: Some(Guilty { pass, function }), ..Evidence::none(METHOD, &words) })
}

/// The only file whose passes matter; of one file there is no question.
fn guilty_unit(bench: &mut Bench) -> Result<Option<usize>, Cut> {
    let mut cured = Vec::new();
    for unit in 0..bench.units() {
        let nothing = way(bench, unit, 0);
        if bench.side(&nothing)? == Side::Cured {
            cured.push(unit);
        }
    }
    Ok(if let [unit] = cured[..] { Some(unit) } else { None })
}

/// All flags; of one file, its first so many executions only.
fn way(bench: &Bench, unit: usize, limit: i64) -> Way {
    let extra = vec!["-mllvm".to_owned(), format!("-opt-bisect-limit={limit}")];
    Way { extra, unit: Some(unit), ..Way::level(&bench.case.level) }
}

/// What was executed, of all that LLVM says.
fn executions(said: &str) -> Vec<Execution> {
    said.lines().filter_map(execution).collect()
}

/// `BISECT: running pass (12) SimplifyCFGPass on main`
fn execution(line: &str) -> Option<Execution> {
    let rest = line.strip_prefix("BISECT: running pass (")?;
    let (number, rest) = rest.split_once(") ")?;
    let (pass, on) = rest.rsplit_once(" on ").unwrap_or((rest, ""));
    let (number, pass) = (number.parse().ok()?, pass.trim().to_owned());
    Some(Execution { number, pass, function: function(on), on: on.to_owned() })
}

/// The old pass manager writes `function (f)`, the new one `f`, of components of
/// the call graph both write `(f)`. Of modules and loops there is no function.
fn function(on: &str) -> Option<String> {
    let inner = match on.split_once('(') {
        None => on,
        Some((before, rest)) => {
            let inner = rest.strip_suffix(')')?;
            let named = before.is_empty() || before.ends_with("function ") || before == "SCC ";
            if !named { return None } else { inner }
        }
    };
    let is_name = |c: char| c.is_alphanumeric() || "_.$".contains(c);
    (!inner.is_empty() && inner.chars().all(is_name)).then(|| inner.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_both_pass_managers_say() {
        let check = |line: &str, number: u64, pass: &str, function: Option<&str>| {
            let one = execution(line).unwrap();
            assert_eq!((one.number, one.pass.as_str()), (number, pass));
            assert_eq!(one.function.as_deref(), function, "{line}");
        };
        let line = "BISECT: running pass (12) SimplifyCFGPass on main";
        check(line, 12, "SimplifyCFGPass", Some("main"));
        let line = "BISECT: running pass (1) Annotation2MetadataPass on [module]";
        check(line, 1, "Annotation2MetadataPass", None);
        let line = "BISECT: running pass (7) InlinerPass on (g)";
        check(line, 7, "InlinerPass", Some("g"));
        let line = "BISECT: running pass (7) InlinerPass on (f, g)";
        check(line, 7, "InlinerPass", None);
        let line = "BISECT: running pass (90) X86 LEA Optimize on function (main)";
        check(line, 90, "X86 LEA Optimize", Some("main"));
        let line = "BISECT: running pass (90) Early CSE on basic block (%x) in function (f)";
        check(line, 90, "Early CSE", None);
        let line = "BISECT: running pass (5) LICMPass on Loop at depth 1 containing: %4<header>";
        check(line, 5, "LICMPass", None);
        assert_eq!(execution("BISECT: NOT running pass (5) X on f"), None);
        assert_eq!(execution("warning: x"), None);
    }
}
