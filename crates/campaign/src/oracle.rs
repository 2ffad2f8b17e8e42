//! Which outcomes are suspect.

use std::collections::BTreeMap;

use crate::finding::Kind;
use crate::group;
use crate::judge::Judgement;
use crate::lab::{Configuration, Lab, Spent};
use crate::outcome::Outcome;
use crate::program::{Answer, Ended};

/// A compiler that did something wrong, at the lowest level at which it was seen to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suspect {
    pub kind: Kind,
    pub configuration: Configuration,
    pub signature: String,
}

/// A configuration and what became of a program there.
pub struct Tried {
    pub configuration: Configuration,
    pub outcome: Outcome,
    pub spent: Spent,
    /// Of the program that was made.
    pub hash: Option<u128>,
}

/// What became of a program on the configurations that it was tried on.
pub struct Trial {
    /// In the order of [`Lab::matrix`].
    pub tried: Vec<Tried>,
    /// What the machine says, by target.
    pub judgements: BTreeMap<&'static str, Judgement>,
}

impl Trial {
    pub fn judgement(&self, lab: &Lab, toolchain: usize) -> Option<&Judgement> {
        self.judgements.get(lab.toolchains[toolchain].target.name)
    }

    pub fn outcome(&self, configuration: &Configuration) -> Option<&Outcome> {
        let mut tried = self.tried.iter();
        tried.find(|one| one.configuration == *configuration).map(|one| &one.outcome)
    }

    /// All outcomes, by the names of their configurations.
    pub fn outcomes(&self, lab: &Lab) -> Vec<(String, Outcome)> {
        let named = |one: &Tried| (lab.name(&one.configuration), one.outcome.clone());
        self.tried.iter().map(named).collect()
    }

    /// Whether somebody's program for the target of a tool chain did not end.
    pub fn is_endless(&self, lab: &Lab, toolchain: usize) -> bool {
        let target = lab.toolchains[toolchain].target;
        self.tried.iter().any(|one| {
            lab.toolchains[one.configuration.toolchain].target == target
                && matches!(one.outcome, Outcome::Endless { .. })
        })
    }

    /// The answer for the target of a tool chain, if it is known.
    pub fn answer(&self, lab: &Lab, toolchain: usize) -> Option<&Answer> {
        match self.judgement(lab, toolchain) {
            Some(Judgement::Valid(answer)) => Some(answer),
            _ => None,
        }
    }
}

/// All suspects; one for each tool chain and signature.
pub fn suspects(lab: &Lab, trial: &Trial) -> Vec<Suspect> {
    let mut found: Vec<Suspect> = Vec::new();
    let usual = usual(lab, trial);
    for Tried { configuration, outcome, .. } in &trial.tried {
        let toolchain = &lab.toolchains[configuration.toolchain];
        let judgement = trial.judgement(lab, configuration.toolchain);
        let kind = match judgement {
            Some(Judgement::Valid(answer)) => against(answer, outcome),
            // Nobody knows whether it ends: who says so proves nothing.
            Some(Judgement::Long) if trial.is_endless(lab, configuration.toolchain) => {
                by_itself(outcome)
            }
            Some(Judgement::Unknown(_) | Judgement::Long) => {
                let usual = usual.get(toolchain.target.name);
                let differs = is_run(outcome) && usual.is_some_and(|usual| usual != &outcome);
                by_itself(outcome).or(differs.then_some(Kind::Disagreement))
            }
            _ => by_itself(outcome),
        };
        let Some(kind) = kind else { continue };
        let level = configuration.level.join(" ");
        let signature = group::signature(kind, &toolchain.name, &level, outcome.message());
        let same = |other: &Suspect| {
            other.configuration.toolchain == configuration.toolchain
                && other.kind == kind
                // Of breakdowns, each is one; of wrong code, the lowest level is.
                && (other.signature == signature || outcome.message().is_none())
        };
        if !found.iter().any(same) {
            found.push(Suspect { kind, configuration: configuration.clone(), signature });
        }
    }
    found
}

/// How an outcome differs from the answer.
pub fn against(answer: &Answer, outcome: &Outcome) -> Option<Kind> {
    match outcome {
        Outcome::Rejected { .. } => Some(Kind::Rejected),
        Outcome::Endless { .. } | Outcome::Gush => Some(Kind::RunHang),
        Outcome::Ran(actual) if actual == answer => None,
        Outcome::Ran(actual) => Some(match (actual.end, answer.end) {
            (Ended::Signal(_), Ended::Status(_)) => Kind::RunCrash,
            _ if actual.output != answer.output => Kind::WrongOutput,
            _ => Kind::WrongStatus,
        }),
        other => by_itself(other),
    }
}

/// What is wrong whatever the program is.
fn by_itself(outcome: &Outcome) -> Option<Kind> {
    match outcome {
        Outcome::Crash { .. } => Some(Kind::Crash),
        Outcome::Hang => Some(Kind::Hang),
        Outcome::Flood | Outcome::Full | Outcome::Swarm => Some(Kind::Flood),
        _ => None,
    }
}

fn is_run(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Ran(_) | Outcome::Endless { .. } | Outcome::Gush)
}

/// What most configurations of a target do; of several, what came first.
fn usual<'a>(lab: &Lab, trial: &'a Trial) -> BTreeMap<&'static str, &'a Outcome> {
    let mut classes: BTreeMap<&'static str, Vec<(&'a Outcome, usize)>> = BTreeMap::new();
    for Tried { configuration, outcome, .. } in &trial.tried {
        if !is_run(outcome) {
            continue;
        }
        let target = lab.toolchains[configuration.toolchain].target.name;
        let classes = classes.entry(target).or_default();
        match classes.iter_mut().find(|(other, _)| *other == outcome) {
            Some((_, count)) => *count += 1,
            None => classes.push((outcome, 1)),
        }
    }
    let most = |classes: Vec<(&'a Outcome, usize)>| {
        let most = classes.iter().map(|(_, count)| *count).max()?;
        classes.into_iter().find(|(_, count)| *count == most).map(|(outcome, _)| outcome)
    };
    classes.into_iter().filter_map(|(target, classes)| Some((target, most(classes)?))).collect()
}
