//! One program, examined: tried on all configurations, suspects confirmed.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use elenchus_compilers::clock;

use crate::confirm::confirm;
use crate::finding::Finding;
use crate::fuzz;
use crate::judge::{Judgement, judge};
use crate::lab::{Bench, Configuration, Lab, Seen, Spent};
use crate::oracle::{Suspect, Trial, suspects};
use crate::outcome::Outcome;
use crate::source::{Source, Test};

/// Where a program comes from.
pub struct Origin<'a> {
    pub source: &'a Source,
    pub seed: u64,
}

/// What became of a program.
pub struct Examined {
    /// Configurations that it was tried on.
    pub tests: usize,
    pub outcomes: Vec<(String, Outcome)>,
    /// What the machine says, by target.
    pub judgements: BTreeMap<&'static str, Judgement>,
    pub findings: Vec<Finding>,
    /// Signatures of suspects that nobody wanted confirmed.
    pub more: Vec<String>,
    /// Compilers and programs, and apart from that what confirming took.
    pub spent: Spent,
    pub judging: Duration,
}

/// Examines a program in an empty folder; nothing if we were interrupted.
/// Suspects are confirmed if their signature is `wanted`.
pub fn examine(
    lab: &Lab,
    test: &Test,
    origin: &Origin,
    folder: PathBuf,
    wanted: &dyn Fn(&str) -> bool,
) -> io::Result<Option<Examined>> {
    let bench = Bench::new(&test.program, folder)?;
    let begun = clock::thread();
    let judgements = judgements(lab, test, &bench);
    let judging = clock::thread().saturating_sub(begun);
    let mut spent = Spent::default();
    let mut seen = Seen::default();
    let mut trial = Trial { outcomes: Vec::new(), judgements };
    for configuration in lab.matrix(&test.program, origin.seed) {
        let judgement = trial.judgement(lab, configuration.toolchain);
        let run = !matches!(judgement, Some(Judgement::Invalid(_)));
        let attempt = lab.attempt(&configuration, &bench, run, &mut seen)?;
        if attempt.outcome == Outcome::Stopped {
            return Ok(None);
        }
        spent.add(attempt.spent);
        trial.outcomes.push((configuration, attempt.outcome));
    }
    let mut findings = Vec::new();
    let mut more = Vec::new();
    let tests = trial.outcomes.len();
    for suspect in suspects(lab, &trial) {
        let Some(suspect) = fuzz::narrow(lab, &bench, &mut trial, suspect)? else {
            match lab.stop.load(Ordering::Relaxed) {
                true => return Ok(None),
                false => continue,
            }
        };
        if !wanted(&suspect.signature) {
            more.push(suspect.signature);
            continue;
        }
        match confirm(lab, &bench, &trial, &suspect)? {
            None => return Ok(None),
            Some(confirmed) => {
                let finding = finding(lab, &bench, &trial, &suspect, origin);
                let (state, reasons) = (confirmed.state, confirmed.reasons);
                findings.extend(finding.map(|finding| Finding { state, reasons, ..finding }));
            }
        }
    }
    let name =
        |(configuration, outcome): (Configuration, Outcome)| (lab.name(&configuration), outcome);
    let outcomes = trial.outcomes.into_iter().map(name).collect();
    let judgements = trial.judgements;
    Ok(Some(Examined { tests, outcomes, judgements, findings, more, spent, judging }))
}

/// The answers for all targets of the lab.
fn judgements(lab: &Lab, test: &Test, bench: &Bench) -> BTreeMap<&'static str, Judgement> {
    let mut judgements = BTreeMap::new();
    for toolchain in &lab.toolchains {
        let target = toolchain.target;
        judgements.entry(target.name).or_insert_with(|| match &test.answer {
            Some(answer) if target.name == elenchus_lang::target::Target::x86_64().name => {
                Judgement::Valid(answer.clone())
            }
            _ => judge(&test.program, target, &toolchain.preprocessor(), &bench.folder),
        });
    }
    judgements
}

/// All that is known before a suspect is tried again.
fn finding(
    lab: &Lab,
    bench: &Bench,
    trial: &Trial,
    suspect: &Suspect,
    origin: &Origin,
) -> Option<Finding> {
    let Configuration { toolchain, level, .. } = &suspect.configuration;
    let actual = trial.outcome(&suspect.configuration)?.clone();
    let expected = match trial.judgement(lab, *toolchain) {
        Some(Judgement::Valid(answer)) => Some(answer.clone()),
        _ => None,
    };
    let toolchain = &lab.toolchains[*toolchain];
    let text = |words: Vec<std::ffi::OsString>| {
        words.into_iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>()
    };
    let units: Vec<PathBuf> = bench.program.units().map(|(name, _)| name.into()).collect();
    let program = std::path::Path::new("./program");
    let flags = &bench.program.flags;
    let compile = toolchain.compile(level, flags, &units, program);
    let outcomes = trial.outcomes.iter().map(|(one, outcome)| (lab.name(one), outcome.clone()));
    Some(Finding {
        kind: suspect.kind,
        state: crate::finding::State::Suspected,
        signature: suspect.signature.clone(),
        compiler: toolchain.given(level),
        version: toolchain.version.clone(),
        target: toolchain.target.name.to_owned(),
        compile: compile.into_iter().map(text).collect(),
        execute: toolchain.execute(level, flags, &units, program).map(text),
        expected,
        actual,
        outcomes: outcomes.collect(),
        reasons: Vec::new(),
        source: origin.source.clone(),
        seed: origin.seed,
        elenchus: env!("CARGO_PKG_VERSION").to_owned(),
        program: bench.program.clone(),
    })
}
