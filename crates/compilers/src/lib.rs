//! Tool chains: the only crate that starts processes.
//!
//! It finds compilers, asks them about their target, preprocesses, compiles
//! and runs. It must not know what a program means: it depends on neither the
//! machine nor the producers of programs, and what it gives back is bytes and
//! statuses, which others judge.
//!
//! - [`toolchain`]: a compiler with its levels, as a value;
//! - [`pipeline`]: commands with places to fill in;
//! - [`breakdown`]: what they say when they break down;
//! - [`flags`]: what else may be asked of a compiler;
//! - [`find`] and [`probe`]: which there are, and what they are;
//! - [`run`]: a process with limits, of which nothing survives;
//! - [`scratch`]: the folder that all of them write to;
//! - [`clock`]: the time that we take ourselves.

pub mod breakdown;
pub mod clock;
pub mod find;
pub mod flags;
mod guard;
pub mod pipeline;
pub mod preprocess;
pub mod probe;
pub mod run;
pub mod scratch;
mod sys;
pub mod toolchain;

pub use preprocess::{Preprocess, PreprocessError};
pub use sys::{is_interrupted, keep_freed_memory, on_interrupt};
