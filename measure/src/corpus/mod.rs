//! C programs that are not ours, fetched or made under target/corpus and
//! never committed: GCC's test suite and programs of Csmith.
//!
//! Everything is kept once made; delete target/corpus to start over. Where
//! the machine cannot provide a part, the error is a [`Skip`] that says so.

mod accepted;
mod csmith;
mod gcc;
mod texts;

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use elenchus_records::context::Context;
use elenchus_records::packages::Skip;

use crate::Answer;
use crate::files;

pub use accepted::{DG_SAMPLE, Set, accepted};
pub use csmith::{csmith, csmith_call, csmith_include};
pub use gcc::gcc;
pub use texts::{Compiler, Group, Part, Preprocessor, STANDARD, Text, standard, texts, version};

/// How many programs of Csmith the tasks use.
pub const CSMITH_PROGRAMS: usize = 500;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Which {
    Gcc,
    Csmith,
    All,
}

/// `cargo xtask corpus`
pub fn run(ctx: &Context, which: Which) -> Result<Answer> {
    if matches!(which, Which::Gcc | Which::All) {
        report("gcc", make_gcc(ctx))?;
    }
    if matches!(which, Which::Csmith | Which::All) {
        report("csmith", make_csmith(ctx))?;
    }
    Ok(Answer::Yes)
}

fn make_gcc(ctx: &Context) -> Result<String> {
    let folder = gcc(ctx)?;
    let mut parts = Vec::new();
    for set in [Set::Execute, Set::Compile, Set::Dg] {
        parts.push(format!("{} {}", set.name(), accepted(ctx, set)?.len()));
    }
    Ok(format!("{}: accepted by gcc: {}", folder.display(), parts.join(", ")))
}

fn make_csmith(ctx: &Context) -> Result<String> {
    let set = csmith(ctx, CSMITH_PROGRAMS)?;
    Ok(format!("{} programs, to be compiled with -I {}", set.files.len(), set.include.display()))
}

fn report(name: &str, result: Result<String>) -> Result<()> {
    match result {
        Ok(text) => println!("{name}: {text}"),
        Err(error) => match error.downcast_ref::<Skip>() {
            Some(skip) => println!("{name}: skipped: {skip}"),
            None => return Err(error.context(format!("corpus {name}"))),
        },
    }
    Ok(())
}

/// The folder of the corpus, made if need be.
fn folder(ctx: &Context) -> Result<PathBuf> {
    files::folder(ctx.path("target/corpus"))
}
