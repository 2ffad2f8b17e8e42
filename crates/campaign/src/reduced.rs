//! A finding, made small: its program reduced with its compiler as the test, and what is
//! left examined as the finding was.

use std::io;
use std::sync::atomic::AtomicBool;

use elenchus_compilers::Preprocess;
use elenchus_compilers::probe::{self, Trouble};
use elenchus_compilers::scratch::Scratch;
use elenchus_compilers::toolchain::{Family, Toolchain};
use elenchus_judge::Unknown;
use elenchus_reduce::check::{Compiler, Counts, Failure, Lack, Place, Rules, Test as _, WrongCode};
use elenchus_reduce::prepare::{PrepareError, prepare};
use elenchus_reduce::reduction::{Audience, Bounds, ReduceError, reduce};
use thiserror::Error;

use crate::examine::{Origin, examine};
use crate::finding::{Finding, Kind, Reduced, State};
use crate::judge::language;
use crate::lab::{Allowance, Lab};
use crate::oracle::answers::Answers;
use crate::oracle::{self, Oracle};
use crate::program::{self, Program, ProgramFile};
use crate::source::{Source, Test};
use crate::{mutants, parts};

#[derive(Debug, Error)]
pub enum NotReduced {
    #[error("a finding of the kind {} cannot be reduced yet", .0.name())]
    Kind(Kind),
    #[error("the compiler `{name}` cannot be used any more: {trouble}")]
    Compiler { name: String, trouble: Trouble },
    #[error("it is not known what the program means: {0}")]
    Meaning(Unknown),
    #[error(transparent)]
    Prepare(#[from] PrepareError),
    #[error("the finding is not there any more: {0}")]
    NotShown(String),
    #[error("the smaller program does not show it when it is examined; the finding stays as it is")]
    Unconfirmed,
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<Lack> for NotReduced {
    fn from(Lack(why): Lack) -> NotReduced {
        NotReduced::NotShown(why)
    }
}

/// Whether findings of this kind can be reduced, and whether a failure is of this kind.
fn is_of(kind: Kind, failure: &Failure) -> bool {
    match kind {
        Kind::Crash => matches!(failure, Failure::Crash(_)),
        Kind::Hang | Kind::Flood => *failure == Failure::Hang,
        Kind::Rejected => matches!(failure, Failure::Rejected(_)),
        Kind::WrongOutput => *failure == Failure::WrongOutput,
        Kind::WrongStatus => *failure == Failure::WrongStatus,
        Kind::RunCrash => *failure == Failure::RunCrash,
        Kind::RunHang => *failure == Failure::RunHang,
        _ => false,
    }
}

/// What came of a reduction.
#[derive(Debug)]
pub struct Made {
    pub reduced: Reduced,
    /// Other bugs of the compiler that were met on the way.
    pub met: Vec<Finding>,
}

/// Reduces the program of a finding.
pub fn reduce_finding(
    finding: &Finding,
    allowance: Allowance,
    bounds: Bounds,
    stop: &'static AtomicBool,
    audience: &mut dyn Audience,
) -> Result<Made, NotReduced> {
    if !finding.kind.is_shown_by_one() {
        return Err(NotReduced::Kind(finding.kind));
    }
    let scratch = Scratch::new()?;
    let given = &finding.compiler;
    let toolchain = probe::measure(given, &scratch.fresh("probe")?)
        .map_err(|trouble| NotReduced::Compiler { name: given.name.clone(), trouble })?;
    let level = given.levels.first().cloned().unwrap_or_default();
    let flags = &finding.program.flags;
    let language = language(flags).map_err(NotReduced::Meaning)?;

    let prepared = |program: &Program| -> Result<Vec<ProgramFile>, NotReduced> {
        let folder = scratch.fresh("original")?;
        let paths = program::write(program, &folder)?;
        let preprocess = Preprocess::new(toolchain.preprocessor()).standard(language.name());
        let preprocess = flags.iter().fold(preprocess, |one, flag| one.flag(flag)).within(&folder);
        Ok(prepare(&paths, &preprocess)?)
    };
    let files = prepared(&finding.program)?;
    let rules = Rules::new(toolchain.target, language).fit(&files);

    let folder = scratch.fresh("learn")?;
    let place = Place { folder: &folder, stop, counts: &Counts::default() };
    let learn = |other| {
        let accused = Compiler::at(toolchain.clone(), &level, flags);
        WrongCode::learn(rules.clone(), accused, other, finding.kind == Kind::Crash, &files, &place)
    };
    // Its lowest level sides with the machine, unless it is wrong itself.
    let test = match other(&toolchain, &level, flags) {
        Some(other) => match learn(Some(other))? {
            Ok(test) => Ok(test),
            Err(_) => learn(None)?,
        },
        None => learn(None)?,
    };
    let test = test?;
    if !is_of(finding.kind, test.failure()) {
        return Err(NotReduced::NotShown(test.failure().to_string()));
    }
    let shows = |program: &Program| -> Result<Option<Vec<ProgramFile>>, NotReduced> {
        // What cannot be read is no part that shows it.
        let Ok(files) = prepared(program) else { return Ok(None) };
        Ok(test.look(&files, &place)?.is_ok().then_some(files))
    };
    let part = fewest(finding, &scratch, stop, &shows)?;
    let (files, mutations) = part.unwrap_or((files, finding.mutations.clone()));
    let reduced = reduce(files, &test, &rules, bounds, (&scratch, stop), audience);
    let reduced = reduced.map_err(|error| match error {
        ReduceError::Io(error) => NotReduced::Io(error),
        other => NotReduced::NotShown(other.to_string()),
    })?;
    drop(scratch);
    // What was in them is in others now.
    let mut files = reduced.files;
    // There are compilers that break down over nothing at all: one file stays.
    for at in (0..files.len()).rev() {
        if files[at].text.is_empty() && files.len() > 1 {
            files.remove(at);
        }
    }
    let program = |files| Program { files, flags: flags.clone() };
    let reduced = examined(finding, &toolchain, program(files), allowance, stop)?;
    let mut met = Vec::new();
    for one in test.met() {
        met.extend(other_findings(finding, &toolchain, program(one.files), allowance, stop)?);
    }
    Ok(Made { reduced: Reduced { mutations, ..reduced }, met })
}

/// Says whether a program shows it, and gives its files after preprocessing.
type Shows<'a> = dyn Fn(&Program) -> Result<Option<Vec<ProgramFile>>, NotReduced> + 'a;

/// A part of a variant that shows it: its files after preprocessing, and its changes.
type Part = (Vec<ProgramFile>, Vec<String>);

/// The variant with as few of its changes as show it; nothing if it is no variant, none of
/// its changes can be left out, or its original is not there any more.
fn fewest(
    finding: &Finding,
    scratch: &Scratch,
    stop: &AtomicBool,
    shows: &Shows,
) -> Result<Option<Part>, NotReduced> {
    let Source::Mutants { of, each } = &finding.source else { return Ok(None) };
    let (seed, number) = mutants::divided(*each, finding.seed);
    let Some(number) = number.checked_sub(1) else { return Ok(None) };
    let Ok(test) = of.make(seed, &scratch.fresh("made")?, stop) else { return Ok(None) };
    let mut best = None;
    parts::smallest(finding.mutations.len(), |part| {
        let keep = |change: usize| part.contains(&change);
        let made = scratch.fresh("part")?;
        let made = mutants::variant(&test.program, number, &made, keep);
        let Ok((program, mutations)) = made else { return Ok::<_, NotReduced>(false) };
        let Some(files) = shows(&program)? else { return Ok(false) };
        best = Some((files, mutations));
        Ok(true)
    })?;
    Ok(best)
}

/// The lowest level of the same compiler, if that is another one.
fn other(toolchain: &Toolchain, level: &[String], flags: &[String]) -> Option<Compiler> {
    let lowest = vec!["-O0".to_owned()];
    let has_levels = toolchain.family != Family::Other && level != lowest;
    has_levels.then(|| Compiler::at(toolchain.clone(), &lowest, flags))
}

/// What becomes of the smaller program, looked at as the finding was.
fn examined(
    finding: &Finding,
    toolchain: &Toolchain,
    program: Program,
    allowance: Allowance,
    stop: &'static AtomicBool,
) -> Result<Reduced, NotReduced> {
    let oracle = oracle::of(finding.kind);
    let found = findings(finding, oracle, toolchain, program, allowance, stop)?.into_iter();
    let mut found = found.filter(|one| one.kind == finding.kind && one.state == finding.state);
    let Some(found) = found.next() else { return Err(NotReduced::Unconfirmed) };
    let Finding { program, expected, actual, outcomes, .. } = found;
    Ok(Reduced { program, mutations: Vec::new(), expected, actual, outcomes })
}

/// The bugs that a program shows which was met on the way.
fn other_findings(
    finding: &Finding,
    toolchain: &Toolchain,
    program: Program,
    allowance: Allowance,
    stop: &'static AtomicBool,
) -> Result<Vec<Finding>, NotReduced> {
    let mut found = findings(finding, &Answers, toolchain, program, allowance, stop)?;
    found.retain(|one| one.signature != finding.signature && one.state == State::Confirmed);
    for one in &mut found {
        one.reasons.insert(0, MET.to_owned());
    }
    Ok(found)
}

const MET: &str = "met while the program of another finding was reduced: its seed gives that one";

/// A program on the compiler that a finding accuses.
fn findings(
    finding: &Finding,
    oracle: &'static dyn Oracle,
    toolchain: &Toolchain,
    program: Program,
    allowance: Allowance,
    stop: &'static AtomicBool,
) -> Result<Vec<Finding>, NotReduced> {
    let mut toolchain = toolchain.clone();
    if toolchain.family != Family::Other {
        toolchain.levels.insert(0, vec!["-O0".to_owned()]);
        toolchain.levels.dedup();
    }
    let mut lab = Lab::new(vec![toolchain], Scratch::new()?, allowance, stop);
    lab.oracles = vec![oracle];
    let test = Test::of(program);
    let origin = Origin { source: &finding.source, seed: finding.seed };
    let folder = lab.scratch.fresh("reduced")?;
    let examined = examine(&lab, &test, &origin, folder, &|_| true)?;
    Ok(examined.into_iter().flat_map(|examined| examined.findings).collect())
}
