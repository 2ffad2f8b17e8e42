//! Why a run stops.
//!
//! Only `Undefined` accuses the program; `Unsupported` accuses us.

use elenchus_lang::span::Span;
use elenchus_lang::tree::StmtId;
use elenchus_lang::undefined::Undefined;

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The program ended; the status is what the system would see.
    Exit(u8),
    /// It called `abort`, or raised a signal that ends it.
    Abort,
    Undefined {
        kind: Undefined,
        /// The values involved, in words.
        detail: String,
        span: Span,
    },
    /// The result depends on a choice that C leaves open.
    Unspecified {
        what: String,
        span: Span,
    },
    /// Something that the machine does not know yet, by name.
    Unsupported {
        feature: String,
        span: Span,
    },
    Limit(Limit),
}

/// Which bound was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    Steps,
    Memory,
    Stack,
    Output,
}

/// What ends the current operation, before its place is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    Undefined(Undefined, String),
    Unspecified(String),
    Unsupported(String),
    Limit(Limit),
    Exit(u8),
    Abort,
    /// A statement that is not written yet.
    Hole(StmtId),
    /// The statement before which the machine was to stand again.
    Again,
}

impl Stop {
    pub fn undefined(kind: Undefined, detail: impl Into<String>) -> Stop {
        Stop::Undefined(kind, detail.into())
    }

    pub fn unsupported(feature: impl Into<String>) -> Stop {
        Stop::Unsupported(feature.into())
    }

    pub fn at(self, span: Span) -> Verdict {
        match self {
            Stop::Undefined(kind, detail) => Verdict::Undefined { kind, detail, span },
            Stop::Unspecified(what) => Verdict::Unspecified { what, span },
            Stop::Unsupported(feature) => Verdict::Unsupported { feature, span },
            Stop::Limit(limit) => Verdict::Limit(limit),
            Stop::Exit(status) => Verdict::Exit(status),
            Stop::Abort => Verdict::Abort,
            Stop::Hole(_) => Verdict::Unsupported { feature: "a hole in the program".into(), span },
            Stop::Again => Verdict::Unsupported { feature: "going back".into(), span },
        }
    }
}
