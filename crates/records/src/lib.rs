//! What the repository keeps about itself: figures that were measured, lists
//! of programs that were read, tables made of them, and what a machine needs
//! for tests.
//!
//! `xtask` checks these records and `measure` writes them, so both use this.
//! No part of the product does, and it uses none: `cargo xtask tidy` is to be
//! built in seconds.
//!
//! - [`context`]: where the repository is;
//! - [`figures`]: the log of all measurements, and the page of the latest;
//! - [`found`]: who finds how many of the undefined programs;
//! - [`listed`]: programs of others whose undefined behaviour is real;
//! - [`packages`]: commands and headers that are here, or can be installed.

pub mod context;
pub mod figures;
pub mod found;
pub mod listed;
pub mod packages;
