//! The judge, asked about programs that lie in a folder.

use std::path::Path;

use elenchus_compilers::Preprocess;
use elenchus_compilers::toolchain::STANDARD;
use elenchus_judge::{Judge, Touch, Unit, Unknown};
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_machine::Limits;

use crate::program::{Program, ProgramFile};

pub use elenchus_judge::Judgement;

/// What a program may take; others are not judged.
const LIMITS: Limits =
    Limits { steps: 20_000_000, memory: 256 << 20, stack: 4 << 20, output: 1 << 20 };

/// A program that is to be judged.
pub struct Asked<'a> {
    pub program: &'a Program,
    pub target: &'static Target,
    /// The command of a compiler for the target, asked only if there is
    /// something to preprocess.
    pub preprocessor: &'a [String],
    /// It has the program's files.
    pub folder: &'a Path,
}

impl Asked<'_> {
    pub fn judgement(&self) -> Judgement {
        self.ask(|judge, units| judge.judge(units)).unwrap_or_else(Judgement::Unknown)
    }

    /// The accesses of a valid program to its volatile variables, in order;
    /// nothing if they are not known.
    pub fn volatiles(&self) -> Option<Vec<Touch>> {
        self.ask(|judge, units| judge.volatiles(units).1).ok().flatten()
    }

    fn ask<R>(&self, ask: impl FnOnce(&Judge, &[Unit]) -> R) -> Result<R, Unknown> {
        let language = language(&self.program.flags)?;
        let texts = self.program.units().map(|file| self.preprocessed(file, language.name()));
        let texts = texts.collect::<Result<Vec<_>, _>>()?;
        let units = self.program.units().zip(&texts);
        let units: Vec<Unit> = units.map(|(file, text)| Unit { name: &file.name, text }).collect();
        Ok(ask(&Judge::new(self.target, language, LIMITS), &units))
    }

    fn preprocessed(&self, file: &ProgramFile, standard: &str) -> Result<Vec<u8>, Unknown> {
        let mut lines = file.text.split(|byte| *byte == b'\n');
        let has_directives = lines.any(|line| line.trim_ascii_start().starts_with(b"#"));
        if !has_directives {
            return Ok(file.text.clone());
        }
        let command = Preprocess::new(self.preprocessor).standard(standard).within(self.folder);
        let command = self.program.flags.iter().fold(command, |command, flag| command.flag(flag));
        let text = command.run(&self.folder.join(&file.name));
        text.map_err(|error| Unknown::NotPreprocessed(error.to_string()))
    }
}

/// The language that a program with these options is compiled in, and judged.
pub fn language(flags: &[String]) -> Result<Language, Unknown> {
    let flags = std::iter::once(STANDARD).chain(flags.iter().map(String::as_str));
    Language::GNU17.with_options(flags).map_err(Unknown::Dialect)
}
