//! `--choose` and `--allow`: what a run may decide or let pass, and what it did.

use std::fmt;
use std::ops::RangeInclusive;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use elenchus_front::source::{SourceFile, file_of};
use elenchus_lang::undefined::Undefined;
use elenchus_machine::{ALLOWABLE, AS_GCC, Outcome, Verdict};
use serde::Serialize;

use crate::run::in_words;
use crate::talk;

#[derive(clap::Args)]
pub struct Liberties {
    /// Take each choice that C leaves open by a seed, and go on; 1 chooses as
    /// gcc does on Linux. Several, as 1..8, show two that differ
    #[arg(
        long,
        value_name = "SEED",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        value_parser = seeds
    )]
    choose: Option<Seeds>,

    /// Let a kind of undefined behaviour pass, as compilers do it in practice
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = allowable())]
    allow: Vec<Undefined>,
}

/// Seeds that follow each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seeds(RangeInclusive<u64>);

/// More runs of one program tell nothing.
const MOST: u64 = 1000;

/// `N`, or `N..M` with both.
fn seeds(text: &str) -> Result<Seeds, String> {
    let number = |text: &str| {
        let number = text.parse().ok().filter(|&number: &u64| number >= AS_GCC);
        number.ok_or_else(|| format!("'{text}' is no seed: a seed is a number from 1 on"))
    };
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (first, last) = (number(first)?, number(last)?);
    match last.checked_sub(first) {
        None => Err(format!("{last} comes before {first}")),
        Some(apart) if apart >= MOST => Err(format!("more than {MOST} seeds")),
        Some(_) => Ok(Seeds(first..=last)),
    }
}

fn allowable() -> impl TypedValueParser<Value = Undefined> {
    let names = PossibleValuesParser::new(ALLOWABLE.iter().map(|(kind, _)| kind.id()));
    names.try_map(|name| Undefined::by_id(&name).ok_or("no kind of this name"))
}

impl Liberties {
    /// The seeds, if choices are to be taken.
    pub fn seeds(&self) -> Option<RangeInclusive<u64>> {
        self.choose.as_ref().map(|Seeds(seeds)| seeds.clone())
    }

    pub fn allowed(&self) -> &[Undefined] {
        &self.allow
    }

    /// What was allowed in a run, with the place where each kind was met first: a run
    /// that does not allow it, as `without` makes it, stops there.
    pub fn met(
        &self,
        units: &[SourceFile],
        outcome: &Outcome,
        without: impl Fn(&[Undefined]) -> Verdict,
    ) -> Vec<Met> {
        let met = |&kind: &Undefined| {
            let others: Vec<_> = self.allow.iter().copied().filter(|&k| k != kind).collect();
            let place = without(&others).span().and_then(|span| {
                let unit = file_of(units, span)?;
                Some(in_words(&unit.spot(span)))
            });
            Met { kind: kind.id(), place }
        };
        outcome.allowed.iter().map(met).collect()
    }
}

/// What was chosen.
#[derive(Serialize, Clone)]
pub struct Chosen {
    seed: Seed,
    what: Vec<&'static str>,
}

#[derive(Serialize, Clone)]
#[serde(untagged)]
enum Seed {
    One(u64),
    All(String),
}

impl Chosen {
    pub fn by(seed: u64, outcome: &Outcome) -> Chosen {
        let what = outcome.chosen.iter().map(|open| open.words()).collect();
        Chosen { seed: Seed::One(seed), what }
    }

    /// The same for seeds that agree.
    pub fn by_all(seeds: RangeInclusive<u64>, runs: &[Chosen]) -> Chosen {
        let mut what: Vec<&'static str> = Vec::new();
        for words in runs.iter().flat_map(|run| &run.what) {
            if !what.contains(words) {
                what.push(words);
            }
        }
        Chosen { seed: Seed::All(format!("{}..{}", seeds.start(), seeds.end())), what }
    }
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.seed {
            Seed::One(seed) => write!(f, "chosen by seed {seed}: ")?,
            Seed::All(seeds) => write!(f, "chosen by the seeds {seeds}, which agree: ")?,
        }
        match self.what.is_empty() {
            true => f.write_str("nothing, as nothing was open"),
            false => f.write_str(&self.what.join(", ")),
        }
    }
}

/// A kind that was allowed and met.
#[derive(Serialize)]
pub struct Met {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
}

/// What a run decided and let pass.
pub struct Taken {
    pub chosen: Option<Chosen>,
    pub allowed: Vec<Met>,
}

impl Taken {
    /// A line for each, if there is anything to say.
    pub fn say(&self) {
        if let Some(chosen) = &self.chosen {
            talk::complain(&chosen.to_string());
        }
        if !self.allowed.is_empty() {
            let list: Vec<String> = self.allowed.iter().map(Met::to_string).collect();
            talk::complain(&format!("allowed: {}", list.join(", ")));
        }
    }
}

impl fmt::Display for Met {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{} (first at {place})", self.kind),
            None => f.write_str(self.kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Seeds, seeds};

    #[test]
    fn seeds_are_one_or_a_row() {
        assert_eq!(seeds("7"), Ok(Seeds(7..=7)));
        assert_eq!(seeds("1..8"), Ok(Seeds(1..=8)));
        for wrong in ["", "0", "x", "1..", "..8", "8..1", "1..=8", "1..5000", "-1"] {
            assert!(seeds(wrong).is_err(), "{wrong}");
        }
    }
}
