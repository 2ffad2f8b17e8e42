//! Tool chains: the only crate that starts processes.
//!
//! It finds compilers, asks them about their target, preprocesses, compiles
//! and runs. It must not know what a program means: it depends on neither the
//! machine nor the producers of programs, and what it gives back is bytes and
//! statuses, which others judge.

pub mod preprocess;

pub use preprocess::{Preprocess, PreprocessError};
