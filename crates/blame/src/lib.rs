//! Where a bug of a compiler comes from: the pass, the function, the flags, the
//! versions.
//!
//! A [`Case`](case::Case) is a program that one compiler gets wrong. All that is
//! known of it comes from trying it again: compiled a little otherwise, it shows
//! the symptom, or it is right, or neither. Each way to blame is a file:
//!
//! - [`opt_bisect`]: LLVM numbers what its passes do, and stops after a number;
//! - [`gcc`]: passes of gcc are left out; what they have made of a function is tried;
//! - [`flags`]: which flags it takes to see the symptom, and which cure it;
//! - [`versions`]: which versions of the compiler show it; [`builds`]: which build is the
//!   first;
//! - [`checkpoint`]: the first value of the program that is wrong.
//!
//! A wrong pass must never be named. What was tried is evidence; a pass is named
//! only where the evidence leaves no other, and otherwise the answer is that nobody
//! knows, with the reason.
//!
//! The crate must not know how findings are stored, or who made a program.

pub mod bench;
pub mod blame;
pub mod builds;
pub mod case;
pub mod checkpoint;
pub mod flags;
pub mod gcc;
pub mod judged;
pub mod opt_bisect;
pub mod search;
pub mod start;
pub mod symptom;
pub mod versions;
pub mod words;

pub use bench::{Bench, Cut, Way};
pub use blame::{Blame, Others, blame};
pub use case::Case;
pub use start::{Against, Refusal, Request, start};
