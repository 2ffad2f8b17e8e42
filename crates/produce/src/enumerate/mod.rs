//! Enumerates the ways in which a program can use its variables.
//!
//! Every use of a variable is a hole; a variant of the program fills each hole
//! with a variable that may stand there. Variables that can be exchanged
//! without anybody noticing make many variants the same: one of each orbit is
//! enumerated. The idea is that of "Skeletal Program Enumeration for Rigorous
//! Compiler Testing"; the counts here are exact.
//!
//! - [`skeleton`]: holes, candidates, classes; no C in it;
//! - [`space`]: all fillings in order, counted, ranked and drawn; `count` is
//!   Burnside's lemma, `table` the numbers that ranks are made of, [`walk`]
//!   goes from one filling to the next;
//! - [`mod@file`]: the skeleton of a C file and the text of a variant; `uses` goes
//!   through the tree, `visible` knows what can be named, `rules` what may
//!   stand where, `classes` what is interchangeable, `labels` is the same for
//!   labels;
//! - [`valid`]: which variants have one meaning, and which; `straight` tells
//!   some of the others without running them;
//! - [`lexical`]: skeletons of texts that were not parsed;
//! - [`summary`]: what is told of many files.

mod classes;
mod count;
pub mod file;
mod labels;
pub mod lexical;
mod rules;
pub mod skeleton;
pub mod space;
mod straight;
pub mod summary;
mod table;
#[cfg(test)]
mod tests;
mod uses;
pub mod valid;
pub mod walk;

pub use count::Tangled;
pub use dashu_int::UBig;
pub use file::{FileSkeleton, Measures, Source, find};
pub use skeleton::{Skeleton, Var};
pub use space::{Space, Which};
pub(crate) use uses::RETURNS_TWICE;

/// What is a hole, and what may fill it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holes {
    /// Uses of variables, filled by variables of the same type: valid C.
    Typed,
    /// Uses of variables, filled by any identifier: to test front ends.
    Any,
    /// Uses of labels, filled by labels of the same function.
    Labels,
}

impl Holes {
    /// As the command line has it.
    pub fn name(self) -> &'static str {
        match self {
            Holes::Typed => "typed",
            Holes::Any => "any",
            Holes::Labels => "labels",
        }
    }
}

/// Where an exchange takes place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Granularity {
    /// In each function apart: what several functions may use is not exchanged.
    Intra,
    /// In the whole file.
    Inter,
}

/// When variables are interchangeable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Equivalence {
    /// Nobody can tell that they were exchanged.
    Declarations,
    /// They have the same type and scope, as in the paper: programs that
    /// behave differently may count as one.
    Names,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    pub holes: Holes,
    pub granularity: Granularity,
    pub equivalence: Equivalence,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            holes: Holes::Typed,
            granularity: Granularity::Intra,
            equivalence: Equivalence::Declarations,
        }
    }
}
