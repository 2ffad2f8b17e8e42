//! What is known about the end of a run, as data.
//!
//! Whoever finds that something is wrong says what it found and with which
//! values, and which object was concerned; when the verdict is made, the
//! machine adds what the object is and the calls that led there. Words are
//! made of it in [`crate::words`] and nowhere else.

use std::borrow::Cow;
use std::ops::Range;

use elenchus_lang::span::Span;

use crate::code::Origin;
use crate::memory::Provenance;
use crate::words::Finding;

/// All that is known about why a run stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    pub finding: Finding,
    /// The values involved, each with its role in the finding.
    pub operands: Vec<Operand>,
    /// The objects involved, that of the access first.
    pub objects: Vec<ObjectFacts>,
    pub access: Option<AccessFacts>,
    /// What happened before and explains it, in the order of time. Only a
    /// run that looks for it knows: see [`crate::explain`].
    pub earlier: Vec<Earlier>,
    /// The calls that had not returned, the innermost first.
    pub calls: Vec<Call>,
    /// How many more calls there were.
    pub omitted: usize,
    pub(crate) trail: Trail,
}

/// What another run of the same program needs to find the rest.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Trail {
    pub subjects: Vec<Subject>,
    pub clash: Option<Clash>,
    /// Where it happened, if that is not the operation that ended the run.
    pub origin: Option<Origin>,
}

/// An object that a finding is about, and the bytes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Subject {
    pub role: &'static str,
    pub provenance: Provenance,
    pub bytes: Range<u64>,
}

/// Two operands that get in each other's way (6.5p2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clash {
    /// The number of the earlier operand, if it is known.
    pub earlier: Option<u64>,
    /// The number of the later one.
    pub later: u64,
    pub at: Met,
}

/// Where they met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Met {
    /// Bits of the object with this birth.
    Object(u64, Range<u64>),
    /// A variable in a register: which, counted over all frames.
    Register(usize),
    Errno,
    /// A stream that the program prints to.
    Output,
}

/// A value, with its part in what happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    pub role: &'static str,
    /// Its type in C, where it is known.
    pub ty: Option<String>,
    pub value: Datum,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Datum {
    Number(i128),
    Address(u64),
    /// A name, an operator, a floating value, a type, the text of a string.
    Text(Cow<'static, str>),
}

/// The role of a declaration beside which another one stands.
pub const OTHER: &str = "other";

/// What an object is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectFacts {
    /// Its part in the finding: `object`, or `left` and `right`.
    pub role: &'static str,
    pub kind: ObjectKind,
    pub size: Option<u64>,
    pub ty: Option<String>,
    /// The name in its declaration.
    pub declared: Option<Span>,
    /// The end of the block that it lives as long as, if that is over.
    pub left: Option<Span>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    Variable(String),
    Function(String),
    /// From `malloc` and its kin.
    Allocated,
    /// From `alloca`.
    Alloca,
    StringLiteral,
    CompoundLiteral,
    Temporary,
    /// A table of the library's, or what `main` is given.
    Library,
    /// It is gone, and nobody wrote down what it was.
    Unknown,
}

/// What was to be done with an object.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AccessFacts {
    pub write: Option<bool>,
    /// The type of the lvalue.
    pub ty: Option<String>,
    /// In the object, where it is one that lives.
    pub offset: Option<i64>,
    pub size: u64,
}

/// Something that happened before and explains what is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Earlier {
    pub what: Happened,
    pub place: Span,
    /// The calls that had not returned, the innermost first.
    pub calls: Vec<Call>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Happened {
    Allocated,
    Freed,
    Read,
    Written,
}

/// A call that had not returned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub function: String,
    /// Where it was called; nothing for `main`.
    pub place: Option<Span>,
}

impl From<Finding> for Facts {
    fn from(finding: Finding) -> Facts {
        Facts::new(finding)
    }
}

impl Facts {
    #[cold]
    pub fn new(finding: Finding) -> Facts {
        Facts {
            finding,
            operands: Vec::new(),
            objects: Vec::new(),
            access: None,
            earlier: Vec::new(),
            calls: Vec::new(),
            omitted: 0,
            trail: Trail::default(),
        }
    }

    /// Something that the machine does not know, by name.
    pub fn feature(name: impl Into<Cow<'static, str>>) -> Facts {
        Facts::new(Finding::Feature).text("feature", name)
    }

    fn operand(mut self, role: &'static str, value: Datum) -> Facts {
        self.operands.push(Operand { role, ty: None, value });
        self
    }

    pub fn number(self, role: &'static str, value: impl TryInto<i128>) -> Facts {
        // All integers of the machine but the largest of 128 bits fit.
        let value = value.try_into().unwrap_or(i128::MAX);
        self.operand(role, Datum::Number(value))
    }

    pub fn text(self, role: &'static str, text: impl Into<Cow<'static, str>>) -> Facts {
        self.operand(role, Datum::Text(text.into()))
    }

    pub fn address(self, role: &'static str, address: u64) -> Facts {
        self.operand(role, Datum::Address(address))
    }

    pub fn access(mut self, access: AccessFacts) -> Facts {
        self.access = Some(access);
        self
    }

    /// The object that is concerned, by a pointer into it, and which bytes.
    pub(crate) fn about(mut self, provenance: Provenance, bytes: Range<u64>) -> Facts {
        self.trail.subjects.push(Subject { role: "object", provenance, bytes });
        self
    }

    /// The objects of two pointers.
    pub(crate) fn of_both(mut self, left: Provenance, right: Provenance) -> Facts {
        for (role, provenance) in [("left", left), ("right", right)] {
            self.trail.subjects.push(Subject { role, provenance, bytes: 0..0 });
        }
        self
    }

    pub(crate) fn clash(mut self, clash: Clash) -> Facts {
        self.trail.clash = Some(clash);
        self
    }

    /// The value with this part in it.
    pub fn get(&self, role: &str) -> Option<&Operand> {
        self.operands.iter().find(|operand| operand.role == role)
    }
}
