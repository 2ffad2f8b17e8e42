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
//!   with; `guard`, `block`, `dead`: some of them; `loops`, `branches`: what is written in
//!   another way; `calls`: statements
//!   become functions, and calls what they call; `bank`, `known`: calls
//!   with known results; `promises`: what compilers are told;
//! - `body`, `copy`: statements that are not executed, and copies of those that are;
//!   `jumps`, `functions`: what statements and functions do, to know what may be done
//!   with them;
//! - `proof`: that a variant does the same; `make`: how one comes to be;
//! - [`Chain`]: variants of variants; `distance`: how far they are from the original.

mod alone;
mod bank;
mod block;
mod body;
mod branches;
mod calls;
mod chain;
mod copy;
mod dead;
mod distance;
mod draft;
mod event;
mod expression;
mod functions;
mod guard;
mod jumps;
mod known;
mod leaf;
mod loops;
mod make;
mod predicate;
mod profile;
mod promises;
mod proof;
mod sites;
pub mod strategy;
mod term;
mod values;

use elenchus_front::source::SourceFile;
use elenchus_judge::{Answer, Judge, Judgement};
use elenchus_lang::span::Span;
use elenchus_lang::tree::Program;
use rustc_hash::FxHashSet;

use crate::enumerate::RETURNS_TWICE;
pub use chain::{Chain, Link};
use functions::Functions;
pub use make::Drafted;
pub use proof::Broken;
use sites::Sites;
use strategy::Strategy;

/// A program that variants are made of, with what it is run with.
pub struct Seed<'a> {
    program: Program,
    files: &'a [SourceFile],
    /// One for each input.
    judges: Vec<Judge<'a>>,
    sites: Sites,
    functions: Functions,
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

impl Tally {
    pub fn add(&mut self, other: &Tally) {
        self.sites += other.sites;
        self.proposed += other.proposed;
        self.proven += other.proven;
    }
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
        let functions = Functions::new(&program);
        let texts = files.iter().filter_map(SourceFile::user_text);
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let words = texts.flat_map(|text| text.split(move |byte| !is_word(byte)));
        let words = words.filter(|word| !word.is_empty()).map(<[u8]>::to_vec).collect();
        let returns_twice = RETURNS_TWICE.iter().any(|name| program.symbols.find(name).is_some());
        Seed { program, files, judges, sites, functions, words, returns_twice }
    }
}
