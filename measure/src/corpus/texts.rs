//! The programs of the corpus after preprocessing, kept on disk: every task
//! reads them, and the preprocessor need not run each time.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use elenchus_compilers::preprocess::{Preprocess, PreprocessError};
use elenchus_lang::rules::Language;
use elenchus_records::context::Context;
use elenchus_records::packages::need;

use super::{CSMITH_PROGRAMS, Set, accepted, csmith, folder};
use crate::call::{call, first_error};
use crate::files;
use crate::hash::fnv1a;
use crate::parallel;

/// The edition in which all programs are read.
pub const STANDARD: &str = "gnu11";

/// The same as the front end has it.
pub fn standard() -> Result<Language> {
    Language::by_name(STANDARD).context("the standard is known")
}

/// No text of the corpus is larger.
const TEXT_LIMIT: u64 = 64 << 20;

/// The sets of programs that the front end must accept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    Execute,
    Compile,
    Dg,
    Csmith,
}

impl Group {
    pub const ALL: [Group; 4] = [Group::Execute, Group::Compile, Group::Dg, Group::Csmith];

    pub fn name(self) -> &'static str {
        match self {
            Group::Execute => Set::Execute.name(),
            Group::Compile => Set::Compile.name(),
            Group::Dg => Set::Dg.name(),
            Group::Csmith => "csmith",
        }
    }
}

/// Whose preprocessor makes the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compiler {
    Gcc,
    Clang,
}

impl Compiler {
    pub fn command(self) -> &'static str {
        match self {
            Compiler::Gcc => "gcc",
            Compiler::Clang => "clang",
        }
    }
}

/// A program as its author or generator left it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    pub group: Group,
    pub path: PathBuf,
    include: Option<PathBuf>,
}

/// A preprocessed program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    pub source: Source,
    /// The program's path from the corpus on, which names it in reports.
    pub name: String,
    /// The preprocessed file.
    pub file: PathBuf,
}

impl Text {
    pub fn read(&self) -> Result<Vec<u8>> {
        std::fs::read(&self.file).with_context(|| format!("cannot read {}", self.file.display()))
    }
}

/// A preprocessor and where its texts are kept.
pub struct Preprocessor {
    compiler: Compiler,
    corpus: PathBuf,
    store: PathBuf,
}

impl Preprocessor {
    pub fn new(ctx: &Context, compiler: Compiler) -> Result<Preprocessor> {
        need([compiler.command()])?;
        let corpus = folder(ctx)?;
        let store = corpus.join("preprocessed").join(version_name(compiler)?);
        Ok(Preprocessor { compiler, corpus, store })
    }

    /// A program's path from the corpus on.
    fn name(&self, source: &Source) -> String {
        let path = &source.path;
        path.strip_prefix(&self.corpus).unwrap_or(path).to_string_lossy().into_owned()
    }

    /// The text of a program, made if it is not there yet.
    pub fn text(&self, source: &Source) -> Result<Text> {
        let (path, name) = (&source.path, self.name(source));
        let file = self.store.join(&name).with_extension("i");
        if !file.exists() {
            let text = self.command(source).run(path)?;
            if let Some(parent) = file.parent() {
                std::fs::create_dir_all(parent)?;
            }
            files::write_whole(&file, &text)?;
        }
        Ok(Text { source: source.clone(), name, file })
    }

    fn command(&self, source: &Source) -> Preprocess {
        let preprocess = Preprocess::new([self.compiler.command()])
            .standard(STANDARD)
            .flag("-w")
            .limit(TEXT_LIMIT);
        match &source.include {
            Some(folder) => preprocess.include(folder),
            None => preprocess,
        }
    }
}

/// The preprocessed programs of a group.
pub struct Texts {
    pub texts: Vec<Text>,
    /// Programs that gcc accepts whole but cannot preprocess first: their
    /// pragmas define macros. Their names, and what gcc says.
    pub unreadable: Vec<(String, String)>,
}

/// A part of each group, for who does not want all of it.
#[derive(Args, Default)]
pub struct Part {
    /// About so many programs of each set instead of all
    #[arg(long)]
    sample: Option<usize>,
    /// Only programs whose name contains this
    #[arg(long)]
    only: Option<String>,
}

impl Part {
    /// About so many programs of each set.
    pub fn sample(count: usize) -> Part {
        Part { sample: Some(count), only: None }
    }

    pub fn is_all(&self) -> bool {
        self.sample.is_none() && self.only.is_none()
    }

    /// These programs of a group as gcc's preprocessor gives them. A sample is
    /// spread over the whole.
    pub fn texts(&self, ctx: &Context, group: Group) -> Result<Texts> {
        let sources = sources(ctx, group)?;
        let stride = self.sample.map_or(1, |n| sources.len().div_ceil(n.max(1)).max(1));
        let preprocessor = Preprocessor::new(ctx, Compiler::Gcc)?;
        let wanted = |source: &&Source| {
            self.only.as_ref().is_none_or(|part| preprocessor.name(source).contains(part))
        };
        let chosen: Vec<&Source> = sources.iter().step_by(stride).filter(wanted).collect();
        let made = parallel::map(&chosen, ctx.threads, |source| preprocessor.text(source));
        let mut result = Texts { texts: Vec::with_capacity(made.len()), unreadable: Vec::new() };
        for (source, text) in chosen.into_iter().zip(made) {
            match text {
                Ok(text) => result.texts.push(text),
                Err(error) => match error.downcast_ref::<PreprocessError>() {
                    Some(PreprocessError::Failed { stderr, .. }) => {
                        result.unreadable.push((preprocessor.name(source), first_error(stderr)));
                    }
                    _ => return Err(error),
                },
            }
        }
        Ok(result)
    }
}

/// All programs of a group as gcc's preprocessor gives them.
pub fn texts(ctx: &Context, group: Group) -> Result<Texts> {
    Part::default().texts(ctx, group)
}

fn sources(ctx: &Context, group: Group) -> Result<Vec<Source>> {
    let set = match group {
        Group::Execute => Set::Execute,
        Group::Compile => Set::Compile,
        Group::Dg => Set::Dg,
        Group::Csmith => {
            let made = csmith(ctx, CSMITH_PROGRAMS)?;
            let include = Some(made.include);
            let source = |path| Source { group, path, include: include.clone() };
            return Ok(made.files.into_iter().map(source).collect());
        }
    };
    let source = |path| Source { group, path, include: None };
    Ok(accepted(ctx, set)?.into_iter().map(source).collect())
}

/// A folder's name for this version of the compiler: another version has
/// other headers and other builtins.
fn version_name(compiler: Compiler) -> Result<String> {
    let version = version(compiler.command())?;
    Ok(format!("{}-{:08x}", compiler.command(), fnv1a(version.as_bytes()) as u32))
}

/// The first line of `command --version`.
pub fn version(command: &str) -> Result<String> {
    let said = call(command).arg("--version").succeed()?;
    let text = String::from_utf8_lossy(&said.stdout);
    Ok(text.lines().next().unwrap_or("unknown").to_string())
}
