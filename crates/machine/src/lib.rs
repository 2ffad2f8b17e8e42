//! The abstract machine: runs a typed tree and sees undefined behaviour.
//!
//! A run ends in a verdict and never in a guess: the program ended, or did
//! something undefined, or its result depends on a choice that C leaves open,
//! or it needs what the machine does not know yet (by name), or a limit was
//! reached. The machine reads no file and starts no process; it knows nothing
//! of compilers, and nothing of who runs it.

mod allow;
mod choose;
mod code;
mod core;
pub mod explain;
pub mod facts;
mod features;
mod history;
pub mod libc;
mod library;
mod live;
mod machine;
mod memory;
pub mod observe;
mod rules;
pub mod stop;
mod streams;
mod value;
pub mod words;

pub use allow::ALLOWABLE;
pub use choose::{AS_GCC, Open};
pub use code::{Evaluation, Origin, Renewed};
pub use live::peek::{LiveNumber, LivePlace, Number, NumberForm};
pub use live::snapshot::Snapshot;
pub use machine::{Event, Limits, Machine, Outcome};
pub use stop::{Limit, Stop, Verdict};
pub use streams::{Printer, Stream};
