//! The programs that variants are made of.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use elenchus_compilers::Preprocess;
use elenchus_front::source::{Original as Written, SourceFile, SourceText};
use elenchus_judge::Judge;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::Limits;
use elenchus_produce::generate::{Preset, Settings as Generator};
use elenchus_produce::mutate::strategy::STRATEGIES;
use elenchus_produce::mutate::{SHARE, Seed, Settings, Unfit, Variants};
use elenchus_records::context::Context;

use crate::corpus::{Group, Part, STANDARD, Text, csmith, csmith_include, standard};
use crate::generated::{generated, text};
use crate::parallel;

/// Where a program comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    Csmith,
    Ours,
    Torture,
}

impl Origin {
    pub const ALL: [Origin; 3] = [Origin::Csmith, Origin::Ours, Origin::Torture];

    pub fn name(self) -> &'static str {
        match self {
            Origin::Csmith => "csmith",
            Origin::Ours => "ours",
            Origin::Torture => "torture",
        }
    }

    pub fn by_name(name: &str) -> Option<Origin> {
        Origin::ALL.into_iter().find(|origin| origin.name() == name)
    }
}

/// A program of one file.
pub struct Original {
    pub name: String,
    /// After preprocessing.
    text: Vec<u8>,
    /// As its author left it, where that is something else.
    user: Option<Vec<u8>>,
    /// Where its headers are.
    pub folders: Vec<PathBuf>,
}

/// What a program may take on the machine.
const LIMITS: Limits =
    Limits { steps: 20_000_000, memory: 256 << 20, stack: 4 << 20, output: 1 << 20 };

/// Programs of an origin; of c-torture/execute they are spread over all.
pub fn originals(ctx: &Context, origin: Origin, count: usize) -> Result<Vec<Original>> {
    match origin {
        Origin::Ours => {
            let seeds: Vec<u64> = (1..=count as u64).collect();
            parallel::map(&seeds, ctx.threads, |&seed| ours(seed)).into_iter().collect()
        }
        Origin::Csmith => {
            // Some have no variants.
            let files = csmith(ctx, count + count / 4)?.files;
            parallel::map(&files, ctx.threads, |file| kept(file)).into_iter().collect()
        }
        Origin::Torture => {
            let texts = Part::default().texts(ctx, Group::Execute)?.texts;
            texts.iter().map(|text| read(text, Vec::new())).collect()
        }
    }
}

fn ours(seed: u64) -> Result<Original> {
    let settings = Generator { preset: Preset::Mix, ..Generator::default() };
    let files = generated(&settings, seed)?.files;
    let (name, folders) = (format!("mix {seed}"), Vec::new());
    Ok(Original { name, text: text(&files).into_bytes(), user: None, folders })
}

fn read(text: &Text, folders: Vec<PathBuf>) -> Result<Original> {
    let user = Some(std::fs::read(&text.source.path)?);
    Ok(Original { name: text.name.clone(), text: text.read()?, user, folders })
}

/// A program that a file holds.
pub fn kept(file: &Path) -> Result<Original> {
    let include = csmith_include()?;
    let text = Preprocess::default().standard(STANDARD).include(&include).run(file)?;
    let user = Some(std::fs::read(file)?);
    Ok(Original { name: file.display().to_string(), text, user, folders: vec![include] })
}

/// All strategies, and the usual share.
pub fn usual(seed: u64) -> Settings {
    Settings { strategies: STRATEGIES.iter().collect(), share: SHARE, seed }
}

impl Original {
    /// As its author left it.
    pub fn user(&self) -> &[u8] {
        self.user.as_deref().unwrap_or(&self.text)
    }

    /// Variants of it; none if it cannot be run by the machine.
    pub fn variants(&self, count: u64, settings: &Settings) -> Result<Result<Variants, Unfit>> {
        self.with_seed(|seed| seed.variants(count, settings))
    }

    /// What is made of it as the seed of variants.
    pub fn with_seed<T>(&self, then: impl FnOnce(&Seed) -> T) -> Result<T> {
        let language = standard()?;
        let mut program = Program::new(Target::x86_64(), language);
        let original = match &self.user {
            Some(user) => Written::File(user.clone()),
            None => Written::Itself,
        };
        let text = SourceText { name: "text.i".into(), text: self.text.clone(), original };
        let file = SourceFile::parse(&mut program, text);
        if !file.accepted() {
            bail!("{}: the front end does not take it", self.name);
        }
        let files = [file];
        let judge = Judge::new(Target::x86_64(), language, LIMITS);
        Ok(then(&Seed::new(program, &files, vec![judge])))
    }
}
