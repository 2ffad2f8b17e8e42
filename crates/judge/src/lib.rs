//! The judge: preprocessed bytes in, judgement out.
//!
//! A program is valid and does this, or it is at fault, or nobody can say, or
//! it takes too long. Whoever needs to know that of a program, to test a
//! compiler with it or to keep it while it is made smaller, asks here and
//! nowhere else. The language is part of the question: a program is read by
//! the same rules throughout.
//!
//! The crate starts no process and reads no file; it does not know what the
//! program is for.

mod answer;
pub mod bytes;
mod definitions;
mod judge;
mod program;
mod volatile;

pub use answer::{Answer, Ended};
pub use judge::{Judge, Judgement, Unit, Unknown};
pub use program::{Program, ProgramFile};
pub use volatile::Touch;
