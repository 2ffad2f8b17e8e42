//! What the program's exit status says.

use std::io;
use std::process::ExitCode;

/// In the order of their weight: of several files the worst one counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
    Done = 0,
    /// The answer is no: something was found.
    No = 1,
    /// The request was wrong: arguments, or a file that is missing or not C.
    Wrong = 2,
    /// The environment is: no compiler, no memory, no room.
    Environment = 3,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

/// Whoever read our output has seen enough: `elenchus … | head`.
pub fn reader_is_gone(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
    })
}
