//! Makes a program small that shows something: a bug of a compiler, a verdict of the
//! machine, whatever a script says.
//!
//! A pass proposes sets of edits; it knows nothing of tests. The search tries them on
//! all cores, in parts that become smaller, and keeps what still shows it. A test says
//! whether a program does; where the program must be valid, the machine is asked first,
//! so that no undefined candidate reaches a compiler, and what it must print is found
//! anew for every candidate.
//!
//! - [`check`]: tests, and what they need;
//! - `passes`: what may be made smaller, and in which order;
//! - `plain`: the same for texts that nobody parses;
//! - `search`: who tries what;
//! - [`subject`]: the program as it is now;
//! - `trace`, `slice`: one run of it: its values, and what had a part in what it prints;
//! - [`flags`]: the options of a compiler, made fewer;
//! - [`reduction`]: all passes, until none succeeds.
//!
//! The crate does not know how a finding is stored, and writes no file but in its
//! scratch: whoever asks gets each smaller program.

pub mod check;
pub mod flags;
mod passes;
mod plain;
pub mod prepare;
pub mod reduction;
mod search;
mod slice;
pub mod subject;
mod trace;
