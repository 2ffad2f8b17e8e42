//! The programs that variants are made of.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use elenchus_front::source::{Original, SourceFile, SourceText};
use elenchus_judge::Judge;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::Limits;
use elenchus_produce::generate::Settings as Generator;
use elenchus_produce::generate::Preset;
use elenchus_produce::mutate::strategy::{self, Strategy};
use elenchus_produce::mutate::{Seed, Settings, Unfit, Variants};
use elenchus_records::context::Context;

use crate::corpus::{Group, Part, csmith_include, standard};
use crate::generated::{generated, text};
use crate::parallel;

/// Where programs come from.
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
}

/// A program of one file.
pub struct Original_ {
    pub name: String,
    /// After preprocessing.
    pub text: Vec<u8>,
    /// As its author left it.
    pub user: Vec<u8>,
    /// Where its headers are.
    pub include: Option<PathBuf>,
}
