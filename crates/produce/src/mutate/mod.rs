//! Programs that do the same as another one for the inputs that it is given
//! (equivalence modulo inputs, EMI).
//!
//! One run on the machine gives a profile: which statements are executed, and which
//! values variables have at some of them. From it code is made that does not change
//! what the program does, in code that is executed, too: the idea is that of "Finding
//! Compiler Bugs via Live Code Mutation" (Hermes). Every variant is then proven, by
//! another run.
//!
//! - [`Seed`]: a program with its inputs; [`Variant`]: what is made of it;
//! - `sites`: the statements that something is put before or around; `leaf`: the
//!   variables, and their parts, that it is made of;
//! - `profile`: what a run shows; `event`: what the machine tells of it; `alone`: where
//!   variables may be changed for a while;
//! - `values`, `term`: sets of values, and expressions that have them; `predicate`:
//!   conditions that are known to hold; `expression`: expressions that are defined;
//! - [`strategy`]: the table of all ways to change a program; `draft`: what they write
//!   with; `guard`, `block`, `dead`: some of them; `body`, `copy`: statements that are
//!   not executed;
//! - `proof`: that a variant does the same.

mod alone;
mod block;
mod body;
mod copy;
mod dead;
mod draft;
mod event;
mod expression;
mod guard;
mod leaf;
mod predicate;
mod profile;
mod proof;
mod sites;
pub mod strategy;
mod term;
mod values;

use elenchus_front::source::SourceFile;
use elenchus_judge::{Answer, Judge, Judgement};
use elenchus_lang::edits::{EditError, Edits};
use elenchus_lang::span::Span;
use elenchus_lang::tree::Program;
use rustc_hash::FxHashSet;

use crate::choices::Choices;
use crate::enumerate::RETURNS_TWICE;
use draft::{Draft, Made, Spot};
use profile::{Env, Profile, Seen};
pub use proof::Broken;
use sites::Sites;
use strategy::{Reach, Strategy};

/// A program that variants are made of, with what it is run with.
pub struct Seed<'a> {
    program: Program,
    files: &'a [SourceFile],
    /// One for each input.
    judges: Vec<Judge<'a>>,
    sites: Sites,
    /// All words of the user's files.
    words: FxHashSet<Vec<u8>>,
    /// It calls `setjmp` or the like.
    returns_twice: bool,
}

/// How variants are made.
#[derive(Clone, Debug)]
pub struct Settings {
    pub strategies: Vec<&'static Strategy>,
    /// How likely a statement is to be mutated, of a million.
    pub share: u32,
    pub seed: u64,
}

/// Tenths are what the seed of this idea found to be enough.
pub const SHARE: u32 = 100_000;

/// A proven variant.
pub struct Variant {
    /// From 0.
    pub number: u64,
    /// The files' texts, in their order.
    pub texts: Vec<Vec<u8>>,
    pub mutations: Vec<Mutation>,
}

/// One change of a variant.
#[derive(Clone, Debug)]
pub struct Mutation {
    pub strategy: &'static str,
    /// The statement that it is before or around, in the unit's text.
    pub unit: usize,
    pub span: Span,
}

/// What was made of a program.
#[derive(Default)]
pub struct Variants {
    /// What the program does, for each input.
    pub answers: Vec<Answer>,
    pub list: Vec<Variant>,
    /// By strategy.
    pub tally: Vec<Tally>,
}

/// How it went with a strategy.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Places where it was tried.
    pub sites: u64,
    /// Places where it made something.
    pub proposed: u64,
    /// How much of it was proven.
    pub proven: u64,
}

/// Why nothing can be made of a program: what is said of its first input that has no
/// known answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfit {
    /// From 0.
    pub input: usize,
    pub judgement: Judgement,
}

impl<'a> Seed<'a> {
    /// The files are those of the program's units, in their order; the judges have its
    /// inputs.
    pub fn new(program: Program, files: &'a [SourceFile], judges: Vec<Judge<'a>>) -> Seed<'a> {
        let sites = Sites::new(&program, files);
        let texts = files.iter().filter_map(SourceFile::user_text);
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let words = texts.flat_map(|text| text.split(move |byte| !is_word(byte)));
        let words = words.filter(|word| !word.is_empty()).map(<[u8]>::to_vec).collect();
        let returns_twice = RETURNS_TWICE.iter().any(|name| program.symbols.find(name).is_some());
        Seed { program, files, judges, sites, words, returns_twice }
    }

    /// So many variants, from one profile.
    pub fn variants(&self, count: u64, settings: &Settings) -> Result<Variants, Unfit> {
        let drawn: Vec<Vec<usize>> = (0..count).map(|k| self.draw(k, settings)).collect();
        let mut sampled: Vec<usize> = drawn.iter().flatten().copied().collect();
        sampled.sort_unstable();
        sampled.dedup();
        let mut program = self.program.clone();
        let (profile, originals) =
            Profile::new(&mut program, &self.sites, &sampled, &self.judges, settings.seed);
        let mut answers = Vec::new();
        for (input, original) in originals.into_iter().enumerate() {
            match original {
                Judgement::Valid(answer) => answers.push(answer),
                judgement => return Err(Unfit { input, judgement }),
            }
        }
        let tally = vec![Tally::default(); settings.strategies.len()];
        let mut variants = Variants { answers, list: Vec::new(), tally };
        for (number, sites) in (0..count).zip(drawn) {
            self.variant(number, &sites, &program, &profile, settings, &mut variants);
        }
        Ok(variants)
    }

    /// Which sites a variant mutates.
    fn draw(&self, number: u64, settings: &Settings) -> Vec<usize> {
        let mut choices = stream(settings.seed, number, 0);
        let mut is_drawn =
            |_: &usize| choices.below("mutated", 1_000_000) < u64::from(settings.share);
        (0..self.sites.list.len()).filter(|site| is_drawn(site)).collect()
    }

    /// Makes and proves a variant; there is none where nothing can be changed.
    fn variant(
        &self,
        number: u64,
        sites: &[usize],
        program: &Program,
        profile: &Profile,
        settings: &Settings,
        variants: &mut Variants,
    ) {
        let mut draft = Draft {
            p: program.clone(),
            choices: stream(settings.seed, number, 1),
            taken: &self.words,
            next_name: 0,
        };
        let mut made: Vec<(usize, usize, Made)> = Vec::new();
        let mut next = 0;
        for &index in sites {
            if index < next {
                continue;
            }
            let Some((row, change)) = self.mutate(index, &mut draft, profile, settings, variants)
            else {
                continue;
            };
            if change.takes_all {
                next = index + self.sites.list[index].within + 1;
            }
            made.push((index, row, change));
        }
        for &(_, row, _) in &made {
            variants.tally[row].proposed += 1;
        }
        let made = self.proven(&draft.p, made, &variants.answers);
        for &(_, row, _) in &made {
            variants.tally[row].proven += 1;
        }
        if made.is_empty() {
            return;
        }
        let all: Vec<&(usize, usize, Made)> = made.iter().collect();
        let Ok(texts) = self.texts(&draft.p, &all) else { return };
        let mutation = |(site, row, _): &(usize, usize, Made)| Mutation {
            strategy: settings.strategies[*row].name,
            unit: self.sites.list[*site].unit,
            span: self.program.stmts[self.sites.list[*site].stmt].span,
        };
        let mutations = made.iter().map(mutation).collect();
        variants.list.push(Variant { number, texts, mutations });
    }

    /// Tries strategies at a site until one makes something.
    fn mutate(
        &self,
        index: usize,
        draft: &mut Draft,
        profile: &Profile,
        settings: &Settings,
        variants: &mut Variants,
    ) -> Option<(usize, Made)> {
        let site = &self.sites.list[index];
        let nothing = Env::default();
        let (reach, env) = match profile.at(index)? {
            Seen::Live(env) => (Reach::Live, env),
            Seen::Dead => (Reach::Dead, &nothing),
        };
        let variables = self.sites.variables(&self.program, site);
        let (sites, returns_twice) = (&self.sites, self.returns_twice);
        let names = sites.names(site);
        let spot = Spot { site, env, variables: &variables, names, sites, returns_twice };
        let rows = 0..settings.strategies.len();
        let mut rows: Vec<usize> =
            rows.filter(|&row| settings.strategies[row].reach == reach).collect();
        while !rows.is_empty() {
            let row = rows.remove(draft.choices.below("strategy", rows.len() as u64) as usize);
            variants.tally[row].sites += 1;
            if let Some(made) = (settings.strategies[row].make)(draft, &spot) {
                return Some((row, made));
            }
        }
        None
    }

    /// What of the changes can be proven together: where that is not all, one after
    /// another.
    fn proven(
        &self,
        p: &Program,
        made: Vec<(usize, usize, Made)>,
        answers: &[Answer],
    ) -> Vec<(usize, usize, Made)> {
        let is_proven = |list: &[(usize, usize, Made)]| {
            let made: Vec<&Made> = list.iter().map(|(.., made)| made).collect();
            made.is_empty() || proof::prove(p, &made, &self.judges, answers).is_ok()
        };
        if is_proven(&made) {
            return made;
        }
        let mut good = Vec::with_capacity(made.len());
        for one in made {
            good.push(one);
            if !is_proven(&good) {
                good.pop();
            }
        }
        good
    }

    /// The files' texts with some changes made.
    fn texts(
        &self,
        p: &Program,
        made: &[&(usize, usize, Made)],
    ) -> Result<Vec<Vec<u8>>, EditError> {
        let text = |(unit, file): (usize, &SourceFile)| {
            let own = made.iter().filter(|(site, ..)| self.sites.list[*site].unit == unit);
            let edits: Edits = own.map(|(.., made)| made.edit).collect();
            edits.render(p, file.user_text().unwrap_or_default(), file)
        };
        self.files.iter().enumerate().map(text).collect()
    }
}

/// The choices of one variant; `what` tells several streams apart.
fn stream(seed: u64, number: u64, what: u64) -> Choices {
    let mut first = Choices::new(seed);
    let mixed = first.bits("stream") ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Choices::new(mixed.rotate_left(7) ^ what)
}
