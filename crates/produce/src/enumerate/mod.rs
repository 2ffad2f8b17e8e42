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
//!   goes from one filling to the next.

mod count;
pub mod skeleton;
pub mod space;
mod table;
#[cfg(test)]
mod tests;
pub mod walk;

pub use count::Tangled;
pub use dashu_int::UBig;
pub use skeleton::{Skeleton, Var};
pub use space::{Space, Which};
