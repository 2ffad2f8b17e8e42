//! What a program does.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::bytes;

/// What a program does when it is compiled rightly.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    pub end: Ended,
    /// On standard output, byte for byte.
    #[serde(with = "bytes::stored")]
    pub output: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    Status(i32),
    Signal(i32),
}

/// What `abort` does on the systems that we know.
const SIGABRT: i32 = 6;

impl Ended {
    pub const ABORT: Ended = Ended::Signal(SIGABRT);
}

impl Answer {
    /// The end by a signal. What was printed before may be lost in a buffer
    /// (7.22.4.1p2), so it says nothing.
    pub fn signal(signal: i32) -> Answer {
        Answer { end: Ended::Signal(signal), output: Vec::new() }
    }

    pub fn abort() -> Answer {
        Answer::signal(SIGABRT)
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Status(status) => write!(f, "exit status {status}"),
            Ended::Signal(signal) => write!(f, "signal {signal}"),
        }
    }
}
