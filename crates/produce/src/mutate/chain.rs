//! Variants of variants: each is made of the one before it (Hermes, Algorithm 1).
//!
//! Which one is gone on with is a Markov chain, as Athena has it: a proposal that is
//! farther from the original than the variant before is taken, one that is nearer the
//! less likely the nearer it is.

use elenchus_front::source::{Original, SourceFile, SourceText};
use elenchus_judge::Judge;
use elenchus_lang::tree::Program;

use super::distance::Features;
use super::{Seed, Settings, Tally, Unfit, Variant, Variants};
use crate::choices::Choices;

/// Makes one variant after another.
pub struct Chain<'a> {
    judges: Vec<Judge<'a>>,
    settings: Settings,
    /// What the next variant is made of.
    texts: Vec<SourceText>,
    original: Features,
    /// How far the last variant is from the original.
    distance: u64,
    /// The number of the next variant.
    next: u64,
    choices: Choices,
}

/// A variant, and the files that it was made of: the places of its mutations are there.
pub struct Link {
    pub files: Vec<SourceFile>,
    /// At most one.
    pub variants: Variants,
}

/// So many proposals are made of a variant; the last is taken as it is.
const PROPOSALS: u64 = 6;

/// A proposal that is nearer by so much, of a thousand, is taken half as often.
const HALF: u64 = 5;

impl<'a> Chain<'a> {
    /// The texts are those of the program's units; the judges have its inputs.
    pub fn new(texts: Vec<SourceText>, judges: Vec<Judge<'a>>, settings: Settings) -> Chain<'a> {
        let choices = Choices::new(settings.seed ^ 0xc4a1);
        let mut chain = Chain {
            judges,
            settings,
            texts,
            original: Features::default(),
            distance: 0,
            next: 0,
            choices,
        };
        if let Some((program, _)) = chain.parse(&chain.texts) {
            chain.original = Features::of(&program);
        }
        chain
    }

    /// What the files of the last variant are called.
    pub fn call(&mut self, names: Vec<String>) {
        self.texts.iter_mut().zip(names).for_each(|(text, name)| text.name = name);
    }

    /// The next variant.
    pub fn advance(&mut self) -> Result<Link, Unfit> {
        let tally = vec![Tally::default(); self.settings.strategies.len()];
        let mut variants = Variants { tally, ..Variants::default() };
        let Some((program, files)) = self.parse(&self.texts) else {
            return Ok(Link { files: Vec::new(), variants });
        };
        let number = self.next;
        self.next += 1;
        let mut taken = None;
        {
            let seed = Seed::new(program, &files, self.judges.clone());
            for attempt in 0..PROPOSALS {
                let Some(drafted) =
                    seed.counted(number | attempt << 48, &self.settings, &mut variants)?
                else {
                    continue;
                };
                let Some(variant) = drafted.part(|_| true) else { continue };
                let Some(texts) = drafted.preprocessed() else { continue };
                let texts = self.texts_of(&variant, texts);
                // What our own front end does not take is a bug of ours.
                let Some((program, _)) = self.parse(&texts) else { continue };
                let distance = self.original.distance(&Features::of(&program));
                let is_taken = attempt + 1 == PROPOSALS || self.takes(distance);
                taken = Some((Variant { number, ..variant }, texts, distance));
                if is_taken {
                    break;
                }
            }
        }
        if let Some((variant, texts, distance)) = taken {
            (self.texts, self.distance) = (texts, distance);
            variants.list.push(variant);
        }
        Ok(Link { files, variants })
    }

    fn takes(&mut self, distance: u64) -> bool {
        let nearer = self.distance.saturating_sub(distance);
        let halvings = nearer.div_ceil(HALF).min(32);
        self.choices.below("taken", 1 << halvings) == 0
    }

    fn parse(&self, texts: &[SourceText]) -> Option<(Program, Vec<SourceFile>)> {
        let judge = self.judges.first()?;
        let mut program = Program::new(judge.target, judge.language);
        let parsed = |text: &SourceText| SourceFile::parse(&mut program, text.clone());
        let files: Vec<SourceFile> = texts.iter().map(parsed).collect();
        files.iter().all(SourceFile::accepted).then_some((program, files))
    }

    fn texts_of(&self, variant: &Variant, preprocessed: Vec<Vec<u8>>) -> Vec<SourceText> {
        let texts = self.texts.iter().zip(variant.texts.iter().zip(preprocessed));
        let text = |(old, (user, text)): (&SourceText, (&Vec<u8>, Vec<u8>))| {
            let original = match old.original {
                Original::File(_) => Original::File(user.clone()),
                _ => old.original.clone(),
            };
            SourceText { name: old.name.clone(), text, original }
        };
        texts.map(text).collect()
    }
}
