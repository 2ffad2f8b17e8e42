//! Variants are made: places are drawn and looked at in a run, strategies write there,
//! and what they wrote is proven.

use elenchus_front::source::SourceFile;
use elenchus_judge::{Answer, Judgement};
use elenchus_lang::edits::{AsParsed, Edits};
use elenchus_lang::tree::Program;
use rustc_hash::FxHashSet;

use super::draft::{Draft, Made, Spot};
use super::profile::{Env, Profile, Seen};
use super::strategy::Reach;
use super::{Mutation, Seed, Settings, Tally, Unfit, Variant, Variants, proof};
use crate::choices::Choices;

/// A proven variant, with all that its texts are made of.
pub struct Drafted<'a> {
    seed: &'a Seed<'a>,
    number: u64,
    p: Program,
    changes: Vec<Change>,
}

/// What a strategy made at a site.
struct Change {
    site: usize,
    /// In the settings.
    row: usize,
    strategy: &'static str,
    made: Made,
}

/// What is known of a program while variants are made of it.
struct Ready<'a> {
    settings: &'a Settings,
    program: Program,
    profile: Profile,
    answers: Vec<Answer>,
    tally: Vec<Tally>,
}

impl Seed<'_> {
    /// So many variants, from one profile.
    pub fn variants(&self, count: u64, settings: &Settings) -> Result<Variants, Unfit> {
        let drawn: Vec<Vec<usize>> = (0..count).map(|k| self.draw(k, settings)).collect();
        let mut ready = self.look(&drawn, settings)?;
        let mut list = Vec::new();
        for (number, sites) in (0..count).zip(drawn) {
            let drafted = self.draft(number, &sites, &mut ready);
            list.extend(drafted.and_then(|drafted| drafted.part(|_| true)));
        }
        Ok(Variants { answers: ready.answers, list, tally: ready.tally })
    }

    /// The variant with this number, which is among any that are made with it; none
    /// where nothing can be changed.
    pub fn variant(&self, number: u64, settings: &Settings) -> Result<Option<Drafted<'_>>, Unfit> {
        self.counted(number, settings, &mut Variants::default())
    }

    /// The same; answers and counts are noted.
    pub(super) fn counted(
        &self,
        number: u64,
        settings: &Settings,
        variants: &mut Variants,
    ) -> Result<Option<Drafted<'_>>, Unfit> {
        let sites = self.draw(number, settings);
        let mut ready = self.look(std::slice::from_ref(&sites), settings)?;
        let drafted = self.draft(number, &sites, &mut ready);
        variants.answers = ready.answers;
        variants.tally.iter_mut().zip(&ready.tally).for_each(|(sum, one)| sum.add(one));
        Ok(drafted)
    }

    /// Which sites a variant mutates: of a small program, one at least.
    fn draw(&self, number: u64, settings: &Settings) -> Vec<usize> {
        let mut choices = stream(settings.seed, number, 0);
        let mut is_drawn =
            |_: &usize| choices.below("mutated", 1_000_000) < u64::from(settings.share);
        let all = self.sites.list.len();
        let drawn: Vec<usize> = (0..all).filter(|site| is_drawn(site)).collect();
        match drawn.is_empty() && all > 0 && settings.share > 0 {
            true => vec![choices.below("the only one", all as u64) as usize],
            false => drawn,
        }
    }

    /// Runs the program and looks at these sites.
    fn look<'b>(&self, drawn: &[Vec<usize>], settings: &'b Settings) -> Result<Ready<'b>, Unfit> {
        let mut sampled: Vec<usize> = drawn.iter().flatten().copied().collect();
        sampled.sort_unstable();
        sampled.dedup();
        let mut program = self.program.clone();
        let (profile, originals) = Profile::new(&mut program, self, &sampled, settings.seed);
        let mut answers = Vec::new();
        for (input, original) in originals.into_iter().enumerate() {
            match original {
                Judgement::Valid(answer) => answers.push(answer),
                judgement => return Err(Unfit { input, judgement }),
            }
        }
        let tally = vec![Tally::default(); settings.strategies.len()];
        Ok(Ready { settings, program, profile, answers, tally })
    }

    /// Makes and proves a variant.
    fn draft(&self, number: u64, sites: &[usize], ready: &mut Ready) -> Option<Drafted<'_>> {
        let mut draft = Draft {
            p: ready.program.clone(),
            choices: stream(ready.settings.seed, number, 1),
            taken: &self.words,
            next_name: 0,
            told: FxHashSet::default(),
        };
        let mut changes: Vec<Change> = Vec::new();
        let mut next = 0;
        for &site in sites {
            if site < next {
                continue;
            }
            let Some(change) = self.change(site, &mut draft, ready) else { continue };
            if change.made.takes_all {
                next = site + self.sites.list[site].within + 1;
            }
            ready.tally[change.row].proposed += 1;
            changes.push(change);
        }
        let changes = self.proven(&draft.p, changes, &ready.answers);
        for change in &changes {
            ready.tally[change.row].proven += 1;
        }
        let drafted = Drafted { seed: self, number, p: draft.p, changes };
        (!drafted.changes.is_empty()).then_some(drafted)
    }

    /// Tries strategies at a site until one makes something.
    fn change(&self, index: usize, draft: &mut Draft, ready: &mut Ready) -> Option<Change> {
        let site = &self.sites.list[index];
        let nothing = Env::default();
        let (reach, env) = match ready.profile.at(index)? {
            Seen::Live(env) => (Reach::Live, env),
            Seen::Dead => (Reach::Dead, &nothing),
        };
        let variables = self.sites.variables(&self.program, site);
        let spot = Spot {
            site,
            env,
            variables: &variables,
            names: self.sites.names(site),
            sites: &self.sites,
            file: &self.files[site.unit],
            functions: &self.functions,
            pairs: &ready.profile.pairs,
            never_null: &ready.profile.never_null,
            returns_twice: self.returns_twice,
        };
        let strategies = &ready.settings.strategies;
        let fits = |row: &usize| strategies[*row].reach == reach;
        let mut rows: Vec<usize> = (0..strategies.len()).filter(fits).collect();
        while !rows.is_empty() {
            let row = rows.remove(draft.choices.below("strategy", rows.len() as u64) as usize);
            ready.tally[row].sites += 1;
            let strategy = strategies[row];
            if let Some(made) = (strategy.make)(draft, &spot) {
                return Some(Change { site: index, row, strategy: strategy.name, made });
            }
        }
        None
    }

    /// What of the changes can be proven together.
    fn proven(&self, p: &Program, changes: Vec<Change>, answers: &[Answer]) -> Vec<Change> {
        let mut good = Vec::with_capacity(changes.len());
        self.extend(&mut good, changes, p, answers);
        good
    }

    /// Adds what of some changes can be proven together with those before: what is known
    /// to be at fault goes; where nobody knows, half of them are tried, and then the rest.
    fn extend(
        &self,
        good: &mut Vec<Change>,
        mut more: Vec<Change>,
        p: &Program,
        answers: &[Answer],
    ) {
        let before = good.len();
        good.append(&mut more);
        while good.len() > before {
            let made: Vec<&Made> = good.iter().map(|change| &change.made).collect();
            let Err(broken) = proof::prove(p, &made, &self.judges, answers) else { return };
            if let Some(number) = broken.culprit().filter(|&number| number >= before) {
                good.remove(number);
                continue;
            }
            let mut first = good.split_off(before);
            if first.len() > 1 {
                let rest = first.split_off(first.len() / 2);
                self.extend(good, first, p, answers);
                self.extend(good, rest, p, answers);
            }
            return;
        }
    }
}

impl Drafted<'_> {
    /// How many changes there are.
    pub fn changes(&self) -> usize {
        self.changes.len()
    }

    /// The variant with some of its changes, by their numbers. Only all of them together
    /// are proven.
    pub fn part(&self, keep: impl Fn(usize) -> bool) -> Option<Variant> {
        let kept: Vec<&Change> = self.kept(keep);
        let own = |file: &SourceFile| file.user_text().unwrap_or_default().to_vec();
        let render = |edits: &Edits, file: &SourceFile| edits.render(&self.p, &own(file), file);
        let texts = self.texts(&kept, |edits, file| render(edits, file).ok())?;
        let mutation = |change: &&Change| {
            let site = &self.seed.sites.list[change.site];
            let span = self.seed.program.stmts[site.stmt].span;
            Mutation { strategy: change.strategy, unit: site.unit, span }
        };
        let mutations = kept.iter().map(mutation).collect();
        Some(Variant { number: self.number, texts, mutations })
    }

    /// What the preprocessor would make of its texts.
    pub(super) fn preprocessed(&self) -> Option<Vec<Vec<u8>>> {
        self.texts(&self.kept(|_| true), |edits, file| {
            edits.render(&self.p, file.text(), &AsParsed { base: file.base() }).ok()
        })
    }

    fn kept(&self, keep: impl Fn(usize) -> bool) -> Vec<&Change> {
        let numbered = self.changes.iter().enumerate().filter(|(number, _)| keep(*number));
        numbered.map(|(_, change)| change).collect()
    }

    fn texts(
        &self,
        kept: &[&Change],
        render: impl Fn(&Edits, &SourceFile) -> Option<Vec<u8>>,
    ) -> Option<Vec<Vec<u8>>> {
        let text = |(unit, file): (usize, &SourceFile)| {
            let own = kept.iter().filter(|change| self.seed.sites.list[change.site].unit == unit);
            let edits = own.flat_map(|change| change.made.edits.iter().copied());
            render(&edits.collect(), file)
        };
        self.seed.files.iter().enumerate().map(text).collect()
    }
}

/// The choices of one variant; `what` tells several streams apart.
fn stream(seed: u64, number: u64, what: u64) -> Choices {
    let mut first = Choices::new(seed);
    let mixed = first.bits("stream") ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Choices::new(mixed.rotate_left(7) ^ what)
}
