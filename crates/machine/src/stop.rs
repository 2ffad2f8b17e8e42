//! Why a run stops.
//!
//! Only `Undefined` accuses the program; `Unsupported` accuses us. What is known
//! beside the kind is in [`Facts`], words for it in [`crate::words`].

use std::borrow::Cow;

use elenchus_lang::rules::Language;
use elenchus_lang::span::Span;
use elenchus_lang::tree::StmtId;
use elenchus_lang::undefined::Undefined;

use crate::facts::Facts;

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The program ended; the status is what the system would see.
    Exit(u8),
    /// It called `abort`, or raised a signal that ends it.
    Abort,
    Undefined {
        kind: Undefined,
        facts: Box<Facts>,
        span: Span,
    },
    /// The result depends on a choice that C leaves open.
    Unspecified {
        facts: Box<Facts>,
        span: Span,
    },
    /// Something that the machine does not know yet, by name.
    Unsupported {
        facts: Box<Facts>,
        span: Span,
    },
    Limit(Limit),
}

impl Verdict {
    /// What is known about it, where that is more than its name.
    pub fn facts(&self) -> Option<&Facts> {
        match self {
            Verdict::Undefined { facts, .. }
            | Verdict::Unspecified { facts, .. }
            | Verdict::Unsupported { facts, .. } => Some(facts),
            Verdict::Exit(_) | Verdict::Abort | Verdict::Limit(_) => None,
        }
    }

    pub(crate) fn facts_mut(&mut self) -> Option<&mut Facts> {
        match self {
            Verdict::Undefined { facts, .. }
            | Verdict::Unspecified { facts, .. }
            | Verdict::Unsupported { facts, .. } => Some(facts),
            Verdict::Exit(_) | Verdict::Abort | Verdict::Limit(_) => None,
        }
    }

    /// Where it happened.
    pub fn span(&self) -> Option<Span> {
        match self {
            Verdict::Undefined { span, .. }
            | Verdict::Unspecified { span, .. }
            | Verdict::Unsupported { span, .. } => Some(*span),
            Verdict::Exit(_) | Verdict::Abort | Verdict::Limit(_) => None,
        }
    }
}

/// Which bound was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    Steps,
    Memory,
    Stack,
    Output,
    /// Who watches the run has seen enough.
    Observer,
}

/// What ends the current operation, before its place is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The program is wrong: the kind, and what is known of it.
    Undefined(Undefined, Box<Facts>),
    /// The result depends on a choice that C leaves open.
    Unspecified(Box<Facts>),
    /// The machine does not know this.
    Unsupported(Box<Facts>),
    Limit(Limit),
    Exit(u8),
    Abort,
    /// A statement that is not written yet.
    Hole(StmtId),
    /// The statement before which the machine was to stand again.
    Again,
    /// A moment that a run was to stop at: see [`crate::explain`].
    Seen,
    /// A full expression was evaluated in one of its orders.
    Evaluated,
}

impl Stop {
    #[cold]
    pub fn undefined(kind: Undefined, facts: impl Into<Facts>) -> Stop {
        Stop::Undefined(kind, Box::new(facts.into()))
    }

    #[cold]
    pub fn unspecified(facts: impl Into<Facts>) -> Stop {
        Stop::Unspecified(Box::new(facts.into()))
    }

    #[cold]
    pub fn unsupported(feature: impl Into<Cow<'static, str>>) -> Stop {
        Stop::Unsupported(Box::new(Facts::feature(feature)))
    }

    /// The same where an option of the language may define what is undefined
    /// without it: then nobody is accused.
    pub fn under(self, language: &Language) -> Stop {
        match &self {
            Stop::Undefined(kind, _) => match language.may_define(*kind) {
                Some(option) => Stop::unsupported(format!("'{}' under {option}", kind.id())),
                None => self,
            },
            _ => self,
        }
    }

    pub(crate) fn facts_mut(&mut self) -> Option<&mut Facts> {
        match self {
            Stop::Undefined(_, facts) | Stop::Unspecified(facts) | Stop::Unsupported(facts) => {
                Some(facts)
            }
            _ => None,
        }
    }

    pub(crate) fn at(self, span: Span) -> Verdict {
        let unsupported = |feature: &'static str| Verdict::Unsupported {
            facts: Box::new(Facts::feature(feature)),
            span,
        };
        match self {
            Stop::Undefined(kind, facts) => Verdict::Undefined { kind, facts, span },
            Stop::Unspecified(facts) => Verdict::Unspecified { facts, span },
            Stop::Unsupported(facts) => Verdict::Unsupported { facts, span },
            Stop::Limit(limit) => Verdict::Limit(limit),
            Stop::Exit(status) => Verdict::Exit(status),
            Stop::Abort => Verdict::Abort,
            Stop::Hole(_) => unsupported("a hole in the program"),
            Stop::Again => unsupported("going back"),
            Stop::Seen => unsupported("looking back"),
            Stop::Evaluated => unsupported("an order of evaluation"),
        }
    }
}
