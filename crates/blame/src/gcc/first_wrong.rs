//! The first wrong dump: after which pass is a function wrong that was right before?
//!
//! Each function is tried as each pass has left it, in the order of the passes, while the
//! rest of the program stays as it was written. A pass is named if the function is right
//! before it, and after it wrong in just the way of the case and not right again, and if
//! nothing that leaves no dump came in between. Where the dump before could not be tried,
//! nobody is named.

use std::collections::BTreeMap;

use super::dump::{Function, Read, Whole, functions, read};
use super::passes::{Kind, Pass, passes};
use crate::bench::{Bench, Cut, Way};
use crate::blame::{Evidence, Guilty, Method};
use crate::judged;
use crate::symptom::Seen;

const METHOD: Method = Method::FirstWrongDump;

/// How a function of a dump is compiled: as it stands there.
pub const AS_IT_IS: &[&str] = &["-O0", "-fwrapv", "-fno-strict-aliasing"];

/// All functions after a pass.
pub struct Dump {
    /// The place of the pass among all.
    pub place: usize,
    pub functions: Vec<Function>,
    /// Those of them that could be read.
    pub read: Vec<Read>,
}

/// A function after a pass, as far as it is known whether it is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    place: usize,
    /// Nothing if it could not be tried.
    right: Option<bool>,
}

pub fn by_first_wrong_dump(bench: &mut Bench) -> Result<Evidence, Cut> {
    let none = |words: &str| Evidence::none(METHOD, words);
    let Some(whole) = whole(bench)? else {
        return Ok(none("the program is not one file that can be read"));
    };
    let passes = passes(bench)?;
    let dumps = dumps(bench, &passes)?;
    let mut names: Vec<&str> = Vec::new();
    for function in dumps.iter().flat_map(|dump| &dump.functions) {
        if !names.contains(&function.name.as_str()) && whole.has(&function.name) {
            names.push(&function.name);
        }
    }
    if names.is_empty() {
        return Ok(none("the compiler writes no dumps"));
    }
    let (mut tried, mut unknown) = (0, 0);
    let mut wrong: Vec<(usize, Option<usize>, &str)> = Vec::new();
    for name in names {
        let mut steps: Vec<Step> = Vec::new();
        let mut known: BTreeMap<Vec<u8>, Option<bool>> = BTreeMap::new();
        for dump in &dumps {
            if !dump.functions.iter().any(|function| function.name == name) {
                continue;
            }
            let text = dump.read.iter().find(|read| read.name == name);
            let text = text.and_then(|read| whole.with(read, &dump.read).ok());
            let right = match text {
                None => None,
                Some(text) => match known.get(&text) {
                    Some(right) => *right,
                    None => {
                        let right = is_right(bench, &text)?;
                        tried += 1;
                        unknown += usize::from(right.is_none());
                        known.insert(text, right);
                        right
                    }
                },
            };
            steps.push(Step { place: dump.place, right });
        }
        if let Some(found) = turn(&steps) {
            wrong.push((found.0, found.1, name));
        }
    }
    let count = format!("{tried} functions after passes were tried, {unknown} of them in vain");
    // What one function got wrong, another may have taken over.
    let Some((after, before, name)) = wrong.into_iter().min() else {
        return Ok(none(&format!("no function of a dump is wrong; {count}")));
    };
    let guilty = passes[after].full_name();
    let Some(before) = before else {
        let words = format!("{name} is wrong after {guilty}, and the dump before is not known");
        return Ok(none(&words));
    };
    let right = format!("right after {}, wrong after {guilty}", passes[before].full_name());
    let hidden = passes[before + 1..after].iter().find(|pass| pass.kind == Kind::Ipa);
    if let Some(hidden) = hidden {
        let words = format!("{name}: {right}; {} and others come in between", hidden.full_name());
        return Ok(none(&words));
    }
    let words = format!("{name}: {right}; {count}");
    let function = Some(name.to_owned());
    Ok(Evidence { guilty: Some(Guilty { pass: guilty, function }), ..none(&words) })
}

/// Where a function turns wrong, and the step before if it was right there.
fn turn(steps: &[Step]) -> Option<(usize, Option<usize>)> {
    let at = steps.iter().position(|step| step.right == Some(false))?;
    if steps[at..].iter().any(|step| step.right == Some(true)) {
        return None;
    }
    let before = at.checked_sub(1).map(|before| steps[before]);
    let before = before.filter(|step| step.right == Some(true)).map(|step| step.place);
    Some((steps[at].place, before))
}

/// The program of a case, if it is one file.
pub fn whole(bench: &Bench) -> Result<Option<Whole>, Cut> {
    if bench.units() != 1 {
        return Ok(None);
    }
    let case = &bench.case;
    let texts = judged::texts(case.program, case.toolchain, &case.level, bench.folder());
    let language = judged::language(case.program, &case.level);
    let (Ok(mut texts), Ok(language)) = (texts, language) else { return Ok(None) };
    Ok(texts.pop().and_then(|text| Whole::new(text, case.toolchain.target, language)))
}

/// The dumps of one compilation, in the order of the passes. A plugin's come last among the
/// files, so the names decide.
pub fn dumps(bench: &mut Bench, passes: &[Pass]) -> Result<Vec<Dump>, Cut> {
    let extra = ["-fdump-tree-all-gimple", "-S"].map(str::to_owned);
    let level = bench.case.level.clone();
    bench.ask(&Way::with(&level, &extra), 0, "asked.s")?;
    let mut found = Vec::new();
    for (place, pass) in passes.iter().enumerate().filter(|(_, pass)| pass.kind == Kind::Tree) {
        let Some(text) = bench.left_behind(&format!("t.{}", pass.name))?.pop() else { continue };
        let functions = functions(&String::from_utf8_lossy(&text));
        let read = functions.iter().filter_map(|function| read(function).ok()).collect();
        found.push(Dump { place, functions, read });
    }
    Ok(found)
}

/// Whether a program does what it must; it is wrong only if it is so in just the way of the
/// case, twice. Else nothing is known: what is wrong in another way may be read wrongly.
fn is_right(bench: &mut Bench, text: &[u8]) -> Result<Option<bool>, Cut> {
    let level: Vec<String> = AS_IT_IS.iter().map(|flag| (*flag).to_owned()).collect();
    let first = bench.tried_text(text, &level)?;
    if first == Seen::Right {
        return Ok(Some(true));
    }
    let same = bench.symptom() == Some(&first) && bench.tried_text(text, &level)? == first;
    Ok(same.then_some(false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_function_turns_wrong() {
        let check = |right: &[Option<bool>], expected: Option<(usize, Option<usize>)>| {
            let step = |(place, right): (usize, &Option<bool>)| Step { place, right: *right };
            let steps: Vec<Step> = right.iter().enumerate().map(step).collect();
            assert_eq!(turn(&steps), expected, "{right:?}");
        };
        let (y, n) = (Some(true), Some(false));
        check(&[y, y, n], Some((2, Some(1))));
        check(&[y, None, n], Some((2, None)));
        check(&[n], Some((0, None)));
        check(&[n, y], None);
        check(&[y, None, y], None);
        check(&[y, n, n, None], Some((1, Some(0))));
        check(&[y, n, y], None);
    }
}
