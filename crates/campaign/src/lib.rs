//! Hunts for bugs in compilers.
//!
//! A test comes from a [`source`], is compiled and run on every configuration
//! of the [`lab`], and the [`oracle`] says which of them are suspect. A suspect
//! is tried again by [`confirm`], gets its [`group`], and goes into the
//! [`store`], from which a [`report`] is made. [`hunt`] does that on all cores.
//!
//! Every file has one of these ideas. This crate knows neither arguments nor
//! terminals; processes are started by `compilers` only.

pub mod bench;
pub mod blamed;
pub mod certificate;
pub mod config;
pub mod confirm;
pub mod examine;
pub mod features;
pub mod finding;
pub mod folder;
pub mod fuzz;
pub mod group;
pub mod holes;
pub mod hunt;
pub mod import;
pub mod judge;
pub mod junit;
pub mod lab;
pub mod levels;
pub mod mutants;
pub mod new_files;
pub mod oracle;
pub mod outcome;
pub mod parts;
pub mod paths;
pub mod predefined;
pub mod program;
mod proof;
pub mod rank;
pub mod reading;
pub mod recheck;
pub mod reduced;
pub mod replay;
pub mod report;
pub mod source;
mod standard;
pub mod states;
pub mod store;
pub mod summary;
mod variants;
mod witness;
