//! Blame of compilers whose guilt is known: scripts around gcc, and clang with a bug of
//! its own.

mod checkpoints;
mod dumps;
mod flags;
mod gcc;
mod llvm;
mod scripted;
