//! One program, examined: tried on its configurations, suspects confirmed.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use elenchus_compilers::clock;
use elenchus_compilers::toolchain::{Family, Tool};
use elenchus_judge::bytes::Word;
use elenchus_produce::enumerate::Holes;

use crate::bench::Bench;
use crate::confirm::Confirmed;
use crate::finding::{Finding, Kind};
use crate::fuzz::is_for_another_machine;
use crate::judge::Judgement;
use crate::lab::{Attempt, Configuration, Lab, RunBefore, Spent};
use crate::levels::Levels;
use crate::mutants;
use crate::oracle::answers::suspects;
use crate::oracle::{Notice, Trial, Tried, plant};
use crate::outcome::Outcome;
use crate::proof::prove;
use crate::reading::{Distinct, Readings};
use crate::source::{Source, Test};
use crate::standard::missing;
use crate::witness;

/// Where a program comes from.
pub struct Origin<'a> {
    pub source: &'a Source,
    pub seed: u64,
}

impl Origin<'_> {
    /// What people call it: a file, or the seed.
    pub fn name(&self) -> String {
        let file = match self.source {
            Source::Files { files, .. } | Source::Variants { files, .. } => files.first(),
            _ => None,
        };
        file.map_or_else(|| format!("seed {}", self.seed), |file| file.display().to_string())
    }
}

/// What became of a program.
pub struct Examined {
    /// Configurations that it was tried on.
    pub tests: usize,
    pub outcomes: Vec<(String, Outcome)>,
    /// The texts that were compiled, with what the machine says of each.
    pub texts: Vec<Distinct>,
    pub findings: Vec<Finding>,
    /// Valid, as the machine says, and refused by every compiler: most likely we are wrong.
    pub refused: bool,
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
    let bench = Bench::new(&test.program, folder);
    let mut judging = Duration::ZERO;
    let mut spent = Spent::default();
    let mut seen = RunBefore::default();
    let (tried, readings) = (Vec::new(), Readings::new(test.answer.clone()));
    let mut trial = Trial { tried, readings, spent: Spent::default() };
    let mut read = |trial: &mut Trial, configuration: &Configuration| -> io::Result<()> {
        let begun = clock::thread();
        trial.readings.read(lab, &bench, configuration)?;
        judging += clock::thread().saturating_sub(begun);
        Ok(())
    };
    // Only whoever breaks down is accused by what need not be C.
    let runs = !matches!(test.holes, Some(Holes::Any | Holes::Labels));
    let mut matrix = lab.matrix(&test.program, origin.seed);
    let knows_more = |one: &Configuration| lab.toolchains[one.toolchain].family != Family::Other;
    if test.extended && matrix.iter().any(knows_more) {
        matrix.retain(knows_more);
    }
    let levels = if origin.source.count().is_some() { Levels::All } else { lab.levels };
    let divide = |known| levels.divide(lab, matrix.clone(), &test.program, origin.seed, known);
    let (mut first, mut rest) = divide(true);
    for configuration in &first {
        read(&mut trial, configuration)?;
    }
    let is_open = |one: &Judgement| matches!(one, Judgement::Unknown(_) | Judgement::Long);
    let known = !trial.readings.judgements().any(is_open);
    if !known {
        (first, rest) = divide(false);
    }
    let mut try_all = |trial: &mut Trial, all: Vec<Configuration>| -> io::Result<bool> {
        for configuration in all {
            read(trial, &configuration)?;
            let run = match trial.judgement(&configuration) {
                Some(Judgement::Invalid(_)) => false,
                Some(Judgement::Long) => !trial.is_endless(lab, &configuration),
                _ => true,
            };
            let run = run && runs && !is_for_another_machine(&configuration);
            let mut alone = RunBefore::default();
            // Of a program that was run before nobody knows what it complained about.
            let seen = if configuration.is_sanitized() { &mut alone } else { &mut seen };
            let mut attempt = lab.attempt(&configuration, &bench, run, seen)?;
            if configuration.is_sanitized() && witness::alarm(&attempt.errors).is_some() {
                attempt.outcome = Outcome::Alarm { message: attempt.errors.clone() };
            }
            if let Outcome::Rejected { message } = &attempt.outcome {
                let toolchain = &lab.toolchains[configuration.toolchain];
                let level = &configuration.level;
                if let Some(name) = missing(lab, &bench, toolchain, level, message)? {
                    attempt.outcome = Outcome::Undefined { name };
                }
            }
            if attempt.outcome == Outcome::Stopped {
                return Ok(false);
            }
            spent.add(attempt.spent);
            let Attempt { outcome, spent, hash, changes, .. } = attempt;
            trial.tried.push(Tried { configuration, outcome, spent, hash, changes });
        }
        Ok(true)
    };
    if !try_all(&mut trial, first)? {
        return Ok(None);
    }
    if !rest.is_empty() {
        let suspects = suspects(lab, &trial);
        let is_suspect = |one: &Configuration| {
            suspects.iter().any(|suspect| suspect.configuration.toolchain == one.toolchain)
        };
        // Without an answer, it is the others that tell who is wrong; and who takes
        // too much is compared with all of them.
        let by_others = !known && !suspects.is_empty() || needs_others(lab, &bench, &mut trial)?;
        rest.retain(|one| by_others || is_suspect(one));
        if !try_all(&mut trial, rest)? {
            return Ok(None);
        }
        trial.tried.sort_by_key(|one| matrix.iter().position(|other| *other == one.configuration));
    }
    let tests = trial.tried.len();
    let mut notices = Vec::new();
    for oracle in &lab.oracles {
        let noticed = oracle.look(lab, &bench, &mut trial)?;
        notices.extend(noticed.into_iter().map(|notice| (oracle, notice)));
    }
    let refused = is_refused_by_all(lab, &trial);
    // A text with a defect in it may be refused, wherever the defect stands.
    if refused || plant::label(&bench).is_some() {
        notices.retain(|(_, notice)| notice.suspect.kind != Kind::Rejected);
    }
    if !runs {
        let breaks_down = [Kind::Crash, Kind::Hang, Kind::Flood];
        notices.retain(|(_, notice)| breaks_down.contains(&notice.suspect.kind));
    }
    spent.add(trial.spent);
    let stopped = || lab.stop.load(Ordering::Relaxed);
    if stopped() {
        return Ok(None);
    }
    let mut findings = Vec::new();
    let mut more = Vec::new();
    for (oracle, notice) in notices {
        if !wanted(&notice.suspect.signature) {
            more.push(notice.suspect.signature);
            continue;
        }
        match oracle.confirm(lab, &bench, &trial, &notice)? {
            Some(mut confirmed) if !stopped() => {
                if let Some(mutated) = &test.variant {
                    let configuration = &notice.suspect.configuration;
                    let Some(said) = mutants::beside(lab, mutated, &trial, configuration)? else {
                        return Ok(None);
                    };
                    confirmed.reasons.insert(0, said);
                }
                if let Some(holes) = test.holes {
                    let said = format!("its holes are filled with `--holes {}`", holes.name());
                    confirmed.reasons.insert(0, said);
                }
                let toolchain = &lab.toolchains[notice.suspect.configuration.toolchain];
                let mut finding = finding(lab, &bench, &trial, notice, confirmed, origin);
                let mutations = test.variant.iter().flat_map(|one| one.mutations.iter().cloned());
                finding.mutations = mutations.collect();
                if prove(lab, &bench, &mut finding, toolchain)?.is_none() {
                    return Ok(None);
                }
                findings.push(finding);
            }
            _ => return Ok(None),
        }
    }
    let outcomes = trial.outcomes(lab);
    let texts = trial.readings.distinct();
    Ok(Some(Examined { tests, outcomes, texts, findings, refused, more, spent, judging }))
}

/// Whether all of several compilers refuse what the machine finds valid: none of them is
/// accused of that.
fn is_refused_by_all(lab: &Lab, trial: &Trial) -> bool {
    let mut versions = Vec::new();
    for one in &trial.tried {
        let toolchain = &lab.toolchains[one.configuration.toolchain];
        if toolchain.tool == Tool::Analyser {
            continue;
        }
        let refuses = matches!(one.outcome, Outcome::Rejected { .. });
        if !refuses || trial.answer(&one.configuration).is_none() {
            return false;
        }
        if !versions.contains(&&toolchain.version) {
            versions.push(&toolchain.version);
        }
    }
    versions.len() > 1
}

/// Whether something was noticed that counts only beside all other configurations.
fn needs_others(lab: &Lab, bench: &Bench, trial: &mut Trial) -> io::Result<bool> {
    for oracle in lab.oracles.iter().filter(|oracle| oracle.compares_with_all()) {
        if !oracle.look(lab, bench, trial)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// All that is known.
fn finding(
    lab: &Lab,
    bench: &Bench,
    trial: &Trial,
    notice: Notice,
    confirmed: Confirmed,
    origin: &Origin,
) -> Finding {
    let Configuration { toolchain, level, .. } = &notice.suspect.configuration;
    let expected = trial.answer(&notice.suspect.configuration).cloned();
    let toolchain = &lab.toolchains[*toolchain];
    let partner = notice.partner.as_ref();
    let partner = partner.map(|one| lab.toolchains[one.toolchain].given(&one.level));
    let mut reasons = trial.changes(&notice.suspect.configuration);
    reasons.extend(confirmed.reasons);
    let stored = |words: Vec<OsString>| words.into_iter().map(Word).collect::<Vec<_>>();
    Finding {
        kind: notice.suspect.kind,
        state: confirmed.state,
        signature: notice.suspect.signature,
        compiler: toolchain.given(level),
        partner,
        version: toolchain.version.clone(),
        target: toolchain.target.name.to_owned(),
        compile: notice.compile.into_iter().map(stored).collect(),
        execute: notice.execute.map(stored),
        expected,
        actual: notice.actual,
        outcomes: trial.outcomes(lab),
        reasons,
        source: origin.source.clone(),
        seed: origin.seed,
        mutations: Vec::new(),
        elenchus: env!("CARGO_PKG_VERSION").to_owned(),
        program: bench.program.clone(),
        reduced: None,
        blamed: None,
    }
}
