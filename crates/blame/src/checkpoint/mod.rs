//! Where in the program it goes wrong: the first value that is not what it must be.
//!
//! Values that a program stores, returns and decides by are handed to a function of
//! another file, which prints them: checkpoints. The machine runs the program with its
//! checkpoints, so it is known what each must print; the first one at which the compiled
//! program prints another number is the place. A checkpoint may cure the bug that it looks
//! for, so what is wrong must stay wrong: where it does not, fewer are tried at once.

mod sites;
mod trace;

use std::ffi::OsString;

use elenchus_judge::{Judgement, Program, ProgramFile};
use serde::{Deserialize, Serialize};

use crate::bench::{Bench, Cut};
use crate::judged::{self, judged};
use sites::{Site, Sites};
use trace::{Difference, Trace};

/// The first value that is wrong, as far as it was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FirstWrong {
    /// `program.c:12:5`.
    pub place: String,
    pub function: String,
    /// The expression as it stands there.
    pub expression: String,
    #[serde(rename = "type")]
    pub ty: String,
    pub expected: String,
    pub actual: String,
    /// The expression by its operators and types, without names and constants.
    pub shape: String,
    /// How many values were looked at while the program stayed wrong, of how many.
    pub checked: usize,
    pub of: usize,
}

/// What the checkpoints are.
const HELPER: &str = "#include <stdio.h>\n\
    long long elenchus_integer(int at, long long value)\n\
    {\n    printf(\"\\n@ %d %lld\\n\", at, value);\n    fflush(stdout);\n    return value;\n}\n\
    double elenchus_floating(int at, double value)\n\
    {\n    printf(\"\\n@ %d %a\\n\", at, value);\n    fflush(stdout);\n    return value;\n}\n";

const INSTRUMENTED: &str = "elenchus-other.c";
const HELPERS: &str = "elenchus-checkpoint.c";

/// So many programs with checkpoints are tried at most.
const TRIES: usize = 40;

/// What becomes of a program with checkpoints.
enum Looked {
    /// It is wrong as before, and this is the first wrong value; nothing if all are right.
    Shows(Option<(usize, Difference)>),
    /// It is right, cannot be compiled, or nobody knows what it must do.
    Gone,
}

/// Nothing if no value is known to be wrong: the program has several files, the bug does not
/// survive any checkpoint, or what is wrong is no value that is stored.
pub fn first_wrong_value(bench: &mut Bench) -> Result<Option<FirstWrong>, Cut> {
    if bench.units() != 1 || !bench.is_of_program() {
        return Ok(None);
    }
    let case = &bench.case;
    let texts = judged::texts(case.program, case.toolchain, &case.level, bench.folder());
    let language = judged::language(case.program, &case.level);
    let (Ok(mut texts), Ok(language), Some(file)) = (texts, language, case.program.units().next())
    else {
        return Ok(None);
    };
    let Some(text) = texts.pop() else { return Ok(None) };
    let Some(sites) = Sites::new(file, text, case.toolchain.target, language) else {
        return Ok(None);
    };
    let everything: Vec<usize> = (0..sites.all.len()).collect();
    if everything.is_empty() {
        return Ok(None);
    }
    // In which order values come, if the machine runs the program with all of them.
    let order = expected(bench, &sites, &everything).unwrap_or_default();
    let (mut parts, mut tries, mut checked) = (vec![everything.clone()], 0, 0);
    let mut first: Option<(usize, Difference, Vec<usize>)> = None;
    while let Some(part) = parts.pop().filter(|_| tries < TRIES) {
        tries += 1;
        match look(bench, &sites, &part, &order)? {
            Looked::Shows(found) => {
                checked += part.len();
                let Some((time, difference)) = found else { continue };
                if first.as_ref().is_none_or(|(before, ..)| time < *before) {
                    first = Some((time, difference, part));
                }
            }
            Looked::Gone if part.len() > 1 => {
                let (left, right) = part.split_at(part.len() / 2);
                parts.extend([right.to_vec(), left.to_vec()]);
            }
            Looked::Gone => {}
        }
    }
    let Some((time, difference, part)) = first else { return Ok(None) };
    // Once more: what comes and goes is no evidence.
    match look(bench, &sites, &part, &order)? {
        Looked::Shows(Some((again, same))) if (again, &same) == (time, &difference) => {}
        _ => return Ok(None),
    }
    let Site { place, function, expression, ty, shape, .. } = sites.all[difference.site].clone();
    Ok(Some(FirstWrong {
        place,
        function,
        expression,
        ty,
        expected: difference.expected,
        actual: difference.actual,
        shape,
        checked,
        of: everything.len(),
    }))
}

/// The program with these checkpoints.
fn program(bench: &Bench, sites: &Sites, part: &[usize]) -> Program {
    let files =
        vec![ProgramFile::new(INSTRUMENTED, sites.text(part)), ProgramFile::new(HELPERS, HELPER)];
    Program { files, flags: bench.case.program.flags.clone() }
}

/// What it must print, checkpoints among it; nothing if the machine does not know.
fn expected(bench: &Bench, sites: &Sites, part: &[usize]) -> Option<Trace> {
    let program = program(bench, sites, part);
    let case = &bench.case;
    bench.put(&program).ok()?;
    let (level, folder) = (&case.level, bench.folder());
    match judged(&program, case.toolchain, level, &case.input, &case.args, folder) {
        Judgement::Valid(answer) => Some(Trace::new(&answer.output, Some(answer.end))),
        _ => None,
    }
}

fn look(bench: &mut Bench, sites: &Sites, part: &[usize], order: &Trace) -> Result<Looked, Cut> {
    let Some(expected) = expected(bench, sites, part) else { return Ok(Looked::Gone) };
    let program = program(bench, sites, part);
    let helper: OsString = HELPERS.into();
    let Some((output, end)) = bench.run_beside(&program, &helper)? else {
        return Ok(Looked::Gone);
    };
    let actual = Trace::new(&output, end);
    if actual == expected {
        return Ok(Looked::Gone);
    }
    Ok(Looked::Shows(expected.first_difference(&actual).map(|found| {
        let time = order.time(found.site, found.turn).unwrap_or(usize::MAX);
        (time, found)
    })))
}
